"""Where a board without tags lies in a picture: by a picture of its art. Never guessed.

The board is searched by features that look alike in both pictures. From there, or from where it lay
before, every corner of its art is followed to a fraction of a pixel, and the pose is fitted as it
is to tags. Pieces, hands and glare hide art; what they hide disagrees, and is left out.
"""

from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.phrases import phrase
from companion.vision.errors import PictureError
from companion.vision.fitting import FitSettings, fit_pose
from companion.vision.lens import Lens, plain_lens
from companion.vision.picture import load_picture
from companion.vision.pose import Matrix, Points, Pose, moved

Grey = npt.NDArray[np.uint8]
NOT_FOUND = phrase(
    "the board's art is not recognised: is the whole board in the picture, lit and free of glare?"
    " If it is another board, teach it on the page /board"
)

NO_SIGN = phrase(
    "nothing tells where this board lies: its profile has neither tags nor a picture; take one on"
    " the page /board"
)


@dataclass(frozen=True, slots=True)
class ArtSettings:
    """When a board counts as found by its art."""

    width_px: int = 1000
    """Of the board's picture as it is compared: finer, and noise of the camera is compared."""
    search_px: int = 1400
    """Widest picture that is searched; a larger one is made smaller."""
    features: int = 2500
    alike: float = 0.78
    """Next best over best distance of features, at the most: others look alike too."""
    search_off_px: float = 6.0
    """Of the search, in the picture searched: lenses bend the board."""
    least_found: int = 18
    """Features that agree: a wrong board gives 8 by chance."""
    corners: int = 400
    """Of the art, followed to a fraction of a pixel."""
    follow_px: int = 21
    """Window about a corner, in the board's picture."""
    back_px: float = 0.6
    """How far from where it began a corner may come out, followed there and back."""
    off_px: float = 2.5
    """How far from the fitted pose a corner may lie, in the board's picture; others are hidden."""
    least_corners: int = 40
    least_share: float = 0.15
    """Of the corners; half of a board is hidden now and then, a wrong one shares 3 in 100."""
    least_cells: int = 6
    """Of 4 x 3 parts of the board, those with two corners: one end of it fixes no pose."""
    max_error_mm: float = 1.5
    view_deg: float = 66.0
    """Horizontal view of a camera that was not measured."""
    fit: FitSettings = field(default_factory=lambda: FitSettings(corner_px=0.6))


class Art:
    """A board's art, prepared for comparing."""

    def __init__(
        self, pixels: Pixels, size_mm: tuple[float, float], settings: ArtSettings | None = None
    ) -> None:
        self.settings = settings or ArtSettings()
        self.size_mm = size_mm
        self.scale = self.settings.width_px / size_mm[0]
        size = (self.settings.width_px, max(8, round(size_mm[1] * self.scale)))
        small = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
        self.grey = _evened(_grey(small))
        self._sift = cv2.SIFT.create(self.settings.features)
        points, self._looks = self._sift.detectAndCompute(self.grey, None)
        self._points = np.array([point.pt for point in points]).reshape(-1, 2)
        corners = cv2.goodFeaturesToTrack(self.grey, self.settings.corners, 0.01, 12)
        self.corners = np.zeros((0, 2)) if corners is None else corners.reshape(-1, 2)

    @property
    def board_from_art(self) -> Matrix:
        """Pixels of the picture, counted at their middles, to millimetres."""
        return np.array([(1, 0, 0.5), (0, 1, 0.5), (0, 0, self.scale)]) / self.scale

    def find(self, pixels: Pixels, lens: Lens | None = None) -> Pose | None:
        """The board anywhere in a picture, any way round; `None` when too little tells."""
        rough = self._search(pixels)
        return None if rough is None else self._follow(pixels, rough, lens)

    def find_near(self, pixels: Pixels, held: Pose, lens: Lens | None = None) -> Pose | None:
        """The board about where it lay before."""
        w, h = self.size_mm
        rough = held.local((w / 2, h / 2, w, h)) @ self.board_from_art
        return self._follow(pixels, rough, lens)

    def _search(self, pixels: Pixels) -> Matrix | None:
        """Art pixels to image pixels, roughly."""
        settings = self.settings
        smaller = min(1.0, settings.search_px / max(pixels.shape[:2]))
        small = cv2.resize(pixels, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA)
        points, looks = self._sift.detectAndCompute(_grey(np.asarray(small, np.uint8)), None)
        if looks is None or self._looks is None or len(points) < settings.least_found:
            return None
        pairs = cv2.BFMatcher().knnMatch(self._looks, looks, k=2)
        good = [a for a, b in pairs if a.distance < settings.alike * b.distance]
        if len(good) < settings.least_found:
            return None
        there = np.array([points[match.trainIdx].pt for match in good])
        here = self._points[[match.queryIdx for match in good]]
        found, agree = cv2.findHomography(here, there, cv2.RANSAC, settings.search_off_px)
        if found is None or int(agree.sum()) < settings.least_found:
            return None
        larger = np.array([(1, 0, 0.5 - smaller / 2), (0, 1, 0.5 - smaller / 2), (0, 0, smaller)])
        return np.asarray(larger @ found)

    def _follow(self, pixels: Pixels, rough: Matrix, lens: Lens | None) -> Pose | None:
        """The pose near a rough place, borne out by corners all over the board."""
        for _ in range(2):  # the second time from so near that the windows look alike
            known, seen = self._paired(pixels, rough)
            pose = self._fitted(known, seen, pixels, lens)
            if pose is None:
                return None
            w, h = self.size_mm
            rough = pose.local((w / 2, h / 2, w, h)) @ self.board_from_art
        return pose

    def _paired(self, pixels: Pixels, rough: Matrix) -> tuple[Points, Points]:
        """Corners of the art found in the picture: board mm and image px, both `(N, 2)`."""
        settings = self.settings
        size = (self.grey.shape[1], self.grey.shape[0])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        flat = cv2.warpPerspective(_grey(pixels), rough, size, flags=flags)
        flat = _evened(np.asarray(flat, np.uint8))
        window = (settings.follow_px, settings.follow_px)
        start = self.corners.astype(np.float32).reshape(-1, 1, 2)
        if not len(start):
            return np.zeros((0, 2)), np.zeros((0, 2))
        there, found, _ = cv2.calcOpticalFlowPyrLK(
            self.grey, flat, start, start.copy(), winSize=window, maxLevel=2
        )
        back, again, _ = cv2.calcOpticalFlowPyrLK(
            flat, self.grey, there, there.copy(), winSize=window, maxLevel=2
        )
        away = np.linalg.norm((back - start).reshape(-1, 2), axis=1)
        kept = (found.ravel() == 1) & (again.ravel() == 1) & (away < settings.back_px)
        known = moved(self.board_from_art, self.corners[kept])
        return known, moved(rough, there.reshape(-1, 2)[kept].astype(np.float64))

    def _fitted(
        self, known: Points, seen: Points, pixels: Pixels, lens: Lens | None
    ) -> Pose | None:
        settings = self.settings
        if len(known) < settings.least_corners:
            return None
        plane, agree = cv2.findHomography(
            known, seen, cv2.RANSAC, settings.search_off_px * pixels.shape[1] / settings.search_px
        )
        if plane is None:
            return None
        kept = agree.ravel() == 1
        size = (pixels.shape[1], pixels.shape[0])
        base = plain_lens(size, settings.view_deg) if lens is None else lens.scaled_to(size)
        pose = None
        for _ in range(3):  # what is hidden shows itself only when the rest fits
            if not self._enough(known[kept]):
                return None
            pose = fit_pose(
                seen[kept], known[kept], self.size_mm, base, settings.fit,
                measured=lens is not None, tags=False,
            )  # fmt: skip
            if pose is None:
                return None
            off = np.linalg.norm(pose.to_board(seen) - known, axis=1) * self.scale
            kept = off < settings.off_px
        assert pose is not None
        if not self._enough(known[kept]):
            return None
        pose = replace(pose, error_mm=float(off[kept].mean() / self.scale))
        return pose if pose.error_mm <= settings.max_error_mm else None

    def _enough(self, known: Points) -> bool:
        """Whether so many corners, in so many parts of the board, bear a pose out."""
        settings = self.settings
        if len(known) < max(settings.least_corners, settings.least_share * len(self.corners)):
            return False
        across, down = (np.clip(known / self.size_mm, 0, 0.999) * (4, 3)).astype(int).T
        cells = np.bincount(across + 4 * down, minlength=12)
        return int((cells >= 2).sum()) >= settings.least_cells


def load_art(
    path: Path, size_mm: tuple[float, float], settings: ArtSettings | None = None
) -> Art | None:
    """The art in a picture file; `None` when the file has gone bad."""
    try:
        return Art(load_picture(path), size_mm, settings)
    except PictureError:
        return None


def _grey(pixels: Pixels) -> Grey:
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)


def _evened(grey: Grey) -> Grey:
    """Light and shade taken out, so that a lamp from elsewhere changes little."""
    exact = grey.astype(np.float32)
    window = (41, 41)
    middle = cv2.blur(exact, window)
    spread = np.sqrt(np.maximum(cv2.blur((exact - middle) ** 2, window), 0)) + 6
    return np.asarray(np.clip(128 + 48 * (exact - middle) / spread, 0, 255), np.uint8)

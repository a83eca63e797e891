"""Dice cut out of photographs, so that a reader meets real ones on a drawn table.

The photographs lie in folders, each with `labels.json`, outside the program: what may be done with
them is said beside them, and none of them is copied anywhere. Only pictures that no model was
trained on are taken: every fifth, in the order of file names, of those taken from straight above.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.simulator.draw_pieces import BODIES, SPRITE_MM, Layer
from companion.simulator.world import DIE_MM

ABSENT = "there are no photographs of dice to cut out of: dice are drawn"

FOLDERS = ("dicewatcher", "damiantab")
"""Photographs from straight above: the face one sees most of is the top."""
HELD_OUT_EVERY = 5
LEAST_PX = 40
"""A die smaller than this has no more to show than a drawn one."""
ROOM = 1.6
"""Of a die's box is cut out, so that the ground shows on every side."""
FILLED = (0.5, 1.0)
"""Share of its box that a die covers, from standing on a corner to lying square."""
ROUND = 0.93
"""Share of its convex outline that a die covers at least; else the ground was taken along."""
LIGHT = 235.0
"""Level of a white die in a photograph, which is tinted to a colour that no photograph has."""
RIM = 0.08
"""Of a die's edge is looked at inside its outline for ground that was cut out with it."""
APART = 40.0
"""Levels between ground and body from which on a rim of ground is told from one of the die."""
ONE_MAKE = 20.0
"""Levels between the bodies of dice that may come out of one box."""


@dataclass(frozen=True, slots=True, eq=False)
class DieCut:
    """A die without its ground: BGR `(H, W, 3)` uint8, coverage `(H, W)` 0-1, its edge in px."""

    body: npt.NDArray[np.uint8]
    cover: npt.NDArray[np.float32]
    edge_px: float

    def colour(self) -> npt.NDArray[np.float64]:
        """What most of it looks like, BGR `(3,)`: pips and glare are less than half of a die."""
        return np.asarray(np.median(self.body[self.cover > 0.5], axis=0), np.float64)


class DiePhotos:
    """Cuts by colour and top face."""

    def __init__(self, cuts: Mapping[tuple[str, int], tuple[DieCut, ...]]) -> None:
        self._cuts = cuts

    def __len__(self) -> int:
        return sum(len(cuts) for cuts in self._cuts.values())

    def layer(
        self, colour: str | None, face: int, px_per_mm: float, make: float, pick: float
    ) -> Layer | None:
        """A die of a colour and face as a sprite, `None` where no photograph will do.

        `make` from 0 to 1 chooses what all dice of the colour are like, as those of one player
        are, `pick` one of the photographs of such a die.
        """
        own = self._cuts.get((colour or "white", face), ())
        name = (colour or "white") if own else "white"
        cuts = self._of_one_make(name, face, make)
        if not cuts:
            return None
        cut = cuts[int(pick * len(cuts)) % len(cuts)]
        tint = (1.0, 1.0, 1.0) if own else BODIES.get(colour, BODIES[None])
        gains = np.ones(3) if own else np.array(tint) / LIGHT
        return _sprite(cut, px_per_mm, tuple(float(gain) for gain in gains))

    def _of_one_make(self, colour: str, face: int, make: float) -> tuple[DieCut, ...]:
        """The cuts that look like the colour's die number `make`; the likest where none does."""
        cuts = self._cuts.get((colour, face), ())
        if not cuts:
            return ()
        all_faces = [cut for side in range(1, 7) for cut in self._cuts.get((colour, side), ())]
        like = all_faces[int(make * len(all_faces)) % len(all_faces)].colour()
        off = [float(np.linalg.norm(cut.colour() - like)) for cut in cuts]
        within = max(ONE_MAKE, min(off))
        return tuple(cut for cut, far in zip(cuts, off, strict=True) if far <= within)


@lru_cache(maxsize=512)
def _sprite(cut: DieCut, px_per_mm: float, gains: tuple[float, ...]) -> Layer:
    side = round(SPRITE_MM * px_per_mm)
    scale = DIE_MM * px_per_mm / cut.edge_px
    h, w = cut.cover.shape
    move = np.array([[scale, 0, side / 2 - scale * w / 2], [0, scale, side / 2 - scale * h / 2]])
    shrunk = cv2.GaussianBlur(cut.body, (0, 0), max(0.01, 0.4 / scale - 0.4))
    body = cv2.warpAffine(shrunk, move, (side, side), borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpAffine(cut.cover, move, (side, side))
    tinted = np.clip(body.astype(np.float32) * np.array(gains, np.float32), 0, 255)
    return np.dstack([tinted * cover[..., None], cover]).astype(np.float32)


def load_die_photos(root: Path) -> DiePhotos | None:
    """What can be cut out of the photographs there; `None` where there are none: see `ABSENT`."""
    cuts: dict[tuple[str, int], list[DieCut]] = {}
    for folder in FOLDERS:
        for picture, dice in _held_out(root / folder):
            for die in dice:
                found = _cut(picture, die)
                if found is not None:
                    cuts.setdefault((str(die["colour"]), int(str(die["value"]))), []).append(found)
    return DiePhotos({key: tuple(found) for key, found in cuts.items()}) if cuts else None


def held_out(files: list[str]) -> list[str]:
    """The files that no model is trained on, of all in one folder."""
    return sorted(files)[HELD_OUT_EVERY - 1 :: HELD_OUT_EVERY]


def _held_out(
    folder: Path,
) -> list[tuple[npt.NDArray[np.uint8], list[dict[str, object]]]]:
    labels = folder / "labels.json"
    if not labels.is_file():
        return []
    records = {str(r["file"]): r for r in json.loads(labels.read_text("utf-8"))}
    found = []
    for name in held_out(list(records)):
        picture = cv2.imread(str(folder / name), cv2.IMREAD_COLOR)
        if picture is not None and "web-sourced" not in records[name].get("note", ""):
            found.append((np.asarray(picture, np.uint8), records[name]["dice"]))
    return found


def _cut(picture: npt.NDArray[np.uint8], die: Mapping[str, object]) -> DieCut | None:
    """The die in a box; `None` where its outline cannot be told from the ground."""
    box = die["bbox"]
    assert isinstance(box, list)
    x, y, w, h = (float(number) for number in box)
    if die["value"] is None or die["colour"] is None or min(w, h) < LEAST_PX:
        return None
    margin_x, margin_y = (ROOM - 1) / 2 * w, (ROOM - 1) / 2 * h
    left, top = round(x - margin_x), round(y - margin_y)
    right, bottom = round(x + w + margin_x), round(y + h + margin_y)
    if left < 0 or top < 0 or right > picture.shape[1] or bottom > picture.shape[0]:
        return None
    body = np.ascontiguousarray(picture[top:bottom, left:right])
    inner = (round(margin_x), round(margin_y), round(w), round(h))
    outline = _outline(body, inner)
    if outline is None:
        return None
    area = cv2.contourArea(outline)
    cover = np.zeros(body.shape[:2], np.float32)
    cv2.fillPoly(cover, [outline], 1.0, cv2.LINE_AA)
    if _ground_on_rim(body, cover, float(np.sqrt(area))):
        return None
    (mx, my), _, _ = cv2.minAreaRect(outline)
    reach = int(min(mx, my, body.shape[1] - mx, body.shape[0] - my))
    middle = (slice(int(my) - reach, int(my) + reach), slice(int(mx) - reach, int(mx) + reach))
    return DieCut(np.ascontiguousarray(body[middle]), cover[middle], float(np.sqrt(area)))


def _outline(
    body: npt.NDArray[np.uint8], box: tuple[int, int, int, int]
) -> npt.NDArray[np.int32] | None:
    """The convex outline of what stands in the box, `(N, 1, 2)` px."""
    mask = np.zeros(body.shape[:2], np.uint8)
    models = np.zeros((2, 1, 65), np.float64)
    cv2.setRNGSeed(0)
    cv2.grabCut(body, mask, box, models[0], models[1], 3, cv2.GC_INIT_WITH_RECT)
    there = np.isin(mask, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.uint8)
    there = np.asarray(cv2.morphologyEx(there, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)))
    outlines, _ = cv2.findContours(there, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        return None
    largest = max(outlines, key=cv2.contourArea)
    hull = np.asarray(cv2.convexHull(largest), np.int32)
    area = cv2.contourArea(hull)
    least, most = (share * box[2] * box[3] for share in FILLED)
    if not least < area < most or cv2.contourArea(largest) < ROUND * area:
        return None
    return hull


def _ground_on_rim(
    body: npt.NDArray[np.uint8], cover: npt.NDArray[np.float32], edge_px: float
) -> bool:
    """Whether the rim of what was cut out looks like the ground outside rather than the die."""
    wide = max(1, round(RIM * edge_px))
    inside = (cover > 0.5).astype(np.uint8)
    square = np.ones((2 * wide + 1, 2 * wide + 1), np.uint8)
    inner, outer = cv2.erode(inside, square), cv2.dilate(inside, square)
    if not inner.any() or outer.all():
        return True
    levels = body.astype(np.float64)
    die, ground = np.median(levels[inner > 0], axis=0), np.median(levels[outer == 0], axis=0)
    rim = np.median(levels[(inside > 0) & (inner == 0)], axis=0)
    to_die, to_ground = np.linalg.norm(rim - die), np.linalg.norm(rim - ground)
    return bool(np.linalg.norm(die - ground) > APART and to_ground < to_die)

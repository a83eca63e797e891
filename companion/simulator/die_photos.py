"""Dice cut out of photographs, so that a reader meets real ones on a drawn table.

The photographs lie in folders, each with `labels.json`, outside the program: what may be done with
them is said beside them, and none of them is copied anywhere. Only pictures that no model was
trained on are taken: every fifth, in the order of file names, of those taken from straight above.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.simulator.draw_pieces import BODIES, CLEAR, SPRITE_MM, Layer
from companion.simulator.world import DIE_MM

ABSENT = "there are no photographs of dice to cut out of: dice are drawn"

FOLDERS = ("dicewatcher",)
"""Photographs from straight above, boxes round whole dice: the face one sees most of is the top."""
FAULTY = frozenset(
    {("IMG_20191208_112342", 593), ("IMG_20191209_100002", 230), ("IMG_20191208_112342", 920)}
)
"""Dice by file and left edge of their box whose label names another face than one sees (two threes
that are called twos), or whose box cuts a pip off: found by looking at all."""
FOCAL = 1.0
"""Focal length of these cameras in widths of the picture: how much of a side is seen fits it."""
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
EXCHANGED: Mapping[str, tuple[str, tuple[int, int, int]]] = {
    "blue": ("red", (2, 1, 0)),
    "green": ("red", (0, 2, 1)),
}
"""Colours with faces that no photograph shows: those of another colour, its channels exchanged and
its body as that of the make. White pips stay white."""
SIDE_SEEN = 4 / math.pi
"""Of a side a mean die shows so much more than of one that is turned squarely to the camera."""
STRAIGHT = 0.08
"""Die edges a top is seen beside its foot, below which a die looks alike from everywhere."""
SIDE_LIGHT = 0.62
"""Light on a side over that on the top."""
RIM = 0.08
"""Of a die's edge is looked at inside its outline for ground that was cut out with it."""
APART = 40.0
"""Levels between ground and body from which on a rim of ground is told from one of the die."""
ONE_MAKE = 20.0
"""Levels between the bodies of dice that may come out of one box."""
OTHER_MAKE = 40.0
"""Levels from which on they do not: a marbled die among a player's plain ones."""


@dataclass(frozen=True, slots=True, eq=False)
class DieCut:
    """A die without its ground: BGR `(H, W, 3)` uint8, coverage `(H, W)` 0-1, its edge in px.

    `lean` is where its top is seen beside its foot, right and down, in edges.
    """

    body: npt.NDArray[np.uint8]
    cover: npt.NDArray[np.float32]
    edge_px: float
    lean: tuple[float, float] = (0.0, 0.0)

    def colour(self) -> npt.NDArray[np.float64]:
        """What most of it looks like, BGR `(3,)`: pips and glare are less than half of a die."""
        return np.asarray(np.median(self.body[self.cover > 0.5], axis=0), np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class DieLook:
    """A photographed die as it may be laid on a table.

    `top` is what was photographed, `side` the same outline in the colour of its body, in shade.
    `lean` is as in `DieCut`.
    """

    top: Layer
    side: Layer
    lean: tuple[float, float]

    def turned_deg(self, seen: tuple[float, float], anyhow_deg: float) -> float:
        """How far to turn it where tops are `seen` beside their feet; `anyhow_deg` if it may be."""
        if min(math.hypot(*self.lean), math.hypot(*seen)) < STRAIGHT:
            return anyhow_deg
        return math.degrees(math.atan2(seen[1], seen[0]) - math.atan2(self.lean[1], self.lean[0]))

    def missing(self, seen: tuple[float, float]) -> float:
        """Share of its height that its own picture does not show, where tops are `seen` so."""
        return max(0.0, 1 - math.hypot(*self.lean) / max(math.hypot(*seen), STRAIGHT))


class DiePhotos:
    """Cuts by colour and top face."""

    def __init__(self, cuts: Mapping[tuple[str, int], tuple[DieCut, ...]]) -> None:
        self._cuts = cuts

    def __len__(self) -> int:
        return sum(len(cuts) for cuts in self._cuts.values())

    def look(
        self, colour: str | None, face: int, px_per_mm: float, make: float, pick: float
    ) -> DieLook | None:
        """A die of a colour and face as sprites, `None` where no photograph will do.

        `make` from 0 to 1 chooses what all dice of the colour are like, as those of one player
        are, `pick` one of the photographs of such a die.
        """
        if colour == CLEAR:
            return None  # no photograph shows one, and one sees the table through it
        name, order, gains = self._found_as(colour or "white", face, make)
        cuts = self._of_one_make(name, face, make)
        if not cuts:
            return None
        cut = cuts[int(pick * len(cuts)) % len(cuts)]
        like = self._make_of(colour or "white", make) if order != (0, 1, 2) else None
        body = None if like is None else (float(like[0]), float(like[1]), float(like[2]))
        return _look(cut, px_per_mm, order, gains, body)

    def _found_as(
        self, colour: str, face: int, make: float
    ) -> tuple[str, tuple[int, int, int], tuple[float, float, float]]:
        """The colour that is photographed with that face, the order of its channels, and gains."""
        as_it_is, plain = (0, 1, 2), (1.0, 1.0, 1.0)
        other, order = EXCHANGED.get(colour, ("", as_it_is))
        exchanged = (other, face) in self._cuts
        if (colour, face) in self._cuts and not (exchanged and self._is_odd(colour, face, make)):
            return colour, as_it_is, plain
        if exchanged:
            return other, order, plain
        blue, green, red = (level / LIGHT for level in BODIES.get(colour, BODIES[None]))
        return "white", as_it_is, (blue, green, red)

    def _is_odd(self, colour: str, face: int, make: float) -> bool:
        """Whether no die that shows this face may belong to the colour's die number `make`."""
        like = self._make_of(colour, make)
        return like is not None and all(
            float(np.linalg.norm(cut.colour() - like)) > OTHER_MAKE
            for cut in self._cuts[colour, face]
        )

    def _of_one_make(self, colour: str, face: int, make: float) -> tuple[DieCut, ...]:
        """The cuts that look like the colour's die number `make`; the likest where none does."""
        cuts, like = self._cuts.get((colour, face), ()), self._make_of(colour, make)
        if not cuts or like is None:
            return ()
        off = [float(np.linalg.norm(cut.colour() - like)) for cut in cuts]
        within = max(ONE_MAKE, min(off))
        return tuple(cut for cut, far in zip(cuts, off, strict=True) if far <= within)

    def _make_of(self, colour: str, make: float) -> npt.NDArray[np.float64] | None:
        """The body of the colour's die number `make`, BGR; `None` where there is no such colour."""
        all_faces = [cut for side in range(1, 7) for cut in self._cuts.get((colour, side), ())]
        if not all_faces:
            return None
        return all_faces[int(make * len(all_faces)) % len(all_faces)].colour()


@lru_cache(maxsize=512)
def _look(
    cut: DieCut,
    px_per_mm: float,
    order: tuple[int, int, int],
    gains: tuple[float, float, float],
    body_like: tuple[float, float, float] | None,
) -> DieLook:
    side = round(SPRITE_MM * px_per_mm)
    scale = DIE_MM * px_per_mm / cut.edge_px
    h, w = cut.cover.shape
    move = np.array([[scale, 0, side / 2 - scale * w / 2], [0, scale, side / 2 - scale * h / 2]])
    shrunk = cv2.GaussianBlur(cut.body, (0, 0), max(0.01, 0.4 / scale - 0.4))
    body = cv2.warpAffine(shrunk, move, (side, side), borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpAffine(cut.cover, move, (side, side))[..., None]
    tint = np.array(gains, np.float32)
    top = np.clip(body[..., order].astype(np.float32) * tint, 0, 255)
    own = (cut.colour()[list(order)] * tint).astype(np.float32)
    if body_like is not None:
        top, own = _as_another(top, own, np.array(body_like, np.float32))
    shade = np.clip(own * SIDE_LIGHT, 0, 255)
    return DieLook(
        np.dstack([top * cover, cover]).astype(np.float32),
        np.dstack([shade * cover, cover]).astype(np.float32),
        cut.lean,
    )


def _as_another(
    top: npt.NDArray[np.float32], own: npt.NDArray[np.float32], body: npt.NDArray[np.float32]
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """A die with another body, as far as its pixels are of its `own`: white stays white."""
    far = np.linalg.norm(top - own, axis=2) / max(1.0, float(np.linalg.norm(255 - own)))
    share = np.clip(1 - far, 0, 1)[..., None]
    return np.asarray(np.clip(top + share * (body - own), 0, 255), np.float32), body


def load_die_photos(root: Path) -> DiePhotos | None:
    """What can be cut out of the photographs there; `None` where there are none: see `ABSENT`."""
    cuts: dict[tuple[str, int], list[DieCut]] = {}
    for folder in FOLDERS:
        for name, picture, dice in _held_out(root / folder):
            for die in dice:
                found = None if _is_faulty(name, die) else _cut(picture, die)
                if found is not None:
                    cuts.setdefault((str(die["colour"]), int(str(die["value"]))), []).append(found)
    return DiePhotos({key: tuple(found) for key, found in cuts.items()}) if cuts else None


def held_out(files: list[str]) -> list[str]:
    """The files that no model is trained on, of all in one folder."""
    return sorted(files)[HELD_OUT_EVERY - 1 :: HELD_OUT_EVERY]


def _held_out(
    folder: Path,
) -> list[tuple[str, npt.NDArray[np.uint8], list[dict[str, object]]]]:
    """The names of the photographs, themselves, and their labelled dice."""
    labels = folder / "labels.json"
    if not labels.is_file():
        return []
    records = {str(r["file"]): r for r in json.loads(labels.read_text("utf-8"))}
    found = []
    for name in held_out(list(records)):
        picture = cv2.imread(str(folder / name), cv2.IMREAD_COLOR)
        if picture is not None and "web-sourced" not in records[name].get("note", ""):
            dice = records[name]["dice"]
            found.append((Path(name).stem, np.asarray(picture, np.uint8), dice))
    return found


def _is_faulty(name: str, die: Mapping[str, object]) -> bool:
    box = die["bbox"]
    assert isinstance(box, list)
    return (name, int(box[0])) in FAULTY


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
    lean = _lean(left + mx, top + my, picture.shape[1], picture.shape[0])
    edge_px = math.sqrt(area / (1 + SIDE_SEEN * math.hypot(*lean)))
    return DieCut(np.ascontiguousarray(body[middle]), cover[middle], edge_px, lean)


def _lean(x_px: float, y_px: float, w_px: int, h_px: int) -> tuple[float, float]:
    """Where a die's top is seen beside its foot, in edges, at a place of a photograph."""
    return (x_px - w_px / 2) / (FOCAL * w_px), (y_px - h_px / 2) / (FOCAL * w_px)


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

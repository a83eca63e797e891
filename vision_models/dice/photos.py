"""The labelled photographs: which may be trained on, which are kept for measuring, and cuts."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision_models.dice.draw import Picture

TRAIN_FOLDERS = (
    "dicewatcher", "aws", "epanemu", "matteop65", "graylens", "damiantab", "distractors",
)  # fmt: skip
BARE_FOLDERS = ("distractors", "settlerseye")
"""Without any pip die; the second lies in a folder `tokens` beside that of the dice."""
SEEN_FROM_ABOVE = ("dicewatcher", "damiantab")
HELD_OUT_EVERY = 5
Generator = np.random.Generator
Boxes = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A photograph and its dice: `boxes` `(N, 4)` centre and size px, `values` 0 for unreadable."""

    path: Path
    boxes: Boxes
    values: tuple[int, ...]
    from_above: bool

    def is_clear_of_dice(self, x: float, y: float, size: float) -> bool:
        """Whether a square of `size` px round `(x, y)` touches no labelled die."""
        reach = (self.boxes[:, 2:].max(axis=1, initial=0) + size) / 2
        return not (np.abs(self.boxes[:, :2] - (x, y)).max(axis=1, initial=0) < reach).any()

    def turn(self, rng: Generator) -> float:
        """An angle by which a die may be turned: a little only where the upper face is the top."""
        if self.from_above or rng.random() < 0.15:
            return float(rng.uniform(0, 2 * np.pi))
        return float(rng.normal(0, 0.2))


def is_held_out(position: int) -> bool:
    """Every fifth picture, counted in the order of file names, is kept for measuring."""
    return position % HELD_OUT_EVERY == HELD_OUT_EVERY - 1


def training_photos(root: Path, folder: str) -> list[Photo]:
    """The photographs of a folder whose licence allows training, without the held-out ones."""
    records = json.loads((root / folder / "labels.json").read_text("utf-8"))
    return [
        _photo(root / folder, record)
        for position, record in enumerate(sorted(records, key=lambda r: str(r["file"])))
        if not (is_held_out(position) or "web-sourced" in record.get("note", ""))
    ]


def bare_photos(root: Path) -> list[Photo]:
    """Photographs for training that show no pip die: other dice, and boards with their pieces."""
    boards = sorted((root.parent / "tokens" / "settlerseye" / "images").glob("*.jpg"))
    nothing = np.zeros((0, 4), np.float32)
    kept = [Photo(path, nothing, (), False) for path in boards if not is_held_out_board(path)]
    return training_photos(root, "distractors") + kept


def is_held_out_board(path: Path) -> bool:
    """Half of the boards; all pictures of one board (`..._board7_...`) go together."""
    number = re.search(r"board(\d+)", path.name)
    return number is None or int(number.group(1)) % 2 == 0


def _photo(folder: Path, record: dict[str, object]) -> Photo:
    dice = record["dice"]
    assert isinstance(dice, list)
    boxes = np.array([d["bbox"] for d in dice], np.float32).reshape(-1, 4)
    boxes[:, :2] += boxes[:, 2:] / 2
    if folder.name == "matteop65" and len(boxes):
        # These boxes lie round the pips; the dice of one picture are about equally large.
        boxes[:, 2:] = max(46.0, 1.25 * float(boxes[:, 2:].max()))
    values = tuple(int(d["value"] or 0) for d in dice)
    return Photo(folder / str(record["file"]), boxes, values, folder.name in SEEN_FROM_ABOVE)


def cut(picture: Picture, x: float, y: float, side: float, out: int, *,
        turn: float = 0.0, stretch: float = 1.0, flip: bool = False) -> Picture:  # fmt: skip
    """A turned, stretched square of `side` px round (x, y) as `(out, out, 3)`, not aliased."""
    while side > 2 * out:
        reach = side
        left, top = max(0, int(x - reach)), max(0, int(y - reach))
        picture = picture[top : int(y + reach) + 2, left : int(x + reach) + 2]
        h, w = picture.shape[0] // 2, picture.shape[1] // 2
        if min(h, w) < 2:
            break
        picture = np.asarray(cv2.resize(picture, (w, h), interpolation=cv2.INTER_AREA), np.uint8)
        x, y, side = (x - left) / 2, (y - top) / 2, side / 2
    scale = out / side
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    linear = np.array([[c, -s], [s, c]]) @ np.diag([stretch, 1 / stretch])
    if flip:
        linear = linear @ np.diag([-1.0, 1.0])
    move = np.array([out / 2, out / 2]) - linear @ (x, y)
    warp = np.column_stack([linear, move])
    return np.asarray(
        cv2.warpAffine(picture, warp, (out, out), flags=cv2.INTER_LINEAR,
                       borderMode=cv2.BORDER_REPLICATE), np.uint8)  # fmt: skip


def read(path: Path) -> Picture:
    """The pixels of a photograph."""
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    assert picture is not None, path
    return np.asarray(picture, np.uint8)

"""The rendered dice, ready to be laid on a picture: `load_sprites()`.

They lie as atlas pictures with a table of labels in `atlas/`, in the repository only: training
needs them, reading dice does not.
"""

import csv
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision_models.dice.draw import Picture

ATLAS = Path(__file__).parent / "atlas"
TABLE = "sprites.csv"
COLUMNS = ("atlas", "x", "y", "width", "height", "kind", "value", "material", "tilt_deg",
           "azimuth_deg", "left", "top", "right", "bottom")  # fmt: skip
DIE_ALPHA = 200  # more is die, less is shadow, the die's edge or clear matter
SHADOW_BLUR_PX = 1.5
READABLE = "pips"
UNREADABLE = frozenset({"leaning", "logo"})
NO_PIP_DIE = frozenset({"d6", "d8", "d10", "d12", "d20"})


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """One rendered die and its shadow on a table that is not there.

    `image` is `(H, W, 4)` uint8 BGRA, alpha not multiplied in; the shadow is black of low alpha.
    `box` is left, top, right, bottom of the whole visible die without its shadow, px of `image`.
    `value` is the top face 1-6 of kind "pips", nothing for the kinds "leaning" and "logo" (a pip
    die whose top cannot be read) and for dice with numerals, "d6" to "d20". `tilt_deg` is the
    camera's angle off the plumb line; up in the picture is away from the camera, so the top face
    is the upper one. `azimuth_deg` is the die's turn on the table.
    """

    image: Picture
    value: int | None
    kind: str
    material: str
    tilt_deg: float
    azimuth_deg: float
    box: tuple[float, float, float, float]

    @property
    def is_pip_die(self) -> bool:
        """Whether a reader should find it: a die with pips, readable or not."""
        return self.kind not in NO_PIP_DIE


def load_sprites(folder: Path = ATLAS) -> tuple[Sprite, ...]:
    """All sprites of an atlas folder, always in the same order.

    Raises `FileNotFoundError` where a file is missing, `ValueError` where a picture cannot be read
    or is smaller than its labels say.
    """
    table = folder / TABLE
    if not table.exists():
        raise FileNotFoundError(f"{table} is missing: the sprites lie in the repository only")
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    pictures = {name: _picture(folder / name) for name in sorted({r["atlas"] for r in rows})}
    return tuple(_sprite(row, pictures[row["atlas"]]) for row in rows)


def _picture(path: Path) -> Picture:
    if not path.exists():
        raise FileNotFoundError(f"{path} is missing, but {TABLE} names it")
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3 or picture.shape[2] != 4:
        raise ValueError(f"{path} is no picture with four channels")
    return np.asarray(picture, np.uint8)


def _sprite(row: dict[str, str], picture: Picture) -> Sprite:
    x, y, w, h = (int(row[k]) for k in ("x", "y", "width", "height"))
    image = picture[y : y + h, x : x + w]
    if image.shape[:2] != (h, w):
        raise ValueError(f"{row['atlas']} has no {w}x{h} px at ({x}, {y})")
    return Sprite(
        image=with_smooth_shadow(image),
        value=int(row["value"]) if row["value"] else None,
        kind=row["kind"],
        material=row["material"],
        tilt_deg=float(row["tilt_deg"]),
        azimuth_deg=float(row["azimuth_deg"]),
        box=(float(row["left"]), float(row["top"]), float(row["right"]), float(row["bottom"])),
    )


def with_smooth_shadow(image: Picture) -> Picture:
    """A copy whose shadow has no steps any more; the die and its edge stay as they are."""
    die = cv2.dilate((image[..., 3] > DIE_ALPHA).astype(np.uint8), np.ones((5, 5), np.uint8))
    weight = (1 - die).astype(np.float32)
    shadow = cv2.GaussianBlur(image[..., 3] * weight, (0, 0), SHADOW_BLUR_PX)
    share = np.maximum(cv2.GaussianBlur(weight, (0, 0), SHADOW_BLUR_PX), 1e-3)
    smooth = image.copy()
    smooth[..., 3] = np.where(die, image[..., 3], np.round(shadow / share))
    return smooth

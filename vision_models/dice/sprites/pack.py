"""Pack rendered sheets into the atlas: `python -m vision_models.dice.sprites.pack --sheets DIR`.

Each die is cut out with a margin in which its shadow fades, and laid in rows on WebP pictures.
"""

import argparse
import csv
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from vision_models.dice.draw import Picture
from vision_models.dice.sprites.load import ATLAS, COLUMNS, DIE_ALPHA, READABLE, TABLE

MARGIN_PX = 14
WIDTH_PX = 1024
SPRITES_A_PICTURE = 240
ALPHA_STEP = 16  # coarser shadows make smaller files; the loader smooths them
LEAST_CONTRAST = 28.0  # fainter pips, as under a glare, are not to be read
QUALITY = 76
Label = dict[str, str | int | float | None]
Cut = tuple[Picture, Label]


def cut_out(sheet: Picture, labels: Sequence[Label]) -> Iterator[Cut]:
    """The dice of a sheet, `(H, W, 4)` BGRA each; boxes in the labels become those of the cut.

    A die too near to the border of the sheet or to another is left out, and one whose top pips
    are to be read but hardly to be seen.
    """
    boxes = np.array([[float(label[k] or 0) for k in COLUMNS[-4:]] for label in labels])
    room = boxes + np.array([-1, -1, 1, 1]) * MARGIN_PX
    for k, label in enumerate(labels):
        left, top = np.floor(room[k, :2]).astype(int)
        right, bottom = np.ceil(room[k, 2:]).astype(int)
        others = np.delete(boxes, k, axis=0)
        near = (others[:, :2] < room[k, 2:]).all(axis=1) & (others[:, 2:] > room[k, :2]).all(axis=1)
        outside = left < 0 or top < 0 or right > sheet.shape[1] or bottom > sheet.shape[0]
        faint = label["kind"] == READABLE and float(label["contrast"] or 0) < LEAST_CONTRAST
        if outside or near.any() or faint:
            continue
        box = boxes[k] - (left, top, left, top)
        image = faded(sheet[top:bottom, left:right], box.tolist())
        numbers = dict(zip(COLUMNS[-4:], box, strict=True))
        numbers |= {name: float(label[name] or 0) for name in ("tilt_deg", "azimuth_deg")}
        yield image, {**label, **{name: round(float(v), 1) for name, v in numbers.items()}}


def faded(image: Picture, box: Sequence[float]) -> Picture:
    """The cut with alpha falling to 0 over the margin round the die's outline."""
    left, top, right, bottom = (round(side) for side in box)
    off_die = np.ones(image.shape[:2], np.uint8)
    off_die[top:bottom, left:right] = image[top:bottom, left:right, 3] <= DIE_ALPHA
    off = cv2.distanceTransform(off_die, cv2.DIST_L2, 5)
    share = np.clip((off - 1) / (MARGIN_PX - 2), 0, 1)
    alpha = image[..., 3] * (1 - share**2 * (3 - 2 * share))
    coarse = np.round(alpha / ALPHA_STEP) * ALPHA_STEP
    cut = image.copy()
    cut[..., 3] = np.where(alpha > DIE_ALPHA, alpha, np.clip(coarse, 0, 255))
    cut[cut[..., 3] == 0] = 0
    return cut


def in_rows(cuts: Sequence[Cut]) -> tuple[Picture, list[tuple[int, int]]]:
    """One picture with the cuts in rows, and the left and top of each."""
    places, x, y, row = [], 0, 0, 0
    for image, _ in cuts:
        h, w = image.shape[:2]
        if x + w > WIDTH_PX:
            x, y, row = 0, y + row, 0
        places.append((x, y))
        x, row = x + w, max(row, h)
    picture = np.zeros((y + row, WIDTH_PX, 4), np.uint8)
    for (image, _), (x, y) in zip(cuts, places, strict=True):
        picture[y : y + image.shape[0], x : x + image.shape[1]] = image
    return picture, places


def pack(cuts: Sequence[Cut], out: Path) -> None:
    """Write pictures and table in place of those that are there."""
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob("atlas_*.webp"):
        old.unlink()
    with (out / TABLE).open("w", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        table.writeheader()
        for start in range(0, len(cuts), SPRITES_A_PICTURE):
            part = cuts[start : start + SPRITES_A_PICTURE]
            name = f"atlas_{start // SPRITES_A_PICTURE:02d}.webp"
            picture, places = in_rows(part)
            cv2.imwrite(str(out / name), picture, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
            for (image, label), (x, y) in zip(part, places, strict=True):
                h, w = image.shape[:2]
                table.writerow(
                    {**_shown(label), "atlas": name, "x": x, "y": y, "width": w, "height": h}
                )


def _shown(label: Label) -> Label:
    return {name: value for name, value in label.items() if name in COLUMNS}


def main() -> None:
    """Pack all whole sheets of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheets", type=Path, required=True, help="folder that render.py filled")
    parser.add_argument("--out", type=Path, default=ATLAS)
    options = parser.parse_args()
    cuts: list[Cut] = []
    for path in sorted(options.sheets.glob("sheet_*.json")):
        sheet = cv2.imread(str(path.with_suffix(".png")), cv2.IMREAD_UNCHANGED)
        cuts += cut_out(np.asarray(sheet, np.uint8), json.loads(path.read_text()))
    pack(cuts, options.out)
    size = sum(p.stat().st_size for p in options.out.iterdir())
    print(f"{len(cuts)} sprites, {size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()

# mypy: ignore-errors
"""Letters, numerals and signs of many fonts as small masks: `python -m vision_models.dice.glyphs`.

Writes `glyphs.npz` beside this file, so that drawing needs no font. Needs `pillow` and the fonts
that come with `matplotlib` (DejaVu, STIX, Computer Modern; all free to render). Neither is a
dependency of the program, so their types are unknown to the checker: hence the first line.
"""

from pathlib import Path

import numpy as np
from matplotlib import get_data_path
from PIL import Image, ImageDraw, ImageFont

HERE = Path(__file__).parent
SIDE_PX = 32
LEVELS = 16
TEXT_FONTS = (
    "DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-BoldOblique", "DejaVuSansMono",
    "DejaVuSansMono-Bold", "DejaVuSerif", "DejaVuSerif-Bold", "DejaVuSerif-Italic",
    "DejaVuSansDisplay", "STIXGeneral",
    "STIXGeneralBol", "STIXGeneralBolIta", "cmb10", "cmr10", "cmss10", "cmtt10", "cmti10",
)  # fmt: skip
CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-?!=&"
SIGN_FONT = "DejaVuSans"
DICE = range(0x2680, 0x2686)
SIGNS = tuple(
    chr(c)
    for low, high in ((0x2190, 0x21FF), (0x25A0, 0x25FF), (0x2600, 0x26B8), (0x2701, 0x27BE))
    for c in range(low, high)
    if c not in DICE
)[::2]


def mask(character: str, font: ImageFont.FreeTypeFont) -> np.ndarray | None:
    """Coverage 0-15 `(32, 32)` of a character, filling the square; `None` if it is blank."""
    big = Image.new("L", (160, 160), 0)
    ImageDraw.Draw(big).text((80, 80), character, font=font, fill=255, anchor="mm")
    box = big.getbbox()
    if box is None:
        return None
    side = max(box[2] - box[0], box[3] - box[1], 40) + 4
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    cut = big.crop((int(x - side / 2), int(y - side / 2), int(x + side / 2), int(y + side / 2)))
    small = np.asarray(cut.resize((SIDE_PX, SIDE_PX), Image.Resampling.BOX), np.uint8)
    return small // (256 // LEVELS)


def main() -> None:
    """Write the file."""
    folder = Path(get_data_path()) / "fonts" / "ttf"

    def font(name: str) -> ImageFont.FreeTypeFont:
        return ImageFont.truetype(str(folder / f"{name}.ttf"), 80)

    text = [[mask(c, font(name)) for c in CHARACTERS] for name in TEXT_FONTS]
    blank = np.zeros((SIDE_PX, SIDE_PX), np.uint8)
    table = np.array([[blank if m is None else m for m in row] for row in text])
    signs = [m for c in SIGNS if (m := mask(c, font(SIGN_FONT))) is not None]
    np.savez_compressed(HERE / "glyphs.npz", text=table, signs=np.array(signs))


if __name__ == "__main__":
    main()

"""Pictures as another lamp would light them before a camera that does not follow it."""

import cv2
import numpy as np

from companion.camera.frame import Pixels

BLACK_BODY_RGB = {
    2700: (255, 169, 87), 3200: (255, 184, 114), 4000: (255, 209, 163), 5000: (255, 228, 206),
    6500: (255, 255, 255),
}  # fmt: skip
"""sRGB of a black body; from published tables, as the program's are."""


def lit(pixels: Pixels, kelvin: int) -> Pixels:
    """The picture by a lamp of this temperature, as bright as before; what is too bright clips."""
    levels = np.arange(256) / 255
    linear = np.where(levels <= 0.04045, levels / 12.92, ((levels + 0.055) / 1.055) ** 2.4)
    colour = linear[np.array(BLACK_BODY_RGB[kelvin][::-1])]
    colour = colour / (colour @ (0.114, 0.587, 0.299))
    light = np.clip(linear[pixels] * colour, 0, 1)
    back = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.asarray(np.round(back * 255), np.uint8)


def room(size: tuple[int, int] = (240, 320)) -> Pixels:
    """A cloth, a sheet of paper and a shadow: what lies about on a table."""
    picture = np.full((*size, 3), (70, 110, 60), np.uint8)
    cv2.rectangle(picture, (10, 10), (90, 70), (228, 232, 233), -1)
    cv2.rectangle(picture, (0, size[0] - 40), (size[1], size[0]), (40, 60, 35), -1)
    return picture

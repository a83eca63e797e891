"""Printed things for training: words, signs, ornaments, woven and printed patterns.

Masks are `(H, W)` float32 coverage 0-1; pictures `(H, W, 3)` uint8 BGR; lengths px; all chances
come from the generator passed in.
"""

from functools import cache
from importlib import resources

import cv2
import numpy as np
import numpy.typing as npt

from vision_models.dice.draw import Colour, Mask, Picture

Masks = npt.NDArray[np.uint8]


@cache
def _glyphs() -> tuple[Masks, Masks]:
    """Characters `(fonts, characters, 32, 32)` and signs `(N, 32, 32)`, coverage 0-15."""
    with resources.files(__package__).joinpath("glyphs.npz").open("rb") as file:
        stored = np.load(file)
        return stored["text"], stored["signs"]


def sign(rng: np.random.Generator) -> Mask:
    """One sign: arrow, star, flower, chessman, zodiac and so on; `(32, 32)`."""
    signs = _glyphs()[1]
    return np.asarray(signs[rng.integers(len(signs))] / 15, np.float32)


def word(rng: np.random.Generator, most: int = 6) -> Mask:
    """One to `most` characters of one font side by side, `(32, W)`."""
    text = _glyphs()[0]
    font = text[rng.integers(len(text))]
    length = int(rng.integers(1, most + 1))
    low, high = (0, 10) if rng.random() < 0.4 else (0, len(font))
    letters = [_narrow(font[rng.integers(low, high)]) for _ in range(length)]
    return np.asarray(np.hstack(letters) / 15, np.float32)


def _narrow(glyph: Masks) -> Masks:
    """Without most of the blank at both sides."""
    columns = np.nonzero(glyph.max(axis=0) > 2)[0]
    if not len(columns):
        return glyph
    return glyph[:, max(0, columns[0] - 2) : columns[-1] + 3]


def ornament(rng: np.random.Generator, side: int = 32) -> Mask:
    """A symmetrical figure of strokes and dots, as woven or stamped."""
    half = np.zeros((side, side // 2), np.float32)
    for _ in range(int(rng.integers(2, 7))):
        points = rng.uniform(0, side, (int(rng.integers(2, 5)), 2)) * (0.5, 1)
        cv2.polylines(half, [np.round(points * 16).astype(np.int32)], False, 1.0,
                      int(rng.integers(1, 4)), cv2.LINE_AA, 4)  # fmt: skip
    mask = np.hstack([half, half[:, ::-1]])
    if rng.random() < 0.4:
        mask = np.maximum(mask, mask[::-1])
    return np.ascontiguousarray(mask)


def art_mask(rng: np.random.Generator, side: int, *, pictured: bool) -> Mask:
    """What a face that is no pip face shows: a numeral, or a sign or ornament; `(side, side)`."""
    if not pictured:
        mask = word(rng, 2) if rng.random() < 0.4 else word(rng, 1)
    elif rng.random() < 0.5:
        mask = ornament(rng)
    else:
        mask = sign(rng) if rng.random() < 0.7 else word(rng, 5)
    h, w = mask.shape
    scale = side * 0.9 / max(h, w)
    size = (max(1, round(w * scale)), max(1, round(h * scale)))
    small = cv2.resize(mask, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    left, top = (side - size[0]) // 2, (side - size[1]) // 2
    return np.asarray(
        cv2.copyMakeBorder(small, top, side - size[1] - top, left, side - size[0] - left,
                           cv2.BORDER_CONSTANT), np.float32)  # fmt: skip


def crest(rng: np.random.Generator, side: int = 48) -> Mask:
    """A dense device as maker's dice bear it: figures, leaves and words in a ring or frame."""
    mask = np.zeros((side, side, 3), np.float32)
    middle = side / 2
    figure = ornament(rng, 32) if rng.random() < 0.6 else sign(rng)
    _lay(mask, figure, (middle, middle * rng.uniform(0.8, 1.0), side * rng.uniform(0.4, 0.7), 0.0))
    for _ in range(int(rng.integers(1, 5))):  # leaves, mirrored
        leaf, turn = (ornament(rng) if rng.random() < 0.5 else sign(rng)), rng.uniform(0, 7)
        at, height = rng.uniform(0.1, 0.4, 2) * side, side * rng.uniform(0.15, 0.35)
        at[1] += rng.uniform(0, 0.4) * side
        _lay(mask, leaf, (float(at[0]), float(at[1]), height, turn))
        _lay(mask, leaf[:, ::-1], (float(side - at[0]), float(at[1]), height, -turn))
    for row in rng.choice([0.1, 0.8, 0.92], int(rng.integers(0, 4)), replace=False).tolist():
        text = word(rng, 8)
        height = min(0.16 * side, 0.95 * side * text.shape[0] / text.shape[1])
        _lay(mask, text, (middle, row * side, height, 0.0))
    ring = mask[..., 0].copy()
    kind, reach = rng.random(), side * rng.uniform(0.4, 0.48)
    if kind < 0.35:
        cv2.circle(ring, (round(middle), round(middle)), round(reach), 1.0, 2, cv2.LINE_AA)
    elif kind < 0.55:
        edge = round(middle - reach)
        cv2.rectangle(ring, (edge, edge), (side - 1 - edge, side - 1 - edge), 1.0, 2)
    return np.asarray(np.clip(ring, 0, 1), np.float32)


def _lay(mask: Mask, figure: Mask, place: tuple[float, float, float, float]) -> None:
    """Stamp coverage on coverage; `mask` is `(H, W, 3)`."""
    levels = np.asarray(np.clip(mask, 0, 1) * 255, np.uint8)
    stamp(levels, np.ascontiguousarray(figure), place, (255.0, 255.0, 255.0))
    mask[:] = levels / np.float32(255)


def stamp(
    canvas: Picture, mask: Mask, place: tuple[float, float, float, float], ink: Colour,
    opacity: float = 1.0,
) -> None:  # fmt: skip
    """Lay a mask in one colour on the canvas: `place` is middle x, y, height px and turn."""
    x, y, height, turn = place
    scale = height / mask.shape[0]
    while scale < 0.5 and min(mask.shape) > 3:
        mask = np.asarray(cv2.resize(mask, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
        scale *= 2
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    h, w = mask.shape
    reach = 0.5 * float(np.hypot(h, w)) * scale + 2
    rows, columns = canvas.shape[:2]
    left, top = max(0, int(x - reach)), max(0, int(y - reach))
    right, bottom = min(columns, int(x + reach) + 1), min(rows, int(y + reach) + 1)
    if right <= left or bottom <= top:
        return
    linear = np.array([[c, -s], [s, c]])
    move = np.array([x - left, y - top]) - linear @ (w / 2, h / 2)
    warp = np.column_stack([linear, move])
    laid = cv2.warpAffine(mask, warp, (right - left, bottom - top), flags=cv2.INTER_LINEAR)
    part = canvas[top:bottom, left:right]
    cover = (laid * opacity)[..., None]
    part[:] = (part * (1 - cover) + np.array(ink, np.float32) * cover).astype(np.uint8)


def plaid(h: int, w: int, rng: np.random.Generator, ground: Picture) -> Picture:
    """Bands both ways over a ground, with a weave where they cross; turned by any angle."""
    reach = int(np.hypot(h, w)) + 2
    period = float(np.exp(rng.uniform(np.log(16), np.log(110))))
    art = np.zeros((reach, reach, 3), np.float32)
    cover = np.zeros((reach, reach), np.float32)
    thread = float(rng.uniform(1.5, 7))
    axis = np.arange(reach)
    for _ in range(int(rng.integers(1, 4))):
        colour = np.array([rng.uniform(0, 255) for _ in range(3)], np.float32)
        width, start = period * rng.uniform(0.12, 0.5), rng.uniform(0, period)
        band = (((axis + start) % period) < width).astype(np.float32)
        twill = (((axis[:, None] + axis[None, :]) / thread) % 1 < 0.5).astype(np.float32)
        both = np.maximum(band[:, None] * np.maximum(twill, band[None, :]),
                          band[None, :] * np.maximum(1 - twill, band[:, None]))  # fmt: skip
        strength = both * float(rng.uniform(0.4, 0.95))
        art *= 1 - strength[..., None]
        art += colour * strength[..., None]
        cover = np.asarray(1 - (1 - cover) * (1 - strength), np.float32)
    centre = (reach / 2, reach / 2)
    warp = cv2.getRotationMatrix2D(centre, float(rng.uniform(0, 360)), 1.0)
    warp[:, 2] += np.array([w / 2 - reach / 2, h / 2 - reach / 2])
    laid = cv2.warpAffine(art, warp, (w, h), borderMode=cv2.BORDER_REFLECT)
    share = cv2.warpAffine(cover, warp, (w, h), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(np.clip(ground * (1 - share[..., None]) + laid, 0, 255), np.uint8)


def page(h: int, w: int, rng: np.random.Generator, ground: Picture) -> Picture:
    """Lines of words, large or small, in one direction."""
    art = np.ascontiguousarray(ground)
    height = float(np.exp(rng.uniform(np.log(7), np.log(60))))
    turn = float(rng.uniform(0, 7)) if rng.random() < 0.6 else float(rng.normal(0, 0.1))
    ink = _ink(art, rng)
    along, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    reach = float(np.hypot(h, w)) / 2
    middle = np.array([w / 2, h / 2])
    row = -reach
    while row < reach:
        at = -reach + rng.uniform(0, height)
        while at < reach:
            mask = word(rng, 8)
            length = mask.shape[1] * height / 32
            x, y = middle + along * (at + length / 2) + down * row
            stamp(art, mask, (float(x), float(y), height, turn), ink)
            at += length + height * 0.7
        row += height * rng.uniform(1.3, 2.4)
    return art


def table_of_cells(h: int, w: int, rng: np.random.Generator, ground: Picture) -> Picture:
    """Coloured cells in a grid, each with large letters and small print."""
    art = np.ascontiguousarray(ground)
    side = float(np.exp(rng.uniform(np.log(22), np.log(110))))
    turn = float(rng.normal(0, 0.3))
    c, s = np.cos(turn), np.sin(turn)
    reach = int(np.hypot(h, w) / side / 2) + 1
    palette = [np.array([rng.uniform(40, 255) for _ in range(3)]) for _ in range(4)]
    for row in range(-reach, reach + 1):
        for column in range(-reach, reach + 1):
            x = w / 2 + (c * column - s * row) * side
            y = h / 2 + (s * column + c * row) * side
            if not (-side < x < w + side and -side < y < h + side):
                continue
            corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * 0.48 * side
            ring = corners @ np.array([[c, s], [-s, c]]) + (x, y)
            fill = palette[int(rng.integers(4))]
            cv2.fillPoly(art, [np.round(ring * 16).astype(np.int32)],
                         tuple(float(v) for v in fill), cv2.LINE_AA, 4)  # fmt: skip
            ink: Colour = (20.0, 20.0, 20.0) if fill.mean() > 90 else (235.0, 235.0, 235.0)
            mask = word(rng, 2) if rng.random() < 0.8 else sign(rng)
            stamp(art, mask, (x, y, side * 0.42, turn), ink)
            if rng.random() < 0.7:
                stamp(art, word(rng, 5), (x, y + 0.33 * side, side * 0.15, turn), ink)
    return art


def _ink(art: Picture, rng: np.random.Generator) -> Colour:
    if rng.random() < 0.6:
        level = 20.0 if art.mean() > 110 else 235.0
        return (level, level, level)
    b, g, r = rng.uniform(0, 255, 3)
    return float(b), float(g), float(r)

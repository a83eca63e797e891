"""The board as it would be printed: original art about a layout's areas, slots and tags."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.core.layout import Area, Layout, Slot, SlotKind, Tag

Picture = npt.NDArray[np.uint8]
SPACE, LINE, SOFT_LINE, INK = (52, 28, 16), (226, 204, 176), (170, 140, 110), (240, 226, 208)
NEBULAE = ((120, 40, 90), (130, 90, 20), (60, 40, 110), (110, 70, 40))
"""Colours of the art, BGR: dark, so that pieces stand out."""
QUIET = 1.45
"""Width of the white square about a tag in tag edges: without it tags are not found."""


def board_art(layout: Layout, px_per_mm: float, seed: int) -> Picture:
    """The bare board at a scale, `(H, W, 3)` uint8 BGR."""
    rng = np.random.default_rng(seed)
    w, h = round(layout.width_mm * px_per_mm), round(layout.height_mm * px_per_mm)
    art = _space(w, h, rng)
    # Light areas would pass for cards: where these lie, places are outlined only.
    fills = not layout.cards
    for area in layout.areas.values():
        _draw_area(art, area, px_per_mm, fills=fills)
    for slot in layout.slots.values():
        _draw_slot(art, slot, px_per_mm, fills=fills)
    for area in layout.areas.values():
        _label(art, area, px_per_mm)
    for tag in layout.tags:
        _draw_tag(art, tag, px_per_mm)
    return art


def felt(w: int, h: int, seed: int) -> Picture:
    """A tray to throw dice in, for games without a board."""
    rng = np.random.default_rng(seed)
    base = np.array((58, 78, 40), np.float32) + _cloud(w, h, rng, 6)[..., None] * 3
    fibres = cv2.GaussianBlur(rng.normal(0, 14, (h, w)).astype(np.float32), (0, 0), 1.1)
    return np.asarray(np.clip(base + fibres[..., None], 0, 255), np.uint8)


def table_top(w: int, h: int, seed: int) -> Picture:
    """Wood under and around the board."""
    rng = np.random.default_rng(seed)
    rows = np.interp(np.arange(h), np.linspace(0, h, 90), rng.normal(0, 9, 90))
    waves = _cloud(w, h, rng, 5) * 7 + rows[:, None]
    grain = cv2.GaussianBlur(rng.normal(0, 22, (h, w)).astype(np.float32), (0, 0), 14, sigmaY=0.8)
    level = (waves + 4 * grain)[..., None]
    wood = np.array((70, 104, 148), np.float32) + level * np.array((0.7, 0.85, 1.0), np.float32)
    return np.clip(wood, 0, 255).astype(np.uint8)


def _cloud(w: int, h: int, rng: np.random.Generator, cells: int) -> npt.NDArray[np.float32]:
    """Smooth noise `(h, w)` of unit spread."""
    coarse = rng.normal(0, 1, (cells, cells + 2)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC), np.float32)


def _space(w: int, h: int, rng: np.random.Generator) -> Picture:
    small = (h // 6, w // 6)  # clouds are soft: drawn small they look the same, and cost little
    art = np.empty((*small, 3), np.float32)
    art[:] = SPACE
    for colour in NEBULAE:
        cloud = np.clip(_cloud(*small[::-1], rng, 4) + 0.4 * _cloud(*small[::-1], rng, 12), 0, 2)
        art += cloud[..., None] * np.array(colour, np.float32) * 0.16
    large = cv2.resize(np.clip(art, 0, 255), (w, h), interpolation=cv2.INTER_CUBIC)
    picture = np.asarray(large, np.uint8)
    for _ in range(w * h // 9000):
        at = (int(rng.integers(w)), int(rng.integers(h)))
        level = int(rng.integers(90, 230))
        cv2.circle(picture, at, int(rng.integers(0, 2)), (level, level, level), -1, cv2.LINE_AA)
    return picture


def _rounded(art: Picture, box: tuple[float, float, float, float], radius: float, scale: float,
             *, fill: float, line: tuple[int, int, int], width: int) -> None:  # fmt: skip
    """A rounded box (left, top, width, height, mm): its inside brightened by `fill`, and a line."""
    left, top, w, h = (round(v * scale) for v in box)
    mask = np.zeros((h + 1, w + 1), np.uint8)
    r = max(1, round(radius * scale))
    cv2.rectangle(mask, (r, 0), (w - r, h), 255, -1)
    cv2.rectangle(mask, (0, r), (w, h - r), 255, -1)
    for corner in ((r, r), (w - r, r), (r, h - r), (w - r, h - r)):
        cv2.circle(mask, corner, r, 255, -1)
    inside = art[max(0, top) : top + h + 1, max(0, left) : left + w + 1]
    mask = mask[max(0, -top) :, max(0, -left) :][: inside.shape[0], : inside.shape[1]]
    filled = np.asarray(cv2.add(inside, np.full(4, fill)), np.uint8)
    np.copyto(inside, filled, where=mask[..., None] > 0)
    shapes, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    offset = (max(0, left), max(0, top))
    cv2.drawContours(art, shapes, -1, line, width, cv2.LINE_AA, offset=offset)


def _draw_area(art: Picture, area: Area, scale: float, *, fills: bool) -> None:
    box = (area.x_mm, area.y_mm, area.w_mm, area.h_mm)
    _rounded(
        art, box, 4.0, scale, fill=14 * fills, line=SOFT_LINE, width=max(1, round(0.5 * scale))
    )


def _draw_slot(art: Picture, slot: Slot, scale: float, *, fills: bool) -> None:
    box = (slot.x_mm - slot.w_mm / 2, slot.y_mm - slot.h_mm / 2, slot.w_mm, slot.h_mm)
    if slot.kind is SlotKind.DIE:
        # No star may lie where a die is looked for: it would pass for a pip.
        left, top, w, h = (round(v * scale) for v in box)
        inside = art[top : top + h, left : left + w]
        inside[:] = np.median(inside, axis=(0, 1))
        _rounded(art, box, 3.0, scale, fill=-22, line=LINE, width=max(1, round(0.6 * scale)))
    else:
        _rounded(
            art, box, 6.0, scale, fill=10 * fills, line=SOFT_LINE, width=max(1, round(0.3 * scale))
        )


def _label(art: Picture, area: Area, scale: float) -> None:
    """The area's name in its top left corner, as large as fits."""
    text = area.label.encode("ascii", "replace").decode()
    font, thick = cv2.FONT_HERSHEY_DUPLEX, max(1, round(0.35 * scale))
    (wide, _), _ = cv2.getTextSize(text, font, 1.0, thick)
    size = min(0.13 * scale, (area.w_mm - 4) * scale / max(1, wide))
    at = (round((area.x_mm + 2.5) * scale), round((area.y_mm + 4.8) * scale))
    cv2.putText(art, text, at, font, size, INK, thick, cv2.LINE_AA)


def _draw_tag(art: Picture, tag: Tag, scale: float) -> None:
    """The tag on its white square."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for edge, marker in ((tag.size_mm * QUIET, False), (tag.size_mm, True)):
        left, top = round((tag.x_mm - edge / 2) * scale), round((tag.y_mm - edge / 2) * scale)
        right, bottom = round((tag.x_mm + edge / 2) * scale), round((tag.y_mm + edge / 2) * scale)
        if not marker:
            cv2.rectangle(art, (left, top), (right - 1, bottom - 1), (244, 246, 246), -1)
            continue
        cells = cv2.aruco.generateImageMarker(dictionary, tag.id, 6)
        size = (right - left, bottom - top)
        printed = cv2.resize(cells, size, interpolation=cv2.INTER_NEAREST)
        art[top:bottom, left:right] = np.clip(printed[..., None], 24, 244)

"""The whole mat of a layout, in board millimetres."""

import zlib
from dataclasses import dataclass
from itertools import pairwise

import cv2

from calibration.mats.art import AreaArt, MatArt
from calibration.mats.ground import draw_ground
from calibration.mats.icons import draw_icon, icon_width
from calibration.mats.pen import BOLD, CAP_HEIGHT, Ink, Pen, fitted
from calibration.mats.sky import draw_sky
from calibration.mats.style import Style
from companion.core.layout import Area, Layout, Slot, SlotKind, Tag

EDGE_MM = 8.0
"""White all round: printers do not reach the edge."""
QUIET_CELLS = 1.1
"""White about a tag in its own cells (a sixth of its edge): without it tags are not found."""
TITLE_MM, NOTE_MM, NUMBER_MM = 6.0, 4.3, 3.0
"""Sizes of letters: titles are read from 60 cm, notes when leaning over."""
ICON_MM = 7.0
"""Edge of the dice in icons: less than half a real one, so that no reader takes them for dice."""
TRAY_MM = 2.0
"""How far the tray under joined slots reaches above and below them."""
RULE_MM, TWO_LINES_MM = 7.6, 14.0
"""Height of the line with icon and note, and of a head that has room for title and rule."""
CHECK_MM = 100.0
CREDIT = (
    "A mat for the tabletop companion, of its own design;",
    "not made or endorsed by the publisher of the game.",
    "Keep the tags and the white about them whole and clean.",
)


@dataclass(frozen=True, slots=True)
class Mat:
    """What is printed: a layout with its hints, the game's title and colours."""

    title: str
    layout: Layout
    art: MatArt
    style: Style


def draw_mat(pen: Pen, mat: Mat) -> None:
    """Draw it with the board's corner at the origin."""
    layout, style = mat.layout, mat.style
    inner = (EDGE_MM, EDGE_MM, layout.width_mm - 2 * EDGE_MM, layout.height_mm - 2 * EDGE_MM)
    seed = zlib.crc32(mat.title.encode())
    boxes = [(a.x_mm, a.y_mm, a.w_mm, a.h_mm) for a in layout.areas.values()]
    if mat.art.check is not None:
        boxes.append((mat.art.check[0], mat.art.check[1] - 30, CHECK_MM, 36.0))
    with pen.inside(*inner, 6.0):
        draw_sky(pen, style, inner, mat.art.globe, panels=boxes, seed=seed)
        for area in layout.areas.values():
            _draw_area(pen, mat, area)
    pen.box(*inner, Ink(line=style.edge, width=0.5), radius=6.0)
    for tag in layout.tags:
        draw_tag(pen, tag)
    _draw_check(pen, mat)


def _draw_area(pen: Pen, mat: Mat, area: Area) -> None:
    style, art = mat.style, mat.art.of(area.id)
    slots = mat.layout.in_area(area.id)
    _panel(pen, style, area, art)
    for slot in slots:
        if slot.kind is not SlotKind.DIE:
            _draw_region(pen, style, slot, art)
    dice = [slot for slot in slots if slot.kind is SlotKind.DIE]
    if art.joined:
        for start in range(0, len(dice), art.joined):
            _tie(pen, style, dice[start : start + art.joined])
    for number, slot in enumerate(dice, 1):
        _draw_slot(pen, style, slot, number if len(dice) > 1 else 0)
    _words(pen, style, area, art, slots)


def _panel(pen: Pen, style: Style, area: Area, art: AreaArt) -> None:
    box = (area.x_mm, area.y_mm, area.w_mm, area.h_mm)
    alpha = style.land_alpha if art.ground else style.panel_alpha
    pen.box(*box, Ink(fill=style.panel, alpha=alpha), radius=4.0)
    owner = style.owners.get(art.owner)
    if owner is not None:
        pen.box(*box, Ink(fill=owner, alpha=0.13), radius=4.0)
    pen.box(*box, Ink(line=owner or style.edge, width=0.9 if owner else 0.35), radius=4.0)


def _words(pen: Pen, style: Style, area: Area, art: AreaArt, slots: tuple[Slot, ...]) -> None:
    """The title in the head, and the rule: below the slots, under the title or beside a slot."""
    above = min((s.y_mm - s.h_mm / 2 for s in slots), default=area.y_mm + 11.0) - area.y_mm
    foot = max((s.y_mm + s.h_mm / 2 for s in slots), default=area.y_mm)
    pad = TRAY_MM if art.joined else 0.0
    below = area.y_mm + area.h_mm - foot - pad
    above -= pad
    foot_rule = below >= RULE_MM - 1
    head = min(11.0, above) if foot_rule or above < TWO_LINES_MM else above - RULE_MM
    left, right = area.x_mm + 4.0, area.x_mm + area.w_mm - 4.0
    middle = area.y_mm + head / 2
    if foot_rule:
        _rule(pen, style, art, (left, right, foot + pad + below / 2), below)
    elif above >= TWO_LINES_MM:
        _rule(pen, style, art, (left, right, area.y_mm + head + RULE_MM / 2 - 0.8), RULE_MM)
    elif art.note:
        slot = max(slots, key=lambda s: s.y_mm)
        end = slot.x_mm - slot.w_mm / 2 - 2
        _rule(pen, style, art, (left, end, slot.y_mm), RULE_MM)
    elif art.icon:
        edge = min(ICON_MM, head - 2.6)
        right -= icon_width(art, edge)
        draw_icon(pen, style, art, (right, middle), edge)
        right -= 2.0
    owner = style.owners.get(art.owner)
    if owner is not None:
        _badge(pen, style, art.owner[0].upper(), owner, (left + 2.6, middle))
        left += 7.4
    size = fitted(area.label, min(TITLE_MM, 0.74 * head), right - left, BOLD)
    pen.text(left, middle + size * CAP_HEIGHT / 2, area.label, size, style.title, font=BOLD)


def _rule(pen: Pen, style: Style, art: AreaArt, line: tuple[float, float, float], height: float
          ) -> None:  # fmt: skip
    """Icon and note on a line (left end, right end, middle, mm)."""
    left, right, middle = line
    if art.icon:
        edge = min(ICON_MM, height - 1.6)
        draw_icon(pen, style, art, (left, middle), edge)
        left += icon_width(art, edge) + 2.5
    if art.note:
        size = fitted(art.note, NOTE_MM, right - left)
        pen.text(left, middle + size * CAP_HEIGHT / 2, art.note, size, style.note)


def _badge(pen: Pen, style: Style, letter: str, colour: str, at: tuple[float, float]) -> None:
    """The owner's initial, so that the colour is not the only sign."""
    pen.disc(*at, 3.0, Ink(fill=colour))
    pen.text(at[0], at[1] + 1.55, letter, 4.4, style.slot, font=BOLD, anchor=0.5)


def _draw_slot(pen: Pen, style: Style, slot: Slot, number: int) -> None:
    x, y = slot.x_mm - slot.w_mm / 2, slot.y_mm - slot.h_mm / 2
    ink = Ink(fill=style.slot, line=style.slot_line, width=0.45)
    pen.box(x, y, slot.w_mm, slot.h_mm, ink, radius=3.0)
    if number:
        at = (x + slot.w_mm - 1.5, y + slot.h_mm - 1.5)
        pen.text(*at, str(number), NUMBER_MM, style.number, anchor=1.0)


def _tie(pen: Pen, style: Style, slots: list[Slot]) -> None:
    """A tray under slots that are filled together, and a bar from each to the next."""
    first, last = slots[0], slots[-1]
    x, y = first.x_mm - first.w_mm / 2 - 3, first.y_mm - first.h_mm / 2 - TRAY_MM
    w, h = last.x_mm + last.w_mm / 2 + 3 - x, last.y_mm + last.h_mm / 2 + TRAY_MM - y
    pen.box(x, y, w, h, Ink(fill=style.tie, alpha=style.tie_alpha), radius=4.5)
    pen.box(x, y, w, h, Ink(line=style.tie, width=0.35), radius=4.5)
    for a, b in pairwise(slots):
        left, right = a.x_mm + a.w_mm / 2, b.x_mm - b.w_mm / 2
        pen.box(left, a.y_mm - 0.7, right - left, 1.4, Ink(fill=style.tie))


def _draw_region(pen: Pen, style: Style, slot: Slot, art: AreaArt) -> None:
    box = (slot.x_mm - slot.w_mm / 2, slot.y_mm - slot.h_mm / 2, slot.w_mm, slot.h_mm)
    if slot.kind is SlotKind.ROLLING:
        _draw_tray(pen, style, box)
    elif art.steps:
        _draw_steps(pen, style, slot, art.steps)
    else:
        if art.ground:
            draw_ground(pen, style, art.ground, box, 6.0)
        line = style.owners.get(art.owner, style.edge)
        pen.box(*box, Ink(line=line, width=0.3, dash=(1.6, 1.4)), radius=6.0)
    if slot.value is not None:
        at = (slot.x_mm, slot.y_mm + slot.h_mm / 2 - 2.5)
        pen.text(*at, str(slot.value), NUMBER_MM, style.number, anchor=0.5)


def _draw_tray(pen: Pen, style: Style, box: tuple[float, float, float, float]) -> None:
    """Where dice are thrown: nothing in it, since anything might pass for a die."""
    x, y, w, h = box
    pen.box(*box, Ink(fill=style.tray, line=style.edge, width=0.5), radius=9.0)
    pen.box(x - 1.6, y - 1.6, w + 3.2, h + 3.2, Ink(line=style.tie, width=0.35), radius=10.6)


def _draw_steps(pen: Pen, style: Style, slot: Slot, steps: int) -> None:
    """The places of a track, numbered; the last one is the goal."""
    pitch = slot.w_mm / steps
    radius = min(slot.h_mm / 2 - 0.8, pitch / 2 - 0.7)
    at = [slot.x_mm - slot.w_mm / 2 + pitch * (n + 0.5) for n in range(steps)]
    pen.line([(at[0], slot.y_mm), (at[-1], slot.y_mm)], Ink(line=style.tie, width=0.9))
    for n, x in enumerate(at, 1):
        goal = n == steps
        ink = Ink(fill=style.slot, line=style.tie, width=1.1 if goal else 0.5)
        pen.disc(x, slot.y_mm, radius, ink)
        if goal:
            pen.disc(x, slot.y_mm, radius - 1.5, Ink(line=style.tie, width=0.35))
        words, size = str(n), 6.0
        base = slot.y_mm + size * CAP_HEIGHT / 2
        pen.text(x, base, words, size, style.number, font=BOLD, anchor=0.5)


def draw_tag(pen: Pen, tag: Tag) -> None:
    """An ArUco tag on its white square."""
    cell = tag.size_mm / 6
    half = tag.size_mm / 2
    quiet = half + QUIET_CELLS * cell
    pen.box(
        tag.x_mm - quiet, tag.y_mm - quiet, 2 * quiet, 2 * quiet, Ink(fill="#ffffff"), radius=1.2
    )
    draw_tag_cells(pen, tag.id, (tag.x_mm - half, tag.y_mm - half), tag.size_mm)


def draw_tag_cells(pen: Pen, name: int, at: tuple[float, float], edge: float) -> None:
    """A tag of DICT_4X4_50 without its white, by its top left corner and edge, mm."""
    cell = edge / 6
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    cells = cv2.aruco.generateImageMarker(dictionary, name, 6)
    pen.box(*at, edge, edge, Ink(fill="#000000"))
    white = [
        (at[0] + column * cell, at[1] + row * cell, cell, cell)
        for row in range(6)
        for column in range(6)
        if cells[row, column]
    ]
    pen.boxes(white, Ink(fill="#ffffff"))


def check_place(mat: Mat) -> tuple[float, float]:
    """Left end of the 100 mm line; without a hint it is in the white lower edge."""
    return mat.art.check or (EDGE_MM + 46.0, mat.layout.height_mm - 4.5)


def _draw_check(pen: Pen, mat: Mat) -> None:
    style, (x, y) = mat.style, check_place(mat)
    if mat.art.check is None:
        draw_check_line(pen, (x, y), "#000000", "#000000", beside=True)
        return
    draw_check_line(pen, (x, y), style.slot_line, style.note)
    size = fitted(mat.title, 10.0, CHECK_MM, BOLD)
    pen.text(x, y - 22.0, mat.title, size, style.title, font=BOLD)
    for down, words in zip((16.0, 12.0, 8.0), CREDIT, strict=True):
        pen.text(x, y - down, words, 3.1, style.note)


def draw_check_line(
    pen: Pen, at: tuple[float, float], line: str, words: str, *, beside: bool = False
) -> None:
    """100 mm with a tick every 10, and what it is for: below it, or beside it in narrow places."""
    x, y = at
    pen.line([(x, y), (x + CHECK_MM, y)], Ink(line=line, width=0.35))
    for n in range(11):
        tall = 3.2 if n % 5 == 0 else 1.6
        pen.line([(x + 10 * n, y), (x + 10 * n, y - tall)], Ink(line=line, width=0.3))
    note = "These are 100 mm. If not, print again at 100 %."
    if beside:
        pen.text(x + CHECK_MM + 4, y, note, 3.0, words)
    else:
        pen.text(x + CHECK_MM / 2, y + 4.2, note, 3.0, words, anchor=0.5)

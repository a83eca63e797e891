"""What an area asks of dice, as small dice of ours."""

from calibration.mats.art import AreaArt
from calibration.mats.pen import BOLD, Ink, Pen, text_width
from calibration.mats.style import Style

GAP, PIP, STEP, SIGN = 0.24, 0.10, 0.27, 0.78
"""Room between parts, pips and signs, in edges of a die."""
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def parts(art: AreaArt) -> tuple[int | str, ...]:
    """Dice by their face (0: whatever it shows) and signs between them."""
    return {
        "any": (0,),
        "pair": (4, "=", 4),
        "triple": (3, "=", 3, "=", 3),
        "run": (2, "›", 3, "›", 4),
        "exactly": (art.value,),
        "rising": (2, "≤", 4),
        "total": (0, "+", 0, f"≥ {art.value}"),
    }.get(art.icon, ())


def icon_width(art: AreaArt, edge: float) -> float:
    """Width in mm, with dice of an edge in mm."""
    widths = [_width(part, edge) for part in parts(art)]
    return sum(widths) + GAP * edge * max(0, len(widths) - 1)


def draw_icon(pen: Pen, style: Style, art: AreaArt, at: tuple[float, float], edge: float) -> None:
    """The icon; `at` is its left end and its middle line, mm."""
    x, middle = at
    for part in parts(art):
        if isinstance(part, int):
            _die(pen, style, (x, middle), part, edge)
        else:
            size = SIGN * edge
            pen.text(x, middle + 0.34 * size, part, size, style.note, font=BOLD)
        x += _width(part, edge) + GAP * edge


def _width(part: int | str, edge: float) -> float:
    return edge if isinstance(part, int) else text_width(part, SIGN * edge, BOLD)


def _die(pen: Pen, style: Style, at: tuple[float, float], face: int, edge: float) -> None:
    x, middle = at
    pen.box(x, middle - edge / 2, edge, edge, Ink(line=style.note, width=0.4), radius=0.2 * edge)
    if face == 0:
        size = 0.46 * edge
        at = (x + edge / 2, middle + 0.35 * size)
        pen.text(*at, "1–6", size, style.note, font=BOLD, anchor=0.5)
    for across, down in _PIPS.get(face, ()):
        place = (x + (0.5 + across * STEP) * edge, middle + down * STEP * edge)
        pen.disc(*place, PIP * edge, Ink(fill=style.note))

"""Two hundred cards that share frame, palette and layout: only title, symbols and a small picture
differ."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.core.layout import CardForm, Symbols

Pixels = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]

FORM = CardForm(
    "card", 88.0, 63.0, 3.0, 3.5, ("red", "blue", "yellow", "green"), Symbols(10, 22, 0, 10, 8, 3)
)
"""What the cards look like."""
PX_PER_MM = 8
"""Scale at which they are drawn."""
MANY = 200
BORDERS: dict[str, Colour] = {
    "red": (48, 44, 186), "blue": (170, 96, 40), "yellow": (52, 190, 228), "green": (72, 132, 52),
}  # fmt: skip
"""BGR."""
_PAPER, _PANEL, _INK, _SKY = (206, 216, 222), (188, 198, 206), (44, 40, 38), (86, 58, 44)
_SHADES = ((120, 150, 196), (150, 120, 90), (92, 128, 150), (190, 186, 176), (70, 84, 140))
_FIRST = ("Far", "Long", "Slow", "Cold", "Deep", "Late", "Bold", "Calm", "Grey", "Wide",
          "High", "Lost", "Last", "Pale", "Dark", "Wild", "Quiet", "Brave", "Small",
          "Great")  # fmt: skip
_SECOND = ("Harbour", "Signal", "Voyage", "Market", "Orbit", "Mirror", "Garden", "Escort",
           "Beacon", "Furnace")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Design:
    """What is printed on one card."""

    name: str
    title: str
    colour: str
    count: int
    seed: int


def deck(seed: int = 0, many: int = MANY) -> tuple[Design, ...]:
    """Cards, all different in title; those of another seed have other pictures."""
    rng = np.random.default_rng((seed, 77))
    titles = [f"{a} {b}" for a in _FIRST for b in _SECOND]
    order, colours = rng.permutation(len(titles)), tuple(BORDERS)
    return tuple(
        Design(f"c{n:03d}", titles[order[n % len(titles)]], colours[n % 4], 1 + n // 4 % 3,
               int(rng.integers(2**31)))
        for n in range(many)
    )  # fmt: skip


@lru_cache(maxsize=512)
def face(design: Design) -> Pixels:
    """A card's face `(h, w, 3)` at `PX_PER_MM`, square corners."""
    card = _frame(design.colour)
    _write(card, design.title, (21.0, 11.5), 0.62)
    assert FORM.symbols is not None
    for n in range(design.count):
        _symbol(card, FORM.symbols.x_mm, FORM.symbols.y_mm + n * FORM.symbols.dy_mm)
    _picture(card, design.seed)
    return np.asarray(card, np.uint8)


@lru_cache(maxsize=1)
def back() -> Pixels:
    """What all of them look like from behind."""
    w, h = _px(FORM.w_mm), _px(FORM.h_mm)
    card = np.full((h, w, 3), (70, 52, 46), np.uint8)
    for n in range(4, 60, 7):
        cv2.ellipse(card, (w // 2, h // 2), (_px(n * 0.7), _px(n * 0.5)), 0, 0, 360,
                    (120, 96, 80), _px(0.6), cv2.LINE_AA)  # fmt: skip
    cv2.rectangle(card, (_px(3), _px(3)), (w - _px(3), h - _px(3)), (150, 130, 112), _px(0.8))
    return card


def _px(mm: float) -> int:
    return round(mm * PX_PER_MM)


@lru_cache(maxsize=8)
def _blank(colour: str) -> Pixels:
    w, h, edge = _px(FORM.w_mm), _px(FORM.h_mm), _px(FORM.border_mm)
    card = np.full((h, w, 3), BORDERS[colour], np.uint8)
    cv2.rectangle(card, (edge, edge), (w - edge, h - edge), _PAPER, -1)
    cv2.rectangle(card, (_px(19), _px(5.5)), (_px(82), _px(13.5)), _PANEL, -1)
    cv2.rectangle(card, (_px(19), _px(5.5)), (_px(82), _px(13.5)), _INK, _px(0.3))
    cv2.rectangle(card, (_px(19), _px(42)), (_px(82), _px(58)), _PANEL, -1)
    for n, words in enumerate(("Move one of your ships to a place", "next to it, or take a card.")):
        _write(card, words, (21.0, 48.0 + 6 * n), 0.36)
    return card


def _frame(colour: str) -> Pixels:
    return _blank(colour).copy()


def _write(card: Pixels, words: str, at_mm: tuple[float, float], size: float) -> None:
    font = cv2.FONT_HERSHEY_DUPLEX
    at = (_px(at_mm[0]), _px(at_mm[1]))
    cv2.putText(card, words, at, font, size * PX_PER_MM / 4, _INK, max(1, _px(0.3)), cv2.LINE_AA)


def _symbol(card: Pixels, x_mm: float, y_mm: float) -> None:
    """A gem: dark, with a light middle."""
    shape = np.array([(0, -3.6), (3.2, -0.8), (2, 3.4), (-2, 3.4), (-3.2, -0.8)])
    for size, colour in ((1.0, _INK), (0.5, (200, 210, 216))):
        points = np.round((shape * size + (x_mm, y_mm)) * PX_PER_MM).astype(np.int32)
        cv2.fillPoly(card, [points], colour, cv2.LINE_AA)


def _picture(card: Pixels, seed: int) -> None:
    """A sky 30 mm wide with a few shapes in it."""
    rng = np.random.default_rng(seed)
    left, top, w, h = 36.0, 16.5, 30.0, 22.0
    box = card[_px(top) : _px(top + h), _px(left) : _px(left + w)]
    box[:] = _SKY
    for _ in range(int(rng.integers(4, 7))):
        at = (_px(rng.uniform(2, w - 2)), _px(rng.uniform(2, h - 2)))
        shade = _SHADES[int(rng.integers(len(_SHADES)))]
        match int(rng.integers(4)):
            case 0:
                cv2.circle(box, at, _px(rng.uniform(1.5, 4.5)), shade, -1, cv2.LINE_AA)
            case 1:
                cv2.circle(box, at, _px(rng.uniform(3, 6)), shade, _px(0.9), cv2.LINE_AA)
            case 2:
                turn = rng.uniform(0, 2 * np.pi) + np.array((0, 2.3, 4.0))
                points = at + _px(rng.uniform(3, 6)) * np.column_stack([np.cos(turn), np.sin(turn)])
                cv2.fillPoly(box, [np.round(points).astype(np.int32)], shade, cv2.LINE_AA)
            case _:
                far = (_px(rng.uniform(0, w)), _px(rng.uniform(0, h)))
                cv2.line(box, at, far, shade, _px(1.4), cv2.LINE_AA)

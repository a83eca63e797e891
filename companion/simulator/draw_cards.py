"""Cards on a simulated table: of our own, since the art of published ones is not ours."""

from collections.abc import Mapping
from functools import lru_cache

import cv2
import numpy as np

from companion.core.layout import CardForm
from companion.rules.game import AnyGame, Carded
from companion.simulator.card_designs import Design, back, deck, face
from companion.simulator.draw_pieces import Layer

SHADOW_MM, SHADOW_DARK, SHADE_REACH_MM = 0.8, 0.35, 2.4
"""How soft and how dark the edge of shade about a card is, and how far it reaches."""


def designs_of(game: AnyGame) -> Mapping[str, Design]:
    """A design for each card of a game by its face, every time the same."""
    if not isinstance(game, Carded):
        return {}
    faces = sorted({name for kind in game.layout.cards for name in game.faces(kind)})
    return dict(zip(faces, deck(many=len(faces)), strict=True))


@lru_cache(maxsize=512)
def card_layer(design: Design | None, form: CardForm, px_per_mm: float) -> Layer:
    """A card as it lies there, upright, at a scale; `None` face-down."""
    mask = _cover(form, px_per_mm)
    printed = back() if design is None else face(design)
    size = mask.shape[1], mask.shape[0]
    colour = cv2.resize(printed, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.dstack([colour * mask[..., None], mask]).astype(np.float32)


@lru_cache(maxsize=8)
def card_shadow(form: CardForm, px_per_mm: float) -> Layer:
    """The edge of shade about a card, as a dark layer."""
    room = round(SHADE_REACH_MM * px_per_mm)
    wide = cv2.copyMakeBorder(_cover(form, px_per_mm), room, room, room, room, cv2.BORDER_CONSTANT)
    dark = cv2.GaussianBlur(wide, (0, 0), SHADOW_MM * px_per_mm) * SHADOW_DARK
    layer = np.zeros((*dark.shape, 4), np.float32)
    layer[..., 3] = dark
    return layer


def _cover(form: CardForm, px_per_mm: float) -> Layer:
    """`(H, W)`: 1 where the card is, 0 beyond its round corners."""
    fine = 4
    w, h, r = (round(side * px_per_mm * fine) for side in (form.w_mm, form.h_mm, form.corner_mm))
    mask = np.zeros((h, w), np.uint8)
    cv2.rectangle(mask, (r, 0), (w - r, h), 255, -1)
    cv2.rectangle(mask, (0, r), (w, h - r), 255, -1)
    for corner in ((r, r), (w - r, r), (r, h - r), (w - r, h - r)):
        cv2.circle(mask, corner, r, 255, -1)
    small = cv2.resize(mask, (w // fine, h // fine), interpolation=cv2.INTER_AREA)
    return np.asarray(small / np.float32(255), np.float32)

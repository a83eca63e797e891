"""Photos in which cards of our own are shown to be taught."""

from collections.abc import Sequence

import numpy as np

from companion.camera.frame import Pixels
from companion.server.cards import KindOfCards
from companion.simulator.card_designs import FORM, Design, deck
from vision_models.cards.tables import Lying, Plan, bare_table, photographed

NAMES = tuple(design.name for design in deck())
KIND = KindOfCards("ours", "Ours", "card", {d.name: d.title for d in deck()[:24]}, FORM)


def photo(designs: Sequence[Design], seed: int) -> Pixels:
    """Up to nine cards in rows of three, as a phone takes them."""
    rng = np.random.default_rng((seed, 41))
    cards = [
        Lying(design, 60 + 95 * (n % 3), 50 + 70 * (n // 3), float(rng.normal(0, 2)))
        for n, design in enumerate(designs)
    ]
    pixels, _ = photographed(
        bare_table(cards, (310.0, 240.0), rng), Plan("open", (310.0, 240.0), 5.0), rng
    )
    return pixels

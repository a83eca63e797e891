"""What is taught before a trial, as the set-up asks for: colours, cards, the bare board."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from companion.camera.frame import Pixels
from companion.core.layout import CardForm, Layout, SlotKind
from companion.core.pieces import FACE_DOWN
from companion.rules.game import AnyGame, Carded
from companion.rules.registry import load_game
from companion.simulator.die_photos import DiePhotos
from companion.simulator.draw_cards import designs_of
from companion.simulator.lamps import Noise
from companion.simulator.script import Script
from companion.simulator.showing import SHOWN_AT_ONCE, show_bare, show_cards, show_dice
from companion.vision.bare_files import BareBoard, load_bare
from companion.vision.bare_teach import learn_bare
from companion.vision.card_deck import Deck, make_deck
from companion.vision.card_teach import ShownSettings, shown_cards
from companion.vision.dice import DiceReader
from companion.vision.errors import BoardNotSeenError, PaletteError
from companion.vision.palette import FindsDice, Palette, learn_from_pictures
from companion.vision.pipeline import Pipeline

RETAKES = 3
"""Photographs taken of the same cards, at the most."""
JPEG_QUALITY = 92
"""Of the cards that are kept, as `companion cards teach` keeps them."""


def taught_pipeline(
    script: Script, seed: int, noise: Noise, photos: DiePhotos | None = None, *, fine: bool = False
) -> Pipeline:
    """Reads the table of a script once everything was shown that the set-up asks for."""
    layout, reader = script.game.layout, DiceReader.load()
    rolled = any(slot.kind is SlotKind.ROLLING for slot in layout.slots.values())
    shown = {
        str(seat): show_dice(layout, str(seat), seed, noise, photos, fine=fine)
        for seat in script.setup.players
        if rolled
    }
    return Pipeline(
        layout,
        reader,
        palette=taught(shown, reader) if shown else None,
        decks=_decks(script.game.info.id, seed, noise),
        bare=bare_of(script, seed, noise) if layout.has_models else None,
    )


def bare_of(script: Script, seed: int, noise: Noise) -> BareBoard:
    """The table of a script without pieces, shown with its cards and empty."""
    with_cards, empty = (show_bare(script, seed, noise, empty=which) for which in (False, True))
    return taught_bare(with_cards, empty, script.game.layout)


@cache
def _decks(game_id: str, seed: int, noise: Noise) -> Mapping[str, Deck]:
    """Taught once for all tests of a game: it takes as long as a minute of play."""
    return taught_decks(load_game(game_id), seed, noise)


def taught(shown: Mapping[str, Pixels], reader: FindsDice) -> Palette | None:
    """The colours of dice that were shown; nobody's where those of one player are not made out.

    Dice are then called by the plain names of their colours.
    """
    try:
        return learn_from_pictures(shown, reader)
    except PaletteError as error:
        print(error, file=sys.stderr)
        return None


def taught_decks(game: AnyGame, seed: int, noise: Noise) -> dict[str, Deck]:
    """A deck of each kind of card, from photographs of nine at a time."""
    designs, decks = designs_of(game), dict[str, Deck]()
    for kind, form in game.layout.cards.items():
        names = (*sorted(game.faces(kind) if isinstance(game, Carded) else ()), FACE_DOWN)
        faces: dict[str, Pixels] = {}
        for first in range(0, len(names), SHOWN_AT_ONCE):
            row = names[first : first + SHOWN_AT_ONCE]
            photos = (
                show_cards(form, row, designs, seed + retake, noise) for retake in range(RETAKES)
            )
            faces |= cards_taught(row, photos, form)
        decks[kind] = make_deck(form, faces)
    return decks


def cards_taught(
    names: Sequence[str], photos: Iterable[Pixels], form: CardForm
) -> dict[str, Pixels]:
    """Cards by the names they are given, row by row, from the first photo that shows so many.

    As at a real table another one is taken where a part of the table was taken for a card, too.
    """
    for photo in photos:
        cards = shown_cards(photo, form, {}, ShownSettings())
        if len(cards) == len(names):
            return {name: _kept(card.pixels) for name, card in zip(names, cards, strict=True)}
        print(f"{len(cards)} of {len(names)} cards are seen in a photo", file=sys.stderr)
    return {}


def _kept(card: Pixels) -> Pixels:
    _, packed = cv2.imencode(".jpg", card, (cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY))
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def taught_bare(pixels: Pixels, empty: Pixels, layout: Layout) -> BareBoard:
    """How the board looks without pieces, with its cards and `empty`; not where it is not found."""
    with TemporaryDirectory() as folder:
        for picture, is_empty in ((empty, True), (pixels, False)):
            try:
                learn_bare(picture, layout, Path(folder), empty=is_empty)
            except BoardNotSeenError as error:
                print(error, file=sys.stderr)
        return load_bare(Path(folder), layout)

"""Decks that were taught, read from the data folder: a picture of each card, cut to its edges."""

from collections.abc import Mapping
from pathlib import Path

from companion.camera.frame import Pixels
from companion.core.layout import Layout
from companion.core.phrases import in_a_row, phrase, words_of
from companion.vision.card_deck import Deck, make_deck
from companion.vision.errors import PictureError
from companion.vision.picture import load_picture


def load_decks(folder: Path | None, layout: Layout) -> tuple[dict[str, Deck], str]:
    """A deck for each kind of card of a layout of which cards were taught; and what is damaged."""
    decks: dict[str, Deck] = {}
    troubles: list[str] = []
    for kind, form in layout.cards.items():
        faces, trouble = load_faces(folder / kind) if folder is not None else ({}, "")
        troubles += [trouble] if trouble else []
        if faces:
            decks[kind] = make_deck(form, faces)
    return decks, in_a_row(troubles)


def load_faces(folder: Path) -> tuple[Mapping[str, Pixels], str]:
    """The pictures of one kind of card by the card's id; and which cannot be read."""
    faces: dict[str, Pixels] = {}
    trouble = ""
    for path in sorted(folder.glob("*.jpg")):
        try:
            faces[path.stem] = load_picture(path)
        except PictureError as error:
            trouble = phrase(
                "{error} Show this card again on the page /cards.", error=words_of(error)
            )
    return faces, trouble

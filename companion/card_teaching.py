"""Cards shown to be taught: found in a photo by a process of its own, which touches the pixels."""

import asyncio
import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.core.layout import CardForm
from companion.core.phrases import phrase, words_of
from companion.core.pieces import FACE_DOWN
from companion.doctor.apart import run_apart
from companion.doctor.finding import Finding, Level, good, problem
from companion.rules.game import Carded
from companion.rules.registry import game_ids, load_game
from companion.server.cards import KindOfCards, ShownCard, TeachingError
from companion.store.decks import Decks

LIMIT_S = 60.0
"""A Pi loads its libraries and two hundred cards in a third of it."""
CHANGED_S = 10.0
"""After the last card that is kept or forgotten, the camera's process learns of it."""


def kinds_of_cards() -> tuple[KindOfCards, ...]:
    """What may be taught: every kind of card that a game's board has places for."""
    return tuple(
        KindOfCards(game.info.id, game.info.title, kind, _faces(game, kind), form)
        for game in (load_game(name) for name in game_ids())
        for kind, form in game.layout.cards.items()
    )


def _faces(game: object, kind: str) -> Mapping[str, str]:
    """The cards by id with what people call them, and how they look from behind."""
    known = dict(game.faces(kind)) if isinstance(game, Carded) else {}
    return {**known, FACE_DOWN: phrase("The back of the cards")}


@dataclass(slots=True)
class CardTeacher:
    """Finds the cards in photos, and tells the camera's process of new ones with `changed`."""

    decks: Decks
    changed: Callable[[], None] = lambda: None
    taught_here: tuple[KindOfCards, ...] = field(default_factory=kinds_of_cards)
    _soon: asyncio.TimerHandle | None = None

    def kinds(self) -> tuple[KindOfCards, ...]:
        """What may be taught."""
        return self.taught_here

    async def find(self, kind: KindOfCards, photo: bytes) -> tuple[ShownCard, ...]:
        """The cards in a photo. Raises `TeachingError`, with what to do."""
        return await asyncio.to_thread(find_apart, photo, self.decks, kind)

    async def alike(self, kind: KindOfCards) -> tuple[tuple[str, str], ...]:
        """Taught cards that can hardly be told from each other. Raises `TeachingError`."""
        return await asyncio.to_thread(alike_apart, self.decks, kind)

    def has_changed(self) -> None:
        """A card was kept or forgotten: once there was no other for a while, it is looked for."""
        if self._soon is not None:
            self._soon.cancel()
        self._soon = asyncio.get_running_loop().call_later(CHANGED_S, self.changed)


def find_apart(photo: bytes, decks: Decks, kind: KindOfCards) -> tuple[ShownCard, ...]:
    """The cards in a photo, by a process of its own. Raises `TeachingError`."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "photo").write_bytes(photo)
        taught = decks.folder(kind.game, kind.kind)
        facts = _found_by(functools.partial(_find, folder, kind.form, taught))
        return tuple(
            ShownCard((folder / f"{n}.jpg").read_bytes(), like or None, bool(blurred))
            for n, (like, blurred) in enumerate(zip(facts["likes"], facts["blurred"], strict=True))
        )


def alike_apart(decks: Decks, kind: KindOfCards) -> tuple[tuple[str, str], ...]:
    """Pairs of taught cards that look alike, by a process of its own. Raises `TeachingError`."""
    names = _found_by(functools.partial(_alike, kind.form, decks.folder(kind.game, kind.kind)))[
        "alike"
    ]
    return tuple(zip(names[::2], names[1::2], strict=True))


def _found_by(job: Callable[[], Iterator[Finding]]) -> Mapping[str, tuple[str, ...]]:
    """What is found apart. Raises `TeachingError`."""
    found = run_apart(job, "cards", LIMIT_S)[-1]
    if found.level is not Level.GOOD:
        raise TeachingError(phrase("{words}: {remedy}", words=found.words, remedy=found.remedy))
    return {name: fact for name, fact in found.facts.items() if isinstance(fact, tuple)}


def _find(folder: Path, form: CardForm, taught: Path) -> Iterator[Finding]:
    """Write each card of the photo in a folder beside it; which are known, and blurred."""
    import cv2

    from companion.vision.card_files import load_faces
    from companion.vision.card_teach import ShownSettings, shown_cards
    from companion.vision.errors import PictureError
    from companion.vision.picture import load_picture

    try:
        pixels = load_picture(folder / "photo")
    except PictureError as error:
        yield problem("cards", words_of(error), phrase("take a JPEG or PNG picture"))
        return
    faces, _ = load_faces(taught)
    cards = shown_cards(pixels, form, faces, ShownSettings())
    for n, card in enumerate(cards):
        cv2.imwrite(str(folder / f"{n}.jpg"), card.pixels, [cv2.IMWRITE_JPEG_QUALITY, 92])
    yield good(
        "cards",
        "",
        likes=tuple(card.like or "" for card in cards),
        blurred=tuple("yes" if card.blurred else "" for card in cards),
    )


def _alike(form: CardForm, taught: Path) -> Iterator[Finding]:
    """The names of each two cards that can hardly be told from each other, one after the other."""
    from companion.vision.card_deck import make_deck
    from companion.vision.card_files import load_faces
    from companion.vision.card_teach import ShownSettings, doubtful_pairs

    faces, _ = load_faces(taught)
    pairs = doubtful_pairs(make_deck(form, faces), ShownSettings()) if faces else ()
    yield good("cards", "", alike=tuple(name for pair in pairs for name in pair))

"""Cards of the players' own: found in photos, kept, shown and forgotten."""

import asyncio
import base64
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Protocol, TypeVar

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from companion.core.layout import CardForm
from companion.core.phrases import phrase, words_of
from companion.referee.commands import Problem
from companion.rules.codec import Json
from companion.server.access import BY_HOST
from companion.server.answers import FRESH, json_answer, sentence
from companion.server.boards import JPEG_START
from companion.server.errors import ServerError
from companion.server.guards import BadRequestError, bounded
from companion.server.languages import InLanguage, catalogue_of, in_words
from companion.server.page import read_page
from companion.store.decks import Decks
from companion.store.errors import CardNotSavedError, NoSuchCardError

MAX_PHOTO_BYTES = 16 * 1024 * 1024
"""Of nine cards, as a phone takes it; the page makes it smaller before."""
MAX_CARD_BYTES = 1024 * 1024
NO_SUCH_CARDS = phrase("There are no such cards.")
T = TypeVar("T")


class TeachingError(ServerError, ValueError):
    """The cards of a photo could not be found; the message says what to do."""


@dataclass(frozen=True, slots=True)
class KindOfCards:
    """Cards of a game that may be taught: by id, with what people call them; and their form."""

    game: str
    title: str
    kind: str
    faces: Mapping[str, str]
    form: CardForm


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card in a photo, cut to its edges, as JPEG; `like` is a taught one it looks like."""

    jpeg: bytes
    like: str | None
    blurred: bool


class TeachesCards(Protocol):
    """What finds cards in photos."""

    @property
    def decks(self) -> Decks:
        """Where they are kept."""
        ...

    def kinds(self) -> tuple[KindOfCards, ...]:
        """What may be taught."""
        ...

    async def find(self, kind: KindOfCards, photo: bytes) -> tuple[ShownCard, ...]:
        """The cards in a photo. Raises `TeachingError`."""
        ...

    async def alike(self, kind: KindOfCards) -> tuple[tuple[str, str], ...]:
        """Taught cards that can hardly be told from each other. Raises `TeachingError`."""
        ...

    def has_changed(self) -> None:
        """A card was kept or forgotten."""
        ...


cards_api = APIRouter(prefix="/api/v1/cards")
cards_page = APIRouter()


async def the_teacher(request: Request) -> TeachesCards:
    """Who teaches here."""
    teacher: TeachesCards = request.app.state.cards
    return teacher


OfCards = Annotated[TeachesCards, Depends(the_teacher)]


@cards_page.get("/cards")
async def page(request: Request, language: InLanguage) -> HTMLResponse:
    """The page on which cards are taught."""
    desk = request.app.state.desk
    return read_page(Path(desk.static), desk.page, language, "cards.html")


@cards_api.get("")
def list_kinds(teacher: OfCards, language: InLanguage) -> JSONResponse:
    """Every kind of card with which of them were taught. Not asynchronous: reads the disk."""
    return json_answer([_listed(kind, teacher.decks, language) for kind in teacher.kinds()])


@cards_api.post("/{game}/{kind}/shown", dependencies=BY_HOST)
async def find(teacher: OfCards, request: Request, game: str, kind: str) -> JSONResponse:
    """The cards in a photo, with those taught that they look like. Nothing is kept."""
    known = _known(teacher, game, kind)
    photo = await bounded(request, MAX_PHOTO_BYTES)
    found = await _looked("cards.photo", teacher.find(known, photo))
    cards: list[Json] = [
        {
            "jpeg": base64.b64encode(card.jpeg).decode(),
            "like": card.like,
            "blurred": card.blurred,
        }
        for card in found
    ]
    return json_answer({"cards": cards})


@cards_api.get("/{game}/{kind}/alike", dependencies=BY_HOST)
async def alike(teacher: OfCards, game: str, kind: str) -> JSONResponse:
    """Pairs of taught cards that may be one card that was shown twice."""
    pairs = await _looked("cards.alike", teacher.alike(_known(teacher, game, kind)))
    return json_answer({"alike": [list(pair) for pair in pairs]})


@cards_api.get("/{game}/{kind}/{name}.jpg")
def picture(teacher: OfCards, game: str, kind: str, name: str) -> Response:
    """The picture of a taught card."""
    jpeg = _found(lambda: teacher.decks.picture(game, kind, name))
    return Response(jpeg, media_type="image/jpeg", headers=FRESH)


@cards_api.put("/{game}/{kind}/{name}.jpg", dependencies=BY_HOST)
async def keep(teacher: OfCards, request: Request, game: str, kind: str, name: str) -> JSONResponse:
    """Keep the picture of a card, cut to its edges, as JPEG."""
    _known(teacher, game, kind)
    jpeg = await bounded(request, MAX_CARD_BYTES)
    if not jpeg.startswith(JPEG_START):
        words = phrase("The picture must be a JPEG.")
        raise BadRequestError([Problem("cards.picture", words)])
    await asyncio.to_thread(_found, lambda: teacher.decks.keep(game, kind, name, jpeg))
    teacher.has_changed()
    return json_answer({"status": "done"})


@cards_api.delete("/{game}/{kind}/{name}", dependencies=BY_HOST)
async def forget(teacher: OfCards, game: str, kind: str, name: str) -> JSONResponse:
    """Forget a card."""
    await asyncio.to_thread(_found, lambda: teacher.decks.remove(game, kind, name))
    teacher.has_changed()
    return json_answer({"status": "done"})


def _listed(kind: KindOfCards, decks: Decks, language: str) -> Json:
    taught = decks.names(kind.game, kind.kind)
    faces = {**kind.faces, **{name: name for name in taught if name not in kind.faces}}
    cards: list[Json] = [
        {"id": name, "name": label, "taught": name in taught} for name, label in faces.items()
    ]
    shown = {"game": kind.game, "title": kind.title, "kind": kind.kind, "cards": cards}
    return in_words(shown, catalogue_of(language, kind.game))


def _known(teacher: TeachesCards, game: str, kind: str) -> KindOfCards:
    for one in teacher.kinds():
        if (one.game, one.kind) == (game, kind):
            return one
    raise HTTPException(404, NO_SUCH_CARDS, headers=FRESH)


async def _looked(about: str, looking: Awaitable[T]) -> T:
    """What was found. Raises `BadRequestError` where nothing can be."""
    try:
        return await looking
    except TeachingError as error:
        raise BadRequestError([Problem(about, sentence(words_of(error)))]) from error


def _found(get: Callable[[], T]) -> T:
    """What is in the store. Raises `HTTPException`."""
    try:
        return get()
    except NoSuchCardError as error:
        raise HTTPException(404, sentence(words_of(error)), headers=FRESH) from error
    except CardNotSavedError as error:
        raise HTTPException(507, sentence(words_of(error)), headers=FRESH) from error

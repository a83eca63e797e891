"""The languages of the phones: which one a phone reads, and everything it is sent said in that.

English is in the code and its own key. A catalogue is a JSON object from English to the other
language: one for the page, one for the program, one in the folder of each game for its terms.
"""

import dataclasses
import json
import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated, Any

from fastapi import Depends, Request

from companion.core.phrases import Phrase, spoken
from companion.referee.snapshot import Seat, Snapshot
from companion.rules.codec import Json
from companion.rules.registry import GAMES_PACKAGE, game_ids

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "zh-Hant": "繁體中文", "zh-Hans": "简体中文"}
"""By tag, each in its own words."""
COOKIE = "language"
FOLDER = "languages"

TRADITIONAL = ("zh-hant", "zh-tw", "zh-hk", "zh-mo")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff]")
_ISOLATE, _END = "\u2068", "\u2069"

Catalogue = Mapping[str, str]


def chosen_language(chosen: str | None, accepted: str) -> str:
    """The language chosen on the phone, else the one its browser asks for first.

    >>> chosen_language(None, "fr, zh-TW;q=0.9, en;q=0.8")
    'zh-Hant'
    """
    if chosen in LANGUAGES:
        return chosen
    wishes = [(_quality(one), _known(one.partition(";")[0].strip())) for one in accepted.split(",")]
    known = [(quality, tag) for quality, tag in wishes if tag and quality > 0]
    return max(known, key=lambda wish: wish[0])[1] if known else ENGLISH


def _quality(wish: str) -> float:
    found = re.search(r";\s*q=([01](?:\.\d+)?)", wish)
    return float(found[1]) if found else 1.0


def _known(tag: str) -> str:
    """The language here that a browser means, empty for none."""
    tag = tag.lower()
    if tag.startswith(TRADITIONAL):
        return "zh-Hant"
    if tag == "zh" or tag.startswith("zh-"):
        return "zh-Hans"
    return ENGLISH if tag == "en" or tag.startswith("en-") else ""


async def the_language(request: Request) -> str:
    """The language of who asks; other programs may say `?language=zh-Hans`."""
    chosen = request.query_params.get(COOKIE) or request.cookies.get(COOKIE)
    return chosen_language(chosen, request.headers.get("accept-language", ""))


InLanguage = Annotated[str, Depends(the_language)]


@lru_cache(maxsize=32)
def catalogue_of(language: str, game: str = "") -> Catalogue:
    """The program's texts and those of a game; empty for English."""
    own = read_catalogue(files(__package__), language)
    if game not in game_ids():  # a board may be one of a game that is not here
        return own
    return {**own, **read_catalogue(files(f"{GAMES_PACKAGE}.{game}"), language)}


def read_catalogue(folder: Traversable, language: str) -> Catalogue:
    """What a folder has for a language; nothing where it has no such file."""
    path = folder / FOLDER / f"{language}.json"
    found: dict[str, str] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return found


def names_of(seats: tuple[Seat, ...]) -> Catalogue:
    """Games speak of seats by colour; people have names: what to say for `Red`.

    A name that is written from right to left is kept apart from the sentence about it.
    """
    named = {seat.player.title(): str(seat.name) for seat in seats}
    return {
        colour: f"{_ISOLATE}{name}{_END}" if _RIGHT_TO_LEFT.search(name) else name
        for colour, name in named.items()
        if name != colour
    }


def in_words(value: object, catalogue: Catalogue) -> Json:
    """Plain JSON of a value with everything in it said by a catalogue."""
    if isinstance(value, str):
        return spoken(value, catalogue) if isinstance(value, Phrase) else value
    if value is None or isinstance(value, int | float):
        return value
    if isinstance(value, tuple | list):
        return [in_words(item, catalogue) for item in value]
    if isinstance(value, Mapping):
        return {str(key): in_words(item, catalogue) for key, item in value.items()}
    cls: Any = type(value)
    return {name: in_words(getattr(value, name), catalogue) for name in _fields(cls)}


def table_in_words(shown: Snapshot, language: str) -> Json:
    """A table in a language, people called by their names."""
    return in_words(shown, {**catalogue_of(language, shown.game), **names_of(shown.seats)})


@lru_cache(maxsize=128)
def _fields(cls: type) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(cls))

"""Words that sentences are made of."""

from functools import lru_cache

from companion.core.ids import PlayerId
from companion.core.phrases import listed, phrase, who
from companion.games.impulse.data import CORE, is_gate

_KINDS = {
    "cruiser": phrase("cruisers"),
    "transport": phrase("transports"),
    "either": phrase("ships"),
}


def name(player: PlayerId) -> str:
    """A player."""
    return who(player)


def colour_name(colour: str) -> str:
    """
    >>> colour_name("red")
    'red'
    """
    return phrase(colour)


def colours_or(colours: tuple[str, ...]) -> str:
    """
    >>> colours_or(("red", "blue"))
    'red or blue'
    """
    return listed([colour_name(colour) for colour in colours], "or")


@lru_cache(maxsize=128)
def place_name(place: str) -> str:
    """
    >>> place_name("1"), place_name("1.5"), place_name("10")
    ('card 1', 'gate 1.5', 'the Sector Core')
    """
    if place == CORE:
        return phrase("the Sector Core")
    return phrase("gate {n}", n=place) if is_gate(place) else phrase("card {n}", n=place)


def kinds_name(kind: str) -> str:
    """
    >>> kinds_name("cruiser")
    'cruisers'
    """
    return _KINDS[kind]


def card_kind(action: str) -> str:
    """
    >>> card_kind("mine")
    'Mine'
    """
    return phrase(action.capitalize())

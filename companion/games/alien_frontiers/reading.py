"""Words of the notation: dice, places, cards. Each raises `ValueError` with what was expected."""

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers.data import (
    DATA,
    HUB_FACILITY,
    RELIC,
    TERRITORIES,
)
from companion.games.alien_frontiers.state import Die, Resource, Ship

FACILITIES = tuple(DATA.facilities)
AIMS = (*(name for name in FACILITIES if not name.startswith("hub.")), HUB_FACILITY)
CARDS = tuple(DATA.cards)


def one_of(word: str, known: tuple[str, ...], what: str) -> str:
    """The word, if it is known."""
    if word not in known:
        raise ValueError(f"{what} is one of {', '.join(known)}, not {word!r}")
    return word


def exactly(words: list[str], count: int) -> list[str]:
    """So many words."""
    if len(words) != count:
        raise ValueError(f"{count} words follow the verb, not {len(words)}")
    return words


def die(word: str) -> Die:
    """`4`, or `4r` for the Relic Ship."""
    face = word.removesuffix("r")
    if face not in set("123456"):
        raise ValueError(f"a die shows 1 to 6, not {word!r}")
    return Die(int(face), word.endswith("r"))


def dice(words: list[str]) -> tuple[tuple[int, ...], int | None]:
    """Values, and the one of the Relic Ship if it is there."""
    read = [die(word) for word in words]
    relic = [one.value for one in read if one.relic]
    if len(relic) > 1:
        raise ValueError("there is one Relic Ship")
    return tuple(one.value for one in read), relic[0] if relic else None


def faces(words: list[str]) -> tuple[tuple[int, ...], bool]:
    """Values with the Relic Ship's last, and whether it is there."""
    values, relic = dice(words)
    if relic is None:
        return values, False
    own = [die(word).value for word in words if not word.endswith("r")]
    return (*own, relic), True


def written(values: tuple[int, ...], relic: bool) -> tuple[str, ...]:
    """As `faces` reads them."""
    words = tuple(map(str, values))
    return (*words[:-1], f"{words[-1]}r") if relic and words else words


def facility(word: str) -> AreaId:
    """A facility or a row of the hub."""
    return AreaId(one_of(word, FACILITIES, "a facility"))


def aim(word: str) -> AreaId:
    """A facility; the rows of the hub are one."""
    return AreaId(one_of(word, AIMS, "a facility"))


def territory(word: str) -> AreaId:
    """A territory."""
    return AreaId(one_of(word, TERRITORIES, "a territory"))


def player(word: str) -> PlayerId:
    """A player's colour."""
    return PlayerId(one_of(word, DATA.colours, "a player"))


def card(word: str) -> str:
    """A title."""
    return one_of(word, CARDS, "a card")


def resource(word: str) -> Resource:
    """A sort of token."""
    return Resource(one_of(word, tuple(each.value for each in Resource), "a resource"))


def ship(words: list[str]) -> Ship:
    """`blue 4`; `clear` is the Relic Ship, `?` a face that was never read."""
    colour, value = exactly(words, 2)
    one_of(colour, (*DATA.colours, RELIC), "a ship's colour")
    return Ship(colour, None if value == "?" else die(value).value)

"""Cards and basic techs in words: a title for sentences, the effect for buttons."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from companion.core.phrases import phrase
from companion.games.impulse.data import CARDS, COMMON, DATA, DOES, Card
from companion.games.impulse.words import card_kind, colours_or, kinds_name


@lru_cache(maxsize=128)
def title(card: str) -> str:
    """
    >>> title("trade_b1_red"), title("common"), title("ariek")
    ('Trade 1 blue', 'the common tech', 'the Ariek tech')
    """
    if card == COMMON:
        return phrase("the common tech")
    if card in DATA.techs:
        return phrase("the {race} tech", race=race_name(card))
    printed = CARDS[card]
    words = {"action": card_kind(printed.action), "colour": phrase(printed.colour)}
    return phrase("{action} {size} {colour}", size=printed.size, **words)


def race_name(race: str) -> str:
    """
    >>> race_name("ariek")
    'Ariek'
    """
    return phrase(race.capitalize())


@lru_cache(maxsize=128)
def full(card: str) -> str:
    """A card with what it does.

    >>> full("trade_b1_red")
    'Trade 1 blue: up to [1] red from the hand'
    """
    return phrase("{card}: {effect}", card=title(card), effect=effect(card))


@lru_cache(maxsize=128)
def effect(card: str) -> str:
    """What a card does; the number in brackets is the boxed one."""
    does = DOES[card]
    if card == COMMON:
        return phrase("discard a card, then one fleet moves once or 1 ship is built at home")
    if does.does in _EFFECTS:
        return _EFFECTS[does.does](does)
    if does.zone == "deck":
        return _off_the_deck(does)
    return _from_hand(does)


def _n(card: Card, name: str) -> str:
    value = getattr(card, name)
    return f"[{value}]" if card.box == name else str(value)


def _from_hand(card: Card) -> str:
    count = _n(card, "count")
    if card.zone == "plan":
        return phrase("up to {n} of the Plan", n=count)
    if card.alike == "impulse":
        return phrase("{n} from the hand like the last Impulse card", n=count)
    if card.alike == "different":
        return phrase("up to {n} of different colours from the hand", n=count)
    if card.colours:
        words = colours_or(card.colours)
        return phrase("up to {n} {colours} from the hand", n=count, colours=words)
    return phrase("up to {n} of size {limit} from the hand", n=count, limit=_n(card, "limit"))


def _off_the_deck(card: Card) -> str:
    flips = _n(card, "flips")
    if not card.flips:
        return phrase("{n} from the deck", n=_n(card, "count"))
    if card.alike == "first":
        return phrase("1 from the deck, then turn {n}: its colour", n=flips)
    if card.first:
        words = colours_or(card.colours)
        return phrase("1 from the deck, then turn {n}: {colours}", n=flips, colours=words)
    return phrase("turn {n} of the deck: size {limit}", n=flips, limit=_n(card, "limit"))


def _refine(card: Card) -> str:
    if card.points:
        return phrase("1 mineral: {n} points", n=_n(card, "points"))
    if card.colours:
        words = {"colours": colours_or(card.colours), "n": _n(card, "gem_points")}
        return phrase("1 {colours} mineral: {n} a gem", **words)
    return phrase("up to {n} minerals: 1 a gem", n=_n(card, "count"))


def _command(card: Card) -> str:
    if card.route == "core":
        return phrase("one fleet moves once, to the Sector Core")
    if card.route == "face_down":
        return phrase("1 cruiser moves once, through a face-down card")
    if card.box == "fleets":
        return phrase("fleets that move once, to one card: {n}", n=_n(card, "fleets"))
    words = {"ships": _n(card, "ships"), "kinds": kinds_name(card.kind), "n": _n(card, "moves")}
    return phrase("{kinds} up to {ships}, moves up to {n}", **words)


def _build(card: Card) -> str:
    words = {"n": _n(card, "count"), "kinds": kinds_name(card.kind)}
    if card.place == "colour":
        colours = colours_or(card.colours)
        return phrase(
            "{kinds} at home and on each {colours} card occupied: {n}", colours=colours, **words
        )
    if card.place == "frontier":
        return phrase("{kinds} at home, next to a face-down card: {n}", **words)
    if card.place == "home":
        return phrase("{kinds} at home: {n}", **words)
    return phrase("{kinds} at one card occupied: {n}", **words)


def _sabotage(card: Card) -> str:
    words = {"n": _n(card, "bombs"), "kinds": kinds_name(card.kind)}
    return phrase("bombs on {kinds}: {n}", **words)


def _execute(card: Card) -> str:
    limit = _n(card, "limit")
    if card.zone == "deck":
        return phrase("the top card if of size {limit}, or a tech", limit=limit)
    return phrase("1 of size {limit} from the hand, or a tech", limit=limit)


def _research_execute(card: Card) -> str:
    return phrase("1 of size {limit} from the hand, then perform it", limit=_n(card, "limit"))


_EFFECTS: Mapping[str, Callable[[Card], str]] = {
    "refine": _refine,
    "command": _command,
    "build": _build,
    "sabotage": _sabotage,
    "execute": _execute,
    "research_execute": _research_execute,
}

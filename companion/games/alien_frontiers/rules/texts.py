"""Every rule that can be broken, in words for a player's phone, with its place in the digest."""

from collections.abc import Iterable, Mapping

from companion.core.ids import AreaId, SlotId
from companion.core.phrases import phrase
from companion.games.alien_frontiers.rules.rule import Rule
from companion.games.alien_frontiers.rules.rule import digest as _digest
from companion.games.alien_frontiers.rules.tech_texts import TECH_RULES
from companion.rules.ruling import Violation

_TURN = _digest("(b) Turn")
_HUB = _digest("(b) Colonist Hub")
_RAIDERS = _digest("(b) Raiders' Outpost")
_TERRAFORMING = _digest("(b) Terraforming")
_SHIPYARD = _digest("(b) Shipyard")
_MARKET = _digest("(b) Orbital Market")
_CONSTRUCTOR = _digest("(b) Colony Constructor")

RULES: Mapping[str, Rule] = {
    "game.over": Rule(
        "The game is over: the last colony of a player has landed.", _digest("(b) End")
    ),
    "player.unknown": Rule("{player} does not sit at this table.", _digest("(b) Setup")),
    "turn.not_yours": Rule("It is {turn}'s turn, not {player}'s.", _TURN),
    "turn.roll_first": Rule("{player} must gather and roll the ships first.", _TURN),
    "turn.rolled_already": Rule("{player} has already rolled this turn.", _TURN),
    "turn.answer_first": Rule("Before anything else {player} must {what}.", _TURN),
    "turn.must_dock": Rule(
        "A {value} cannot go to the Maintenance Bay: it can still dock at {places}.", _TURN
    ),
    "turn.ships_in_hand": Rule("The turn cannot end: {dice} must still be placed.", _TURN),
    "roll.wrong_count": Rule("{player} rolls {due}, not {given}.", _TURN),
    "dice.no_such_face": Rule("A die shows 1 to 6, not {value}.", _TURN),
    "dice.not_in_hand": Rule("{player} has no {missing} to place: {left}.", _TURN),
    "facility.unknown": Rule("There is no facility {name!r}.", _digest("(a)")),
    "solar_converter.one_ship": Rule(
        "Ships dock at the Solar Converter one at a time, not {dice}.",
        _digest("(b) Solar Converter"),
    ),
    "solar_converter.full": Rule(
        "Every port of the Solar Converter is taken.", _digest("(b) Solar Converter")
    ),
    "lunar_mine.one_ship": Rule(
        "Ships dock in the Lunar Mine one at a time, not {dice}.", _digest("(b) Lunar Mine")
    ),
    "lunar_mine.full": Rule("Every port of the Lunar Mine is taken.", _digest("(b) Lunar Mine")),
    "lunar_mine.too_low": Rule(
        "A {value} cannot dock in the Lunar Mine: the highest die there is a {highest}.",
        _digest("(b) Lunar Mine"),
    ),
    "market.not_a_pair": Rule("The Orbital Market takes two equal dice, not {dice}.", _MARKET),
    "market.full": Rule("The Orbital Market has no room for another pair.", _MARKET),
    "market.no_such_pair": Rule(
        "{player} has docked no pair of {value}s at the Orbital Market this turn.", _MARKET
    ),
    "market.not_the_last_pair": Rule(
        "Trades go by the pair docked last, a pair of {last}s, not by the {value}s.", _MARKET
    ),
    "market.rate_is_one": Rule(
        "By Heinlein Plains every trade costs 1 fuel, not {value}.",
        _digest("(b) Territory bonuses"),
    ),
    "market.cannot_pay": Rule(
        "One ore costs {value} fuel by a pair of {value}s: {player} has {fuel}.", _MARKET
    ),
    "shipyard.not_a_pair": Rule("The Shipyard takes two equal dice, not {dice}.", _SHIPYARD),
    "shipyard.full": Rule("The Shipyard has no room for another pair.", _SHIPYARD),
    "shipyard.no_ship_left": Rule("{player} has no ship left in stock to build.", _SHIPYARD),
    "shipyard.cannot_pay": Rule(
        "The next ship costs {fuel} fuel and {ore} ore: {player} has {has}.", _SHIPYARD
    ),
    "raiders.not_a_run": Rule(
        "The Raiders' Outpost takes three consecutive values, not {dice}.", _RAIDERS
    ),
    "raiders.sum_not_greater": Rule(
        "With {dice} the sum is {sum}, no more than the {there} of the ships at the Raiders'"
        " Outpost.",
        _digest("(d) 6, the designer's errata"),
    ),
    "raiders.not_due": Rule("{player} has no raid to carry out now.", _RAIDERS),
    "raiders.not_an_opponent": Rule("Raiders rob opponents only, not {victim}.", _RAIDERS),
    "raiders.nothing_there": Rule("{victim} has no {resource} to steal.", _RAIDERS),
    "raiders.decoy": Rule(
        "{victim}'s Holographic Decoy keeps the tokens: only the Decoy can be taken.", _RAIDERS
    ),
    "raiders.only_decoy": Rule(
        "Of {victim}'s cards only the Holographic Decoy can be taken, not {card}.", _RAIDERS
    ),
    "raiders.no_such_card": Rule("{victim} has no {card} to steal.", _RAIDERS),
    "raiders.tokens_or_card": Rule(
        "A raid takes tokens or a card, not both: tokens were taken.", _RAIDERS
    ),
    "raiders.must_take_all": Rule(
        "A raid once begun goes on while there is something to take: {left} more.",
        _digest("(d) 7"),
    ),
    "constructor.not_a_triple": Rule(
        "The Colony Constructor takes three equal dice, not {dice}.", _CONSTRUCTOR
    ),
    "constructor.full": Rule(
        "The Colony Constructor has no room for another three ships.", _CONSTRUCTOR
    ),
    "constructor.cannot_pay": Rule(
        "The Colony Constructor costs {ore} ore: {player} has {has}.", _CONSTRUCTOR
    ),
    "constructor.no_colony": Rule("{player} has no colony left to land.", _CONSTRUCTOR),
    "terraforming.one_ship": Rule(
        "One ship docks at the Terraforming Station, not {dice}.", _TERRAFORMING
    ),
    "terraforming.full": Rule("The Terraforming Station is taken.", _TERRAFORMING),
    "terraforming.not_a_six": Rule(
        "Only a 6 can dock at the Terraforming Station, not {dice}.", _TERRAFORMING
    ),
    "terraforming.cannot_pay": Rule(
        "The Terraforming Station costs {fuel} fuel and {ore} ore: {player} has {has}.",
        _TERRAFORMING,
    ),
    "terraforming.too_few_ships": Rule(
        "The Terraforming Station uses the ship up, and {player} must keep {least}:"
        " there are {ships}.",
        _TERRAFORMING,
    ),
    "terraforming.no_colony": Rule("{player} has no colony left to land.", _TERRAFORMING),
    "hub.one_ship": Rule("Ships dock at the Colonist Hub one at a time, not {dice}.", _HUB),
    "hub.full": Rule("Every port of track {track} at the Colonist Hub is taken.", _HUB),
    "hub.taken": Rule("Track {track} of the Colonist Hub is {user}'s.", _HUB),
    "hub.other_track": Rule(
        "{player} uses track {own} of the Colonist Hub and cannot dock on track {track}.", _HUB
    ),
    "hub.at_end": Rule(
        "{player}'s colony is on the last circle: it must be launched before more ships dock.",
        _digest("(d) 18"),
    ),
    "hub.no_colony": Rule("{player} has no colony left to put on the Colonist Hub.", _HUB),
    "launch.no_colony": Rule("{player} has no colony on the Colonist Hub.", _HUB),
    "launch.too_early": Rule(
        "{player}'s colony is on circle {circle} and can be launched from circle {last} only.",
        _HUB,
    ),
    "launch.cannot_pay": Rule(
        "A launch costs {fuel} fuel and {ore} ore: {player} has {has}.", _HUB
    ),
    "landing.not_due": Rule("{player} has no colony to land now.", _digest("(b) Facilities")),
    "landing.no_such_territory": Rule("There is no territory {name!r}.", _digest("(a)")),
    "landing.repulsor": Rule(
        "The Repulsor Field lets no colony land on {territory}.", _digest("(b) tech cards")
    ),
    "maintenance_bay.one_ship": Rule(
        "Ships go to the Maintenance Bay one at a time, not {dice}.",
        _digest("(b) Maintenance Bay"),
    ),
    "return.not_due": Rule(
        "{player} has nothing to return: the limit of {limit} holds at the end of the own turn.",
        _TURN,
    ),
    "return.none_left": Rule("{player} has no {resource} to return.", _TURN),
    **TECH_RULES,
}

NOTICES: Mapping[str, str] = {
    "turn.could_dock": "A {value} goes to the Maintenance Bay but could still dock at {places}.",
}


def broken(
    code: str,
    slots: Iterable[AreaId] = (),
    pieces: Iterable[str] = (),
    /,
    **words: object,
) -> Violation:
    """A broken rule with its sentence filled in; `slots` are the areas concerned."""
    rule = RULES[code]
    return Violation(
        code,
        phrase(rule.text, **words),
        rule.source,
        tuple(pieces),
        tuple(SlotId(area) for area in slots),
    )

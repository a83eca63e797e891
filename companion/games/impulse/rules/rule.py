"""Every rule that can be broken, in words for a player's phone, with its place in the digest."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.ids import SlotId
from companion.core.phrases import phrase
from companion.rules.ruling import Violation

Violations = tuple[Violation, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """The sentence, with what is concerned to be filled in, and the digest's section."""

    text: str
    source: str


def _digest(section: str) -> str:
    return phrase(f"impulse {section}")


_SETUP = _digest("(b) Setup")
_TURN = _digest("(b) Turn")
_DECK = _digest("(b) From the deck")
_HAND = _digest("(b) Hand")
_MOVE = _digest("(b) Movement")
_BATTLE = _digest("(b) Battle")
_ACTIONS = _digest("(b) Actions")
_TEAMS = _digest("(b) Teams")
_CARDS = _digest("(a) cards")
_TECHS = _digest("(a) basic techs")

RULES: Mapping[str, Rule] = {
    "game.over": Rule("The game is over.", _digest("(b) End")),
    "player.unknown": Rule("{player} does not sit at this table.", _SETUP),
    "turn.not_yours": Rule("Now {due} must {what}, not {player}.", _TURN),
    "turn.not_now": Rule("Now {due} must {what}.", _TURN),
    "race.taken": Rule("The {race} are taken.", _SETUP),
    "hand.no_such_card": Rule("{player} cannot have {card} in hand.", _HAND),
    "hand.full": Rule("{player} has {limit} cards in hand and draws none.", _HAND),
    "deck.no_such_card": Rule("Every copy of {card} lies open: none can come off the deck.", _DECK),
    "deck.empty": Rule("There is no card left to turn.", _DECK),
    "plan.no_such_card": Rule("There is no {card} in {player}'s Plan.", _CARDS),
    "plan.must_use": Rule("A Plan of {count} cards cannot be delayed.", _TURN),
    "mineral.no_such_card": Rule("{player} has no mineral {card}.", _CARDS),
    "card.too_large": Rule("Cards up to size {limit}, not {size}.", _CARDS),
    "card.wrong_colour": Rule("The card must be {wanted}, not {colour}.", _CARDS),
    "card.same_colour": Rule("No two cards of the same colour: {colour} was taken.", _CARDS),
    "card.unlike_impulse": Rule(
        "The card must have the colour and size of the last card of the Impulse.", _TECHS
    ),
    "fleet.too_few": Rule("{player} has {count} ships there, not {ships}.", _MOVE),
    "fleet.wrong_kind": Rule("This card moves {kinds} only.", _CARDS),
    "fleet.too_many": Rule("Up to {limit} ships move together by this card, not {ships}.", _CARDS),
    "fleet.twice": Rule("No fleet moves twice by the same card.", _MOVE),
    "fleet.other_card": Rule("All fleets must end on or around the same card.", _MOVE),
    "move.not_adjacent": Rule("{to} is not one move away from {start}.", _MOVE),
    "move.patrolled": Rule("{who} patrols {cell}: no transport may enter.", _MOVE),
    "move.patrolled_through": Rule(
        "{who} patrols {cell}: cruisers pass only into a battle.", _MOVE
    ),
    "move.mates_gate": Rule("Cruisers may not stay on a gate with {who}'s.", _TEAMS),
    "move.not_core": Rule("The fleet must end on or around the Sector Core.", _TECHS),
    "move.not_face_down": Rule("The cruiser must pass through a face-down card.", _TECHS),
    "build.wrong_kind": Rule("This card builds {kinds} only.", _CARDS),
    "build.no_ship": Rule("{player} has no ship left to build.", _ACTIONS),
    "build.not_its_gate": Rule("{gate} is no gate of {cell}.", _ACTIONS),
    "build.gate_taken": Rule("{who}'s cruisers are on {gate}.", _ACTIONS),
    "build.not_home": Rule("Ships are built at home, {home}.", _CARDS),
    "build.not_occupied": Rule("{player} has no transport on {cell}.", _CARDS),
    "build.other_card": Rule("All ships are built at one card, {cell}.", _CARDS),
    "build.wrong_card": Rule(
        "{cell} is neither home nor a {colour} card that {player} occupies.", _CARDS
    ),
    "build.enough_there": Rule("{limit} ships were built at {cell}.", _CARDS),
    "build.one_spot": Rule("All ships at {cell} are built in one place.", _digest("(d) 21")),
    "build.no_frontier": Rule("The other card of {gate} must be face-down.", _TECHS),
    "bomb.wrong_kind": Rule("This card bombs {kinds} only.", _CARDS),
    "bomb.mate": Rule("{victim} is no enemy.", _TEAMS),
    "bomb.nothing_there": Rule("{victim} has no ship on {place}.", _ACTIONS),
    "bomb.too_far": Rule("{player} neither patrols nor occupies {place}.", _ACTIONS),
    "reinforce.too_many": Rule("{player} has {hand} cards in hand, not {count}.", _BATTLE),
}


def broken(code: str, *slots: str, **words: object) -> Violations:
    """A broken rule with its sentence filled in; `slots` are the places concerned."""
    rule = RULES[code]
    places = tuple(SlotId(place) for place in slots)
    return (Violation(code, phrase(rule.text, **words), rule.source, slots=places),)

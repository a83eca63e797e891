"""Events of tech cards, field generators and the Relic Ship as sentences for the history."""

from companion.core.ids import AreaId, PlayerId
from companion.core.phrases import listed, phrase
from companion.games.alien_frontiers import tech_events as t
from companion.games.alien_frontiers.data import (
    RELIC,
    card_name,
    field_name,
    label,
    land_name,
)
from companion.games.alien_frontiers.state import Ship
from companion.games.alien_frontiers.words import dice, name


def say_tech(event: t.TechEvent) -> str:
    """A sentence; empty for what goes without saying."""
    who = name(event.player)
    match event:
        case t.RelicBought():
            return phrase("{who} bought the Relic Ship.", who=who)
        case t.RelicReturned():
            return phrase("The Relic Ship went back to Burroughs Desert.")
        case t.CardDealt(_, title, to):
            if to == "display":
                return phrase("{card} was dealt and lies in the display.", card=_card(title))
            return phrase(
                "{card} was dealt and lies before {to}.", card=_card(title), to=name(PlayerId(to))
            )
        case t.DiscardsShuffled():
            return phrase("The deck was empty: the discards are the new deck.")
        case t.DealingEnded():
            return phrase("No card is left to deal.")
        case t.DisplayCycled(_, titles):
            cards = listed([_card(title) for title in titles])
            return phrase("{who} discarded the display: {cards}.", who=who, cards=cards)
        case t.CardClaimed(_, title):
            return phrase("{who} claimed {card}.", who=who, card=_card(title))
        case t.CardStolen(_, victim, title, kept):
            words = {"who": who, "card": _card(title), "victim": name(victim)}
            if kept:
                return phrase("{who} took {card} from {victim}.", **words)
            return phrase(
                "{who} took {card} from {victim}, has one already and discarded it.", **words
            )
        case t.CardUsed(_, title):
            return phrase("{who} used {card}.", who=who, card=_card(title))
        case t.CardDiscarded(_, title):
            return phrase("{who} discarded {card}.", who=who, card=_card(title))
        case t.CardRecovered(_, title):
            return phrase("{who} took {card} from the discard pile.", who=who, card=_card(title))
        case t.ShipChanged(_, before, after, relic):
            return phrase(
                "{who} turned {die} into a {value}.", who=who, die=_die(before, relic), value=after
            )
        case t.ShipsRerolled(_, faces):
            return phrase("{who} rolled again: {dice}.", who=who, dice=dice(faces)) if faces else ""
        case t.ShipLifted(_, area, value, relic):
            return phrase(
                "{who} teleported {die} away from {place}.",
                who=who,
                die=_die(value, relic),
                place=label(area),
            )
        case t.ShipShot(_, area, ship, to):
            return phrase(
                "{who} drove {ship} from {place} {to}.",
                who=who,
                ship=_ship(ship),
                place=label(area),
                to=_to(to),
            )
        case t.BonusBorrowed(_, territory):
            return phrase("{who} uses the bonus of {place}.", who=who, place=_land(territory))
        case t.BorrowingEnded():
            return phrase("{who} no longer uses the borrowed bonus.", who=who)
        case t.FieldPlaced(_, field, territory):
            return phrase(
                "{who} put the {field} Field on {place}.",
                who=who,
                field=field_name(field),
                place=_land(territory),
            )
        case t.FieldRemoved(_, field):
            return phrase(
                "{who} took the {field} Field off the board.", who=who, field=field_name(field)
            )
        case t.ColonyMoved(_, colony, origin, territory):
            return phrase(
                "{who} moved a colony of {colony} from {origin} to {place}.",
                who=who,
                colony=name(colony),
                origin=_land(origin),
                place=_land(territory),
            )
        case t.ColoniesSwapped(_, colony, origin, other, territory):
            return phrase(
                "{who} swapped a colony of {one} on {origin} and one of {other} on {place}.",
                who=who,
                one=name(colony),
                origin=_land(origin),
                other=name(other),
                place=_land(territory),
            )
        case (
            t.ShipTakenUp()
            | t.RerollReady()
            | t.ShootingBegan()
            | t.ShootingEnded()
            | t.DisplacementBegan()
            | t.ColonyPicked()
        ):
            return ""


def _card(title: str) -> str:
    return card_name(title)


def _land(territory: AreaId) -> str:
    return land_name(territory)


def _die(value: int, relic: bool) -> str:
    return phrase("the Relic Ship's {value}" if relic else "a {value}", value=value)


def _ship(ship: Ship) -> str:
    if ship.colour == RELIC:
        return phrase("the Relic Ship")
    what = phrase("a {value}", value=ship.value) if ship.value else phrase("a ship")
    return phrase("{ship} of {owner}", ship=what, owner=name(PlayerId(ship.colour)))


def _to(to: str) -> str:
    return {
        "bay": phrase("to the Maintenance Bay"),
        "stock": phrase("out of play"),
        "desert": phrase("to Burroughs Desert"),
    }[to]

"""Events of tech cards, field generators and the Relic Ship as sentences for the history."""

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers import tech_events as t
from companion.games.alien_frontiers.data import DATA, RELIC, label
from companion.games.alien_frontiers.state import Ship
from companion.games.alien_frontiers.words import dice, listed, name


def say_tech(event: t.TechEvent) -> str:
    """A sentence; empty for what goes without saying."""
    who = name(event.player)
    match event:
        case t.RelicBought():
            return f"{who} bought the Relic Ship."
        case t.RelicReturned():
            return "The Relic Ship went back to Burroughs Desert."
        case t.CardDealt(_, title, to):
            where = "in the display" if to == "display" else f"before {name(PlayerId(to))}"
            return f"{_card(title)} was dealt and lies {where}."
        case t.DiscardsShuffled():
            return "The deck was empty: the discards are the new deck."
        case t.DealingEnded():
            return "No card is left to deal."
        case t.DisplayCycled(_, titles):
            return f"{who} discarded the display: {listed([_card(title) for title in titles])}."
        case t.CardClaimed(_, title):
            return f"{who} claimed {_card(title)}."
        case t.CardStolen(_, victim, title, kept):
            gone = "" if kept else ", has one already and discarded it"
            return f"{who} took {_card(title)} from {name(victim)}{gone}."
        case t.CardUsed(_, title):
            return f"{who} used {_card(title)}."
        case t.CardDiscarded(_, title):
            return f"{who} discarded {_card(title)}."
        case t.CardRecovered(_, title):
            return f"{who} took {_card(title)} from the discard pile."
        case t.ShipChanged(_, before, after, relic):
            return f"{who} turned {_die(before, relic)} into a {after}."
        case t.ShipsRerolled(_, faces):
            return f"{who} rolled again: {dice(faces)}." if faces else ""
        case t.ShipLifted(_, area, value, relic):
            return f"{who} teleported {_die(value, relic)} away from {label(area)}."
        case t.ShipShot(_, area, ship, to):
            return f"{who} drove {_ship(ship)} from {label(area)} {_to(to)}."
        case t.BonusBorrowed(_, territory):
            return f"{who} uses the bonus of {_land(territory)}."
        case t.BorrowingEnded():
            return f"{who} no longer uses the borrowed bonus."
        case t.FieldPlaced(_, field, territory):
            return f"{who} put the {field.title()} Field on {_land(territory)}."
        case t.FieldRemoved(_, field):
            return f"{who} took the {field.title()} Field off the board."
        case t.ColonyMoved(_, colony, origin, territory):
            ways = f"from {_land(origin)} to {_land(territory)}"
            return f"{who} moved a colony of {name(colony)} {ways}."
        case t.ColoniesSwapped(_, colony, origin, other, territory):
            one, two = f"{name(colony)} on {_land(origin)}", f"{name(other)} on {_land(territory)}"
            return f"{who} swapped a colony of {one} and one of {two}."
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
    return DATA.cards[title].label


def _land(territory: AreaId) -> str:
    return DATA.territories[territory]


def _die(value: int, relic: bool) -> str:
    return f"the Relic Ship's {value}" if relic else f"a {value}"


def _ship(ship: Ship) -> str:
    what = f"a {ship.value}" if ship.value else "a ship"
    return "the Relic Ship" if ship.colour == RELIC else f"{what} of {name(PlayerId(ship.colour))}"


def _to(to: str) -> str:
    return {
        "bay": "to the Maintenance Bay",
        "stock": "out of play",
        "desert": "to Burroughs Desert",
    }[to]

"""Events as sentences for the history."""

from companion.core.ids import PlayerId
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.data import DATA
from companion.games.alien_frontiers.state import Ship
from companion.games.alien_frontiers.words import at, dice, listed, name, tokens


def say(event: e.Event) -> str:
    """A sentence; empty for what goes without saying."""
    who = name(event.player)
    match event:
        case e.ShipSpent():
            return f"{who}'s ship on the Terraforming Station went to the stock."
        case e.DiceRolled(_, faces):
            return f"{who} rolled {dice(faces)}."
        case e.ShipsDocked(_, area, values):
            return f"{who} placed {dice(values)} {at(area)}."
        case e.ShipsBumped(_, ships):
            return f"{who} drove {_bumped(ships)} from the Raiders' Outpost to the Maintenance Bay."
        case e.ResourcesGained(_, fuel, ore):
            return f"{who} gained {tokens(fuel, ore)}."
        case e.ResourcesPaid(_, fuel, ore):
            return f"{who} paid {tokens(fuel, ore)}."
        case e.FuelTraded(_, fuel):
            return f"{who} traded {fuel} fuel for 1 ore."
        case e.ShipBuilt():
            return f"{who} built a ship."
        case e.ColonyStarted(_, track):
            return f"{who} started a colony on track {track} of the Colonist Hub."
        case e.ColonyAdvanced(_, _, circle):
            return f"{who}'s colony advanced to circle {circle}."
        case e.ColonyLanded(_, territory):
            return f"{who} landed a colony on {DATA.territories[territory]}."
        case e.ControlGained(_, territory):
            return f"{who} controls {DATA.territories[territory]}."
        case e.ControlLost(_, territory):
            return f"{who} no longer controls {DATA.territories[territory]}."
        case e.RaidBegan(_, left):
            return f"{who} may steal {left}."
        case e.ResourceStolen(_, victim, resource):
            return f"{who} stole 1 {resource.value} from {name(victim)}."
        case e.ResourceReturned(_, resource):
            return f"{who} gave back 1 {resource.value}."
        case e.TurnEnded(_, following):
            return f"{who}'s turn ended; {name(following)} is next."
        case e.GameEnded():
            return f"{who} landed the last colony: the game is over."
        case e.ResourcesSet(_, resource, amount):
            return f"{who}'s {resource.value} was set to {amount}."
        case e.ShipsGathered() | e.LandingGranted() | e.RaidEnded() | e.PlacementEnded():
            return ""


def _bumped(ships: tuple[Ship, ...]) -> str:
    owners = listed(sorted({name(PlayerId(ship.colour)) for ship in ships}))
    return f"{dice(ship.value or 0 for ship in ships)} of {owners}"

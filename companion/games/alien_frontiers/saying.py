"""Events as sentences for the history."""

from companion.core.ids import PlayerId
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.data import DATA, RELIC
from companion.games.alien_frontiers.state import Ship
from companion.games.alien_frontiers.tech_saying import say_tech
from companion.games.alien_frontiers.words import at, dice, listed, name, tokens


def say(event: e.Event) -> str:
    """A sentence; empty for what goes without saying."""
    who = name(event.player)
    match event:
        case e.ShipSpent():
            return f"{who}'s ship on the Terraforming Station went to the stock."
        case e.DiceRolled(_, faces, relic):
            return f"{who} rolled {rolled(faces, relic)}."
        case e.ShipsDocked(_, area, values, relic_value):
            return f"{who} placed {placed(values, relic_value)} {at(area)}."
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
        case e.ColonyStarted(_, track, circle):
            where = f", circle {circle}" if circle > 1 else ""
            return f"{who} started a colony on track {track} of the Colonist Hub{where}."
        case e.ExtraAdvanced(_, _, circle, surplus):
            over = "; one advance is left over for a launch at once" if surplus else ""
            return f"By Asimov Crater {who}'s colony advanced to circle {circle}{over}."
        case e.SurplusLost():
            return f"{who}'s advance left over is lost."
        case e.ColonyAdvanced(_, _, circle):
            return f"{who}'s colony advanced to circle {circle}."
        case e.ColonyLanded(_, territory):
            return f"{who} landed a colony on {DATA.territories[territory]}."
        case e.ControlGained(_, territory):
            return f"{who} controls {DATA.territories[territory]}."
        case e.ControlLost(_, territory):
            return f"{who} no longer controls {DATA.territories[territory]}."
        case e.RaidBegan(_, left):
            return f"{who} may steal {left or 'a card'}."
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
        case _:
            return say_tech(event)


def rolled(faces: tuple[int, ...], relic: bool) -> str:
    """Faces in words, the Relic Ship's apart."""
    own = faces[:-1] if relic else faces
    return listed([*([dice(own)] if own or not relic else []), *(_relic(faces[-1:] * relic))])


def _relic(value: tuple[int, ...]) -> list[str]:
    return [f"a {each} with the Relic Ship" for each in value]


def placed(values: tuple[int, ...], relic: int | None) -> str:
    """Dice in words, the Relic Ship apart."""
    if relic is None:
        return dice(values)
    own = list(values)
    own.remove(relic)
    return rolled((*own, relic), relic=True)


def _bumped(ships: tuple[Ship, ...]) -> str:
    colours = {ship.colour for ship in ships}
    owners = listed(sorted("the Relic Ship" if c == RELIC else name(PlayerId(c)) for c in colours))
    return f"{dice(ship.value or 0 for ship in ships)} of {owners}"

"""Events as sentences for the history."""

from companion.core.ids import PlayerId
from companion.core.phrases import listed, phrase
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.data import RELIC, land_name
from companion.games.alien_frontiers.state import Ship
from companion.games.alien_frontiers.tech_saying import say_tech
from companion.games.alien_frontiers.words import at, dice, name, tokens


def say(event: e.Event) -> str:
    """A sentence; empty for what goes without saying."""
    who = name(event.player)
    match event:
        case e.ShipSpent():
            return phrase("{who}'s ship on the Terraforming Station went to the stock.", who=who)
        case e.DiceRolled(_, faces, relic):
            return phrase("{who} rolled {dice}.", who=who, dice=rolled(faces, relic))
        case e.ShipsDocked(_, area, values, relic_value):
            return phrase(
                "{who} placed {dice} {at}.", who=who, dice=placed(values, relic_value), at=at(area)
            )
        case e.ShipsBumped(_, ships):
            return phrase(
                "{who} drove {ships} from the Raiders' Outpost to the Maintenance Bay.",
                who=who,
                ships=_bumped(ships),
            )
        case e.ResourcesGained(_, fuel, ore):
            return phrase("{who} gained {tokens}.", who=who, tokens=tokens(fuel, ore))
        case e.ResourcesPaid(_, fuel, ore):
            return phrase("{who} paid {tokens}.", who=who, tokens=tokens(fuel, ore))
        case e.FuelTraded(_, fuel):
            return phrase("{who} traded {n} fuel for 1 ore.", who=who, n=fuel)
        case e.ShipBuilt():
            return phrase("{who} built a ship.", who=who)
        case e.ColonyStarted(_, track, circle):
            words = {"who": who, "track": track}
            if circle == 1:
                return phrase(
                    "{who} started a colony on track {track} of the Colonist Hub.", **words
                )
            return phrase(
                "{who} started a colony on track {track} of the Colonist Hub, circle {n}.",
                **words,
                n=circle,
            )
        case e.ExtraAdvanced(_, _, circle, surplus):
            if surplus:
                return phrase(
                    "By Asimov Crater {who}'s colony advanced to circle {n}; one advance is left"
                    " over for a launch at once.",
                    who=who,
                    n=circle,
                )
            return phrase(
                "By Asimov Crater {who}'s colony advanced to circle {n}.", who=who, n=circle
            )
        case e.SurplusLost():
            return phrase("{who}'s advance left over is lost.", who=who)
        case e.ColonyAdvanced(_, _, circle):
            return phrase("{who}'s colony advanced to circle {n}.", who=who, n=circle)
        case e.ColonyLanded(_, territory):
            return phrase("{who} landed a colony on {place}.", who=who, place=land_name(territory))
        case e.ControlGained(_, territory):
            return phrase("{who} controls {place}.", who=who, place=land_name(territory))
        case e.ControlLost(_, territory):
            return phrase("{who} no longer controls {place}.", who=who, place=land_name(territory))
        case e.RaidBegan(_, left):
            if not left:
                return phrase("{who} may steal a card.", who=who)
            return phrase("{who} may steal {left}.", who=who, left=left)
        case e.ResourceStolen(_, victim, resource):
            return phrase(
                "{who} stole 1 {resource} from {victim}.",
                who=who,
                resource=phrase(resource.value),
                victim=name(victim),
            )
        case e.ResourceReturned(_, resource):
            return phrase("{who} gave back 1 {resource}.", who=who, resource=phrase(resource.value))
        case e.TurnEnded(_, following):
            return phrase("{who}'s turn ended; {next} is next.", who=who, next=name(following))
        case e.GameEnded():
            return phrase("{who} landed the last colony: the game is over.", who=who)
        case e.ResourcesSet(_, resource, amount):
            return phrase(
                "{who}'s {resource} was set to {n}.",
                who=who,
                resource=phrase(resource.value),
                n=amount,
            )
        case e.ShipsGathered() | e.LandingGranted() | e.RaidEnded() | e.PlacementEnded():
            return ""
        case _:
            return say_tech(event)


def rolled(faces: tuple[int, ...], relic: bool) -> str:
    """Faces in words, the Relic Ship's apart."""
    own = faces[:-1] if relic else faces
    return listed([*([dice(own)] if own or not relic else []), *(_relic(faces[-1:] * relic))])


def _relic(value: tuple[int, ...]) -> list[str]:
    return [phrase("a {value} with the Relic Ship", value=each) for each in value]


def placed(values: tuple[int, ...], relic: int | None) -> str:
    """Dice in words, the Relic Ship apart."""
    if relic is None:
        return dice(values)
    own = list(values)
    own.remove(relic)
    return rolled((*own, relic), relic=True)


def _bumped(ships: tuple[Ship, ...]) -> str:
    colours = {ship.colour for ship in ships}
    owners = sorted(phrase("the Relic Ship") if c == RELIC else name(PlayerId(c)) for c in colours)
    words = {"dice": dice(ship.value or 0 for ship in ships), "owners": listed(owners)}
    return phrase("{dice} of {owners}", **words)

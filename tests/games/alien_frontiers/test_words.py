"""Sentences of the history, and the examples in the docstrings."""

import doctest

import pytest

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers import words
from companion.games.alien_frontiers.data import BAY, MINE, SHIPYARD
from companion.games.alien_frontiers.game import GAME
from companion.games.alien_frontiers.state import Resource, Ship

RED, BLUE = PlayerId("red"), PlayerId("blue")
LEM = AreaId("lem_badlands")


def test_examples() -> None:
    assert doctest.testmod(words).failed == 0
    assert doctest.testmod(words).attempted >= 5


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (e.ShipSpent(RED), "Red's ship on the Terraforming Station went to the stock."),
        (e.ShipsGathered(RED), ""),
        (e.DiceRolled(RED, (2, 2, 5)), "Red rolled two 2s and a 5."),
        (e.ShipsDocked(RED, MINE, (4,)), "Red placed a 4 in the Lunar Mine."),
        (e.ShipsDocked(RED, BAY, (4,)), "Red placed a 4 in the Maintenance Bay."),
        (e.ShipsDocked(RED, SHIPYARD, (3, 3)), "Red placed two 3s at the Shipyard."),
        (e.ShipsBumped(RED, (Ship("blue", 1), Ship("blue", 2), Ship("blue", 3))),
         "Red drove a 1, a 2 and a 3 of Blue from the Raiders' Outpost to the Maintenance Bay."),
        (e.ResourcesGained(RED, 2, 1, MINE), "Red gained 2 fuel and 1 ore."),
        (e.ResourcesPaid(RED, 0, 3, MINE), "Red paid 3 ore."),
        (e.FuelTraded(RED, 3), "Red traded 3 fuel for 1 ore."),
        (e.ShipBuilt(RED), "Red built a ship."),
        (e.ColonyStarted(RED, "2"), "Red started a colony on track 2 of the Colonist Hub."),
        (e.ColonyAdvanced(RED, "2", 4), "Red's colony advanced to circle 4."),
        (e.LandingGranted(RED, "hub"), ""),
        (e.ColonyLanded(RED, LEM, "hub"), "Red landed a colony on Lem Badlands."),
        (e.ControlGained(RED, LEM), "Red controls Lem Badlands."),
        (e.ControlLost(RED, LEM), "Red no longer controls Lem Badlands."),
        (e.RaidBegan(RED, 4), "Red may steal 4."),
        (e.ResourceStolen(RED, BLUE, Resource.ORE), "Red stole 1 ore from Blue."),
        (e.RaidEnded(RED), ""),
        (e.PlacementEnded(RED), ""),
        (e.ResourceReturned(RED, Resource.FUEL), "Red gave back 1 fuel."),
        (e.TurnEnded(RED, BLUE), "Red's turn ended; Blue is next."),
        (e.GameEnded(RED), "Red landed the last colony: the game is over."),
        (e.ResourcesSet(RED, Resource.ORE, 4), "Red's ore was set to 4."),
    ],
)  # fmt: skip
def test_history(event: e.Event, sentence: str) -> None:
    assert GAME.say(event) == sentence

"""Sentences of the history, and the examples in the docstrings."""

import doctest

import pytest

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers import tech_events as t
from companion.games.alien_frontiers import words
from companion.games.alien_frontiers.data import BAY, MINE, SHIPYARD
from companion.games.alien_frontiers.game import GAME
from companion.games.alien_frontiers.state import Resource, Ship

RED, BLUE = PlayerId("red"), PlayerId("blue")
LEM, POHL = AreaId("lem_badlands"), AreaId("pohl_foothills")


def test_examples() -> None:
    assert doctest.testmod(words).failed == 0
    assert doctest.testmod(words).attempted >= 4


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
        (e.DiceRolled(RED, (2, 2, 5), relic=True),
         "Red rolled two 2s and a 5 with the Relic Ship."),
        (e.ShipsDocked(RED, SHIPYARD, (3, 3), 3),
         "Red placed a 3 and a 3 with the Relic Ship at the Shipyard."),
        (e.ShipsBumped(RED, (Ship("blue", 2), Ship("clear", 3))),
         "Red drove a 2 and a 3 of Blue and the Relic Ship from the Raiders' Outpost to the"
         " Maintenance Bay."),
        (e.ColonyStarted(RED, "2", 1), "Red started a colony on track 2 of the Colonist Hub."),
        (e.ColonyStarted(RED, "2", 2),
         "Red started a colony on track 2 of the Colonist Hub, circle 2."),
        (e.ExtraAdvanced(RED, "1", 5, 0), "By Asimov Crater Red's colony advanced to circle 5."),
        (e.ExtraAdvanced(RED, "1", 7, 1), "By Asimov Crater Red's colony advanced to circle 7;"
         " one advance is left over for a launch at once."),
        (e.SurplusLost(RED), "Red's advance left over is lost."),
        (e.RaidBegan(RED, 0), "Red may steal a card."),
        (t.RelicBought(RED), "Red bought the Relic Ship."),
        (t.RelicReturned(RED), "The Relic Ship went back to Burroughs Desert."),
        (t.CardDealt(RED, "alien_city", "display"),
         "Alien City was dealt and lies in the display."),
        (t.CardDealt(BLUE, "alien_city", "blue"), "Alien City was dealt and lies before Blue."),
        (t.DiscardsShuffled(RED), "The deck was empty: the discards are the new deck."),
        (t.DealingEnded(RED), "No card is left to deal."),
        (t.DisplayCycled(RED, ("alien_city", "stasis_beam")),
         "Red discarded the display: Alien City and Stasis Beam."),
        (t.CardClaimed(RED, "alien_city"), "Red claimed Alien City."),
        (t.CardStolen(RED, BLUE, "alien_city", kept=True), "Red took Alien City from Blue."),
        (t.CardStolen(RED, BLUE, "booster_pod", kept=False),
         "Red took Booster Pod from Blue, has one already and discarded it."),
        (t.CardUsed(RED, "booster_pod"), "Red used Booster Pod."),
        (t.CardDiscarded(RED, "booster_pod", power=True), "Red discarded Booster Pod."),
        (t.CardRecovered(RED, "alien_city"), "Red took Alien City from the discard pile."),
        (t.ShipChanged(RED, 3, 4), "Red turned a 3 into a 4."),
        (t.ShipChanged(RED, 3, 4, relic=True), "Red turned the Relic Ship's 3 into a 4."),
        (t.ShipTakenUp(RED, 3), ""),
        (t.RerollReady(RED), ""),
        (t.ShipsRerolled(RED, (1, 4)), "Red rolled again: a 1 and a 4."),
        (t.ShipLifted(RED, MINE, 6), "Red teleported a 6 away from the Lunar Mine."),
        (t.ShootingBegan(RED, MINE), ""),
        (t.ShipShot(RED, MINE, Ship("blue", 4), "bay"),
         "Red drove a 4 of Blue from the Lunar Mine to the Maintenance Bay."),
        (t.ShipShot(RED, MINE, Ship("clear", 4), "desert"),
         "Red drove the Relic Ship from the Lunar Mine to Burroughs Desert."),
        (t.ShipShot(RED, BAY, Ship("blue", None), "stock"),
         "Red drove a ship of Blue from the Maintenance Bay out of play."),
        (t.ShootingEnded(RED), ""),
        (t.BonusBorrowed(RED, LEM), "Red uses the bonus of Lem Badlands."),
        (t.BorrowingEnded(RED), "Red no longer uses the borrowed bonus."),
        (t.FieldPlaced(RED, "isolation", LEM), "Red put the Isolation Field on Lem Badlands."),
        (t.FieldRemoved(RED, "isolation"), "Red took the Isolation Field off the board."),
        (t.DisplacementBegan(RED, "polarity_device"), ""),
        (t.ColonyPicked(RED, BLUE, LEM), ""),
        (t.ColonyMoved(RED, BLUE, LEM, POHL),
         "Red moved a colony of Blue from Lem Badlands to Pohl Foothills."),
        (t.ColoniesSwapped(RED, BLUE, LEM, RED, POHL),
         "Red swapped a colony of Blue on Lem Badlands and one of Red on Pohl Foothills."),
    ],
)  # fmt: skip
def test_history(event: e.Event, sentence: str) -> None:
    assert GAME.say(event) == sentence

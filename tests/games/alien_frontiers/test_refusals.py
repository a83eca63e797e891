"""What a refusal points at, what it says, and actions that notation cannot write."""

from dataclasses import replace

import pytest

from companion.core.ids import AreaId, PlayerId, SlotId
from companion.games.alien_frontiers import actions as a
from companion.games.alien_frontiers.game import GAME
from companion.games.alien_frontiers.state import State
from companion.rules.ruling import Rejected, Violation
from tests.games.alien_frontiers.bonus_table import BONUSES
from tests.games.alien_frontiers.positions import placing
from tests.games.alien_frontiers.tech_table import TECH
from tests.games.alien_frontiers.test_rules import BAY_3, LANDING, TABLE

RED, BLUE = PlayerId("red"), PlayerId("blue")
NOWHERE = AreaId("nowhere")
PLACES = {
    "solar_converter": "solar_converter",
    "lunar_mine": "lunar_mine",
    "market": "orbital_market",
    "shipyard": "shipyard",
    "raiders": "raiders_outpost",
    "constructor": "colony_constructor",
    "terraforming": "terraforming_station",
    "artifact": "alien_artifact",
    "maintenance_bay": "maintenance_bay",
    "relic": "burroughs_desert",
}
"""Where a rule is broken, by the first part of its code."""
DICE = ("one_ship", "not_a_pair", "not_a_run", "not_a_triple", "not_a_six", "too_low",
        "sum_not_greater")  # fmt: skip
"""Rules broken by the dice themselves, by the second part of the code."""
ROWS = [row for row in (*TABLE, *TECH, *BONUSES) if row[3]]


def violations(state: State, action: a.Action) -> tuple[Violation, ...]:
    ruling = GAME.judge(state, action)
    assert isinstance(ruling, Rejected)
    return ruling.violations


@pytest.mark.parametrize(("state", "text"), [row[1:3] for row in ROWS], ids=[r[0] for r in ROWS])
def test_a_refusal_points_at_the_place_and_the_dice(state: State, text: str) -> None:
    action = GAME.read_action(text)
    for violation in violations(state, action):
        place, _, what = violation.code.partition(".")
        if what == "not_the_bay":
            place = "maintenance_bay"
        if place in PLACES:
            assert violation.slots == (SlotId(PLACES[place]),), violation.code
        if place == "data_crystal" or what == "same_territory":
            assert violation.slots == (SlotId(text.rsplit(maxsplit=1)[-1]),), violation.code
        if place == "hub" and isinstance(action, a.Dock):
            assert violation.slots == (SlotId(action.area),), violation.code
        if what in DICE and isinstance(action, a.Dock):
            expected = sorted(f"red {value}" for value in action.values)
            assert sorted(violation.pieces) == expected, violation.code
        assert "None" not in violation.text, violation.text


@pytest.mark.parametrize(
    ("state", "action", "codes"),
    [
        (LANDING, a.Land(RED, NOWHERE), ("landing.no_such_territory",)),
        (placing("", head="due=colony:red:polarity_device"), a.Pick(RED, BLUE, NOWHERE),
         ("landing.no_such_territory",)),
        (placing("", head="due=colony:red:orbital_teleporter:blue:lem_badlands"),
         a.Move(RED, NOWHERE), ("landing.no_such_territory",)),
        (placing("", "fuel=9 cards=data_crystal"), a.Borrow(RED, NOWHERE),
         ("landing.no_such_territory",)),
        (placing("", "cards=data_crystal"), a.PlaceField(RED, "data_crystal", NOWHERE),
         ("landing.no_such_territory",)),
        (placing("3"), a.Dock(RED, NOWHERE, (3,)), ("facility.unknown",)),
        (placing("3"), a.Dock(RED, AreaId("lunar_mine"), (0,)), ("dice.no_such_face",)),
        (placing("3"), a.Dock(RED, AreaId("lunar_mine"), (7,)), ("dice.no_such_face",)),
        (placing("", "cards=booster_pod"), a.RemoveField(RED, "gravity"), ("field.not_on_board",)),
        (placing("", "fuel=9 cards=plasma_cannon"), a.Fire(RED, NOWHERE),
         ("plasma_cannon.nothing_there",)),
    ],
)  # fmt: skip
def test_what_notation_cannot_write(state: State, action: a.Action, codes: tuple[str, ...]) -> None:
    found = violations(state, action)
    assert tuple(violation.code for violation in found) == codes
    assert all("{" not in violation.text for violation in found)


def test_nobody_insists_on_a_place_that_is_not_there() -> None:
    assert GAME.enforce(placing(""), a.Land(RED, NOWHERE)) is None


@pytest.mark.parametrize(
    ("state", "action", "text"),
    [
        (placing("2,3r", board="burroughs_desert=red"), "red: end_turn",
         "The turn cannot end: a 2 and the Relic Ship's 3 must still be placed."),
        (placing("3r", board="burroughs_desert=red"), "red: end_turn",
         "The turn cannot end: the Relic Ship's 3 must still be placed."),
        (placing("2,3r", board="burroughs_desert=red"), "red: dock lunar_mine 4r",
         "Red has no Relic Ship's 4 to place: there is a 2 and the Relic Ship's 3."),
        (placing(""), "red: dock lunar_mine 4", "Red has no 4 to place: every die is placed."),
        (placing("6", head="market=2,5 trades=last", red="fuel=9"), "red: trade 2",
         "Trades go by the pair docked last, a pair of 5s, not by the 2s."),
    ],
)  # fmt: skip
def test_a_refusal_in_words(state: State, action: str, text: str) -> None:
    assert [each.text for each in violations(state, GAME.read_action(action))] == [text]


def test_unread_faces_come_first() -> None:
    state = placing("", board="maintenance_bay=red1,red?,blue2,blue?")
    assert GAME.write_state(state).endswith("maintenance_bay=blue?,blue2,red?,red1")


def test_a_landing_out_of_turn_leaves_the_landing_that_is_due() -> None:
    events = GAME.enforce(LANDING, a.Land(BLUE, AreaId("lem_badlands")))
    assert events is not None
    state = LANDING
    for event in events:
        state = GAME.evolve(state, event)
    assert state.due == LANDING.due
    assert state.planet[AreaId("lem_badlands")] == (BLUE,)


def test_no_roll_while_cards_are_dealt_even_if_insisted_on() -> None:
    state = GAME.read_state(f"turn=red phase=roll deals=display | red | blue | {BAY_3}")
    assert GAME.enforce(state, a.Roll(RED, (1, 2, 3))) is None
    assert GAME.enforce(replace(state, deals=()), a.Roll(RED, (1, 2, 3))) is not None


def test_no_roll_is_due_when_the_game_is_over() -> None:
    """A last colony that the table insists on may land in the middle of a new roll."""
    text = "turn=red phase={} due=warp:red:1:ready | red colonies=0 | blue |"
    assert GAME.chance(GAME.read_state(text.format("place"))) is not None
    assert GAME.chance(GAME.read_state(text.format("over"))) is None


ALL_ROWS = [*TABLE, *TECH, *BONUSES]


@pytest.mark.parametrize("row", ALL_ROWS, ids=[row[0] for row in ALL_ROWS])
def test_what_is_accepted_is_offered_and_nothing_else(
    row: tuple[str, State, str, tuple[str, ...]],
) -> None:
    _, state, text, codes = row
    action = GAME.read_action(text)
    if GAME.chance(state) is None:
        offered = {GAME.write_action(each) for each in GAME.legal_actions(state)}
        assert (GAME.write_action(action) in offered) == (not codes)

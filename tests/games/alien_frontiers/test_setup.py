"""What is set up, and what is refused."""

from dataclasses import replace

import pytest

from companion.core.expected import OneOf
from companion.core.ids import AreaId, PlayerId
from companion.core.pieces import DIE, Piece
from companion.games.alien_frontiers.attempt import attempt
from companion.games.alien_frontiers.data import read_data
from companion.games.alien_frontiers.expected import COLONY
from companion.games.alien_frontiers.game import GAME
from companion.games.alien_frontiers.words import dice
from companion.rules.engine import Step, play
from companion.rules.errors import LedgerError, SetupError
from companion.rules.game import Setup
from companion.rules.registry import load_game, make_setup
from tests.games.alien_frontiers.positions import placing

RED = PlayerId("red")


def test_the_game_is_found() -> None:
    assert load_game("alien_frontiers") is GAME


def test_seat_order_is_the_order_of_the_players() -> None:
    names = {"yellow": "Yan", "red": "Rosa", "blue": "Bo"}
    state = GAME.setup(make_setup(GAME.info, names))
    assert state.seats == ("yellow", "red", "blue")
    assert state.turn == "yellow"
    assert state.players[RED].fuel == 1


def test_the_first_position_has_nothing_behind_it() -> None:
    """No counter of a turn has begun: all but the first roll is as notation leaves it out."""
    state = GAME.setup(make_setup(GAME.info, {"red": "Rosa", "blue": "Bo"}, {"tech": "none"}))
    bay = "maintenance_bay=blue?,blue?,blue?,red?,red?,red?"
    grey = (
        "solar_converter=grey1 lunar_mine=grey1,grey1 orbital_market=grey1,grey1"
        " shipyard=grey1,grey1,grey1,grey1 colony_constructor=grey1,grey1,grey1"
    )
    text = f"turn=red phase=roll tech=none | red | blue fuel=1 | {grey} {bay}"
    assert state == GAME.read_state(text)


@pytest.mark.parametrize("count", [1, 5])
def test_wrong_numbers_of_players(count: int) -> None:
    seats = tuple(map(PlayerId, ("red", "green", "blue", "yellow", "pink")[:count]))
    with pytest.raises(SetupError, match="2 to 4 players"):
        GAME.setup(Setup(seats, {}, {}))


def test_unknown_option() -> None:
    with pytest.raises(SetupError, match="no option 'speed'"):
        GAME.setup(Setup((RED, PlayerId("blue")), {}, {"speed": "high"}))


def test_values_are_checked_when_read() -> None:
    with pytest.raises(LedgerError):
        read_data("title = 4")


def test_grey_and_the_clear_relic_ship_are_nobodys() -> None:
    assert GAME.info.neutral_colours == ("grey", "clear")


def test_ships_taken_up_to_be_rolled_are_their_players_alone() -> None:
    state = GAME.read_state("turn=red phase=place due=warp:red:2:open | red | blue |")
    assert [player.stock for player in state.players.values()] == [4, 6]


def test_ships_that_join_a_teleported_one_are_written_in_order() -> None:
    action = GAME.read_action("red: use orbital_teleporter lunar_mine 4 shipyard 5 3")
    assert GAME.write_action(action) == "red: use orbital_teleporter lunar_mine 4 shipyard 3 5"


def test_dice_are_told_in_order() -> None:
    assert dice((5, 3, 5)) == "a 3 and two 5s"


def test_a_colony_set_down_on_its_circle_is_no_ship() -> None:
    colony = Piece(COLONY, "red", 3)
    assert attempt(placing("2,3"), AreaId("hub.1"), (colony,)) is None


@pytest.mark.parametrize(
    ("area", "added", "text"),
    [
        ("lunar_mine", [("red", 3)], "red: dock lunar_mine 3"),
        ("shipyard", [("red", 3), ("red", 2)], "red: dock shipyard 2 3"),
        ("hub.2", [("red", 3)], "red: dock hub.2 3"),
        ("lunar_mine", [("blue", 3), ("red", 2)], "blue: dock lunar_mine 3"),
        ("lunar_mine", [("grey", 3)], None),
        ("lem_badlands", [("red", 3)], None),
        ("lunar_mine", [], None),
        ("lunar_mine", [("red", None)], None),
        ("lunar_mine", [("clear", 4)], "red: dock lunar_mine 4r"),
        ("shipyard", [("red", 3), ("clear", 3)], "red: dock shipyard 3 3r"),
        ("lunar_mine", [("blue", 3), ("clear", 4)], "blue: dock lunar_mine 3"),
        ("lunar_mine", [("red", None), ("red", 3)], "red: dock lunar_mine 3"),
    ],
)
def test_what_is_attempted_by_dice_in_a_place(
    area: str, added: list[tuple[str, int | None]], text: str | None
) -> None:
    pieces = tuple(Piece(DIE, colour, value) for colour, value in added)
    action = attempt(placing("2,3"), AreaId(area), pieces)
    assert (None if action is None else GAME.write_action(action)) == text


@pytest.mark.parametrize(("owner", "counted"), [("red", 0), ("blue", 1)])
def test_a_bonus_uncovered_counts_anew_for_its_owner_only(owner: str, counted: int) -> None:
    text = (
        "turn=red phase=place hand=3 bonus_gained=fresh | red cards=booster_pod | blue |"
        f" asimov_crater={owner} isolation=asimov_crater"
    )
    state = replace(GAME.read_state(text), hub_docked=1)
    step = play(GAME, state, GAME.read_action("red: discard booster_pod isolation"))
    assert isinstance(step, Step)
    assert step.state.hub_docked == counted


def test_a_relic_ship_at_home_does_not_return_when_its_desert_is_isolated() -> None:
    text = "turn=red phase=place hand=3 | red cards=stasis_beam | blue | burroughs_desert=red"
    state = GAME.read_state(text)
    step = play(GAME, state, GAME.read_action("red: discard stasis_beam burroughs_desert"))
    assert isinstance(step, Step)
    assert "RelicReturned" not in [type(fact.event).__name__ for fact in step.facts]


def test_ships_kept_and_ships_taken_up_lie_where_dice_are_rolled() -> None:
    state = GAME.read_state("turn=red phase=place hand=3,5 due=warp:red:1:open | red | blue |")
    lying = GAME.expected(state)[AreaId("rolling")]
    assert not isinstance(lying, OneOf)
    assert sorted(piece.value or 0 for piece in lying.pieces if piece.kind == DIE) == [0, 3, 5]


def test_rates_of_the_market_are_part_of_a_position() -> None:
    state = placing("3", head="market=2")
    assert state.market
    assert GAME.read_state(GAME.write_state(state)).market == state.market

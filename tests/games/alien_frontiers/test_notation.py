"""Text that is no action or position is refused with what was expected."""

import pytest

from companion.games.alien_frontiers import actions as a
from companion.games.alien_frontiers.game import GAME
from companion.rules.errors import NotationError
from tests.games.alien_frontiers.positions import placing

PLACING = "turn=red phase=place"


@pytest.mark.parametrize(
    "text",
    [
        "red: roll 1 2 3",
        "red: roll",
        "red: dock hub.2 5",
        "blue: dock raiders_outpost 2 3 4",
        "red: trade 6",
        "yellow: launch",
        "green: land van_vogt_mountains",
        "red: steal blue ore",
        "red: stop_stealing",
        "red: return fuel",
        "red: end_turn",
        "red: use plasma_cannon lunar_mine",
        "red: cycle",
    ],
)
def test_actions_are_written_as_read(text: str) -> None:
    assert GAME.write_action(GAME.read_action(text)) == text


def test_dice_have_no_order() -> None:
    assert GAME.read_action("red: dock shipyard 3 2") == GAME.read_action("red: dock shipyard 2 3")
    joined = "red: use orbital_teleporter lunar_mine 3 colony_constructor"
    assert GAME.read_action(f"{joined} 3r 3") == GAME.read_action(f"{joined} 3 3r")
    assert GAME.write_action(GAME.read_action(f"{joined} 3r 3")) == f"{joined} 3 3r"
    assert GAME.write_action(a.Roll(GAME.info.colours[0], (5, 2))) == "red: roll 2 5"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "begins with a player and a colon"),
        ("dock lunar_mine 4", "begins with a player and a colon"),
        ("pink: launch", "(red, green, blue, yellow)"),
        ("red:", "expected one of roll, dock, trade"),
        ("red: fly", "expected one of roll, dock, trade"),
        ("red: roll 7", "a die shows 1 to 6, not '7'"),
        ("red: dock lunar_mine", "expected red: dock FACILITY VALUE..."),
        ("red: dock moon 4", "a facility is one of solar_converter, lunar_mine"),
        ("red: dock lunar_mine four", "a die shows 1 to 6, not 'four'"),
        ("red: trade", "expected red: trade VALUE"),
        ("red: trade 3 3", "1 words follow the verb, not 2"),
        ("red: launch now", "0 words follow the verb"),
        ("red: land moon", "a territory is one of asimov_crater"),
        ("red: steal blue gold", "a resource or a card is one of fuel, ore, alien_city"),
        ("red: steal pink ore", "a player is one of red"),
        ("red: steal ore", "expected red: steal PLAYER fuel|ore"),
        ("red: return", "expected red: return fuel|ore"),
        ("red: end_turn now", "expected red: end_turn"),
        ("red: dock shipyard 3r 3r", "there is one Relic Ship"),
        ("red: deal gold", "a card is one of alien_city"),
        ("red: claim", "1 words follow the verb, not 0"),
        ("red: shoot pink 4", "a ship's colour is one of red, green, blue, yellow, clear"),
        ("red: shoot blue", "2 words follow the verb, not 1"),
        ("red: shoot blue 0", "a die shows 1 to 6, not '0'"),
        ("red: pick blue", "2 words follow the verb, not 1"),
        ("red: swap pink lem_badlands", "a player is one of red"),
        ("red: use gold", "expected red: use CARD"),
        ("red: discard gold", "expected red: discard CARD"),
        ("red: discard", "expected red: discard CARD"),
    ],
)
def test_no_action(text: str, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        GAME.read_action(text)
    assert expected in str(caught.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "expected `turn=... | red"),
        (PLACING, "expected `turn=... | red"),
        (f"{PLACING} | red |", "expected `turn=... | red"),
        ("phase=place | red | blue |", "'turn' is missing"),
        ("turn=red | red | blue |", "'phase' is missing"),
        ("turn=green phase=place | red | blue |", "a player here is one of red, blue"),
        ("turn=red phase=lunch | red | blue |", "'lunch' is not a valid Phase"),
        (f"{PLACING} hand=7 | red | blue |", "a face is one of 1, 2, 3, 4, 5, 6, got '7'"),
        (f"{PLACING} raid=never | red | blue |", "raid is one of all, up_to, got 'never'"),
        (f"{PLACING} due=nap | red | blue |", "due is land:PLAYER:ORIGIN"),
        (f"{PLACING} | red gold=1 | blue |", "not gold"),
        (f"{PLACING} | red fuel=x | blue |", "invalid literal"),
        (f"{PLACING} | red fuel=-1 | blue |", "red has -1 of fuel"),
        (f"{PLACING} hand=1,1,1,1,1,1,1 | red | blue |", "red has -1 of stock"),
        (f"{PLACING} | red | blue | moon=red4", "unknown name 'moon'"),
        (f"{PLACING} | red | blue | lunar_mine red4", "expected NAME=VALUE, got 'lunar_mine'"),
        (f"{PLACING} | red | blue | lunar_mine=pink4", "the colour of a docked die is one of"),
        (f"{PLACING} | red | blue | lunar_mine=red7", "a face is one of"),
        (f"{PLACING} | red | blue | terraforming_station=red6,blue6", "has 1 ports, no more"),
        (f"{PLACING} | red | blue | hub.1=red@8", "a circle of the hub is one of"),
        (f"{PLACING} | red | blue | lem_badlands=green", "a player here is one of red, blue"),
        (f"{PLACING} hand=3r,4r | red | blue | burroughs_desert=red", "there is one Relic Ship"),
        (
            f"{PLACING} hand=3r | red | blue | burroughs_desert=red lunar_mine=clear4",
            "there is one Relic Ship",
        ),
        (
            f"{PLACING} | red | blue | burroughs_desert=red lunar_mine=clear4 hub.1=none:clear4",
            "there is one Relic Ship",
        ),
        (
            f"{PLACING} due=warp:red:1r:open hand=3r | red | blue | burroughs_desert=red",
            "there is one Relic Ship",
        ),
        (f"{PLACING} | red | blue | lunar_mine=clear4", "is nobody's unless"),
        (f"{PLACING} hand=4r | red | blue | burroughs_desert=red,blue", "is nobody's unless"),
        (
            f"{PLACING} | red cards=alien_city | blue | discards=alien_city",
            "there are 1 of alien_city, no more",
        ),
        (
            f"{PLACING} | red | blue | display=booster_pod,booster_pod discards=booster_pod",
            "there are 2 of booster_pod, no more",
        ),
        (f"{PLACING} | red cards=gold | blue |", "a card is one of alien_city"),
        (f"{PLACING} used=gold | red | blue |", "a card is one of alien_city"),
        (f"{PLACING} deals=moon | red | blue |", "a place is one of display, red, blue"),
        (f"{PLACING} borrowed=moon | red | blue |", "a territory is one of"),
        (f"{PLACING} | red | blue | positron=moon", "a territory is one of"),
        (f"{PLACING} market=7 | red | blue |", "a face is one of"),
        (f"{PLACING} discarded=maybe | red | blue |", "yes or no is one of yes, no"),
        (f"{PLACING} asimov=maybe | red | blue |", "yes or no is one of yes, no"),
        (f"{PLACING} due=land:green:supply | red | blue |", "a player here is one of"),
        (f"{PLACING} due=land:red:moon | red | blue |", "an origin is one of supply, hub"),
        (f"{PLACING} due=raid:red:x:1 | red | blue |", "invalid literal"),
        (f"{PLACING} due=raid:green:2:1 | red | blue |", "a player here is one of"),
        (f"{PLACING} due=shoot:red:moon:1 | red | blue |", "a place is one of solar_converter"),
        (
            f"{PLACING} due=colony:red:booster_pod | red | blue |",
            "a card is one of orbital_teleporter, polarity_device",
        ),
        (
            f"{PLACING} due=colony:red:booster_pod:blue:lem_badlands | red | blue |",
            "a card is one of orbital_teleporter, polarity_device",
        ),
        (f"{PLACING} due=colony:red:polarity_device:blue:moon | red | blue |", "a territory is"),
        (f"{PLACING} due=warp:red:2:maybe | red | blue |", "a roll again is one of open, ready"),
        (f"{PLACING} | red colonies=-1 | blue |", "red has -1 of colonies"),
        (f"{PLACING} | red | blue | hub.1=red@0", "a circle of the hub is one of"),
        (
            f"{PLACING} | red | blue | lunar_mine=blue1,blue1,blue1,blue1,blue1,blue1",
            "lunar_mine has 5 ports, no more",
        ),
    ],
)
def test_no_position(text: str, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        GAME.read_state(text)
    assert expected in str(caught.value)


def test_stock_and_colonies_follow_from_the_board() -> None:
    state = placing("3,4", board="lunar_mine=red1 hub.2=red@3:red5 lem_badlands=red,red,blue")
    red, blue = state.players.values()
    assert (red.ships, red.stock, red.colonies) == (4, 2, 5)
    assert (blue.ships, blue.stock, blue.colonies) == (0, 6, 7)
    assert (red.fuel, red.ore) == (0, 0)
    red, _ = placing("3", head="due=warp:red:2:open").players.values()
    assert (red.ships, red.stock) == (3, 3)

"""What happens when the table insists, and numbers set by hand."""

import pytest

from companion.core.ids import PlayerId
from companion.games.alien_frontiers.actions import Roll
from companion.games.alien_frontiers.data import BAY, RELIC
from companion.games.alien_frontiers.game import GAME
from companion.games.alien_frontiers.state import State, ships_at
from companion.rules.engine import carry_out
from tests.games.alien_frontiers.positions import placing

RED, BLUE = PlayerId("red"), PlayerId("blue")


def insisted(state: State, action: str) -> State | None:
    events = GAME.enforce(state, GAME.read_action(action))
    return None if events is None else carry_out(GAME, state, events).state


@pytest.mark.parametrize(
    ("state", "action", "fuel", "ore"),
    [
        (placing("3", board="lunar_mine=blue4"), "red: dock lunar_mine 3", 0, 1),
        (placing("3,4"), "red: dock lunar_mine 3 4", 0, 2),
        (placing("3,4"), "red: dock solar_converter 3 4", 4, 0),
        (placing("5", red="fuel=3 ore=1 stock=3"), "red: dock terraforming_station 5", 2, 0),
        (placing("6", red="stock=2"), "red: dock terraforming_station 6", 0, 0),
        (placing("2,3", red="fuel=1 stock=3"), "red: dock shipyard 2 3", 0, 0),
        (placing("2,2,3", red="fuel=1 ore=5"), "red: dock colony_constructor 2 2 3", 1, 2),
        (placing("", red="fuel=2", head="market=3"), "red: trade 3", 0, 1),
        (placing("", red="fuel=4"), "red: trade 3", 1, 1),
        (placing("", board="hub.1=red@4"), "red: launch", 0, 0),
        (placing("", blue="ore=2"), "red: steal blue ore", 0, 1),
        (placing("", red="ore=2"), "red: return ore", 0, 1),
    ],
)
def test_what_is_insisted_on_yields_and_costs(
    state: State, action: str, fuel: int, ore: int
) -> None:
    after = insisted(state, action)
    assert after is not None
    assert (after.players[RED].fuel, after.players[RED].ore) == (fuel, ore)


@pytest.mark.parametrize(
    ("state", "action"),
    [
        (placing("3"), "red: dock lunar_mine 4"),
        (placing("3"), "blue: dock lunar_mine 3"),
        (placing("3", head="tech=none"), "red: dock alien_artifact 3"),
        (placing("3", board="terraforming_station=blue6"), "red: dock terraforming_station 3"),
        (placing("3,3", board="shipyard=grey1,grey1,grey1,grey1,blue1"), "red: dock shipyard 3 3"),
        (placing("3"), "red: dock shipyard 3"),
        (placing("3", board="hub.1=red@1"), "red: dock hub.2 3"),
        (placing("3", board="hub.2=blue@1"), "red: dock hub.2 3"),
        (placing("3", head="due=land:red:supply"), "red: dock solar_converter 3"),
        (placing("3", head="due=land:red:supply"), "red: end_turn"),
        (placing(""), "red: launch"),
        (placing(""), "red: trade 3"),
        (placing(""), "red: stop_stealing"),
        (placing("", red="ore=1"), "red: steal red ore"),
        (placing("", red="ore=1"), "red: return fuel"),
        (placing("", red="colonies=0"), "red: land lem_badlands"),
        (placing("3"), "red: roll 1 2"),
        (placing("3"), "blue: roll 1"),
        (placing("3"), "red: use booster_pod 3"),
        (GAME.read_state("turn=red phase=over | red colonies=0 | blue |"), "blue: end_turn"),
    ],
)
def test_what_cannot_be_insisted_on(state: State, action: str) -> None:
    assert insisted(state, action) is None


CANNON = "cards=plasma_cannon"


@pytest.mark.parametrize(
    ("state", "action", "fuel", "hand"),
    [
        (placing("3", "cards=booster_pod"), "red: use booster_pod 3", 0, (4,)),
        (placing("3", "fuel=2 cards=booster_pod", head="used=booster_pod"),
         "red: use booster_pod 3", 1, (4,)),
        (placing("", CANNON, "lunar_mine=blue4"), "red: use plasma_cannon lunar_mine", 0, ()),
        (placing("", "fuel=1 cards=orbital_teleporter", "terraforming_station=red6"),
         "red: use orbital_teleporter terraforming_station 6 solar_converter", 3, ()),
        (placing("", board="burroughs_desert=red"), "red: buy_relic", 0, ()),
        (placing("", board="display=alien_city"), "red: cycle", 0, ()),
        (placing("", board="display=alien_city"), "red: claim alien_city", 0, ()),
    ],
)  # fmt: skip
def test_cards_are_insisted_on(state: State, action: str, fuel: int, hand: tuple[int, ...]) -> None:
    after = insisted(state, action)
    assert after is not None
    assert (after.players[RED].fuel, after.hand) == (fuel, hand)
    assert GAME.legal_actions(after), "the game goes on"
    assert GAME.read_state(GAME.write_state(after)) == after


@pytest.mark.parametrize(
    ("state", "action"),
    [
        (placing("3"), "red: use booster_pod 3"),
        (placing("3", "cards=booster_pod"), "red: use booster_pod 4"),
        (placing("6", "cards=booster_pod"), "red: use booster_pod 6"),
        (placing("", CANNON), "red: use plasma_cannon lunar_mine"),
        (placing("", CANNON, "lunar_mine=red4"), "red: discard plasma_cannon lunar_mine red 4"),
        (placing("", "fuel=1 ore=1", "burroughs_desert=red,blue"), "red: buy_relic"),
        (placing("", "cards=alien_city"), "red: use alien_city"),
        (placing("", "cards=booster_pod", "display=booster_pod"), "red: claim booster_pod"),
        (placing(""), "red: deal alien_city"),
        (placing("", head="due=warp:red:1:ready"), "red: roll 3"),
        (placing("3", head="deals=display"), "red: dock solar_converter 3"),
        (placing("", head="deals=display"), "red: end_turn"),
    ],
)
def test_cards_that_cannot_be_insisted_on(state: State, action: str) -> None:
    assert insisted(state, action) is None


def test_a_second_roll_stands() -> None:
    after = insisted(placing("1,2"), "red: roll 6 5")
    assert after is not None
    assert after.hand == (5, 6)


def test_a_landing_out_of_turn_leaves_the_raid_to_be_answered() -> None:
    state = placing("", blue="ore=1", head="due=raid:red:1:0")
    after = insisted(state, "blue: land lem_badlands")
    assert after is not None
    assert after.due == state.due
    assert after.planet != state.planet


def test_a_roll_insisted_on_still_shows_faces_of_a_die() -> None:
    assert insisted(placing("1,2"), "red: roll 6 5") is not None
    assert GAME.enforce(placing("1,2"), Roll(RED, (5, 7))) is None


def test_a_turn_ended_by_agreement_leaves_the_relic_ship_in_the_bay_too() -> None:
    state = GAME.read_state("turn=red phase=place hand=3,4r | red | blue | burroughs_desert=red")
    after = insisted(state, "red: end_turn")
    assert after is not None
    assert {(ship.colour, ship.value) for ship in ships_at(after, BAY)} >= {("red", 3), (RELIC, 4)}


def test_numbers_set_by_hand() -> None:
    state = placing("")
    assert GAME.adjust(state, RED, "fuel", -1) is None
    assert GAME.adjust(state, RED, "ships", 4) is None
    assert GAME.adjust(state, PlayerId("green"), "fuel", 4) is None
    event = GAME.adjust(state, BLUE, "ore", 4)
    assert event is not None
    assert carry_out(GAME, state, (event,)).state.players[BLUE].ore == 4


@pytest.mark.parametrize(("ore", "turn"), [(3, BLUE), (4, RED)])
def test_a_turn_passes_on_once_the_tokens_are_set_to_the_limit_by_hand(
    ore: int, turn: PlayerId
) -> None:
    state = GAME.read_state("turn=red phase=return | red fuel=5 ore=5 | blue |")
    event = GAME.adjust(state, RED, "ore", ore)
    assert event is not None
    assert carry_out(GAME, state, (event,)).state.turn == turn


def test_the_cause_of_what_is_triggered() -> None:
    state = placing("", board="lem_badlands=blue", head="due=land:red:supply")
    events = GAME.enforce(state, GAME.read_action("red: land lem_badlands"))
    assert events is not None
    facts = carry_out(GAME, state, events).facts
    assert [(type(fact.event).__name__, fact.cause) for fact in facts] == [
        ("ColonyLanded", None),
        ("ControlLost", 0),
    ]

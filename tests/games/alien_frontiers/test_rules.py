"""The rules as a table: position, action, the rules it breaks. Sources are digest sections."""

import pytest

from companion.core.ids import PlayerId
from companion.games.alien_frontiers.game import GAME
from companion.games.alien_frontiers.rules.texts import RULES
from companion.games.alien_frontiers.state import State
from companion.rules.engine import play
from companion.rules.ruling import Rejected
from tests.games.alien_frontiers.bonus_table import BONUSES
from tests.games.alien_frontiers.positions import codes, notices, placing, played
from tests.games.alien_frontiers.tech_table import TECH

BAY_3 = "maintenance_bay=red?,red?,red?"
FULL_SOLAR = "solar_converter=" + ",".join(["blue1"] * 6 + ["grey1"] * 2)
FULL_MINE = "lunar_mine=blue1,blue1,blue1,grey1,grey1"
HUBS = {
    "free": placing("4"),
    "started": placing("4", board="hub.2=red@3"),
    "full": placing("4", board="hub.2=red@3:red1,red2,red3"),
    "at end": placing("4", board="hub.2=red@7"),
    "blue's": placing("4", board="hub.2=blue@3"),
    "blue's, launched": placing("4", board="hub.2=none:blue3"),
    "launched": placing("4", board="hub.2=none:red3,red5"),
    "empty-handed": placing("4", red="colonies=0"),
}
WAITING = placing("4", red="fuel=1", blue="fuel=2", head="due=raid:red:2:0")
LANDING = placing("4", head="due=land:red:supply")
RETURNING = GAME.read_state("turn=red phase=return | red fuel=9 | blue |" + BAY_3)
ROLLING = GAME.read_state("turn=red phase=roll | red | blue fuel=9 |" + BAY_3)
OVER = GAME.read_state("turn=red phase=over | red colonies=0 | blue |" + BAY_3)

TABLE: list[tuple[str, State, str, tuple[str, ...]]] = [
    # The moment: (b) Turn
    ("own turn", placing("3"), "red: dock solar_converter 3", ()),
    ("not yours", placing("3"), "blue: dock solar_converter 3", ("turn.not_yours",)),
    ("not yours, end", placing(""), "blue: end_turn", ("turn.not_yours",)),
    ("roll first", ROLLING, "red: dock solar_converter 3", ("turn.roll_first",)),
    ("roll before the end", ROLLING, "red: end_turn", ("turn.roll_first",)),
    ("roll", ROLLING, "red: roll 1 2 3", ()),
    ("roll, not yours", ROLLING, "blue: roll", ("turn.not_yours",)),
    ("roll too few", ROLLING, "red: roll 1 2", ("roll.wrong_count",)),
    ("roll too many", ROLLING, "red: roll 1 2 3 4", ("roll.wrong_count",)),
    ("roll twice", placing("1,2,3"), "red: roll 1 2 3", ("turn.rolled_already",)),
    ("ships in hand", placing("1"), "red: end_turn", ("turn.ships_in_hand",)),
    ("nothing in hand", placing(""), "red: end_turn", ()),
    ("not rolled", placing("1"), "red: dock solar_converter 3", ("dice.not_in_hand",)),
    ("only one 3", placing("3"), "red: dock orbital_market 3 3", ("dice.not_in_hand",)),
    ("over", OVER, "red: roll 1 2 3", ("game.over",)),
    ("over, answer", OVER, "red: land lem_badlands", ("game.over",)),
    ("stranger", placing("1"), "green: end_turn", ("player.unknown",)),
    # Solar Converter
    ("solar two", placing("1,2"), "red: dock solar_converter 1 2", ("solar_converter.one_ship",)),
    ("solar full", placing("1", board=FULL_SOLAR), "red: dock solar_converter 1",
     ("solar_converter.full",)),
    # Lunar Mine
    ("mine empty", placing("1"), "red: dock lunar_mine 1", ()),
    ("mine equal", placing("4", board="lunar_mine=blue4"), "red: dock lunar_mine 4", ()),
    ("mine lower", placing("3", board="lunar_mine=blue4"), "red: dock lunar_mine 3",
     ("lunar_mine.too_low",)),
    ("mine own die counts", placing("3", board="lunar_mine=red4"), "red: dock lunar_mine 3",
     ("lunar_mine.too_low",)),
    ("mine covering dice", placing("1", board="lunar_mine=grey1,grey1"), "red: dock lunar_mine 1",
     ()),
    ("mine full", placing("1", board=FULL_MINE), "red: dock lunar_mine 1", ("lunar_mine.full",)),
    ("mine full and low", placing("1", board="lunar_mine=blue1,blue1,blue5,grey1,grey1"),
     "red: dock lunar_mine 1", ("lunar_mine.full", "lunar_mine.too_low")),
    ("mine two", placing("4,5"), "red: dock lunar_mine 4 5", ("lunar_mine.one_ship",)),
    # Orbital Market
    ("market pair", placing("6,6"), "red: dock orbital_market 6 6", ()),
    ("market one", placing("6"), "red: dock orbital_market 6", ("market.not_a_pair",)),
    ("market unequal", placing("5,6"), "red: dock orbital_market 5 6", ("market.not_a_pair",)),
    ("market covered in half", placing("6,6", board="orbital_market=grey1,grey1"),
     "red: dock orbital_market 6 6", ()),
    ("market full", placing("6,6", board="orbital_market=grey1,grey1,blue2,blue2"),
     "red: dock orbital_market 6 6", ("market.full",)),
    ("trade", placing("", red="fuel=3", head="market=3"), "red: trade 3", ()),
    ("trade too dear", placing("", red="fuel=2", head="market=3"), "red: trade 3",
     ("market.cannot_pay",)),
    ("trade without a pair", placing("3,3", red="fuel=3"), "red: trade 3",
     ("market.no_such_pair",)),
    ("trade by last turn's pair", placing("", red="fuel=9", board="orbital_market=red3,red3"),
     "red: trade 3", ("market.no_such_pair",)),
    ("trade by either pair", placing("", red="fuel=9", head="market=2,5"), "red: trade 2", ()),
    ("trade by the last pair only", placing("", red="fuel=9", head="market=2,5 trades=last"),
     "red: trade 2", ("market.not_the_last_pair",)),
    ("trade by the last pair", placing("", red="fuel=9", head="market=2,5 trades=last"),
     "red: trade 5", ()),
    # Shipyard
    ("4th ship", placing("2,2", red="fuel=1 ore=1 stock=3"), "red: dock shipyard 2 2", ()),
    ("4th ship, no ore", placing("2,2", red="fuel=1 stock=3"), "red: dock shipyard 2 2",
     ("shipyard.cannot_pay",)),
    ("5th ship", placing("2,2", red="fuel=2 ore=2 stock=2"), "red: dock shipyard 2 2", ()),
    ("5th ship, too poor", placing("2,2", red="fuel=2 ore=1 stock=2"), "red: dock shipyard 2 2",
     ("shipyard.cannot_pay",)),
    ("6th ship", placing("2,2", red="fuel=3 ore=3 stock=1"), "red: dock shipyard 2 2", ()),
    ("6th ship, too poor", placing("2,2", red="fuel=2 ore=3 stock=1"), "red: dock shipyard 2 2",
     ("shipyard.cannot_pay",)),
    ("7th ship", placing("2,2", red="fuel=8 ore=8 stock=0"), "red: dock shipyard 2 2",
     ("shipyard.no_ship_left",)),
    ("shipyard unequal and poor", placing("2,3", red="stock=3"), "red: dock shipyard 2 3",
     ("shipyard.not_a_pair", "shipyard.cannot_pay")),
    ("shipyard full", placing("2,2", red="fuel=1 ore=1 stock=3",
                              board="shipyard=grey1,grey1,grey1,grey1,blue2,blue2"),
     "red: dock shipyard 2 2", ("shipyard.full",)),
    # Raiders' Outpost
    ("run", placing("1,2,3"), "red: dock raiders_outpost 1 2 3", ()),
    ("run in any order", placing("1,2,3"), "red: dock raiders_outpost 3 1 2", ()),
    ("no run", placing("1,2,4"), "red: dock raiders_outpost 1 2 4", ("raiders.not_a_run",)),
    ("a run of two", placing("1,2"), "red: dock raiders_outpost 1 2", ("raiders.not_a_run",)),
    ("equal sum", placing("1,2,3", board="raiders_outpost=blue1,blue2,blue3"),
     "red: dock raiders_outpost 1 2 3", ("raiders.sum_not_greater",)),
    ("lower sum than two ships", placing("1,2,3", board="raiders_outpost=blue3,blue4"),
     "red: dock raiders_outpost 1 2 3", ("raiders.sum_not_greater",)),
    ("greater sum", placing("2,3,4", board="raiders_outpost=blue3,blue4"),
     "red: dock raiders_outpost 2 3 4", ()),
    ("greater than the own sum", placing("2,3,4", board="raiders_outpost=red1,red2,red3"),
     "red: dock raiders_outpost 2 3 4", ()),
    # Raids: (d) 7
    ("steal", WAITING, "red: steal blue fuel", ()),
    ("steal what is not there", WAITING, "red: steal blue ore", ("raiders.nothing_there",)),
    ("steal from oneself", WAITING, "red: steal red fuel", ("raiders.not_an_opponent",)),
    ("steal from a stranger", WAITING, "red: steal green fuel", ("player.unknown",)),
    ("steal without a raid", placing("4", blue="ore=1"), "red: steal blue ore",
     ("raiders.not_due",)),
    ("decline", WAITING, "red: stop_stealing", ()),
    ("stop half-way", placing("4", blue="fuel=2", head="due=raid:red:2:2"), "red: stop_stealing",
     ("raiders.must_take_all",)),
    ("stop half-way, allowed", placing("4", blue="fuel=2", head="due=raid:red:2:2 raid=up_to"),
     "red: stop_stealing", ()),
    ("stop half-way, for want of tokens", placing("4", head="due=raid:red:2:2"),
     "red: stop_stealing", ()),
    ("nothing to stop", placing("4"), "red: stop_stealing", ("raiders.not_due",)),
    ("dock during a raid", WAITING, "red: dock solar_converter 4", ("turn.answer_first",)),
    ("end during a raid", WAITING, "red: end_turn", ("turn.answer_first", "turn.ships_in_hand")),
    ("blue acts during a raid", WAITING, "blue: dock solar_converter 4",
     ("turn.not_yours", "turn.answer_first")),
    # Colony Constructor
    ("triple", placing("5,5,5", red="ore=3"), "red: dock colony_constructor 5 5 5", ()),
    ("pair", placing("5,5", red="ore=3"), "red: dock colony_constructor 5 5",
     ("constructor.not_a_triple",)),
    ("triple, too poor", placing("5,5,5", red="ore=2"), "red: dock colony_constructor 5 5 5",
     ("constructor.cannot_pay",)),
    ("no triple and too poor", placing("5,5,6"), "red: dock colony_constructor 5 5 6",
     ("constructor.not_a_triple", "constructor.cannot_pay")),
    ("one triple free", placing("5,5,5", red="ore=3", board="colony_constructor=grey1,grey1,grey1"),
     "red: dock colony_constructor 5 5 5", ()),
    ("constructor full", placing("5,5,5", red="ore=3",
                                 board="colony_constructor=grey1,grey1,grey1,blue2,blue2,blue2"),
     "red: dock colony_constructor 5 5 5", ("constructor.full",)),
    ("last colony on the hub", placing("5,5,5", red="ore=3 colonies=0", board="hub.1=red@2"),
     "red: dock colony_constructor 5 5 5", ()),
    ("no colony at all", placing("5,5,5", red="ore=3 colonies=0"),
     "red: dock colony_constructor 5 5 5", ("constructor.no_colony",)),
    # Terraforming Station
    ("terraforming", placing("6", red="fuel=1 ore=1 stock=2"), "red: dock terraforming_station 6",
     ()),
    ("no 6", placing("5", red="fuel=1 ore=1 stock=2"), "red: dock terraforming_station 5",
     ("terraforming.not_a_six",)),
    ("no fuel", placing("6", red="ore=1 stock=2"), "red: dock terraforming_station 6",
     ("terraforming.cannot_pay",)),
    ("port taken", placing("6", red="fuel=1 ore=1 stock=2", board="terraforming_station=blue6"),
     "red: dock terraforming_station 6", ("terraforming.full",)),
    ("three ships", placing("6", red="fuel=1 ore=1 stock=3"), "red: dock terraforming_station 6",
     ("terraforming.too_few_ships",)),
    ("everything wrong", placing("5", red="stock=3 colonies=0",
                                 board="terraforming_station=blue6"),
     "red: dock terraforming_station 5",
     ("terraforming.full", "terraforming.not_a_six", "terraforming.cannot_pay",
      "terraforming.too_few_ships", "terraforming.no_colony")),
    ("two ships", placing("6,6", red="fuel=1 ore=1 stock=2"), "red: dock terraforming_station 6 6",
     ("terraforming.one_ship",)),
    ("ship built this turn", placing("6", red="fuel=1 ore=1 stock=2", head="built=1"),
     "red: dock terraforming_station 6", ()),
    ("ship built this turn, ignored",
     placing("6", red="fuel=1 ore=1 stock=2", head="built=1 new_ships=ignore"),
     "red: dock terraforming_station 6", ("terraforming.too_few_ships",)),
    # Colonist Hub
    ("hub, first ship", HUBS["free"], "red: dock hub.3 4", ()),
    ("hub, own row", HUBS["started"], "red: dock hub.2 4", ()),
    ("hub, another row", HUBS["started"], "red: dock hub.3 4", ("hub.other_track",)),
    ("hub, full row", HUBS["full"], "red: dock hub.2 4", ("hub.full",)),
    ("hub, circle 7", HUBS["at end"], "red: dock hub.2 4", ("hub.at_end",)),
    ("hub, circle 7, open", placing("4", board="hub.2=red@7", head="hub_full=open"),
     "red: dock hub.2 4", ()),
    ("hub, blue's row", HUBS["blue's"], "red: dock hub.2 4", ("hub.taken",)),
    ("hub, blue's ships left", HUBS["blue's, launched"], "red: dock hub.2 4", ("hub.taken",)),
    ("hub, own ships left", HUBS["launched"], "red: dock hub.2 4", ()),
    ("hub, own ships left, another row", HUBS["launched"], "red: dock hub.1 4",
     ("hub.other_track",)),
    ("hub, no colony left", HUBS["empty-handed"], "red: dock hub.1 4", ("hub.no_colony",)),
    ("hub, two ships", placing("4,5"), "red: dock hub.1 4 5", ("hub.one_ship",)),
    ("launch", placing("", red="fuel=1 ore=1", board="hub.2=red@7"), "red: launch", ()),
    ("launch with ships in hand", placing("1", red="fuel=1 ore=1", board="hub.2=red@7"),
     "red: launch", ()),
    ("launch before the roll", GAME.read_state(
        "turn=red phase=roll | red fuel=1 ore=1 | blue | hub.2=red@7 " + BAY_3), "red: launch",
     ("turn.roll_first",)),
    ("launch from circle 6, too poor", placing("", board="hub.2=red@6"), "red: launch",
     ("launch.too_early", "launch.cannot_pay")),
    ("launch nothing", placing("", red="fuel=1 ore=1"), "red: launch", ("launch.no_colony",)),
    # Landing
    ("land", LANDING, "red: land herbert_valley", ()),
    ("land what is not due", placing("4"), "red: land herbert_valley", ("landing.not_due",)),
    ("land another's", LANDING, "blue: land herbert_valley", ("landing.not_due",)),
    ("dock before landing", LANDING, "red: dock solar_converter 4", ("turn.answer_first",)),
    # Maintenance Bay: (d) 10
    ("bay while the Converter is free", placing("4"), "red: dock maintenance_bay 4",
     ("turn.must_dock",)),
    ("bay, but not for red's die", placing("4"), "red: dock maintenance_bay 5",
     ("dice.not_in_hand",)),
    ("bay two", placing("4,4"), "red: dock maintenance_bay 4 4", ("maintenance_bay.one_ship",)),
    # The limit of 8
    ("return", RETURNING, "red: return fuel", ()),
    ("return what is not there", RETURNING, "red: return ore", ("return.none_left",)),
    ("return in the middle of a turn", placing("4", red="fuel=9"), "red: return fuel",
     ("return.not_due",)),
    ("return another's", RETURNING, "blue: return fuel", ("return.not_due", "return.none_left")),
    ("trade before returning", RETURNING, "red: trade 3",
     ("turn.answer_first", "market.no_such_pair")),
    ("roll before returning", RETURNING, "blue: roll", ("turn.not_yours", "turn.answer_first")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("state", "action", "broken"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)
def test_rules(state: State, action: str, broken: tuple[str, ...]) -> None:
    assert codes(state, action) == broken


@pytest.mark.parametrize(
    ("option", "hand", "board", "broken", "noted"),
    [
        ("simple", "4", "hub.1=red@7", ("turn.must_dock",), ()),
        ("simple", "3", f"{FULL_SOLAR} lunar_mine=blue4 hub.1=red@7", (), ()),
        ("simple", "3", f"{FULL_SOLAR} lunar_mine=blue4 hub.1=red@6", ("turn.must_dock",), ()),
        ("simple", "3,3", f"{FULL_SOLAR} lunar_mine=blue4 hub.1=red@7", (), ("turn.could_dock",)),
        ("strict", "3,3", f"{FULL_SOLAR} lunar_mine=blue4 hub.1=red@7", ("turn.must_dock",), ()),
        ("strict", "3", f"{FULL_SOLAR} lunar_mine=blue4 hub.1=red@7", (), ()),
        ("off", "3", "", (), ("turn.could_dock",)),
        ("off", "3", f"{FULL_SOLAR} lunar_mine=blue4 hub.1=red@7", (), ()),
    ],
)
def test_must_dock(
    option: str, hand: str, board: str, broken: tuple[str, ...], noted: tuple[str, ...]
) -> None:
    state = placing(hand, board=board, blue="stock=0", head=f"must_dock={option} tech=none")
    action = f"red: dock maintenance_bay {hand[0]}"
    assert codes(state, action) == broken
    if not broken:
        assert notices(state, action) == noted


@pytest.mark.report("G13")
def test_raiders_are_compared_by_what_is_left_of_them_and_the_ruling_is_cited() -> None:
    """The designer's errata: 3-4-5 without its 5 counts 7."""
    state = placing("1,2,3", "fuel=1 cards=plasma_cannon", "raiders_outpost=blue3,blue4,blue5")
    for text in ("red: use plasma_cannon raiders_outpost", "red: shoot blue 5"):
        step = play(GAME, state, GAME.read_action(text))
        assert not isinstance(step, Rejected)
        state = step.state
    ruling = GAME.judge(state, GAME.read_action("red: dock raiders_outpost 1 2 3"))
    assert isinstance(ruling, Rejected)
    (violation,) = ruling.violations
    assert violation.code == "raiders.sum_not_greater"
    assert "no more than the 7" in violation.text
    assert violation.source == "alien_frontiers (d) 6, the designer's errata"


def test_a_violation_reads_well() -> None:
    state = placing("3", board="lunar_mine=blue4")
    ruling = GAME.judge(state, GAME.read_action("red: dock lunar_mine 3"))
    assert isinstance(ruling, Rejected)
    (violation,) = ruling.violations
    assert violation.text == ("A 3 cannot dock in the Lunar Mine: the highest die there is a 4.")
    assert violation.source == "alien_frontiers (b) Lunar Mine"
    assert violation.slots == ("lunar_mine",)
    assert violation.pieces == ("red 3",)


@pytest.mark.parametrize(
    ("state", "action", "text"),
    [
        (placing("5", red="stock=3"), "red: dock terraforming_station 5",
         "Only a 6 can dock at the Terraforming Station, not a 5."),
        (placing("1,2"), "red: dock lunar_mine 5", "Red has no 5 to place: there is a 1 and a 2."),
        (placing("4"), "red: dock maintenance_bay 4", "A 4 cannot go to the Maintenance Bay: it can"
         " still dock at the Solar Converter, the Lunar Mine, the Alien Artifact or the Colonist"
         " Hub."),
        (placing("2,2", red="fuel=1 stock=3"), "red: dock shipyard 2 2",
         "The next ship costs 1 fuel and 1 ore: Red has 1 fuel."),
        (placing("1,2,3", board="raiders_outpost=blue3,blue4"), "red: dock raiders_outpost 1 2 3",
         "With a 1, a 2 and a 3 the sum is 6, no more than the 7 of the ships at the Raiders'"
         " Outpost."),
    ],
)  # fmt: skip
def test_violations_name_the_pieces(state: State, action: str, text: str) -> None:
    ruling = GAME.judge(state, GAME.read_action(action))
    assert isinstance(ruling, Rejected)
    assert text in [violation.text for violation in ruling.violations]


def test_every_rule_is_in_the_table() -> None:
    rows = (*TABLE, *TECH, *BONUSES)
    tried = {code for row in rows for code in row[3]} | {"turn.must_dock"}
    only_from_code = {
        "dice.no_such_face",
        "facility.unknown",
        "landing.no_such_territory",
    }
    assert set(RULES) - tried == only_from_code


def test_the_limit_is_returned_freely() -> None:
    state = placing("", red="fuel=6 ore=5", board=BAY_3)
    state = played(state, "red: end_turn", "red: return ore", "red: return fuel")
    assert state.turn == "red"
    state = played(state, "red: return ore")
    red = state.players[PlayerId("red")]
    assert (red.fuel, red.ore) == (5, 3)
    assert state.turn == "blue"

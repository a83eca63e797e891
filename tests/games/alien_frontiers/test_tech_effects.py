"""What tech cards, bonuses and the Relic Ship lead to, step by step."""

import pytest

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers.game import GAME
from companion.games.alien_frontiers.state import Phase, Ship, State
from companion.rules.paths import look_up
from tests.games.alien_frontiers.positions import codes, legal, placing, played, step

RED, BLUE = PlayerId("red"), PlayerId("blue")
BURROUGHS = AreaId("burroughs_desert")
BAY_3 = "maintenance_bay=red?,red?,red?"
DISPLAY = "display=polarity_device,plasma_cannon,stasis_beam"


def having(state: State, player: PlayerId = RED) -> tuple[int, int]:
    return state.players[player].fuel, state.players[player].ore


def events(state: State, action: str) -> list[str]:
    return [type(fact.event).__name__ for fact in step(state, action).facts]


def rolling(cards: str = "", board: str = "", head: str = "", bay: str = "red?,red?,red?") -> State:
    return GAME.read_state(
        f"turn=red phase=roll {head} | red {cards} | blue | maintenance_bay={bay} {board}"
    )


# The set-up and the Alien Artifact


def test_cards_are_dealt_to_the_display_and_then_to_each_player() -> None:
    state = GAME.read_state(
        "turn=red phase=roll deals=display,display,display,red,blue | red | blue |" + BAY_3
    )
    assert GAME.chance(state) is None
    state = played(state, "red: deal alien_city", "red: deal booster_pod", "red: deal booster_pod")
    assert codes(state, "red: deal booster_pod") == ("deal.not_in_deck",)
    state = played(state, "red: deal stasis_beam")
    assert codes(state, "red: deal polarity_device") == ("deal.not_due",)
    state = played(state, "blue: deal alien_monument")
    assert state.display == ("alien_city", "booster_pod", "booster_pod")
    assert (state.players[RED].cards, state.players[BLUE].cards) == (
        ("stasis_beam",),
        ("alien_monument",),
    )
    assert GAME.chance(state) is not None
    assert [sheet.total for sheet in GAME.scores(state)] == [0, 1]
    assert state.deck == 17


def test_a_cycle_is_used_before_the_next_ship_and_before_a_claim() -> None:
    state = played(placing("2,3,6", board=DISPLAY), "red: dock alien_artifact 2")
    assert (state.artifact, state.cycles) == (2, 1)
    state = played(state, "red: dock solar_converter 3")
    assert codes(state, "red: cycle") == ("artifact.no_cycle",)
    state = played(state, "red: dock alien_artifact 6", "red: claim plasma_cannon")
    assert (state.artifact, state.cycles, state.deals) == (0, 0, ("display",))
    state = played(state, "red: deal alien_city")
    assert codes(state, "red: cycle") == ("artifact.no_cycle",)
    assert codes(state, "red: claim alien_city") == ("artifact.total_too_low",)
    assert state.players[RED].cards == ("plasma_cannon",)


def test_saved_cycles() -> None:
    state = placing("2,3,6", board=DISPLAY, head="cycling=saved")
    state = played(state, "red: dock alien_artifact 2", "red: dock alien_artifact 3")
    assert state.cycles == 2


def test_the_total_ends_with_the_turn() -> None:
    state = played(placing("6", board=BAY_3), "red: dock alien_artifact 6", "red: end_turn")
    assert (state.artifact, state.cycles) == (0, 0)


def test_an_empty_deck_is_made_of_the_discards_and_dealing_ends_when_there_are_none() -> None:
    gone = "alien_city,alien_monument,booster_pod,data_crystal,gravity_manipulator,temporal_warper"
    left = gone.split(",")
    most = ["holographic_decoy", "orbital_teleporter", "plasma_cannon", "polarity_device"]
    most += ["resource_cache", "stasis_beam"]
    red = ",".join([*most, "booster_pod", "data_crystal", "gravity_manipulator", "temporal_warper"])
    blue = ",".join(most)
    board = f"display={','.join(left[:3])} discards={left[3]},{left[4]}"
    state = placing("", f"cards={red}", board, f"cards={blue},{left[5]}", "cycles=1")
    assert state.deck == 0
    assert events(state, "red: cycle") == ["DisplayCycled", "DiscardsShuffled"]
    state = played(state, "red: cycle")
    assert (state.deck, state.discards) == (5, ())
    state = played(
        state, "red: deal alien_city", "red: deal alien_monument", "red: deal booster_pod"
    )
    assert state.deals == ()


def test_dealing_stops_when_nothing_is_left() -> None:
    titles = [title for title in GAME_TITLES if title not in ("alien_city", "alien_monument")]
    both = ",".join(titles)
    state = placing("", f"cards={both}", "display=alien_city,alien_monument", f"cards={both}",
                    "artifact=8")  # fmt: skip
    assert state.deck == 0
    assert events(state, "red: claim alien_city") == ["CardClaimed", "DealingEnded"]


GAME_TITLES = (
    "alien_city", "alien_monument", "booster_pod", "data_crystal", "gravity_manipulator",
    "holographic_decoy", "orbital_teleporter", "plasma_cannon", "polarity_device",
    "resource_cache", "stasis_beam", "temporal_warper",
)  # fmt: skip


# Resource Cache


@pytest.mark.parametrize(
    ("faces", "fuel", "ore", "kept"),
    [("1 3 6", 0, 1, True), ("2 4 5", 1, 0, True)],
)
def test_resource_cache(faces: str, fuel: int, ore: int, kept: bool) -> None:
    state = played(rolling("cards=resource_cache"), f"red: roll {faces}")
    assert having(state) == (fuel, ore)
    assert (state.players[RED].cards == ("resource_cache",)) is kept


def test_resource_cache_on_an_equal_roll_counts_the_relic_and_is_gone() -> None:
    board = "burroughs_desert=red"
    state = rolling("cards=resource_cache", board, bay="red?,red?,red?,clear?")
    state = played(state, "red: roll 1 3 4 6r")
    assert having(state) == (1, 1)
    assert (state.players[RED].cards, state.discards) == ((), ("resource_cache",))
    assert not state.discarded, "it is no discard power"
    assert state.relic == 6


# Ships


def test_booster_pod_makes_a_pair() -> None:
    state = played(placing("1,3,4", "fuel=2 ore=1 stock=3 cards=booster_pod"),
                   "red: use booster_pod 3", "red: dock shipyard 4 4")  # fmt: skip
    assert state.players[RED].stock == 2


def test_temporal_warper() -> None:
    state = placing("1,2,5", "fuel=1 cards=temporal_warper")
    state = played(state, "red: use temporal_warper 1")
    assert legal(state) == {"red: also 2", "red: also 5", "red: throw"}
    state = played(state, "red: also 2", "red: throw")
    due = GAME.chance(state)
    assert due is not None
    assert due.dice == (RED, RED)
    assert legal(state) == set()
    state = played(state, "red: reroll 4 6")
    assert (state.hand, having(state)) == ((4, 5, 6), (0, 0))
    assert codes(state, "red: use temporal_warper 4") == ("tech.used_already", "tech.cannot_pay")


def test_the_last_ship_to_roll_again_needs_no_answer() -> None:
    state = placing("3,6r", "fuel=1 cards=temporal_warper", "burroughs_desert=red")
    state = played(state, "red: use temporal_warper 3", "red: also 6r", "red: reroll 1 2r")
    assert (state.hand, state.relic) == ((1,), 2)


def test_teleported_ships_yield_as_docked_ones_do() -> None:
    state = placing("2,5,6", "fuel=2 cards=orbital_teleporter", DISPLAY)
    state = played(state, "red: dock lunar_mine 6",
                   "red: use orbital_teleporter lunar_mine 6 alien_artifact")  # fmt: skip
    assert (having(state), state.artifact, state.cycles) == ((0, 1), 6, 1)
    assert state.docks[AreaId("lunar_mine")] == ()
    state = played(state, "red: dock alien_artifact 2", "red: claim stasis_beam")


def test_no_trade_by_a_pair_that_is_broken() -> None:
    board = "orbital_market=red3,red3"
    teleport = "red: use orbital_teleporter orbital_market 3 solar_converter"
    state = played(placing("", "fuel=9 cards=orbital_teleporter", board, head="market=3"), teleport)
    assert codes(state, "red: trade 3") == ("market.no_such_pair",)
    state = played(placing("", "fuel=9 cards=orbital_teleporter", board,
                           head="market=3 broken_pair=open"), teleport)  # fmt: skip
    assert codes(state, "red: trade 3") == ()


def test_the_total_when_a_ship_leaves_the_artifact() -> None:
    teleport = "red: use orbital_teleporter alien_artifact 5 solar_converter"
    for option, total in (("keep", 8), ("drop", 3)):
        head = f"artifact=8 artifact_total={option}"
        state = placing("", "fuel=2 cards=orbital_teleporter", "alien_artifact=red5", head=head)
        assert played(state, teleport).artifact == total


def test_plasma_cannon_is_paid_ship_by_ship_and_stops_by_itself() -> None:
    board = "shipyard=blue2,blue2,grey1,grey1,grey1,grey1"
    state = placing("2,2,4", "fuel=2 cards=plasma_cannon", board)
    state = played(state, "red: use plasma_cannon shipyard", "red: shoot blue 2")
    assert legal(state) == {"red: shoot blue 2", "red: stop_shooting"}
    state = played(state, "red: shoot blue 2")
    assert (having(state), state.due) == ((0, 0), None)
    assert state.docks[AreaId("maintenance_bay")] == (Ship("blue", None),) * 2
    assert codes(state, "red: use plasma_cannon solar_converter") == (
        "tech.used_already", "tech.cannot_pay", "plasma_cannon.nothing_there")  # fmt: skip


def test_plasma_cannon_ends_for_want_of_fuel() -> None:
    board = "lunar_mine=blue2,blue3,blue4 pohl_foothills=red"
    state = placing("", "fuel=1 cards=plasma_cannon", board)
    state = played(state, "red: use plasma_cannon lunar_mine", "red: shoot blue 2")
    assert having(state) == (1, 0), "by Pohl Foothills the first is free"
    state = played(state, "red: shoot blue 3")
    assert (having(state), state.due) == ((0, 0), None)


def test_plasma_cannon_at_the_terraforming_station() -> None:
    board = "terraforming_station=blue6 lem_badlands=blue"
    state = placing("", "fuel=1 cards=plasma_cannon", board, "stock=2")
    state = played(state, "red: use plasma_cannon terraforming_station", "red: shoot blue 6")
    assert state.players[BLUE].stock == 3
    assert state.docks[AreaId("terraforming_station")] == ()
    assert state.planet[AreaId("lem_badlands")] == (BLUE,)
    relic = placing("", "fuel=1 cards=plasma_cannon",
                    "terraforming_station=clear6 burroughs_desert=blue", "stock=2")  # fmt: skip
    relic = played(relic, "red: use plasma_cannon terraforming_station", "red: shoot clear 6")
    assert relic.players[BLUE].stock == 2
    assert GAME.view(relic, None).pieces[-1].slot == "burroughs_desert.relic"


def test_a_shot_ship_no_longer_counts_in_the_mine_or_for_raiders() -> None:
    state = placing("1,2,3,3", "fuel=9 cards=plasma_cannon",
                    "raiders_outpost=blue3,blue4,blue5 lunar_mine=blue6")  # fmt: skip
    state = played(state, "red: use plasma_cannon raiders_outpost", "red: shoot blue 5",
                   "red: stop_shooting")  # fmt: skip
    assert codes(state, "red: dock raiders_outpost 1 2 3") == ("raiders.sum_not_greater",)
    assert codes(placing("2,3,4", board="raiders_outpost=blue3,blue4"),
                 "red: dock raiders_outpost 2 3 4") == ()  # fmt: skip


# Bonuses


@pytest.mark.parametrize(
    ("board", "hand", "circle"),
    [
        ("asimov_crater=red hub.1=red@2", "4,5", 5),
        ("asimov_crater=red", "4,5", 3),
        ("asimov_crater=red", "4,5,6", 4),
        ("asimov_crater=red,blue", "4,5", 2),
        ("asimov_crater=red isolation=asimov_crater", "4,5", 2),
        ("asimov_crater=red", "4", 1),
    ],
)
def test_asimov_crater(board: str, hand: str, circle: int) -> None:
    state = placing(hand, "", board)
    for value in hand.split(","):
        state = played(state, f"red: dock hub.1 {value}")
    assert state.hub["1"].circle == circle


def test_an_advance_left_over_is_carried_on_by_a_launch_at_once() -> None:
    state = placing("4,5", "fuel=1 ore=1", "asimov_crater=red hub.3=red@5")
    state = played(state, "red: dock hub.3 4", "red: dock hub.3 5")
    assert (state.hub["3"].circle, state.surplus) == (7, 1)
    launched = played(state, "red: launch", "red: land lem_badlands")
    assert (launched.hub["3"].colony, launched.hub["3"].circle) == (RED, 1)
    assert launched.surplus == 0


def test_an_advance_left_over_is_lost_by_anything_else() -> None:
    for option, colony in (("at_once", None), ("turn", RED)):
        state = placing("1,4,5", "fuel=1 ore=1", "asimov_crater=red hub.3=red@5",
                        head=f"surplus_kept={option}")  # fmt: skip
        state = played(state, "red: dock hub.3 4", "red: dock hub.3 5",
                       "red: dock solar_converter 1", "red: launch",
                       "red: land lem_badlands")  # fmt: skip
        assert state.hub["3"].colony == colony


@pytest.mark.parametrize(
    ("option", "broken"), [("earlier", ("lunar_mine.too_low",)), ("fresh", ())]
)
def test_a_bonus_gained_in_mid_turn(option: str, broken: tuple[str, ...]) -> None:
    state = placing("2", "", "lunar_mine=blue5,red6",
                    head=f"mine_docked=1 due=land:red:supply bonus_gained={option}")  # fmt: skip
    state = played(state, "red: land van_vogt_mountains")
    assert codes(state, "red: dock lunar_mine 2") == broken


def test_data_crystal_lends_to_the_end_of_the_turn_or_for_one_use() -> None:
    board = "heinlein_plains=blue,red orbital_market=red6,red6 " + BAY_3
    for option, broken in (("turn", ()), ("once", ("market.no_such_pair",))):
        state = placing("", "fuel=5 cards=data_crystal", board,
                        head=f"market=6 crystal={option}")  # fmt: skip
        state = played(state, "red: use data_crystal heinlein_plains", "red: trade 1")
        assert having(state) == (2, 1)
        assert codes(state, "red: trade 1") == broken
        assert played(state, "red: end_turn").borrowed is None
        assert [sheet.total for sheet in GAME.scores(state)] == [1, 1], "a loan is no control"


@pytest.mark.parametrize(
    ("territory", "hand", "red", "board", "action"),
    [
        ("lem_badlands", "3", "", "", "red: dock solar_converter 3"),
        ("herbert_valley", "2,2", "stock=3", "", "red: dock shipyard 2 2"),
        ("bradbury_plateau", "2,2,2", "ore=2", "", "red: dock colony_constructor 2 2 2"),
        ("van_vogt_mountains", "2", "", "lunar_mine=blue5", "red: dock lunar_mine 2"),
        ("asimov_crater", "2", "", "hub.1=red@2", "red: dock hub.1 2"),
        ("pohl_foothills", "2", "cards=booster_pod", "", "red: use booster_pod 2"),
    ],
)
def test_a_bonus_lent_for_one_use(
    territory: str, hand: str, red: str, board: str, action: str
) -> None:
    for option, left in (("turn", territory), ("once", None)):
        head = f"borrowed={territory} crystal={option} hub_docked=1"
        state = placing(hand, red, f"{territory}=blue {board}", head=head)
        assert played(state, action).borrowed == left


def test_a_discount_lent_for_one_use_is_that_of_one_cannon() -> None:
    state = placing("", "fuel=1 cards=plasma_cannon,booster_pod",
                    "pohl_foothills=blue lunar_mine=blue4,blue5,blue6",
                    head="borrowed=pohl_foothills crystal=once")  # fmt: skip
    state = played(state, "red: use plasma_cannon lunar_mine", "red: shoot blue 4")
    assert (having(state), state.borrowed) == ((1, 0), None)
    state = played(state, "red: shoot blue 5")
    assert (having(state), state.due) == ((0, 0), None)


def test_isolation_stops_a_borrowed_bonus() -> None:
    board = "lem_badlands=blue isolation=lem_badlands"
    state = placing("5", "", board, head="borrowed=lem_badlands")
    assert having(played(state, "red: dock solar_converter 5")) == (3, 0)


# The Relic Ship


def test_the_relic_is_bought_rolled_and_used_up() -> None:
    state = placing("1", "fuel=2 ore=2 stock=3", "burroughs_desert=red maintenance_bay=red?,red?")
    state = played(state, "red: buy_relic", "red: dock solar_converter 1", "red: end_turn")
    assert Ship("clear", None) in state.docks[AreaId("maintenance_bay")]
    state = GAME.read_state(GAME.write_state(state).replace("turn=blue", "turn=red"))
    due = GAME.chance(state)
    assert due is not None
    assert due.dice == (RED, RED, RED, "clear")
    state = played(state, "red: roll 1 2 3 6r", "red: dock terraforming_station 6r",
                   "red: land lem_badlands")  # fmt: skip
    text = GAME.write_state(state).replace("phase=place", "phase=roll").replace(" hand=1,2,3", "")
    text = text.replace("terraforming_station", BAY_3 + " terraforming_station")
    after = step(GAME.read_state(text), "red: roll 1 2 3")
    assert "RelicReturned" in [type(fact.event).__name__ for fact in after.facts]
    assert after.state.players[RED].stock == 3
    assert "red: buy_relic" in legal(played(after.state, "red: dock solar_converter 1",
                                            "red: dock lunar_mine 2"))  # fmt: skip


@pytest.mark.parametrize(
    ("state", "action"),
    [
        (placing("", board="burroughs_desert=blue lunar_mine=clear4",
                 head="due=land:red:supply"), "red: land burroughs_desert"),
        (placing("", "cards=stasis_beam", "burroughs_desert=blue lunar_mine=clear4"),
         "red: discard stasis_beam burroughs_desert"),
        (placing("", board="burroughs_desert=blue,blue,red lem_badlands=red"
                           " hub.1=none:clear4",
                 head="due=colony:red:polarity_device:red:lem_badlands"),
         "red: swap blue burroughs_desert"),
        (placing("4r", "cards=stasis_beam", "burroughs_desert=red"),
         "red: discard stasis_beam burroughs_desert"),
    ],
)  # fmt: skip
def test_the_relic_goes_home_at_once(state: State, action: str) -> None:
    after = step(state, action)
    assert [type(fact.event).__name__ for fact in after.facts].count("RelicReturned") == 1
    assert after.state.relic is None
    assert not any(ship.colour == "clear" for ships in after.state.docks.values() for ship in ships)
    assert not any(row.ships for row in after.state.hub.values())


# Raids


def test_a_raid_takes_a_card_instead_of_tokens() -> None:
    state = placing("1,2,3", "", "", "fuel=3 cards=booster_pod,alien_city")
    state = played(state, "red: dock raiders_outpost 1 2 3")
    assert {"red: steal blue booster_pod", "red: steal blue fuel", "red: stop_stealing"} <= legal(
        state
    )
    state = played(state, "red: steal blue alien_city")
    assert (state.due, state.players[RED].cards) == (None, ("alien_city",))
    assert state.players[BLUE].cards == ("booster_pod",)
    assert [sheet.total for sheet in GAME.scores(state)] == [1, 0]


def test_a_stolen_title_that_is_owned_is_discarded() -> None:
    state = placing("1,2,3", "cards=booster_pod", "", "cards=booster_pod")
    state = played(state, "red: dock raiders_outpost 1 2 3", "red: steal blue booster_pod")
    assert state.players[RED].cards == ("booster_pod",)
    assert (state.players[BLUE].cards, state.discards) == ((), ("booster_pod",))


def test_a_decoy_is_all_that_can_be_taken() -> None:
    state = placing("1,2,3", "", "", "fuel=3 ore=3 cards=booster_pod,holographic_decoy")
    state = played(state, "red: dock raiders_outpost 1 2 3")
    assert legal(state) == {"red: steal blue holographic_decoy", "red: stop_stealing"}


def test_a_raid_on_nobody_with_anything_is_none() -> None:
    assert played(placing("1,2,3"), "red: dock raiders_outpost 1 2 3").due is None


# Colonies and points


def test_a_colony_moved_gains_and_loses_control() -> None:
    board = "lem_badlands=blue,red van_vogt_mountains=blue,green,green"
    state = GAME.read_state(
        f"turn=blue phase=place | red | green | blue cards=orbital_teleporter | {board}"
    )
    state = played(state, "blue: discard orbital_teleporter", "blue: pick blue van_vogt_mountains",
                   "blue: move lem_badlands")  # fmt: skip
    assert state.control[AreaId("lem_badlands")] == BLUE
    assert {s.player: s.total for s in GAME.scores(state)} == {"red": 1, "green": 3, "blue": 3}


def test_a_swap_that_takes_control_from_both() -> None:
    board = "herbert_valley=blue,blue lem_badlands=red,red"
    state = placing("", "cards=polarity_device", board)
    assert [sheet.total for sheet in GAME.scores(state)] == [3, 3]
    state = played(state, "red: discard polarity_device", "red: pick blue herbert_valley")
    assert events(state, "red: swap red lem_badlands") == [
        "ColoniesSwapped", "ControlLost", "ControlLost"]  # fmt: skip
    state = played(state, "red: swap red lem_badlands")
    assert [sheet.total for sheet in GAME.scores(state)] == [2, 2]


def test_points_of_the_positron_field_follow_control() -> None:
    state = placing("", board="positron=lem_badlands lem_badlands=red", head="due=land:blue:supply")
    assert look_up(GAME.scores(state)[0], "lines.2.reason") == "the Positron Field on Lem Badlands"
    assert [sheet.total for sheet in GAME.scores(state)] == [3, 0]
    state = played(state, "blue: land lem_badlands")
    assert [sheet.total for sheet in GAME.scores(state)] == [1, 1]


@pytest.mark.parametrize(
    ("red", "blue", "places"),
    [
        ("cards=booster_pod", "ore=9", (1, 2)),
        ("cards=booster_pod ore=1", "cards=stasis_beam ore=2", (2, 1)),
        ("cards=booster_pod ore=2 fuel=1", "cards=stasis_beam ore=2", (1, 2)),
        ("cards=booster_pod ore=2 fuel=1", "cards=stasis_beam ore=2 fuel=1", (1, 1)),
        ("cards=booster_pod", "cards=alien_city", (2, 1)),
    ],
)
def test_ties(red: str, blue: str, places: tuple[int, int]) -> None:
    text = f"turn=red phase=over | red colonies=0 {red} | blue {blue} |"
    outcome = GAME.outcome(GAME.read_state(text + " lem_badlands=red pohl_foothills=blue"))
    assert outcome is not None
    assert tuple(outcome.places.values()) == places


def test_the_last_colony_ends_the_game_in_the_middle_of_a_turn() -> None:
    state = placing("4", "colonies=1", "positron=lem_badlands", head="due=land:red:supply")
    state = played(state, "red: land lem_badlands")
    assert state.phase is Phase.OVER
    assert [sheet.total for sheet in GAME.scores(state)] == [3, 0]


def test_cards_are_as_good_as_new_next_turn() -> None:
    state = placing("3", "fuel=2 cards=booster_pod", BAY_3, head="discarded=yes")
    state = played(state, "red: use booster_pod 3", "red: dock solar_converter 4", "red: end_turn")
    assert (state.used, state.discarded) == ((), False)


def test_the_relic_ship_in_a_row_and_in_a_pair() -> None:
    state = placing("3,3r,5", "", "burroughs_desert=red")
    state = played(state, "red: dock orbital_market 3 3r")
    assert state.market == (3,)
    assert state.docks[AreaId("orbital_market")] == (Ship("clear", 3), Ship("red", 3))


def test_where_the_relic_is() -> None:
    state = placing("4r", "", "burroughs_desert=red")
    state = played(state, "red: dock hub.1 4r")
    assert state.hub["1"].ships == (Ship("clear", 4),)
    assert GAME.say(step(placing("4r", "", "burroughs_desert=red"), "red: dock hub.1 4r")
                    .facts[0].event) == (
        "Red placed a 4 with the Relic Ship at the Colonist Hub, track 1.")  # fmt: skip


def test_one_field_generator_is_taken_off_and_the_relic_is_for_sale_again() -> None:
    """Slips of other programs: all fields went at once, and the relic stayed out of reach."""
    board = " ".join(f"{field}=burroughs_desert" for field in ("isolation", "positron", "repulsor"))
    state = placing("", "fuel=1 ore=1 cards=booster_pod", f"burroughs_desert=red {board}")
    assert codes(state, "red: buy_relic") == ("relic.isolated",)
    state = played(state, "red: discard booster_pod isolation")
    assert [state.fields[name] for name in ("isolation", "positron", "repulsor")] == [
        None, BURROUGHS, BURROUGHS]  # fmt: skip
    assert codes(state, "red: buy_relic") == ()


def test_a_field_generator_taken_off_may_be_placed_anew() -> None:
    state = placing("", "cards=booster_pod", "positron=lem_badlands", "cards=data_crystal")
    state = played(state, "red: discard booster_pod positron")
    text = GAME.write_state(state).replace("turn=red", "turn=blue").replace("discarded=yes", "")
    state = played(GAME.read_state(text), "blue: discard data_crystal lem_badlands")
    assert state.fields["positron"] == "lem_badlands"

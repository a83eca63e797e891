"""Sequences of actions counted twice: by the game, and by a naive player of the same turn."""

import pytest

from companion.games.alien_frontiers.game import GAME
from companion.games.alien_frontiers.state import State
from companion.rules.perft import divide
from tests.games.alien_frontiers import brute, brute_cards
from tests.games.alien_frontiers.brute import Table
from tests.games.alien_frontiers.brute_cards import FIELDS, CardTable

COVERING = "orbital_market=grey1,grey1 shipyard=grey1,grey1,grey1,grey1"

EVERYWHERE = {territory: ["red"] for territory in brute.TERRITORIES}

POSITIONS: list[tuple[str, Table, int]] = [
    ("first turn", Table([2, 4, 4], stock=3), 4),
    ("nothing fits but solar", Table([1, 2], mine=[5], blue_row=2, stock=4), 3),
    ("rich, with sixes", Table([4, 4, 6, 6, 6], fuel=3, ore=4, stock=1), 3),
    ("pair and triple", Table([3, 3, 3, 3], fuel=5, ore=3, stock=2, mine=[2]), 4),
    ("three ships keep out of terraforming", Table([6, 6, 6], fuel=2, ore=2, stock=3), 4),
    ("a raid past ships", Table([2, 3, 4, 5], blue_fuel=2, blue_ore=1, raiders=[1, 2, 3], stock=2),
     4),
    ("a raid that fails", Table([1, 2, 3, 5], blue_fuel=2, raiders=[3, 4], stock=2), 3),
    ("a raid on nobody", Table([1, 2, 3], stock=3), 3),
    ("launch in mid-turn", Table([5, 5], fuel=1, ore=1, row=3, circle=6, row_ships=1, colonies=4,
                                 stock=3), 4),
    ("launch, then the same row", Table([5, 5], fuel=2, ore=2, row=3, circle=7, colonies=4,
                                        row_ships=1, stock=3), 4),
    ("row full at the end", Table([2, 2], row=1, circle=6, row_ships=3, stock=3), 3),
    ("last colony from the hub", Table([6, 2, 2, 2], fuel=1, ore=4, row=1, circle=3, colonies=0,
                                       stock=2), 3),
    ("last colony", Table([6, 3], fuel=1, ore=1, colonies=1, stock=2), 3),
    ("everything is full", Table([3, 5], solar=8, mine=[1, 1, 4, 4, 4], row=1, circle=7, stock=3),
     3),
    ("only the mine, by order", Table([3, 5], solar=8, mine=[1, 1, 2], row=1, circle=7, stock=4),
     3),
    ("two pairs to trade by", Table([1], fuel=6, pairs=[2, 3], market=4, stock=1), 4),
    ("more than eight", Table([1], fuel=7, ore=5, stock=3, solar=8), 5),
    ("all bonuses", Table([2, 2, 2, 5], fuel=2, ore=3, stock=2, mine=[3], planet=EVERYWHERE), 4),
    ("bonuses and a tie", Table([2, 2, 3, 6], fuel=2, ore=2, stock=2, mine=[3], pairs=[4],
                                planet={"heinlein_plains": ["red"], "lem_badlands": ["blue", "red"],
                                        "burroughs_desert": ["red"]}), 4),
    ("an advance left over", Table([2, 3, 4], fuel=1, ore=1, row=2, circle=5, row_ships=0, stock=3,
                                   planet={"asimov_crater": ["red"]}, colonies=3), 5),
    ("an advance left over for nothing", Table([2, 3], fuel=1, ore=1, row=2, circle=5, stock=3,
                                               planet={"asimov_crater": ["red"]}, colonies=0), 4),
    ("mined already", Table([2, 3], mine=[4], mined=1, stock=4,
                            planet={"van_vogt_mountains": ["red"]}), 3),
    ("the sixth ship", Table([2, 2, 5, 5], fuel=4, ore=4, stock=1, market=4), 3),
]  # fmt: skip


def notation(table: Table) -> State:
    """The same position for the game. Covering dice stand for ships of no interest."""
    ships = {
        "solar_converter": ["grey1"] * table.solar,
        "lunar_mine": [f"blue{value}" for value in table.mine],
        "orbital_market": ["grey1"] * table.market,
        "shipyard": ["grey1"] * table.shipyard,
        "colony_constructor": ["grey1"] * table.constructor,
        "raiders_outpost": [f"blue{value}" for value in table.raiders],
        "terraforming_station": ["blue6"] * table.terraforming,
    }
    board = [f"{area}={','.join(dice)}" for area, dice in ships.items() if dice]
    if table.row:
        colony = f"red@{table.circle}" if table.circle else "none"
        board.append(f"hub.{table.row}={colony}:{','.join(['red1'] * table.row_ships)}")
    board += [f"{at}={','.join(there)}" for at, there in table.planet.items()]
    if table.blue_row:
        board.append(f"hub.{table.blue_row}=blue@1")
    hand = ",".join(map(str, table.hand))
    market = f"market={','.join(map(str, table.pairs))}" if table.pairs else ""
    red = f"fuel={table.fuel} ore={table.ore} stock={table.stock} colonies={table.colonies}"
    red += f" cards={','.join(table.cards)}" if isinstance(table, CardTable) else ""
    blue = f"fuel={table.blue_fuel} ore={table.blue_ore} stock=3"
    turn = f"hub_docked={table.hubbed} mine_docked={table.mined} surplus={table.surplus}"
    if isinstance(table, CardTable):
        turn += f" artifact={table.total} cycles={table.cycles}"
        board += [f"{name}={getattr(table, name)}" for name in FIELDS.values()]
        board += [f"display={','.join(table.display)}", f"discards={','.join(table.pile)}"]
        board += [f"alien_artifact={','.join(['grey1'] * (table.artifact or 0))}"]
    else:
        turn += " tech=none"
    head = f"turn=red phase=place hand={hand} {market} {turn}"
    return GAME.read_state(f"{head} | red {red} | blue {blue} | {' '.join(board)}")


@pytest.mark.parametrize(
    ("table", "depth"),
    [row[1:] for row in POSITIONS],
    ids=[row[0] for row in POSITIONS],
)
def test_perft(table: Table, depth: int) -> None:
    expected = brute.divide(table, depth)
    assert divide(GAME, notation(table), depth) == expected
    assert any(expected.values()), "a position that counts nothing proves nothing"


SHOWN = ["alien_city", "booster_pod", "stasis_beam"]
TWO = {"lem_badlands": ["blue", "red"], "pohl_foothills": ["red"]}

CARD_POSITIONS: list[tuple[str, CardTable, int]] = [
    ("cycles and claims", CardTable([4, 5], stock=4, display=SHOWN, cards=["stasis_beam"]), 4),
    ("a claim, then more", CardTable([3], stock=4, total=8, cycles=1, display=SHOWN, artifact=2),
     4),
    ("value changers", CardTable([1, 3, 6], fuel=2, stock=3, cards=[
        "booster_pod", "stasis_beam", "polarity_device"]), 3),
    ("gravity", CardTable([1, 3, 3, 6], fuel=3, stock=2, cards=["gravity_manipulator"]), 3),
    ("warper", CardTable([1, 2, 2], fuel=1, stock=3, cards=["temporal_warper"], pile=[
        "alien_city", "temporal_warper"]), 4),
    ("crystal", CardTable([5], fuel=3, stock=4, cards=["data_crystal"], planet={
        "lem_badlands": ["blue", "blue", "red"], "burroughs_desert": ["blue"],
        "pohl_foothills": ["red", "blue"], "herbert_valley": ["blue"]}, isolation="herbert_valley"),
     3),
    ("pohl on everything", CardTable([2, 3], fuel=1, stock=4, planet=TWO, cards=[
        "booster_pod", "gravity_manipulator", "plasma_cannon", "data_crystal"],
        mine=[1, 4], blue_mine=[1, 4]), 3),
    ("cannon opens the mine", CardTable([2, 2], fuel=2, stock=4, cards=["plasma_cannon"],
                                        mine=[3, 4, 4], blue_mine=[3, 4, 4]), 5),
    ("fields", CardTable([5], fuel=1, stock=4, ore=1, cards=[
        "stasis_beam", "data_crystal", "gravity_manipulator", "booster_pod"],
        planet={"lem_badlands": ["red"], "burroughs_desert": ["red"]}, positron="lem_badlands"), 3),
    ("moving colonies", CardTable([], stock=5, cards=["orbital_teleporter"],
                                  repulsor="lem_badlands", planet={
        "lem_badlands": ["red"], "pohl_foothills": ["blue"], "herbert_valley": ["blue", "red"]}),
     3),
    ("swapping colonies", CardTable([4], stock=4, cards=["polarity_device"], fuel=1,
                                    planet={"lem_badlands": ["red", "red"], "herbert_valley":
                                            ["blue", "blue"], "asimov_crater": ["red"]}), 4),
]  # fmt: skip


@pytest.mark.parametrize(
    ("table", "depth"),
    [row[1:] for row in CARD_POSITIONS],
    ids=[row[0] for row in CARD_POSITIONS],
)
def test_perft_with_cards(table: CardTable, depth: int) -> None:
    expected = brute_cards.divide(table, depth)
    assert divide(GAME, notation(table), depth) == expected
    assert any(expected.values()), "a position that counts nothing proves nothing"


def test_counts_worked_out_by_hand() -> None:
    """A 3 and a 5 at a mine with a 1: 3 then 5 both mine, or 5 first, and then the 3 may not."""
    table = Table([3, 5], solar=8, mine=[1], row=1, circle=7, stock=4)
    # 3 mine, 5 mine | 5 mine, 3 bay: two sequences; each die must dock where it can
    assert brute.divide(table, 2) == {"red: dock lunar_mine 3": 1, "red: dock lunar_mine 5": 1}
    assert divide(GAME, notation(table), 2) == brute.divide(table, 2)

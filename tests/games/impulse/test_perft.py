"""Sequences of actions counted twice: by the game, and by a naive player of one Command."""

import pytest

from companion.games.impulse.data import CARDS, CELLS, CORE
from companion.games.impulse.game import GAME
from companion.games.impulse.state import State
from companion.rules.perft import divide, perft
from tests.games.impulse import brute
from tests.games.impulse.brute import Table, text

USELESS = [name for name, card in CARDS.items() if card.action in ("trade", "plan", "mine")]
"""Cards that do nothing for an empty hand, as long as they take from the hand."""
BLUE = ["command_y1_cruiser_moves", "build_b1_transport_home", "sabotage_r1_either"]
COMMANDS = {
    (1, 1, 1, "both"): "command_y2_either_ships",
    (2, 1, 1, "both"): "command_y2_either_ships/bonus=1",
    (1, 1, 1, "transport"): "command_y1_transport_ships",
    (2, 1, 1, "cruiser"): "command_y2_cruiser_ships",
    (2, 2, 1, "both"): "command_y3_either_moves/bonus=1",
    (1, 3, 1, "cruiser"): "command_y1_cruiser_moves/bonus=2",
    (2, 3, 1, "transport"): "command_y2_transport_moves/bonus=2",
    (0, 1, 2, "both"): "command_y3_fleets",
    (0, 1, 3, "both"): "command_g3_fleets/bonus=1",
}

POSITIONS: list[tuple[str, Table, int]] = [
    ("the first ships", Table({12: 2, (11, 12): 1}, {8: 2, (8, 9): 1}, fleet=1), 3),
    ("larger fleets", Table({12: 3, (11, 12): 4, 10: 1}, {8: 1}, fleet=2), 3),
    ("a patrol in the way", Table({12: 2, (7, 11): 1}, {(6, 11): 1, 8: 2}, fleet=1), 3),
    ("patrols all round", Table({10: 2, (5, 10): 2}, fleet=2, foes={
        (4, 5): 1, (9, 14): 2, (6, 7): 1, (15, 18): 1}), 3),
    ("transports alone", Table({10: 2, 1: 1, (5, 10): 2}, {8: 1}, fleet=1, kinds="transport"), 2),
    ("cruisers alone", Table({10: 2, (1, 2): 3, (5, 10): 2}, {8: 1}, fleet=2, kinds="cruiser"), 2),
    ("two moves", Table({12: 1, (11, 12): 2}, {(9, 10): 1, (6, 11): 1}, fleet=2, moves=2), 3),
    ("three moves of a cruiser", Table({12: 1, (11, 12): 1}, {(9, 10): 1, (16, 19): 1}, fleet=1,
                                       moves=3, kinds="cruiser"), 3),
    ("three moves of transports", Table({12: 3}, {(9, 10): 1, (15, 16): 1}, fleet=2, moves=3,
                                        kinds="transport"), 3),
    ("two fleets to one card", Table({12: 2, 16: 1, (7, 12): 2}, {8: 1}, fleets=2), 3),
    ("two fleets past a patrol", Table({12: 1, 16: 1, (7, 12): 1, (12, 16): 1}, {(6, 7): 1},
                                       fleets=2), 3),
    ("three fleets", Table({12: 1, 16: 1, 15: 1, (7, 11): 1}, {8: 1}, fleets=3), 3),
]  # fmt: skip


def notation(table: Table) -> State:
    """The same position for the game."""
    from_hand = [name for name in USELESS if CARDS[name].zone == "hand"]
    cells = [cell for cell in CELLS if cell != CORE]
    board = [f"{cell}={card}" for cell, card in zip(cells, from_hand, strict=False)]
    for spots, colour in ((table.ships, "red"), (table.foes, "blue")):
        board += [f"@{text(spot)}={colour}{n}" for spot, n in spots.items()]
    card = COMMANDS[(table.fleet, table.moves, table.fleets, table.kinds)]
    command = f"command/player=red/card={card}"
    hand = f"hand={table.hand} known={','.join(BLUE[: table.hand])}"
    head = f"turn=red phase=impulse step=1 stack={command}"
    row = f"impulse={card.partition('/')[0]}"
    return GAME.read_state(f"{head} | red | blue {hand} | {row} {' '.join(board)}")


@pytest.mark.parametrize(
    ("table", "depth"), [row[1:] for row in POSITIONS], ids=[row[0] for row in POSITIONS]
)
def test_perft(table: Table, depth: int) -> None:
    expected = brute.divide(table, depth)
    counted = divide(GAME, notation(table), depth)
    assert counted == expected


def test_counts_worked_out_by_hand() -> None:
    """Two transports on 12 with neighbours 7, 11 and 16, a cruiser between 11 and 12.

    One ship at a time: three moves of a transport; the cruiser goes through 12 to 7.12 or 12.16,
    through 11 to five other gates; or nothing: 3 + 2 + 5 + 1.
    """
    table = Table({12: 2, (11, 12): 1}, {8: 1}, fleet=1)
    assert perft(GAME, notation(table), 1) == 11
    assert sum(brute.divide(table, 1).values()) == 11

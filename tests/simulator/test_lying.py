"""What lies on the simulated table, by what the rules say of it."""

from companion.core.expected import Expected, Unchecked
from companion.core.ids import AreaId
from companion.core.layout_file import read_layout
from companion.core.pieces import DIE, Piece
from companion.rules.registry import load_game, make_setup
from companion.simulator.beats import Habits
from companion.simulator.lying import looked_for, rolled
from companion.simulator.script import Script
from tests.rules.toys.well.game import GAME, State, Well

BOARD = """
[board]
width_mm = 100
height_mm = 100

[[area]]
id = "sky"
label = "Sky"
x_mm = 0
y_mm = 0
w_mm = 100
h_mm = 100
[[area.slots]]
ids = ["sky"]
kind = "rolling"
x_mm = 50
y_mm = 50
w_mm = 80
h_mm = 80
"""


class Weather(Well):
    """A die that is nobody's: no panel shows it. Another is about to be thrown."""

    layout = read_layout(BOARD)

    def expected(self, state: State) -> Expected:
        return {AreaId("sky"): Unchecked((Piece(DIE, "grey", 3), Piece(DIE, "red")))}


def test_a_die_that_is_nobodys_lies_where_it_fell() -> None:
    game = Weather()
    assert rolled(game, game.setup(make_setup(GAME.info))) == (Piece(DIE, "grey", 3),)


def test_cards_lie_only_where_cards_are_looked_for() -> None:
    """Also while a declared way is gone, when the view shows one where ships stand on it."""
    game = load_game("impulse")
    script = Script(game, make_setup(game.info, count=6), 994300021, Habits())
    wrong = {
        (area, piece.kind)
        for beat in script.until(120)
        for area, pieces in beat.board.items()
        for piece in pieces
        if piece.kind in game.layout.cards and piece.kind not in looked_for(game.layout, area)
    }
    assert not wrong

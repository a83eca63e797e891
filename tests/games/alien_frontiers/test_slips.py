"""The table of slips beside the rules: written apart, they agree all through random games."""

import random
from collections import Counter
from typing import cast

import pytest

from companion.games.alien_frontiers.game import GAME
from companion.games.alien_frontiers.slips import KINDS
from companion.games.alien_frontiers.state import State
from companion.rules.game import Setup
from companion.rules.random_play import random_moves
from companion.rules.registry import make_setup
from companion.rules.ruling import Rejected

CODES = [kind.code for kind in KINDS]


def setups() -> list[Setup]:
    return [
        make_setup(GAME.info, options={"tech": tech}, count=count)
        for tech, count in (("none", 2), ("full", 3), ("none", 4))
    ]


def test_every_slip_breaks_its_rules_and_no_other() -> None:
    rng, found = random.Random(3), Counter[str]()
    for seed, setup in enumerate(setups()):
        for move in random_moves(GAME, setup, random.Random(seed), 400):
            state = cast(State, move.state)
            for kind in KINDS:
                slip = kind.find(state, rng)
                if slip is None:
                    continue
                found[kind.code] += 1
                assert kind.code in slip.codes
                action = GAME.attempt(state, slip.area, slip.pieces)
                assert action is not None
                ruling = GAME.judge(state, action)
                assert isinstance(ruling, Rejected), f"{kind.code}: {GAME.write_state(state)}"
                assert set(ruling.codes) == set(slip.codes), GAME.write_state(state)
    assert set(found) >= set(CODES) - {"hub.at_end", "terraforming.too_few_ships"}


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("hub.at_end", "turn=red phase=place hand=3 | red | blue | hub.1=red@7"),
        (
            "terraforming.too_few_ships",
            "turn=red phase=place hand=6 | red fuel=1 ore=1 stock=3 | blue | "
            "lunar_mine=red2 solar_converter=red3",
        ),
        (
            "hub.taken",
            "turn=red phase=place hand=4 launch_row=any | red colonies=7 | blue colonies=5 | "
            "hub.1=blue@7:blue5 hub.3=none:red6",
        ),
    ],
)
def test_rare_slips_are_found_where_they_can_be_made(code: str, text: str) -> None:
    state = GAME.read_state(text)
    kind = next(kind for kind in KINDS if kind.code == code)
    slip = kind.find(state, random.Random(1))
    assert slip is not None
    action = GAME.attempt(state, slip.area, slip.pieces)
    assert action is not None
    ruling = GAME.judge(state, action)
    assert isinstance(ruling, Rejected)
    assert slip.codes == ruling.codes == (code,)

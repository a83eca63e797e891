"""The table of slips beside the rules: written apart, they agree in random games."""

import random
from collections import Counter
from typing import cast

from companion.games.impulse.game import GAME
from companion.games.impulse.slips import KINDS
from companion.games.impulse.state import State
from companion.rules.random_play import random_moves
from companion.rules.registry import make_setup
from companion.rules.ruling import Rejected

CODES = {kind.code for kind in KINDS}


def test_every_slip_breaks_its_rule_and_no_other() -> None:
    rng, found = random.Random(3), Counter[str]()
    for seed, players in enumerate((2, 3, 4)):
        setup = make_setup(GAME.info, count=players)
        for move in random_moves(GAME, setup, random.Random(seed), 600):
            state = cast(State, move.state)
            for kind in KINDS:
                slip = kind.find(state, rng)
                if slip is None:
                    continue
                found[kind.code] += 1
                action = GAME.attempt(state, slip.area, slip.pieces)
                assert action is not None
                ruling = GAME.judge(state, action)
                assert isinstance(ruling, Rejected), f"{kind.code}: {GAME.write_state(state)}"
                assert ruling.codes == slip.codes, GAME.write_state(state)
    assert set(found) >= CODES - {"build.gate_taken"}


def test_the_kinds_are_those_of_the_digest() -> None:
    assert set(CODES) == {
        *("move.patrolled", "move.patrolled_through", "fleet.wrong_kind"),
        *("build.not_home", "build.gate_taken"),
    }


def test_a_cruiser_built_beside_anothers() -> None:
    state = GAME.read_state(
        "turn=red phase=impulse step=1 stack=work/player=red/card=build_b1_cruiser_home"
        " | red hand=3"
        " | blue hand=3 | impulse=build_b1_cruiser_home @12=red1 @7.12=blue1 @8=blue1"
    )
    kind = next(kind for kind in KINDS if kind.code == "build.gate_taken")
    slip = kind.find(state, random.Random(1))
    assert slip is not None
    assert slip.area == "7.12"
    action = GAME.attempt(state, slip.area, slip.pieces)
    assert action is not None
    ruling = GAME.judge(state, action)
    assert isinstance(ruling, Rejected)
    assert ruling.codes == ("build.gate_taken",)

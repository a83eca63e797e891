"""Stages of the rules, for every game: judging, generating, a random game, ledger, scenarios.

Pure computing on one thread, so that processor time is counted.
"""

import gc
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import thread_time

from companion.bench.timing import Plan, Stage, each_timed, seconds, summary, timed
from companion.rules.game import AnyGame, Setup
from companion.rules.history import written
from companion.rules.ledger import Header, Ledger, Origin
from companion.rules.random_play import Move, random_moves
from companion.rules.registry import load_game, make_setup
from companion.rules.scenario import run_file

GAMES = 10
"""Random games behind the positions that are judged."""
MOVES = 2000
"""A game that never ends by itself (a log of rolls) is cut here: no evening brings more."""


def stages(plan: Plan) -> Iterator[Stage]:
    """All stages of every game named."""
    for name in plan.games:
        yield from _of_game(load_game(name), plan.runs)
        gc.unfreeze()


@dataclass(frozen=True, slots=True)
class _Played:
    """A random game: who played by which options, and all that happened."""

    setup: Setup
    moves: tuple[Move, ...]


def _of_game(game: AnyGame, runs: int | None) -> Iterator[Stage]:
    name = game.info.id
    games = [_play(game, seed) for seed in range(1, (runs or GAMES) + 1)]
    moves = [move for played in games for move in played.moves]
    gc.freeze()  # or sweeping all these games would be counted in with what is measured
    _judged_a_second(game, games[0].moves)  # warm
    yield summary(
        f"{name}: judge", "actions/s", [_judged_a_second(game, each.moves) for each in games]
    )
    yield each_timed(
        f"{name}: legal_actions",
        [partial(game.legal_actions, move.state) for move in moves],
        clock=thread_time,
    )
    yield each_timed(
        f"{name}: expected, view and scores",
        [partial(_shown, game, move.state) for move in moves[::10]],
        clock=thread_time,
    )
    yield each_timed(
        f"{name}: random game",
        [partial(_play, game, seed) for seed in range(1, len(games) + 1)],
        clock=thread_time,
    )
    longest = max(games, key=lambda played: len(played.moves))
    ledger = _ledger(game, longest)
    yield timed(
        f"{name}: fold of a whole ledger", lambda: ledger.state(game), 10, clock=thread_time
    )
    yield _scenario(game, longest.moves)


def _play(game: AnyGame, seed: int) -> _Played:
    """As many players as there can be, default options, every choice by lot, to the end."""
    setup = make_setup(game.info)
    return _Played(setup, tuple(random_moves(game, setup, random.Random(seed), MOVES)))


def _judged_a_second(game: AnyGame, moves: tuple[Move, ...]) -> float:
    """The legal actions of positions all over a game, and as many of other positions."""
    sampled = [(move.state, game.legal_actions(move.state)) for move in moves[::5]]
    foreign = [actions for _, actions in sampled[1:]] + [sampled[0][1]]
    pairs = [
        (state, action)
        for (state, own), others in zip(sampled, foreign, strict=True)
        for action in (*own, *others)
    ]
    return len(pairs) / seconds(
        lambda: [game.judge(state, action) for state, action in pairs], thread_time
    )


def _shown(game: AnyGame, state: object) -> None:
    """What follows every booked action: the board to expect, the page to show."""
    game.expected(state)
    game.view(state, None)
    game.scores(state)


def _ledger(game: AnyGame, played: _Played) -> Ledger:
    header = Header(game.info.id, game.info.rules_version, played.setup, "")
    ledger = Ledger(header)
    for move in played.moves:
        entry = written(game, ledger, move.action, move.step, origin=Origin("bench"), at="")
        ledger = ledger.append(entry)
    return ledger


def _scenario(game: AnyGame, moves: tuple[Move, ...]) -> Stage:
    """Five actions from the middle of a game, read from a file as `companion scenario` does."""
    middle = moves[len(moves) // 2 :][:5]
    document = {
        "game": game.info.id,
        "title": "five actions",
        "source": "bench",
        "given": game.write_state(middle[0].state),
        "steps": [{"do": game.write_action(move.action)} for move in middle],
    }
    with TemporaryDirectory() as folder:
        path = Path(folder) / "five.yaml"
        path.write_text(json.dumps(document), encoding="utf-8")
        (result,) = run_file(path)
        if not result.passed:
            raise AssertionError("\n".join(result.failures))
        return timed(
            f"{game.info.id}: scenario of 5 actions", lambda: run_file(path), 20, clock=thread_time
        )

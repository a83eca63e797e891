"""Random games with every invariant on: `python -m tests.games.soak --game G --games 1000`.

Number of players, seats and options come by lot. Cheap invariants hold after every step; dear ones
are looked at in every so many positions, from a place by lot. Ends with a table of figures.
"""

import argparse
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.expected import Expected
from companion.rules.game import AnyGame
from companion.rules.random_play import Move, random_moves, some_setup
from companion.rules.registry import game_ids, load_game
from tests.games import invariants as must

TURNS = 100
"""Turns of one player after which a game counts as unfinished."""
ENDLESS_MOVES = 400
"""Moves of a game that never ends by itself."""
EVERY_LEGAL, EVERY_SEEN, EVERY_SPACE = 5, 10, 2000
"""Of the positions looked at: every so many have their legal actions judged one by one, their page
drawn, the whole space of actions judged."""
FOREIGN = 6
"""Actions from elsewhere tried where the legal ones are judged."""
POOL = 2000
"""Actions kept to be tried elsewhere."""


@dataclass(frozen=True, slots=True)
class Played:
    """A random game that kept every invariant."""

    players: int
    moves: int
    turns: int
    finished: bool


class Soak:
    """Random games of one game; actions of earlier ones are tried in later ones."""

    def __init__(self, name: str, every: int = 1) -> None:
        """`every`: positions between those that are looked at in full."""
        self.game: AnyGame = load_game(name)
        self.own = must.of_game(name)
        self.every = every
        self.looked_at = 0
        self.pool: list[object] = []

    def play(self, seed: int) -> Played:
        """One game. Raises `AssertionError` with the position for an invariant that is broken."""
        game, lot = self.game, random.Random(f"game {seed}")
        setup = some_setup(game, seed)
        first = game.expected(game.setup(setup))
        count = len(setup.players)
        rolling: list[str] = []
        acting: list[str] = []
        moves: list[Move] = []
        for move in random_moves(game, setup, lot, self._most(count)):
            due = game.chance(move.state)
            if due is not None and rolling[-1:] != [due.player]:
                rolling.append(due.player)
            if acting[-1:] != [game.player_of(move.action)]:
                acting.append(game.player_of(move.action))
            turns = rolling or acting  # without dice, a turn is what one player does in a row
            if len(turns) > TURNS * count:
                break
            moves.append(move)
            try:
                self._check(move, first, lot)
            except AssertionError as error:
                raise AssertionError(self._where(seed, move, error)) from error
        finished = game.outcome(moves[-1].step.state) is not None or self.own.endless
        if game.outcome(moves[-1].step.state) is not None:
            must.check_end_stays(game, moves[-1].step.state, (move.action for move in moves))
        must.check_ledger(game, setup, moves, [lot.randrange(len(moves))])
        return Played(count, len(moves), -(-len(turns) // count), finished)

    def _most(self, players: int) -> int:
        return ENDLESS_MOVES if self.own.endless else TURNS * players * 100

    def _check(self, move: Move, first: Expected, lot: random.Random) -> None:
        """Every step, and now and then, but always at the end, the position in full."""
        game, after = self.game, move.step.state
        must.check_step(game, move)
        if self.own.check_step is not None:
            self.own.check_step(move.state, move.step)
        if lot.random() * self.every >= 1 and game.outcome(after) is None:
            return
        self.looked_at += 1
        must.check_written(game, move)
        must.check_position(game, after, first)
        if self.own.check_position is not None:
            self.own.check_position(after)
        if self.looked_at % EVERY_LEGAL == 0:
            must.check_legal(game, after, must.some_of(self.pool, lot, FOREIGN))
            self._keep(game.legal_actions(after), lot)
        if self.looked_at % EVERY_SEEN == 0:
            must.check_seen(game, after)
        if self.looked_at % EVERY_SPACE == 0 and self.own.action_space is not None:
            must.check_legal(game, after, self.own.action_space(after))

    def _keep(self, actions: Sequence[object], lot: random.Random) -> None:
        for action in must.some_of(actions, lot, 3):
            if len(self.pool) < POOL:
                self.pool.append(action)
            else:
                self.pool[lot.randrange(POOL)] = action

    def _where(self, seed: int, move: Move, error: AssertionError) -> str:
        text, state = self.game.write_action(move.action), self.game.write_state(move.state)
        return f"seed {seed}: after `{text}` in {state}: {error}"


def report(name: str, games: Sequence[Played], looked_at: int) -> str:
    """The figures of a run."""
    turns = sorted(game.turns for game in games)
    counts = Counter(game.players for game in games)
    by_players = ", ".join(f"{counts[count]} of {count}" for count in sorted(counts))
    return (
        f"{name}: {len(games)} games ({by_players} players),"
        f" {sum(game.moves for game in games):,} steps, {looked_at:,} positions in full;"
        f" unfinished after {TURNS} turns a player: {sum(not game.finished for game in games)};"
        f" turns a player: median {statistics.median(turns):.0f}, most {turns[-1]};"
        f" {time.process_time():.0f} s of processor time\n"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status 1 when a game did not end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=game_ids(), action="append")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--every", type=int, default=1, help="positions for one looked at in full")
    options = parser.parse_args(arguments)
    unfinished = 0
    for name in options.game or game_ids():
        soak, played = Soak(name, options.every), list[Played]()
        for seed in range(options.seed, options.seed + options.games):
            played.append(soak.play(seed))
            if len(played) % 50 == 0 or len(played) == options.games:
                sys.stdout.write(report(name, played, soak.looked_at))
                sys.stdout.flush()
        unfinished += sum(not game.finished for game in played)
    return 1 if unfinished else 0


if __name__ == "__main__":
    sys.exit(main())

"""A game as it happens at a table: who does what when, in full before a single frame is drawn."""

from bisect import bisect_right
from dataclasses import replace

from companion.rules.game import A, E, Game, S, Setup
from companion.simulator.beats import FIRST_S, NEAT, UNSEEN_S, Beat, Habits
from companion.simulator.lying import Lying, lying
from companion.simulator.making import Making


class Script:
    """Beats of one game, worked out as far as they are asked for. Same seed, same beats.

    `habits` is also taken as a number: the share of placements got wrong first, else `NEAT`.
    `final` is the position at the end, once it is reached.
    """

    def __init__(
        self, game: Game[S, A, E], setup: Setup, seed: int, habits: Habits | float = NEAT
    ) -> None:
        self.game, self.setup = game, setup
        if not isinstance(habits, Habits):
            habits = replace(NEAT, illegal=habits)
        first = game.setup(setup)
        self.start: Lying = lying(game, first)
        self.beats: list[Beat] = []
        self.ended = False
        self.end_s = FIRST_S
        self.final: object = None
        self._making = Making(game, setup, seed, habits).beats(first, self._end)

    def until(self, time_s: float) -> list[Beat]:
        """All beats that begin up to that time."""
        while not self.ended and (not self.beats or self.beats[-1].time_s <= time_s):
            self._next()
        return self.beats[: bisect_right(self.beats, time_s, key=lambda beat: beat.time_s)]

    def whole(self) -> list[Beat]:
        """All beats to the end of the game."""
        while not self.ended:
            self._next()
        return self.beats

    def _end(self, state: object) -> None:
        self.final = state

    def _next(self) -> None:
        beat = next(self._making, None)
        if beat is None:
            self.ended = True
            return
        self.beats.append(beat)
        self.end_s = max(beat.time_s + UNSEEN_S, (beat.hand_s or (0.0, 0.0))[1])

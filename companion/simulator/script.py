"""A game as it happens at a table: who does what when, in full before a single frame is drawn."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from companion.core.ids import PlayerId
from companion.core.pieces import DIE, Piece
from companion.rules.engine import play
from companion.rules.game import A, E, Game, S, Setup
from companion.rules.ruling import Rejected
from companion.simulator.lying import Lying, lying, rolled
from companion.simulator.mistakes import Mistake, find_mistake
from companion.simulator.players import choose, places_die, throw

FIRST_S = 2.0
"""The table is looked at for a while before the first roll."""
ILLEGAL_RATE = 0.08
"""Share of placements that somebody gets wrong first."""
NOTICED_S = 5.0
"""How long a wrong placement lies until somebody puts it right."""
MAX_TURNS_EACH = 60
"""A game of random players that does not end by itself is ended here."""


Faces = tuple[int, ...]


class BeatKind(Enum):
    """What happens."""

    ROLL = "roll"
    PLACE = "place"
    """An action that puts a die somewhere, so that a camera can tell it."""
    INVISIBLE = "invisible"
    """An action that no camera can tell: it is said on a phone. Pieces may still be moved."""
    ILLEGAL = "illegal"
    FIX = "fix"
    """An illegal placement is taken back."""


@dataclass(frozen=True, slots=True)
class Beat:
    """One thing that happens at `time_s`. A hand is in view between `hand_s`, if at all.

    `text` is the action in notation, `label` in words; for an illegal one the attempt, if there
    are words for it, and the codes of the rules it breaks. `board` and `loose` lie on the table
    from `change_s`.
    """

    time_s: float
    kind: BeatKind
    player: PlayerId
    text: str
    board: Lying
    loose: tuple[Piece, ...]
    change_s: float
    hand_s: tuple[float, float] | None
    faces: Faces = ()
    codes: tuple[str, ...] = ()
    label: str = ""


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds of one kind of beat: the hand's stay, when it lets go, and rest afterwards."""

    hand_s: float
    change_s: float
    rest_s: float


PACES: Mapping[BeatKind, Pace] = {
    BeatKind.ROLL: Pace(1.8, 1.3, 1.7),
    BeatKind.PLACE: Pace(1.4, 0.7, 1.5),
    BeatKind.INVISIBLE: Pace(1.4, 0.7, 1.2),
    BeatKind.ILLEGAL: Pace(1.4, 0.7, NOTICED_S),
    BeatKind.FIX: Pace(1.4, 0.7, 1.5),
}
UNSEEN_S = 1.0
"""After an action that moves nothing on the table."""


class Script:
    """Beats of one game, worked out as far as they are asked for. Same seed, same beats."""

    def __init__(
        self, game: Game[S, A, E], setup: Setup, seed: int, illegal_rate: float = ILLEGAL_RATE
    ) -> None:
        self.game, self.setup = game, setup
        first = game.setup(setup)
        self.start: Lying = lying(game, first)
        self.beats: list[Beat] = []
        self.ended = False
        self.end_s = FIRST_S
        self._making = _make(game, first, random.Random(seed), illegal_rate, len(setup.players))

    def until(self, time_s: float) -> list[Beat]:
        """All beats that begin up to that time."""
        while not self.ended and (not self.beats or self.beats[-1].time_s <= time_s):
            self._next()
        return [beat for beat in self.beats if beat.time_s <= time_s]

    def whole(self) -> list[Beat]:
        """All beats to the end of the game."""
        while not self.ended:
            self._next()
        return self.beats

    def _next(self) -> None:
        beat = next(self._making, None)
        if beat is None:
            self.ended = True
            return
        self.beats.append(beat)
        self.end_s = max(beat.time_s + UNSEEN_S, (beat.hand_s or (0.0, 0.0))[1])


def _make(
    game: Game[S, A, E], state: S, rng: random.Random, rate: float, seats: int
) -> Iterator[Beat]:
    clock = _Clock(rng)
    turns = actions = 0
    roller, loose = PlayerId(""), tuple[Piece, ...]()
    limit = MAX_TURNS_EACH * seats
    kind = BeatKind.INVISIBLE
    while game.outcome(state) is None and turns < limit:
        faces: Faces = ()
        action: A | None
        chance = game.chance(state)
        # Where rolling is always allowed, people do something else between two rolls if they can.
        if chance is not None and not (kind is BeatKind.ROLL and game.legal_actions(state)):
            faces = throw(game, state, rng)
            action, roller = game.chance_action(state, faces), chance.player
            kind, turns, actions = BeatKind.ROLL, turns + 1, 0
        else:
            action = choose(game, state, rng, actions)
            kind, actions = BeatKind.INVISIBLE, actions + 1
        step = None if action is None else play(game, state, action)
        if action is None or step is None or isinstance(step, Rejected):
            return  # a game that neither ends nor goes on ends here
        if kind is BeatKind.INVISIBLE and places_die(game, state, step.state):
            kind = BeatKind.PLACE
        before = lying(game, state)
        answering = game.pending(state) is not None  # then nobody places a die of the own
        if kind is BeatKind.PLACE and not answering and rng.random() < rate:
            mistake = find_mistake(game, state, before, loose, rng)
            if mistake is not None:
                yield from _mistaken(clock, game.player_of(action), before, loose, mistake)
        doing = _Doing(
            kind,
            game.player_of(action),
            game.write_action(action),
            game.action_view(state, action).label,
            faces,
        )
        state, board = step.state, lying(game, step.state)
        loose = _loose_after(game, state, roller, loose, faces)
        moves = kind is not BeatKind.INVISIBLE or board != before
        yield clock.beat(doing, board, loose, moves=moves)


def _loose_after(
    game: Game[S, A, E], state: S, roller: PlayerId, loose: tuple[Piece, ...], thrown: Faces
) -> tuple[Piece, ...]:
    """Dice lying in the rolling area: without a board, the last roll until the next."""
    if game.layout.width_mm > 0:
        return rolled(game, state, roller)
    return tuple(Piece(DIE, roller, face) for face in thrown) or loose


def _mistaken(
    clock: "_Clock", player: PlayerId, board: Lying, loose: tuple[Piece, ...], mistake: Mistake
) -> Iterator[Beat]:
    wrong = {**board, mistake.area: (*board.get(mistake.area, ()), mistake.piece)}
    left = tuple((Counter(loose) - Counter([mistake.piece])).elements())
    beat = clock.beat(_Doing(BeatKind.ILLEGAL, player, mistake.text), wrong, left)
    yield replace(beat, codes=mistake.codes)
    yield clock.beat(_Doing(BeatKind.FIX, player, mistake.text), board, loose)


@dataclass(frozen=True, slots=True)
class _Doing:
    """What somebody does, before it has a time."""

    kind: BeatKind
    player: PlayerId
    text: str
    label: str = ""
    faces: Faces = ()


class _Clock:
    """Gives every beat its time; people are not metronomes."""

    def __init__(self, rng: random.Random) -> None:
        self._rng, self._now_s = rng, FIRST_S

    def beat(
        self, doing: _Doing, board: Lying, loose: tuple[Piece, ...], *, moves: bool = True
    ) -> Beat:
        start, pace = self._now_s, PACES[doing.kind]
        end = start + pace.hand_s
        change = start + pace.change_s if moves else start
        rest_s = pace.rest_s + self._rng.uniform(0, 0.4)
        self._now_s = end + rest_s if moves else start + UNSEEN_S
        return Beat(
            start,
            doing.kind,
            doing.player,
            doing.text,
            board,
            loose,
            change,
            (start, end) if moves else None,
            doing.faces,
            (),
            doing.label,
        )

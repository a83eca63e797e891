"""Works a game out: what people mean to do, and what comes between."""

import random
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace

from companion.core.ids import AreaId, PlayerId
from companion.core.pieces import DIE, Piece
from companion.rules.engine import carry_out, play
from companion.rules.game import AnyGame, Setup
from companion.rules.ruling import Rejected
from companion.simulator.beats import (
    FIRST_S,
    MAX_TURNS_EACH,
    PACES,
    QUICK_S,
    SLIDE_PACE,
    UNSEEN_S,
    Beat,
    BeatKind,
    Faces,
    Fuss,
    Habits,
)
from companion.simulator.lying import Lying, looked_for, lying, rolled
from companion.simulator.mistakes import Mistake, find_mistake
from companion.simulator.players import choose, is_visible, throw, turn_of


class Making:
    """Makes the beats of one game."""

    def __init__(self, game: AnyGame, setup: Setup, seed: int, habits: Habits) -> None:
        self._game, self._habits = game, habits
        self._rng = random.Random(seed)
        self._limit = MAX_TURNS_EACH * len(setup.players)
        self._clock = _Clock(self._rng)
        self._loose: tuple[Piece, ...] = ()
        self._roller = PlayerId("")

    def beats(self, state: object, end: Callable[[object], None]) -> Iterator[Beat]:
        """Everything that happens; `end` is told the last position."""
        game, rng = self._game, self._rng
        turns = actions = 0
        whose: str | None = None
        kind = BeatKind.INVISIBLE
        while game.outcome(state) is None and turns < self._limit:
            faces: Faces = ()
            chance = game.chance(state)
            # Where rolling is always allowed, people do something else between two rolls if can be.
            if chance is not None and not (kind is BeatKind.ROLL and game.legal_actions(state)):
                faces = throw(game, state, rng)
                action, self._roller = game.chance_action(state, faces), chance.player
                kind, turns, actions = BeatKind.ROLL, turns + 1, 0
            else:
                if not self._roller and turn_of(game, state) != whose:  # a game without dice
                    whose, turns, actions = turn_of(game, state), turns + 1, 0
                action = choose(game, state, rng, actions)
                kind, actions = BeatKind.INVISIBLE, actions + 1
            step = None if action is None else play(game, state, action)
            if action is None or step is None or isinstance(step, Rejected):
                break  # a game that neither ends nor goes on ends here
            if kind is BeatKind.INVISIBLE and is_visible(game, state, action, step.state):
                kind = BeatKind.PLACE
            doing = _Doing(
                kind,
                game.player_of(action),
                game.write_action(action),
                game.action_view(state, action).label,
                faces,
            )
            before = lying(game, state)
            yield from self._fuss(doing.player, before)
            if kind is BeatKind.PLACE:
                insisted = yield from self._mistaken(state, before)
                if insisted is not None:
                    state, kind = insisted, BeatKind.OVERRULE
                    continue
            state = step.state
            yield from self._done(doing, before, state)
        end(state)

    def _done(self, doing: "_Doing", before: Lying, state: object) -> Iterator[Beat]:
        """The action itself."""
        board, rng, habits = lying(self._game, state), self._rng, self._habits
        loose = self._loose_after(state, doing.faces)
        if doing.kind is BeatKind.PLACE:
            if rng.random() < habits.slide:
                doing = replace(doing, fuss=Fuss.SLIDE)
            self._clock.quick(rng.random() < habits.quick)
        if doing.kind is BeatKind.ROLL and rng.random() < habits.short and len(loose) > 1:
            left = _left_behind(before, board, loose[-1])
            if left is not None:
                forgot = _Doing(BeatKind.FUSS, doing.player, "", fuss=Fuss.SHORT)
                short = {**board, left: (*board.get(left, ()), replace(loose[-1], value=None))}
                yield self._clock.beat(forgot, short, loose[:-1])
                doing = replace(doing, fuss=Fuss.ADD)
        self._loose = loose
        moves = doing.kind is BeatKind.ROLL or board != before
        yield self._clock.beat(doing, board, loose, moves=moves)

    def _loose_after(self, state: object, thrown: Faces) -> tuple[Piece, ...]:
        """Dice lying in the rolling area: without a board, the last roll until the next."""
        if self._game.layout.width_mm > 0:
            return rolled(self._game, state)
        return tuple(Piece(DIE, self._roller, face) for face in thrown) or self._loose

    def _fuss(self, player: PlayerId, board: Lying) -> Iterator[Beat]:
        """Perhaps something moves that is no action."""
        rng = self._rng
        if self._habits.fuss <= 0 or rng.random() >= self._habits.fuss:
            return
        fuss = rng.choice((Fuss.NUDGE, Fuss.LIFT, Fuss.TIDY, Fuss.BUMP, Fuss.LIGHT))
        doing = _Doing(BeatKind.FUSS, player, "", fuss=fuss)
        lifted = _without_one(self._game, board, rng) if fuss is Fuss.LIFT else board
        yield self._clock.beat(doing, lifted, self._loose)
        if lifted is not board:
            yield self._clock.beat(replace(doing, fuss=Fuss.PUT_BACK), board, self._loose)

    def _mistaken(self, state: object, board: Lying) -> Generator[Beat, None, object]:
        """Perhaps a placement that breaks a rule first; the position when it is insisted on."""
        rng, habits = self._rng, self._habits
        if rng.random() >= habits.illegal:
            return None
        mistake = find_mistake(self._game, state, board, self._loose, rng)
        choosing = self._game.pending(state) is not None
        if mistake is None or (choosing and any(piece.kind == DIE for piece in mistake.pieces)):
            return None  # dice wait while somebody chooses
        wrong, left = mistake.lying(board, self._loose)
        beat = self._clock.beat(_Doing(BeatKind.ILLEGAL, mistake.player, mistake.text), wrong, left)
        yield replace(beat, codes=mistake.codes)
        after = self._insisted(state, mistake) if rng.random() < habits.insist else None
        if after is None:
            fix = _Doing(BeatKind.FIX, mistake.player, mistake.text)
            yield self._clock.beat(fix, board, self._loose)
            return None
        said = _Doing(BeatKind.OVERRULE, mistake.player, mistake.text)
        board, self._loose = lying(self._game, after), self._loose_after(after, ())
        yield self._clock.beat(said, board, self._loose, moves=board != wrong)
        return after

    def _insisted(self, state: object, mistake: Mistake) -> object:
        """The position when the table insists; `None` where that cannot be done."""
        if not mistake.text:
            return None
        action = self._game.read_action(mistake.text)
        events = self._game.enforce(state, action)
        return None if events is None else carry_out(self._game, state, events).state


def _left_behind(before: Lying, board: Lying, die: Piece) -> AreaId | None:
    """An area from which a die of that colour was gathered for the roll."""
    for area, pieces in before.items():
        gone = Counter(pieces) - Counter(board.get(area, ()))
        if any(piece.kind == DIE and piece.colour == die.colour for piece in gone):
            return area
    return None


def _without_one(game: AnyGame, board: Lying, rng: random.Random) -> Lying:
    """The board without one of the pieces that are looked for; the same where there is none."""
    there = [
        (area, piece)
        for area, pieces in sorted(board.items())
        for piece in pieces
        if piece.kind in looked_for(game.layout, area)
    ]
    if not there:
        return board
    area, piece = rng.choice(there)
    left = list(board[area])
    left.remove(piece)
    return {**board, area: tuple(left)}


@dataclass(frozen=True, slots=True)
class _Doing:
    """What somebody does, before it has a time."""

    kind: BeatKind
    player: PlayerId
    text: str
    label: str = ""
    faces: Faces = ()
    fuss: Fuss | None = None


class _Clock:
    """Gives every beat its time; people are not metronomes."""

    def __init__(self, rng: random.Random) -> None:
        self._rng, self._now_s = rng, FIRST_S
        self._early_s = FIRST_S

    def quick(self, hurried: bool) -> None:
        """The next beat begins at once, while the last hand is still there, if `hurried`."""
        if hurried:
            self._now_s = self._early_s

    def beat(
        self, doing: _Doing, board: Lying, loose: tuple[Piece, ...], *, moves: bool = True
    ) -> Beat:
        start = self._now_s
        pace = SLIDE_PACE if doing.fuss is Fuss.SLIDE else PACES[doing.kind]
        if doing.fuss is Fuss.SHORT:
            pace = PACES[BeatKind.ROLL]
        end = start + pace.hand_s
        change = start + pace.change_s if moves else start
        rest_s = pace.rest_s + self._rng.uniform(0, 0.4)
        self._now_s = end + rest_s if moves else start + UNSEEN_S
        hurry = moves and doing.kind is BeatKind.PLACE
        self._early_s = change + QUICK_S if hurry else self._now_s
        has_hand = moves and doing.fuss is not Fuss.LIGHT
        return Beat(
            start,
            doing.kind,
            doing.player,
            doing.text,
            board,
            loose,
            change,
            (start, end) if has_hand else None,
            doing.faces,
            (),
            doing.label,
            doing.fuss,
        )

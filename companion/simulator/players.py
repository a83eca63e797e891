"""People who play any game at random, but sensibly: they like points and use their dice."""

import random
from collections import Counter
from dataclasses import dataclass

from companion.core.expected import Exactly, Expected
from companion.core.pieces import DIE
from companion.rules.engine import play
from companion.rules.game import A, E, Game, S
from companion.rules.ruling import Rejected
from companion.simulator.lying import Lying, looked_for, lying

CONSIDERED = 12
"""Actions looked at before choosing: enough to find a good one, quick in any position."""
POINTS_WEIGHT, DIE_WEIGHT, TURN_WEIGHT = 8.0, 3.0, 0.1
"""How much likelier an action is that scores or places a die; passing comes last."""
PATIENCE = 25
"""Actions in one turn after which a player passes if that is possible."""
ANY_DICE = (3, 6)
"""Fewest and most dice thrown where a game leaves their number open."""


def choose(
    game: Game[S, A, E], state: S, rng: random.Random, actions_this_turn: int = 0
) -> A | None:
    """A legal action, `None` when there is none."""
    legal = game.legal_actions(state)
    if not legal:
        return None
    if game.pending(state) is not None:
        return rng.choice(legal)
    if actions_this_turn >= PATIENCE:
        passing = [action for action in legal if _passes(game, state, action)]
        if passing:
            return rng.choice(passing)
    considered = list(legal) if len(legal) <= CONSIDERED else rng.sample(legal, CONSIDERED)
    now = _Now(turn_of(game, state), _points(game, state), lying(game, state))
    weights = [_weight(game, state, now, action) for action in considered]
    return rng.choices(considered, weights)[0]


def throw(game: Game[S, A, E], state: S, rng: random.Random) -> tuple[int, ...]:
    """Faces for the roll that is due."""
    chance = game.chance(state)
    if chance is None:
        raise ValueError("no roll is due")
    number = rng.randint(*ANY_DICE) if chance.dice is None else len(chance.dice)
    return tuple(rng.randint(1, 6) for _ in range(number))


def _passes(game: Game[S, A, E], state: S, action: A) -> bool:
    step = play(game, state, action)
    return not isinstance(step, Rejected) and turn_of(game, step.state) != turn_of(game, state)


@dataclass(frozen=True, slots=True)
class _Now:
    """What the position before an action is compared by."""

    turn: str | None
    points: Counter[str]
    lying: Lying


def _weight(game: Game[S, A, E], state: S, now: _Now, action: A) -> float:
    step = play(game, state, action)
    if isinstance(step, Rejected):
        return 0.0
    view = game.view(step.state, None)
    if view.turn != now.turn:
        return TURN_WEIGHT
    player = game.player_of(action)
    gained = _points(game, step.state)[player] - now.points[player]
    places = _gains_die(now.lying, lying(game, step.state, view))
    return 1.0 + POINTS_WEIGHT * max(0, gained) + DIE_WEIGHT * places


def is_visible(game: Game[S, A, E], before: S, action: A, after: S) -> bool:
    """Whether a camera can tell an action: a die is placed, or other pieces come to lie as they do
    after no other legal action."""
    old, new = lying(game, before), lying(game, after)
    if _gains_die(old, new):
        return True
    return _gains(game, old, new) and not _is_like_another(game, before, action, after)


def _gains(game: Game[S, A, E], old: Lying, new: Lying) -> bool:
    """Whether a piece of a kind looked for lies in some area that did not before."""
    return any(
        piece.kind in looked_for(game.layout, area)
        for area, pieces in new.items()
        if pieces != old.get(area, ())
        for piece in Counter(pieces) - Counter(old.get(area, ()))
    )


def _is_like_another(game: Game[S, A, E], state: S, action: A, after: S) -> bool:
    """Whether another legal action leaves the same pieces to be seen."""
    shown = _to_be_seen(game, after)
    for other in game.legal_actions(state):
        step = play(game, state, other) if other != action else None
        if step and not isinstance(step, Rejected) and _to_be_seen(game, step.state) == shown:
            return True
    return False


def _to_be_seen(game: Game[S, A, E], state: S) -> Expected:
    """What should lie there; of a pile only the uppermost."""
    expected = dict(game.expected(state))
    for slot in game.layout.slots.values():
        lies = expected.get(slot.area)
        if slot.pile and isinstance(lies, Exactly) and lies.top is not None:
            expected[slot.area] = Exactly((lies.top,))
    return expected


def _gains_die(old: Lying, new: Lying) -> bool:
    return any(
        piece.kind == DIE
        for area, pieces in new.items()
        if pieces != old.get(area, ())
        for piece in Counter(pieces) - Counter(old.get(area, ()))
    )


def _points(game: Game[S, A, E], state: S) -> Counter[str]:
    return Counter({sheet.player: sheet.total for sheet in game.scores(state)})


def turn_of(game: Game[S, A, E], state: S) -> str | None:
    """Whose turn it is, if it is anybody's."""
    return game.view(state, None).turn

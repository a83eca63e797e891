"""Explains a change on the table by legal actions: the rules correct the camera.

A beam search from the position held to be true. A step is a legal action whose visible footprint
makes the position fit the claim better, a roll that is due and lies on the table, or an action
without footprint after which a roll is due (somebody ended a turn by gathering the next dice).
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.core.expected import Exactly, Expectation, Expected, Unchecked, should_lie
from companion.core.ids import AreaId
from companion.core.layout import SlotKind
from companion.core.observation import Seen
from companion.core.pieces import DIE, Piece, SeenPiece
from companion.referee.colours import PALE
from companion.referee.difference import (
    TOLERANCE,
    UNSEEN,
    area_excess,
    face_probability,
    match,
    match_docked,
    shade,
)
from companion.rules.engine import Step, play
from companion.rules.game import AnyGame, Chance
from companion.rules.ruling import Rejected

BEAM = 6
"""Positions kept at each depth: orders of docking that matter are few."""

DEPTH = 8
"""Actions one look may have to explain: six dice docked under one hand, a turn's end, a roll."""

MAX_JUDGED = 1500
"""Actions judged in one look at most; then the table is asked."""

GAIN = 2.0
"""Nats by which an action must improve the fit to count as seen."""

TURN_COST = 1.0
"""Nats for inferring that a turn has ended."""

TRAY_MOST = 6.0
"""Nats that thrown dice can count against an explanation: as much as one docked die."""

COMPARED = 12
"""Explanations of which the thrown dice are looked at."""

MARGIN = 3.0
"""Nats by which the best explanation must beat the next: odds of 20 to 1."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Actions in notation, the position after them, and how well that fits.

    `dice` are those of the roll among the actions, if one is. `tray` is how badly the thrown dice
    fit those that are then still to be placed, in nats. `unseen` tells that a die is put where a
    slot was not seen.
    """

    texts: tuple[str, ...]
    state: object
    excess: float
    penalty: float = 0.0
    dice: tuple[SeenPiece, ...] = ()
    tray: float = 0.0
    unseen: bool = False

    @property
    def cost(self) -> float:
        """Smaller is more probable."""
        return self.excess + self.penalty + self.tray

    @property
    def complete(self) -> bool:
        """Nothing on the table is left unexplained."""
        return self.excess <= TOLERANCE


@dataclass(slots=True)
class _Search:
    """What stays the same during one look, and how many actions were judged."""

    game: AnyGame
    seen: Mapping[AreaId, tuple[SeenPiece, ...]]
    free_dice: Seen
    roll_may_be_new: bool
    out_of_time: Callable[[], bool]
    hand: frozenset[str | None] = frozenset()
    """Shades of the dice that are to be placed at the beginning."""
    judged: int = 0
    costs: dict[tuple[AreaId, Expectation], float] = field(default_factory=dict)

    def over(self) -> bool:
        """Whether enough has been judged, or long enough."""
        return self.judged > MAX_JUDGED or self.out_of_time()

    def excess(self, expected: Expected) -> float:
        """As `excess`, of areas that have not been compared yet: most stay as they are."""
        total = 0.0
        for area, pieces in self.seen.items():
            if area not in expected:
                continue
            key = (area, expected[area])
            if key not in self.costs:
                self.costs[key] = area_excess(expected[area], pieces)
            total += self.costs[key]
        return total


def never() -> bool:
    """There is always time."""
    return False


def explain(
    game: AnyGame,
    state: object,
    seen: Mapping[AreaId, tuple[SeenPiece, ...]],
    free_dice: Seen,
    roll_may_be_new: bool,
    *,
    out_of_time: Callable[[], bool] = never,
) -> tuple[Explanation, ...]:
    """Explanations that reach different positions, most probable first; never empty.

    The first may be the empty one: nothing happened. `roll_may_be_new` tells that the scene came
    to rest after the roll became due. The search ends where it is when it is `out_of_time`.
    """
    search = _Search(game, seen, free_dice, roll_may_be_new, out_of_time)
    start = Explanation((), state, search.excess(game.expected(state)))
    search.hand = frozenset(shade(die.colour) for die in _still_loose(search, start))
    found, beam = [start], [start]
    for _ in range(DEPTH):
        grown = _distinct([next_ for node in beam for next_ in _expand(search, node)])
        if not grown:
            break
        found.extend(grown)
        if search.over():
            break
        beam = grown[:BEAM]
    kept = [node for node in _distinct(found) if node is start or not _lies_thrown(search, node)]
    ranked = sorted((_with_tray(search, node) for node in kept[:COMPARED]), key=lambda n: n.cost)
    return _in_best_order(game, ranked)


def _in_best_order(game: AnyGame, ranked: Sequence[Explanation]) -> tuple[Explanation, ...]:
    """Of the same actions in several orders only one, where it leaves open all the others do.

    Two dice put down under one hand have no order; so none is booked that costs somebody a right.
    """
    kept: list[Explanation] = []
    for node in ranked:
        same = [at for at, one in enumerate(kept) if Counter(one.texts) == Counter(node.texts)]
        if any(_leaves_more(game, kept[at].state, node.state) for at in same):
            continue
        for at in same:
            if _leaves_more(game, node.state, kept[at].state):
                kept[at] = node
                break
        else:
            kept.append(node)
    return tuple(kept)


def _leaves_more(game: AnyGame, state: object, other: object) -> bool:
    """Whether everything that can be done in the other position can be done, scores being equal."""
    if game.scores(state) != game.scores(other):
        return False
    return set(game.legal_actions(state)) >= set(game.legal_actions(other))


def _lies_thrown(search: _Search, node: Explanation) -> bool:
    """Whether more thrown dice of the player lie there than would still be to be placed.

    Then one that this explanation docks has not been.
    """
    if search.game.chance(node.state) is not None:
        return False
    loose = Counter(shade(die.colour) for die in _still_loose(search, node))
    own = Counter(shade(die.colour) for die in search.free_dice or ())
    return any(own[colour] > loose[colour] for colour in search.hand)


def _with_tray(search: _Search, node: Explanation) -> Explanation:
    """As many thrown dice as are still to be placed should be just those; else some are in a hand.

    So a docked die that is misread is noticed by the one that lies where it should not be.
    """
    loose = _still_loose(search, node)
    if not search.free_dice or len(loose) != len(search.free_dice):
        return node
    return replace(node, tray=min(match(loose, search.free_dice).excess, TRAY_MOST))


def _still_loose(search: _Search, node: Explanation) -> tuple[Piece, ...]:
    """Dice that should lie where they were thrown."""
    expected = search.game.expected(node.state)
    return tuple(
        piece
        for slot in search.game.layout.slots.values()
        if slot.kind is SlotKind.ROLLING and slot.area in expected
        for piece in should_lie(expected[slot.area])
        if piece.kind == DIE
    )


def is_clear(explanations: tuple[Explanation, ...]) -> bool:
    """Whether the best explanation beats every other by the margin.

    A continuation of another explanation fits better than what it continues, so only the
    positions at the end compete.
    """
    best = explanations[0]
    others = (other for other in explanations[1:] if not _is_prefix(other.texts, best.texts))
    return all(other.cost - best.cost >= MARGIN for other in others)


def roll_of(chance: Chance, free_dice: Seen) -> tuple[SeenPiece, ...] | None:
    """The free dice in the order the roll asks for, or `None` when they are not those dice."""
    if not free_dice:
        return None
    if chance.dice is None:
        return free_dice
    if len(chance.dice) != len(free_dice):
        return None
    left = list(free_dice)
    ordered = []
    for colour in sorted(chance.dice, key=lambda colour: colour is None):
        found = next((die for die in left if colour in (None, die.colour)), None)
        found = found or next((die for die in left if die.colour in (None, *PALE)), None)
        if found is None:
            return None
        left.remove(found)
        ordered.append(found)
    return tuple(ordered)


def _is_prefix(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    return long[: len(short)] == short


def _distinct(nodes: list[Explanation]) -> list[Explanation]:
    """One explanation for each position, the cheapest; cheapest first."""
    kept: list[Explanation] = []
    for node in sorted(nodes, key=lambda node: node.cost):
        if all(other.state != node.state for other in kept):
            kept.append(node)
    return kept


def _expand(search: _Search, node: Explanation) -> list[Explanation]:
    grown = [*_roll(search, node)]
    if node.excess < GAIN:
        return grown  # nothing more can be gained
    before = search.game.expected(node.state)
    choosing = search.game.pending(node.state) is not None
    for action in search.game.legal_actions(node.state):
        if search.over():
            break
        search.judged += 1
        step = play(search.game, node.state, action)
        if isinstance(step, Rejected):
            continue
        text = search.game.write_action(action)
        after = search.game.expected(step.state)
        if choosing and _moves_others(before, after):
            continue  # what is chosen is no die: that one comes along shows too little
        if after != before:
            fits = search.excess(after)
            if fits <= node.excess - GAIN and _is_seen(search, before, after):
                next_ = _after(node, text, step, fits)
                unseen = node.unseen or _puts_unseen(search, before, after)
                grown.append(replace(next_, unseen=unseen))
        elif search.game.chance(step.state) is not None and _may_pass(search, before):
            turned = replace(
                _after(node, text, step, node.excess), penalty=node.penalty + TURN_COST
            )
            rolled = _roll(search, turned)
            grown.extend(seen for seen in rolled if seen.excess <= node.excess - GAIN)
    return grown


def _is_seen(search: _Search, before: Expected, after: Expected) -> bool:
    """Whether an action puts a die where one is seen, and none where another one lies.

    A die that is only gone may as well be overlooked or held in a hand: that is no evidence. Three
    dice of which one reads otherwise are not the three that the rules would allow.
    """
    appears = False
    for area, pieces in search.seen.items():
        old, new = before.get(area, Unchecked()), after.get(area, Unchecked())
        if old == new:
            continue
        added = Counter(should_lie(new)) - Counter(should_lie(old))
        appears = appears or any(piece.kind == DIE for piece in added)
        if _contradictions(new, pieces) > _contradictions(old, pieces):
            return False
    return appears


def _puts_unseen(search: _Search, before: Expected, after: Expected) -> bool:
    """Whether an action explains fewer of the dice seen than it puts there."""
    for area, pieces in search.seen.items():
        old, new = before.get(area, Unchecked()), after.get(area, Unchecked())
        if UNSEEN in pieces and isinstance(old, Exactly) and isinstance(new, Exactly):
            put = Counter(new.pieces) - Counter(old.pieces)
            seen = _extra(old, pieces) - _extra(new, pieces)
            if sum(piece.kind == DIE for piece in put.elements()) > seen:
                return True
    return False


def _extra(expectation: Exactly, pieces: tuple[SeenPiece, ...]) -> int:
    return len(match_docked(expectation.pieces, pieces).difference.extra)


def _moves_others(before: Expected, after: Expected) -> bool:
    """Whether pieces are moved, besides dice, that have a place on the board."""
    return any(
        _others(before[area]) != _others(expectation)
        for area, expectation in after.items()
        if area in before and expectation != before[area]
    )


def _others(expectation: Expectation) -> Counter[Piece]:
    if isinstance(expectation, Unchecked):
        return Counter()
    return Counter(piece for piece in should_lie(expectation) if piece.kind != DIE)


def _contradictions(expectation: Expectation, pieces: tuple[SeenPiece, ...]) -> int:
    """How many dice read otherwise than they should."""
    if not isinstance(expectation, Exactly):
        return 0
    found = match_docked(expectation.pieces, pieces).difference
    missing = Counter(shade(piece.colour) for piece in found.missing)
    return (missing & Counter(shade(piece.colour) for piece in found.extra)).total()


def _may_pass(search: _Search, expected: Expected) -> bool:
    """Whether a turn's end may be inferred: the next dice lie there, and no other piece too many.

    What is still to be explained may belong to the turn, and once that is over it cannot be booked.
    A die that reads as another of its colour, or that is overlooked, says nothing of the kind.
    """
    if not search.free_dice:
        return False
    return not any(
        _has_stranger(expected[area], pieces)
        for area, pieces in search.seen.items()
        if area in expected
    )


def _has_stranger(expectation: Expectation, seen: tuple[SeenPiece, ...]) -> bool:
    """Whether more pieces of a colour are seen than should lie there."""
    if not isinstance(expectation, Exactly):
        return False
    found = match_docked(expectation.pieces, seen).difference
    missing = Counter(shade(piece.colour) for piece in found.missing)
    return bool(Counter(shade(piece.colour) for piece in found.extra) - missing)


def _roll(search: _Search, node: Explanation) -> list[Explanation]:
    chance = search.game.chance(node.state)
    if chance is None or node.dice or not search.roll_may_be_new:
        return []
    dice = roll_of(chance, search.free_dice) or _partly_docked(search, node, chance)
    if dice is None:
        return []
    faces = tuple(likeliest(die) for die in dice)
    action = search.game.chance_action(node.state, faces)
    step = play(search.game, node.state, action)
    if isinstance(step, Rejected):
        return []
    fits = search.excess(search.game.expected(step.state))
    # A seen roll is worth having even when it leaves no other trace on the board.
    after = _after(node, search.game.write_action(action), step, min(fits, node.excess))
    worth = replace(after, penalty=after.penalty - 2 * MARGIN, dice=dice)
    return [worth] if fits <= node.excess else []


def _partly_docked(
    search: _Search, node: Explanation, chance: Chance
) -> tuple[SeenPiece, ...] | None:
    """The roll where some of its dice have been docked before the others could be read."""
    free = search.free_dice
    if free is None or chance.dice is None or len(free) >= len(chance.dice):
        return None
    due = {shade(colour) for colour in chance.dice}
    expected = search.game.expected(node.state)
    put = tuple(
        die
        for area, pieces in search.seen.items()
        if isinstance(held := expected.get(area), Exactly)
        for die in match_docked(held.pieces, pieces).difference.extra
        if shade(die.colour) in due
    )
    return roll_of(chance, (*free, *put))


def likeliest(die: SeenPiece) -> int:
    """The face a seen die most probably shows."""
    return max(range(1, 7), key=lambda value: face_probability(die, value))


def _after(node: Explanation, text: str, step: Step[object, object], fits: float) -> Explanation:
    texts = (*node.texts, text)
    return replace(node, texts=texts, state=step.state, excess=fits)

"""Explains a change on the table by legal actions: the rules correct the camera.

A beam search from the position held to be true. A step is a legal action whose visible footprint
makes the position fit the claim better, a roll that is due and lies on the table, or an action
without footprint after which a roll is due (somebody ended a turn by gathering the next dice).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from companion.core.expected import Expected, should_lie
from companion.core.ids import AreaId
from companion.core.layout import SlotKind
from companion.core.observation import Seen
from companion.core.pieces import DIE, Piece, SeenPiece
from companion.referee.claims import Claims, hidden_kinds
from companion.referee.colours import PALE
from companion.referee.difference import (
    PALE_SHADE,
    covered_anew,
    match,
    shade,
)
from companion.referee.evidence import (
    buries,
    has_stranger,
    is_allowed_already,
    is_begun,
    is_seen,
    places_die,
    puts_on,
    puts_out_of_sight,
    puts_unseen,
    puts_where_nothing_is_seen,
    takes_what_is_gone,
)
from companion.referee.onward import has_gone_far
from companion.referee.search import Explanation, Search
from companion.referee.shown_cards import moved_faces, shown_in
from companion.referee.throw import FEWEST_NAMED, docked_dice, likeliest, roll_of
from companion.rules.engine import Step, play
from companion.rules.game import AnyGame, Chance, card_of
from companion.rules.ruling import Rejected

BEAM = 6
"""Positions kept at each depth: orders of docking that matter are few."""

DEPTH = 8
"""Actions one look may have to explain: six dice docked under one hand, a turn's end, a roll."""

GAIN = 2.0
"""Nats by which an action must improve the fit to count as seen."""

TURN_COST = 1.0
"""Nats for inferring that a turn has ended."""

STEP_COST = 3.0
"""Nats for each action without a die after the first: of two ways to the same table the shorter
is taken, as by people who move a ship."""

TRAY_MOST = 6.0
"""Nats that thrown dice can count against an explanation: as much as one docked die."""

COMPARED = 12
"""Explanations of which the thrown dice are looked at."""

ENOUGH = 2
"""Actions that differ only in a card nobody sees, of which it cannot be told which happened."""

MARGIN = 3.0
"""Nats by which the best explanation must beat the next: odds of 20 to 1."""


def never() -> bool:
    """There is always time."""
    return False


def explain(
    game: AnyGame,
    state: object,
    seen: Claims,
    free_dice: Seen,
    roll_may_be_new: bool,
    *,
    put_since: bool = False,
    hidden: frozenset[AreaId] = frozenset(),
    piled: frozenset[AreaId] = frozenset(),
    out_of_time: Callable[[], bool] = never,
) -> tuple[Explanation, ...]:
    """Explanations that reach different positions, most probable first; never empty.

    The first may be the empty one: nothing happened. `roll_may_be_new` tells that the scene came
    to rest after the roll became due, `put_since` that all its dice may have been docked meanwhile:
    they tell what was rolled. In the `hidden` areas slots are not seen since dice went, on
    the `piled` something lies over what is not booked. The search ends where it is when it is
    `out_of_time`.
    """
    search = Search(game, seen, free_dice, roll_may_be_new, out_of_time)
    search.covered = hidden_kinds(game.layout, seen)
    search.lay = game.expected(state)
    start = Explanation((), state, search.excess(search.lay))
    search.hidden, search.piled, search.put_since = hidden, piled, put_since
    search.far = has_gone_far(game, state, search.lay, seen)
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
    whole = [node for node in found if not node.begun]
    kept = [node for node in _distinct(whole) if node is start or not _lies_thrown(search, node)]
    if game.pending(state) is not None:
        kept = [node for node in kept if not _ends_too_early(search, start, node)]
    ranked = sorted((_with_tray(search, node) for node in kept[:COMPARED]), key=lambda n: n.cost)
    return _in_best_order(game, ranked)


def _in_best_order(game: AnyGame, ranked: Sequence[Explanation]) -> tuple[Explanation, ...]:
    """Of the same actions in several orders only one, where it leaves open all the others do.

    Two dice put down under one hand have no order; so none is booked that costs somebody a right.
    Where a choice is open afterwards, one that leaves as much open is another choice.
    """
    kept: list[Explanation] = []
    for node in ranked:
        same = [at for at, one in enumerate(kept) if Counter(one.texts) == Counter(node.texts)]
        if any(_are_two_choices(game, kept[at].state, node.state) for at in same):
            kept.append(node)
            continue
        if any(_leaves_more(game, kept[at].state, node.state) for at in same):
            continue
        for at in same:
            if _leaves_more(game, node.state, kept[at].state):
                kept[at] = node
                break
        else:
            kept.append(node)
    return tuple(kept)


def _are_two_choices(game: AnyGame, state: object, other: object) -> bool:
    """Whether somebody has to choose in either position, and can do the same in both."""
    if game.pending(state) is None or game.pending(other) is None:
        return False
    return _leaves_more(game, state, other) and _leaves_more(game, other, state)


def _leaves_more(game: AnyGame, state: object, other: object) -> bool:
    """Whether everything that can be done in the other position can be done, scores being equal."""
    if game.scores(state) != game.scores(other):
        return False
    return set(game.legal_actions(state)) >= set(game.legal_actions(other))


def _lies_thrown(search: Search, node: Explanation) -> bool:
    """Whether more thrown dice of the player lie there than would still be to be placed.

    Then one that this explanation docks has not been.
    """
    if search.game.chance(node.state) is not None:
        return False
    loose = Counter(shade(die.colour) for die in _still_loose(search, node))
    own = Counter(shade(die.colour) for die in search.free_dice or ())
    rolled = {shade(die.colour) for die in node.dice if die.colour not in (None, *PALE)}
    theirs = search.hand | rolled
    theirs |= {PALE_SHADE} if theirs else set()  # one of them may be faded
    more = {colour for colour in theirs if own[colour] > loose[colour]}
    if more != {PALE_SHADE}:
        return bool(more)
    # One that reads pale may be another one faded, where that does not lie there as itself.
    faded = sum((loose - own).values())
    return own[PALE_SHADE] - loose[PALE_SHADE] > faded


def _ends_too_early(search: Search, start: Explanation, node: Explanation) -> bool:
    """Whether a turn is over by choice while pieces lie there that nothing explains.

    They may belong to the turn, and once that is over it cannot be booked.
    """
    expected = search.game.expected(node.state)
    if not covered_anew(expected, search.seen) and not any(
        has_stranger(expected[area], claim)
        for area, claim in search.seen.items()
        if area in expected
    ):
        return False
    turns = (search.game.view(each.state, None).turn for each in (start, node))
    return len({*turns}) > 1


def _with_tray(search: Search, node: Explanation) -> Explanation:
    """As many thrown dice as are still to be placed should be just those; else some are in a hand.

    So a docked die that is misread is noticed by the one that lies where it should not be.
    """
    loose = _still_loose(search, node)
    if not search.free_dice or len(loose) != len(search.free_dice):
        return node
    rolled = {die.colour for die in loose}
    thrown = tuple(
        die if die.colour in rolled else replace(die, colour=None) for die in search.free_dice
    )  # one in a colour that nobody rolled is named wrongly, whatever is done with the others
    return replace(node, tray=min(match(loose, thrown).excess, TRAY_MOST))


def _still_loose(search: Search, node: Explanation) -> tuple[Piece, ...]:
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


def _is_prefix(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    return long[: len(short)] == short


def _distinct(nodes: list[Explanation]) -> list[Explanation]:
    """One explanation for each position, the cheapest; cheapest first."""
    kept: list[Explanation] = []
    for node in sorted(nodes, key=lambda node: node.cost):
        if all(other.state != node.state for other in kept):
            kept.append(node)
    return kept


def _expand(search: Search, node: Explanation) -> list[Explanation]:
    grown = [*_roll(search, node)]
    if node.excess < GAIN:
        return grown  # nothing more can be gained
    before = search.game.expected(node.state)
    choosing = search.game.pending(node.state) is not None
    for action, step in _judged(search, node.state, before):
        text = search.game.write_action(action)
        after = search.game.expected(step.state)
        if choosing and puts_out_of_sight(search.seen, search.covered, before, after):
            continue  # what is chosen is no die: that one comes along shows too little
        if after != before:
            grown += _shown(search, node, _after(node, text, step, 0.0), before, after)
        elif search.game.chance(step.state) is not None and _may_pass(search, before):
            turned = replace(
                _after(node, text, step, node.excess), penalty=node.penalty + TURN_COST
            )
            rolled = _roll(search, turned)
            grown.extend(seen for seen in rolled if seen.excess <= node.excess - GAIN)
    return grown


def _shown(
    search: Search, node: Explanation, next_: Explanation, before: Expected, after: Expected
) -> list[Explanation]:
    """The explanation with one action more, if that is seen; else none."""
    fits = search.excess_after(node.excess, before, after)
    if node.texts and not places_die(search.seen, before, after):
        next_ = replace(next_, penalty=node.penalty + STEP_COST)
    burying = node.texts and buries(search.seen, search.lay, before, after)
    if burying or puts_on(search.piled, before, after):
        next_ = replace(next_, buried=True)
    if fits <= node.excess - GAIN and is_seen(search.seen, before, after):
        doubtful = {area: claim for area, claim in search.seen.items() if area not in search.hidden}
        unseen = node.unseen or puts_unseen(doubtful, before, after)
        begun = is_allowed_already(search.seen, before, after)
        return [replace(next_, excess=fits, unseen=unseen, begun=begun)]
    if search.far and fits <= node.excess and takes_what_is_gone(search.seen, before, after):
        return [replace(next_, excess=fits, begun=True)]
    gained = fits <= node.excess - (0.0 if node.begun else GAIN)
    if gained and is_begun(search.seen, before, after):
        return [replace(next_, excess=fits, begun=True)]
    if gained and puts_where_nothing_is_seen(search.seen, search.covered, before, after):
        return [replace(next_, excess=fits, unseen=True)]
    return []


def _judged(
    search: Search, state: object, before: Expected
) -> Iterator[tuple[object, Step[object, object]]]:
    """Legal actions with what comes of them.

    Of those that differ only in a card that they show, the ones whose card is not new on the table,
    nor gone, are left out, all but two: it may be any. Where a card lies that is not told none is.
    """
    game, new = search.game, moved_faces(search.seen, before)
    showing = Counter[str]()
    for action in game.legal_actions(state):
        if search.over():
            return
        card = card_of(action)
        sort = game.write_action(action).replace(card, "") if card and new is not None else ""
        if showing[sort] >= ENOUGH and card not in (new or ()):
            continue
        search.judged += 1
        step = play(game, state, action)
        if isinstance(step, Rejected):
            continue
        where = shown_in(search.seen, card, before, game.expected(step.state)) if sort else []
        if where and not any(piece.face is None for claim in where for piece in claim.pieces):
            showing[sort] += 1
        yield action, step


def _may_pass(search: Search, expected: Expected) -> bool:
    """Whether a turn's end may be inferred: the next dice lie there, and no other piece too many.

    What is still to be explained may belong to the turn, and once that is over it cannot be booked.
    A die that reads as another of its colour, or that is overlooked, says nothing of the kind.
    """
    if not search.free_dice:
        return False
    return not any(
        has_stranger(expected[area], claim)
        for area, claim in search.seen.items()
        if area in expected
    )


def _roll(search: Search, node: Explanation) -> list[Explanation]:
    chance = search.game.chance(node.state)
    if chance is None or node.dice:
        return []
    dice = _rolled(search, node, chance)
    if dice is None:
        return []
    faces = tuple(likeliest(die) for die in dice)
    action = search.game.chance_action(node.state, faces)
    step = play(search.game, node.state, action)
    if isinstance(step, Rejected):
        return []
    before, after_ = search.game.expected(node.state), search.game.expected(step.state)
    fits = search.excess_after(node.excess, before, after_)
    # A seen roll is worth having even when it leaves no other trace on the board.
    after = _after(node, search.game.write_action(action), step, min(fits, node.excess))
    # Dice that were put down unseen must do something there: they may have been put away.
    worth = replace(
        after, penalty=after.penalty - 2 * MARGIN, dice=dice, begun=not search.roll_may_be_new
    )
    return [worth] if fits <= node.excess else []


def _rolled(search: Search, node: Explanation, chance: Chance) -> tuple[SeenPiece, ...] | None:
    """The dice of a roll that is due, thrown or docked since; all of them where nobody looked
    before."""
    free = search.free_dice
    if free is None:
        return None
    if search.roll_may_be_new:
        thrown = roll_of(chance, free)
        if thrown is not None:
            return thrown
    elif free or not search.put_since:
        return None
    put = docked_dice(chance, search.game.expected(node.state), search.seen)
    if not search.roll_may_be_new and len(put) < FEWEST_NAMED:
        return None
    return roll_of(chance, (*free, *put))


def _after(node: Explanation, text: str, step: Step[object, object], fits: float) -> Explanation:
    texts = (*node.texts, text)
    return replace(node, texts=texts, state=step.state, excess=fits)

"""From what the camera claims to what the table does about it: book, flag, ask or wait."""

from collections.abc import Callable, Collection
from dataclasses import replace

from companion.core.expected import Expected
from companion.core.ids import SlotId
from companion.core.observation import Observation, Seen
from companion.core.phrases import phrase
from companion.core.pieces import DIE, SeenPiece
from companion.referee.amiss import unexplained
from companion.referee.behind import to_place
from companion.referee.choosing import dice_too_early, while_choosing
from companion.referee.claims import (
    Claims,
    claims_of,
    own_colour,
)
from companion.referee.difference import (
    MISSING_COST,
    TOLERANCE,
    area_excess,
    differences,
)
from companion.referee.due_roll import (
    may_book,
    unsure_roll,
)
from companion.referee.early import explains_more, may_be_done
from companion.referee.evidence import changed, has_more
from companion.referee.explain import explain, is_clear, never
from companion.referee.hidden import areas_of
from companion.referee.identify import NEAR, identified
from companion.referee.onward import (
    Legal,
    may_be_hidden,
    plain,
)
from companion.referee.piled import hiding
from companion.referee.question import Asked
from companion.referee.search import Explanation
from companion.referee.sight import Booking, Sight
from companion.referee.snapshot import Question, QuestionOption
from companion.referee.throw import likeliest
from companion.referee.trail import Extras, comes_by
from companion.referee.unbooked import NOTHING_KNOWN, Unbooked
from companion.rules.engine import play
from companion.rules.game import AnyGame, RollAction
from companion.rules.ruling import Rejected

MAX_OPTIONS = 4
"""Explanations offered in one question: more do not fit a phone."""


def look(
    game: AnyGame,
    state: object,
    observation: Observation,
    *,
    roll_may_be_new: bool,
    put_since: bool = False,
    may_ask: bool = True,
    hidden: Collection[SlotId] = (),
    unbooked: Unbooked = NOTHING_KNOWN,
    out_of_time: Callable[[], bool] = never,
) -> Sight:
    """Decide on one steady view.

    `hidden` are slots that are not seen since dice went; `unbooked` is what lay there before and is
    nothing new, or was not seen.

    `roll_may_be_new` tells that the scene came to rest after the roll became due, `put_since` that
    all its dice may have been docked since without anybody having looked. When it is
    `out_of_time`, what was found is asked about unless it explains everything. Unless it `may_ask`
    what cannot be told for sure did not happen: people have said so.
    """
    if observation.registered is False or game.outcome(state) is not None:
        return Sight()
    observation = _colour_blind(game, state, observation)
    claims: Claims = claims_of(game, state, observation, unbooked.strange)
    claims = unbooked.apart_from(game.expected(state), claims)
    seen = _read_by_the_hand(game, state, claims, observation.free_dice)
    hiding_slots = areas_of(hidden, observation, game.layout)
    explanations = explain(
        game,
        state,
        seen,
        observation.free_dice,
        roll_may_be_new,
        put_since=put_since,
        hidden=hiding_slots,
        piled=hiding(unbooked.lain, seen),
        out_of_time=out_of_time,
    )
    best = explanations[0]
    spared = _spared(game, explanations, seen, unbooked.missing)
    clear = is_clear(explanations) and is_clear(spared)
    if clear:
        best = _up_to_another_choice(game, state, explanations, seen, out_of_time)
    chosen = bool(best.texts) and clear and _is_all(game, state, best, seen, unbooked=unbooked)
    chosen = chosen and comes_by(game, state, best.texts, unbooked.trail, seen)
    chosen = chosen and not may_be_done(Legal(game, state), seen, unbooked.veiled)
    if game.pending(state) is not None and not chosen:
        early = dice_too_early(
            game,
            state,
            observation,
            seen,
            hiding=hiding_slots,
            overlooked=unbooked.missing,
            out_of_time=out_of_time,
        )
        # a choice is asked of its player, unless it is seen
        if best.texts and best.complete:
            return Sight(flags=early)
        free_dice = observation.free_dice
        choosing = while_choosing(
            game, state, seen, free_dice, unbooked=unbooked, out_of_time=out_of_time
        )
        return replace(choosing, flags=(*choosing.flags, *early))
    hurried = out_of_time() and not best.complete
    odd = best.tray > TOLERANCE or best.unseen
    if (best.texts and (hurried or odd)) or not clear:
        if may_ask:
            return Sight(asked=_which(game, state, explanations))
    elif best.texts:
        return _booked(game, state, best, observation)
    return unexplained(
        game,
        state,
        observation,
        seen,
        roll_may_be_new=roll_may_be_new,
        put_since=put_since,
        hiding=hiding_slots,
        overlooked=unbooked.missing,
    )


def _spared(
    game: AnyGame, explanations: tuple[Explanation, ...], seen: Claims, missing: Extras
) -> tuple[Explanation, ...]:
    """The explanations, no nats taken for pieces that are missing still: they were overlooked, and
    what lies elsewhere now need not be one of them."""
    return tuple(
        replace(
            one,
            excess=one.excess - MISSING_COST * _still(game.expected(one.state), seen, missing),
        )
        for one in explanations
    )


def _still(expected: Expected, seen: Claims, missing: Extras) -> int:
    """How many pieces other than dice that were missing should lie there, and do not, as yet."""
    parts = differences(expected, {area: seen[area] for area in missing if area in seen})
    left = (plain(part.missing) & plain(missing[area]) for area, part in parts.items())
    return sum(piece.kind != DIE for pieces in left for piece in pieces.elements())


def _up_to_another_choice(
    game: AnyGame,
    state: object,
    explanations: tuple[Explanation, ...],
    seen: Claims,
    out_of_time: Callable[[], bool],
) -> Explanation:
    """The best explanation, but no farther than to a choice of which another one, with something
    that nobody said after it, explains more."""
    best = explanations[0]
    if best.complete or game.pending(state) is None:
        return best
    after = game.expected(best.state)
    for place, text in enumerate(best.texts):
        if out_of_time():
            break
        step = play(game, state, game.read_action(text))
        assert not isinstance(step, Rejected), "explanations are made of legal actions"
        if explains_more(Legal(game, state), seen, step.state, after, out_of_time=out_of_time):
            begun = best.texts[:place]
            nothing = next(one for one in explanations if not one.texts)
            return next((one for one in explanations if one.texts == begun), nothing)
        state = step.state
    return best


def _is_all(
    game: AnyGame,
    state: object,
    best: Explanation,
    seen: Claims,
    *,
    unbooked: Unbooked,
) -> bool:
    """Whether nothing speaks for more than is explained: one card that covers another, a place
    that still does not fit, or one that is not seen where a choice may lie.

    What was missing before, where nothing was done, is no sign of more.
    """
    before, after = game.expected(state), game.expected(best.state)
    if best.buried or any(has_more(new, claim) for claim, _, new in changed(seen, before, after)):
        return False
    known = sum(
        area_excess(after[area], seen[area])
        for area in unbooked.missing.keys() & seen.keys() & after.keys() - unbooked.extras.keys()
        if before.get(area) == after[area]
    )
    complete = best.excess - known <= TOLERANCE
    return complete or best.unseen or not may_be_hidden(game, state, seen)


def _colour_blind(game: AnyGame, state: object, observation: Observation) -> Observation:
    """Without a board any dice will do for a roll: people play with those they have.

    On a board their colours are brought to those of the game.
    """
    chance, dice = game.chance(state), observation.free_dice
    if observation.registered is not None:
        own = dice and tuple(own_colour(die, _colours(game)) for die in dice)
        return replace(observation, free_dice=own)
    if chance is None or chance.dice is None:
        return observation
    plain = dice and tuple(replace(die, colour=None) for die in dice)
    return replace(observation, free_dice=plain)


def _colours(game: AnyGame) -> Collection[str]:
    return {*game.info.colours, *game.info.neutral_colours}


def _booked(game: AnyGame, state: object, best: Explanation, seen: Observation) -> Sight:
    """Book the explanation, up to a roll that is too doubtful: that is asked."""
    bookings: list[Booking] = []
    for text in best.texts:
        chance = game.chance(state)
        action = game.read_action(text)
        step = play(game, state, action)
        assert not isinstance(step, Rejected), "explanations are made of legal actions"
        dice: tuple[SeenPiece, ...] = ()
        if chance is not None and isinstance(action, RollAction):
            dice = best.dice
            if not may_book(game, step.state, dice):
                return Sight(tuple(bookings), asked=unsure_roll(chance, dice, seen.picture))
        bookings.append(Booking(text, _in_order(action, dice)))
        state = step.state
    return Sight(tuple(bookings))


def _in_order(action: object, dice: tuple[SeenPiece, ...]) -> tuple[SeenPiece, ...]:
    """Seen dice in the order in which the roll names its faces."""
    left = list(dice)
    ordered = []
    for face in action.faces if isinstance(action, RollAction) and dice else ():
        die = next(die for die in left if likeliest(die) == face)
        left.remove(die)
        ordered.append(die)
    return tuple(ordered)


def _read_by_the_hand(
    game: AnyGame,
    state: object,
    seen: Claims,
    free_dice: Seen,
) -> Claims:
    """What is seen, doubtful dice that are new there read by what is left of the roll."""
    found = differences(game.expected(state), seen)
    read = identified(to_place(game, state), free_dice, found)
    named = {
        id(die): new
        for area, part in found.items()
        for die, new in zip(part.extra, read[area].extra, strict=True)
    }
    return {
        area: replace(claim, pieces=tuple(named.get(id(one), one) for one in claim.pieces))
        for area, claim in seen.items()
    }


def _which(game: AnyGame, state: object, explanations: tuple[Explanation, ...]) -> Asked:
    """Ask which of several explanations is true, or whether none is."""
    options, books = [], {}
    least = explanations[0].cost
    near = [one for one in explanations if one.cost - least < NEAR or not one.texts]
    for place, explanation in enumerate(near[:MAX_OPTIONS]):
        name = f"{place + 1}"
        options.append(QuestionOption(name, _label(game, state, explanation)))
        books[name] = explanation.texts
    first = near[0].texts or near[-1].texts
    chosen = game.pending(state) is not None and first
    player = game.player_of(game.read_action(first[0])) if chosen else None
    question = Question("which", player, phrase("What happened?"), tuple(options))
    return Asked(question, books)


def _label(game: AnyGame, state: object, explanation: Explanation) -> str:
    if not explanation.texts:
        return phrase("Nothing")
    words = ""
    for text in explanation.texts:
        action = game.read_action(text)
        label = game.action_view(state, action).label
        words = phrase("{some}, then {next}", some=words, next=label) if words else label
        step = play(game, state, action)
        assert not isinstance(step, Rejected), "explanations are made of legal actions"
        state = step.state
    return words

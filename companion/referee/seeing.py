"""From what the camera claims to what the table does about it: book, flag, ask or wait."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from companion.core.ids import AreaId, SlotId
from companion.core.observation import Observation, Seen
from companion.core.phrases import phrase
from companion.core.pieces import DIE, SeenPiece, in_order
from companion.referee.behind import ask_where, astray, moved_dice, of_these, to_place
from companion.referee.claims import (
    Claims,
    claims_of,
    hidden_kinds,
    own_colour,
    playing_colours,
)
from companion.referee.difference import (
    TOLERANCE,
    AreaDifference,
    area_excess,
    covered_anew,
    differences,
)
from companion.referee.due_roll import (
    apart_from_roll,
    is_gathered,
    is_late,
    may_book,
    uncertain_roll,
    unsure_roll,
)
from companion.referee.early import may_come_later
from companion.referee.evidence import changed, has_more
from companion.referee.explain import Explanation, explain, is_clear, never
from companion.referee.flags import flags_of
from companion.referee.hidden import areas_of, in_hiding
from companion.referee.identify import NEAR, identified
from companion.referee.onward import (
    Legal,
    as_piece,
    as_seen,
    in_season,
    is_behind,
    is_untold,
    may_be_covered,
    may_be_hidden,
    not_early,
)
from companion.referee.piled import hiding
from companion.referee.question import Asked
from companion.referee.snapshot import Flag, Question, QuestionOption
from companion.referee.thread import is_lost
from companion.referee.throw import likeliest
from companion.referee.trail import comes_by
from companion.referee.unbooked import NOTHING_KNOWN, Unbooked
from companion.rules.engine import play
from companion.rules.game import AnyGame, RollAction
from companion.rules.ruling import Rejected

MAX_OPTIONS = 4
"""Explanations offered in one question: more do not fit a phone."""


@dataclass(frozen=True, slots=True)
class Booking:
    """An action to book, with the dice as they were read when it is a roll."""

    text: str
    dice: tuple[SeenPiece, ...] = ()


@dataclass(frozen=True, slots=True)
class Sight:
    """What one look at the table leads to.

    `unlike` is all that was seen, when it is not explained by what is booked: `found`
    says what, and `free_dice` are those that were thrown.
    """

    bookings: tuple[Booking, ...] = ()
    flags: tuple[Flag, ...] = ()
    asked: Asked | None = None
    unlike: Claims = field(default_factory=dict)
    found: Mapping[AreaId, AreaDifference] = field(default_factory=dict)
    free_dice: Seen = None

    @property
    def fits(self) -> bool:
        """Whether everything lies as it should and nothing is to be booked."""
        return bool(self.unlike) and not (self.found or self.bookings or self.asked)


def look(
    game: AnyGame,
    state: object,
    observation: Observation,
    *,
    roll_may_be_new: bool,
    may_ask: bool = True,
    hidden: Collection[SlotId] = (),
    unbooked: Unbooked = NOTHING_KNOWN,
    out_of_time: Callable[[], bool] = never,
) -> Sight:
    """Decide on one steady view.

    `hidden` are slots that are not seen since dice went; `unbooked` is what lay there before and is
    nothing new, or was not seen.

    `roll_may_be_new` tells that the scene came to rest after the roll became due. When it is
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
        hidden=hiding_slots,
        piled=hiding(unbooked.lain, seen),
        out_of_time=out_of_time,
    )
    best = explanations[0]
    clear = is_clear(explanations)
    chosen = bool(best.texts) and clear and _is_all(game, state, best, seen, unbooked)
    chosen = chosen and comes_by(game, state, best.texts, unbooked.trail, seen)
    chosen = chosen and not any(map(Legal(game, state).puts_on, unbooked.veiled))
    if game.pending(state) is not None and not chosen:
        early = _early(game, state, observation, seen, hiding_slots)
        # a choice is asked of its player, unless it is seen
        if best.texts and best.complete:
            return Sight(flags=early)
        free_dice = observation.free_dice
        choosing = _while_choosing(
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
    return _unexplained(
        game, state, observation, seen, roll_may_be_new=roll_may_be_new, hiding=hiding_slots
    )


def _is_all(
    game: AnyGame, state: object, best: Explanation, seen: Claims, unbooked: Unbooked
) -> bool:
    """Whether nothing speaks for more, or another choice, than is explained: one card that covers
    another, a place that still does not fit, or one that is not seen where a choice may lie.

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


def _unexplained(
    game: AnyGame,
    state: object,
    observation: Observation,
    seen: Claims,
    *,
    roll_may_be_new: bool,
    hiding: Collection[AreaId],
) -> Sight:
    """What to flag and ask when nothing legal has happened."""
    found = _parted(game, state, seen)
    chance, free_dice, asked = game.chance(state), observation.free_dice, None
    if chance is not None:
        found, docked = apart_from_roll(chance, found, free_dice, roll_may_be_new)
        late = is_late(chance, game.expected(state), seen, observation)
        if roll_may_be_new and not late and is_gathered(game, state, chance, seen):
            asked = uncertain_roll(chance, observation, docked)
    unseen = astray(game, state, free_dice, found, seen)
    found, lost = unseen.found, unseen.nowhere
    away = (*lost, *moved_dice(game, state, found))
    there = in_hiding(away, hiding, game.expected(state), observation, game.layout)
    if there and not any(part.extra for part in found.values()):
        found, lost = {**found, **there}, ()
    # Where the thread is lost that is all that is said, and judging every place would take long.
    flags = () if is_lost(found, was_lost=False) else flags_of(game, state, found, lost)
    if lost and observation.registered:
        flags = flags if unseen.waiting else of_these(flags, lost)
        asked = ask_where(game, state, unseen, observation.picture)
    return Sight((), flags, asked, seen, found, free_dice)


def _parted(game: AnyGame, state: object, seen: Claims) -> dict[AreaId, AreaDifference]:
    """Where table and position part, what is too much in colours of those who play."""
    colours = playing_colours(game, state)
    return {
        area: replace(part, extra=tuple(own_colour(p, colours) for p in part.extra))
        for area, part in differences(game.expected(state), seen).items()
    }


def _while_choosing(
    game: AnyGame,
    state: object,
    seen: Claims,
    free_dice: Seen,
    *,
    unbooked: Unbooked,
    out_of_time: Callable[[], bool],
) -> Sight:
    """What to flag while somebody has to choose: dice put down early wait for the choice, and a
    marker on its track only follows what was done.

    A card that cannot be told is held against nobody: it may be the outline of its place. Nor is
    what comes out of season, after somebody did something that is not seen: it was silent.
    """
    parts = {
        area: replace(part, extra=tuple(p for p in part.extra if not _follows(p, part)))
        for area, part in _parted(game, state, seen).items()
    }
    extras = {area: part for area, part in parts.items() if part.extra}
    if is_behind(game, state, extras) or may_be_covered(game, state, extras.keys(), seen):
        return Sight()  # what comes after what is not booked yet is not judged
    told = {
        area: replace(part, extra=tuple(p for p in part.extra if not is_untold(as_piece(p))))
        for area, part in parts.items()
    }
    found = {area: part for area, part in told.items() if part.extra}
    places = {*found, *covered_anew(game.expected(state), seen)}
    behind = len(places) > 1
    flags = () if behind or is_lost(found, was_lost=False) else flags_of(game, state, found)
    if any(not flag.action for flag in flags):
        legal = Legal(game, state)
        found = {a: p for a, p in found.items() if not _is_early(legal, seen, a, p, out_of_time)}
        flags = flags_of(game, state, found)
    if not places:
        found = _out_of_sight(game, parts, seen, unbooked)
        flags = in_season(game, state, flags_of(game, state, found))
    if flags and unbooked.silent:
        flags = not_early(game, state, flags)
    if flags and may_be_hidden(game, state, seen):
        flags = in_season(game, state, flags)
    return Sight((), flags, None, seen, found, free_dice)


def _out_of_sight(
    game: AnyGame, parts: Mapping[AreaId, AreaDifference], seen: Claims, unbooked: Unbooked
) -> dict[AreaId, AreaDifference]:
    """A piece that is gone since the last look, where just one place of its kind is not seen any
    more: it was put there."""
    gone = [
        piece
        for area, part in parts.items()
        for piece in part.missing
        if piece.colour and piece not in unbooked.missing.get(area, ())
    ]
    hidden = hidden_kinds(game.layout, seen)
    newly = hidden.keys() - unbooked.hidden
    areas = [area for area in newly for piece in gone if piece.kind in hidden[area]]
    if len(gone) != 1 or len(areas) != 1:
        return {}
    return {areas[0]: AreaDifference((), (as_seen(gone[0]),))}


def _is_early(
    legal: Legal,
    seen: Claims,
    area: AreaId,
    part: AreaDifference,
    out_of_time: Callable[[], bool],
) -> bool:
    """Whether pieces of which the rules say nothing now may be put there a little later."""
    added = in_order(map(as_piece, part.extra))
    if legal.game.attempt(legal.state, area, added) is not None:
        return False
    return may_come_later(legal, seen, area, added, out_of_time)


def _follows(piece: SeenPiece, part: AreaDifference) -> bool:
    """Whether it is a die, or a marker that lay elsewhere on its track."""
    lay = {(one.kind, one.colour) for one in part.missing if one.value is not None}
    return piece.kind == DIE or (piece.kind, piece.colour) in lay


def _early(
    game: AnyGame, state: object, seen: Observation, claims: Claims, hiding: Collection[AreaId]
) -> tuple[Flag, ...]:
    """Flags about dice put down while somebody has to choose: of rules broken whatever is chosen.

    What no rule speaks of may follow from a choice.
    """
    pending, found = game.pending(state), _parted(game, state, claims)
    if pending is None or not any(die.kind == DIE for part in found.values() for die in part.extra):
        return ()
    common: dict[str, Flag] = {}
    for number, choice in enumerate(pending.choices):
        step = play(game, state, choice)
        if isinstance(step, Rejected) or game.pending(step.state) is not None:
            return ()
        sight = _unexplained(game, step.state, seen, claims, roll_may_be_new=False, hiding=hiding)
        flags = {flag.id: flag for flag in sight.flags if flag.source}
        common = {id: flag for id, flag in flags.items() if id in common or not number}
        if not common:
            return ()
    return tuple(common.values())


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

"""What to flag while somebody has to choose: what was put down early waits for the choice."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import partial

from companion.core.ids import AreaId
from companion.core.observation import Observation, Seen
from companion.core.pieces import DIE, SeenPiece
from companion.referee.amiss import parted, unexplained
from companion.referee.claims import Claims, hidden_kinds
from companion.referee.difference import AreaDifference, Overlooked, covered_anew
from companion.referee.early import may_be_done, may_come_later
from companion.referee.explain import explain
from companion.referee.flags import flags_of
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
from companion.referee.sight import Sight
from companion.referee.snapshot import Flag
from companion.referee.thread import is_lost
from companion.referee.unbooked import Unbooked
from companion.rules.engine import play
from companion.rules.game import AnyGame
from companion.rules.ruling import Rejected


def while_choosing(
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
        for area, part in parted(game, state, seen, unbooked.missing).items()
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
    if flags and _may_be_early(game, state, flags, seen, unbooked):
        early = partial(
            may_come_later,
            Legal(game, state),
            seen,
            overlooked=unbooked.silent,
            out_of_time=out_of_time,
        )
        found = {area: part for area, part in found.items() if not early(area)}
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
    more: it was put there. A marker stays on its track."""
    gone = [
        piece
        for area, part in parts.items()
        for piece in part.missing
        if piece.colour and piece.value is None and piece not in unbooked.missing.get(area, ())
    ]
    hidden = hidden_kinds(game.layout, seen)
    newly = hidden.keys() - unbooked.hidden
    areas = [area for area in newly for piece in gone if piece.kind in hidden[area]]
    if len(gone) != 1 or len(areas) != 1:
        return {}
    return {areas[0]: AreaDifference((), (as_seen(gone[0]),))}


def _may_be_early(
    game: AnyGame, state: object, flags: tuple[Flag, ...], seen: Claims, unbooked: Unbooked
) -> bool:
    """Whether somebody may have done what nobody said: the rules say nothing of what lies there as
    yet, or it comes out of season, or something may have been put where it is not seen."""
    if flags != in_season(game, state, flags):
        return True
    return may_be_done(Legal(game, state), seen, unbooked.veiled)


def _follows(piece: SeenPiece, part: AreaDifference) -> bool:
    """Whether it is a die, or a marker that lay elsewhere on its track."""
    lay = {(one.kind, one.colour) for one in part.missing if one.value is not None}
    return piece.kind == DIE or (piece.kind, piece.colour) in lay


def dice_too_early(
    game: AnyGame,
    state: object,
    seen: Observation,
    claims: Claims,
    *,
    hiding: Collection[AreaId],
    overlooked: Overlooked,
    out_of_time: Callable[[], bool],
) -> tuple[Flag, ...]:
    """Flags about dice put down while somebody has to choose: of rules broken whatever is chosen.

    What no rule speaks of may follow from a choice. None when it is out of time.
    """
    pending, found = game.pending(state), parted(game, state, claims, overlooked)
    if pending is None or not any(die.kind == DIE for part in found.values() for die in part.extra):
        return ()
    common: dict[str, Flag] = {}
    for number, choice in enumerate(pending.choices):
        step = play(game, state, choice)
        if isinstance(step, Rejected) or game.pending(step.state) is not None or out_of_time():
            return ()
        known = explain(game, step.state, claims, seen.free_dice, False, out_of_time=out_of_time)[0]
        if known.texts:
            return ()  # it may have been chosen, and this done after it
        sight = unexplained(
            game,
            step.state,
            seen,
            claims,
            roll_may_be_new=False,
            put_since=False,
            hiding=hiding,
            overlooked=overlooked,
        )
        flags = {flag.id: flag for flag in sight.flags if flag.source}
        common = {id: flag for id, flag in flags.items() if id in common or not number}
        if not common:
            return ()
    return tuple(common.values())

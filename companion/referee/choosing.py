"""What to flag while somebody has to choose: what was put down early waits for the choice."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from companion.core.ids import AreaId
from companion.core.observation import Observation, Seen
from companion.core.pieces import DIE, FACE_DOWN, SeenPiece
from companion.referee.amiss import parted, unexplained
from companion.referee.claims import Claims, hidden_kinds
from companion.referee.difference import AreaDifference, Overlooked, covered_anew
from companion.referee.early import is_put, later, may_be_done
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
    legal, parts = Legal(game, state), _parted(game, state, seen, unbooked)
    extras = {area: part for area, part in parts.items() if part.extra}
    if is_behind(game, state, _nameless(extras)) or may_be_covered(
        game, state, extras.keys(), seen
    ):
        return Sight()  # what comes after what is not booked yet is not judged
    found = _told(parts)
    places = {*found, *covered_anew(legal.expected, seen)}
    behind = len(places) > 1
    flags = () if behind or is_lost(found, was_lost=False) else flags_of(game, state, found)
    if flags and _may_be_early(legal, seen, flags, unbooked):
        then = _wherever(legal, seen, flags, unbooked=unbooked, out_of_time=out_of_time)
        if then is not None:
            return Sight((), then, None, seen, found if then else {}, free_dice)
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


def _may_be_early(legal: Legal, seen: Claims, flags: tuple[Flag, ...], unbooked: Unbooked) -> bool:
    """Whether somebody may have done what nobody said: the rules say nothing of what lies there as
    yet, or it comes out of season, or something may have been put where it is not seen."""
    if flags != in_season(legal.game, legal.state, flags):
        return True
    return may_be_done(legal, seen, unbooked.veiled)


def _wherever(
    legal: Legal,
    seen: Claims,
    flags: tuple[Flag, ...],
    *,
    unbooked: Unbooked,
    out_of_time: Callable[[], bool],
) -> tuple[Flag, ...] | None:
    """Flags that hold wherever they are in season, now or after some unsaid actions.

    None where these lead to what lies there, or when it is out of time; `None` if there is no such
    flag.
    """
    game = legal.game
    common = {flag.id: flag for flag in in_season(game, legal.state, flags)}
    known = bool(common)
    for each in later(legal, seen, overlooked=unbooked.silent):
        found = _told(_parted(game, each.state, seen, unbooked))
        if out_of_time() or any(is_put(each, seen, area) for area in found):
            return ()
        then = in_season(game, each.state, flags_of(game, each.state, found))
        if then:
            common = {flag.id: flag for flag in then if flag.id in common or not known}
            known = True
    return tuple(common.values()) or None


def _parted(
    game: AnyGame, state: object, seen: Claims, unbooked: Unbooked
) -> dict[AreaId, AreaDifference]:
    """Where table and position part, without what only follows what was done."""
    return {
        area: replace(part, extra=tuple(p for p in part.extra if not _follows(p, part)))
        for area, part in parted(game, state, seen, unbooked.missing).items()
    }


def _nameless(parts: Mapping[AreaId, AreaDifference]) -> dict[AreaId, AreaDifference]:
    """The same with open cards not told: where one may be laid it is one, though another reads."""
    return {
        area: replace(
            part,
            extra=tuple(p if p.face == FACE_DOWN else replace(p, face=None) for p in part.extra),
        )
        for area, part in parts.items()
    }


def _told(parts: Mapping[AreaId, AreaDifference]) -> dict[AreaId, AreaDifference]:
    """Places where a piece is too much, without cards that are not told: each of these may be any,
    or the outline of its place."""
    told = {
        area: replace(part, extra=tuple(p for p in part.extra if not is_untold(as_piece(p))))
        for area, part in parts.items()
    }
    return {area: part for area, part in told.items() if part.extra}


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

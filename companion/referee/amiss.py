"""Where table and position part though nothing legal has happened: what to flag and to ask."""

from collections.abc import Collection
from dataclasses import replace

from companion.core.ids import AreaId
from companion.core.observation import Observation
from companion.referee.behind import ask_where, astray, moved_dice, of_these
from companion.referee.claims import Claims, own_colour, playing_colours
from companion.referee.difference import AreaDifference, Overlooked, differences
from companion.referee.due_roll import (
    apart_from_roll,
    are_all_docked,
    is_gathered,
    is_late,
    uncertain_roll,
    unseen_roll,
)
from companion.referee.flags import flags_of
from companion.referee.hidden import in_hiding
from companion.referee.sight import Sight
from companion.referee.thread import is_lost
from companion.rules.game import AnyGame


def unexplained(
    game: AnyGame,
    state: object,
    observation: Observation,
    seen: Claims,
    *,
    roll_may_be_new: bool,
    put_since: bool,
    hiding: Collection[AreaId],
    overlooked: Overlooked,
) -> Sight:
    """What to flag and ask when nothing legal has happened."""
    found = parted(game, state, seen, overlooked)
    chance, free_dice, asked = game.chance(state), observation.free_dice, None
    if chance is not None:
        put = put_since and are_all_docked(chance, found, free_dice)
        found, docked = apart_from_roll(chance, found, free_dice, roll_may_be_new or put)
        late = is_late(chance, game.expected(state), seen, observation)
        if roll_may_be_new and not late and is_gathered(game, state, chance, seen):
            asked = uncertain_roll(chance, observation, docked)
        if put and asked is None:
            asked = unseen_roll(chance, docked, observation.picture)
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


def parted(
    game: AnyGame, state: object, seen: Claims, overlooked: Overlooked
) -> dict[AreaId, AreaDifference]:
    """Where table and position part, what is too much in colours of those who play."""
    colours = playing_colours(game, state)
    return {
        area: replace(part, extra=tuple(own_colour(p, colours) for p in part.extra))
        for area, part in differences(game.expected(state), seen, overlooked).items()
    }

"""A roll that the camera read is put right by what it sees later, without anybody's doing."""

from dataclasses import dataclass

from companion.core.observation import Observation
from companion.referee.claims import claims_of
from companion.referee.commands import Amend, Refused
from companion.referee.decide import Case, Decision, decide, roll_again, surer
from companion.referee.doubt import ask_misread, told_by_dock
from companion.referee.recent import Recent
from companion.referee.sight import Sight
from companion.referee.unsure import unsure_faces, unsure_yet
from companion.rules.ledger import Entry

ROCKING_S = 1.5
"""So long after a roll was read its dice may still be seen to tip over: then it is put right."""


@dataclass(frozen=True, slots=True)
class ReadRoll:
    """The roll that was booked last from a view: its entry, and the view."""

    entry: int
    view: Observation


def rocked(case: Case, recent: Recent, roll: ReadRoll, seen: Observation) -> tuple[Entry, ...]:
    """The newest roll by its dice as they lie now, where they tipped over after all, or where it
    was read in doubt and is not any more."""
    if roll.entry != len(case.ledger.entries) or seen.throw != roll.view.throw:
        return ()
    tipped = seen.rest != roll.view.rest and seen.time_s - roll.view.time_s <= ROCKING_S
    if not (seen.free_dice and (tipped or recent[-1].line.unsure)):
        return ()
    return _entries(roll_again(case, recent[-1], seen.free_dice))


def docked(case: Case, recent: Recent, sight: Sight) -> tuple[Entry, ...]:
    """A roll that was booked in doubt by a die of it that lies docked and shows another face."""
    if not sight.flags or not recent:
        return ()
    asked = ask_misread(case.game, recent, case.state, sight.found, sight.free_dice)
    told = asked and told_by_dock(case.game, asked, recent[0].line, sight.found)
    return _entries(decide(case, Amend(*told))) if told else ()


def no_more_unsure(case: Case, recent: Recent, seen: Observation) -> tuple[Entry, ...]:
    """The newest roll without the marks of dice that were read in doubt, and are not any more."""
    if not recent or not recent[0].line.unsure:
        return ()
    claims = claims_of(case.game, case.state, seen)
    still = unsure_yet(case.game, recent, case.state, claims, seen.free_dice)
    if still == unsure_faces(case.game, recent[0].line):
        return ()
    return _entries(surer(case, recent[0].line, still))


def _entries(decision: Decision) -> tuple[Entry, ...]:
    return () if isinstance(decision, Refused) else decision

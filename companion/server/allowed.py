"""What a phone may ask of the table.

A phone without a seat looks on. One with a seat plays for itself, and for a seat that no phone has;
it puts right what is its own. The host does all that for everybody. Where a game hides something,
nobody plays for another: the answer would tell what the other holds.
"""

from companion.core.phrases import phrase, who, with_commas
from companion.referee.commands import Command, Problem
from companion.referee.concerned import PLAYS
from companion.server.access import SEAT_NEEDED, Access, Caller
from companion.server.desk import Desk
from companion.server.guards import NotAllowedError

HIDDEN = phrase("This game hides something from the others, so nobody plays for another seat.")


def check_allowed(desk: Desk, access: Access, caller: Caller, asked: Command) -> None:
    """Raises `NotAllowedError` for what this phone may not ask."""
    if caller.seat is None and not caller.host:
        raise NotAllowedError("seat", Problem("access.seat", SEAT_NEEDED))
    if not desk.table.is_new(asked):
        return
    named = {asked.seat} if asked.seat is not None else set[str]()
    theirs = {*desk.table.concerns(asked.request), *named} - {caller.seat}
    plays = isinstance(asked.request, PLAYS)
    if desk.table.hides and (named - {caller.seat} or (plays and theirs)):
        raise NotAllowedError("seat", Problem("access.hidden", HIDDEN))
    if plays:
        theirs &= access.taken
    if theirs and not caller.host:
        names = with_commas([who(seat) for seat in sorted(theirs)])
        words = phrase(
            "That is for {names}: their own phone can do it, or the host's.", names=names
        )
        raise NotAllowedError("host", Problem("access.theirs", words))

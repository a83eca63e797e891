"""Whose things a request is about: a phone may ask for its own, the host for everybody's."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce

from companion.core.ids import PlayerId
from companion.referee.commands import (
    Act,
    Adjust,
    Amend,
    Answer,
    Check,
    CorrectDie,
    Overrule,
    Request,
    Roll,
    Undo,
)
from companion.referee.decide import amount_of
from companion.referee.present import player_of_line
from companion.referee.question import Asked
from companion.rules.errors import NotationError
from companion.rules.game import AnyGame
from companion.rules.history import undone
from companion.rules.ledger import Ledger, Origin

PLAYS = (Act, Roll, Answer)
"""What is entered as it happens at the table; everything else puts something right."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The game as a request finds it."""

    game: AnyGame
    ledger: Ledger
    state: object
    asked: Asked | None


def concerned(now: Standing, request: Request) -> frozenset[PlayerId]:
    """Whose turn, line, number or answer a request is about; none for one that will be refused."""
    try:
        return frozenset(_players(now, request)) & {*now.ledger.header.setup.players}
    except NotationError:
        return frozenset()


def _players(now: Standing, request: Request) -> Iterator[PlayerId]:
    match request:
        case Act(text) | Overrule(text):
            yield now.game.player_of(now.game.read_action(text))
        case Roll():
            chance = now.game.chance(now.state)
            if chance is not None:
                yield chance.player
        case Answer(question):
            if now.asked and now.asked.question.id == question and now.asked.question.player:
                yield now.asked.question.player
        case CorrectDie(entry, keep=keep):
            yield from _of_lines(now, entry, keep)
        case Amend(entry, text, keep):
            yield from _of_lines(now, entry, keep)
            yield now.game.player_of(now.game.read_action(text))
        case Undo(to):
            yield from _undone(now, to)
        case Adjust(player):
            yield PlayerId(player)
        case Check(counted):
            for player, quantity, amount in counted:
                if amount_of(now.game, now.state, player, quantity) != amount:
                    yield PlayerId(player)


def _of_lines(now: Standing, entry: int, keep: bool | None) -> Iterator[PlayerId]:
    """A line is its player's; so are later ones that may be dropped."""
    for line in now.ledger.lines():
        if line.entry == entry or (keep is False and line.entry > entry):
            yield player_of_line(now.game, line)


def _undone(now: Standing, to: int) -> Iterator[PlayerId]:
    """Those whose lines go, or come back."""
    if not 0 <= to < len(now.ledger.entries):
        return
    entries = undone(now.ledger, to, Origin("phone"), "")
    then, standing = reduce(Ledger.append, entries, now.ledger).lines(), now.ledger.lines()
    for line in (*then, *standing):
        if (line in then) != (line in standing):
            yield player_of_line(now.game, line)

"""From a phone's request to the entries it leads to, or the reason why not. Changes nothing."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce

from companion.core.ids import PlayerId
from companion.core.phrases import phrase
from companion.core.pieces import SeenPiece
from companion.referee.commands import (
    Act,
    Adjust,
    Amend,
    Answer,
    Check,
    CorrectDie,
    Overrule,
    Problem,
    Refused,
    Request,
    Roll,
    Undo,
)
from companion.referee.due_roll import BOOK_ROLL
from companion.referee.present import drawn_by, faces_of, player_of_line
from companion.referee.question import Asked
from companion.referee.recent import Standing
from companion.referee.throw import likeliest, roll_of
from companion.referee.unsure import still_unsure, unsure_faces
from companion.rules.engine import fold
from companion.rules.game import AnyGame, Secretive
from companion.rules.history import (
    Broken,
    acted,
    adjusted,
    amended,
    overruled,
    preview_amend,
    undone,
)
from companion.rules.ledger import Adjusted, Entry, Ledger, Line, Origin
from companion.rules.ruling import Rejected, Violation

AGAINST_RULES = phrase("A move of another player would be against the rules.")
"""Said where the reason is another's secret."""
Decision = tuple[Entry, ...] | Refused


@dataclass(frozen=True, slots=True)
class Case:
    """What a decision rests on: the game as it stands, the open question, who asks and when."""

    game: AnyGame
    ledger: Ledger
    state: object
    asked: Asked | None
    origin: Origin
    at: str


def decide(case: Case, request: Request) -> Decision:
    """The entries of a request. Raises `NotationError` for text that is no action."""
    match request:
        case Act(text):
            return _decided(_acted(case, text))
        case Roll(faces):
            return _roll(case, faces)
        case Overrule(text):
            entry = overruled(case.game, case.ledger, text, case.origin, case.at, state=case.state)
            words = phrase("That cannot be done even by agreement: the pieces are not there.")
            return (entry,) if entry else refuse(words)
        case CorrectDie(entry, index, value, keep):
            return _correct(case, entry, index, value, keep)
        case Amend(entry, text, keep):
            return _amend(case, entry, text, keep)
        case Undo(to, past_roll):
            return _undo(case, to, past_roll)
        case Adjust(player, quantity, amount):
            return _adjust(case, player, quantity, amount)
        case Check(counted):
            return _checked(case, counted)
        case Answer(question, option, faces):
            return _answer(case, question, option, faces)


def book_in_turn(case: Case, texts: tuple[str, ...]) -> Decision:
    """Entries of several actions, each judged after the one before."""
    entries: list[Entry] = []
    ledger, state = case.ledger, case.state
    for text in texts:
        entry = acted(case.game, ledger, text, case.origin, case.at, state=state)
        if isinstance(entry, Rejected):
            return _illegal(entry.violations)
        entries.append(entry)
        ledger = ledger.append(entry)
        state = fold(case.game, state, entry.line.facts)
    return tuple(entries)


def refuse(text: str) -> Refused:
    """There is no such thing."""
    return Refused("invalid", (Problem("invalid", text),))


def _acted(case: Case, text: str) -> Entry | Rejected:
    return acted(case.game, case.ledger, text, case.origin, case.at, state=case.state)


def _decided(entry: Entry | Rejected) -> Decision:
    return _illegal(entry.violations) if isinstance(entry, Rejected) else (entry,)


def _roll(case: Case, faces: tuple[int, ...]) -> Decision:
    chance = case.game.chance(case.state)
    if chance is None:
        return refuse(phrase("No roll is due now."))
    if chance.dice is not None and len(faces) != len(chance.dice):
        return refuse(
            phrase("{n} dice are rolled, got {faces}.", n=len(chance.dice), faces=len(faces))
        )
    if not faces or any(not 1 <= face <= 6 for face in faces):
        return refuse(phrase("A die shows 1 to 6."))
    text = case.game.write_action(case.game.chance_action(case.state, faces))
    return _decided(_acted(case, text))


def roll_again(case: Case, roll: Standing, dice: tuple[SeenPiece, ...]) -> Decision:
    """Put a roll right by the dice as they lie now; no entry where they say the same."""
    state, line = roll.before, roll.line
    chance = case.game.chance(state)
    ordered = roll_of(chance, dice) if chance else None
    if ordered is None or any(die.value is None for die in ordered):
        return ()
    faces, booked = tuple(likeliest(die) for die in ordered), faces_of(case.game, line)
    if len(faces) != len(booked) or sorted(faces) == sorted(booked):
        return ()
    text = case.game.write_action(case.game.chance_action(state, faces))
    return _amend(case, line.entry, text, keep=None, still=Counter())


def surer(case: Case, line: Line, still: Counter[int]) -> Decision:
    """The roll of a line stands, and only these of its faces are in doubt as yet."""
    return _amend(case, line.entry, line.text, keep=None, still=still)


def _correct(case: Case, entry: int, index: int, value: int, keep: bool | None) -> Decision:
    """Put one die right, or say that it is; of the others is known what was known before."""
    roll = _corrected(case, entry, index, value)
    if roll is None:
        return refuse(phrase("There is no such die."))
    line = _line(case, entry)
    others = tuple(place for place in line.unsure if place != index)
    return _amend(case, entry, roll, keep, unsure_faces(case.game, replace(line, unsure=others)))


def _corrected(case: Case, entry: int, index: int, value: int) -> str | None:
    """The roll of a line with one die changed, in notation."""
    found = _roll_line(case, entry)
    faces = faces_of(case.game, found[1]) if found else ()
    if found is None or not 0 <= index < len(faces) or not 1 <= value <= 6:
        return None
    changed = (*faces[:index], value, *faces[index + 1 :])
    return case.game.write_action(case.game.chance_action(found[0], changed))


def _roll_line(case: Case, entry: int) -> tuple[object, Line] | None:
    """A line of the history with the position before it."""
    state: object = case.game.setup(case.ledger.header.setup)
    for line in case.ledger.lines():
        if line.entry == entry:
            return state, line
        state = fold(case.game, state, line.facts)
    return None


def _line(case: Case, entry: int) -> Line:
    return next(line for line in case.ledger.lines() if line.entry == entry)


def _amend(
    case: Case, entry: int, text: str, keep: bool | None, still: Counter[int] | None = None
) -> Decision:
    """`still` are faces that stay unsure; unless given, those that the new text does not change."""
    if entry not in {line.entry for line in case.ledger.lines()}:
        return refuse(phrase("There is no entry {n} to put right.", n=entry))
    preview = preview_amend(case.game, case.ledger, entry, text)
    if preview.broken and keep is None:
        return Refused(
            "confirm",
            tuple(problem for line in preview.broken for problem in _broken_problems(case, line)),
        )
    if preview.broken and not keep and preview.broken[0].entry == entry:
        if _keeps_from_asker(case, entry):
            return Refused("illegal", (Problem("hidden", AGAINST_RULES),))
        return _illegal(preview.broken[0].violations)
    new = amended(case.game, case.ledger, entry, text, bool(keep), origin=case.origin, at=case.at)
    return (still_unsure(case.game, _line(case, entry), new, still),)


def _broken_problems(case: Case, line: Broken) -> Iterator[Problem]:
    if _keeps_from_asker(case, line.entry):
        yield Problem("hidden", AGAINST_RULES)
        return
    for violation in line.violations:
        yield Problem(violation.code, _of_line(line, violation), violation.source)


def _keeps_from_asker(case: Case, entry: int) -> bool:
    """Whether the reasons would tell the asker what another holds."""
    if not isinstance(case.game, Secretive):
        return False
    return player_of_line(case.game, _line(case, entry)) != case.origin.seat


def _of_line(line: Broken, violation: Violation) -> str:
    return phrase("{line}: {rule}", line=line.text, rule=violation.text)


def _undo(case: Case, to: int, past_roll: bool) -> Decision:
    if not 0 <= to < len(case.ledger.entries):
        return refuse(phrase("There is no entry {n} to go back to.", n=to))
    entries = undone(case.ledger, to, case.origin, case.at)
    kept = reduce(Ledger.append, entries, case.ledger).lines()
    lost = [line for line in case.ledger.lines() if line not in kept]
    if not past_roll and any(faces_of(case.game, line) for line in lost):
        text = phrase("This goes back past a roll. A misread die is put right on the die itself.")
        return Refused("confirm", (Problem("undo.past_roll", text),))
    if not past_roll and any(drawn_by(case.game, line) for line in lost):
        text = phrase(
            "This goes back past something that was drawn or looked at. Put it back where it was."
        )
        return Refused("confirm", (Problem("undo.past_draw", text),))
    return entries


def _adjust(case: Case, player: str, quantity: str, amount: int) -> Decision:
    seat = PlayerId(player)
    if seat not in case.ledger.header.setup.players:
        return refuse(phrase("Nobody plays {player}.", player=repr(player)))
    entry = adjusted(case.game, case.ledger, seat, quantity, amount, origin=case.origin, at=case.at)
    words = phrase("{quantity} cannot be set to {n}.", quantity=repr(quantity), n=amount)
    return (entry,) if entry else refuse(words)


def _checked(case: Case, counted: tuple[tuple[str, str, int], ...]) -> Decision:
    """An entry for each number that was counted otherwise than the ledger has it."""
    entries: list[Entry] = []
    for player, quantity, amount in counted:
        state = case.state
        for entry in entries:
            assert isinstance(entry, Adjusted)
            state = fold(case.game, state, entry.line.facts)
        if amount_of(case.game, state, player, quantity) == amount:
            continue
        ledger = case.ledger
        for entry in entries:
            ledger = ledger.append(entry)
        step = _adjust(replace(case, ledger=ledger, state=state), player, quantity, amount)
        if isinstance(step, Refused):
            return step
        entries.extend(step)
    return tuple(entries)


def amount_of(game: AnyGame, state: object, player: str, quantity: str) -> int | None:
    """What the ledger has of a quantity; `None` when there is none of that name."""
    for panel in game.view(state, None).panels:
        for known in panel.quantities:
            if panel.player == player and known.id == quantity:
                return known.amount
    return None


def _answer(case: Case, question: str, option: str, faces: tuple[int, ...]) -> Decision:
    asked = case.asked
    if asked is None or asked.question.id != question:
        return refuse(phrase("That question is no longer open."))
    if option not in {known.id for known in asked.question.options}:
        return refuse(phrase("That is none of the answers."))
    if option == BOOK_ROLL:
        return _roll(case, faces or tuple(die.value for die in asked.question.dice))
    if option in asked.amends:
        return _amend(case, *asked.amends[option], keep=None)
    return book_in_turn(case, asked.books.get(option, ()))


def _illegal(violations: tuple[Violation, ...]) -> Refused:
    return Refused(
        "illegal",
        tuple(Problem(broken.code, broken.text, broken.source) for broken in violations),
    )

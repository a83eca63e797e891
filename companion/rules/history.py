"""Writing and rewriting history: pure functions from a ledger to its next entry.

Text is an action in notation, or `adjust red fuel 5` for a number set by hand.
"""

from dataclasses import dataclass, replace

from companion.core.ids import PlayerId
from companion.core.phrases import phrase
from companion.rules.engine import Step, carry_out, fold, play
from companion.rules.errors import LedgerError
from companion.rules.game import AnyGame
from companion.rules.ledger import (
    Acted,
    Adjusted,
    Amended,
    Ledger,
    Line,
    Origin,
    Overruled,
    Undone,
)
from companion.rules.ruling import Rejected, Violation

ADJUST = "adjust"
AnyStep = Step[object, object]


@dataclass(frozen=True, slots=True)
class Broken:
    """A line that an amendment would make illegal.

    `kept` tells whether the table can insist on it; otherwise it has to go.
    """

    entry: int
    text: str
    violations: tuple[Violation, ...]
    kept: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """What an amendment of `entry` would lead to.

    `lines` are those from `entry` on if every broken one that can be is kept as overruled.
    `broken` may begin with the replacement itself.
    """

    entry: int
    lines: tuple[Line, ...]
    broken: tuple[Broken, ...]


def acted(
    game: AnyGame, ledger: Ledger, text: str, origin: Origin, at: str, *, state: object = None
) -> Acted | Rejected:
    """The entry of a legal action. `state` is the position, if it is at hand.

    Raises `NotationError`.
    """
    action = game.read_action(text)
    step = play(game, _position(game, ledger, state), action)
    if isinstance(step, Rejected):
        return step
    return written(game, ledger, action, step, origin=origin, at=at)


def written(
    game: AnyGame, ledger: Ledger, action: object, step: AnyStep, *, origin: Origin, at: str
) -> Acted:
    """The entry of an action that has been judged and carried out already."""
    line = Line(len(ledger.entries) + 1, game.write_action(action), step.facts)
    return Acted(line, origin, at)


def overruled(
    game: AnyGame, ledger: Ledger, text: str, origin: Origin, at: str, *, state: object = None
) -> Acted | Overruled | None:
    """The entry of an action the table insists on; `Acted` when it is legal after all.

    `None` when it cannot be done. Raises `NotationError`.
    """
    position = _position(game, ledger, state)
    entry = len(ledger.entries) + 1
    line, _ = _again(game, position, Line(entry, text, ()))
    match line:
        case None:
            return None
        case Line(how="judged"):
            return Acted(line, origin, at)
    return Overruled(line, origin, at)


def adjusted(
    game: AnyGame,
    ledger: Ledger,
    player: PlayerId,
    quantity: str,
    amount: int,
    *,
    origin: Origin,
    at: str,
    state: object = None,
) -> Adjusted | None:
    """The entry that sets a number by hand; `None` when there is no such number to be set so."""
    text = f"{ADJUST} {player} {quantity} {amount}"
    step = _adjust(game, _position(game, ledger, state), text)
    if step is None:
        return None
    return Adjusted(Line(len(ledger.entries) + 1, text, step.facts, "adjusted"), origin, at)


def preview_amend(game: AnyGame, ledger: Ledger, entry: int, text: str) -> Preview:
    """Re-judge everything from line `entry` on, with `text` in its place.

    A line that the table had insisted on stays overruled unless it has become legal; it is listed
    as broken only when it can no longer be done. Raises `NotationError`, and `LedgerError` when
    no such line is in force.
    """
    lines = ledger.lines()
    if entry not in {line.entry for line in lines}:
        raise LedgerError(f"there is no line {entry} to amend")
    state: object = game.setup(ledger.header.setup)
    for line in lines:
        if line.entry < entry:
            state = fold(game, state, line.facts)
    return rejudged(game, state, tuple(line for line in lines if line.entry >= entry), text)


def rejudged(game: AnyGame, state: object, lines: tuple[Line, ...], text: str) -> Preview:
    """As `preview_amend`, of lines that begin in this position: `text` instead of the first."""
    entry = lines[0].entry
    new: list[Line] = []
    broken: list[Broken] = []
    for line in lines:
        insisted = line.how == "overruled" and line.entry != entry
        attempt = Line(entry, text, ()) if line.entry == entry else line
        again, violations = _again(game, state, attempt)
        if again is not None:
            new.append(again)
            state = fold(game, state, again.facts)
        if violations and (again is None or not insisted):
            broken.append(Broken(line.entry, attempt.text, violations, again is not None))
    return Preview(entry, tuple(new), tuple(broken))


def amended(
    game: AnyGame, ledger: Ledger, entry: int, text: str, keep: bool, *, origin: Origin, at: str
) -> Amended:
    """The entry that puts line `entry` right.

    With `keep`, later lines that are now illegal stay as overruled where that can be done;
    without, everything from the first of them on is dropped. Raises as `preview_amend`.
    """
    preview = preview_amend(game, ledger, entry, text)
    lines = preview.lines
    if preview.broken and not keep:
        first = preview.broken[0].entry
        lines = tuple(line for line in lines if line.entry < first)
    return Amended(entry, lines, origin, at)


def undone(ledger: Ledger, to: int, origin: Origin, at: str) -> tuple[Undone | Amended, ...]:
    """The entries that go back to after entry `to`, and leave what was put right before it so."""
    kept = (_again_upto(one, to, at) for one in ledger.corrections_since(to))
    return (Undone(to, origin, at), *kept)


def _again_upto(correction: Amended, entry: int, at: str) -> Amended:
    """A correction made once more, of the lines up to an entry; its command was carried out."""
    lines = tuple(line for line in correction.lines if line.entry <= entry)
    return Amended(correction.entry, lines, replace(correction.origin, command=None), at)


def _position(game: AnyGame, ledger: Ledger, state: object) -> object:
    return ledger.state(game) if state is None else state


def _again(game: AnyGame, state: object, line: Line) -> tuple[Line | None, tuple[Violation, ...]]:
    """The line as it comes out in this position (`None`: it cannot be done), and what it breaks."""
    if line.text.split()[:1] == [ADJUST]:
        return _adjust_again(game, state, line)
    action = game.read_action(line.text)
    text = game.write_action(action)
    step = play(game, state, action)
    if not isinstance(step, Rejected):
        return Line(line.entry, text, step.facts, unsure=line.unsure), ()
    events = game.enforce(state, action)
    if events is None:
        return None, step.violations
    facts = carry_out(game, state, events).facts
    how = "overruled"
    return Line(line.entry, text, facts, how, step.codes, line.unsure), step.violations


def _adjust_again(
    game: AnyGame, state: object, line: Line
) -> tuple[Line | None, tuple[Violation, ...]]:
    step = _adjust(game, state, line.text)
    if step is None:
        text = phrase("`{line}`: there is no such number to be set so", line=line.text)
        return None, (Violation("adjust.impossible", text, phrase("Adjusting by hand")),)
    return Line(line.entry, line.text, step.facts, "adjusted"), ()


def _adjust(game: AnyGame, state: object, text: str) -> AnyStep | None:
    match text.split():
        case [_, player, quantity, amount] if amount.lstrip("-").isdecimal():
            event = game.adjust(state, PlayerId(player), quantity, int(amount))
            return None if event is None else carry_out(game, state, (event,))
    return None

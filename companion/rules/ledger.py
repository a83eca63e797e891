"""The ledger: what happened, append-only. The position is a fold over it; nothing is ever deleted.

An entry adds a line (`Acted`, `Overruled`, `Adjusted`), rewrites the lines from one on
(`Amended`), or goes back to how things stood after an earlier entry (`Undone`). Entries are
numbered from 1; a line keeps the number of the entry that brought it in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from companion.rules.codec import Json, from_json, from_tagged, tagged
from companion.rules.engine import Fact, fold
from companion.rules.errors import LedgerError
from companion.rules.game import AnyGame, Setup


@dataclass(frozen=True, slots=True)
class Origin:
    """Who or what an entry came from: `camera` or `phone`, which seat, which command, pictures."""

    source: str
    seat: str | None = None
    command: str | None = None
    before: str | None = None
    after: str | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened: its entry's number, the action in notation, its events.

    `how` is `judged`, `overruled` (the table insisted) or `adjusted` (a number set by hand);
    `codes` are the rules that an overruled line breaks. `unsure` are places, from 0, of the dice of
    a roll that were read in doubt and that nobody and nothing has put right yet.
    """

    entry: int
    text: str
    facts: tuple[Fact[object], ...]
    how: str = "judged"
    codes: tuple[str, ...] = ()
    unsure: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Acted:
    """A legal action."""

    line: Line
    origin: Origin
    at: str


@dataclass(frozen=True, slots=True)
class Overruled:
    """An illegal action the table insists on."""

    line: Line
    origin: Origin
    at: str


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A number set by hand."""

    line: Line
    origin: Origin
    at: str


@dataclass(frozen=True, slots=True)
class Amended:
    """A misread put right: the lines from `entry` on as they now stand."""

    entry: int
    lines: tuple[Line, ...]
    origin: Origin
    at: str


@dataclass(frozen=True, slots=True)
class Undone:
    """Back to how things stood after entry `to` (0: the beginning)."""

    to: int
    origin: Origin
    at: str


Entry: TypeAlias = Acted | Overruled | Adjusted | Amended | Undone
ENTRY_TYPES: tuple[type[Entry], ...] = (Acted, Overruled, Adjusted, Amended, Undone)


@dataclass(frozen=True, slots=True)
class Header:
    """What a ledger is about: the game, the rules it was begun under, who plays, when it began."""

    game: str
    rules_version: str
    setup: Setup
    began: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """A header and entries."""

    header: Header
    entries: tuple[Entry, ...] = ()

    def append(self, entry: Entry) -> "Ledger":
        """The ledger with one more entry. Raises `LedgerError` for one that points nowhere."""
        match entry:
            case Acted() | Overruled() | Adjusted() if entry.line.entry != len(self.entries) + 1:
                raise LedgerError(
                    f"the next entry is {len(self.entries) + 1}, got {entry.line.entry}"
                )
            case Amended():
                self._check_amendment(entry)
            case Undone() if not 0 <= entry.to <= len(self.entries):
                raise LedgerError(f"there is no entry {entry.to} to go back to")
        return Ledger(self.header, (*self.entries, entry))

    def _check_amendment(self, entry: Amended) -> None:
        standing = [line.entry for line in self.lines()]
        if entry.entry not in standing:
            raise LedgerError(f"there is no line {entry.entry} to amend")
        rest = iter(standing[standing.index(entry.entry) :])
        for line in entry.lines:
            if line.entry not in rest:  # consumes up to it: the order of the lines stays
                raise LedgerError(f"line {line.entry} is none of those from {entry.entry} on")

    def newest(self) -> int:
        """The number of the newest entry that no undo hides; 0 when there is none."""
        place = len(self.entries)
        while place and isinstance(undone := self.entries[place - 1], Undone):
            place = undone.to
        return place

    def lines(self, upto: int | None = None) -> tuple[Line, ...]:
        """The lines in force after entry `upto` (default: the last)."""
        lines: list[Line] = []
        for entry in self._in_force(upto):
            if isinstance(entry, Amended):
                lines = [line for line in lines if line.entry < entry.entry]
                lines.extend(entry.lines)
            else:
                lines.append(entry.line)
        return tuple(lines)

    def corrections_since(self, upto: int) -> tuple[Amended, ...]:
        """Later corrections of lines up to entry `upto`, while these lines are still in force.

        None where the first thing since then is a correction: whoever goes back there means that.
        """
        before, now = self._in_force(upto), self._in_force(None)
        later = now[len(before) :]
        if now[: len(before)] != before or not later or isinstance(later[0], Amended):
            return ()
        return tuple(one for one in later if isinstance(one, Amended) and one.entry <= upto)

    def _in_force(self, upto: int | None) -> list[Acted | Overruled | Adjusted | Amended]:
        """Entries that no later undo hides: walking back, an undo leads on to where it goes."""
        standing: list[Acted | Overruled | Adjusted | Amended] = []
        place = len(self.entries) if upto is None else upto
        while place:
            entry = self.entries[place - 1]
            if isinstance(entry, Undone):
                place = entry.to
            else:
                standing.append(entry)
                place -= 1
        return standing[::-1]

    def state(self, game: AnyGame, upto: int | None = None) -> object:
        """The position after entry `upto`: a fold over the facts of the lines in force."""
        state: object = game.setup(self.header.setup)
        for line in self.lines(upto):
            state = fold(game, state, line.facts)
        return state


def write_header(header: Header) -> Json:
    """Plain JSON of a header."""
    return {**_mapping(tagged(header))}


def read_header(data: Json) -> Header:
    """Raises `LedgerError`."""
    return from_tagged(data, (Header,))


def write_entry(entry: Entry) -> Json:
    """Plain JSON of an entry, its events with their class names."""
    written = {**_mapping(tagged(entry))}
    match entry:
        case Acted() | Overruled() | Adjusted():
            written["line"] = _write_line(entry.line)
        case Amended():
            written["lines"] = [_write_line(line) for line in entry.lines]
    return written


def read_entry(data: Json, game: AnyGame) -> Entry:
    """Raises `LedgerError` for an entry or event that the game does not know."""
    fields = _mapping(data)
    name = fields.get("type")
    origin, at = from_json(_field(fields, "origin"), Origin), str(_field(fields, "at"))
    match name:
        case "Acted":
            return Acted(_read_line(_field(fields, "line"), game), origin, at)
        case "Adjusted":
            return Adjusted(_read_line(_field(fields, "line"), game), origin, at)
        case "Overruled":
            line = _read_line(_field(fields, "line"), game)
            if not line.codes and "codes" in fields:  # where they stood before they were the line's
                line = replace(line, codes=_codes(fields))
            return Overruled(line, origin, at)
        case "Amended":
            lines = tuple(_read_line(item, game) for item in _sequence(_field(fields, "lines")))
            return Amended(_integer(_field(fields, "entry")), lines, origin, at)
        case "Undone":
            return Undone(_integer(_field(fields, "to")), origin, at)
    known = ", ".join(kind.__name__ for kind in ENTRY_TYPES)
    raise LedgerError(f"unknown entry {name!r}; known are {known}")


def _write_line(line: Line) -> Json:
    facts = [{"event": tagged(fact.event), "cause": fact.cause} for fact in line.facts]
    written: dict[str, Json] = {"entry": line.entry, "text": line.text, "how": line.how}
    if line.codes:
        written["codes"] = list(line.codes)
    if line.unsure:
        written["unsure"] = list(line.unsure)
    return {**written, "facts": facts}


def _read_line(data: Json, game: AnyGame) -> Line:
    fields = _mapping(data)
    facts: list[Fact[object]] = []
    for item in _sequence(_field(fields, "facts")):
        fact = _mapping(item)
        cause = None if fact.get("cause") is None else _integer(fact["cause"])
        facts.append(Fact(from_tagged(_field(fact, "event"), game.event_types), cause))
    entry, text, how = (_field(fields, name) for name in ("entry", "text", "how"))
    unsure = tuple(_integer(place) for place in _sequence(fields.get("unsure", [])))
    return Line(_integer(entry), str(text), tuple(facts), str(how), _codes(fields), unsure)


def _codes(fields: Mapping[str, Json]) -> tuple[str, ...]:
    return tuple(str(code) for code in _sequence(fields.get("codes", [])))


def _field(fields: Mapping[str, Json], name: str) -> Json:
    if name not in fields:
        raise LedgerError(f"an entry lacks {name!r}: {fields!r}")
    return fields[name]


def _mapping(data: Json) -> dict[str, Json]:
    if not isinstance(data, dict):
        raise LedgerError(f"expected an object, got {data!r}")
    return data


def _sequence(data: Json) -> Sequence[Json]:
    if not isinstance(data, list | tuple):
        raise LedgerError(f"expected a list, got {data!r}")
    return data


def _integer(data: Json) -> int:
    if not isinstance(data, int):
        raise LedgerError(f"expected a number, got {data!r}")
    return data

"""A game as JSON with everything, and as CSV with one row a player."""

import csv
import io

from companion import __version__
from companion.output.record import Happened, Record
from companion.rules.codec import Json, to_json
from companion.rules.ledger import Ledger, write_entry, write_header

FORMAT = "tabletop-companion game"
VERSION = 1
"""Grows when a field changes its meaning; new fields may come without."""
COLUMNS = (
    "id", "game", "began", "minutes", "seat", "player", "name", "start_player",
    "score", "place", "winner", "lines", "ended",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins so is run as a formula by spreadsheets."""


def json_of(record: Record, ledger: Ledger | None) -> dict[str, Json]:
    """Everything: how it stands, what happened in words, and the entries with their events.

    Without a `ledger` the entries are left out: they say more than everybody may see.
    """
    written: dict[str, Json] = {
        "format": FORMAT,
        "version": VERSION,
        "program": __version__,
        "id": record.id,
        "game": {
            "id": record.game,
            "title": record.title,
            "rules_version": record.rules_version,
            "options": dict(record.options),
        },
        "began": record.began.isoformat() if record.began else None,
        "minutes": record.minutes,
        "ended": record.reason,
        "players": [
            {**_object(to_json(result)), "winner": result.place == 1, "start_player": seat == 0}
            for seat, result in enumerate(record.results)
        ],
        "history": [_happened(record, one) for one in record.happened],
    }
    if ledger is not None:
        written["ledger"] = {
            "header": write_header(ledger.header),
            "entries": [write_entry(entry) for entry in ledger.entries],
        }
    return written


def csv_of(record: Record) -> str:
    """One row a player under a row of names. The first character tells spreadsheets: UTF-8."""
    out = io.StringIO()
    out.write("\ufeff")
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    began = record.began.strftime("%Y-%m-%d %H:%M:%S") if record.began else ""
    for seat, one in enumerate(record.results):
        lines = "; ".join(f"{line.points} {line.reason}" for line in one.lines)
        cells = (
            record.id, record.title, began, record.minutes, seat + 1, one.player, one.name,
            _yes(seat == 0), one.score, one.place, _yes(one.place == 1), lines, record.reason,
        )  # fmt: skip
        writer.writerow(_cell(cell) for cell in cells)
    return out.getvalue()


def _happened(record: Record, one: Happened) -> Json:
    line = one.line
    scores = zip(record.results, one.scores, strict=True)
    return {
        **_object(to_json(line)),
        "at": one.at,
        "scores": {str(result.player): score for result, score in scores},
    }


def _object(data: Json) -> dict[str, Json]:
    assert isinstance(data, dict), "a dataclass is written as an object"
    return data


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


def _cell(value: object) -> str:
    """Text, such that no spreadsheet takes it for a formula."""
    text = "" if value is None else str(value)
    harmless = isinstance(value, int) or not text.startswith(FORMULA)
    return text if harmless else f"'{text}"

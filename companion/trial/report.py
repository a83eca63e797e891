"""The table of the referee: what is reached beside floor and aim, with normal and bad noise."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.trial.watching import Watched


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: what is counted, floor and aim in words."""

    words: str
    floor: str
    aim: str


ROWS = (
    Row("illegal placements flagged, with the right code", "99 %", "100 %"),
    Row("false flags", "1 in 20 games", "1 in 100 games"),
    Row("visible actions booked right without a touch", "98 %", "99.8 %"),
    Row("questions a player turn", "0.1", "0.02"),
    Row("games whose final score sheet is exact", "97 %", "100 %"),
    Row("stable frame to booked, median / p95", "150 / 400 ms", "60 / 150 ms"),
    Row("events wrong without doubt", "1 in 1,000 (bad)", ""),
    Row("rolls shown with a die as unsure, put right by people", "", ""),
    Row("games that could not be watched", "0", "0"),
)


def reached(games: Sequence[Watched]) -> tuple[str, ...]:
    """What games reached, in the order of `ROWS`."""
    total = len(games)
    visible = sum(game.visible for game in games)
    late_ms = sorted(1000 * late for game in games for late in game.late_s)
    return (
        _share(sum(game.flagged for game in games), sum(game.illegal for game in games)),
        f"{sum(game.false_flags for game in games)} in {total} games",
        _share(sum(game.untouched for game in games), visible),
        _rate(sum(game.questions for game in games), sum(game.turns for game in games)),
        _share(sum(game.exact for game in games), sum(game.ended for game in games)),
        f"{_quantile(late_ms, 0.5):.0f} / {_quantile(late_ms, 0.95):.0f} ms",
        f"{sum(game.wrong for game in games)} in {visible:,}",
        f"{sum(g.doubted for g in games)}, {sum(g.doubted_wrong for g in games)}",
        f"{sum(bool(game.failed) for game in games)} of {total}",
    )


def text_table(columns: Mapping[str, Sequence[Watched]]) -> str:
    """The table as Markdown, a column for each set of games."""
    names = [f"{name} ({len(games)} games)" for name, games in columns.items()]
    lines = [
        f"| | {' | '.join(names)} | floor | aim |",
        "| --- |" + " --- |" * (len(names) + 2),
    ]
    cells = [reached(games) for games in columns.values()]
    for place, row in enumerate(ROWS):
        found = " | ".join(column[place] for column in cells)
        lines.append(f"| {row.words} | {found} | {row.floor} | {row.aim} |")
    return "\n".join(lines)


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f} % of {whole:,}" if whole else "none"


def _rate(part: int, whole: int) -> str:
    return f"{part / whole:.3f} of {whole:,}" if whole else "none"


def _quantile(numbers: Sequence[float], share: float) -> float:
    if len(numbers) < 2:
        return sum(numbers)
    return statistics.quantiles(numbers, n=100, method="inclusive")[round(100 * share) - 1]

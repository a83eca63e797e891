"""A game as one value: who played, how it stands, what happened and how the points grew.

Everything in it is what everybody at the table may see.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from companion.core.ids import PlayerId
from companion.referee.present import history_of
from companion.referee.snapshot import HistoryLine
from companion.referee.veil import veiled_history
from companion.rules.game import AnyGame
from companion.rules.ledger import Ledger
from companion.rules.score import ScoreLine
from companion.rules.steps import standing

EARLIEST = datetime(2025, 1, 1, tzinfo=UTC)
"""No game is older than the program: a machine that says so has forgotten the date."""
PAUSE = timedelta(minutes=30)
"""Of a longer pause between two entries only so much is play: the rest was another evening."""


@dataclass(frozen=True, slots=True)
class Result:
    """A player at the end, or as it stands: place 1 for every winner, `None` before the end."""

    player: PlayerId
    name: str
    score: int
    lines: tuple[ScoreLine, ...]
    place: int | None


@dataclass(frozen=True, slots=True)
class Happened:
    """A line of the history, when it was entered, and the points after it in seat order."""

    line: HistoryLine
    at: str
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game. `began` and `minutes` are `None` when no clock told them."""

    id: str
    game: str
    title: str
    rules_version: str
    options: tuple[tuple[str, str], ...]
    began: datetime | None
    minutes: int | None
    results: tuple[Result, ...]
    reason: str | None
    """Why it ended; `None` while it goes on."""
    has_points: bool
    start_scores: tuple[int, ...]
    happened: tuple[Happened, ...]

    @property
    def over(self) -> bool:
        """Whether it has been played to its end."""
        return self.reason is not None


def record_of(name: str, game: AnyGame, ledger: Ledger) -> Record:
    """The record of the game saved as `name`."""
    setup = ledger.header.setup
    times = _times(ledger)
    state: object = game.setup(setup)
    first = _scores(game, state)
    happened = []
    history = veiled_history(game, ledger, history_of(game, ledger), None)
    lines = zip(history, standing(game, ledger), strict=True)
    for line, (_, state) in lines:
        happened.append(Happened(line, times[line.entry], _scores(game, state)))
    outcome = game.outcome(state)
    results = tuple(
        Result(
            sheet.player,
            setup.names[sheet.player],
            sheet.total,
            sheet.lines,
            outcome.places[sheet.player] if outcome else None,
        )
        for sheet in game.scores(state)
    )
    moments = _moments(ledger)
    return Record(
        id=name,
        game=ledger.header.game,
        title=game.info.title,
        rules_version=ledger.header.rules_version,
        options=tuple(sorted(setup.options.items())),
        began=moments[0] if moments else None,
        minutes=_minutes(moments),
        results=results,
        reason=outcome.reason if outcome else None,
        has_points=game.info.scored,
        start_scores=first,
        happened=tuple(happened),
    )


def _scores(game: AnyGame, state: object) -> tuple[int, ...]:
    return tuple(sheet.total for sheet in game.scores(state))


def _times(ledger: Ledger) -> dict[int, str]:
    """When each entry was made; a line keeps the time of the entry that brought it in."""
    return {number: entry.at for number, entry in enumerate(ledger.entries, start=1)}


def _moments(ledger: Ledger) -> list[datetime]:
    """What the clock said at the start and with each entry, where it can have been right."""
    texts = (ledger.header.began, *(entry.at for entry in ledger.entries))
    moments = [moment for text in texts if (moment := _moment(text)) is not None]
    return [moment for moment in moments if moment >= EARLIEST]


def _moment(text: str) -> datetime | None:
    """A time with its zone; without one it is this machine's."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _minutes(moments: list[datetime]) -> int | None:
    """Minutes of play, long pauses left out."""
    if len(moments) < 2:
        return None
    gaps = (later - earlier for earlier, later in pairwise(moments))
    played = sum((min(max(gap, timedelta()), PAUSE) for gap in gaps), timedelta())
    return round(played.total_seconds() / 60)

"""Tables and views for tests of the referee."""

from collections.abc import Mapping

from companion.core.expected import should_lie
from companion.core.ids import SlotId
from companion.core.observation import Observation, Seen
from companion.core.pieces import DIE, SeenPiece
from companion.referee.commands import Command, Reply, Request
from companion.referee.journal import Journal
from companion.referee.table import Table
from companion.rules.game import AnyGame
from companion.rules.ledger import Entry, Header, Ledger
from companion.rules.registry import load_game, make_setup


class MemoryJournal:
    """A journal that forgets with the process."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def append(self, *entries: Entry) -> None:
        self.entries.extend(entries)


def table_of(
    game_id: str,
    *players: str,
    options: Mapping[str, str] | None = None,
    journal: Journal | None = None,
) -> Table:
    """A new table with these seats."""
    game = load_game(game_id)
    setup = make_setup(game.info, {player: player.title() for player in players}, options)
    header = Header(game_id, game.info.rules_version, setup, "2026-01-01T20:00:00")
    return Table(game, Ledger(header), journal or MemoryJournal(), lambda: "2026-01-01T20:00:00")


def ask(table: Table, request: Request, id: str = "", expected: int | None = None) -> Reply:
    """Send a request as a phone that is up to date (unless `expected` says otherwise)."""
    version = table.version if expected is None else expected
    return table.command(Command(id or f"c{table.version}-{request}", version, request))


def die(value: int | None, colour: str | None = None, sure: float = 0.98) -> SeenPiece:
    """A die that reads `value` with probability `sure` (`None`: nothing is likely)."""
    rest = (1 - sure) / 5 if value else 1 / 6
    values = tuple(sure if value == face else rest for face in range(1, 7))
    return SeenPiece(DIE, colour, value, sure if value else 0.2, values)


def torn(value: int, other: int, share: float, colour: str | None = None) -> SeenPiece:
    """A die between two faces: `value` with probability `share`, else `other`; unsure."""
    values = tuple(
        share if face == value else 1 - share if face == other else 0.0 for face in range(1, 7)
    )
    return SeenPiece(DIE, colour, None, share, values)


def view(
    rest: int,
    free: Seen = (),
    slots: Mapping[SlotId, Seen] | None = None,
    registered: bool | None = None,
    picture: str | None = None,
) -> Observation:
    """A steady view; times follow the rests, two seconds apart."""
    return Observation(rest, rest * 20, rest * 2.0, slots or {}, free, registered, picture)


def laid_out(game: AnyGame, state: object) -> dict[SlotId, Seen]:
    """Every place for pieces other than dice, with what should lie there; of cards one in each."""
    slots: dict[SlotId, Seen] = {}
    for area, expectation in game.expected(state).items():
        left = list(should_lie(expectation))
        for slot in (slot for slot in game.layout.in_area(area) if slot.kinds):
            here = [p for p in left if p.kind in slot.kinds and slot.value in (None, p.value)]
            here = here[:1] if {*slot.kinds} & {*game.layout.cards} else here
            for piece in here:
                left.remove(piece)
            slots[slot.id] = tuple(
                SeenPiece(p.kind, p.colour, None, 0.99, face=p.face) for p in here
            )
    return slots

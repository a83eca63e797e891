"""The table check: what the ledger holds beside what lies there, to be confirmed by people."""

from dataclasses import dataclass

from companion.core.expected import Exactly, Expected, OneOf, should_lie
from companion.core.ids import AreaId, PlayerId
from companion.core.observation import Observation
from companion.core.pieces import DIE, Piece, SeenPiece, piece_words
from companion.referee.claims import claims_of
from companion.referee.difference import TOLERANCE, area_excess, held
from companion.referee.throw import likeliest
from companion.rules.game import AnyGame
from companion.rules.view import Quantity


@dataclass(frozen=True, slots=True)
class CheckedSeat:
    """Tokens and the like of a player, by the ledger: what people count and can set."""

    player: PlayerId
    quantities: tuple[Quantity, ...]


@dataclass(frozen=True, slots=True)
class CheckedArea:
    """A place a camera has seen: what should lie there and what it reads, in words."""

    area: AreaId
    label: str
    expected: tuple[str, ...]
    seen: tuple[str, ...]
    agrees: bool


@dataclass(frozen=True, slots=True)
class CheckSheet:
    """Everything to be looked over. `version` is the ledger it was made from."""

    version: int
    seats: tuple[CheckedSeat, ...]
    areas: tuple[CheckedArea, ...]


def check_sheet(
    game: AnyGame, state: object, version: int, observation: Observation | None
) -> CheckSheet:
    """The sheet of a position; places only as far as a camera has seen them."""
    seats = tuple(
        CheckedSeat(panel.player, tuple(q for q in panel.quantities if q.adjustable))
        for panel in game.view(state, None).panels
    )
    return CheckSheet(version, seats, _areas(game, state, observation))


def _areas(
    game: AnyGame, state: object, observation: Observation | None
) -> tuple[CheckedArea, ...]:
    if observation is None or observation.registered is False:
        return ()
    expected, found = game.expected(state), []
    names = _names(expected)
    for area, claim in claims_of(game, state, observation).items():
        expectation = expected.get(area)
        if not isinstance(expectation, Exactly | OneOf):
            continue
        agrees = area_excess(expectation, claim) <= TOLERANCE
        should = tuple(piece_words(piece) for piece in held(expectation, claim))
        lie = tuple(piece_words(_as_piece(piece, names)) for piece in claim.pieces)
        found.append(CheckedArea(area, game.layout.areas[area].label, should, lie, agrees))
    return tuple(found)


def _names(expected: Expected) -> dict[str | None, str]:
    """What cards that lie open somewhere are called, by face."""
    lying = (piece for expectation in expected.values() for piece in should_lie(expectation))
    return {piece.face: piece.name for piece in lying if piece.face is not None}


def _as_piece(seen: SeenPiece, names: dict[str | None, str]) -> Piece:
    value = likeliest(seen) if seen.kind == DIE else seen.value
    return Piece(seen.kind, seen.colour, value, names.get(seen.face, ""), seen.face)

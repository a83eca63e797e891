"""The table check: what the ledger holds beside what lies there, to be confirmed by people."""

from dataclasses import dataclass

from companion.core.expected import Exactly
from companion.core.ids import AreaId, PlayerId
from companion.core.observation import Observation
from companion.core.pieces import Piece, piece_words
from companion.referee.difference import TOLERANCE, area_excess, seen_by_area
from companion.referee.explain import likeliest
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
    colours = {*game.info.colours, *game.info.neutral_colours}
    seen, found = seen_by_area(observation, game.layout, colours), []
    for area, expectation in game.expected(state).items():
        if not isinstance(expectation, Exactly) or area not in seen:
            continue
        dice = tuple(Piece(die.kind, die.colour, likeliest(die)) for die in seen[area])
        agrees = area_excess(expectation, seen[area]) <= TOLERANCE
        label = game.layout.areas[area].label
        should = tuple(piece_words(piece) for piece in expectation.pieces)
        found.append(CheckedArea(area, label, should, tuple(map(piece_words, dice)), agrees))
    return tuple(found)

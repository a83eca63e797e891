"""What the camera claims, by area: pieces of the kinds that are looked for there."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from companion.core.ids import AreaId, PieceKind
from companion.core.layout import Layout, Slot, SlotKind
from companion.core.observation import Observation
from companion.core.pieces import DIE, Piece, SeenPiece
from companion.referee.colours import near_colours, nearest_colour
from companion.referee.strange import NOTHING_STRANGE, Strange, without_strange
from companion.rules.game import AnyGame

DICE = frozenset({DIE})


@dataclass(frozen=True, slots=True)
class AreaClaim:
    """What is claimed to lie in one area.

    `kinds` were looked for: others are not compared. Of `unseen` die slots nothing was seen: any
    die may lie there, or none. Pieces of the kinds `hidden` may lie where nothing was seen, in any
    number; of the kinds `covered` beneath those that are seen.
    """

    pieces: tuple[SeenPiece, ...] = ()
    unseen: int = 0
    kinds: frozenset[PieceKind] = DICE
    hidden: frozenset[PieceKind] = frozenset()
    covered: frozenset[PieceKind] = frozenset()

    def of_these(self, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        """Those of the pieces that were looked for."""
        return tuple(piece for piece in pieces if piece.kind in self.kinds)


Claims = Mapping[AreaId, AreaClaim]
_NOT_SEEN = AreaClaim((), 0, frozenset())


@dataclass(slots=True)
class _Part:
    """An area as its slots are gone through."""

    pieces: list[SeenPiece] = field(default_factory=list)
    unseen: int = 0
    kinds: set[PieceKind] = field(default_factory=set)
    hidden: set[PieceKind] = field(default_factory=set)
    covered: set[PieceKind] = field(default_factory=set)


def seen_by_area(
    observation: Observation,
    layout: Layout,
    colours: Collection[str],
    playing: Collection[str] | None = None,
) -> dict[AreaId, AreaClaim]:
    """Each area of which anything was seen; colours of dice brought to the game's own.

    Other pieces lie there only in colours of those who are `playing`, if they are named; a colour
    that may stand for several of these stays as it is.
    """
    others = colours if playing is None else playing
    parts: dict[AreaId, _Part] = {}
    for slot in layout.slots.values():
        if not slot.kinds:
            continue
        part, pieces = parts.setdefault(slot.area, _Part()), observation.slots.get(slot.id)
        if pieces is not None:
            part.kinds.update(slot.kinds)
            part.covered.update(slot.kinds if slot.pile and pieces else ())
            part.pieces += [
                _in_slot(slot, own_colour(p, colours) if p.kind == DIE else _told(p, others))
                for p in pieces
            ]
        elif slot.kind is SlotKind.DIE:
            part.unseen += 1
        else:
            part.hidden.update(slot.kinds)
    return {area: _claim(part) for area, part in parts.items() if part.kinds}


def hidden_kinds(layout: Layout, claims: Claims) -> dict[AreaId, frozenset[PieceKind]]:
    """Kinds, dice aside, that are looked for in each area and may lie where nothing was seen."""
    found: dict[AreaId, set[PieceKind]] = {}
    for slot in layout.slots.values():
        claim = claims.get(slot.area, _NOT_SEEN)
        for kind in slot.kinds:
            if kind != DIE and (kind not in claim.kinds or kind in claim.hidden):
                found.setdefault(slot.area, set()).add(kind)
    return {area: frozenset(kinds) for area, kinds in found.items()}


def claims_of(
    game: AnyGame, state: object, observation: Observation, strange: Strange = NOTHING_STRANGE
) -> dict[AreaId, AreaClaim]:
    """What is claimed of the board of a game, by area; things known to be `strange` left out."""
    colours = {*game.info.colours, *game.info.neutral_colours}
    told = without_strange(game, state, observation, strange)
    return seen_by_area(told, game.layout, colours, playing_colours(game, state))


def playing_colours(game: AnyGame, state: object) -> frozenset[str]:
    """Colours of pieces that may lie on the board: of those who play, and of nobody."""
    info = game.info
    seats = {str(sheet.player) for sheet in game.scores(state)}
    absent = {*info.colours} - seats if seats & {*info.colours} else set()
    return frozenset({*info.colours, *info.neutral_colours} - absent)


def own_colour(piece: SeenPiece, colours: Collection[str]) -> SeenPiece:
    """A seen piece with the colour of this game that its colour stands for."""
    colour = nearest_colour(piece.colour, colours)
    return replace(piece, colour=colour)


def _told(piece: SeenPiece, colours: Collection[str]) -> SeenPiece:
    """As `own_colour`, where there is only one it can be."""
    return piece if len(near_colours(piece.colour, colours)) > 1 else own_colour(piece, colours)


def _in_slot(slot: Slot, piece: SeenPiece) -> SeenPiece:
    """A marker says what its place on the track says."""
    return piece if slot.value is None else replace(piece, value=slot.value)


def _claim(part: _Part) -> AreaClaim:
    unseen = part.unseen if DIE in part.kinds else 0
    kinds = (frozenset(kinds) for kinds in (part.kinds, part.hidden, part.covered))
    return AreaClaim(tuple(part.pieces), unseen, *kinds)

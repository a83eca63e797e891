"""How a reader errs, as measured on drawn tables: see `companion.trial.reading` for dice, and
`companion.trial.reading_pieces`."""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from importlib.resources import files
from typing import Any

from companion.core.layout import Layout, Slot
from companion.core.observation import Seen
from companion.core.pieces import DIE, FACE_DOWN, SeenPiece
from companion.simulator.world import Lies

FILE, PIECES_FILE = "readings.json", "piece_readings.json"


@dataclass(frozen=True, slots=True)
class Reader:
    """Errors in one kind of place.

    `faces` holds measured readings by true face: probabilities of the faces 1 to 6, and whether
    the reader was unsure. `colours` are shares of the names given to a true colour. `missed` is the
    share of dice overlooked, `unseen` that of dice whose place was left open; `ghost` and `blank`
    are the shares of empty places where a die was seen, and of those that were left open.
    """

    faces: Mapping[int, tuple[tuple[tuple[float, ...], bool], ...]]
    colours: Mapping[str, Mapping[str, float]]
    missed: float
    ghost: float
    unseen: float = 0.0
    blank: float = 0.0

    def read(self, lies: Lies, rng: random.Random) -> Seen:
        """What is read of a die that lies there: `()` when it is overlooked."""
        if self.unseen and rng.random() < self.unseen:
            return None
        if rng.random() < self.missed or lies.face is None:
            return ()
        values, unsure = rng.choice(self.faces[lies.face])
        at_mm = lies.x_mm, lies.y_mm
        return (self._claim(values, unsure, str(lies.piece.colour), at_mm, rng),)

    def read_empty(self, x_mm: float, y_mm: float, rng: random.Random) -> Seen:
        """What is read of an empty place: rarely a die, or nothing for sure."""
        if self.blank and rng.random() < self.blank:
            return None
        if rng.random() >= self.ghost:
            return ()
        values, unsure = rng.choice(self.faces[rng.randint(1, 6)])
        return (self._claim(values, unsure, rng.choice(list(self.colours)), (x_mm, y_mm), rng),)

    def _claim(
        self,
        values: tuple[float, ...],
        unsure: bool,
        colour: str,
        at_mm: tuple[float, float],
        rng: random.Random,
    ) -> SeenPiece:
        guess = max(range(6), key=lambda place: values[place])
        names = self.colours.get(colour, {colour: 1.0})
        named = rng.choices(list(names), list(names.values()))[0]
        return SeenPiece(
            DIE,
            None if named == "None" else named,
            None if unsure else guess + 1,
            values[guess],
            values,
            *at_mm,
        )


class Sort(Enum):
    """Places by what is the hardest to read there."""

    MODEL = "model"
    """Pieces told by their silhouettes."""
    CARD = "card"
    BLOCK = "block"
    """Cubes, cones, discs."""


def sort_of(layout: Layout, slot: Slot) -> Sort:
    """The sort of a place where pieces other than dice are looked for."""
    if any(kind in layout.forms and layout.forms[kind].model for kind in slot.kinds):
        return Sort.MODEL
    return Sort.CARD if any(kind in layout.cards for kind in slot.kinds) else Sort.BLOCK


@dataclass(frozen=True, slots=True)
class PieceReader:
    """Errors in places of one sort of pieces, as shares.

    A place with pieces is left open (`unseen`) where there is doubt, an empty one (`blank`)
    seldom. A piece is overlooked (`missed`), or its colour taken for a near one (`misnamed`); a
    card is not told (`untold`), or told as another one that is known (`mistaken`). Something that
    is not told is seen besides in a place (`ghost`). A place that was left open is read at the next
    rest (`cleared`), by better light or from what was learnt beside it.
    """

    unseen: float
    blank: float
    missed: float
    misnamed: float
    untold: float
    mistaken: float
    ghost: float = 0.0
    cleared: float = 0.0

    def read(
        self, slot: Slot, there: Sequence[Lies], faces: Sequence[str], rng: random.Random
    ) -> Seen:
        """What is read of a place with these pieces; `faces` are all cards there are."""
        if rng.random() < (self.unseen if there else self.blank):
            return None
        seen = [self._claim(one, faces, rng) for one in there if rng.random() >= self.missed]
        if rng.random() < self.ghost:
            seen.append(SeenPiece(slot.kinds[0], None, None, 0.99, (), slot.x_mm, slot.y_mm))
        return tuple(seen)

    def look_again(
        self, slot: Slot, there: Sequence[Lies], faces: Sequence[str], rng: random.Random
    ) -> Seen:
        """What is read at a later rest of a place with these pieces that was left open."""
        if rng.random() >= self.cleared:
            return None
        return replace(self, unseen=0.0, blank=0.0).read(slot, there, faces, rng)

    def _claim(self, lies: Lies, faces: Sequence[str], rng: random.Random) -> SeenPiece:
        piece = lies.piece
        colour, face = piece.colour, piece.face
        if colour is not None and rng.random() < self.misnamed:
            colour = TAKEN_FOR.get(colour, colour)
        if face is not None and face != FACE_DOWN:
            told = rng.random()
            if told < self.untold:
                face = None
            elif told < self.untold + self.mistaken:
                face = rng.choice(faces)
        return SeenPiece(piece.kind, colour, None, 0.99, (), lies.x_mm, lies.y_mm, face)


TAKEN_FOR = {
    "red": "orange", "orange": "red", "yellow": "orange", "green": "blue", "blue": "purple",
    "purple": "blue", "white": "grey", "grey": "white", "pink": "red", "black": "grey",
}  # fmt: skip
"""What a colour is called where it is misnamed."""

BLOCKS: Mapping[str, PieceReader] = {
    "clean": PieceReader(0.002, 0.0, 0.0, 0.0, 0.001, 0.0),
    "normal": PieceReader(0.02, 0.001, 0.002, 0.002, 0.01, 0.001),
    "bad": PieceReader(0.05, 0.004, 0.005, 0.01, 0.03, 0.003),
}
"""Of plain blocks, stated and not measured: too few lie on a drawn table."""

FAULTLESS = {sort: PieceReader(0.0, 0.0, 0.0, 0.0, 0.0, 0.0) for sort in Sort}


@dataclass(frozen=True, slots=True)
class Readers:
    """Errors in die slots, among thrown dice, and where other pieces lie."""

    slot: Reader
    free: Reader
    pieces: Mapping[Sort, PieceReader] = field(default_factory=lambda: FAULTLESS)


def load_readers(noise: str) -> Readers:
    """Errors as measured at a noise: `clean`, `normal` or `bad`."""
    data, pieces = _measured(FILE)[noise], _measured(PIECES_FILE)[noise]
    measured = {Sort(name): PieceReader(**shares) for name, shares in pieces.items()}
    return Readers(
        _reader(data["slot"]), _reader(data["free"]), {Sort.BLOCK: BLOCKS[noise], **measured}
    )


def _measured(name: str) -> Mapping[str, Any]:
    text = files("companion.simulator").joinpath(name).read_text("utf-8")
    stored: Mapping[str, Any] = json.loads(text)
    return stored


def _reader(data: Mapping[str, object]) -> Reader:
    faces, colours = data["faces"], data["colours"]
    assert isinstance(faces, dict)
    assert isinstance(colours, dict)
    return Reader(
        {
            int(face): tuple((tuple(reading[:6]), bool(reading[6])) for reading in readings)
            for face, readings in faces.items()
        },
        colours,
        float(str(data["missed"])),
        float(str(data["ghost"])),
        float(str(data.get("unseen", 0.0))),
        float(str(data.get("blank", 0.0))),
    )

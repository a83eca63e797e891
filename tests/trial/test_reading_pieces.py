"""How drawn places with pieces are compared with what was read there."""

import pytest

from companion.core.ids import PieceKind, SlotId
from companion.core.pieces import FACE_DOWN, Piece, SeenPiece
from companion.rules.registry import load_game, make_setup
from companion.simulator.beats import Habits
from companion.simulator.lamps import Noise
from companion.simulator.readings import BLOCKS, PieceReader, Sort, load_readers, sort_of
from companion.simulator.script import Script
from companion.simulator.world import Lies
from companion.trial.reading_pieces import Tally, measure

SHIP, CARD = PieceKind("ship"), PieceKind("card")


def ship(colour: str) -> Lies:
    return Lies(Piece(SHIP, colour), 0.0, 0.0, 0.0, SlotId("8"), None)


def card(face: str) -> Lies:
    return Lies(Piece(CARD, face=face), 0.0, 0.0, 0.0, SlotId("map.8"), None)


def seen(colour: str | None = None, face: str | None = None) -> SeenPiece:
    return SeenPiece(CARD if colour is None else SHIP, colour, None, 0.99, face=face)


def tallied(*places: tuple[list[Lies], list[SeenPiece] | None]) -> PieceReader:
    tally = Tally()
    for there, read in places:
        tally.add(there, None if read is None else tuple(read))
    return tally.shares()


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ([([ship("red")], None), ([], []), ([], None)], {"unseen": 1.0, "blank": 0.5}),
        ([([ship("red"), ship("blue")], [seen("blue")])], {"missed": 0.5}),
        ([([ship("red")], [seen("red"), seen("red")])], {"ghost": 1.0}),
        ([([ship("red"), ship("blue")], [seen("blue"), seen("pink")])], {"misnamed": 0.5}),
        ([([card("a")], [seen(face=None)]), ([card("b")], [seen(face="b")])], {"untold": 0.5}),
        ([([card("a")], [seen(face=FACE_DOWN)])], {"mistaken": 1.0}),
        ([([card(FACE_DOWN)], [seen(face="a")])], {"mistaken": 1.0}),
        ([([ship("red")], [seen("red")]), ([card("a")], [seen(face="a")])], {}),
    ],
    ids=["left open", "overlooked", "too many", "colour", "not told", "down", "up", "right"],
)
def test_each_error_counts_among_those_that_could_have_it(
    places: list[tuple[list[Lies], list[SeenPiece] | None]], expected: dict[str, float]
) -> None:
    right = PieceReader(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    shares = tallied(*places)
    assert {name: getattr(shares, name) for name in PieceReader.__slots__} == {
        name: expected.get(name, getattr(right, name)) for name in PieceReader.__slots__
    }


def test_places_left_open_are_counted_till_they_are_read() -> None:
    tally, told = Tally(), (seen("red"),)
    tally.add([ship("red")], None)
    for before, now in ((None, None), (None, told), (told, told), (told, None)):
        tally.again(before, now)
    assert (tally.shares().cleared, tally.shares().unseen) == (0.5, 1.0)


def test_places_are_measured_as_they_are_read_in_pixels() -> None:
    game = load_game("impulse")
    start = Script(game, make_setup(game.info), 3, Habits()).start
    kinds = [{piece.kind for piece in pieces} for pieces in start.values()]
    tallies = measure("impulse", 3, Noise.CLEAN, 1.5)
    models, cards = tallies[Sort.MODEL], tallies[Sort.CARD]
    assert models.filled == sum(SHIP in there for there in kinds)
    assert cards.filled == sum(CARD in there for there in kinds)
    assert (models.unseen, models.missed, models.ghosts, models.misnamed) == (0, 0, 0, 0)
    assert (cards.unseen, cards.missed, cards.untold, cards.mistaken) == (0, 0, 0, 0)


def test_every_place_for_pieces_has_measured_errors_at_every_noise() -> None:
    layout = load_game("impulse").layout
    sorts = {sort_of(layout, slot) for slot in layout.slots.values() if slot.kinds}
    assert sorts == {Sort.MODEL, Sort.CARD}
    clean, bad = (load_readers(noise.value).pieces for noise in (Noise.CLEAN, Noise.BAD))
    assert load_readers("clean").pieces[Sort.BLOCK] == BLOCKS["clean"]
    for sort in sorts:
        assert clean[sort].unseen < bad[sort].unseen

"""What is claimed of a simulated table without pixels."""

import pytest

from companion.core.ids import SlotId
from companion.core.layout import SlotKind
from companion.core.observation import Observation
from companion.core.pieces import FACE_DOWN
from companion.rules.registry import load_game, make_setup
from companion.simulator.glances import Glances
from companion.simulator.readings import PieceReader, Reader, Readers, Sort
from companion.simulator.script import Script

SURE = {face: ((tuple(float(n == face) for n in range(1, 7)), False),) for face in range(1, 7)}


def first_claim(**errors: float) -> tuple[Script, Observation]:
    game = load_game("alien_frontiers")
    script = Script(game, make_setup(game.info, options={"tech": "none"}, count=2), 3, 0.0)
    reader = Reader(SURE, {}, errors.get("missed", 0.0), 0.0, errors.get("unseen", 0.0),
                    errors.get("blank", 0.0))  # fmt: skip
    glances = Glances(script, 3, Readers(reader, Reader(SURE, {}, 0.0, 0.0)))
    return script, next(claim for _, claim in glances.look() if claim is not None)


@pytest.mark.parametrize(
    ("errors", "with_die", "without"),
    [({}, 1, 0), ({"missed": 1.0}, 0, 0), ({"unseen": 1.0}, None, 0), ({"blank": 1.0}, 1, None)],
    ids=["no errors", "overlooked", "left open", "left open though empty"],
)
def test_slots_are_claimed_by_the_errors_of_the_reader(
    errors: dict[str, float], with_die: int | None, without: int | None
) -> None:
    script, claim = first_claim(**errors)
    slots = [s for s in script.game.layout.slots.values() if s.kind is SlotKind.DIE]
    counts = [None if (seen := claim.slots[s.id]) is None else len(seen) for s in slots]
    filled = sum(len(pieces) for area, pieces in script.start.items()
                 if any(s.area == area for s in slots))  # fmt: skip
    assert filled > 0
    assert sorted(map(str, counts)) == sorted(
        [str(with_die)] * filled + [str(without)] * (len(slots) - filled)
    )


def first_of_ships(reader: PieceReader) -> Observation:
    game = load_game("impulse")
    script = Script(game, make_setup(game.info, count=2), 3, 0.0)
    none = Reader(SURE, {}, 0.0, 0.0)
    glances = Glances(script, 3, Readers(none, none, dict.fromkeys(Sort, reader)))
    return next(claim for _, claim in glances.look() if claim is not None)


@pytest.mark.parametrize(
    ("reader", "face_down", "empty", "markers"),
    [
        (PieceReader(0, 0, 0, 0, 0, 0), [FACE_DOWN], (), 2),
        (PieceReader(1, 0, 0, 0, 0, 0), None, (), None),
        (PieceReader(0, 1, 0, 0, 0, 0), [FACE_DOWN], None, 2),
        (PieceReader(0, 0, 1, 0, 0, 0), [], (), 0),
        (PieceReader(0, 0, 0, 0, 1, 0), [FACE_DOWN], (), 2),
    ],
    ids=["no errors", "left open", "left open though empty", "overlooked", "not told"],
)
def test_places_of_ships_and_cards_are_claimed_by_the_errors_of_their_reader(
    reader: PieceReader,
    face_down: list[str] | None,
    empty: tuple[()] | None,
    markers: int | None,
) -> None:
    slots = first_of_ships(reader).slots
    card, points = slots[SlotId("map.1")], slots[SlotId("points.0")]
    assert (None if card is None else [piece.face for piece in card]) == face_down
    assert slots[SlotId("row1.1")] == empty
    assert (None if points is None else len(points)) == markers


def test_what_is_seen_where_nothing_lies_is_not_told() -> None:
    seen = first_of_ships(PieceReader(0, 0, 0, 0, 0, 0, 1)).slots[SlotId("row1.1")]
    assert [(piece.kind, piece.face) for piece in seen or ()] == [("card", None)]


def test_a_place_left_open_is_read_at_a_later_rest() -> None:
    game = load_game("impulse")
    script = Script(game, make_setup(game.info, count=2), 3, 0.0)
    none = Reader(SURE, {}, 0.0, 0.0)
    reader = PieceReader(1, 0, 0, 0, 0, 0, 0, 1)
    glances = Glances(script, 3, Readers(none, none, dict.fromkeys(Sort, reader)))
    claims = (claim.slots for _, claim in glances.look() if claim is not None)
    first, second = next(claims), next(claims)
    there = [name for name, seen in first.items() if seen is None and name != "supply"]
    assert there
    assert sum(second[name] is not None for name in there) > 0.8 * len(there)

"""Whatever a camera claims, a look ends in time and nothing falls over: boxes of dice poured out,
colours nobody plays, a board that another game lies on."""

import gc
import random
import time
from collections.abc import Iterator
from functools import cache

import pytest

from companion.core.expected import should_lie
from companion.core.ids import PieceKind, SlotId
from companion.core.layout import SlotKind
from companion.core.observation import Observation, Seen
from companion.core.pieces import DIE, FACE_DOWN, SeenPiece
from companion.referee.behind import to_place
from companion.referee.seeing import look
from companion.referee.table import Table
from companion.rules.engine import fold
from companion.rules.game import AnyGame
from companion.rules.history import acted
from companion.rules.ledger import Acted, Header, Ledger, Origin
from companion.rules.random_play import random_moves
from companion.rules.registry import load_game, make_setup
from companion.simulator.script import Script
from tests.referee.builders import MemoryJournal, die, laid_out, torn

LIMIT_S = 0.15
MORE_S = 0.15
"""What may come after the search has been ended: the second look, flags, a question."""
HALFWAY = 200
"""Actions after which boards are full and players hold cards."""
LONG_S = 900.0
COLOURS = ("red", "green", "blue", "yellow", "white", "purple", None)


@pytest.fixture(autouse=True)
def heap_of_its_own() -> Iterator[None]:
    """Collecting the garbage of the thousands of tests before it is no part of a look."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@cache
def halfway() -> tuple[AnyGame, Ledger, object]:
    """A game of four in which somebody has just rolled four dice or more."""
    game = load_game("alien_frontiers")
    setup = make_setup(game.info, count=4)
    ledger = Ledger(Header("alien_frontiers", game.info.rules_version, setup, "2026-01-01T20:00"))
    state: object = game.setup(setup)
    for beat in Script(game, setup, 8, 0.0).until(LONG_S):
        entry = acted(game, ledger, beat.text, Origin("phone"), "2026-01-01T20:00", state=state)
        assert isinstance(entry, Acted)
        ledger, state = ledger.append(entry), fold(game, state, entry.line.facts)
        ready = game.pending(state) is None and len(to_place(game, state)) >= 4
        if len(ledger.entries) > HALFWAY and ready:
            return game, ledger, state
    raise AssertionError("nobody ever rolled four dice")


def any_die(rng: random.Random, colours: tuple[str | None, ...]) -> SeenPiece:
    colour = rng.choice(colours)
    if rng.random() < 0.3:
        one, other = rng.sample(range(1, 7), 2)
        return torn(one, other, 0.6, colour)
    return die(rng.randint(1, 6), colour)


def any_view(
    game: AnyGame, state: object, rest: int, share: float, colours: tuple[str | None, ...]
) -> Observation:
    """What should lie there, but in that share of the slots anything, and any dice thrown."""
    rng, slots = random.Random(rest), dict[SlotId, Seen]()
    expected = game.expected(state)
    for area in game.layout.areas:
        there = [piece for piece in should_lie(expected[area]) if piece.kind == DIE]
        for slot in game.layout.in_area(area):
            if slot.kind is not SlotKind.DIE:
                continue
            piece = there.pop() if there else None
            if rng.random() < share:
                slots[slot.id] = (any_die(rng, colours),)
            else:
                slots[slot.id] = (die(piece.value or 1, piece.colour),) if piece else ()
    thrown = tuple(any_die(rng, colours) for _ in range(rng.choice((0, 3, 6, 40))))
    return Observation(rest, rest, float(rest), slots, thrown, True)


@pytest.mark.parametrize("colours", [("red",), ("blue", None), COLOURS], ids=["one", "two", "any"])
@pytest.mark.parametrize("share", [0.03, 0.1, 0.3, 1.0], ids="{} of the slots".format)
def test_whatever_is_seen_a_look_ends_in_time(
    share: float, colours: tuple[str | None, ...]
) -> None:
    game, ledger, state = halfway()
    for rest in range(1, 9):
        table = Table(
            game, ledger, MemoryJournal(), lambda: "", limit_s=LIMIT_S, seconds=time.process_time
        )
        claim = any_view(game, state, rest, share, colours)
        began_s = time.process_time()
        table.observe(claim)
        assert time.process_time() - began_s < LIMIT_S + MORE_S


@cache
def with_ships() -> tuple[AnyGame, tuple[object, ...]]:
    """A game with ships, cards and markers, at random moments: most have some eighty choices."""
    game = load_game("impulse")
    setup = make_setup(game.info, count=4)
    moves = list(random_moves(game, setup, random.Random(5), HALFWAY))
    return game, tuple(move.state for move in moves[60::20])


def any_piece(rng: random.Random, kind: PieceKind, faces: list[str]) -> SeenPiece:
    face = rng.choice([*faces, FACE_DOWN, None]) if kind == "card" else None
    colour = None if kind == "card" else rng.choice(COLOURS)
    return SeenPiece(kind, colour, None, 0.99, face=face)


def any_table(game: AnyGame, state: object, rest: int, share: float) -> Observation:
    """What should lie there, but in that share of the places anything, or nothing to be seen."""
    rng, slots = random.Random(rest), laid_out(game, state)
    faces = sorted({p.face for seen in slots.values() for p in seen or () if p.face})
    for name in slots:
        if rng.random() < share:
            kind = game.layout.slots[name].kinds[0]
            more = tuple(any_piece(rng, kind, faces) for _ in range(rng.randint(0, 4)))
            slots[name] = rng.choice((None, more, more))
    return Observation(rest, rest, float(rest), slots, (), True)


@pytest.mark.parametrize("share", [0.01, 0.05, 0.3, 1.0], ids="{} of the places".format)
def test_whatever_ships_and_cards_are_seen_a_look_ends_in_time(share: float) -> None:
    game, states = with_ships()
    for rest, state in enumerate(states, start=1):
        now_s = time.process_time
        began_s = now_s()
        ends_s = began_s + LIMIT_S
        seen = any_table(game, state, rest, share)
        look(game, state, seen, roll_may_be_new=False, out_of_time=lambda: now_s() > ends_s)  # noqa: B023
        assert now_s() - began_s < LIMIT_S + MORE_S

"""What must hold in every position of every game, whichever game it is.

A game may add to it in `tests/games/<game>/invariants.py`: `check_position(state)`,
`check_step(before, step)`, `action_space(state)` (every action there might be, so that what is
generated can be compared with what is accepted) and `ENDLESS = True`.
"""

import importlib
import importlib.util
import json
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from companion.core.expected import Expectation, Expected, OneOf, should_lie
from companion.core.ids import PieceKind
from companion.core.layout import SlotKind
from companion.core.pieces import Piece
from companion.rules.codec import from_tagged, tagged
from companion.rules.engine import Step, carry_out, fold
from companion.rules.game import AnyGame, Setup
from companion.rules.history import written
from companion.rules.ledger import (
    Header,
    Ledger,
    Origin,
    read_entry,
    read_header,
    write_entry,
    write_header,
)
from companion.rules.random_play import Move, seats
from companion.rules.ruling import Accepted, Rejected

MOST_ACTIONS = 200


@dataclass(frozen=True, slots=True)
class OfGame:
    """What a game adds of its own."""

    check_position: Callable[[object], None] | None = None
    check_step: Callable[[object, Step[object, object]], None] | None = None
    action_space: Callable[[object], Sequence[object]] | None = None
    endless: bool = False


def of_game(name: str) -> OfGame:
    """From `tests/games/<name>/invariants.py`; nothing where there is none."""
    place = f"tests.games.{name}.invariants"
    if importlib.util.find_spec(place) is None:
        return OfGame()
    module = importlib.import_module(place)
    return OfGame(
        getattr(module, "check_position", None),
        getattr(module, "check_step", None),
        getattr(module, "action_space", None),
        getattr(module, "ENDLESS", False),
    )


def check_step(game: AnyGame, move: Move) -> None:
    """The facts of a step lead to where it led, cause by cause."""
    facts = move.step.facts
    assert facts, f"`{game.write_action(move.action)}` does nothing"
    assert fold(game, move.state, facts) == move.step.state
    for place, fact in enumerate(facts):
        assert fact.cause is None or fact.cause < place


def check_written(game: AnyGame, move: Move) -> None:
    """Facts and action survive being written."""
    for fact in move.step.facts:
        assert type(fact.event) in game.event_types
        copied = from_tagged(json.loads(json.dumps(tagged(fact.event))), game.event_types)
        assert copied == fact.event
    text = game.write_action(move.action)
    assert "\n" not in text
    assert game.read_action(text) == move.action, text
    assert text.startswith(f"{game.player_of(move.action)}: "), text


def check_position(game: AnyGame, state: object, first: Expected) -> None:
    """It can be written and read; all pieces are somewhere, `first` says how many there are."""
    text = game.write_state(state)
    assert "\n" not in text
    assert game.read_state(text) == state
    expected = game.expected(state)
    problem = pieces_lost_or_found(first, expected)
    assert not problem, problem
    check_places(game, expected)
    check_what_is_due(game, state)
    check_scores(game, state)


def check_places(game: AnyGame, expected: Expected) -> None:
    """Pieces lie in known places, no more dice than ports."""
    for area, expectation in expected.items():
        known = area in game.layout.areas or area in game.layout.beside
        assert known, f"{area} is neither an area of the layout nor beside the board"
        slots = game.layout.in_area(area)
        if slots and all(slot.kind is SlotKind.DIE for slot in slots):
            for pieces in contents(expectation):
                assert len(pieces) <= len(slots), f"{area}: {pieces} in {len(slots)} slots"


def contents(expectation: Expectation) -> tuple[tuple[Piece, ...], ...]:
    """Everything that may lie there."""
    return expectation.options if isinstance(expectation, OneOf) else (expectation.pieces,)


def check_what_is_due(game: AnyGame, state: object) -> None:
    """Somebody can do something until it is over; a pending choice is all that is legal then."""
    actions, due, outcome = game.legal_actions(state), game.chance(state), game.outcome(state)
    stuck = not actions and due is None
    assert not stuck or outcome is not None, "nobody can do anything, and it is not over"
    assert stuck or outcome is None, "it is over, and somebody can do something"
    players = [sheet.player for sheet in game.scores(state)]
    assert due is None or due.player in players, f"{due} is due of somebody without a score sheet"
    pending = game.pending(state)
    if pending is not None:
        choices, legal = (
            sorted(map(game.write_action, some)) for some in (pending.choices, actions)
        )
        assert choices == legal, f"{choices} are the choices, {legal} is legal"
        assert choices, "a choice is due, and there is nothing to choose"
        choosing = {game.player_of(choice) for choice in pending.choices}
        assert choosing == {pending.player}, f"{pending.player} is asked, {choosing} may choose"


def check_scores(game: AnyGame, state: object) -> None:
    """Each sheet is lines with points and a reason; where points decide, more are placed before."""
    sheets = game.scores(state)
    for sheet in sheets:
        assert sheet.total == sum(line.points for line in sheet.lines)
        for line in sheet.lines if sheet.total else ():
            assert line.points, f"a line of no points: {line.reason}"
            assert line.reason, "points without a reason"
    outcome = game.outcome(state)
    if outcome is None:
        return
    assert outcome.reason
    assert set(outcome.places) == {sheet.player for sheet in sheets}
    totals = {sheet.player: sheet.total for sheet in sheets}
    for player, place in outcome.places.items():
        before = sum(other < place for other in outcome.places.values())
        assert place == before + 1, f"places {dict(outcome.places)}"
        assert not outcome.by_points or all(
            totals[other] <= totals[player]
            for other, behind in outcome.places.items()
            if behind > place
        )


def check_end_stays(game: AnyGame, state: object, actions: Iterable[object]) -> None:
    """Once over, every action is refused, and none insisted on brings the game back."""
    outcome = game.outcome(state)
    assert outcome is not None
    for action in actions:
        text = game.write_action(action)
        assert isinstance(game.judge(state, action), Rejected), f"{text} after the end"
        events = game.enforce(state, action)
        after = state if events is None else carry_out(game, state, events).state
        assert game.outcome(after) is not None, f"{text}, insisted on, takes the end back"


def check_legal(game: AnyGame, state: object, foreign: Iterable[object]) -> None:
    """Generated is accepted, each once; of other actions exactly those are accepted that are."""
    actions = game.legal_actions(state)
    texts = [game.write_action(action) for action in actions]
    assert len(set(texts)) == len(texts), "the same action twice"
    assert len(texts) <= MOST_ACTIONS, f"{len(texts)} actions: split the choice"
    for action, text in zip(actions, texts, strict=True):
        assert game.read_action(text) == action, text
        assert isinstance(game.judge(state, action), Accepted), f"{text} is offered and illegal"
    offered = set(texts)
    for action in foreign:
        ruling = game.judge(state, action)
        text = game.write_action(action)
        assert isinstance(ruling, Accepted) == (text in offered), f"{text}: {ruling}"
        if isinstance(ruling, Rejected):
            check_violations(ruling)


def check_violations(ruling: Rejected) -> None:
    """Every broken rule has a code `place.rule`, words to read aloud, and a source."""
    assert ruling.violations
    for violation in ruling.violations:
        assert "." in violation.code
        assert violation.text.endswith((".", "!", "?")), violation.text
        assert "{" not in violation.text, violation.text
        assert violation.source


def check_seen(game: AnyGame, state: object) -> None:
    """Every seat can look; no number shown is negative."""
    for seat in seats(game, state):
        view = game.view(state, seat)
        assert view.headline
        for panel in view.panels:
            assert all(quantity.amount >= 0 for quantity in panel.quantities)
        slots = {piece.slot for piece in view.pieces} - {None}
        assert slots <= set(game.layout.slots), slots - set(game.layout.slots)


def check_ledger(game: AnyGame, setup: Setup, moves: Sequence[Move], upto: Collection[int]) -> None:
    """Written as JSON and read again, the ledger gives every position asked for, and the last."""
    header = Header(game.info.id, game.info.rules_version, setup, "")
    ledger = Ledger(read_header(json.loads(json.dumps(write_header(header)))))
    for move in moves:
        entry = written(game, ledger, move.action, move.step, origin=Origin("test"), at="")
        ledger = ledger.append(read_entry(json.loads(json.dumps(write_entry(entry))), game))
    for place in {*upto, len(moves)}:
        there = ledger.state(game, place)
        assert there == (moves[place].state if place < len(moves) else moves[-1].step.state)


def pieces_lost_or_found(before: Expected, after: Expected) -> str:
    """In words, what kind of piece there is more or less of; empty when all are there.

    Where every piece of a kind has a colour, there must be as many of each colour, too. Where none
    has (tokens), there may be more than in the box: people take something else then.
    """
    first, then = _all_pieces(before), _all_pieces(after)
    if first == then:
        return ""
    problems = []
    for kind in sorted({kind for kind, _ in (*first, *then)}):
        colours, later = (
            Counter({colour: n for (what, colour), n in pieces.items() if what == kind})
            for pieces in (first, then)
        )
        tokens = not {*colours, *later} - {None}
        if later.total() < colours.total() or (later.total() > colours.total() and not tokens):
            problems.append(f"{colours.total()} {kind} have become {later.total()}")
        elif None not in {*colours, *later} and colours != later:
            problems.append(f"{kind}: {dict(colours)} have become {dict(later)}")
    return "; ".join(problems)


def _all_pieces(expected: Expected) -> Counter[tuple[PieceKind, str | None]]:
    """Every piece by kind and colour or name: what a die or a marker shows may change."""
    return Counter(
        (piece.kind, piece.colour or piece.name or None)
        for expectation in expected.values()
        for piece in should_lie(expectation)
    )


def some_of(pool: Sequence[object], lot: random.Random, most: int) -> list[object]:
    """A few of them by lot, or all."""
    return lot.sample(pool, min(most, len(pool)))

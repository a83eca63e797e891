"""What holds in every position that play can reach."""

import json
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings

from companion.games.alien_frontiers import actions as a
from companion.games.alien_frontiers.events import EVENT_TYPES, Event, ResourcesSet
from companion.games.alien_frontiers.game import GAME
from companion.games.alien_frontiers.state import Phase, State
from companion.games.alien_frontiers.tech_events import (
    BonusBorrowed,
    BorrowingEnded,
    DealingEnded,
    RelicReturned,
)
from companion.rules.codec import from_tagged, tagged
from companion.rules.engine import Fact, Step, carry_out, fold, play
from companion.rules.ledger import Acted, Header, Ledger, Line, Origin, read_entry, write_entry
from companion.rules.registry import make_setup
from companion.rules.ruling import Accepted, Rejected
from tests.games.alien_frontiers.invariants import (
    check_cards,
    check_pieces,
    check_points,
    check_ports,
    check_tokens,
)
from tests.games.alien_frontiers.strategies import every_action, odd_actions, sensible, walks

Walk = list[tuple[State, Step[State, Event]]]

some = settings(max_examples=30, deadline=None)
few = settings(max_examples=12, deadline=None)


@pytest.mark.report("G10")
@some
@given(walks())
def test_pieces_are_conserved(walk: Walk) -> None:
    for _, step in walk:
        check_pieces(step.state)


@some
@given(walks())
def test_cards_are_conserved(walk: Walk) -> None:
    for _, step in walk:
        check_cards(step.state)


@pytest.mark.report("G10")
@some
@given(walks())
def test_nothing_is_had_for_nothing(walk: Walk) -> None:
    for before, step in walk:
        check_tokens(before, step)


@some
@given(walks())
def test_ports_and_rows(walk: Walk) -> None:
    for _, step in walk:
        check_ports(step.state)


@some
@given(walks())
def test_control_and_points_are_a_snapshot(walk: Walk) -> None:
    for _, step in walk:
        check_points(step.state)


@some
@given(walks())
def test_the_fold_of_the_facts_is_the_position(walk: Walk) -> None:
    first = walk[0][0]
    facts = [fact for _, step in walk for fact in step.facts]
    assert fold(GAME, first, facts) == walk[-1][1].state


@some
@given(walks())
def test_notation_round_trips(walk: Walk) -> None:
    for _, step in walk:
        text = GAME.write_state(step.state)
        assert GAME.read_state(text) == step.state, text
        for action in GAME.legal_actions(step.state):
            assert GAME.read_action(GAME.write_action(action)) == action


@some
@given(walks())
def test_events_pass_through_json(walk: Walk) -> None:
    for _, step in walk:
        for fact in step.facts:
            assert from_tagged(json.loads(json.dumps(tagged(fact.event))), EVENT_TYPES) == (
                fact.event
            )


@few
@given(walks())
def test_legal_actions_are_all_that_is_legal(walk: Walk) -> None:
    """Against the whole action space, one action at a time."""
    state = walk[-1][1].state
    accepted = {
        action for action in every_action(state) if isinstance(GAME.judge(state, action), Accepted)
    }
    legal = GAME.legal_actions(state)
    assert len(set(legal)) == len(legal) <= 200
    assert set(legal) == accepted


@pytest.mark.parametrize("seed", range(6))
def test_play_goes_on_after_what_the_table_insists_on(seed: int) -> None:
    """Now and then something odd is insisted on; no token is negative, and there is a next move."""
    lot = Random(seed)
    state = GAME.setup(make_setup(GAME.info, count=2 + seed % 3))
    insisted = 0
    while state.round <= 60 and state.phase is not Phase.OVER:
        action = sensible(state, lot)
        assert action is not None, GAME.write_state(state)
        events = (
            GAME.enforce(state, lot.choice(odd_actions(state, lot))) if lot.random() < 0.2 else None
        )
        insisted += events is not None
        if events is None:
            step = play(GAME, state, action)
            assert not isinstance(step, Rejected)
            state = step.state
        else:
            state = carry_out(GAME, state, events).state
        assert GAME.read_state(GAME.write_state(state)) == state
        assert all(min(p.fuel, p.ore, p.stock, p.colonies) >= 0 for p in state.players.values())
    assert insisted > 10


@cache
def whole_game(seed: int) -> Walk:
    """A game of two, three or four from the set-up on, at most 60 turns each."""
    lot = Random(seed)
    state = GAME.setup(make_setup(GAME.info, count=2 + seed % 3))
    walk: Walk = []
    while state.round <= 60 and state.phase is not Phase.OVER:
        action = sensible(state, lot)
        assert action is not None, GAME.write_state(state)
        step = play(GAME, state, action)
        assert not isinstance(step, Rejected)
        walk.append((state, step))
        state = step.state
    return walk


@pytest.mark.report("G5")
@pytest.mark.parametrize("seed", range(9))
def test_random_games_end(seed: int) -> None:
    state = whole_game(seed)[-1][1].state
    outcome = GAME.outcome(state)
    assert outcome is not None, f"not over after 60 turns each: {GAME.write_state(state)}"
    assert min(outcome.places.values()) == 1
    assert GAME.legal_actions(state) == ()
    assert GAME.chance(state) is None
    assert GAME.pending(state) is None
    assert {action_codes(state, action) for action in every_action(state)} == {("game.over",)}


def action_codes(state: State, action: a.Action) -> tuple[str, ...]:
    ruling = GAME.judge(state, action)
    return ruling.codes if isinstance(ruling, Rejected) else ()


def test_random_play_meets_every_event() -> None:
    """So that what is checked in random positions is checked of everything."""
    met = {
        type(fact.event) for seed in range(9) for _, step in whole_game(seed) for fact in step.facts
    }
    rare = {ResourcesSet, BonusBorrowed, BorrowingEnded, DealingEnded, RelicReturned}
    assert set(EVENT_TYPES) - met <= rare, {each.__name__ for each in set(EVENT_TYPES) - met}


@pytest.mark.parametrize("seed", range(3))
def test_a_ledger_gives_the_game_back(seed: int) -> None:
    """What is written as JSON, and read again, folds to the same last position."""
    walk = whole_game(seed)
    setup = make_setup(GAME.info, count=2 + seed % 3)
    ledger = Ledger(Header(GAME.info.id, GAME.info.rules_version, setup, ""))
    for _, step in walk:
        facts: list[Fact[object]] = [Fact(fact.event, fact.cause) for fact in step.facts]
        line = Line(len(ledger.entries) + 1, "", tuple(facts))
        entry = json.loads(json.dumps(write_entry(Acted(line, Origin("test"), ""))))
        ledger = ledger.append(read_entry(entry, GAME))
    assert ledger.state(GAME) == walk[-1][1].state

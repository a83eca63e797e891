"""What must hold in every position of this game, worked out apart from the rules themselves."""

from collections import Counter

from companion.games.impulse.data import CARDS, CORE, DATA, GATES
from companion.games.impulse.events import Event, ReinforcementTurned
from companion.games.impulse.frames import Battle, Command, cards_in
from companion.games.impulse.state import FACE_DOWN, NO_CARD, Phase, State
from companion.rules.engine import Step

KINDS = {"trade", "refine", "battle", "destroyed", "gates", "core", "by_hand"}


def check_position(state: State) -> None:
    """Everything below that speaks of one position."""
    check_cards(state)
    check_ships(state)
    check_players(state)
    check_turn(state)


def check_step(before: State, step: Step[State, Event]) -> None:
    """Points only rise; who is not in turn gains no card, but has bluffs back in a battle."""
    for seat, having in before.players.items():
        after = step.state.players[seat]
        assert after.score >= having.score
        assert after.out >= having.out
        turned = any(isinstance(fact.event, ReinforcementTurned) for fact in step.facts)
        if seat not in (before.turn, step.state.turn) and not turned:
            assert after.hand <= having.hand


def check_cards(state: State) -> None:
    """108 in all, none more often than it is printed."""
    seen = Counter(card for card in state.map.values() if card not in (FACE_DOWN, NO_CARD))
    for pile in (*state.impulses, state.discards, state.using):
        seen.update(pile)
    for player in state.players.values():
        for pile in (player.known, player.minerals, player.plan, player.techs):
            seen.update(card for card in pile if card in CARDS)
    for frame in state.stack:
        seen.update(cards_in(frame))
    assert all(count <= CARDS[card].copies for card, count in seen.items()), seen
    hidden = sum(player.hidden for player in state.players.values())
    down = sum(card == FACE_DOWN for card in state.map.values())
    assert seen.total() + hidden + down + state.deck + state.buried == 108
    assert min(state.deck, state.buried) >= 0
    assert CORE not in state.map


def check_ships(state: State) -> None:
    """At most twelve of a player; places without ships are not listed."""
    ships = Counter[str]()
    for there in state.transports.values():
        assert there
        assert all(count > 0 for count in there.values())
        ships.update(there)
    for gate, fleet in state.cruisers.items():
        assert gate in GATES
        assert fleet.ships > 0
        ships[fleet.player] += fleet.ships
    for frame in state.stack:
        if isinstance(frame, Battle):
            ships[frame.player] += frame.ships
            assert state.cruisers[frame.gate].player == frame.defender
        if isinstance(frame, Command):
            ships[frame.player] += sum(int(each.split(":")[1]) for each in frame.attacks)
    assert all(count <= DATA.ships_per_colour for count in ships.values())
    if state.phase not in (Phase.SETUP, Phase.OVER):
        assert {seat for seat in state.players if not state.players[seat].out} == set(ships)


def check_players(state: State) -> None:
    """Hands of ten, or eleven while exploring; two techs; points of known kinds."""
    exploring = any(isinstance(frame, Command) and frame.exploring for frame in state.stack)
    for seat, player in state.players.items():
        more = exploring and seat == state.turn
        assert player.hidden >= 0
        assert player.hand <= DATA.hand_limit + more
        assert set(player.tally) <= KINDS
        assert len(player.techs) == (0 if player.out or not player.race else 2)
        if player.out:
            assert (player.hand, player.plan, player.minerals) == (0, (), ())
    assert max(player.score for player in state.players.values()) < DATA.goal or (
        state.phase is Phase.OVER
    )


def check_turn(state: State) -> None:
    """The Impulse has three cards between turns, four within one; nobody out is to play."""
    rows = [len(row) for row in state.impulses]
    assert max(rows) <= DATA.impulse_left + 1
    if state.phase is not Phase.OVER:
        assert not state.players[state.turn].out
    assert state.step <= max(len(state.impulse), len(state.using), DATA.drawn)

"""What the rules hold to be true. Hands are counts, with the cards in them that all have seen."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain

from companion.core.ids import PlayerId
from companion.games.impulse.data import CARDS, CELLS, CORE, DATA, DOES, cards_of, gates_of
from companion.games.impulse.frames import Battle, Command, Frame, attack, cards_in
from companion.games.impulse.options import Options

FACE_DOWN = "?"
"""A map card that nobody has explored."""
NO_CARD = "-"
"""A place of the map whose card is in somebody's hand, until one is put there."""
TEAM_SIZES = {"pairs": 2, "trios": 3}


class Phase(Enum):
    """Where the turn stands."""

    SETUP = "setup"
    ADD = "add"
    TECH = "tech"
    IMPULSE = "impulse"
    PLAN = "plan"
    USING = "using"
    """The Plan is being used."""
    SCORE = "score"
    DRAW = "draw"
    TRIM = "trim"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Fleet:
    """Cruisers on one gate: of one player only."""

    player: PlayerId
    ships: int


@dataclass(frozen=True, slots=True)
class Player:
    """What one player has.

    `hand` counts all cards in hand, `known` are those that everybody has seen, sorted. `techs` are
    the left and the right one, `minerals` with the newest last, `plan` in order. `tally` holds
    points by what they were for. `out`: eliminated.
    """

    home: str
    hand: int
    race: str = ""
    known: tuple[str, ...] = ()
    techs: tuple[str, ...] = ()
    minerals: tuple[str, ...] = ()
    plan: tuple[str, ...] = ()
    tally: Mapping[str, int] = field(default_factory=dict)
    out: bool = False

    @property
    def hidden(self) -> int:
        """Cards in hand that only their owner has seen."""
        return self.hand - len(self.known)

    @property
    def score(self) -> int:
        """Points."""
        return sum(self.tally.values())


@dataclass(frozen=True, slots=True)
class State:
    """A position. `players` are in seat order; `map` holds the card of each place but the Core.

    `transports` are by map card and player, `cruisers` by gate; places without any are left out.
    `impulses` are the rows of actions, oldest card first: one, or one for each team. `discards`
    are the cards everybody saw, the newest last, `buried` counts others among them; the first
    `mixed` of them lie among these in any order. `step` counts the Impulse or Plan cards used, or
    the cards drawn, in this phase; `using` is the Plan being used. `winner` has ended the game.
    """

    options: Options
    players: Mapping[PlayerId, Player]
    map: Mapping[str, str]
    deck: int
    turn: PlayerId
    impulses: tuple[tuple[str, ...], ...]
    transports: Mapping[str, Mapping[PlayerId, int]] = field(default_factory=dict)
    cruisers: Mapping[str, Fleet] = field(default_factory=dict)
    discards: tuple[str, ...] = ()
    buried: int = 0
    mixed: int = 0
    phase: Phase = Phase.SETUP
    step: int = 0
    using: tuple[str, ...] = ()
    stack: tuple[Frame, ...] = ()
    winner: PlayerId | None = None

    @property
    def seats(self) -> tuple[PlayerId, ...]:
        """Players in seat order."""
        return tuple(self.players)

    @property
    def impulse(self) -> tuple[str, ...]:
        """The Impulse that the player whose turn it is uses."""
        return self.impulses[team_of(self, self.turn)]


def team_count(options: Options, players: int) -> int:
    """How many sides play: teams where the number of players allows, else each alone."""
    size = TEAM_SIZES.get(options.teams, 1)
    return players // size if players >= 4 and players % size == 0 else players


def team_of(state: State, player: PlayerId) -> int:
    """The side of a player, which is also the number of its Impulse: one for all without teams."""
    sides = team_count(state.options, len(state.players))
    return state.seats.index(player) % sides if sides < len(state.players) else 0


def enemies(state: State, one: PlayerId, other: PlayerId) -> bool:
    """Whether two players are on different sides."""
    if one == other:
        return False
    sides = team_count(state.options, len(state.players))
    seats = state.seats
    return (seats.index(one) - seats.index(other)) % sides != 0


def ships_at(state: State, player: PlayerId, place: str) -> int:
    """Ships of a player on a map card or a gate."""
    if place in state.cruisers:
        fleet = state.cruisers[place]
        return fleet.ships if fleet.player == player else 0
    return state.transports.get(place, {}).get(player, 0)


def patrollers(state: State, cell: str) -> tuple[PlayerId, ...]:
    """Players with a cruiser on a gate of the card."""
    there = (state.cruisers[gate].player for gate in gates_of(cell) if gate in state.cruisers)
    return tuple(dict.fromkeys(there))


def patrolled_against(state: State, player: PlayerId, cell: str) -> tuple[PlayerId, ...]:
    """Enemies of the player who patrol the card."""
    return tuple(p for p in patrollers(state, cell) if enemies(state, p, player))


def enemy_on(state: State, player: PlayerId, gate: str) -> PlayerId | None:
    """The enemy whose cruisers are on a gate."""
    fleet = state.cruisers.get(gate)
    return fleet.player if fleet and enemies(state, fleet.player, player) else None


def enemy_transports(state: State, player: PlayerId, cell: str) -> tuple[PlayerId, ...]:
    """Enemies with transports on a card, in seat order."""
    there = state.transports.get(cell, {})
    return tuple(seat for seat in state.seats if there.get(seat) and enemies(state, seat, player))


def places_of(state: State, player: PlayerId) -> Iterator[tuple[str, int]]:
    """Places where a player has ships, and how many: cards, then gates, in the map's order."""
    for cell in CELLS:
        if count := state.transports.get(cell, {}).get(player, 0):
            yield cell, count
    for gate, fleet in state.cruisers.items():
        if fleet.player == player:
            yield gate, fleet.ships


def attackers(state: State, player: PlayerId) -> int:
    """Cruisers of a player that have moved onto an enemy's gate and not yet fought."""
    waiting = 0
    for frame in state.stack:
        if frame.player == player:
            if isinstance(frame, Command):
                waiting += sum(attack(each).ships for each in frame.attacks)
            elif isinstance(frame, Battle):
                waiting += frame.ships
    return waiting


def on_map(state: State, player: PlayerId) -> int:
    """Ships of a player on the map."""
    return sum(count for _, count in places_of(state, player)) + attackers(state, player)


def supply(state: State, player: PlayerId) -> int:
    """Ships that can still be built."""
    return DATA.ships_per_colour - on_map(state, player)


def gems(state: State, player: PlayerId, colour: str) -> int:
    """Gems of a colour on a player's minerals."""
    cards = (CARDS[card] for card in state.players[player].minerals)
    return sum(card.size for card in cards if card.colour == colour)


def boost(state: State, player: PlayerId, card: str, arrived: int = 0) -> int:
    """What is added to the boxed number: a half of the gems and the transports that moved in."""
    colour = DOES[card].colour
    return (gems(state, player, colour) + arrived) // 2 if colour else 0


def in_sight(state: State) -> Iterator[tuple[str, ...]]:
    """All cards that everybody has seen and that are not back in the deck."""
    yield tuple(state.map.values())
    yield from state.impulses
    yield state.discards
    yield state.using
    for player in state.players.values():
        yield player.known
        yield player.techs
        yield player.minerals
        yield player.plan
    for frame in state.stack:
        yield cards_in(frame)


def unseen(state: State, card: str) -> int:
    """Copies of a card that may be in the deck, in a hand or face-down on the map."""
    return CARDS[card].copies - sum(seen.count(card) for seen in in_sight(state))


def holds(state: State, player: PlayerId, card: str) -> bool:
    """Whether a player may have the card in hand."""
    having = state.players[player]
    return card in having.known or (having.hidden > 0 and unseen(state, card) > 0)


def may_hold(state: State, player: PlayerId) -> tuple[str, ...]:
    """Cards that a player may have in hand."""
    having = state.players[player]
    if not having.hidden:
        return tuple(dict.fromkeys(having.known))
    hidden = set(unseen_cards(state))
    return tuple(card for card in CARDS if card in hidden or card in having.known)


def unseen_cards(state: State) -> tuple[str, ...]:
    """Cards of which a copy may be in the deck, in a hand or face-down on the map."""
    seen = Counter(chain.from_iterable(in_sight(state)))
    return tuple(card for card, printed in CARDS.items() if seen[card] < printed.copies)


def can_be_dealt(state: State) -> bool:
    """Whether a card can be had from the deck, perhaps after everybody gave some for a new one."""
    return bool(
        state.deck
        or state.discards
        or state.buried
        or any(player.hand for player in state.players.values())
    )


def backed(state: State, player: PlayerId, card: str) -> bool:
    """Whether a reinforcement counts: a card of its colour and size in Impulse, Plan or techs."""
    having = state.players[player]
    plan = having.plan if state.options.new_plan == "matches" or not _uses(state, player) else ()
    used = state.using if _uses(state, player) else ()
    row = state.impulses[team_of(state, player)]
    sort = CARDS[card].colour, CARDS[card].size
    shown = (DOES[each] for each in (*row, *plan, *used, *having.techs))
    return any((each.colour, each.size) == sort for each in shown)


def _uses(state: State, player: PlayerId) -> bool:
    return player == state.turn and state.phase is Phase.USING


def last_impulse(state: State) -> str | None:
    """The newest card of the Impulse."""
    return state.impulse[-1] if state.impulse else None


def colour_at(state: State, cell: str) -> str:
    """The colour of a map card that lies open; the Core has none."""
    card = CARDS.get(state.map.get(cell, FACE_DOWN))
    return card.colour if card else ""


def top(state: State) -> Frame | None:
    """What is being done now."""
    return state.stack[-1] if state.stack else None


def touches_core(gate: str) -> bool:
    """Whether a gate is one of the Core's."""
    return CORE in cards_of(gate)


def in_play(state: State) -> tuple[PlayerId, ...]:
    """Players who are not eliminated, in seat order."""
    return tuple(seat for seat, player in state.players.items() if not player.out)

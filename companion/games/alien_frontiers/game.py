"""Alien Frontiers."""

from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files

from companion.core.expected import Expected
from companion.core.ids import AreaId, GameId, PlayerId
from companion.core.layout_file import read_layout
from companion.core.phrases import phrase
from companion.core.pieces import Piece
from companion.games.alien_frontiers import (
    attempt,
    enforce,
    evolve,
    expected,
    judging,
    legal,
    notation,
    position,
    saying,
    scoring,
    state_text,
    view,
)
from companion.games.alien_frontiers.actions import Action, Reroll, Roll
from companion.games.alien_frontiers.data import (
    BAY,
    DATA,
    TERRITORIES,
    TRACKS,
    Seats,
    colonies_each,
)
from companion.games.alien_frontiers.dues import Thrown
from companion.games.alien_frontiers.events import EVENT_TYPES, Event, ResourcesSet
from companion.games.alien_frontiers.options import OPTIONS, Options
from companion.games.alien_frontiers.state import (
    DOCKS,
    Player,
    Resource,
    Ship,
    State,
    Track,
    rolls_relic,
)
from companion.games.alien_frontiers.triggers import TRIGGERS
from companion.rules.errors import SetupError
from companion.rules.game import Chance, GameInfo, Pending, Setup
from companion.rules.ruling import Ruling
from companion.rules.score import Outcome, ScoreSheet
from companion.rules.view import ActionView, View, kind_of

INFO = GameInfo(
    GameId("alien_frontiers"),
    phrase(DATA.title),
    "2",
    DATA.colours,
    min_players=2,
    max_players=4,
    options=OPTIONS,
    neutral_colours=(DATA.covering_colour, DATA.relic_colour),
)


class AlienFrontiers:
    """The rules with their words; what each method promises stands in `Game`."""

    info = INFO
    layout = read_layout(files(__package__).joinpath("layout.toml").read_text(encoding="utf-8"))
    triggers = TRIGGERS
    event_types = EVENT_TYPES

    def setup(self, setup: Setup) -> State:
        """The first position: three ships each in the Maintenance Bay, spare dice on ports.

        The cards of the display are dealt first, then one to each player.
        """
        seats = DATA.players.get(str(len(setup.players)))
        if seats is None:
            raise SetupError(f"{INFO.title} is for 2 to 4 players, got {len(setup.players)}")
        deals = ("display",) * DATA.display_size + setup.players
        return State(
            options := _options(setup),
            {player: _start(setup, seats, seat) for seat, player in enumerate(setup.players)},
            {area: _first_ships(setup, seats, area) for area in DOCKS},
            dict.fromkeys(TRACKS, Track()),
            dict.fromkeys(TERRITORIES, ()),
            dict.fromkeys(TERRITORIES),
            setup.players[0],
            deals=deals if options.tech == "full" else (),
        )

    def judge(self, state: State, action: Action) -> Ruling[Event]:
        """See `Game.judge`."""
        return judging.judge(state, action)

    def enforce(self, state: State, action: Action) -> tuple[Event, ...] | None:
        """See `Game.enforce`."""
        return enforce.enforce(state, action)

    def adjust(self, state: State, player: PlayerId, quantity: str, amount: int) -> Event | None:
        """Fuel and ore can be set by hand."""
        known = {resource.value: resource for resource in Resource}
        if player not in state.players or quantity not in known or amount < 0:
            return None
        return ResourcesSet(player, known[quantity], amount)

    def evolve(self, state: State, event: Event) -> State:
        """See `Game.evolve`."""
        return evolve.evolve(state, event)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """See `Game.legal_actions`."""
        return legal.legal_actions(state)

    def pending(self, state: State) -> Pending[Action] | None:
        """See `Game.pending`."""
        return legal.pending(state)

    def chance(self, state: State) -> Chance | None:
        """See `Game.chance`."""
        return legal.chance(state)

    def chance_action(self, state: State, faces: Sequence[int]) -> Action:
        """The roll of the player whose turn it is; the Relic Ship's face is the last."""
        if isinstance(state.due, Thrown):
            return Reroll(state.due.player, tuple(faces), state.due.relic and bool(faces))
        relic = rolls_relic(state, state.turn) and bool(faces)
        return Roll(state.turn, tuple(faces), relic)

    def attempt(self, state: State, area: AreaId, added: tuple[Piece, ...]) -> Action | None:
        """See `Game.attempt`."""
        return attempt.attempt(state, area, added)

    def scores(self, state: State) -> tuple[ScoreSheet, ...]:
        """See `Game.scores`."""
        return scoring.scores(state)

    def outcome(self, state: State) -> Outcome | None:
        """See `Game.outcome`."""
        return scoring.outcome(state)

    def expected(self, state: State) -> Expected:
        """See `Game.expected`."""
        return expected.expected(state)

    def view(self, state: State, seat: PlayerId | None) -> View:
        """Nothing is hidden, so each seat sees the same."""
        del seat
        return view.view(state, self.layout)

    def action_view(self, state: State, action: Action) -> ActionView:
        """See `Game.action_view`."""
        shown = view.action_view(state, action, self.layout)
        return replace(shown, kind=kind_of(shown.text))

    def player_of(self, action: Action) -> PlayerId:
        """See `Game.player_of`."""
        return action.player

    def say(self, event: Event) -> str:
        """See `Game.say`."""
        return saying.say(event)

    def write_action(self, action: Action) -> str:
        """See `Game.write_action`."""
        return notation.write_action(action)

    def read_action(self, text: str) -> Action:
        """See `Game.read_action`."""
        return notation.read_action(text)

    def write_state(self, state: State) -> str:
        """See `Game.write_state`."""
        return state_text.write_state(state)

    def read_state(self, text: str) -> State:
        """See `Game.read_state`."""
        return position.read_state(text)


def _options(setup: Setup) -> Options:
    known = {option.name for option in OPTIONS}
    if unknown := [name for name in setup.options if name not in known]:
        raise SetupError(f"{INFO.title} has no option {unknown[0]!r}; it has {sorted(known)}")
    return Options(**setup.options)


def _start(setup: Setup, seats: Seats, seat: int) -> Player:
    fuel, ore = seats.start[seat]
    colonies = colonies_each(len(setup.players), setup.options.get("variant", "normal"))
    return Player(fuel, ore, DATA.ships_per_colour - DATA.ships_at_start, colonies)


def _first_ships(setup: Setup, seats: Seats, area: AreaId) -> tuple[Ship, ...]:
    if area == BAY:
        return tuple(
            Ship(p, None) for p in sorted(setup.players) for _ in range(DATA.ships_at_start)
        )
    return (Ship(DATA.covering_colour, DATA.covering_face),) * seats.covering.get(area, 0)


GAME = AlienFrontiers()

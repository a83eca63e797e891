"""Impulse."""

from collections.abc import Mapping, Sequence
from importlib.resources import files

from companion.core.expected import Expected
from companion.core.ids import AreaId, GameId, PlayerId
from companion.core.layout_file import read_layout
from companion.core.phrases import phrase
from companion.core.pieces import Piece
from companion.games.impulse import (
    attempt,
    card_words,
    enforce,
    evolve,
    expected,
    judging,
    legal,
    notation,
    position,
    scoring,
    state_text,
    view,
)
from companion.games.impulse.actions import Action
from companion.games.impulse.data import CARDS, CELLS, CORE, DATA
from companion.games.impulse.events import EVENT_TYPES, Event, HandSet, ScoreSet
from companion.games.impulse.following import TRIGGERS
from companion.games.impulse.options import OPTIONS, Options
from companion.games.impulse.saying import say
from companion.games.impulse.state import FACE_DOWN, NO_CARD, Player, State, team_count
from companion.rules.errors import SetupError
from companion.rules.game import Chance, Game, GameInfo, Pending, Setup
from companion.rules.ruling import Ruling
from companion.rules.score import Outcome, ScoreSheet
from companion.rules.view import ActionView, View

INFO = GameInfo(
    GameId("impulse"),
    phrase(DATA.title),
    "1",
    DATA.colours,
    min_players=2,
    max_players=6,
    options=OPTIONS,
    note=phrase(
        "All rules are here. On our mat the camera reads ships, points, and the cards that you"
        " taught it: on the map, in the Impulse, techs, and the uppermost of a Plan, of minerals"
        " and of the discards. It was tried on simulated pictures only, where it leaves many places"
        " in doubt: expect to say often on the phone what happened. Hands and battles are always"
        " said there."
    ),
)


class Impulse:
    """The rules with their words; what each method promises stands in `Game`."""

    info = INFO
    layout = read_layout(files(__package__).joinpath("layout.toml").read_text(encoding="utf-8"))
    triggers = TRIGGERS
    event_types = EVENT_TYPES

    def setup(self, setup: Setup) -> State:
        """Everybody holds five cards and the home card; races and home cards come first."""
        homes = DATA.homes.get(str(len(setup.players)))
        if homes is None:
            raise SetupError(f"{INFO.title} is for 2 to 6 players, got {len(setup.players)}")
        options = _options(setup)
        hand = DATA.first_hand + 1
        players = {
            player: Player(home, hand) for player, home in zip(setup.players, homes, strict=True)
        }
        cells = {cell: NO_CARD if cell in homes else FACE_DOWN for cell in CELLS if cell != CORE}
        down = sum(card == FACE_DOWN for card in cells.values())
        deck = sum(card.copies for card in CARDS.values()) - hand * len(players) - down
        sides = team_count(options, len(players))
        rows = sides if sides < len(players) else 1
        return State(options, players, cells, deck, setup.players[0], ((),) * rows)

    def faces(self, kind: str) -> Mapping[str, str]:
        """Every action card with what people call it; see `Carded`."""
        del kind  # there is one
        return {name: card_words.full(name) for name in CARDS}

    def judge(self, state: State, action: Action) -> Ruling[Event]:
        """See `Game.judge`."""
        return judging.judge(state, action)

    def enforce(self, state: State, action: Action) -> tuple[Event, ...] | None:
        """See `Game.enforce`."""
        return enforce.enforce(state, action)

    def adjust(self, state: State, player: PlayerId, quantity: str, amount: int) -> Event | None:
        """Points and cards in hand can be set by hand; one card at least stays in the deck."""
        having = state.players.get(player)
        if having is None or amount < 0:
            return None
        if quantity == "score":
            return ScoreSet(player, amount)
        more = amount - having.hand
        if quantity == "hand" and not having.out and (more <= 0 or more < state.deck):
            return HandSet(player, amount)
        return None

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
        """There are no dice; what comes off the deck is a choice for the table."""
        del state
        return None

    def chance_action(self, state: State, faces: Sequence[int]) -> Action:
        """There are no dice."""
        del state
        raise ValueError(f"no roll is due, got {faces}")

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
        """Nothing hidden is held, so each seat sees the same."""
        del seat
        return view.view(state)

    def action_view(self, state: State, action: Action) -> ActionView:
        """See `Game.action_view`."""
        return view.action_view(state, action)

    def player_of(self, action: Action) -> PlayerId:
        """See `Game.player_of`."""
        return action.player

    def say(self, event: Event) -> str:
        """See `Game.say`."""
        return say(event)

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


GAME: Game[State, Action, Event] = Impulse()

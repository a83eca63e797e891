"""Dice: rolls of any game."""

from collections.abc import Sequence

from companion.core.expected import Expected
from companion.core.ids import AreaId, GameId, PlayerId
from companion.core.layout import NO_BOARD
from companion.core.phrases import phrase, who
from companion.core.pieces import Piece
from companion.games.dice import notation, rules
from companion.games.dice import view as words
from companion.games.dice.state import (
    Action,
    Event,
    Pass,
    Roll,
    Rolled,
    State,
    TakeTurn,
    TurnPassed,
)
from companion.rules.errors import SetupError
from companion.rules.game import Chance, Game, GameInfo, Pending, Setup, option
from companion.rules.ruling import Ruling
from companion.rules.score import Outcome, ScoreSheet
from companion.rules.view import ActionView, View, kind_of

TURNS = option(
    "turns",
    phrase("When does the turn pass?"),
    by_hand=phrase("When somebody says so"),
    each_roll=phrase("After each roll"),
)


class Dice:
    """Any number of dice, any number of rolls, no end and no points."""

    info = GameInfo(
        id=GameId("dice"),
        title=phrase("Dice|the game"),
        rules_version="1",
        colours=("red", "blue", "green", "yellow", "orange", "purple", "white", "black"),
        min_players=1,
        max_players=8,
        options=(TURNS,),
        scored=False,
    )
    layout = NO_BOARD
    triggers = rules.TRIGGERS
    event_types: tuple[type[Event], ...] = (Rolled, TurnPassed)

    def setup(self, setup: Setup) -> State:
        """Nobody has rolled yet; the first seat is to roll."""
        unknown = [player for player in setup.players if player not in self.info.colours]
        if unknown or not setup.players:
            raise SetupError(f"players are 1 to 8 of {', '.join(self.info.colours)}")
        return State(setup.players, setup.options.get("turns", "by_hand"), setup.players[0])

    def judge(self, state: State, action: Action) -> Ruling[Event]:
        """The events of a legal action, or every rule it breaks."""
        return rules.judge(state, action)

    def enforce(self, state: State, action: Action) -> tuple[Event, ...] | None:
        """A roll out of turn can be insisted on."""
        return rules.enforce(state, action)

    def adjust(self, state: State, player: PlayerId, quantity: str, amount: int) -> Event | None:
        """Counts follow from the rolls: there is no number to set."""
        del state, player, quantity, amount
        return None

    def evolve(self, state: State, event: Event) -> State:
        """The next position."""
        return rules.evolve(state, event)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Everything but rolling."""
        return rules.legal_actions(state)

    def attempt(self, state: State, area: AreaId, added: tuple[Piece, ...]) -> Action | None:
        """There is no board to put anything on."""
        del state, area, added
        return None

    def pending(self, state: State) -> Pending[Action] | None:
        """Nobody ever has to choose."""
        del state
        return None

    def chance(self, state: State) -> Chance | None:
        """Any number of dice may be rolled at any time."""
        return Chance(state.turn, None, phrase("{who}: roll", who=who(state.turn)))

    def chance_action(self, state: State, faces: Sequence[int]) -> Action:
        """A roll by whoever is to roll."""
        return Roll(state.turn, tuple(faces))

    def scores(self, state: State) -> tuple[ScoreSheet, ...]:
        """There are no points."""
        return tuple(ScoreSheet(player) for player in state.players)

    def outcome(self, state: State) -> Outcome | None:
        """It never ends by itself."""
        del state
        return None

    def expected(self, state: State) -> Expected:
        """There is no board."""
        del state
        return {}

    def view(self, state: State, seat: PlayerId | None) -> View:
        """The same for every seat."""
        del seat
        return words.view(state)

    def action_view(self, state: State, action: Action) -> ActionView:
        """A button."""
        del state
        text = notation.write_action(action)
        match action:
            case Roll(_, faces):
                return ActionView(
                    text, phrase("Roll {faces}", faces=" ".join(map(str, faces))), faces
                )
            case Pass():
                return ActionView(text, phrase("Pass the dice on"), kind=kind_of(text))
            case TakeTurn(player):
                return ActionView(
                    text, phrase("{who} rolls next", who=who(player)), kind=kind_of(text)
                )

    def player_of(self, action: Action) -> PlayerId:
        """Who attempts it."""
        return action.player

    def say(self, event: Event) -> str:
        """An event as a sentence."""
        return words.say(event)

    def write_action(self, action: Action) -> str:
        """One line: `red: roll 3 5 5`."""
        return notation.write_action(action)

    def read_action(self, text: str) -> Action:
        """Raises `NotationError`."""
        return notation.read_action(text)

    def write_state(self, state: State) -> str:
        """One line: `red,blue by_hand red | red 3 5 5`."""
        return notation.write_state(state)

    def read_state(self, text: str) -> State:
        """Raises `NotationError`."""
        return notation.read_state(text)


GAME: Game[State, Action, Event] = Dice()

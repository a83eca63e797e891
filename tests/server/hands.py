"""A game with hands: cards drawn in secret, played for everybody to see; dice under a cup."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.core.expected import Expected
from companion.core.ids import AreaId, GameId, PlayerId
from companion.core.layout import NO_BOARD, Layout
from companion.core.pieces import Piece
from companion.rules.errors import NotationError
from companion.rules.game import Chance, GameInfo, Pending, Setup, Trigger
from companion.rules.ruling import Accepted, Rejected, Ruling, Violation
from companion.rules.score import Outcome, ScoreLine, ScoreSheet
from companion.rules.view import ActionView, Panel, Quantity, View

MOST = 3
"""Who holds more must throw one away before anything else."""


@dataclass(frozen=True, slots=True)
class Draw:
    player: PlayerId
    drawn: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Play:
    player: PlayerId
    card: str


@dataclass(frozen=True, slots=True)
class Bury:
    player: PlayerId
    card: str


@dataclass(frozen=True, slots=True)
class Cup:
    player: PlayerId
    faces: tuple[int, ...]


Action = Draw | Play | Bury | Cup


@dataclass(frozen=True, slots=True)
class Drawn:
    player: PlayerId
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Played:
    player: PlayerId
    card: str


@dataclass(frozen=True, slots=True)
class Buried:
    player: PlayerId
    card: str


@dataclass(frozen=True, slots=True)
class Cupped:
    player: PlayerId
    faces: tuple[int, ...]


Event = Drawn | Played | Buried | Cupped


@dataclass(frozen=True, slots=True)
class State:
    hands: Mapping[PlayerId, tuple[str, ...]]
    cups: Mapping[PlayerId, tuple[int, ...]]
    shown: tuple[str, ...] = ()
    over: bool = False


class Hands:
    """Everybody may act at any time; who plays `last` ends the game."""

    info = GameInfo(GameId("hands"), "Hands", "1", ("red", "blue", "green"), 2, 3)
    layout: Layout = NO_BOARD
    triggers: tuple[Trigger[State, Event], ...] = ()
    event_types: tuple[type[Event], ...] = (Drawn, Played, Buried, Cupped)

    def setup(self, setup: Setup) -> State:
        return State(dict.fromkeys(setup.players, ()), dict.fromkeys(setup.players, ()))

    def judge(self, state: State, action: Action) -> Ruling[Event]:
        match action:
            case Draw(player, drawn):
                return Accepted((Drawn(player, drawn),))
            case Cup(player, faces):
                return Accepted((Cupped(player, faces),))
            case Play(player, card) | Bury(player, card) if card not in state.hands[player]:
                held = ", ".join(state.hands[player])
                words = f"You hold {held}, no {card}."
                return Rejected((Violation("hands.not_held", words, "2.1"),))
            case Play(player, card):
                return Accepted((Played(player, card),))
            case Bury(player, card):
                return Accepted((Buried(player, card),))

    def enforce(self, state: State, action: Action) -> tuple[Event, ...] | None:
        return None

    def adjust(self, state: State, player: PlayerId, quantity: str, amount: int) -> Event | None:
        return None

    def evolve(self, state: State, event: Event) -> State:
        held = state.hands[event.player]
        match event:
            case Drawn(player, cards):
                return replace(state, hands={**state.hands, player: (*held, *cards)})
            case Cupped(player, faces):
                return replace(state, cups={**state.cups, player: faces})
            case Played(player, card):
                left = tuple(one for one in held if one != card)
                shown = (*state.shown, card)
                over = card == "last"
                return replace(state, hands={**state.hands, player: left}, shown=shown, over=over)
            case Buried(player, card):
                left = tuple(one for one in held if one != card)
                return replace(state, hands={**state.hands, player: left})

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        pending = self.pending(state)
        if pending is not None:
            return pending.choices
        return tuple(Play(p, card) for p, hand in state.hands.items() for card in hand)

    def pending(self, state: State) -> Pending[Action] | None:
        for player, hand in state.hands.items():
            if len(hand) > MOST:
                choices = tuple(Bury(player, card) for card in hand)
                return Pending(player, "bury", f"Bury one of {', '.join(hand)}.", choices)
        return None

    def chance(self, state: State) -> Chance | None:
        return None

    def chance_action(self, state: State, faces: Sequence[int]) -> Action:
        return Cup(next(iter(state.cups)), tuple(faces))

    def attempt(self, state: State, area: AreaId, added: tuple[Piece, ...]) -> Action | None:
        return None

    def scores(self, state: State) -> tuple[ScoreSheet, ...]:
        lines = (ScoreLine(len(state.shown), "cards on the table"),)
        return tuple(ScoreSheet(player, lines) for player in state.hands)

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(dict.fromkeys(state.hands, 1), "All is played.") if state.over else None

    def expected(self, state: State) -> Expected:
        return {}

    def view(self, state: State, seat: PlayerId | None) -> View:
        panels = tuple(
            Panel(
                player,
                (Quantity("cards", "Cards", len(hand)),),
                (),
                f"cup: {state.cups[player]}" if player == seat else "",
                hand if player == seat else (),
            )
            for player, hand in state.hands.items()
        )
        return View("Play a card.", None, (), panels)

    def action_view(self, state: State, action: Action) -> ActionView:
        return ActionView(self.write_action(action), self.write_action(action))

    def player_of(self, action: Action) -> PlayerId:
        return action.player

    def say(self, event: Event) -> str:
        match event:
            case Drawn(player, cards):
                return f"{player} draws {' '.join(cards)}."
            case Played(player, card):
                return f"{player} plays {card}."
            case Buried(player, card):
                return f"{player} buries {card}."
            case Cupped(player, faces):
                return f"{player} rolls {faces} under the cup."

    def secret_of(self, event: object) -> PlayerId | None:
        return event.player if isinstance(event, Drawn | Buried | Cupped) else None

    def say_to_others(self, event: object) -> str:
        assert isinstance(event, Drawn | Buried | Cupped)
        return f"{event.player} does something in secret."

    def write_action(self, action: Action) -> str:
        match action:
            case Draw(player, drawn):
                return f"{player}: draw {' '.join(drawn)}"
            case Cup(player, faces):
                return f"{player}: cup {' '.join(map(str, faces))}"
            case Play(player, card):
                return f"{player}: play {card}"
            case Bury(player, card):
                return f"{player}: bury {card}"

    def read_action(self, text: str) -> Action:
        who, _, what = text.partition(": ")
        player = PlayerId(who)
        match what.split():
            case ["draw", *cards]:
                return Draw(player, tuple(cards))
            case ["cup", *faces]:
                return Cup(player, tuple(map(int, faces)))
            case ["play", card]:
                return Play(player, card)
            case ["bury", card]:
                return Bury(player, card)
        raise NotationError(f"no action: {text!r}")

    def write_state(self, state: State) -> str:
        raise NotImplementedError

    def read_state(self, text: str) -> State:
        raise NotImplementedError

"""The well: roll for water, drink it for points, first to ten. Small, with a bit of everything.

A six asks for a choice (`pick`), drinking the last drop triggers a chain (`Dried`, then
`Consoled`), amounts can be set by hand, and drinking too much can be insisted on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from companion.core.expected import Expected
from companion.core.ids import AreaId, GameId, PlayerId
from companion.core.layout import NO_BOARD
from companion.core.pieces import Piece
from companion.rules.errors import NotationError
from companion.rules.game import Chance, Game, GameInfo, Pending, Setup, Trigger
from companion.rules.ruling import Accepted, Notice, Rejected, Ruling, Violation
from companion.rules.score import Outcome, ScoreLine, ScoreSheet, places
from companion.rules.view import ActionView, Panel, Quantity, View


@dataclass(frozen=True, slots=True)
class Rolled:
    player: PlayerId
    face: int


@dataclass(frozen=True, slots=True)
class Picked:
    player: PlayerId
    what: str


@dataclass(frozen=True, slots=True)
class Drunk:
    player: PlayerId
    amount: int


@dataclass(frozen=True, slots=True)
class Dried:
    player: PlayerId


@dataclass(frozen=True, slots=True)
class Consoled:
    player: PlayerId


@dataclass(frozen=True, slots=True)
class Ended:
    player: PlayerId


@dataclass(frozen=True, slots=True)
class Set:
    player: PlayerId
    water: int


Event: TypeAlias = Rolled | Picked | Drunk | Dried | Consoled | Ended | Set


@dataclass(frozen=True, slots=True)
class Action:
    player: PlayerId
    verb: str
    what: str = ""


@dataclass(frozen=True, slots=True)
class Drinker:
    player: PlayerId
    water: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True)
class State:
    drinkers: tuple[Drinker, ...]
    turn: PlayerId
    rolled: int | None = None
    picking: bool = False
    marks: Mapping[str, int] | None = None

    def of(self, player: PlayerId) -> Drinker:
        return next(drinker for drinker in self.drinkers if drinker.player == player)

    def with_drinker(self, new: Drinker) -> "State":
        return replace(
            self,
            drinkers=tuple(new if old.player == new.player else old for old in self.drinkers),
        )

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return tuple(drinker.player for drinker in self.drinkers)


def _dries(state: State, event: Event) -> Sequence[Event]:
    return (Dried(event.player),) if state.of(event.player).water <= 0 else ()


def _consoles(state: State, event: Event) -> Sequence[Event]:
    return tuple(Consoled(player) for player in state.players if player != event.player)


class Well:
    info = GameInfo(
        id=GameId("well"),
        title="The well",
        rules_version="1",
        colours=("red", "blue", "green"),
        min_players=2,
        max_players=3,
    )
    layout = NO_BOARD
    triggers: tuple[Trigger[State, Event], ...] = (
        Trigger("the last drop", Drunk, _dries),
        Trigger("others are consoled", Dried, _consoles),
    )
    event_types: tuple[type[Event], ...] = (Rolled, Picked, Drunk, Dried, Consoled, Ended, Set)

    def setup(self, setup: Setup) -> State:
        return State(tuple(Drinker(player) for player in setup.players), setup.players[0])

    def judge(self, state: State, action: Action) -> Ruling[Event]:
        broken: list[Violation] = []
        if self.outcome(state):
            broken.append(Violation("game.over", "the game is over", "The well"))
        if action.player != state.turn:
            broken.append(Violation("turn.not_yours", f"{state.turn} is to play", "The well"))
        if state.picking != (action.verb == "pick"):
            broken.append(Violation("pick.first", "a six asks for a choice", "The well"))
        if (state.rolled is None) != (action.verb == "roll"):
            broken.append(Violation("roll.once", "roll first, and once", "The well"))
        too_much = action.verb == "drink" and int(action.what) > self._water(state, action.player)
        if too_much:
            broken.append(Violation("drink.too_much", "not so much water", "The well", ("water",)))
        if action.verb == "roll" and not 1 <= int(action.what) <= 6:
            broken.append(Violation("roll.face", "a die shows 1 to 6", "The well"))
        if broken:
            return Rejected(tuple(broken))
        events = self._events(action)
        dry = action.verb == "drink" and int(action.what) == self._water(state, action.player)
        return Accepted(events, (Notice("drink.last", "the last drop"),) if dry else ())

    def _water(self, state: State, player: PlayerId) -> int:
        return state.of(player).water if player in state.players else 0

    def _events(self, action: Action) -> tuple[Event, ...]:
        match action.verb:
            case "roll":
                return (Rolled(action.player, int(action.what)),)
            case "pick":
                return (Picked(action.player, action.what),)
            case "drink":
                return (Drunk(action.player, int(action.what)),)
        return (Ended(action.player),)

    def enforce(self, state: State, action: Action) -> tuple[Event, ...] | None:
        if action.player not in state.players:
            return None
        if action.verb == "pick" and state.rolled != 6:
            return None
        if action.verb == "roll" and not 1 <= int(action.what) <= 6:
            return None
        return self._events(action)

    def adjust(self, state: State, player: PlayerId, quantity: str, amount: int) -> Event | None:
        if quantity != "water" or player not in state.players or amount < 0:
            return None
        return Set(player, amount)

    def evolve(self, state: State, event: Event) -> State:
        drinker = state.of(event.player)
        match event:
            case Rolled(_, face):
                filled = state.with_drinker(replace(drinker, water=drinker.water + face))
                return replace(filled, rolled=face, picking=face == 6)
            case Picked(_, what):
                gained = 1 if what == "point" else 0
                new = replace(drinker, points=drinker.points + gained)
                return replace(state.with_drinker(new), picking=False)
            case Drunk(_, amount):
                left = max(0, drinker.water - amount)
                return state.with_drinker(Drinker(event.player, left, drinker.points + amount))
            case Dried():
                return state
            case Consoled():
                return state.with_drinker(replace(drinker, water=drinker.water + 1))
            case Ended(player):
                seats = state.players
                following = seats[(seats.index(player) + 1) % len(seats)]
                return replace(state, turn=following, rolled=None, picking=False)
            case Set(_, water):
                return state.with_drinker(replace(drinker, water=water))

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        if self.outcome(state) or state.rolled is None:
            return ()
        if state.picking:
            return tuple(Action(state.turn, "pick", what) for what in ("point", "nothing"))
        most = min(3, state.of(state.turn).water)
        drinks = (Action(state.turn, "drink", str(amount)) for amount in range(1, most + 1))
        return (*drinks, Action(state.turn, "end"))

    def attempt(self, state: State, area: AreaId, added: tuple[Piece, ...]) -> Action | None:
        return None

    def pending(self, state: State) -> Pending[Action] | None:
        if not state.picking:
            return None
        return Pending(state.turn, "pick", "A six: pick", self.legal_actions(state))

    def chance(self, state: State) -> Chance | None:
        if self.outcome(state) or state.rolled is not None:
            return None
        return Chance(state.turn, (None,), "Roll")

    def chance_action(self, state: State, faces: Sequence[int]) -> Action:
        face = faces[0] if len(faces) == 1 else 0  # which no die shows
        return Action(state.turn, "roll", str(face))

    def scores(self, state: State) -> tuple[ScoreSheet, ...]:
        return tuple(
            ScoreSheet(drinker.player, (ScoreLine(drinker.points, "Water drunk"),))
            for drinker in state.drinkers
        )

    def outcome(self, state: State) -> Outcome | None:
        if max(drinker.points for drinker in state.drinkers) < 10:
            return None
        keys = {drinker.player: (drinker.points,) for drinker in state.drinkers}
        return Outcome(places(keys), "ten points")

    def expected(self, state: State) -> Expected:
        return {}

    def view(self, state: State, seat: PlayerId | None) -> View:
        panels = tuple(
            Panel(drinker.player, (Quantity("water", "Water", drinker.water),), ())
            for drinker in state.drinkers
        )
        return View(f"{state.turn} plays", state.turn, (), panels)

    def action_view(self, state: State, action: Action) -> ActionView:
        return ActionView(self.write_action(action), action.verb)

    def player_of(self, action: Action) -> PlayerId:
        return action.player

    def say(self, event: Event) -> str:
        return f"{event}"

    def write_action(self, action: Action) -> str:
        return f"{action.player}: {action.verb} {action.what}".rstrip()

    def read_action(self, text: str) -> Action:
        who, _, rest = text.partition(":")
        match rest.split():
            case ["roll" | "drink" as verb, number] if number.isdecimal():
                return Action(PlayerId(who.strip()), verb, number)
            case ["pick", "point" | "nothing" as what]:
                return Action(PlayerId(who.strip()), "pick", what)
            case ["end"]:
                return Action(PlayerId(who.strip()), "end")
        raise NotationError(f"expected `red: drink 2`, got {text!r}")

    def write_state(self, state: State) -> str:
        rolled = "-" if state.rolled is None else str(state.rolled)
        picking = "pick" if state.picking else "play"
        drinkers = (f"{each.player}={each.water}/{each.points}" for each in state.drinkers)
        return " ".join((state.turn, rolled, picking, *drinkers))

    def read_state(self, text: str) -> State:
        match text.split():
            case [turn, rolled, "pick" | "play" as picking, *drinkers]:
                number = None if rolled == "-" else int(rolled)
                read = tuple(self._read_drinker(drinker) for drinker in drinkers)
                return State(read, PlayerId(turn), number, picking == "pick")
        raise NotationError(f"expected `red - play red=0/0 blue=0/0`, got {text!r}")

    def _read_drinker(self, text: str) -> Drinker:
        player, _, numbers = text.partition("=")
        water, _, points = numbers.partition("/")
        return Drinker(PlayerId(player), int(water), int(points))


GAME: Game[State, Action, Event] = Well()

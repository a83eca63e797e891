"""What a game is to the rest of the program."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

from companion.core.expected import Expected
from companion.core.ids import AreaId, GameId, PlayerId
from companion.core.layout import Layout
from companion.core.pieces import Piece
from companion.rules.ruling import Ruling
from companion.rules.score import Outcome, ScoreSheet
from companion.rules.view import ActionView, View

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Option:
    """A named choice of rules: values it may take, the first is the default, and its effect.

    `asks` is the choice as a question to the table, `meanings` what each value means, in the order
    of `values`; people choose by these where they are given.
    """

    name: str
    values: tuple[str, ...]
    effect: str
    asks: str = ""
    meanings: tuple[str, ...] = ()


def option(name: str, asks: str, **meanings: str) -> Option:
    """A choice of rules as a question with its answers, the recommended one first.

    >>> option("turns", "When does the turn pass?", by_hand="By hand", each_roll="Each roll").effect
    'When does the turn pass? by_hand: By hand; each_roll: Each roll'
    """
    effect = "; ".join(f"{value}: {meaning}" for value, meaning in meanings.items())
    return Option(name, tuple(meanings), f"{asks} {effect}", asks, tuple(meanings.values()))


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What is known of a game before anybody sits down.

    `neutral_colours` are those of pieces on the board that are no player's. `note` says in words
    what the program does not do in this game yet. Where it is not `scored` there are no points and
    none are shown.
    """

    id: GameId
    title: str
    rules_version: str
    colours: tuple[str, ...]
    min_players: int
    max_players: int
    options: tuple[Option, ...] = ()
    neutral_colours: tuple[str, ...] = ("grey",)
    note: str = ""
    scored: bool = True


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays, in seat order from the first player, and by which options (all of them)."""

    players: tuple[PlayerId, ...]
    names: Mapping[PlayerId, str]
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Chance:
    """A roll that is due now.

    `dice` are the colours of the dice, one each (`None`: any colour); `dice` itself is `None` when
    any number of dice may be rolled.
    """

    player: PlayerId
    dice: tuple[str | None, ...] | None
    prompt: str


@dataclass(frozen=True, slots=True)
class Pending(Generic[A]):
    """A choice somebody must make before anything else: the legal answers are `choices`.

    Where a game hides something, the others are not told what is asked, unless it is `public`.
    """

    player: PlayerId
    kind: str
    prompt: str
    choices: tuple[A, ...]
    public: bool = False


@dataclass(frozen=True, slots=True)
class Trigger(Generic[S, E]):
    """On an event of type `on`, emit further events (none when the condition does not hold).

    `on` is `None` for any event: what then follows depends on the position alone. `emit` gets the
    state after the event.
    """

    name: str
    on: type[E] | None
    emit: Callable[[S, E], Sequence[E]]


@runtime_checkable
class RollAction(Protocol):
    """What every chance action with dice has: the faces, in the order of `Chance.dice`."""

    @property
    def faces(self) -> tuple[int, ...]:
        """Top faces as rolled."""
        ...


@runtime_checkable
class Draws(Protocol):
    """What an action or event has by which cards are drawn or looked at: a fact, as a roll is."""

    @property
    def drawn(self) -> tuple[str, ...]:
        """What came, `?` for what only one player has seen."""
        ...


@runtime_checkable
class CardAction(Protocol):
    """What every action has that is about one card: its face, as `Piece.face` says it."""

    @property
    def card(self) -> str:
        """The id of the card in the game's data."""
        ...


def card_of(action: object) -> str:
    """The face of the card that an action is about; empty for none, or one known by its number.

    >>> from types import SimpleNamespace
    >>> card_of(SimpleNamespace(card="mine")), card_of(SimpleNamespace(card=4))
    ('mine', '')
    """
    card: object = action.card if isinstance(action, CardAction) else ""
    return card if isinstance(card, str) else ""


@runtime_checkable
class Secretive(Protocol):
    """What a game has besides when it keeps something from the others: hands, dice under a cup.

    Its `view` then differs from seat to seat; `scores`, `expected` and the words of violations say
    only what everybody may know.
    """

    def secret_of(self, event: object) -> PlayerId | None:
        """Who alone may know what an event says; `None`: everybody may."""
        ...

    def say_to_others(self, event: object) -> str:
        """The same for everybody else: `Red draws a card.`"""
        ...


@runtime_checkable
class Carded(Protocol):
    """What a game has besides when a camera is to tell its cards."""

    def faces(self, kind: str) -> Mapping[str, str]:
        """Every card of a kind by its id, as `Piece.face` has it, with what people call it."""
        ...


class Game(Protocol[S, A, E]):
    """A pure decider with its words. Same input, same answer; no clock, no randomness, no I/O."""

    info: GameInfo
    layout: Layout
    triggers: tuple[Trigger[S, E], ...]
    event_types: tuple[type[E], ...]
    """Every event class, so that the ledger can write and read them."""

    def setup(self, setup: Setup) -> S:
        """The first position. Raises `SetupError`."""
        ...

    def judge(self, state: S, action: A) -> Ruling[E]:
        """Direct events of a legal action, or every rule it breaks. Triggers come later."""
        ...

    def enforce(self, state: S, action: A) -> tuple[E, ...] | None:
        """Events when the table insists on an illegal action; `None` when it cannot be done."""
        ...

    def adjust(self, state: S, player: PlayerId, quantity: str, amount: int) -> E | None:
        """Event that sets a number by hand; `None` when there is no such number to be set so."""
        ...

    def evolve(self, state: S, event: E) -> S:
        """The next position."""
        ...

    def legal_actions(self, state: S) -> tuple[A, ...]:
        """Exactly the non-chance actions that `judge` accepts (answers only, when one is due)."""
        ...

    def pending(self, state: S) -> Pending[A] | None:
        """The choice due now, if any."""
        ...

    def chance(self, state: S) -> Chance | None:
        """The roll due now, if any."""
        ...

    def chance_action(self, state: S, faces: Sequence[int]) -> A:
        """The roll due now, showing `faces` in the order of `Chance.dice`.

        Raises `ValueError` where none is due: a game without dice is never asked.
        """
        ...

    def attempt(self, state: S, area: AreaId, added: tuple[Piece, ...]) -> A | None:
        """What somebody attempts by putting these pieces into an area, legal or not.

        `None` when it is no action of the game. `judge` of it says which rule it breaks.
        """
        ...

    def scores(self, state: S) -> tuple[ScoreSheet, ...]:
        """Standing, in seat order."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Places when the game is over."""
        ...

    def expected(self, state: S) -> Expected:
        """What should lie on the board, by area. Areas left out are not checked."""
        ...

    def view(self, state: S, seat: PlayerId | None) -> View:
        """The position as `seat` may see it (`None`: as everybody may)."""
        ...

    def action_view(self, state: S, action: A) -> ActionView:
        """A button for an action."""
        ...

    def player_of(self, action: A) -> PlayerId:
        """Who attempts it."""
        ...

    def say(self, event: E) -> str:
        """An event as a sentence for the history; empty for one that goes without saying."""
        ...

    def write_action(self, action: A) -> str:
        """One line: `red: dock lunar_mine 4`. Reading it back gives the same action."""
        ...

    def read_action(self, text: str) -> A:
        """Raises `NotationError`."""
        ...

    def write_state(self, state: S) -> str:
        """One line. Reading it back gives the same state."""
        ...

    def read_state(self, text: str) -> S:
        """Raises `NotationError`."""
        ...


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game whose types the caller need not know: what is read from it is only handed back to it."""

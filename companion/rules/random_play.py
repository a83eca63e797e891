"""Games played at random, from a seed, for properties that every game must have."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.ids import PlayerId
from companion.rules.engine import Step, play
from companion.rules.game import AnyGame, Chance, Setup
from companion.rules.registry import make_setup
from companion.rules.ruling import Rejected


@dataclass(frozen=True, slots=True)
class Move:
    """A position, the action taken in it, and where that led."""

    state: object
    action: object
    step: Step[object, object]


def some_setup(game: AnyGame, seed: int) -> Setup:
    """Number of players, seats and options by lot."""
    lot = random.Random(seed)
    count = lot.randint(game.info.min_players, game.info.max_players)
    colours = lot.sample(game.info.colours, count)
    options = {option.name: lot.choice(option.values) for option in game.info.options}
    return make_setup(game.info, {colour: colour.title() for colour in colours}, options)


def some_faces(due: Chance, lot: random.Random) -> tuple[int, ...]:
    """A roll of the dice asked for; of up to three where any number will do."""
    count = lot.randint(1, 3) if due.dice is None else len(due.dice)
    return tuple(lot.randint(1, 6) for _ in range(count))


def some_action(game: AnyGame, state: object, lot: random.Random) -> object | None:
    """A legal action or a roll; `None` when the game is over."""
    actions = list(game.legal_actions(state))
    due = game.chance(state)
    if due is not None:
        actions.append(game.chance_action(state, some_faces(due, lot)))
    return lot.choice(actions) if actions else None


def random_game(game: AnyGame, seed: int, length: int) -> Iterator[Move]:
    """Up to `length` moves of a game set up by lot."""
    yield from random_moves(game, some_setup(game, seed), random.Random(seed), length)


def random_moves(game: AnyGame, setup: Setup, lot: random.Random, length: int) -> Iterator[Move]:
    """Up to `length` moves from the setup on, each by lot from those that are legal."""
    state: object = game.setup(setup)
    for _ in range(length):
        action = some_action(game, state, lot)
        if action is None:
            return
        step = play(game, state, action)
        if isinstance(step, Rejected):
            raise AssertionError(
                f"`{game.write_action(action)}` is offered and breaks {step.codes}"
                f" in {game.write_state(state)}"
            )
        yield Move(state, action, step)
        state = step.state


def seats(game: AnyGame, state: object) -> tuple[PlayerId | None, ...]:
    """Everybody who may look, and nobody in particular."""
    return (None, *(sheet.player for sheet in game.scores(state)))

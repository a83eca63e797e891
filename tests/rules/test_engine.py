"""The engine on a game of four events: what is triggered, in what order, and that it ends."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import pytest

from companion.rules.engine import MAX_TRIGGERED, Fact, carry_out, fold, play
from companion.rules.errors import TriggerLoopError
from companion.rules.game import AnyGame, Trigger
from companion.rules.registry import make_setup
from companion.rules.ruling import Rejected
from tests.rules.toys.well import game as well


@dataclass(frozen=True, slots=True)
class Rang:
    """A bell rang; its name."""

    bell: str


Bells = tuple[str, ...]


class Carillon:
    """Bells that make others ring: all that the engine needs of a game to carry events out."""

    def __init__(self, rings: Mapping[str, str], also: Mapping[str, str]) -> None:
        def first(state: Bells, event: Rang) -> Sequence[Rang]:
            return tuple(Rang(name) for name in rings.get(event.bell, ""))

        def second(state: Bells, event: Rang) -> Sequence[Rang]:
            return tuple(Rang(name) for name in also.get(event.bell, ""))

        self.triggers = (Trigger("first", Rang, first), Trigger("second", Rang, second))

    def evolve(self, state: Bells, event: Rang) -> Bells:
        return (*state, event.bell)


def carillon(also: Mapping[str, str] | None = None, **rings: str) -> AnyGame:
    """`a="bc"`: a makes b and c ring."""
    return cast(AnyGame, Carillon(rings, also or {}))


def rung(game: AnyGame, *bells: str) -> object:
    return carry_out(game, (), [Rang(bell) for bell in bells]).state


def test_what_an_event_triggers_comes_before_the_next_event() -> None:
    assert rung(carillon(a="bc", b="d"), "a", "x") == ("a", "b", "d", "c", "x")


def test_triggers_fire_in_the_order_they_are_declared() -> None:
    assert rung(carillon({"a": "c", "b": "d"}, a="b"), "a") == ("a", "b", "d", "c")


def test_every_fact_knows_its_cause() -> None:
    step = carry_out(carillon(a="bc", b="d"), (), [Rang("a"), Rang("x")])
    assert step.facts == (
        Fact(Rang("a"), None),
        Fact(Rang("b"), 0),
        Fact(Rang("d"), 1),
        Fact(Rang("c"), 0),
        Fact(Rang("x"), None),
    )


def test_facts_fold_without_triggering_again() -> None:
    game = carillon(a="bc", b="d")
    step = carry_out(game, (), [Rang("a")])
    assert fold(game, (), step.facts) == step.state


def test_a_loop_is_an_error_that_names_it() -> None:
    with pytest.raises(TriggerLoopError, match=r"Rang.*-> Rang"):
        rung(carillon(a="b", b="a"), "a")


def test_a_long_chain_that_ends_is_none() -> None:
    assert len(str(rung(carillon(a="b" * (MAX_TRIGGERED - 1)), "a"))) > MAX_TRIGGERED
    with pytest.raises(TriggerLoopError):
        rung(carillon(a="b" * MAX_TRIGGERED), "a")


def test_playing_judges_carries_out_and_passes_notices_on() -> None:
    state = well.GAME.read_state("red 3 play red=3/0 blue=0/0 green=1/0")
    step = play(well.GAME, state, well.GAME.read_action("red: drink 3"))
    assert not isinstance(step, Rejected)
    names = [type(fact.event).__name__ for fact in step.facts]
    assert names == ["Drunk", "Dried", "Consoled", "Consoled"]
    assert [fact.cause for fact in step.facts] == [None, 0, 1, 1]
    assert well.GAME.write_state(step.state) == "red 3 play red=0/3 blue=1/0 green=2/0"
    assert [notice.code for notice in step.notices] == ["drink.last"]


def test_an_illegal_action_changes_nothing() -> None:
    state = well.GAME.setup(make_setup(well.GAME.info))
    step = play(well.GAME, state, well.GAME.read_action("blue: end"))
    assert isinstance(step, Rejected)
    assert step.codes == ("turn.not_yours", "roll.once")

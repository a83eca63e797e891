"""Scripts: legal games with a few mistakes, the same for the same seed, for any game."""

import itertools
import random
from collections import Counter

import pytest

from companion.core.layout import SlotKind
from companion.core.pieces import DIE
from companion.rules.engine import Step, play
from companion.rules.game import AnyGame
from companion.rules.registry import game_ids, load_game, make_setup
from companion.rules.ruling import Accepted, Rejected, Ruling
from companion.simulator.beats import MAX_TURNS_EACH, NOTICED_S, Beat, BeatKind, Habits
from companion.simulator.lying import lying
from companion.simulator.players import choose, throw
from companion.simulator.script import Script
from tests.rules.toys.well.game import Action, Ended, Event, State, Well

UNTIL_S = 240.0


def script(name: str, seed: int = 5, rate: float = 0.3) -> Script:
    game = load_game(name)
    return Script(game, make_setup(game.info, count=min(3, game.info.max_players)), seed, rate)


@pytest.fixture(name="beats", params=game_ids())
def _beats(request: pytest.FixtureRequest) -> tuple[AnyGame, Script, list[Beat]]:
    made = script(request.param)
    return made.game, made, made.until(UNTIL_S)


def test_what_is_done_is_legal_and_lies_as_the_rules_say(
    beats: tuple[AnyGame, Script, list[Beat]],
) -> None:
    game, made, told = beats
    state = game.setup(made.setup)
    assert made.start == lying(game, state)
    for beat in told:
        if beat.kind in (BeatKind.ILLEGAL, BeatKind.FIX):
            continue
        action = game.read_action(beat.text)
        assert beat.label == game.action_view(state, action).label
        step = play(game, state, action)
        assert isinstance(step, Step)
        state = step.state
        assert beat.board == lying(game, state)
        assert beat.player == game.player_of(action)


def test_time_goes_on_and_hands_are_gone_before_the_next_beat(
    beats: tuple[AnyGame, Script, list[Beat]],
) -> None:
    game, _, told = beats
    for beat, following in itertools.pairwise(told):
        assert beat.time_s <= beat.change_s < following.time_s
        assert beat.hand_s is None or beat.hand_s[1] + 0.9 < following.time_s
    kinds = {slot.kind for slot in game.layout.slots.values()}
    dice = SlotKind.ROLLING in kinds or game.layout.width_mm == 0
    assert dice == any(beat.kind is BeatKind.ROLL for beat in told)


def test_the_same_seed_makes_the_same_script() -> None:
    name = "alien_frontiers"
    assert script(name).until(60) == script(name).until(60)
    assert script(name).until(60) != script(name, seed=6).until(60)
    late = script(name)
    late.until(20)
    assert late.until(60) == script(name).until(60)


class Dry(Well):
    """Nobody rolls, nobody drinks, and it never ends."""

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        return (Action(state.turn, "end"),)

    def judge(self, state: State, action: Action) -> Ruling[Event]:
        return Accepted((Ended(action.player),))

    def chance(self, state: State) -> None:
        return None


def test_a_game_without_dice_that_does_not_end_is_ended() -> None:
    game = Dry()
    told = Script(game, make_setup(game.info, count=2), 5, Habits()).until(1e9)
    assert len([beat for beat in told if beat.text]) == 2 * MAX_TURNS_EACH


def test_mistakes_are_illegal_lie_a_while_and_are_taken_back() -> None:
    made = script("alien_frontiers", rate=0.6)
    told = made.until(UNTIL_S)
    game, state = made.game, made.game.setup(made.setup)
    wrong = 0
    for before, beat, after in zip(told, told[1:], told[2:], strict=False):
        if before.kind not in (BeatKind.ILLEGAL, BeatKind.FIX):
            step = play(game, state, game.read_action(before.text))
            assert isinstance(step, Step)
            state = step.state
        if beat.kind is not BeatKind.ILLEGAL:
            continue
        wrong += 1
        assert beat.codes
        ruling = game.judge(state, game.read_action(beat.text))
        assert isinstance(ruling, Rejected)
        assert set(ruling.codes) == set(beat.codes)
        assert after.kind is BeatKind.FIX
        assert after.time_s - beat.change_s >= NOTICED_S
        assert (after.board, after.loose) == (before.board, before.loose)
        assert _dice(beat) == _dice(before)
    assert wrong >= 3


def _dice(beat: Beat) -> Counter[object]:
    """By colour: of a die taken from where its face means nothing, the face begins to count."""
    pieces = [p for area in beat.board.values() for p in area if p.kind == DIE]
    return Counter(piece.colour for piece in (*pieces, *beat.loose))


def test_at_no_rate_nobody_errs() -> None:
    kinds = {beat.kind for beat in script("alien_frontiers", rate=0.0).until(UNTIL_S)}
    assert kinds == {BeatKind.ROLL, BeatKind.PLACE, BeatKind.INVISIBLE}


def test_dice_that_lie_free_are_those_rolled_and_not_yet_placed() -> None:
    for beat in script("alien_frontiers", rate=0.0).until(UNTIL_S):
        if beat.kind is BeatKind.ROLL:
            assert sorted(p.value or 0 for p in beat.loose) == sorted(beat.faces)
            assert {p.colour for p in beat.loose} == {beat.player}


def test_a_whole_game_ends() -> None:
    game = load_game("alien_frontiers")
    made = Script(game, make_setup(game.info, count=2), 3, 0.0)
    state = game.setup(made.setup)
    for beat in made.whole():
        step = play(game, state, game.read_action(beat.text))
        assert isinstance(step, Step)
        state = step.state
    assert made.ended
    assert game.outcome(state) is not None
    assert len(made.whole()) > 100


def test_players_only_choose_what_is_legal_and_throw_what_is_due() -> None:
    game = load_game("alien_frontiers")
    state = game.setup(make_setup(game.info, options={"tech": "none"}, count=2))
    rng = random.Random(1)
    chance = game.chance(state)
    assert chance is not None
    assert chance.dice is not None
    faces = throw(game, state, rng)
    assert len(faces) == len(chance.dice)
    step = play(game, state, game.chance_action(state, faces))
    assert isinstance(step, Step)
    assert choose(game, step.state, rng) in game.legal_actions(step.state)
    with pytest.raises(ValueError, match="no roll is due"):
        throw(game, step.state, rng)

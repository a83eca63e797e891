"""From pixels to the ledger: a simulated game watched frame by frame, every frame read.

What happened is told by the script; what the table holds was read from drawn pictures and, where no
camera can tell, said on simulated phones.
"""

from dataclasses import dataclass, field

import pytest

from companion.live import TablePhones
from companion.referee.snapshot import Flag, Snapshot
from companion.rules.registry import make_setup
from companion.simulator.answers import ScriptedPlayers, Tally
from companion.simulator.beats import BeatKind
from companion.simulator.camera import SimulatedCamera
from companion.simulator.lamps import Noise
from companion.simulator.script import Script
from companion.vision.dice import DiceReader
from companion.vision.pipeline import Pipeline
from tests.referee.builders import table_of
from tests.test_cli import need_model

LATE_S = 4.0
"""From an action to its booking: the hand goes, five frames agree, three are read."""


@dataclass
class Watched:
    """What came of watching a game for a while."""

    script: Script
    last: Snapshot
    tally: Tally
    ended_s: float
    flags: list[tuple[float, Flag]] = field(default_factory=list)


def watch(seed: int, until_s: float, players: tuple[str, ...], tech: str = "full") -> Watched:
    need_model()
    options = {"tech": tech}
    table = table_of("alien_frontiers", *players, options=options)
    setup = make_setup(table.game.info, {player: player.title() for player in players}, options)
    script = Script(table.game, setup, seed)
    people = ScriptedPlayers(Script(table.game, setup, seed))
    phones, pipeline = TablePhones(table), Pipeline(table.game.layout, DiceReader.load())
    watched = Watched(script, table.snapshot(), people.tally, 0.0)
    with SimulatedCamera(script, seed, noise=Noise.CLEAN) as camera:
        for frame in camera.frames():
            observation = pipeline.feed(frame)
            if observation is not None:
                table.observe(observation)
            people.speak(phones, frame.time_s)
            now = table.snapshot()
            known = {flag.id for flag in watched.last.flags}
            watched.flags += [(frame.time_s, flag) for flag in now.flags if flag.id not in known]
            watched.last, watched.ended_s = now, frame.time_s
            if frame.time_s > until_s:
                break
    return watched


def check_flags(watched: Watched) -> None:
    """Every wrong placement is flagged while it lies there, and nothing else is."""
    wrong = [
        (beat, fix.change_s)
        for beat, fix in zip(watched.script.beats, watched.script.beats[1:], strict=False)
        if beat.kind is BeatKind.ILLEGAL and fix.change_s < watched.ended_s
    ]
    for beat, fixed_s in wrong:
        raised = {
            flag.code
            for at, flag in watched.flags
            if beat.change_s < at < min(fixed_s, beat.change_s + LATE_S)
        }
        assert raised == set(beat.codes), f"{beat.text} at {beat.time_s:.1f} s"
    during = [
        flag.text
        for at, flag in watched.flags
        if not any(beat.change_s < at < fixed_s + LATE_S for beat, fixed_s in wrong)
        and at < watched.ended_s - LATE_S
    ]
    assert during == []


def test_a_game_is_followed_without_anybody_helping_the_camera() -> None:
    watched = watch(7, 50.0, ("red", "green", "blue", "yellow"), "none")
    assert watched.tally.helped == watched.tally.answered == 0
    assert watched.tally.seen >= 8
    assert [beat for beat in watched.script.beats if beat.kind is BeatKind.ILLEGAL], "none to see"
    check_flags(watched)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [7, 11])
def test_a_whole_game_is_followed_to_its_end(seed: int) -> None:
    watched = watch(seed, float("inf"), ("red", "blue"))
    assert watched.last.outcome is not None
    booked = [line.text for line in watched.last.history]
    happened = [
        beat.text
        for beat in watched.script.beats
        if beat.kind not in (BeatKind.ILLEGAL, BeatKind.FIX)
    ]
    assert sorted(booked) == sorted(happened)

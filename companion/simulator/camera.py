"""A camera above a table at which a random game is played. Same seed, same pictures."""

import math
import random
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from companion.camera.frame import Frame
from companion.core.ids import SlotId
from companion.core.layout import SlotKind
from companion.rules.game import Setup
from companion.rules.registry import load_game
from companion.simulator.draw import HEIGHT_PX, WIDTH_PX, Arm, Noise, Scene
from companion.simulator.script import ILLEGAL_RATE, Beat, BeatKind, Script
from companion.simulator.world import TRAY, Lies, World

FRAMES_HZ = 10.0
AFTERWARDS_S = 5.0
"""The table is still looked at for a while after the game."""
REACH_S = 0.5
"""Time a hand takes from the edge of the picture to where it acts."""
TUMBLE_S = 0.5
"""Time thrown dice roll before they come to rest."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What really lies on the table in one frame, for comparison with what is read.

    `stable` tells that nothing moves and no hand is in view.
    """

    dice: dict[SlotId, tuple[tuple[str | None, int | None], ...]]
    hand: bool
    stable: bool


@dataclass(frozen=True, slots=True)
class _Moment:
    """The table around one beat: before, in somebody's hand, and after."""

    beat: Beat | None
    before: World
    held: World
    after: World


class SimulatedCamera:
    """Shows the game of a script; `speed` makes the people act faster, not the frames."""

    live = False

    def __init__(
        self,
        script: Script,
        seed: int,
        speed: float = 1.0,
        noise: Noise = Noise.NORMAL,
    ) -> None:
        self.script = script
        self._seed, self._speed, self._noise = seed, speed, noise
        self._open = False
        self.truth = Truth({}, False, True)

    def __enter__(self) -> Self:
        """Ready at once."""
        self._open = True
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Nothing stays open."""
        self._open = False

    def frames(self) -> Iterator[Frame]:
        """Frames until some time after the end of the game; `truth` tells of the newest."""
        if not self._open:
            return
        layout = self.script.game.layout
        play = _Play(self.script, World(layout if layout.width_mm > 0 else TRAY), self._seed)
        scene = Scene(play.moment.after, self._seed, self._noise)
        sequence = 0
        while self._open:
            time_s = sequence / FRAMES_HZ
            now = time_s * self._speed
            play.go_to(now)
            if self.script.ended and now > self.script.end_s + AFTERWARDS_S:
                return
            world, arms = play.shown(now, sequence), play.arms(now, scene)
            self.truth = Truth(dict(world.dice()), bool(arms), play.is_still(now))
            yield Frame(scene.frame(world, time_s, sequence, arms), time_s, sequence)
            sequence += 1


class _Play:
    """Follows the script with pieces on a table."""

    def __init__(self, script: Script, world: World, seed: int) -> None:
        self._script = script
        self._rng = random.Random(seed)
        start = world.after(script.start, (), self._rng)
        self.moment = _Moment(None, start, start, start)
        self._done = 0

    def go_to(self, now: float) -> None:
        """Take up every beat that has begun."""
        self._script.until(now)
        begun = bisect_right(self._script.beats, now, key=lambda beat: beat.time_s)
        for beat in self._script.beats[self._done : begun]:
            before = self.moment.after
            after = before.after(beat.board, beat.loose, self._rng)
            held = before
            if beat.kind is BeatKind.ROLL:
                held = before.without_loose()
                after = held.after(beat.board, beat.loose, self._rng)
            self.moment = _Moment(beat, before, held, after)
        self._done = max(self._done, begun)

    def is_still(self, now: float) -> bool:
        """Whether nothing moves and no hand is in view."""
        beat = self.moment.beat
        return beat is None or beat.hand_s is None or now > beat.hand_s[1]

    def shown(self, now: float, sequence: int) -> World:
        """The pieces at a moment, dice that are rolling included."""
        moment, beat = self.moment, self.moment.beat
        if beat is None or now >= beat.change_s:
            return moment.after
        if beat.kind is not BeatKind.ROLL:
            return moment.before
        if now < beat.change_s - TUMBLE_S:
            return moment.held if now > beat.time_s + REACH_S else moment.before
        return _tumbling(moment, random.Random(f"{self._seed_of(beat)}:{sequence}"))

    def arms(self, now: float, scene: Scene) -> tuple[Arm, ...]:
        """The hand in view, on its way to where something changes and back."""
        beat = self.moment.beat
        if beat is None or beat.hand_s is None or not beat.hand_s[0] <= now <= beat.hand_s[1]:
            return ()
        x, y = scene.place(*_middle(self.moment))
        seat = self._script.setup.players.index(beat.player)
        angle, away = _side(seat, x, y)
        come = min(1.0, (now - beat.hand_s[0]) / REACH_S)
        go = min(1.0, (beat.hand_s[1] - now) / REACH_S)
        left = (1 - min(come, go)) ** 1.5 * away
        radians = math.radians(angle)
        return (Arm(x - math.sin(radians) * left, y + math.cos(radians) * left, angle),)

    def _seed_of(self, beat: Beat) -> str:
        return f"{beat.time_s:.3f}"


def _tumbling(moment: _Moment, rng: random.Random) -> World:
    """Thrown dice on their way: near where they will lie, at any angle, showing anything."""
    rolling = {s.id for s in moment.after.layout.slots.values() if s.kind is SlotKind.ROLLING}
    flying = tuple(
        Lies(
            lies.piece,
            lies.x_mm + rng.uniform(-14, 14),
            lies.y_mm + rng.uniform(-14, 14),
            rng.uniform(0, 90),
            lies.slot,
            rng.randint(1, 6),
        )
        for lies in moment.after.pieces
        if lies.slot in rolling
    )
    return World(moment.held.layout, (*moment.held.pieces, *flying))


def _middle(moment: _Moment) -> tuple[float, float]:
    """Where the hand acts: about the middle of what changes."""
    changed = moment.before.changed(moment.after)
    if not changed:
        layout = moment.after.layout
        return layout.width_mm / 2, layout.height_mm / 2
    xs, ys = [lies.x_mm for lies in changed], [lies.y_mm for lies in changed]
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _side(seat: int, x: float, y: float) -> tuple[float, float]:
    """Direction from which a seat reaches in, and how far its hand is drawn back to be gone."""
    sides = ((0.0, HEIGHT_PX - y), (180.0, y), (90.0, x), (-90.0, WIDTH_PX - x))
    angle, away = sides[seat % len(sides)]
    return angle, away + 120.0


def simulated_camera(
    game_id: str,
    setup: Setup,
    seed: int,
    speed: float = 1.0,
    *,
    illegal_rate: float = ILLEGAL_RATE,
    noise: Noise = Noise.NORMAL,
) -> SimulatedCamera:
    """For `functools.partial`, so that a simulated table can be handed to another process."""
    script = Script(load_game(game_id), setup, seed, illegal_rate)
    return SimulatedCamera(script, seed, speed, noise)

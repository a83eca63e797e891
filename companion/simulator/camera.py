"""A camera above a table at which a random game is played. Same seed, same pictures."""

import math
from collections.abc import Iterator
from types import TracebackType
from typing import Self

from companion.camera.frame import Frame
from companion.rules.game import Setup
from companion.rules.registry import load_game
from companion.simulator.beats import AFTERWARDS_S, ILLEGAL_RATE, Habits
from companion.simulator.die_photos import DiePhotos
from companion.simulator.draw import Scene
from companion.simulator.draw_cards import designs_of
from companion.simulator.lamps import Noise
from companion.simulator.mount import Size
from companion.simulator.pasting import Arm
from companion.simulator.script import Script
from companion.simulator.stage import REACH_S, Moment, Stage, Truth

FRAMES_HZ = 10.0
OFF_MM = {Noise.CLEAN: 3.0, Noise.NORMAL: 6.0, Noise.BAD: 9.0}
"""How far beside the middle of its slot a piece is put at most: farther off it is in the next."""
IDLE_S = 1.0
"""After so long without any movement everything has been read: a look takes about 0.7 s."""


class SimulatedCamera:
    """Shows the game of a script; `speed` makes the people act faster, not the frames.

    Of what lies still for longer than `IDLE_S` only one frame in `idle_every` is shown.
    Pictures are `fine` as those of the design's camera, else quick to draw.
    """

    live = False

    def __init__(
        self,
        script: Script,
        seed: int,
        speed: float = 1.0,
        noise: Noise = Noise.NORMAL,
        photos: DiePhotos | None = None,
        *,
        idle_every: int = 1,
        fine: bool = False,
    ) -> None:
        self.script, self._photos = script, photos
        self._idle_every, self._fine = idle_every, fine
        self._seed, self._speed, self._noise = seed, speed, noise
        self._open = False
        self.messages: list[str] = []
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
        stage = Stage(self.script, self._seed, OFF_MM[self._noise])
        scene = Scene(
            stage.moment.after,
            self._seed,
            self._noise,
            self._photos,
            designs_of(self.script.game),
            fine=self._fine,
        )
        sequence = 0
        while self._open:
            time_s = sequence / FRAMES_HZ
            now = time_s * self._speed
            stage.go_to(now)
            if self.script.ended and now > self.script.end_s + AFTERWARDS_S:
                return
            if now - stage.still_since_s > IDLE_S and sequence % self._idle_every:
                sequence += 1
                continue
            world, arms = stage.shown(now, sequence), _arms(stage, self.script, now, scene)
            self.truth = Truth(dict(world.dice()), bool(arms), stage.is_still(now), world.pieces)
            yield Frame(
                scene.frame(world, time_s, sequence, arms, stage.upsets(now)), time_s, sequence
            )
            sequence += 1


def _arms(stage: Stage, script: Script, now: float, scene: Scene) -> tuple[Arm, ...]:
    """The hand in view, on its way to where something changes and back."""
    beat = stage.moment.beat
    if beat is None or beat.hand_s is None or not stage.hand(now):
        return ()
    x, y = scene.place(*_middle(stage.moment))
    seat = script.setup.players.index(beat.player)
    angle, away = _side(seat, x, y, scene.size_px)
    come = min(1.0, (now - beat.hand_s[0]) / REACH_S)
    go = min(1.0, (beat.hand_s[1] - now) / REACH_S)
    left = (1 - min(come, go)) ** 1.5 * away
    radians = math.radians(angle)
    return (Arm(x - math.sin(radians) * left, y + math.cos(radians) * left, angle),)


def _middle(moment: Moment) -> tuple[float, float]:
    """Where the hand acts: about the middle of what changes."""
    changed = moment.before.changed(moment.after)
    if not changed:
        layout = moment.after.layout
        return layout.width_mm / 2, layout.height_mm / 2
    xs, ys = [lies.x_mm for lies in changed], [lies.y_mm for lies in changed]
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _side(seat: int, x: float, y: float, size_px: Size) -> tuple[float, float]:
    """Direction from which a seat reaches in, and how far its hand is drawn back to be gone."""
    sides = ((0.0, size_px[1] - y), (180.0, y), (90.0, x), (-90.0, size_px[0] - x))
    angle, away = sides[seat % len(sides)]
    return angle, away + 120.0


def simulated_camera(
    game_id: str,
    setup: Setup,
    seed: int,
    speed: float = 1.0,
    *,
    habits: Habits | float = ILLEGAL_RATE,
    noise: Noise = Noise.NORMAL,
) -> SimulatedCamera:
    """For `functools.partial`, so that a simulated table can be handed to another process."""
    script = Script(load_game(game_id), setup, seed, habits)
    return SimulatedCamera(script, seed, speed, noise)

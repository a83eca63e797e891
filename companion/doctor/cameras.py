"""The cameras: which there are, by names that last, and whether each gives good pictures."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from companion.camera.camera import Camera
from companion.camera.errors import CameraError, CameraLostError
from companion.camera.frame import Frame, Pixels
from companion.camera.names import usb_sources
from companion.camera.picamera import pi_sources
from companion.doctor.finding import BY_HAND, Finding, good, problem, warning
from companion.vision.advice import banding_advice, check_picture

LOOK_S, MOST_FRAMES = 3.0, 60
"""A camera is looked at for so long, or for so many frames."""
KEPT = 4
"""Pictures that are compared: more would only fill the memory."""
SLOW_HZ = 5.0
"""Fewer frames a second, and a board takes seconds to come to rest."""
NARROW_PX = 1280
"""Narrower pictures show a die of 16 mm on a mat of 594 mm less than 30 px wide."""
JUMP = 0.04
"""Change of the whole picture's light from frame to frame: exposure that hunts or a lamp."""
BLACK_LEVELS = 12.0


@dataclass(frozen=True, slots=True, eq=False)
class Shots:
    """What a camera gave: its rate, the light of every frame (0-255), and the newest pictures."""

    rate_hz: float
    levels: Sequence[float]
    newest: Sequence[Pixels]

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        height, width = self.newest[-1].shape[:2]
        return width, height

    @property
    def jump(self) -> float:
        """The middle change of light from frame to frame, as a share of it."""
        lights = np.log(np.asarray(self.levels) + 1.0)
        return float(np.median(np.abs(np.diff(lights)))) if len(lights) > 1 else 0.0


def take(camera: Camera) -> Shots:
    """Look through an opened camera for a while. Raises `CameraError`."""
    levels: list[float] = []
    kept: deque[Frame] = deque(maxlen=KEPT)
    first: Frame | None = None
    for frame in camera.frames():
        first = first or frame
        levels.append(_light(frame))
        kept.append(frame)
        if len(levels) >= MOST_FRAMES or frame.time_s - first.time_s >= LOOK_S:
            break
    if first is None:
        raise CameraLostError("it gives no picture: unplug it and plug it in again")
    lasted_s, count = kept[-1].time_s - first.time_s, kept[-1].sequence - first.sequence
    rate_hz = count / lasted_s if lasted_s > 0 else 0.0
    return Shots(rate_hz, levels, tuple(frame.pixels for frame in kept))


def check_camera(
    name: str, opener: Callable[[], Camera], swapped: bool, *, asked: bool
) -> Iterator[Finding]:
    """Open a camera, look through it, and say what is wrong. If it was `asked` for it must work."""
    about = f"camera {name}"
    try:
        with opener() as camera:
            live, shots = camera.live, take(camera)
    except CameraError as error:
        tell = problem if asked else warning
        yield tell(about, str(error), f"until then {BY_HAND}")
        return
    wide, high = shots.size_px
    swap = "red and blue are put right" if swapped else "see the red card in the user guide"
    words = f"{wide} x {high}, {shots.rate_hz:.0f} pictures a second; {swap}"
    facts = {"width": wide, "height": high, "hz": round(shots.rate_hz, 1), "swapped": swapped}
    yield good(about, words, **facts)
    yield from _faults(about, shots, live)


def _faults(about: str, shots: Shots, live: bool) -> Iterator[Finding]:
    """What makes its pictures bad to read."""
    if live and shots.rate_hz < SLOW_HZ:
        yield warning(
            about,
            f"slow: {shots.rate_hz:.1f} pictures a second",
            "plug it in without a hub, in a blue socket, and light the table more",
        )
    if shots.size_px[0] < NARROW_PX:
        yield warning(
            about,
            f"small pictures: dice on a whole board are too small in {shots.size_px[0]} px",
            "use a camera of 1920 x 1080 or more, or hang it nearer and play with --board none",
        )
    if max(shots.levels) < BLACK_LEVELS:
        yield warning(about, "its pictures are black", "take the cap off, and turn on a lamp")
        return
    if live and len(shots.newest) > 1 and all((a == b).all() for a, b in pairwise(shots.newest)):
        yield warning(
            about,
            "it gives one picture again and again",
            "unplug it and plug it in again; a program that shows a still may be in between",
        )
    if shots.jump > JUMP:
        yield warning(
            about,
            f"its exposure flickers: the light jumps by {shots.jump:.0%} from picture to picture",
            "lock its exposure, or use another lamp",
            jump=round(shots.jump, 3),
        )
    checked = check_picture(shots.newest[-1], bare=True)
    for advice in (*checked.advice, *banding_advice(shots.newest)):
        words, _, remedy = advice.words.partition(": ")
        yield warning(about, words, remedy or words)


def found_cameras() -> tuple[str, ...]:
    """Sources of all cameras of this machine, by names that last; the Pi's own first."""
    return (*pi_sources(), *usb_sources())


def check_found(names: Sequence[str]) -> Finding:
    """Is there any camera?"""
    if names:
        count = "1 camera" if len(names) == 1 else f"{len(names)} cameras"
        return good("cameras", f"{count}: {', '.join(names)}", names=tuple(names))
    return warning(
        "cameras",
        f"no camera is found: {BY_HAND}",
        "plug a USB camera in, or check the ribbon of the Pi's own at both ends",
        names=(),
    )


def _light(frame: Frame) -> float:
    return float(frame.pixels[::8, ::8].mean())

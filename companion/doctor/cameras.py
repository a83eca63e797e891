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
from companion.vision.advice import check_picture
from companion.vision.flicker import Shot, flicker_advice, shot_of

LOOK_S, MOST_FRAMES = 3.0, 60
"""A camera is looked at for so long, or for so many frames."""
KEPT = 4
"""Pictures that are compared: more would only fill the memory."""
SLOW_HZ = 5.0
"""Fewer frames a second, and a board takes seconds to come to rest."""
NARROW_PX = 1280
"""Narrower pictures show a die of 16 mm on a mat of 594 mm less than 30 px wide."""
BLACK_LEVELS = 12.0

_SWAP = {
    True: "red and blue are put right",
    False: "red is red",
    None: "whether red is red was not looked at: `companion calibrate --red-card`",
}


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What a camera gave: its rate, the light of every frame, and the newest pictures."""

    rate_hz: float
    shots: Sequence[Shot]
    newest: Sequence[Pixels]

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        height, width = self.newest[-1].shape[:2]
        return width, height


def take(camera: Camera) -> Look:
    """Look through an opened camera for a while. Raises `CameraError`."""
    shots: list[Shot] = []
    kept: deque[Frame] = deque(maxlen=KEPT)
    first: Frame | None = None
    for frame in camera.frames():
        first = first or frame
        shots.append(shot_of(frame))
        kept.append(frame)
        if len(shots) >= MOST_FRAMES or frame.time_s - first.time_s >= LOOK_S:
            break
    if first is None:
        raise CameraLostError("it gives no picture: unplug it and plug it in again")
    lasted_s, count = kept[-1].time_s - first.time_s, kept[-1].sequence - first.sequence
    rate_hz = count / lasted_s if lasted_s > 0 else 0.0
    return Look(rate_hz, shots, tuple(frame.pixels for frame in kept))


def check_camera(
    name: str, opener: Callable[[], Camera], swapped: bool | None, *, asked: bool
) -> Iterator[Finding]:
    """Open a camera, look through it, and say what is wrong. If it was `asked` for it must work.

    `swapped` tells whether it is known to give red for blue; `None` if nobody has looked.
    """
    about = f"camera {name}"
    try:
        with opener() as camera:
            live, look = camera.live, take(camera)
    except CameraError as error:
        tell = problem if asked else warning
        yield tell(about, str(error), f"until then {BY_HAND}")
        return
    wide, high = look.size_px
    swap = _SWAP[swapped]
    words = f"{wide} x {high}, {look.rate_hz:.0f} pictures a second; {swap}"
    facts = {"width": wide, "height": high, "hz": round(look.rate_hz, 1), "swapped": swapped}
    yield good(about, words, **facts)
    for message in camera.messages:
        told, _, remedy = message.partition(": ")
        yield warning(about, told, remedy)
    yield from _faults(about, look, live)


def _faults(about: str, look: Look, live: bool) -> Iterator[Finding]:
    """What makes its pictures bad to read."""
    if live and look.rate_hz < SLOW_HZ:
        yield warning(
            about,
            f"slow: {look.rate_hz:.1f} pictures a second",
            "plug it in without a hub, in a blue socket, and light the table more",
        )
    if look.size_px[0] < NARROW_PX:
        yield warning(
            about,
            f"small pictures: dice on a whole board are too small in {look.size_px[0]} px",
            "use a camera of 1920 x 1080 or more, or hang it nearer and play with --board none",
        )
    if max(float(shot.rows.max()) for shot in look.shots) < np.log(BLACK_LEVELS + 1):
        yield warning(about, "its pictures are black", "take the cap off, and turn on a lamp")
        return
    if live and len(look.newest) > 1 and all((a == b).all() for a, b in pairwise(look.newest)):
        yield warning(
            about,
            "it gives one picture again and again",
            "unplug it and plug it in again; a program that shows a still may be in between",
        )
    checked = check_picture(look.newest[-1], bare=True)
    for advice in (*checked.advice, *flicker_advice(look.shots)):
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

"""Light and focus of a USB camera: locked after it has chosen, and never believed unread."""

from collections.abc import Mapping
from itertools import islice

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.camera.light_lock import not_locked
from companion.camera.usb import UsbCamera
from tests.camera.test_contract import FakeVideoDevice

AUTO_EXPOSURE, EXPOSURE = cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE
WHITE, FOCUS = cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_AUTOFOCUS
BY_ITSELF: Mapping[int, float] = {AUTO_EXPOSURE: 3, WHITE: 1, FOCUS: 1}
LOCKED: Mapping[int, float] = {AUTO_EXPOSURE: 1, WHITE: 0, FOCUS: 0}
ROOM = 120.0
"""Mean levels that the camera's own exposure reaches in this room."""


class Webcam(FakeVideoDevice):
    """A camera whose picture follows its exposure and white balance, as light does.

    `good` is the exposure that suits the room. `deaf` names controls that it refuses, `lying` such
    that it says it has taken, `left` what it was once set to by hand, and `tint` what its own
    white balance does to red. `rooms` are levels of the room from a picture on.
    """

    def __init__(
        self,
        deaf: frozenset[int] = frozenset(),
        lying: frozenset[int] = frozenset(),
        left: float = 200,
        tint: float = 1.0,
        rooms: Mapping[int, float] | None = None,
    ) -> None:
        super().__init__()
        self.deaf, self.lying, self.tint, self.rooms = deaf, lying, tint, rooms or {0: ROOM}
        self.good, self.shots = 200.0, 0
        self.controls[EXPOSURE] = left
        self.said: list[tuple[int, float]] = []

    def set(self, propId: int, value: float) -> bool:  # noqa: N803
        self.said.append((propId, value))
        if propId in self.deaf:
            return False
        return propId in self.lying or super().set(propId, value)

    def read(self) -> tuple[bool, npt.NDArray[np.uint8]]:
        room = next(level for n, level in reversed(tuple(self.rooms.items())) if n <= self.shots)
        self.shots += 1
        by_hand = self.controls[AUTO_EXPOSURE] == 1
        light = (self.controls[EXPOSURE] / self.good) ** 0.45
        level = float(np.clip(room * light if by_hand else ROOM, 0, 255))
        red = level * (self.tint if self.controls.get(WHITE) == 0 else 1.0)
        return True, np.full((48, 64, 3), (level, level, red), np.uint8)


def play(device: Webcam, count: int = 120) -> tuple[list[float], dict[int, float], list[str]]:
    """Mean levels of the frames, ten a second, the controls while open, and what it tells."""
    ticks = (n / 10 for n in range(10_000))
    camera = UsbCamera(0, lambda index: device, lambda: next(ticks))
    with camera as opened:
        levels = [float(frame.pixels.mean()) for frame in islice(opened.frames(), count)]
        controls = dict(device.controls)
    return levels, controls, camera.messages


def told(*what: str) -> str:
    return not_locked(what)


def test_it_chooses_locks_and_is_given_back() -> None:
    device = Webcam()
    levels, controls, messages = play(device)
    assert {name: controls[name] for name in LOCKED} == LOCKED
    assert set(levels) == {ROOM}
    assert messages == []
    assert {name: device.controls[name] for name in BY_ITSELF} == BY_ITSELF
    assert device.released


@pytest.mark.report("C9")
def test_the_lens_may_hunt_only_while_it_is_set_up() -> None:
    device = Webcam(rooms={0: ROOM, 50: ROOM / 3, 120: ROOM})
    _, controls, _ = play(device, 250)
    turns = [value for name, value in device.said if name == FOCUS]
    assert turns[:2] == [1, 0]
    assert turns[-1] == 1, "given back at the end"
    assert 1 not in turns[1:-1]
    assert controls[FOCUS] == 0


@pytest.mark.parametrize("left", [20, 90, 150, 320, 900])
def test_an_exposure_set_long_ago_is_brought_to_what_the_room_needs(left: float) -> None:
    levels, controls, messages = play(Webcam(left=left))
    assert controls[AUTO_EXPOSURE] == 1
    assert levels[-1] == pytest.approx(ROOM, rel=0.15)
    assert messages == []


def test_a_lamp_that_is_lit_for_good_is_followed() -> None:
    levels, controls, messages = play(Webcam(rooms={0: ROOM, 40: 2 * ROOM}), 150)
    assert max(levels[40:]) == 2 * ROOM
    assert levels[-1] == pytest.approx(ROOM, rel=0.15)
    assert controls[AUTO_EXPOSURE] == 1
    assert messages == []


@pytest.mark.parametrize("how", ["deaf", "lying"])
@pytest.mark.parametrize(
    ("control", "what"),
    [(AUTO_EXPOSURE, "exposure"), (WHITE, "white balance"), (FOCUS, "focus")],
)
def test_what_a_camera_refuses_is_told_and_the_rest_is_locked(
    how: str, control: int, what: str
) -> None:
    none = frozenset[int]()
    stuck = frozenset({control})
    device = Webcam(*((stuck, none) if how == "deaf" else (none, stuck)))
    levels, controls, messages = play(device)
    assert messages == [told(what)]
    assert {n: controls[n] for n in LOCKED if n != control} == {
        n: value for n, value in LOCKED.items() if n != control
    }
    assert set(levels) == {ROOM}


def test_a_lens_that_never_moves_is_no_refusal() -> None:
    device = Webcam()
    del device.controls[FOCUS]
    assert play(device)[2] == []


@pytest.mark.parametrize("missing", [AUTO_EXPOSURE, WHITE])
def test_a_camera_without_a_control_says_so(missing: int) -> None:
    class Plain(Webcam):
        def get(self, propId: int) -> float:  # noqa: N803
            return -1 if propId == missing else super().get(propId)

    what = {AUTO_EXPOSURE: "exposure", WHITE: "white balance"}[missing]
    assert play(Plain(deaf=frozenset({missing})))[2] == [told(what)]


class Unmoved(Webcam):
    """Takes every exposure and gives the same dark picture."""

    def read(self) -> tuple[bool, npt.NDArray[np.uint8]]:
        taken, pixels = super().read()
        return taken, pixels if self.controls[AUTO_EXPOSURE] == 3 else np.full_like(pixels, 20)


@pytest.mark.parametrize("device", [Webcam(left=2, lying=frozenset({EXPOSURE})), Unmoved()])
def test_an_exposure_that_cannot_be_brought_back_is_left_to_the_camera(device: Webcam) -> None:
    levels, controls, messages = play(device)
    assert min(levels) < ROOM / 2
    assert levels[-1] == ROOM
    assert controls[AUTO_EXPOSURE] == 3
    assert messages == [told("exposure")]
    assert levels.count(ROOM) > len(levels) - 30, "the picture is dark for no longer than 3 s"


def test_a_white_balance_that_jumps_when_it_is_locked_is_left_to_the_camera() -> None:
    levels, controls, messages = play(Webcam(tint=1.5))
    assert controls[WHITE] == 1
    assert controls[AUTO_EXPOSURE] == 1
    assert levels[-1] == ROOM
    assert messages == [told("white balance")]


def test_more_that_is_refused_later_is_one_line_with_all_of_it() -> None:
    device = Webcam(deaf=frozenset({AUTO_EXPOSURE}), tint=1.5)
    assert play(device)[2] == [told("exposure"), told("exposure", "white balance")]


def test_elsewhere_than_under_linux_the_numbers_mean_something_else() -> None:
    device = Webcam()
    device.backend = "MSMF"
    _, _, messages = play(device)
    assert messages == [told("exposure", "white balance")]
    assert not {AUTO_EXPOSURE, EXPOSURE, WHITE} & {name for name, _ in device.said}
    assert device.controls[FOCUS] == 0


def test_an_arm_that_comes_in_just_when_light_is_locked_does_no_lasting_harm() -> None:
    rooms = {0: ROOM, 21: 0.8 * ROOM, 45: ROOM}
    levels, controls, _ = play(Webcam(rooms=rooms), 150)
    assert controls[AUTO_EXPOSURE] == 1
    assert levels[-1] == pytest.approx(ROOM, rel=0.35)

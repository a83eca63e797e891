"""A USB camera's exposure, white balance and focus, locked under Linux and given back at the end.

Nothing is believed that is not read back, and the picture must stay as it was: many cameras return
from automatic exposure to what they were last set to by hand.
"""

from collections.abc import Iterator
from typing import Protocol, TypeAlias

import cv2
import numpy as np

from companion.camera.frame import Pixels
from companion.camera.light_lock import LightLock, Turn, not_locked
from companion.core.phrases import phrase

V4L2 = "V4L2"
"""The only way in whose numbers are the ones below: others mean something else by them."""
BY_HAND, BY_ITSELF = 1, (3, 0)
"""Values of V4L2's menu of exposure: cameras on USB know `aperture priority` or, few, `auto`."""
CHECK_S = 0.5
"""Until a camera shows what it was told: three to six pictures."""
TRIES = 4
"""So often exposure is corrected: each comes much nearer, and a person waits no longer."""
SAME = 1.15
"""By this factor the picture's light or its red beside its blue may change when it is locked: an
arm that comes in changes no more, and readings bear it."""
_EXPOSURE, _WHITE, _FOCUS = phrase("exposure"), phrase("white balance"), phrase("focus")

Bgr: TypeAlias = tuple[float, float, float]


class Controls(Protocol):
    """What is used of `cv2.VideoCapture` to set a camera."""

    def get(self, propId: int) -> float:  # noqa: N803  (OpenCV's name)
        """The value of a property, negative where there is none."""
        ...

    def set(self, propId: int, value: float) -> bool:  # noqa: N803  (OpenCV's name)
        """Set a property."""
        ...

    def getBackendName(self) -> str:  # noqa: N802  (OpenCV's name)
        """Through what OpenCV reaches the camera."""
        ...


class UsbLight:
    """Lets one opened camera choose light and focus, then holds them. Feed it every frame.

    `messages` gets one line whenever something more turns out not to stay.
    """

    def __init__(self, device: Controls, messages: list[str]) -> None:
        self._device, self._messages = device, messages
        self._lock = LightLock()
        self._refused: list[str] = []
        self._wanted: Bgr | None = None
        self._told_s, self._tries = 0.0, 0
        if device.getBackendName() != V4L2:
            device.set(cv2.CAP_PROP_AUTOFOCUS, 0)
            self._refuse(_EXPOSURE, _WHITE)
            return
        self._choose()
        device.set(cv2.CAP_PROP_AUTOFOCUS, 1)

    def feed(self, pixels: Pixels, time_s: float) -> None:
        """Take a frame, and tell the camera what follows from it."""
        if self._device.getBackendName() != V4L2:
            return
        seen = _mean(pixels)
        match self._lock.feed(seen[1], time_s):
            case Turn.CHOOSE:
                self._wanted = None
                self._choose()
            case Turn.LOCK:
                self._hold()
                self._wanted, self._told_s, self._tries = seen, time_s, 0
            case None if self._wanted is not None and time_s - self._told_s >= CHECK_S:
                self._told_s = time_s
                self._check(seen, self._wanted)

    def give_back(self) -> None:
        """Everything by itself again, as cameras come: they keep what they are told."""
        if self._device.getBackendName() == V4L2:
            self._choose()
            self._device.set(cv2.CAP_PROP_AUTOFOCUS, 1)

    def _choose(self) -> None:
        self._expose_by_itself()
        self._device.set(cv2.CAP_PROP_AUTO_WB, 1)

    def _hold(self) -> None:
        """Lock what can be locked; light that did not stay before is left alone."""
        refused = list(self._turn_off())
        if refused:
            self._refuse(*refused)

    def _turn_off(self) -> Iterator[str]:
        if _FOCUS not in self._refused and not self._keeps_focus():
            yield _FOCUS
        if _EXPOSURE not in self._refused:
            if self._set(cv2.CAP_PROP_AUTO_EXPOSURE, BY_HAND):
                # Some cameras stop choosing only once they are told a number.
                self._expose(self._device.get(cv2.CAP_PROP_EXPOSURE))
            else:
                yield _EXPOSURE
        if _WHITE not in self._refused and not self._set(cv2.CAP_PROP_AUTO_WB, 0):
            yield _WHITE

    def _keeps_focus(self) -> bool:
        """Whether the lens stays from now on; where it cannot be told, it never moves."""
        there = self._device.get(cv2.CAP_PROP_AUTOFOCUS) >= 0
        return not there or self._set(cv2.CAP_PROP_AUTOFOCUS, 0)

    def _check(self, seen: Bgr, wanted: Bgr) -> None:
        """Bring a picture back that locking has changed, or do without the lock."""
        if _WHITE not in self._refused and not _alike(_red(seen), _red(wanted)):
            self._device.set(cv2.CAP_PROP_AUTO_WB, 1)
            self._refuse(_WHITE)
        if _EXPOSURE in self._refused or _alike(seen[1], wanted[1]):
            self._wanted = None
            return
        self._tries += 1
        # Levels grow with about the root of the light; white balance leaves green alone.
        value = self._device.get(cv2.CAP_PROP_EXPOSURE) * ((wanted[1] + 1) / (seen[1] + 1)) ** 2
        if self._tries > TRIES or not self._expose(value):
            self._wanted = None
            self._expose_by_itself()
            self._refuse(_EXPOSURE)

    def _expose(self, value: float) -> bool:
        return self._set(cv2.CAP_PROP_EXPOSURE, max(1, round(value)))

    def _expose_by_itself(self) -> None:
        for value in BY_ITSELF:
            if self._set(cv2.CAP_PROP_AUTO_EXPOSURE, value):
                return

    def _set(self, control: int, value: float) -> bool:
        """Whether the camera has taken it: some say so and do nothing."""
        return self._device.set(control, value) and self._device.get(control) == value

    def _refuse(self, *what: str) -> None:
        self._refused += what
        self._messages.append(not_locked(self._refused))


def _mean(pixels: Pixels) -> Bgr:
    blue, green, red = pixels[::32, ::32].reshape(-1, 3).mean(axis=0, dtype=np.float64).tolist()
    return blue, green, red


def _red(bgr: Bgr) -> float:
    return (bgr[2] + 1) / (bgr[0] + 1)


def _alike(a: float, b: float) -> bool:
    return 1 / SAME < (a + 1) / (b + 1) < SAME

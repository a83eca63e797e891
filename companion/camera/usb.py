"""A camera on USB, through OpenCV."""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self, cast

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.capture import CaptureCamera
from companion.camera.errors import CameraBusyError, CameraLostError, CameraNotFoundError
from companion.camera.frame import Frame
from companion.camera.mains import set_mains
from companion.camera.names import number_of
from companion.camera.profile import CameraProfile
from companion.camera.usb_light import Controls, UsbLight
from companion.core.phrases import phrase

WIDTH_PX, HEIGHT_PX = 1920, 1080
MISSES = 5
"""Frames in a row that may fail: cables and hubs lose one now and then."""


class VideoDevice(Controls, Protocol):
    """What is used of `cv2.VideoCapture`."""

    def isOpened(self) -> bool:  # noqa: N802  (OpenCV's name)
        """Whether the device was opened."""
        ...

    def read(self) -> tuple[bool, npt.NDArray[np.uint8]]:
        """Whether there was a frame, and its pixels, BGR."""
        ...

    def release(self) -> None:
        """Close it."""
        ...


def open_device(index: int) -> VideoDevice:
    """The camera of that number."""
    through = cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY
    return cast(VideoDevice, cv2.VideoCapture(index, through))


class UsbCamera(CaptureCamera[VideoDevice]):
    """A USB camera by number or path; light and focus are locked once it has chosen them.

    A path, such as a link under `/dev/v4l/by-id`, is looked up anew each time it is opened.
    """

    live = True

    def __init__(
        self,
        which: int | Path = 0,
        opener: Callable[[int], VideoDevice] = open_device,
        clock: Callable[[], float] = time.monotonic,
        profile: CameraProfile | None = None,
        tell_mains: Callable[[Path, int], bool] = set_mains,
    ) -> None:
        super().__init__()
        self._profile, self._tell_mains = profile or CameraProfile(), tell_mains
        self._which, self._opener, self._clock = which, opener, clock
        self._index = which if isinstance(which, int) else 0
        self._light: UsbLight | None = None

    def __enter__(self) -> Self:
        """Raises `CameraNotFoundError` or `CameraBusyError`."""
        if isinstance(self._which, Path):
            self._index = number_of(self._which)
        device = self._opener(self._index)
        if not device.isOpened():
            device.release()
            raise self._why_not()
        device.set(cv2.CAP_PROP_FOURCC, _fourcc("MJPG"))
        device.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH_PX)
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT_PX)
        self._set_mains()
        self._device, self._light = device, UsbLight(device, self.messages)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it, its light and focus given back."""
        light, self._light = self._light, None
        if light is not None:
            light.give_back()
        super().__exit__(kind, error, trace)

    def frames(self) -> Iterator[Frame]:
        """Frames until it is closed. Raises `CameraLostError` when it stops giving any."""
        sequence = misses = 0
        while self._device is not None:
            taken, pixels = self._device.read()
            if taken:
                misses = 0
                frame = Frame(np.asarray(pixels, np.uint8), self._clock(), sequence)
                if self._light is not None:
                    self._light.feed(frame.pixels, frame.time_s)
                yield frame
                sequence += 1
                continue
            misses += 1
            if misses >= MISSES:
                raise CameraLostError(
                    phrase("USB camera {n} stopped giving pictures: check its cable", n=self._index)
                )

    def _set_mains(self) -> None:
        mains_hz = self._profile.mains_hz
        if mains_hz is not None and not self._tell_mains(
            Path(f"/dev/video{self._index}"), mains_hz
        ):
            self.messages.append(
                phrase(
                    "this camera cannot be set to {hz} Hz: use lamps that do not flicker",
                    hz=mains_hz,
                )
            )

    def _why_not(self) -> CameraNotFoundError | CameraBusyError:
        if Path(f"/dev/video{self._index}").exists():
            return CameraBusyError(
                phrase(
                    "USB camera {n} cannot be opened: another program holds it, or it is the Pi's"
                    " own camera, which is named picamera:0",
                    n=self._index,
                )
            )
        return CameraNotFoundError(
            phrase(
                "there is no USB camera {n}: plug it in, or try usb:{next}",
                n=self._index,
                next=self._index + 1,
            )
        )


def _fourcc(name: str) -> float:
    return float(sum(ord(letter) << (8 * place) for place, letter in enumerate(name)))

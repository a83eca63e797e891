"""The Raspberry Pi's camera, through picamera2. Only this module knows the vendor's library."""

import errno
import importlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Protocol, Self, cast

import numpy as np
import numpy.typing as npt

from companion.camera.errors import (
    CameraBindingError,
    CameraBusyError,
    CameraError,
    CameraLostError,
    CameraNotFoundError,
)
from companion.camera.frame import Frame

SIZES_PX = ((2304, 1296), (1536, 864))
"""Widest first: half the sensor of a Camera Module 3, then less for a Pi short of memory."""
DROPPED_FRAMES = 8
"""First frames after a start: lens, exposure and white balance take effect with a delay."""
LENS_POSITION = 1.4
"""Fixed focus in dioptres, sharp at about 0.7 m: a lens that hunts blurs the dice."""
MANUAL_FOCUS = 0

_HOW_TO_INSTALL = (
    "install it with `sudo apt install python3-picamera2` and make the virtual environment with "
    "`python3 -m venv --system-site-packages`, because libcamera comes from apt only"
)


class PiDevice(Protocol):
    """What is used of `picamera2.Picamera2`."""

    def create_video_configuration(
        self, main: dict[str, object], buffer_count: int, controls: dict[str, float]
    ) -> object:
        """A configuration for a stream."""
        ...

    def configure(self, config: object) -> object:
        """Take a configuration."""
        ...

    def start(self) -> object:
        """Begin."""
        ...

    def stop(self) -> object:
        """End."""
        ...

    def close(self) -> object:
        """Give the camera back."""
        ...

    def capture_array(self, name: str) -> npt.NDArray[np.uint8]:
        """The next picture of a stream."""
        ...


class PiCameras(Protocol):
    """What is used of the class `picamera2.Picamera2` itself."""

    def __call__(self, camera_num: int) -> PiDevice:
        """Open a camera."""
        ...

    def global_camera_info(self) -> Sequence[Mapping[str, object]]:
        """All cameras, each with its `Id` and its `Num`."""
        ...


class PiLibrary(Protocol):
    """What is used of `picamera2`."""

    Picamera2: PiCameras


def load_library() -> PiLibrary:
    """The vendor's library. Raises `CameraBindingError` when it is missing or does not fit."""
    try:
        return cast(PiLibrary, importlib.import_module("picamera2"))
    except ImportError as error:
        raise CameraBindingError(f"picamera2 is missing ({error}): {_HOW_TO_INSTALL}") from error
    except ValueError as error:  # `numpy.dtype size changed`
        raise CameraBindingError(
            f"picamera2 does not fit the installed numpy or simplejpeg ({error}): "
            f"use the numpy that apt brings; {_HOW_TO_INSTALL}"
        ) from error


def pi_sources() -> tuple[str, ...]:
    """Sources of all cameras on the Pi's ribbons, by names that last; none without the library."""
    try:
        return tuple(f"picamera:{name}" for name in _numbers(load_library()))
    except CameraBindingError:
        return ()


def open_device(which: int | str) -> PiDevice:
    """Open a camera by number, or by the id that libcamera gives its socket.

    Raises `CameraBindingError` without a working picamera2, `CameraNotFoundError` for another id.
    """
    library = load_library()
    if isinstance(which, str):
        numbers = _numbers(library)
        if which not in numbers:
            there = ", ".join(f"picamera:{name}" for name in numbers) or "none"
            raise CameraNotFoundError(f"the Pi sees no camera {which}; there are: {there}")
        which = numbers[which]
    return library.Picamera2(which)


def _numbers(library: PiLibrary) -> dict[str, int]:
    """Numbers of ribbon cameras by id; libcamera lists those on USB too, which are named so."""
    listed = library.Picamera2.global_camera_info()
    named = {str(camera["Id"]): int(str(camera["Num"])) for camera in listed}
    return {name: number for name, number in named.items() if "/usb" not in name}


class PiCamera:
    """A camera on the Pi's ribbon, with fixed focus."""

    live = True

    def __init__(
        self,
        which: int | str = 0,
        opener: Callable[[int | str], PiDevice] = open_device,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._which, self._opener, self._clock = which, opener, clock
        self._device: PiDevice | None = None

    def __enter__(self) -> Self:
        """Raises `CameraBindingError`, `CameraNotFoundError` or `CameraBusyError`."""
        try:
            device = self._opener(self._which)
        except (IndexError, RuntimeError, OSError) as error:
            raise _reason(self._which, error) from error
        try:
            self._start(device)
        except (RuntimeError, OSError) as error:
            device.close()
            raise _reason(self._which, error) from error
        self._device = device
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop and close, also after an error: else the camera stays busy until a reboot."""
        device, self._device = self._device, None
        if device is not None:
            try:
                device.stop()
            finally:
                device.close()

    def frames(self) -> Iterator[Frame]:
        """Frames until it is closed, the first few dropped. Raises `CameraLostError`."""
        sequence = -DROPPED_FRAMES
        while self._device is not None:
            try:
                pixels = self._device.capture_array("main")
            except (RuntimeError, OSError) as error:
                raise CameraLostError(
                    f"the Pi's camera stopped giving pictures ({error}): check its ribbon"
                ) from error
            if sequence >= 0:
                yield Frame(np.asarray(pixels, np.uint8), self._clock(), sequence)
            sequence += 1

    def _start(self, device: PiDevice) -> None:
        """Start at the widest size for which there is memory."""
        for size in SIZES_PX:
            try:
                # The library names formats by byte order in memory: its RGB888 is our BGR.
                config = device.create_video_configuration(
                    main={"size": size, "format": "RGB888"},
                    buffer_count=3,
                    controls={"AfMode": MANUAL_FOCUS, "LensPosition": LENS_POSITION},
                )
                device.configure(config)
                device.start()
                return
            except OSError as error:
                if error.errno != errno.ENOMEM or size == SIZES_PX[-1]:
                    raise


def _reason(which: int | str, error: Exception) -> CameraError:
    if isinstance(error, CameraError):
        return error
    if isinstance(error, IndexError):
        return CameraNotFoundError(
            f"the Pi sees no camera {which}: check the ribbon at both ends (a Pi 5 needs its "
            f"narrow cable) and run `rpicam-hello --list-cameras`"
        )
    if isinstance(error, OSError) and error.errno == errno.ENOMEM:
        return CameraBusyError("the Pi has no memory left for the camera: close other programs")
    return CameraBusyError(f"another program holds the Pi's camera ({error}): close it")

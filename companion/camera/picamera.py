"""The Raspberry Pi's camera, through picamera2. Only this module knows the vendor's library."""

import errno
import importlib
import logging
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
from companion.camera.frame import Exposure, Frame
from companion.camera.light_lock import LightLock, Turn, not_locked
from companion.camera.profile import CameraProfile
from companion.core.phrases import phrase

ATTEMPTS = (((2304, 1296), 3), ((2304, 1296), 2), ((1536, 864), 2))
"""Size in px and number of buffers, the best first: half the sensor of a Camera Module 3, then less
for a Pi whose memory for cameras is used up."""
SMALL_PX = (640, 360)
"""A second, grey stream: whether something moves is told from it, in a tenth of the time."""
DROPPED_FRAMES = 8
"""First frames after a start: lens, exposure and white balance take effect with a delay."""
LENS_POSITION = 1.4
"""Fixed focus in dioptres, sharp at about 0.7 m: a lens that hunts blurs the dice."""
MANUAL_FOCUS = 0
MANUAL_FLICKER = 1
MICROSECONDS = 1_000_000
CHOOSE: Mapping[str, object] = {"AeEnable": True, "AwbEnable": True}
LOCKED = (
    ("AeEnable", ("ExposureTime", "AnalogueGain"), phrase("exposure")),
    ("AwbEnable", ("ColourGains",), phrase("white balance")),
)
"""What is turned off, what is set instead, and what that is called."""

_log = logging.getLogger(__name__)
_HOW_TO_INSTALL = phrase(
    "install it with `sudo apt install python3-picamera2` and make the virtual environment with "
    "`python3 -m venv --system-site-packages`, because libcamera comes from apt only"
)


class PiRequest(Protocol):
    """One picture of every stream, with what the camera tells of it."""

    def make_array(self, name: str) -> npt.NDArray[np.uint8]:
        """The picture of a stream."""
        ...

    def get_metadata(self) -> Mapping[str, object]:
        """How it was taken."""
        ...

    def release(self) -> object:
        """Give the buffers back."""
        ...


class PiDevice(Protocol):
    """What is used of `picamera2.Picamera2`."""

    @property
    def camera_controls(self) -> Mapping[str, object]:
        """The controls that this camera has, by name."""
        ...

    def create_video_configuration(
        self,
        main: dict[str, object],
        lores: dict[str, object],
        buffer_count: int,
        controls: dict[str, object],
    ) -> object:
        """A configuration for two streams."""
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

    def set_controls(self, controls: dict[str, object]) -> object:
        """Set controls; they take effect some frames later."""
        ...

    def capture_request(self) -> PiRequest:
        """The next picture of every stream."""
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
        raise CameraBindingError(
            phrase("picamera2 is missing ({error}): {how}", error=error, how=_HOW_TO_INSTALL)
        ) from error
    except ValueError as error:  # `numpy.dtype size changed`
        raise CameraBindingError(
            phrase(
                "picamera2 does not fit the installed numpy or simplejpeg ({error}): use the numpy"
                " that apt brings; {how}",
                error=error,
                how=_HOW_TO_INSTALL,
            )
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
            there = ", ".join(f"picamera:{name}" for name in numbers) or phrase("none")
            words = phrase(
                "the Pi sees no camera {name}; there are: {there}", name=which, there=there
            )
            raise CameraNotFoundError(words)
        which = numbers[which]
    return library.Picamera2(which)


def _numbers(library: PiLibrary) -> dict[str, int]:
    """Numbers of ribbon cameras by id; libcamera lists those on USB too, which are named so."""
    listed = library.Picamera2.global_camera_info()
    named = {str(camera["Id"]): int(str(camera["Num"])) for camera in listed}
    return {name: number for name, number in named.items() if "/usb" not in name}


class PiCamera:
    """A camera on the Pi's ribbon, its focus fixed, its light locked once it has been chosen.

    `messages` tells when it had to do with less memory, or lacks a control that was asked for.
    """

    live = True

    def __init__(
        self,
        which: int | str = 0,
        opener: Callable[[int | str], PiDevice] = open_device,
        clock: Callable[[], float] = time.monotonic,
        profile: CameraProfile | None = None,
    ) -> None:
        self.messages: list[str] = []
        self._which, self._opener, self._clock = which, opener, clock
        self._profile = profile or CameraProfile()
        self._device: PiDevice | None = None
        self._attempt = 0

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
        sequence, lock = -DROPPED_FRAMES, LightLock()
        while self._device is not None:
            try:
                frame, metadata = self._take(self._device, max(sequence, 0))
            except (RuntimeError, OSError) as error:
                if not self._does_with_less(self._device, error):
                    raise CameraLostError(
                        phrase(
                            "the Pi's camera stopped giving pictures ({error}): check its ribbon",
                            error=error,
                        )
                    ) from error
                lock = LightLock()
                continue
            self._turn(self._device, lock.feed(_levels(frame), frame.time_s), metadata)
            if sequence >= 0:
                yield frame
            sequence += 1

    def _turn(self, device: PiDevice, turn: Turn | None, metadata: Mapping[str, object]) -> None:
        """Let it choose its light, or keep what it tells it has chosen."""
        match turn:
            case Turn.CHOOSE:
                device.set_controls(dict(CHOOSE))
            case Turn.LOCK:
                locked, refused = _as_chosen(metadata)
                if locked:
                    device.set_controls(locked)
                if refused and not_locked(refused) not in self.messages:
                    self.messages.append(not_locked(refused))

    def _take(self, device: PiDevice, sequence: int) -> tuple[Frame, Mapping[str, object]]:
        request = device.capture_request()
        try:
            large, small = request.make_array("main"), request.make_array("lores")
            metadata = request.get_metadata()
        finally:
            request.release()
        wide, high = SMALL_PX
        taken_ns = metadata.get("SensorTimestamp")
        time_s = self._clock() if taken_ns is None else float(str(taken_ns)) / 1e9
        exposure = _exposure(metadata)
        _log.debug("frame %d at %.3f s: %s", sequence, time_s, exposure)
        pixels = np.asarray(large, np.uint8)
        # Its grey comes first; below it stand the colours, of which motion tells nothing more.
        return Frame(pixels, time_s, sequence, small[:high, :wide], exposure), metadata

    def _start(self, device: PiDevice) -> None:
        """Start with as much as there is memory for."""
        controls = self._controls(device)
        while True:
            size, buffers = ATTEMPTS[self._attempt]
            try:
                # The library names formats by byte order in memory: its RGB888 is our BGR.
                config = device.create_video_configuration(
                    main={"size": size, "format": "RGB888"},
                    lores={"size": SMALL_PX, "format": "YUV420"},
                    buffer_count=buffers,
                    controls=controls,
                )
                device.configure(config)
                device.start()
                return
            except OSError as error:
                if not self._has_less(error):
                    raise

    def _controls(self, device: PiDevice) -> dict[str, object]:
        """Those of the wanted controls that this camera has; not every lens moves."""
        lens, mains_hz = self._profile.lens_position, self._profile.mains_hz
        wanted: dict[str, object] = {
            "AfMode": MANUAL_FOCUS,
            "LensPosition": LENS_POSITION if lens is None else lens,
        }
        if mains_hz is not None:
            # Lamps flicker with every half wave.
            period = round(MICROSECONDS / (2 * mains_hz))
            wanted |= {"AeFlickerMode": MANUAL_FLICKER, "AeFlickerPeriod": period}
        known = {name: value for name, value in wanted.items() if name in device.camera_controls}
        if mains_hz is not None and "AeFlickerPeriod" not in known:
            self.messages.append(
                phrase(
                    "this camera cannot be set to {hz} Hz: update Raspberry Pi OS, or use lamps"
                    " that do not flicker",
                    hz=mains_hz,
                )
            )
        return known

    def _does_with_less(self, device: PiDevice, error: Exception) -> bool:
        """Start again with less where memory has run out meanwhile; whether that was the fault."""
        if not (isinstance(error, OSError) and self._has_less(error)):
            return False
        try:
            device.stop()
            self._start(device)
        except (RuntimeError, OSError):
            return False
        return True

    def _has_less(self, error: OSError) -> bool:
        """Take the next attempt and say so; `False` when there is none, or the fault is another."""
        if error.errno != errno.ENOMEM or self._attempt + 1 == len(ATTEMPTS):
            return False
        self._attempt += 1
        (wide, high), buffers = ATTEMPTS[self._attempt]
        self.messages.append(
            phrase(
                "the Pi's memory for cameras is used up: going on with {size} and {n} buffers;"
                " start the Pi again before the next game",
                size=f"{wide} x {high}",
                n=buffers,
            )
        )
        return True


def _as_chosen(metadata: Mapping[str, object]) -> tuple[dict[str, object], list[str]]:
    """Controls that keep the light as it was for a frame, and what the camera does not tell."""
    locked, refused = dict[str, object](), list[str]()
    for off, names, what in LOCKED:
        if any(metadata.get(name) is None for name in names):
            refused.append(what)
        else:
            locked |= {off: False, **{name: metadata[name] for name in names}}
    return locked, refused


def _exposure(metadata: Mapping[str, object]) -> Exposure | None:
    """How a frame was taken, if the camera tells it."""
    match metadata:
        case {
            "ExposureTime": int() | float() as time_us,
            "AnalogueGain": int() | float() as gain,
            "ColourGains": (int() | float() as red, int() | float() as blue),
        }:
            return Exposure(time_us, gain, red, blue)
    return None


def _levels(frame: Frame) -> float:
    return float(frame.pixels[::32, ::32].mean())


def _reason(which: int | str, error: Exception) -> CameraError:
    if isinstance(error, CameraError):
        return error
    if isinstance(error, IndexError):
        return CameraNotFoundError(
            phrase(
                "the Pi sees no camera {n}: check the ribbon at both ends (a Pi 5 needs its narrow"
                " cable) and run `rpicam-hello --list-cameras`",
                n=which,
            )
        )
    if isinstance(error, OSError) and error.errno == errno.ENOMEM:
        return CameraBusyError(
            phrase("the Pi has no memory left for the camera: close other programs")
        )
    words = phrase("another program holds the Pi's camera ({error}): close it", error=error)
    return CameraBusyError(words)

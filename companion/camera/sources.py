"""Which camera is meant by a text such as `usb:0`. Imports no library before one is opened."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from companion.camera.errors import CameraProfileError, SourceError
from companion.camera.profile import CameraProfile, load_camera_profile
from companion.core.phrases import phrase

if TYPE_CHECKING:
    from companion.camera.camera import Camera

FORMS = phrase(
    "a camera is one of: picamera:NUMBER, usb:NUMBER, picamera:/base/ID, usb:/dev/v4l/by-id/NAME, "
    "a video file, a folder of pictures, sim:SEED, none"
)


class SourceKind(Enum):
    """Kinds of camera."""

    PICAMERA = "picamera"
    USB = "usb"
    VIDEO = "video"
    FOLDER = "folder"
    SIMULATED = "sim"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class CameraSource:
    """A camera by kind and number, path or seed."""

    kind: SourceKind
    value: str = ""

    @property
    def name(self) -> str:
        """The text that means this camera, where it is a device; files have their kind before."""
        return f"{self.kind.value}:{self.value}"

    @property
    def number(self) -> int:
        """The number of a device, or the seed."""
        return int(self.value)


_NUMBERED = {kind.value: kind for kind in SourceKind if kind.value in ("picamera", "usb", "sim")}


def parse_source(text: str) -> CameraSource:
    """Read `picamera:0`, `usb:0`, those by id or path, `sim:SEED`, `none` or a path.

    Raises `SourceError`.

    >>> parse_source("usb:1")
    CameraSource(kind=<SourceKind.USB: 'usb'>, value='1')
    """
    if text == SourceKind.NONE.value:
        return CameraSource(SourceKind.NONE)
    name, _, number = text.partition(":")
    if (name, number[:5]) in (("usb", "/dev/"), ("picamera", "/base")):
        return CameraSource(SourceKind(name), number)
    if name in _NUMBERED:
        if not (number.isascii() and number.isdigit()):
            raise SourceError(
                phrase(
                    "{text} lacks a number after {name}; {forms}",
                    text=repr(text),
                    name=name,
                    forms=FORMS,
                )
            )
        return CameraSource(_NUMBERED[name], number)
    path = Path(text)
    if text and path.is_dir():
        return CameraSource(SourceKind.FOLDER, text)
    if text and path.is_file():
        return CameraSource(SourceKind.VIDEO, text)
    raise SourceError(
        phrase("there is no file, folder or camera {text}; {forms}", text=repr(text), forms=FORMS)
    )


def open_source(source: CameraSource, profile: CameraProfile | None = None) -> Camera:
    """The camera of a source, not yet opened, with its settings.

    The simulator and `none` are no devices. Raises `SourceError`.
    """
    profile = profile or CameraProfile()
    if profile.red_for_blue:
        from companion.camera.swapped import SwappedCamera  # noqa: PLC0415

        return SwappedCamera(open_source(source, replace(profile, red_for_blue=False)))
    # Imported here, because the web process handles sources and touches no pixels.
    match source.kind:
        case SourceKind.PICAMERA:
            from companion.camera.picamera import PiCamera  # noqa: PLC0415

            which = source.number if source.value.isdigit() else source.value
            return PiCamera(which, profile=profile)
        case SourceKind.USB:
            from companion.camera.usb import UsbCamera  # noqa: PLC0415

            path = source.number if source.value.isdigit() else Path(source.value)
            return UsbCamera(path, profile=profile)
        case SourceKind.VIDEO:
            from companion.camera.files import VideoCamera  # noqa: PLC0415

            return VideoCamera(Path(source.value))
        case SourceKind.FOLDER:
            from companion.camera.files import FolderCamera  # noqa: PLC0415

            return FolderCamera(Path(source.value))
        case _:
            raise SourceError(f"{source.kind.value} is no device that can be opened")


def open_as_set(source: CameraSource, settings: Path) -> Camera:
    """The same with the settings in a file; damaged ones are told, and done without."""
    try:
        return open_source(source, load_camera_profile(settings))
    except CameraProfileError as error:
        camera = open_source(source)
        camera.messages.append(str(error))
        return camera

"""Names of USB cameras that stay the same when their numbers swap after a restart. No pixels."""

import re
from collections.abc import Iterator
from pathlib import Path

from companion.camera.errors import CameraNotFoundError
from companion.core.phrases import phrase

BY_ID = Path("/dev/v4l/by-id")
"""Where Linux keeps a link to each USB camera, named by maker, model and serial number."""
_FIRST_STREAM = "-index0"
"""Cameras have further devices that give no pictures."""
DEVICES = Path("/sys/class/video4linux")
"""Where Linux tells of each video device what it hangs on."""


def number_of(path: Path) -> int:
    """The number a camera has today, by a link or device such as `/dev/v4l/by-id/usb-C920-index0`.

    Raises `CameraNotFoundError` with the names there are.
    """
    device = re.fullmatch(r"video(\d+)", path.resolve().name)
    if device is None or not path.exists():
        there = ", ".join(f"usb:{name}" for name in _links(path.parent).values())
        raise CameraNotFoundError(
            phrase(
                "there is no camera {name}: plug it in; there are: {there}",
                name=path,
                there=there or phrase("none"),
            )
        )
    return int(device[1])


def steady_name(number: int, folder: Path = BY_ID) -> str | None:
    """The source by which to name camera `number` when others are there to be taken for it."""
    links = _links(folder)
    return f"usb:{links[number]}" if len(links) > 1 and number in links else None


def usb_sources(devices: Path = DEVICES, folder: Path = BY_ID) -> tuple[str, ...]:
    """Sources of all USB cameras, by names that last where there are such.

    A Raspberry Pi has a dozen video devices that are no camera: only what hangs on USB counts.
    """
    links = _links(folder)
    return tuple(f"usb:{links.get(number, number)}" for number in sorted(_usb_numbers(devices)))


def _usb_numbers(devices: Path) -> Iterator[int]:
    for entry in devices.glob("video*") if devices.is_dir() else ():
        device = re.fullmatch(r"video(\d+)", entry.name)
        first = _text(entry / "index") == "0"
        if device is not None and first and "/usb" in str((entry / "device").resolve()):
            yield int(device[1])


def _text(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""


def _links(folder: Path) -> dict[int, Path]:
    """Link of each camera by its number today."""
    found = {}
    for link in sorted(folder.glob(f"*{_FIRST_STREAM}")) if folder.is_dir() else ():
        device = re.fullmatch(r"video(\d+)", link.resolve().name)
        if device is not None:
            found[int(device[1])] = link
    return found

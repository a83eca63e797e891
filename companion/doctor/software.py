"""Python and the libraries: present, once, and of versions that work."""

import importlib.util
import platform
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import metadata
from pathlib import Path

from companion.camera.errors import CameraBindingError
from companion.doctor.finding import Finding, good, problem, warning

PYTHONS = ((3, 11), (3, 13))
"""Oldest and newest Python that the program is tried on."""
OPENCV = ((4, 9), (5, 0))
"""From here (ArUco refined corners wrongly before) to below there (which dropped functions)."""
BAD_ONNXRUNTIME = ("1.21.0",)
"""Dies with an illegal instruction on a Raspberry Pi 4."""
NO_ONNXRUNTIME = ("armv6l", "armv7l")
"""32-bit machines, for which there is none."""
_OPENCVS = re.compile(r"opencv(-contrib)?-python(-headless)?")
_WANTED = "opencv-python-headless"
_MODEL = Path("/proc/device-tree/model")
"""Where Linux on small boards tells which board it is."""

Installed = Mapping[str, str]
"""Versions of the installed packages by name."""


def installed_packages() -> Installed:
    """What is installed, as the package installer knows it."""
    named = ((found.metadata["Name"], found.version) for found in metadata.distributions())
    return {name.lower().replace("_", "-"): version for name, version in named if name}


def board_model(path: Path = _MODEL) -> str:
    """What board this is, such as `Raspberry Pi 5 Model B Rev 1.0`; empty where nothing tells."""
    try:
        return path.read_bytes().decode(errors="replace").strip("\0 \n")
    except OSError:
        return ""


def is_pi(model: str) -> bool:
    """Whether a board has a ribbon for a camera of its own that picamera2 drives."""
    return model.startswith("Raspberry Pi")


def check_python(version: tuple[int, int]) -> Finding:
    """Is this Python one that the program is tried on?"""
    oldest, newest = PYTHONS
    words, spoken = f"Python {_dotted(version)}", f"{_dotted(oldest)} to {_dotted(newest)}"
    if version < oldest:
        return problem("python", f"{words} is too old", f"install Python {spoken}")
    if version > newest:
        return warning(
            "python", f"{words} is newer than what this program was tried on", f"use {spoken}"
        )
    return good("python", words, version=_dotted(version))


def check_opencv(installed: Installed, importable: bool) -> Finding:
    """Is there exactly one OpenCV, of a version that works? Two overwrite each other's files."""
    found = {name: version for name, version in installed.items() if _OPENCVS.fullmatch(name)}
    if len(found) > 1:
        names = " ".join(sorted(found))
        return problem(
            "opencv",
            f"there are {len(found)} packages of OpenCV, which overwrite each other: {names}",
            f"`pip uninstall -y {names}`, then `pip install '{_WANTED}>=4.9,<5'`",
        )
    if not found:
        if importable:
            return good("opencv", "OpenCV of the system")
        return problem(
            "opencv",
            "OpenCV is missing: no picture can be read",
            f"`pip install '{_WANTED}>=4.9,<5'`; until then play with --camera none",
        )
    ((name, version),) = found.items()
    oldest, too_new = OPENCV
    if not oldest <= _numbers(version) < too_new:
        return problem(
            "opencv",
            f"{name} {version} does not work with this program",
            f"`pip install '{name}>={_dotted(oldest)},<{too_new[0]}'`",
        )
    return good("opencv", f"{name} {version}", version=version)


def check_onnxruntime(installed: Installed, machine: str) -> Finding:
    """Is there an ONNX Runtime, of a version that works?"""
    version = installed.get("onnxruntime")
    if version is None and machine in NO_ONNXRUNTIME:
        return warning(
            "onnxruntime",
            "there is no ONNX Runtime for a 32-bit system: the camera reads no dice",
            "install Raspberry Pi OS (64-bit), or enter the rolls by hand",
        )
    if version is None:
        return problem(
            "onnxruntime",
            "ONNX Runtime is missing: the camera reads no dice",
            "`pip install onnxruntime`; until then play with --camera none",
        )
    if version in BAD_ONNXRUNTIME:
        return problem(
            "onnxruntime",
            f"onnxruntime {version} dies with an illegal instruction on a Raspberry Pi 4",
            "`pip install --upgrade onnxruntime`",
        )
    return good("onnxruntime", f"onnxruntime {version}", version=version)


def check_binding(model: str, open_binding: Callable[[], object]) -> Finding | None:
    """On a Raspberry Pi: does its camera's library load here? `None` on other machines."""
    if not is_pi(model):
        return None
    try:
        open_binding()
    except CameraBindingError as error:
        return warning("picamera2", str(error), "or use a USB camera")
    return good("picamera2", "the library of the Pi's camera loads")


def check_software() -> Iterator[Finding]:
    """All of it, on this machine."""
    yield check_python(sys.version_info[:2])
    installed = installed_packages()
    yield check_opencv(installed, importlib.util.find_spec("cv2") is not None)
    yield check_onnxruntime(installed, platform.machine())


def _numbers(version: str) -> tuple[int, int]:
    found = re.match(r"(\d+)\.(\d+)", version)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _dotted(version: tuple[int, int]) -> str:
    return ".".join(map(str, version))

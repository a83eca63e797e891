"""Each check of the libraries, with what is well and with what is wrong."""

import re
import tomllib
from pathlib import Path

import pytest

from companion.camera.errors import CameraBindingError
from companion.camera.picamera import load_library
from companion.doctor.finding import Level
from companion.doctor.software import (
    BAD_ONNXRUNTIME,
    OPENCV,
    PYTHONS,
    board_model,
    check_binding,
    check_onnxruntime,
    check_opencv,
    check_python,
    check_software,
    installed_packages,
)

PI = "Raspberry Pi 5 Model B Rev 1.0"
HEADLESS = "opencv-python-headless"
DECLARED = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
GOOD, WARNING, PROBLEM = Level.GOOD, Level.WARNING, Level.PROBLEM


@pytest.mark.parametrize(
    ("version", "level"),
    [((3, 10), PROBLEM), ((3, 11), GOOD), ((3, 13), GOOD), ((3, 14), WARNING)],
)
def test_python(version: tuple[int, int], level: Level) -> None:
    assert check_python(version).level is level


@pytest.mark.report("B3")
@pytest.mark.parametrize(
    ("installed", "importable", "level", "words"),
    [
        ({HEADLESS: "4.14.0.94", "numpy": "2.4"}, True, GOOD, "4.14"),
        ({HEADLESS: "4.9.0.80"}, True, GOOD, "4.9"),
        ({HEADLESS: "4.8.1.78"}, True, PROBLEM, "does not work"),
        ({HEADLESS: "5.0.0.93"}, True, PROBLEM, "does not work"),
        ({HEADLESS: "4.14.0.94", "opencv-python": "4.10"}, True, PROBLEM, "overwrite each other"),
        ({"opencv-contrib-python": "4.10.0.84"}, True, GOOD, "contrib"),
        ({}, True, GOOD, "of the system"),
        ({"opencv-python-kit": "1.0"}, False, PROBLEM, "missing"),
    ],
)
def test_opencv(installed: dict[str, str], importable: bool, level: Level, words: str) -> None:
    found = check_opencv(installed, importable)
    assert found.level is level
    assert words in found.words
    assert ("pip install" in found.remedy) is (level is PROBLEM)


@pytest.mark.parametrize(
    ("installed", "machine", "level", "words"),
    [
        ({"onnxruntime": "1.32.0"}, "aarch64", GOOD, "1.32"),
        ({"onnxruntime": "1.21.0"}, "aarch64", PROBLEM, "illegal instruction"),
        ({}, "aarch64", PROBLEM, "missing"),
        ({}, "armv7l", WARNING, "32-bit"),
    ],
)
def test_onnxruntime(installed: dict[str, str], machine: str, level: Level, words: str) -> None:
    found = check_onnxruntime(installed, machine)
    assert found.level is level
    assert words in found.words


@pytest.mark.report("C6")
def test_on_a_pi_without_the_binding_the_hint_is_apt_and_the_environment() -> None:
    found = check_binding(PI, load_library)
    assert found is not None
    assert found.level is WARNING
    assert "apt install python3-picamera2" in found.words
    assert "--system-site-packages" in found.words
    assert check_binding("", load_library) is None
    there = check_binding(PI, object)
    assert there is not None
    assert there.level is GOOD


@pytest.mark.report("C7")
def test_a_numpy_that_does_not_fit_is_named() -> None:
    def unfit() -> object:
        raise CameraBindingError("picamera2 does not fit the installed numpy or simplejpeg")

    found = check_binding(PI, unfit)
    assert found is not None
    assert "numpy or simplejpeg" in found.words


def test_the_board_is_named(tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(PI.encode() + b"\0")
    assert board_model(tmp_path / "model") == PI
    assert board_model(tmp_path / "none") == ""


@pytest.mark.report("B3")
def test_versions_that_work_are_those_that_are_declared() -> None:
    project = DECLARED["project"]
    needs = {re.split("[<>=!]", text)[0]: text for text in project["dependencies"]}
    (oldest, too_new), (first, last) = OPENCV, PYTHONS
    assert needs[HEADLESS] == f"{HEADLESS}>={oldest[0]}.{oldest[1]},<{too_new[0]}"
    assert all(f"!={version}" in needs["onnxruntime"] for version in BAD_ONNXRUNTIME)
    assert project["requires-python"] == f">={first[0]}.{first[1]},<{last[0]}.{last[1] + 1}"


def test_this_machine_can_run_what_is_tested_on_it() -> None:
    assert "pytest" in installed_packages()
    assert {found.level for found in check_software()} <= {GOOD, WARNING}

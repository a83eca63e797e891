"""The wheel, installed in an empty environment elsewhere, reads a photograph and plays the demo."""

import json
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.requirements import require
from tests.server.test_live import free_port
from tests.test_live import DICE

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `companion` command of an environment that holds nothing but the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "-q", "--no-deps"]
    subprocess.run([*pip, "-w", str(folder), str(ROOT)], check=True)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "env", with_pip=True)
    subprocess.run([folder / "env/bin/pip", "install", "-q", wheel], check=True)
    return folder / "env/bin/companion"


@pytest.mark.slow
def test_the_wheel_reads_a_photograph(installed: Path, tmp_path: Path) -> None:
    photo = next((DICE / "damiantab" / "images").glob("*.jpg"), None)
    require("dice", photo is not None, "the photographs lie in ../shared/dice")
    done = subprocess.run(
        [installed, "read", "--json", str(photo)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["dice"]


@pytest.mark.slow
def test_the_wheel_plays_the_demo(installed: Path, tmp_path: Path) -> None:
    command: list[str | Path] = [
        installed,
        "demo",
        "--json",
        "--data",
        tmp_path,
        "--port",
        str(free_port()),
    ]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        ready = json.loads(process.stdout.readline())
        assert ready["type"] == "ready"
        process.terminate()
    assert process.returncode == 0

"""The installer, before stand-ins for apt, pip and systemd that note what they are told."""

import os
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "hw" / "install.sh"
PI = "Raspberry Pi 5 Model B Rev 1.0\0"
NOTE = '#!/bin/sh\necho "{name} $*" >>"$NOTES"\n'
STAND_INS = {
    "sudo": '#!/bin/sh\nexec "$@"\n',
    "apt-get": NOTE,
    "systemctl": NOTE,
    "usermod": NOTE,
    "pip": NOTE + "echo 'error: externally-managed-environment' >&2\nexit 1\n",
    "getent": '#!/bin/sh\n[ "$2" = video ]\n',
    "id": '#!/bin/sh\ncase "$1" in -u) echo "$USER_NUMBER" ;; *) echo table ;; esac\n',
    "uname": '#!/bin/sh\necho "$MACHINE"\n',
    "python3": (
        '#!/bin/sh\nif [ "$2" = venv ]; then\n'
        'for place; do :; done\n"{python}" "$@" --without-pip || exit 1\n'
        'cp "$STAND_INS/inner-pip" "$place/bin/pip"; cp "$STAND_INS/inner" "$place/bin/companion"\n'
        "else echo numpy==1.24.2; fi\n"
    ),
    "inner-pip": NOTE + 'cat "$4" >>"$NOTES"\n',
    "inner": NOTE,
}

pytestmark = pytest.mark.skipif(shutil.which("sh") is None, reason="needs a shell")


class Machine:
    """A machine with a user `table`, whose home is nowhere special."""

    def __init__(self, place: Path) -> None:
        self.home, self.units = place / "somewhere" / "table", place / "units"
        self.notes, self._model = place / "notes", place / "model"
        self._bin = place / "bin"
        for folder in (self.home, self.units, self._bin):
            folder.mkdir(parents=True)
        self._model.write_text(PI)
        for name, text in STAND_INS.items():
            path = self._bin / name
            path.write_text(text.replace("{name}", name).replace("{python}", sys.executable))
            path.chmod(0o755)

    def install(
        self, *arguments: str, user: int = 1000, machine: str = "aarch64"
    ) -> subprocess.CompletedProcess[str]:
        told = {
            "HOME": str(self.home), "NOTES": str(self.notes), "STAND_INS": str(self._bin),
            "PATH": f"{self._bin}{os.pathsep}/usr/bin{os.pathsep}/bin",
            "COMPANION_UNITS": str(self.units), "COMPANION_MODEL": str(self._model),
            "USER_NUMBER": str(user), "MACHINE": machine,
        }  # fmt: skip
        return subprocess.run(
            [str(SCRIPT), *arguments], env=told, capture_output=True, text=True, check=False
        )

    @property
    def told(self) -> str:
        return self.notes.read_text() if self.notes.exists() else ""

    def unit(self) -> ConfigParser:
        unit = ConfigParser(interpolation=None)
        unit.optionxform = str  # type: ignore[assignment,method-assign]
        unit.read(self.units / "companion.service")
        return unit


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.report("C17")
def test_the_unit_is_of_the_user_who_installed_with_no_home_written_in(machine: Machine) -> None:
    done = machine.install("--game", "dice", "--camera", "usb:0", "--board", "none")
    assert done.returncode == 0, done.stderr
    unit = machine.unit()
    assert unit["Service"]["User"] == "table"
    assert unit["Service"]["SupplementaryGroups"].split() == ["video"], "those that there are"
    assert unit["Service"]["ExecStart"].startswith(f"{machine.home}/")
    assert unit["Service"]["Restart"] == "on-failure"
    assert unit["Unit"]["StartLimitIntervalSec"] == "0", "it is never given up"
    assert "/home/" not in SCRIPT.read_text()
    assert "usermod -aG video table" in machine.told
    assert "systemctl enable companion.service" in machine.told
    settings = Path(unit["Service"]["EnvironmentFile"])
    assert settings.read_text() == "COMPANION_PLAY=--game dice --camera usb:0 --board none\n"


@pytest.mark.report("C6")
def test_the_environment_sees_the_systems_libcamera_and_keeps_its_numpy(machine: Machine) -> None:
    assert machine.install().returncode == 0
    (settings,) = machine.home.rglob("pyvenv.cfg")
    assert "include-system-site-packages = true" in settings.read_text()
    assert "apt-get install -y python3-venv python3-picamera2" in machine.told
    assert "inner-pip install --upgrade --constraint" in machine.told
    assert "numpy==1.24.2" in machine.told
    assert "\npip " not in machine.told, "the system's own pip is managed from outside"
    assert machine.told.rstrip().endswith("inner doctor")


def test_again_it_updates_and_keeps_what_is_played(machine: Machine) -> None:
    machine.install("--game", "alien_frontiers", "--camera", "picamera:0")
    assert machine.install().returncode == 0
    (settings,) = machine.home.rglob("companion/play")
    assert settings.read_text() == "COMPANION_PLAY=--game alien_frontiers --camera picamera:0\n"


def test_it_goes_on_with_the_game_of_this_evening_and_else_begins_one(machine: Machine) -> None:
    machine.install("--game", "dice")
    launcher = machine.unit()["Service"]["ExecStart"]
    told = {
        "HOME": str(machine.home), "NOTES": str(machine.notes), "PATH": "/usr/bin:/bin",
        "COMPANION_PLAY": "--game dice --camera none",
    }  # fmt: skip
    subprocess.run([launcher], env=told, check=True)
    assert machine.told.splitlines()[-1].split() == [
        "inner",
        "play",
        "--game",
        "dice",
        "--camera",
        "none",
    ]
    game = machine.home / ".local/share/companion/games/20261129-201500-dice.sqlite"
    game.parent.mkdir(parents=True)
    game.touch()
    subprocess.run([launcher], env=told, check=True)
    assert "inner play --resume --game dice" in machine.told.splitlines()[-1]
    os.utime(game, (1, 1))
    subprocess.run([launcher], env=told, check=True)
    assert "--resume" not in machine.told.splitlines()[-1]


@pytest.mark.parametrize(
    ("user", "machine_name", "words"),
    [(0, "aarch64", "not as root"), (1000, "armv7l", "64-bit")],
    ids=["root", "32 bits"],
)
def test_what_cannot_work_is_refused_before_anything_is_done(
    machine: Machine, user: int, machine_name: str, words: str
) -> None:
    done = machine.install(user=user, machine=machine_name)
    assert done.returncode == 1
    assert words in done.stderr
    assert machine.told == ""

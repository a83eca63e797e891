"""Each check of the machine, with what is well and with what is wrong."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.doctor.finding import Level
from companion.doctor.machine import (
    available_mb,
    check_clock,
    check_machine,
    check_memory,
    check_power,
    check_room,
    check_warmth,
    free_mb,
    throttled,
    warmest_c,
)

GOOD, WARNING, PROBLEM = Level.GOOD, Level.WARNING, Level.PROBLEM
TODAY = datetime(2027, 1, 2, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "played", "level"),
    [
        (TODAY, [], GOOD),
        (datetime(1970, 1, 1, tzinfo=UTC), [], WARNING),
        (datetime(2026, 12, 24, tzinfo=UTC), [TODAY], WARNING),
        (datetime(2027, 1, 2, 3, 0, tzinfo=UTC), [TODAY], GOOD),
    ],
    ids=["right", "1970", "before the last game", "another zone"],
)
def test_clock(now: datetime, played: list[datetime], level: Level) -> None:
    assert check_clock(now, played).level is level


@pytest.mark.parametrize(
    ("free", "level"), [(5000.0, GOOD), (999.0, WARNING), (49.0, PROBLEM), (0.0, PROBLEM)]
)
def test_room(free: float, level: Level) -> None:
    assert check_room(free).level is level


@pytest.mark.parametrize(("celsius", "level"), [(52.0, GOOD), (80.0, WARNING)])
def test_warmth(celsius: float, level: Level) -> None:
    found = check_warmth(celsius)
    assert found is not None
    assert found.level is level


@pytest.mark.parametrize(("free", "level"), [(900.0, GOOD), (200.0, WARNING)])
def test_memory(free: float, level: Level) -> None:
    found = check_memory(free)
    assert found is not None
    assert found.level is level


@pytest.mark.parametrize(
    ("bits", "level", "words"),
    [
        (0x0, GOOD, "high enough"),
        (0x50005, WARNING, "is too low"),
        (0x50000, WARNING, "was too low since"),
        (0x4, WARNING, "slower"),
    ],
)
def test_power(bits: int, level: Level, words: str) -> None:
    found = check_power(bits)
    assert found is not None
    assert found.level is level
    assert words in found.words


def test_where_nothing_tells_nothing_is_said() -> None:
    assert (check_power(None), check_warmth(None), check_memory(None)) == (None, None, None)


def test_what_the_kernel_tells_is_read(tmp_path: Path) -> None:
    zone = tmp_path / "thermal_zone0"
    zone.mkdir()
    (zone / "temp").write_text("61234\n")
    (tmp_path / "thermal_zone1").mkdir()
    assert warmest_c(tmp_path) == pytest.approx(61.234)
    assert warmest_c(tmp_path / "none") is None
    (tmp_path / "meminfo").write_text("MemTotal:  9 kB\nMemAvailable:   512000 kB\n")
    assert available_mb(tmp_path / "meminfo") == 512
    assert available_mb(tmp_path / "none") is None
    (tmp_path / "hwmon3").mkdir()
    (tmp_path / "hwmon3" / "in0_lcrit_alarm").write_text("1\n")
    assert throttled(tmp_path, "no-such-command") == 1
    assert throttled(tmp_path / "none", "no-such-command") is None


def test_what_the_pi_tells_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = tmp_path / "vcgencmd"
    command.write_text("#!/bin/sh\necho throttled=0x50005\n")
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert throttled(tmp_path) == 0x50005


def test_all_of_it_on_this_machine(tmp_path: Path) -> None:
    assert free_mb(tmp_path / "not" / "there") > 0
    assert {"clock", "disk"} <= {found.about for found in check_machine(tmp_path, [])}

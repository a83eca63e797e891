"""The machine: clock, warmth, power, memory and room on the disk."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.core.phrases import phrase
from companion.doctor.finding import Finding, good, problem, warning

RELEASED = datetime(2026, 11, 1, tzinfo=UTC)
"""No clock that is right shows an earlier time: this program was not written then."""
HOT_C = 80.0
"""From here on a Raspberry Pi makes itself slower."""
LITTLE_MB, SCARCE_MB = 1000.0, 50.0
"""Room on the disk: an evening with pictures takes 20 MB; without any, nothing can be saved."""
MEMORY_MB = 350.0
"""What the program needs at the most on a Raspberry Pi."""
_LOW_NOW, _LOW_BEFORE = 1 << 0, 1 << 16
_SLOW_NOW = 1 << 1 | 1 << 2 | 1 << 3
"""Bits of `vcgencmd get_throttled`: low voltage; capped, throttled, or at its limit of warmth."""
_SUPPLY = phrase("use the power supply made for this Raspberry Pi and a short cable")


def check_clock(now: datetime, played: Sequence[datetime]) -> Finding:
    """Can the clock be right? `played` are the times at which saved games were begun."""
    newest = max((*played, RELEASED))
    if now < newest - timedelta(days=1):
        return warning(
            "clock",
            phrase("the clock is slow: it shows {time}", time=f"{now:%Y-%m-%d %H:%M}"),
            phrase(
                "let the machine reach the internet once, or set it with `sudo date -s`; games can"
                " be played, but carry that date"
            ),
        )
    return good("clock", f"{now:%Y-%m-%d %H:%M}")


def check_warmth(celsius: float | None) -> Finding | None:
    """Is it too hot? `None` where nothing tells."""
    if celsius is None:
        return None
    if celsius >= HOT_C:
        return warning(
            "warmth",
            phrase("{n} °C: the machine makes itself slower", n=f"{celsius:.0f}"),
            phrase("give it a cooler, or take it out of its case"),
            celsius=celsius,
        )
    return good("warmth", f"{celsius:.0f} °C", celsius=celsius)


def check_power(throttled: int | None) -> Finding | None:
    """Is the voltage high enough? `throttled` as `vcgencmd` tells it; `None` where it does not."""
    if throttled is None:
        return None
    if throttled & _LOW_NOW:
        words = phrase("the voltage is too low: cameras fail and cards break")
        return warning("power", words, _SUPPLY)
    if throttled & _LOW_BEFORE:
        words = phrase("the voltage was too low since the machine was started")
        return warning("power", words, _SUPPLY)
    if throttled & _SLOW_NOW:
        return warning("power", phrase("the machine has made itself slower"), phrase("cool it"))
    return good("power", phrase("the voltage is high enough"))


def check_memory(available_mb: float | None) -> Finding | None:
    """Is there memory for the program? `None` where nothing tells."""
    if available_mb is None:
        return None
    if available_mb < MEMORY_MB:
        return warning(
            "memory",
            phrase(
                "{n} MB are free, and up to {needed} are needed",
                n=f"{available_mb:.0f}",
                needed=f"{MEMORY_MB:.0f}",
            ),
            phrase("close other programs, a browser first"),
            free_mb=available_mb,
        )
    words = phrase("{n} MB free", n=f"{available_mb:,.0f}")
    return good("memory", words, free_mb=available_mb)


def check_room(free_mb: float) -> Finding:
    """Is there room on the disk for games?"""
    remedy = phrase(
        "delete what is not needed, `DATA/pictures` first, or name another disk with --data"
    )
    if free_mb < LITTLE_MB:
        tell = problem if free_mb < SCARCE_MB else warning
        return tell(
            "disk", phrase("only {n} MB are free", n=f"{free_mb:.0f}"), remedy, free_mb=free_mb
        )
    return good("disk", phrase("{n} GB free", n=f"{free_mb / 1000:,.1f}"), free_mb=free_mb)


def check_machine(data_dir: Path, played: Sequence[datetime]) -> Iterator[Finding]:
    """All of it, on this machine."""
    yield check_clock(datetime.now(UTC), played)
    yield check_room(free_mb(data_dir))
    for found in (
        check_memory(available_mb()),
        check_warmth(warmest_c()),
        check_power(throttled()),
    ):
        if found is not None:
            yield found


def free_mb(folder: Path) -> float:
    """Room on the disk of a folder, also of one that is not there yet."""
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    return shutil.disk_usage(there).free / 1e6


def available_mb(path: Path = Path("/proc/meminfo")) -> float | None:
    """Memory that programs can have."""
    try:
        found = re.search(r"^MemAvailable:\s+(\d+) kB", path.read_text(), re.MULTILINE)
    except OSError:
        return None
    return int(found[1]) / 1000 if found else None


def warmest_c(folder: Path = Path("/sys/class/thermal")) -> float | None:
    """The hottest part of the machine."""
    degrees = []
    for path in folder.glob("thermal_zone*/temp"):
        try:
            degrees.append(int(path.read_text()) / 1000)
        except (OSError, ValueError):
            continue
    return max(degrees, default=None)


def throttled(hwmon: Path = Path("/sys/class/hwmon"), command: str = "vcgencmd") -> int | None:
    """What a Raspberry Pi tells of its voltage, by its own command or else by the kernel."""
    if shutil.which(command) is not None:
        told = subprocess.run(
            [command, "get_throttled"], capture_output=True, text=True, check=False, timeout=5,
            env={**os.environ, "LC_ALL": "C"},
        ).stdout  # fmt: skip
        found = re.search(r"throttled=0x([0-9a-f]+)", told)
        if found:
            return int(found[1], 16)
    for path in hwmon.glob("hwmon*/in0_lcrit_alarm"):
        try:
            return int(path.read_text())
        except (OSError, ValueError):
            continue
    return None

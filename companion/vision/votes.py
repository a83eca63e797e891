"""Several readings of one resting scene, made into one claim: one frame is never believed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.core.observation import Seen
from companion.core.pieces import DIE, SeenPiece
from companion.vision.dice import DieReading, SlotReading


@dataclass(frozen=True, slots=True)
class VoteSettings:
    """When readings of several frames agree."""

    looks: int = 3
    """Frames read at each rest: the fewest with a majority."""
    agreeing: float = 0.66
    """Share of the looks that must name the same face without doubt."""
    empty: float = 0.5
    """Mean probability of an empty slot above which it is seen empty."""
    in_doubt: float = 0.15
    """This near to `empty`, the slot counts as not seen."""
    same_die: float = 0.6
    """Dice of two looks whose centres are nearer than this many edges are one."""


def slot_claim(readings: Sequence[SlotReading], settings: VoteSettings) -> Seen:
    """What lies in a slot: `()` empty, `None` when that is in doubt."""
    empty = float(np.mean([reading.empty for reading in readings]))
    if abs(empty - settings.empty) < settings.in_doubt:
        return None
    if empty > settings.empty:
        return ()
    return (_die(readings, (0.0, 0.0), settings),)


@dataclass(slots=True)
class _Group:
    """Readings of one die in several looks."""

    x: float
    y: float
    size: float
    readings: list[DieReading] = field(default_factory=list)


def free_claim(looks: Sequence[Sequence[DieReading]], settings: VoteSettings) -> Seen:
    """Dice lying free, those that most looks found; centres in the pixels that were read."""
    groups: list[_Group] = []
    for look in looks:
        for reading in look:
            _join(groups, reading, settings)
    found = (group for group in groups if 2 * len(group.readings) > len(looks))
    return tuple(_die(group.readings, (group.x, group.y), settings) for group in found)


def _join(groups: list[_Group], reading: DieReading, settings: VoteSettings) -> None:
    x, y = reading.x + reading.w / 2, reading.y + reading.h / 2
    near = [
        group
        for group in groups
        if np.hypot(group.x - x, group.y - y) < settings.same_die * group.size
    ]
    if near:
        nearest = min(near, key=lambda group: float(np.hypot(group.x - x, group.y - y)))
        nearest.readings.append(reading)
    else:
        groups.append(_Group(x, y, max(reading.w, reading.h), [reading]))


def _die(
    readings: Sequence[SlotReading | DieReading],
    centre: tuple[float, float],
    settings: VoteSettings,
) -> SeenPiece:
    chances = np.mean([reading.probabilities for reading in readings], axis=0)
    guess = int(chances.argmax()) + 1
    votes = sum(reading.guess == guess and not reading.unsure for reading in readings)
    sure = votes >= settings.agreeing * len(readings)
    shares = chances / max(float(chances.sum()), 1e-9)
    return SeenPiece(
        DIE,
        Counter(reading.colour for reading in readings).most_common(1)[0][0],
        guess if sure else None,
        float(chances[guess - 1]),
        tuple(float(share) for share in shares),
        *centre,
    )

"""Light in a room where people play: named, so that results can be told by lamp."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Lamp:
    """One source: its light's temperature, K, width, cm, height and distance to the side, cm.

    `share` is its part of the light on the table's middle. `side_cm` of 0 is above the table;
    `tall` is an upright window instead of a lamp that points at the table.
    """

    kelvin: Range
    width_cm: Range
    up_cm: Range
    side_cm: Range
    share: float
    tall: bool = False


@dataclass(frozen=True, slots=True)
class Light:
    """Lamps of a room, the light thrown back by its walls (K and share), and the camera's noise.

    `noise` is that of a camera which must make so much of little light: 1 in good light.
    `white` is how much of the light's colour the camera takes away, 0-1.
    """

    lamps: tuple[Lamp, ...]
    walls: tuple[float, float]
    noise: float
    white: Range


LAMPS: Mapping[str, Light] = {
    "warm desk lamp": Light(
        (Lamp((2700, 2800), (6, 12), (40, 60), (50, 75), 0.8),), (3000, 0.2), 1.3, (0.6, 0.95)
    ),
    "cold ceiling": Light(
        (Lamp((5600, 6600), (60, 120), (150, 190), (10, 70), 0.6),), (5500, 0.4), 1.0, (0.8, 1.0)
    ),
    "two hard lamps": Light(
        (
            Lamp((2900, 3200), (2, 4), (60, 90), (50, 80), 0.45),
            Lamp((3800, 4300), (2, 4), (60, 110), (50, 90), 0.35),
        ),
        (3600, 0.2), 1.2, (0.7, 0.95),
    ),
    "window": Light(
        (
            Lamp((6200, 7200), (100, 140), (40, 70), (130, 200), 0.7, tall=True),
            Lamp((2900, 3100), (15, 25), (150, 180), (20, 80), 0.08),
        ),
        (5500, 0.22), 1.0, (0.8, 1.0),
    ),
    "dim": Light(
        (Lamp((2650, 2800), (10, 20), (140, 170), (20, 90), 0.7),), (2700, 0.3), 2.6, (0.5, 0.85)
    ),
    "pendant": Light(
        (Lamp((2900, 3300), (18, 30), (65, 85), (22, 40), 0.75),), (3200, 0.25), 1.1, (0.7, 0.95)
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Placed:
    """A lamp in its place: metres from the board's middle, x to the right, y away, z up.

    `colour` is its light's, linear RGB of luminance 1, `share` its part of the light on the
    table's middle. `aim` is where it points.
    """

    at: tuple[float, float, float]
    aim: tuple[float, float, float]
    width_m: float
    colour: tuple[float, float, float]
    share: float

    @property
    def watts(self) -> float:
        """Power with which white paper in the table's middle has the radiance `share`."""
        ray = -np.array(self.at)
        far = float(np.linalg.norm(ray))
        ray /= far
        aim = np.array(self.aim) / np.linalg.norm(self.aim)
        falls = float(max(aim @ ray, 0.05) * max(-ray[2], 0.05))
        return float(self.share * np.pi**2 * far**2 / falls)


def placed(name: str, seed: int) -> tuple[Placed, ...]:
    """The lamps of a scene."""
    rng, found = np.random.default_rng((seed, 1)), []
    around = rng.uniform(0, 2 * np.pi)
    for lamp in LAMPS[name].lamps:
        up, side = rng.uniform(*lamp.up_cm) / 100, rng.uniform(*lamp.side_cm) / 100
        at = np.array((side * np.cos(around), side * np.sin(around), up))
        target = np.append(rng.normal(0, 0.05, 2), 0.0)
        aim = target - at
        if lamp.tall:
            aim[2] = 0.0
        found.append(
            Placed(
                _triple(at), _triple(aim), float(rng.uniform(*lamp.width_cm)) / 100,
                colour_of(float(rng.uniform(*lamp.kelvin))), lamp.share,
            )
        )  # fmt: skip
        around += rng.uniform(0.5, 1.5) * np.pi
    return tuple(found)


def walls(name: str) -> tuple[tuple[float, float, float], float]:
    """Colour and share of the light that comes from all round."""
    kelvin, share = LAMPS[name].walls
    return colour_of(kelvin), share


def mean_light(name: str, seed: int) -> Floats:
    """Colour of the light on the table's middle, linear RGB `(3,)`, all shares together 1."""
    colour, share = walls(name)
    parts = [(np.array(lamp.colour), lamp.share) for lamp in placed(name, seed)]
    parts.append((np.array(colour), share))
    return np.asarray(sum(c * s for c, s in parts) / sum(s for _, s in parts))


def colour_of(kelvin: float) -> tuple[float, float, float]:
    """Colour of a glowing body, linear RGB of luminance 1 (Kim and others' cubic of the locus)."""
    t = 1000 / kelvin
    if kelvin < 4000:
        x = -0.2661239 * t**3 - 0.2343589 * t**2 + 0.8776956 * t + 0.179910
    else:
        x = -3.0258469 * t**3 + 2.1070379 * t**2 + 0.2226347 * t + 0.240390
    if kelvin < 2222:
        y = -1.1063814 * x**3 - 1.34811020 * x**2 + 2.18555832 * x - 0.20219683
    elif kelvin < 4000:
        y = -0.9549476 * x**3 - 1.37418593 * x**2 + 2.09137015 * x - 0.16748867
    else:
        y = 3.0817580 * x**3 - 5.87338670 * x**2 + 3.75112997 * x - 0.37001483
    xyz = np.array((x / y, 1.0, (1 - x - y) / y))
    to_rgb = np.array(
        [(3.2406, -1.5372, -0.4986), (-0.9689, 1.8758, 0.0415), (0.0557, -0.2040, 1.0570)]
    )
    return _triple(np.maximum(to_rgb @ xyz, 0.01))


def _triple(values: Floats) -> tuple[float, float, float]:
    a, b, c = values.tolist()
    return float(a), float(b), float(c)

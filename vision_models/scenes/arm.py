"""A hand with its arm reaching over the table, as rods with round ends."""

import numpy as np

from vision_models.scenes.scene import Limb, Triple

Generator = np.random.Generator
_PALM = ((-28.0, -84.0, 26.0), (28.0, -88.0, 26.0))
_FINGERS = (
    ((-30.0, -84.0, 30.0), (-22.0, -42.0, 50.0), (-12.0, -16.0, 36.0), (-7.0, 2.0, 20.0)),
    ((-10.0, -80.0, 32.0), (-6.0, -34.0, 56.0), (2.0, -6.0, 38.0), (3.0, 8.0, 20.0)),
    ((10.0, -82.0, 31.0), (14.0, -40.0, 52.0), (20.0, -18.0, 34.0), (20.0, -6.0, 20.0)),
    ((27.0, -88.0, 29.0), (34.0, -54.0, 44.0), (38.0, -36.0, 30.0), (37.0, -24.0, 20.0)),
    ((-34.0, -118.0, 24.0), (-46.0, -76.0, 26.0), (-36.0, -42.0, 24.0), (-18.0, -14.0, 18.0)),
)
"""Joints from the knuckle to the tip, mm from the point that is gripped; the last is the thumb."""
_WIDTHS = (10.5, 9.3, 8.4, 7.2)
_WRIST, _ELBOW = (0.0, -165.0, 42.0), (30.0, -430.0, 85.0)


def arm(goal: tuple[float, float], rng: Generator) -> tuple[Limb, ...]:
    """An arm that comes from an edge of the board and whose fingers are above the goal, mm."""
    side = np.radians(rng.choice([0, 90, 180, 270], p=[0.55, 0.17, 0.11, 0.17]))
    side += np.radians(rng.normal(0, 15))
    lift, mirror = float(rng.uniform(6, 45)), float(rng.choice([-1.0, 1.0]))
    scale = float(rng.uniform(0.88, 1.08))
    c, s = float(np.cos(side)), float(np.sin(side))

    def there(point: Triple) -> Triple:
        x, y, z = mirror * point[0] * scale, point[1] * scale, point[2] * scale
        # Local y points away from the shoulder; on the board that is upwards, to smaller y.
        return goal[0] + x * c + y * s, goal[1] + x * s - y * c, z + lift

    def rod(a: Triple, b: Triple, wide: tuple[float, float], stuff: str = "skin") -> Limb:
        return Limb(there(a), there(b), (wide[0] * scale, wide[1] * scale), stuff)

    limbs = [
        rod(finger[n], finger[n + 1], (_WIDTHS[n], _WIDTHS[n + 1]))
        for finger in _FINGERS
        for n in range(3)
    ]
    limbs += [
        rod((x, -80.0, 28.0), (x * 0.55, -150.0, 34.0), (14.0, 17.0)) for x in (-26, -8, 10, 26)
    ]
    limbs.append(rod(*_PALM, (15.0, 14.0)))
    limbs.append(rod(_FINGERS[4][0], (-14.0, -150.0, 36.0), (13.0, 18.0)))
    limbs.append(rod(_WRIST, (6.0, -215.0, 50.0), (25.0, 28.0)))
    limbs.append(rod((4.0, -205.0, 48.0), _ELBOW, (37.0, 46.0), "sleeve"))
    return tuple(limbs)

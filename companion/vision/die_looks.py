"""Other looks at a die that is doubtful, and what they come to together.

A turned face has the same pips, and the network errs another way on each. Pips of a marbled die,
or glare on a clear one, may be told from the body in one colour channel only.
"""

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels

Floats = npt.NDArray[np.float32]

CHANNELS = (0, 1, 2)
TILT_DEG = 45.0
FLOOR = 1e-4
"""No label is less probable than this in one look: one look alone rules out nothing."""


def looked_at_again(
    crops: Sequence[Pixels], classify: Callable[[Sequence[Pixels]], Floats], faces: int
) -> Floats:
    """Probabilities `(N, L)` of the labels, of which the first are `faces`.

    The geometric mean of two: of looks in colour, turned four ways; and of looks at one channel
    alone, the one of which the network is surest of a face.
    """
    turned = [_turned(crop) for crop in crops]
    ways = [*zip(*([*tilted, *map(_half_turn, tilted)] for tilted in turned), strict=True)]
    for channel in CHANNELS:
        ways += zip(*([_alone(look, channel) for look in tilted] for tilted in turned), strict=True)
    logs = np.log(classify([crop for way in ways for crop in way]) + FLOOR)
    logs = logs.reshape(len(ways), len(crops), -1)
    coloured, tilts = 2 * len(turned[0]), len(turned[0])
    alone = logs[coloured:].reshape(len(CHANNELS), tilts, len(crops), -1).mean(axis=1)
    surest = _odds(alone)[..., :faces].max(axis=2).argmax(axis=0)
    best = alone[surest, np.arange(len(crops))]
    return _odds((logs[:coloured].mean(axis=0) + best) / 2)


def _turned(crop: Pixels) -> tuple[Pixels, Pixels]:
    """As it lies and tilted."""
    h, w = crop.shape[:2]
    turn = cv2.getRotationMatrix2D(((w - 1) / 2, (h - 1) / 2), TILT_DEG, 1.0)
    tilted = cv2.warpAffine(crop, turn, (w, h), borderMode=cv2.BORDER_REPLICATE)
    return crop, np.asarray(tilted, np.uint8)


def _half_turn(crop: Pixels) -> Pixels:
    return np.ascontiguousarray(crop[::-1, ::-1])


def _alone(crop: Pixels, channel: int) -> Pixels:
    return np.repeat(crop[..., channel : channel + 1], 3, axis=2)


def _odds(logs: npt.NDArray[np.floating]) -> Floats:
    odds = np.exp(logs - logs.max(axis=-1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=-1, keepdims=True), np.float32)

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

TILT_DEG = 45.0
FLOOR = 1e-4
"""No label is less probable than this: one way of looking alone rules out nothing."""


def looked_at_again(
    crops: Sequence[Pixels], classify: Callable[[Sequence[Pixels]], Floats], faces: int
) -> Floats:
    """Probabilities `(N, L)` of the labels, of which the first are `faces`.

    The geometric mean of two looks: in colour, and at the one channel of which the network is
    surest of a face. Each is the mean of four, as the die is turned.
    """
    inks = [crops, *([_alone(crop, channel) for crop in crops] for channel in range(3))]
    turned = [turn(crop) for shown in inks for turn in _TURNS for crop in shown]
    chances = classify(turned).reshape(len(inks), len(_TURNS), len(crops), -1)
    logs = np.log(chances.mean(axis=1) + FLOOR)
    coloured, channels = logs[0], logs[1:]
    surest = channels[..., :faces].max(axis=2).argmax(axis=0)
    return _odds((coloured + channels[surest, np.arange(len(crops))]) / 2)


def _alone(crop: Pixels, channel: int) -> Pixels:
    return np.repeat(crop[..., channel : channel + 1], 3, axis=2)


def _as_it_lies(crop: Pixels) -> Pixels:
    return crop


def _half_turn(crop: Pixels) -> Pixels:
    return np.ascontiguousarray(crop[::-1, ::-1])


def _tilted(crop: Pixels) -> Pixels:
    h, w = crop.shape[:2]
    turn = cv2.getRotationMatrix2D(((w - 1) / 2, (h - 1) / 2), TILT_DEG, 1.0)
    return np.asarray(cv2.warpAffine(crop, turn, (w, h), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _tilted_half_turn(crop: Pixels) -> Pixels:
    return _half_turn(_tilted(crop))


_TURNS = (_as_it_lies, _half_turn, _tilted, _tilted_half_turn)


def _odds(logs: Floats) -> Floats:
    odds = np.exp(logs - logs.max(axis=-1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=-1, keepdims=True), np.float32)

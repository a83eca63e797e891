"""How a body is lit tells how it lies, where silhouettes alone do not.

A model that leans away from the camera has the silhouette of one that lies that way; but other
sides of it face the lamp. Lightness that follows from the way its sides face bears it out.
"""

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.bodies import SHIFT, At, Body, View, placed
from companion.vision.evidence import Floats

FEWEST = 40
"""Fewer pixels tell nothing."""
NOISE = 1.0
"""Lightness (of 100) that differs anyway, from noise and print."""


def unlike(lightness: Floats, bodies: tuple[tuple[Body, At], ...], view: View) -> tuple[float, ...]:
    """How unlike the light on each of these bodies is what is seen where all of them would be.

    Spread of lightness (of 100) that is left when the way their sides face is allowed for; the
    same for all where too little is seen.
    """
    size = (lightness.shape[1], lightness.shape[0])
    facings = [_facings(body, at, view, size) for body, at in bodies]
    both = np.all([np.abs(facing).sum(axis=2) > 0 for facing in facings], axis=0)
    both = cv2.erode(both.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    if both.sum() < FEWEST:
        return (NOISE,) * len(bodies)
    return tuple(_left(lightness[both], facing[both]) for facing in facings)


def _left(lightness: Floats, facing: Floats) -> float:
    terms = np.column_stack([np.ones(len(facing)), facing]).astype(np.float64)
    steady = terms.T @ terms + np.eye(4) * 1e-3 * len(terms)
    light = np.linalg.solve(steady, terms.T @ lightness.astype(np.float64))
    return float(np.hypot(np.abs(lightness - terms @ light).mean(), NOISE))


def _facings(body: Body, at: At, view: View, size: tuple[int, int]) -> Floats:
    """Which way what is seen of a body faces `(H, W, 3)`; zeros beside it."""
    facing = np.zeros((size[1], size[0], 3), np.float32)
    sides = [placed(side, at) for side in body.sides]
    far = [-float(np.linalg.norm(side.mean(axis=0) - view.eye)) for side in sides]
    for n in np.argsort(far):
        side = sides[int(n)]
        normal = _normal(side)
        if normal @ (view.eye - side.mean(axis=0)) <= 0:
            continue
        corners = np.round(view.px(side) * 2**SHIFT).astype(np.int32)
        tone = tuple(float(part) for part in normal)
        cv2.fillPoly(facing, [corners], tone, cv2.LINE_8, SHIFT)
    return facing


def _normal(side: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Outwards, by the order of corners; of the first three that are not in a row."""
    turned = np.cross(side - side.mean(axis=0), np.roll(side, -1, axis=0) - side.mean(axis=0))
    total = turned.sum(axis=0)
    return np.asarray(total / max(float(np.linalg.norm(total)), 1e-9))

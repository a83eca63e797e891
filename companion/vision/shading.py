"""How a body is lit tells how it lies, where silhouettes alone do not.

A model that leans away from the camera has the silhouette of one that lies that way; but other
sides of it face the lamp. Lightness that follows from the way its sides face bears it out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from companion.vision.bodies import SHIFT, At, Body, View, placed
from companion.vision.evidence import Floats
from companion.vision.pose import Points

FEWEST = 40
"""Fewer pixels tell nothing."""
NOISE = 1.0
"""Lightness (of 100) that differs anyway, from noise and print."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A body in its place; those of one colour are lit alike."""

    body: Body
    at: At
    colour: int


def unlike(lightness: Floats, sets: Sequence[Sequence[Placed]], view: View) -> tuple[float, ...]:
    """How unlike the light on each of these sets of bodies is what is seen where all would be.

    Spread of lightness (of 100) that is left when the way their sides face is allowed for; the
    same for all where too little is seen.
    """
    size = (lightness.shape[1], lightness.shape[0])
    looks = [_facings(bodies, view, size) for bodies in sets]
    both = np.all([colours >= 0 for _, colours in looks], axis=0)
    both = cv2.erode(both.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    if both.sum() < FEWEST:
        return (NOISE,) * len(sets)
    return tuple(_left_of_all(lightness[both], f[both], colours[both]) for f, colours in looks)


def _left_of_all(lightness: Floats, facing: Floats, colours: Floats) -> float:
    """The same over bodies of several colours."""
    parts = [colours == colour for colour in np.unique(colours)]
    return float(sum(_left(lightness[part], facing[part]) * part.mean() for part in parts))


def _left(lightness: Floats, facing: Floats) -> float:
    terms = np.column_stack([np.ones(len(facing)), facing]).astype(np.float64)
    steady = terms.T @ terms + np.eye(4) * 1e-3 * len(terms)
    light = np.linalg.solve(steady, terms.T @ lightness.astype(np.float64))
    return float(np.hypot(np.abs(lightness - terms @ light).mean(), NOISE))


def _facings(bodies: Sequence[Placed], view: View, size: tuple[int, int]) -> tuple[Floats, Floats]:
    """Which way what is seen faces `(H, W, 3)`, and its colour `(H, W)`, -1 beside all bodies."""
    facing = np.zeros((size[1], size[0], 3), np.float32)
    colours = np.full((size[1], size[0]), -1, np.float32)
    far = [-float(np.hypot(*(np.array(one.at[:2]) - view.eye[:2]))) for one in bodies]
    for place in np.argsort(far):
        one = bodies[int(place)]
        for side, normal in _towards(one, view):
            corners = [np.round(view.px(side) * 2**SHIFT).astype(np.int32)]
            tone = tuple(float(part) for part in normal)
            cv2.fillPoly(facing, corners, tone, cv2.LINE_8, SHIFT)
            cv2.fillPoly(colours, corners, float(one.colour), cv2.LINE_8, SHIFT)
    return facing, colours


def _towards(one: Placed, view: View) -> Iterator[tuple[Points, Points]]:
    """The sides of a body that face the camera and which way each faces, the farthest first."""
    corners, normals, middles = _sides(one.body)
    facing, at = placed(normals, (0.0, 0.0, one.at[2])), placed(middles, one.at)
    sight = view.eye - at
    far = -np.linalg.norm(sight, axis=1)
    seen = (facing * sight).sum(axis=1) > 0
    for n in np.argsort(far):
        if seen[n]:
            yield placed(corners[n], one.at), facing[n]


@lru_cache(maxsize=64)
def _sides(body: Body) -> tuple[tuple[Points, ...], Points, Points]:
    """The sides of a body, which way each faces `(N, 3)`, and their middles `(N, 3)`."""
    normals = np.array([_normal(side) for side in body.sides])
    return body.sides, normals, np.array([side.mean(axis=0) for side in body.sides])


def _normal(side: Points) -> Points:
    """Outwards, by the order of corners; of the first three that are not in a row."""
    turned = np.cross(side - side.mean(axis=0), np.roll(side, -1, axis=0) - side.mean(axis=0))
    total = turned.sum(axis=0)
    return np.asarray(total / max(float(np.linalg.norm(total)), 1e-9))

"""Drawn things that are no pip dice, for training: pieces, prints, small hardware, other dice.

All pictures are `(H, W, 3)` uint8 BGR, all lengths px, all chances from the generator passed in.
"""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from vision_models.dice import prints
from vision_models.dice.draw import (
    BODIES,
    PICTURES,
    Colour,
    Picture,
    draw_die,
    random_look,
    random_pose,
)
from vision_models.dice.solids import solid

FloatPair = npt.NDArray[np.float64]
Thing = Callable[[Picture, np.random.Generator, float, float, float], None]


def any_colour(rng: np.random.Generator) -> Colour:
    """Any colour, BGR."""
    b, g, r = rng.uniform(0, 255, 3)
    return float(b), float(g), float(r)


def _shaded(colour: Colour, by: float) -> Colour:
    b, g, r = (float(np.clip(c * by, 0, 255)) for c in colour)
    return b, g, r


def slot(canvas: Picture, x: float, y: float, side: float, rng: np.random.Generator) -> None:
    """A printed square place for a die, sometimes with a mark in it."""
    level = any_colour(rng) if rng.random() < 0.4 else (float(rng.uniform(0, 255)),) * 3
    half = side / 2
    corners = [(round(x - half), round(y - half)), (round(x + half), round(y + half))]
    if rng.random() < 0.5:
        fill = tuple(float(np.clip(v + rng.normal(0, 25), 0, 255)) for v in canvas.mean((0, 1)))
        cv2.rectangle(canvas, corners[0], corners[1], fill, -1)
    cv2.rectangle(canvas, corners[0], corners[1], level, int(rng.integers(1, 4)), cv2.LINE_AA)
    if rng.random() < 0.3:
        _word(canvas, rng, side * 0.5, x, y)


def _word(canvas: Picture, rng: np.random.Generator, size: float, x: float, y: float) -> None:
    mask = prints.word(rng)
    height = size if rng.random() < 0.5 else size * 32 / mask.shape[1]
    prints.stamp(canvas, mask, (x, y, height, _turn(rng)), any_colour(rng), rng.uniform(0.6, 1))


def _turn(rng: np.random.Generator) -> float:
    return float(rng.uniform(0, 7) if rng.random() < 0.6 else rng.normal(0, 0.1))


def _sign(canvas: Picture, rng: np.random.Generator, size: float, x: float, y: float) -> None:
    mask = prints.sign(rng) if rng.random() < 0.6 else prints.ornament(rng)
    prints.stamp(canvas, mask, (x, y, size, _turn(rng)), any_colour(rng), rng.uniform(0.5, 1))


def _tile(canvas: Picture, rng: np.random.Generator, size: float, x: float, y: float) -> None:
    """A square or round card with a sign or word."""
    fill, half = any_colour(rng), size / 2
    if rng.random() < 0.5:
        cv2.circle(canvas, (round(x), round(y)), max(2, round(half)), fill, -1, cv2.LINE_AA)
    else:
        box = ((x, y), (size, size * float(rng.uniform(0.7, 1.4))), float(rng.uniform(0, 90)))
        corners = cv2.boxPoints(box)
        cv2.fillPoly(canvas, [np.round(corners * 16).astype(np.int32)], fill, cv2.LINE_AA, 4)
    mask = prints.word(rng, 3) if rng.random() < 0.6 else prints.sign(rng)
    height = size * float(rng.uniform(0.35, 0.7)) * 32 / max(mask.shape)
    prints.stamp(canvas, mask, (x, y, height, _turn(rng)), any_colour(rng))


def token(canvas: Picture, rng: np.random.Generator, size: float, x: float, y: float) -> None:
    """A round number token with small printed pips in a row below the number."""
    half, at = max(3, round(size / 2)), (round(x), round(y))
    fill = _shaded((190, 222, 240), float(rng.uniform(0.7, 1.05)))
    ink: Colour = (30, 30, 200) if rng.random() < 0.3 else (25, 25, 25)
    cv2.circle(canvas, at, half, fill, -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.circle(canvas, at, half, _shaded(fill, 0.5), 1, cv2.LINE_AA)
    turn = _turn(rng)
    prints.stamp(canvas, prints.word(rng, 1), (x, y, size * 0.45, turn), ink)
    count, down = int(rng.integers(0, 6)), np.array([-np.sin(turn), np.cos(turn)])
    for k in range(count):
        along = np.array([np.cos(turn), np.sin(turn)]) * (k - (count - 1) / 2) * size * 0.11
        px, py = np.array([x, y]) + down * size * 0.32 + along
        cv2.circle(canvas, (round(px * 16), round(py * 16)), max(8, round(size * 0.6)), ink, -1,
                   cv2.LINE_AA, 4)  # fmt: skip


def _disc(canvas: Picture, rng: np.random.Generator, size: float, x: float, y: float) -> None:
    """Disc, ring, hole, coin, bead, screw: round things, some with a middle."""
    half, at, colour = max(2, round(size / 2)), (round(x), round(y)), any_colour(rng)
    thick = -1 if rng.random() < 0.7 else int(rng.integers(1, 4))
    cv2.circle(canvas, at, half, colour, thick, cv2.LINE_AA)
    kind = rng.random()
    if kind < 0.25:
        cv2.circle(canvas, at, max(1, half // int(rng.integers(2, 5))), any_colour(rng), -1,
                   cv2.LINE_AA)  # fmt: skip
    elif kind < 0.45:
        for angle in (_turn(rng) + np.arange(int(rng.integers(1, 3))) * np.pi / 2).tolist():
            end = np.array([np.cos(angle), np.sin(angle)]) * half * 0.7
            a, b = (np.round((x, y) + s * end).astype(int).tolist() for s in (-1, 1))
            cv2.line(canvas, a, b, _shaded(colour, 0.4), max(1, half // 4), cv2.LINE_AA)
    elif kind < 0.6:
        for r in range(half, 2, -max(3, half // 4)):
            cv2.circle(canvas, at, r, any_colour(rng), 1, cv2.LINE_AA)
    elif kind < 0.75:
        glint = (round(x - half * 0.3), round(y - half * 0.3))
        cv2.circle(canvas, glint, max(1, half // 4), (255, 255, 255), -1, cv2.LINE_AA)


def _button(canvas: Picture, rng: np.random.Generator, size: float, x: float, y: float) -> None:
    """A round thing with two to four holes."""
    half, at, colour = max(3, round(size / 2)), (round(x), round(y)), any_colour(rng)
    cv2.circle(canvas, at, half, colour, -1, cv2.LINE_AA)
    cv2.circle(canvas, at, round(half * 0.75), _shaded(colour, rng.uniform(0.7, 1.2)), 1)
    count, turn = int(rng.integers(2, 5)), _turn(rng)
    for k in range(count):
        angle = turn + 2 * np.pi * k / count
        hole = (round(x + np.cos(angle) * half * 0.35), round(y + np.sin(angle) * half * 0.35))
        cv2.circle(canvas, hole, max(1, round(half * 0.13)), _shaded(colour, 0.25), -1, cv2.LINE_AA)


def _bead(canvas: Picture, rng: np.random.Generator, size: float, x: float, y: float) -> None:
    """One to four glossy balls in a row, mostly with a hole in view."""
    colour, half, turn = any_colour(rng), max(3.0, size / 2), _turn(rng)
    light, count = rng.uniform(-0.5, 0.5, 2), int(rng.choice([1, 1, 1, 2, 3, 4]))
    hole, holed = rng.uniform(-0.45, 0.45, 2), rng.random() < 0.75
    for k in range(count):
        middle = np.array([x, y]) + np.array([np.cos(turn), np.sin(turn)]) * 2.05 * half * k
        for share in np.linspace(1, 0.15, 8).tolist():
            shade = _shaded(colour, 1.25 - 0.75 * share**2)
            _spot(canvas, middle + light * half * (1 - share), half * share, shade)
        if rng.random() < 0.6:
            _spot(canvas, middle + light * half, half * 0.14, (255, 255, 255))
        if holed:
            _spot(canvas, middle + hole * half, half * rng.uniform(0.16, 0.32),
                  _shaded(colour, 0.2))  # fmt: skip


def _spot(canvas: Picture, middle: FloatPair, radius: float, colour: Colour) -> None:
    x, y = (round(16 * float(v)) for v in middle)
    cv2.circle(canvas, (x, y), max(8, round(16 * radius)), colour, -1, cv2.LINE_AA, 4)


def _mark(canvas: Picture, rng: np.random.Generator, size: float, x: float, y: float) -> None:
    """A square tag of black and white cells, like those at the corners of a mat."""
    cells = np.zeros((8, 8), np.float32)
    cells[1:7, 1:7] = 1
    cells[2:6, 2:6] = rng.integers(0, 2, (4, 4))
    ink = np.asarray(cv2.resize(cells, (48, 48), interpolation=cv2.INTER_NEAREST), np.float32)
    paper = np.ones_like(ink)
    turn, side = _turn(rng), max(10.0, size)
    prints.stamp(canvas, paper, (x, y, side, turn), (245, 245, 245))
    prints.stamp(canvas, ink, (x, y, side, turn), (25, 25, 25))


def _polygon(canvas: Picture, rng: np.random.Generator, size: float, x: float, y: float) -> None:
    """Triangle to hexagon, or a star; with a hole sometimes, like a nut."""
    sides, star = int(rng.integers(3, 7)), rng.random() < 0.3
    count = 2 * sides if star else sides
    angles = rng.uniform(0, 7) + np.arange(count) * 2 * np.pi / count
    reach = np.where(np.arange(count) % 2 == 0, 1.0, 0.45 if star else 1.0) * size / 2
    points = np.stack([np.cos(angles), np.sin(angles)], 1) * reach[:, None] + (x, y)
    shape = [np.round(points * 16).astype(np.int32)]
    if rng.random() < 0.6:
        cv2.fillPoly(canvas, shape, any_colour(rng), cv2.LINE_AA, 4)
        if rng.random() < 0.3:
            middle = (round(x), round(y))
            cv2.circle(canvas, middle, max(1, round(size / 5)), any_colour(rng), -1, cv2.LINE_AA)
    else:
        width = int(rng.integers(1, 4))
        cv2.polylines(canvas, shape, True, any_colour(rng), width, cv2.LINE_AA, 4)


def _cube(canvas: Picture, rng: np.random.Generator, size: float, x: float, y: float) -> None:
    """A blank cube."""
    draw_die(canvas, random_pose(rng, x, y, max(6.0, size * 0.8)), 0, random_look(rng), rng)


def _piece(canvas: Picture, rng: np.random.Generator, size: float, x: float, y: float) -> None:
    """A player's piece: body and head, or a house."""
    colour, h = any_colour(rng), size / 2
    body = np.array([[-0.6, 1], [0.6, 1], [0.25, -0.1], [0.9, 0], [0.9, -0.35], [0.3, -0.4],
                     [-0.3, -0.4], [-0.9, -0.35], [-0.9, 0], [-0.25, -0.1]])  # fmt: skip
    house = np.array([[-0.8, 0.9], [0.8, 0.9], [0.8, -0.1], [0, -0.9], [-0.8, -0.1]])
    with_head = rng.random() < 0.5
    turn = _turn(rng)
    turned = (body if with_head else house) @ np.array(
        [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]
    )
    cv2.fillPoly(canvas, [np.round((turned * h + (x, y)) * 16).astype(np.int32)], colour,
                 cv2.LINE_AA, 4)  # fmt: skip
    if with_head:
        top = np.array([np.sin(turn), -np.cos(turn)]) * h * 0.65 + (x, y)
        cv2.circle(canvas, (round(top[0]), round(top[1])), max(1, round(h * 0.36)), colour, -1,
                   cv2.LINE_AA)  # fmt: skip


def _key(canvas: Picture, rng: np.random.Generator, size: float, x: float, y: float) -> None:
    """A ring with a toothed shaft."""
    colour, turn, width = any_colour(rng), _turn(rng), max(1, round(size / 12))
    way = np.array([np.cos(turn), np.sin(turn)])
    side = np.array([-way[1], way[0]])
    start, end = (x, y) - way * size * 0.3, (x, y) + way * size * 0.6
    cv2.circle(canvas, np.round(start).astype(int).tolist(), max(2, round(size / 4)), colour,
               width * 2, cv2.LINE_AA)  # fmt: skip
    cv2.line(canvas, np.round((x, y) - way * size * 0.1).astype(int).tolist(),
             np.round(end).astype(int).tolist(), colour, width, cv2.LINE_AA)  # fmt: skip
    for k in (0.35, 0.45, 0.55):
        foot = (x, y) + way * size * k
        tip = foot + side * size * rng.uniform(0.05, 0.15)
        cv2.line(canvas, np.round(foot).astype(int).tolist(), np.round(tip).astype(int).tolist(),
                 colour, width, cv2.LINE_AA)  # fmt: skip


def _line(canvas: Picture, rng: np.random.Generator, size: float, x: float, y: float) -> None:
    ends = np.round(rng.uniform(-size, size, 4) + np.array([x, y, x, y])).astype(int)
    cv2.line(canvas, (int(ends[0]), int(ends[1])), (int(ends[2]), int(ends[3])), any_colour(rng),
             int(rng.integers(1, 5)), cv2.LINE_AA)  # fmt: skip


def _dots(canvas: Picture, rng: np.random.Generator, size: float, x: float, y: float) -> None:
    """Dots on the bare surface, at random or in a row."""
    colour, radius = any_colour(rng), max(1, round(size * rng.uniform(0.05, 0.12)))
    turn, count, in_row = _turn(rng), int(rng.integers(1, 8)), rng.random() < 0.5
    for k in range(count):
        along = np.array([np.cos(turn), np.sin(turn)]) * (k - count / 2) * 3 * radius
        dot = np.array([x, y]) + (along if in_row else rng.normal(0, size / 2, 2))
        at = (round(float(dot[0])), round(float(dot[1])))
        cv2.circle(canvas, at, radius, colour, -1, cv2.LINE_AA)


def numeral_die(canvas: Picture, rng: np.random.Generator, size: float, x: float, y: float) -> None:
    """A die of another kind or a picture cube."""
    solid(canvas, rng, x, y, max(8.0, size))


def picture_cube(
    canvas: Picture, rng: np.random.Generator, size: float, x: float, y: float
) -> None:
    """A cube with a printed, inlaid or engraved device on every face, as large as a die."""
    look = random_look(rng)
    if rng.random() < 0.5:
        pale = BODIES["white" if rng.random() < 0.5 else "ivory"]
        b, g, r = (float(np.clip(c + rng.normal(0, 15), 0, 255)) for c in pale)
        look = replace(look, body=(b, g, r), pip=(20.0, 20.0, 20.0))
    if rng.random() < 0.3:  # engraved: the body's own colour in shadow, or in a glint
        look = replace(look, pip=_shaded(look.body, rng.choice([0.35, 0.6, 1.6])))
    dense = rng.random() < 0.7
    mask = prints.crest(rng) if dense else prints.art_mask(rng, 48, pictured=True)
    pose = random_pose(rng, x, y, max(8.0, size))
    draw_die(canvas, pose, PICTURES, replace(look, opacity=1.0, emblem=mask), rng)


def emblem_die(
    canvas: Picture, rng: np.random.Generator, edge: float, x: float, y: float
) -> tuple[float, float, float, float]:
    """A pip die whose top shows an emblem; gives its box."""
    look = replace(random_look(rng), emblem=prints.art_mask(rng, 48, pictured=True))
    return draw_die(canvas, random_pose(rng, x, y, edge), 7, look, rng)


_THINGS: tuple[Thing, ...] = (
    _word, _word, _sign, _sign, _tile, token, _disc, _disc, _button, _bead, _bead, _polygon, _cube,
    _piece, _key, _line, _dots, _mark, numeral_die, numeral_die, numeral_die,
    picture_cube, picture_cube,
)  # fmt: skip


def distractor(canvas: Picture, rng: np.random.Generator, size: float, x: float, y: float) -> None:
    """Something that is no pip die, about `size` px wide round `(x, y)`."""
    _THINGS[int(rng.integers(len(_THINGS)))](canvas, rng, size, x, y)

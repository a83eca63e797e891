"""Random designs of dice: faces, pips, colours and materials, and the painted faces.

Colours are `(b, g, r)` 0-255 as on the screen; lengths are in edges of the die.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision_models.dice.draw import BODIES, LAYOUTS, Colour, contrast
from vision_models.dice.sprites.shapes import ATLAS_COLUMNS, ATLAS_ROWS, Pip

Generator = np.random.Generator
FACE_PX = 96
KINDS = {"pips": 0.72, "leaning": 0.07, "logo": 0.03, "d6": 0.05, "d8": 0.03, "d10": 0.03,
         "d12": 0.03, "d20": 0.04}  # fmt: skip
MATERIALS = {"matte": 0.16, "glossy": 0.3, "swirl": 0.16, "speckle": 0.05, "translucent": 0.16,
             "metal": 0.09, "wood": 0.08}  # fmt: skip
WOODS: tuple[Colour, ...] = ((95, 150, 200), (60, 105, 160), (40, 65, 110), (130, 185, 220))
METALS: tuple[Colour, ...] = ((200, 205, 210), (110, 190, 225), (90, 130, 190), (75, 75, 80))


@dataclass(frozen=True, slots=True)
class PipStyle:
    """How the pips of one die are made."""

    radius: float
    spread: float
    depth: float
    close: tuple[float, float]
    squeeze: float
    one_radius: float
    shape: str


@dataclass(frozen=True, slots=True)
class Design:
    """One die: what it is, its values by face (order of `FRAMES`, 0 a logo), how it looks.

    `value` is the top face, nothing where no value is to be read. `body` holds two colours.
    """

    kind: str
    value: int | None
    faces: tuple[int, ...]
    material: str
    body: tuple[Colour, Colour]
    ink: Colour
    special: Colour | None
    pips: PipStyle
    rounding: float
    roughness: float
    clearness: float


def choice(shares: dict[str, float], rng: Generator) -> str:
    """A name by its share."""
    weights = np.array(list(shares.values()))
    return str(rng.choice(list(shares), p=weights / weights.sum()))


def random_design(rng: Generator) -> Design:
    """Any die; the ink always differs from both body colours by enough to be seen."""
    kind = choice(KINDS, rng)
    material = choice(MATERIALS, rng)
    body = _body(material, rng)
    ink = _ink(body, material, rng)
    faces = _faces(rng)
    value = faces[0] if kind == "pips" else None
    if kind == "logo":
        faces = (0, *faces[1:])
    special = None
    if rng.random() < 0.1:
        red: Colour = (35.0, 25.0, 200.0)
        special = red if min(contrast(red, c) for c in body) > 70 else None
    return Design(kind, value, faces, material, body, ink, special, _pip_style(rng),
                  rounding=float(rng.uniform(0.03, 0.28)),
                  roughness=float(rng.uniform(0.03, 0.3)),
                  clearness=float(rng.uniform(0.5, 0.95)))  # fmt: skip


def _faces(rng: Generator) -> tuple[int, ...]:
    """Opposite faces sum to 7; the last free choice makes the die right- or left-handed."""
    top = int(rng.integers(1, 7))
    side = int(rng.choice([v for v in range(1, 7) if v not in (top, 7 - top)]))
    rest = [v for v in range(1, 7) if v not in (top, 7 - top, side, 7 - side)]
    other = int(rng.choice(rest))
    return top, 7 - top, side, 7 - side, other, 7 - other


def _pip_style(rng: Generator) -> PipStyle:
    radius = float(rng.uniform(0.05, 0.115))
    spread = float(rng.uniform(max(0.17, 2.5 * radius), 0.29))  # a six has three in a row
    close = [float(rng.uniform(max(0.4, 0.95 * radius / spread), 1.0)) for _ in range(2)]
    if rng.random() < 0.55:
        close = [1.0, 1.0]
    close[1] = max(close[1], min(1.0, 1.8 * radius / spread))  # a three has one in the middle
    one = radius * (rng.uniform(1.3, 2.6) if rng.random() < 0.35 else 1.0)
    squeezed = rng.random() < 0.35
    least = min(1.0, 2.5 * radius / spread)
    return PipStyle(
        radius=radius, spread=spread,
        depth=radius * float(rng.uniform(0.15, 0.5)) if rng.random() < 0.75 else 0.0,
        close=(close[0], close[1]),
        squeeze=float(rng.uniform(max(0.6, least), 1.0)) if squeezed else 1.0,
        one_radius=float(min(one, 0.27)),
        shape=choice({"disc": 0.88, "ring": 0.07, "square": 0.05}, rng),
    )  # fmt: skip


def _body(material: str, rng: Generator) -> tuple[Colour, Colour]:
    def near(base: Sequence[float]) -> Colour:
        b, g, r = (float(np.clip(c + rng.normal(0, 16), 4, 250)) for c in base)
        return b, g, r

    if material == "wood":
        first = near(WOODS[int(rng.integers(len(WOODS)))])
        return first, (first[0] * 0.72, first[1] * 0.72, first[2] * 0.75)
    if material == "metal":
        first = near(METALS[int(rng.integers(len(METALS)))])
        return first, first
    common = rng.random() < 0.3
    name = str(rng.choice(["white", "ivory", "black", "red"] if common else list(BODIES)))
    first = near(BODIES[name])
    if material not in ("swirl", "speckle"):
        return first, first
    second = near(BODIES[str(rng.choice(list(BODIES)))])
    share = float(rng.uniform(0.3, 0.8))  # of the second colour: strong marbling hides pips
    b, g, r = (f + (s - f) * share for f, s in zip(first, second, strict=True))
    return first, (b, g, r)


def _ink(body: tuple[Colour, Colour], material: str, rng: Generator) -> Colour:
    least = {"translucent": 105, "metal": 95, "swirl": 80}.get(material, 68)
    for _ in range(60):
        kind = rng.random()
        level = float(rng.uniform(222, 252) if kind < 0.42 else rng.uniform(5, 45))
        ink: Colour = (level, level, level)
        if kind > 0.7:
            base = BODIES[str(rng.choice([*BODIES, "red", "yellow"]))]
            ink = (40.0, 165.0, 215.0) if kind > 0.94 else (base[0], base[1], base[2])  # gold
        if min(contrast(ink, c) for c in body) > least:
            return ink
    light = sum(sum(c) for c in body) > 6 * 120
    return (12.0, 12.0, 12.0) if light else (245.0, 245.0, 245.0)


def pips_of(value: int, style: PipStyle, turned: bool) -> tuple[Pip, ...]:
    """The pips of a face; `turned` is the other of the two ways a 2, 3 or 6 lies."""
    squeeze_y = style.squeeze if value == 6 else 1.0
    tight = {2: style.close[0], 3: style.close[1]}.get(value, 1.0)
    radius = style.one_radius if value == 1 else style.radius
    spread = style.spread * tight
    places = [(dx * spread, dy * spread * squeeze_y) for dx, dy in LAYOUTS[value]]
    if turned:
        places = [(-y, x) for x, y in places]
    return tuple(Pip(x, y, radius, style.depth) for x, y in places)


def paint(design: Design, pips: Sequence[Sequence[Pip]], rng: Generator) -> npt.NDArray[np.uint8]:
    """Painted faces `(192, 288, 4)` BGRA, alpha 255 where there is ink; row 0 at the top.

    The faces lie in the order of `FRAMES`, from the lowest row, three in a row.
    """
    sheet = np.zeros((ATLAS_ROWS * FACE_PX, ATLAS_COLUMNS * FACE_PX, 4), np.uint8)
    for k, value in enumerate(design.faces):
        red = design.special is not None and value in (1, 4)
        ink = design.special if red and design.special else design.ink
        mask = _logo(rng) if value == 0 else _pip_mask(pips[k], design.pips.shape)
        top = (ATLAS_ROWS - 1 - k // ATLAS_COLUMNS) * FACE_PX
        left = k % ATLAS_COLUMNS * FACE_PX
        tile = sheet[top : top + FACE_PX, left : left + FACE_PX]
        tile[..., :3] = ink
        tile[..., 3] = mask
    return sheet


def _pip_mask(pips: Sequence[Pip], shape: str) -> npt.NDArray[np.uint8]:
    mask = np.zeros((FACE_PX, FACE_PX), np.uint8)
    for pip in pips:
        centre = (round((0.5 + pip.x) * FACE_PX * 16 - 8), round((0.5 - pip.y) * FACE_PX * 16 - 8))
        radius = round(pip.radius * FACE_PX * 16)
        if shape == "square":
            half = round(radius * 0.85)
            low = (centre[0] - half, centre[1] - half)
            high = (centre[0] + half, centre[1] + half)
            cv2.rectangle(mask, low, high, 255, -1, cv2.LINE_AA, 4)
            continue
        cv2.circle(mask, centre, radius, 255, -1, cv2.LINE_AA, 4)
        if shape == "ring" and pip.radius > 0.075:
            cv2.circle(mask, centre, round(radius * 0.72), 0, -1, cv2.LINE_AA, 4)
            cv2.circle(mask, centre, round(radius * 0.45), 255, -1, cv2.LINE_AA, 4)
    return mask


def _logo(rng: Generator) -> npt.NDArray[np.uint8]:
    """A mark that is no number of pips: a star, letters, a heart, a crown, a wheel."""
    mask = np.zeros((FACE_PX, FACE_PX), np.uint8)
    middle, reach = FACE_PX / 2, FACE_PX * float(rng.uniform(0.2, 0.36))
    kind = int(rng.integers(5))
    if kind == 0:
        points = int(rng.integers(4, 9))
        turns = np.arange(2 * points) * np.pi / points + rng.uniform(0, 1)
        far = np.where(np.arange(2 * points) % 2 == 0, reach, reach * 0.45)[:, None]
        _fill(mask, np.stack([np.cos(turns), np.sin(turns)], 1) * far + middle)
    elif kind == 1:
        word = "".join(rng.choice(list("ABDEGHKMNRSWXZ&?"), int(rng.integers(1, 4))))
        scale = reach / 15 / len(word) ** 0.7
        font, thick = int(rng.integers(0, 5)), max(2, round(2.2 * scale))
        (w, h), _ = cv2.getTextSize(word, font, scale, thick)
        at = (round(middle - w / 2), round(middle + h / 2))
        cv2.putText(mask, word, at, font, scale, 255, thick, cv2.LINE_AA)
    elif kind == 2:
        t = np.linspace(0, 2 * np.pi, 40)
        x = 16 * np.sin(t) ** 3
        y = 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
        _fill(mask, np.stack([x, -y], 1) / 17 * reach + middle)
    elif kind == 3:
        crown = [(-1, 0.7), (-1, -0.6), (-0.5, 0.1), (0, -0.9), (0.5, 0.1), (1, -0.6), (1, 0.7)]
        _fill(mask, np.array(crown) * reach + middle)
    else:
        centre, thick = (round(middle), round(middle)), max(2, round(reach / 6))
        cv2.circle(mask, centre, round(reach), 255, thick, cv2.LINE_AA)
        for turn in np.arange(4) * np.pi / 4:
            off = np.array([np.cos(turn), np.sin(turn)]) * reach
            low, high = np.round(middle - off).astype(int), np.round(middle + off).astype(int)
            cv2.line(mask, low.tolist(), high.tolist(), 255, thick, cv2.LINE_AA)
    return mask


def _fill(mask: npt.NDArray[np.uint8], points: npt.NDArray[np.floating]) -> None:
    cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)

"""Drawn dice for training: a small box renderer.

All pictures are `(H, W, 3)` uint8 BGR; all lengths are pixels; every random choice comes from the
generator passed in, so a seed repeats a sample.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.float32]
Points = npt.NDArray[np.float64]
Colour = tuple[float, float, float]

FACE_PX = 72
EMBLEM, PICTURES = 7, 8
"""An emblem on the top face alone, and on every face."""
WHITE = (255.0, 255.0, 255.0)
SUPERSAMPLE = 2
BODIES: dict[str, tuple[int, int, int]] = {
    "red": (40, 30, 190), "orange": (30, 110, 230), "yellow": (50, 200, 235),
    "green": (70, 140, 40), "blue": (180, 80, 30), "purple": (130, 45, 110),
    "pink": (180, 120, 235), "brown": (45, 75, 120), "black": (28, 26, 26),
    "white": (235, 238, 240), "ivory": (190, 222, 235), "grey": (130, 130, 130),
    "teal": (150, 140, 30), "lime": (60, 220, 150), "maroon": (35, 20, 95), "navy": (90, 35, 20),
}  # fmt: skip
LAYOUTS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class Look:
    """How one die is made. Fractions are of the die's edge.

    `big_one` is the radius of the single pip over that of the others, `squeeze` and `close_two`
    the spread of the six and of the two and three over that of the others; `straight` lays the
    two and three along an edge.
    """

    body: Colour
    pip: Colour
    opacity: float
    rounding: float
    pip_radius: float
    spread: float
    mottle: float
    ring: bool
    big_one: float
    squeeze: float
    close_two: float
    straight: bool
    emblem: Mask | None = None


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a die lies and how it is seen; angles in radians."""

    x: float
    y: float
    edge: float
    turn: float
    tilt: float
    lean: float
    perspective: float


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A die ready to be laid on a picture: colours, coverage 0-1 and shadow 0-1."""

    body: Picture
    alpha: Mask
    shade: Mask


def contrast(a: Colour, b: Colour) -> float:
    """Difference of two colours, 0-255: in brightness, or rather more of it in one channel."""
    weights = (0.114, 0.587, 0.299)
    brightness = abs(sum(w * (p - q) for w, p, q in zip(weights, a, b, strict=True)))
    return max(brightness, 0.6 * max(abs(p - q) for p, q in zip(a, b, strict=True)))


def random_look(rng: np.random.Generator) -> Look:
    """Any sensible die: the pips always differ from the body by enough to be seen."""
    base = BODIES[str(rng.choice(list(BODIES)))]
    body = tuple(float(np.clip(c + rng.normal(0, 18), 0, 255)) for c in base)
    pip = _pip_colour(rng, (body[0], body[1], body[2]))
    return Look(
        body=(body[0], body[1], body[2]),
        pip=pip,
        opacity=float(rng.uniform(0.45, 0.85)) if rng.random() < 0.2 else 1.0,
        rounding=float(rng.uniform(0.03, 0.3)),
        pip_radius=float(rng.uniform(0.065, 0.125)),
        spread=float(rng.uniform(0.17, 0.3)),
        mottle=float(rng.uniform(5, 40)) if rng.random() < 0.25 else 0.0,
        ring=bool(rng.random() < 0.15),
        big_one=float(rng.uniform(1.2, 2.4)) if rng.random() < 0.35 else 1.0,
        squeeze=float(rng.uniform(0.8, 1.0)) if rng.random() < 0.4 else 1.0,
        close_two=float(rng.uniform(0.5, 1.0)) if rng.random() < 0.5 else 1.0,
        straight=bool(rng.random() < 0.2),
    )


def _pip_colour(rng: np.random.Generator, body: Colour) -> Colour:
    for _ in range(20):
        kind = rng.random()
        if kind < 0.4:
            level = float(rng.uniform(215, 255))
            pip = (level, level, level)
        elif kind < 0.72:
            level = float(rng.uniform(5, 50))
            pip = (level, level, level)
        else:
            c = BODIES[str(rng.choice(list(BODIES)))]
            pip = (float(c[0]), float(c[1]), float(c[2]))
        if contrast(pip, body) > 55:
            return pip
    return (245.0, 245.0, 245.0) if sum(body) < 380 else (15.0, 15.0, 15.0)


def flat_look(rng: np.random.Generator) -> Look:
    """A plain die as a simple simulator draws it."""
    name = str(rng.choice(["red", "green", "blue", "yellow", "white", "grey", "black"]))
    base = BODIES[name]
    body = tuple(float(np.clip(c + rng.normal(0, 25), 0, 255)) for c in base)
    solid = (body[0], body[1], body[2])
    white = (float(rng.uniform(220, 255)),) * 3
    black = (float(rng.uniform(5, 45)),) * 3
    bright = contrast(solid, (0, 0, 0)) > 127
    pip = black if bright else white
    if rng.random() < 0.3 and contrast(solid, white) > 60 and contrast(solid, black) > 60:
        pip = white if bright else black
    plain = random_look(rng)
    return replace(plain, body=solid, pip=(pip[0], pip[1], pip[2]), opacity=1.0, mottle=0.0,
                   rounding=float(rng.uniform(0.05, 0.25)), squeeze=1.0, ring=False)  # fmt: skip


def face(value: int, look: Look, rng: np.random.Generator) -> Picture:
    """One face, `(72, 72, 3)`: body colour with pips; 0 is blank, others than 1-6 the emblem."""
    art = np.empty((FACE_PX, FACE_PX, 3), np.float32)
    art[:] = look.body
    if look.mottle:
        art += cloud(FACE_PX, FACE_PX, rng, cells=int(rng.integers(3, 9)))[..., None] * look.mottle
    picture = np.clip(art, 0, 255).astype(np.uint8)
    if value in (EMBLEM, PICTURES) and look.emblem is not None:
        share = 0.66 if value == EMBLEM else float(rng.uniform(0.7, 0.92))
        return _printed(picture, look.emblem, look.pip, share)
    radius = look.pip_radius * FACE_PX
    glint = rng.uniform(-0.6, 0.6, 2) * radius
    shiny = rng.random() < 0.2
    if value == 1:
        radius *= look.big_one
    few = value in (2, 3)
    spread = look.spread * (look.close_two if few else 1.0)
    for dx, dy in LAYOUTS.get(value, ()):
        x = (0.5 + dx * spread * (look.squeeze if value == 6 else 1.0)) * FACE_PX
        y = (0.5 + (0 if few and look.straight else dy) * spread) * FACE_PX
        if look.ring:
            rim = tuple(0.5 * (b + p) for b, p in zip(look.body, look.pip, strict=True))
            _disc(picture, x, y, radius * 1.25, rim)
        _disc(picture, x, y, radius, look.pip)
        if shiny:
            _disc(picture, x + float(glint[0]), y + float(glint[1]), radius * 0.3, WHITE)
    return picture


def _printed(picture: Picture, emblem: Mask, ink: Colour, share: float) -> Picture:
    side = round(share * FACE_PX)
    edge = (FACE_PX - side) // 2
    cover = cv2.resize(emblem, (side, side))[..., None]
    part = picture[edge : edge + side, edge : edge + side]
    part[:] = (part * (1 - cover) + np.array(ink, np.float32) * cover).astype(np.uint8)
    return picture


def _disc(picture: Picture, x: float, y: float, radius: float, colour: tuple[float, ...]) -> None:
    centre = (round(x * 16), round(y * 16))
    cv2.circle(picture, centre, round(radius * 16), colour, -1, cv2.LINE_AA, 4)


def cloud(h: int, w: int, rng: np.random.Generator, cells: int) -> Mask:
    """Smooth noise `(h, w)` float32 of unit spread; more cells, finer grain."""
    grid = rng.normal(0, 1, (max(2, cells), max(2, cells))).astype(np.float32)
    return np.asarray(cv2.resize(grid, (w, h), interpolation=cv2.INTER_CUBIC), np.float32)


def random_pose(rng: np.random.Generator, x: float, y: float, edge: float) -> Pose:
    """Mostly seen from above, sometimes well from the side.

    People hold cameras upright, so the top face of a die seen from the side is the upper one in
    the picture: what tells it from the others.
    """
    steep = rng.random() < 0.5
    tilt = abs(rng.normal(0, 0.2)) if steep else rng.uniform(0.15, 1.0)
    lean = rng.uniform(0, 2 * np.pi) if steep else rng.normal(0, 0.2)
    turn, perspective = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.25)
    return Pose(x, y, edge, float(turn), float(min(tilt, 1.0)), float(lean), float(perspective))


def _turned(pose: Pose) -> npt.NDArray[np.float64]:
    """Rotation `(3, 3)` of the die: its own turn, then the tilt of the view, then the picture's."""

    def about_z(a: float) -> npt.NDArray[np.float64]:
        return np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])

    c, s = np.cos(pose.tilt), np.sin(pose.tilt)
    about_x = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    return np.asarray(about_z(pose.lean) @ about_x @ about_z(pose.turn))


def _projected(points: Points, pose: Pose) -> Points:
    """Die points `(N, 3)`, edges 1, to picture px `(N, 2)`."""
    p = points @ _turned(pose).T
    scale = pose.edge / (1 - pose.perspective * (p[:, 2:] - 0.5))
    return np.asarray(p[:, :2] * scale + (pose.x, pose.y))


_CORNERS: Points = np.array(
    [[x, y, z] for z in (-0.5, 0.5) for y in (-0.5, 0.5) for x in (-0.5, 0.5)]
)
_AXES: tuple[tuple[int, float], ...] = ((2, 0.5), (0, 0.5), (0, -0.5), (1, 0.5), (1, -0.5))


def _face_corners(axis: int, side: float) -> Points:
    a, b = [i for i in range(3) if i != axis]
    corners = np.zeros((4, 3))
    corners[:, axis] = side
    corners[:, a] = (-0.5, 0.5, 0.5, -0.5)
    corners[:, b] = (-0.5, -0.5, 0.5, 0.5)
    return corners


def draw_die(
    canvas: Picture, pose: Pose, value: int, look: Look, rng: np.random.Generator
) -> tuple[float, float, float, float]:
    """Draw one die into the canvas; gives its box (left, top, width, height)."""
    outline = _projected(_CORNERS, pose)
    low, high = outline.min(axis=0), outline.max(axis=0)
    margin = 0.35 * pose.edge
    x0, y0 = np.floor(low - margin).astype(int)
    x1, y1 = np.ceil(high + margin).astype(int)
    local = replace(pose, x=(pose.x - x0) * SUPERSAMPLE, y=(pose.y - y0) * SUPERSAMPLE,
                    edge=pose.edge * SUPERSAMPLE)  # fmt: skip
    size = ((x1 - x0) * SUPERSAMPLE, (y1 - y0) * SUPERSAMPLE)
    body, alpha = _render(local, size, value, look, rng)
    shade = _shadow(alpha, local.edge, rng)
    small = (int(x1 - x0), int(y1 - y0))
    sprite = Sprite(
        _shrunk_picture(body, small), _shrunk(alpha, small) * look.opacity, _shrunk(shade, small)
    )
    _composite(canvas, int(x0), int(y0), sprite)
    return float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])


def _render(
    pose: Pose, size: tuple[int, int], value: int, look: Look, rng: np.random.Generator
) -> tuple[Picture, Mask]:
    """The die alone: colours and coverage 0-1, on a patch of `size` (width, height)."""
    w, h = size
    body = np.empty((h, w, 3), np.uint8)
    body[:] = np.clip(np.array(look.body) * 0.85, 0, 255)
    alpha = _silhouette(pose, size, look.rounding)
    light = rng.normal(0, 1, 3)
    light[2] = abs(light[2]) + 1
    light /= np.linalg.norm(light)
    turned = _turned(pose)
    others = [v for v in range(1, 7) if v not in (value, 7 - value)]
    for axis, side in reversed(_AXES):
        normal = turned[:, axis] * (1 if side > 0 else -1)
        if normal[2] <= 0.02:
            continue
        alike = axis == 2 or value in (0, PICTURES)
        shown = value if alike else int(rng.choice(others))
        bright = 0.55 + 0.5 * max(0.0, float(normal @ light)) if axis != 2 else 1.0
        _paste_face(body, face(shown, look, rng), _projected(_face_corners(axis, side), pose),
                    bright, look.rounding)  # fmt: skip
    if rng.random() < 0.6:
        ramp = cloud(h, w, rng, 2)[..., None] * rng.uniform(3, 25)
        body = np.clip(body + ramp, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        body = _glare(body, pose, rng)
    return body, alpha


def _paste_face(body: Picture, art: Picture, quad: Points, bright: float, rounding: float) -> None:
    h, w = body.shape[:2]
    source = np.array([[0, 0], [FACE_PX, 0], [FACE_PX, FACE_PX], [0, FACE_PX]], np.float32)
    warp = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
    cover = np.zeros((FACE_PX, FACE_PX), np.float32)
    r = max(1, round(rounding * FACE_PX * 0.7))
    cv2.rectangle(cover, (r, r), (FACE_PX - r, FACE_PX - r), 1.0, -1)
    cv2.rectangle(cover, (r, r), (FACE_PX - r, FACE_PX - r), 1.0, 2 * r)
    cover = np.asarray(cv2.blur(cover, (2 * (r // 2) + 1,) * 2), np.float32)
    lit = cv2.convertScaleAbs(art, alpha=bright)
    moved = cv2.warpPerspective(lit, warp, (w, h), borderMode=cv2.BORDER_REPLICATE)
    mask = cv2.warpPerspective(cover, warp, (w, h))[..., None]
    body[:] = (body * (1 - mask) + moved * mask).astype(np.uint8)


def _silhouette(pose: Pose, size: tuple[int, int], rounding: float) -> Mask:
    w, h = size
    corners = _projected(_CORNERS, pose)
    radius = rounding * pose.edge
    shrink = 1 - 2 * radius / pose.edge
    centre = corners.mean(axis=0)
    hull = cv2.convexHull(((corners - centre) * shrink + centre).astype(np.float32))
    points = np.round(hull * 16).astype(np.int32)
    cover = np.zeros((h, w), np.uint8)
    cv2.fillPoly(cover, [points], 255, cv2.LINE_AA, 4)
    thick = max(1, round(2 * radius))
    cv2.polylines(cover, [points], True, 255, thick, cv2.LINE_AA, 4)
    return np.asarray(cover / 255, np.float32)


def _shadow(alpha: Mask, edge: float, rng: np.random.Generator) -> Mask:
    dx, dy = rng.uniform(-0.3, 0.3, 2) * edge
    move = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    moved = cv2.warpAffine(alpha, move, (alpha.shape[1], alpha.shape[0]))
    soft = cv2.GaussianBlur(moved, (0, 0), max(0.5, float(rng.uniform(0.02, 0.15)) * edge))
    return np.asarray(soft * rng.uniform(0, 0.75), np.float32)


def _glare(body: Picture, pose: Pose, rng: np.random.Generator) -> Picture:
    h, w = body.shape[:2]
    spot = np.zeros((h, w), np.float32)
    x, y = np.array([pose.x, pose.y]) + rng.uniform(-0.5, 0.5, 2) * pose.edge
    axes = np.maximum(1, rng.uniform(0.04, 0.22, 2) * pose.edge)
    cv2.ellipse(spot, (round(x), round(y)), (round(axes[0]), round(axes[1])),
                float(rng.uniform(0, 180)), 0, 360, 1.0, -1, cv2.LINE_AA)  # fmt: skip
    soft = cv2.GaussianBlur(spot, (0, 0), float(rng.uniform(0.01, 0.08)) * pose.edge + 0.5)
    mask = soft[..., None] * rng.uniform(0.3, 0.9)
    return np.asarray(body + (255 - body) * mask, np.uint8)


def _shrunk_picture(picture: Picture, size: tuple[int, int]) -> Picture:
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _shrunk(mask: Mask, size: tuple[int, int]) -> Mask:
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.float32)


def soften(canvas: Picture, x: float, y: float, size: float, softness: float) -> None:
    """Blur a square of 1.3 x `size` px round `(x, y)`: rounded edges, and nothing else shows."""
    half = 0.65 * size
    part = canvas[
        max(0, int(y - half)) : int(y + half) + 1, max(0, int(x - half)) : int(x + half) + 1
    ]
    if part.size:
        part[:] = cv2.GaussianBlur(part, (0, 0), softness)


def _composite(canvas: Picture, x0: int, y0: int, sprite: Sprite) -> None:
    h, w = canvas.shape[:2]
    left, top = max(0, x0), max(0, y0)
    right, bottom = min(w, x0 + sprite.alpha.shape[1]), min(h, y0 + sprite.alpha.shape[0])
    if right <= left or bottom <= top:
        return
    cut = (slice(top - y0, bottom - y0), slice(left - x0, right - x0))
    below = canvas[top:bottom, left:right] * (1 - sprite.shade[cut][..., None])
    a = sprite.alpha[cut][..., None]
    canvas[top:bottom, left:right] = (below * (1 - a) + sprite.body[cut] * a).astype(np.uint8)

"""Drawn tables with cards: at any angle, in overlapping rows, tucked, covered, under glare.

`python -m vision_models.cards.evaluate` reads them by the thousand.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from companion.core.layout import Tag
from companion.simulator.card_designs import FORM, PX_PER_MM, Design, Pixels, back, face
from companion.vision.lens import plain_lens
from companion.vision.pose import Pose, upright

Floats = npt.NDArray[np.float64]
Canvas = npt.NDArray[np.float32]
Mask = npt.NDArray[np.float32]
DRAWN_PX = 4.0
"""Scale of the table before the camera sees it."""
KINDS = ("open", "row", "tucked", "things", "glare")
HAZE = 0.3
"""More glare than this hides what is printed: paper is white there."""
LEAST = 0.5
"""Of a card that much must be seen for it to be told."""


@dataclass(slots=True, eq=False)
class Lying:
    """A card with its middle on the table, mm, turned clockwise; `design` is `None` face-down.

    `seen` is the share of it that nothing covers and no glare hides.
    """

    design: Design | None
    x: float
    y: float
    turn_deg: float
    seen: float = 1.0


@dataclass(frozen=True, slots=True)
class Plan:
    """What a table is like: its kind, size and tags, and pixels a millimetre of its picture.

    `down` is the share of cards that lie face-down; those are dealt `margin_mm` inside the table.
    """

    kind: str = "open"
    size_mm: tuple[float, float] = (320.0, 230.0)
    px_per_mm: float | None = None
    down: float = 0.06
    tags: tuple[Tag, ...] = ()
    margin_mm: float = 0.0


@dataclass(slots=True, eq=False)
class Table:
    """A picture of a table of `size_mm`, what is known of the camera, and what lies there."""

    kind: str
    pixels: Pixels
    pose: Pose
    size_mm: tuple[float, float]
    cards: list[Lying] = field(default_factory=list)


def draw_table(cards: tuple[Design, ...], seed: int, plan: Plan) -> Table:
    """A table as a camera sees it."""
    kind, size_mm = plan.kind, plan.size_mm
    rng = np.random.default_rng((seed, KINDS.index(kind), 5))
    canvas = _ground(rng, *size_mm)
    for tag in plan.tags:
        _stick(canvas, tag)
    owner = np.zeros(canvas.shape[:2], np.int32)
    lying = dealt(cards, rng, plan)
    for number, card in enumerate(lying, 1):
        _lay(canvas, owner, card, number, rng)
    whole = np.array([_inside(card, owner.shape).sum() for card in lying])
    for card in lying:
        if kind == "things" and rng.random() < 0.8:
            _cover(canvas, owner, card, rng)
    if kind == "tucked":
        _sheets(canvas, owner, lying, rng)
    glare = np.zeros(owner.shape, np.float32)
    if kind == "glare":
        for card in lying:
            if rng.random() < 0.8:
                glare = np.maximum(glare, _shine(owner.shape, card, rng))
    counts = np.bincount(owner[glare < HAZE].ravel(), minlength=len(lying) + 1)[1:]
    for card, all_of, seen in zip(lying, whole, counts, strict=True):
        card.seen = float(seen / max(all_of, 1))
    pixels, pose = _photograph(canvas, glare, plan, rng)
    return Table(kind, pixels, pose, size_mm, lying)


def bare_table(
    cards: list[Lying], size_mm: tuple[float, float], rng: np.random.Generator
) -> Canvas:
    """A table with these cards and nothing else, seen from straight above."""
    canvas = _ground(rng, *size_mm)
    owner = np.zeros(canvas.shape[:2], np.int32)
    for number, card in enumerate(cards, 1):
        _lay(canvas, owner, card, number, rng)
    return canvas


def photographed(canvas: Canvas, plan: Plan, rng: np.random.Generator) -> tuple[Pixels, Pose]:
    """The same through a camera, and where that is."""
    return _photograph(canvas, np.zeros(canvas.shape[:2], np.float32), plan, rng)


def dealt(cards: tuple[Design, ...], rng: np.random.Generator, plan: Plan) -> list[Lying]:
    """Cards with their places."""
    size_mm, kind = plan.size_mm, plan.kind
    w, h = size_mm
    near = 46 + plan.margin_mm
    room = max(1, round((w - 2 * plan.margin_mm) * (h - 2 * plan.margin_mm) / 11000))
    chosen = [cards[int(n)] for n in rng.choice(len(cards), room, replace=False)]
    faces = [None if rng.random() < plan.down else design for design in chosen]
    if kind == "row":
        return _rows(faces, rng, size_mm)
    lying: list[Lying] = []
    for design in faces:
        for _ in range(200):
            x, y = rng.uniform(near, w - near), rng.uniform(near, h - near)
            far = min((np.hypot(x - one.x, y - one.y) for one in lying), default=999.0)
            if far > 84 or (far > 74 and kind == "tucked"):
                lying.append(Lying(design, float(x), float(y), float(rng.uniform(0, 360))))
                break
    return lying


def _rows(
    faces: list[Design | None], rng: np.random.Generator, size_mm: tuple[float, float]
) -> list[Lying]:
    """Two rows in which each card covers up to half of the one before."""
    w, h = size_mm
    lying: list[Lying] = []
    turn = float(rng.choice((0, 90, 180, 270)) + rng.normal(0, 4))
    along = np.radians(turn if rng.random() < 0.5 else turn + 90)
    long = abs(np.cos(along - np.radians(turn))) > 0.5
    step = (FORM.w_mm if long else FORM.h_mm) * rng.uniform(0.52, 0.75)
    way = np.array((np.cos(along), np.sin(along)))
    start = np.array((w, h)) / 2 - way * step * 1.2
    for n, design in enumerate(faces):
        x, y = start + way * step * n + rng.normal(0, 0.8, 2)
        if 40 < x < w - 40 and 40 < y < h - 40:
            lying.append(Lying(design, float(x), float(y), turn + float(rng.normal(0, 1.2))))
    return lying


def _ground(rng: np.random.Generator, w: float, h: float) -> Canvas:
    """A table top or a mat: a colour, its grain, and print here and there."""
    shape = round(h * DRAWN_PX), round(w * DRAWN_PX)
    base = np.array(((60, 74, 46), (72, 104, 140), (64, 52, 48), (150, 160, 168), (120, 96, 60)))
    colour = base[int(rng.integers(len(base)))] + rng.uniform(-15, 15, 3)
    ground = np.full((*shape, 3), colour, np.float32)
    for size, strength in ((3, 5.0), (40, 6.0), (200, 9.0)):
        small = rng.normal(0, 1, (max(2, shape[0] // size), max(2, shape[1] // size)))
        small = small.astype(np.float32)
        grain = cv2.resize(small, shape[::-1], interpolation=cv2.INTER_CUBIC)
        ground += grain[..., None] * np.float32(strength * rng.uniform(0.3, 1))
    ink = np.clip(colour + rng.choice((-1, 1)) * rng.uniform(15, 50), 0, 255).tolist()
    for _ in range(int(rng.integers(0, 7))):
        a, b = (tuple(int(v) for v in rng.uniform(0, 1, 2) * shape[::-1]) for _ in range(2))
        cv2.line(ground, a, b, ink, int(rng.integers(2, 7)), cv2.LINE_AA)
    return ground


def _stick(canvas: Canvas, tag: Tag) -> None:
    """A printed tag with its white border."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    side, border = round(tag.size_mm * DRAWN_PX), round(tag.size_mm * DRAWN_PX / 5)
    marker = cv2.aruco.generateImageMarker(dictionary, tag.id, side)
    whole = np.pad(np.asarray(marker), border, constant_values=255)
    left, top = (round((at - tag.size_mm / 2) * DRAWN_PX) - border for at in (tag.x_mm, tag.y_mm))
    box = canvas[top : top + whole.shape[0], left : left + whole.shape[1]]
    box[:] = 20 + 0.85 * whole[..., None].astype(np.float32)


def _matrix(card: Lying) -> Floats:
    """From px of a card's face to px of the drawn table `(2, 3)`."""
    turn, scale = np.radians(card.turn_deg), DRAWN_PX / PX_PER_MM
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    middle = np.array((FORM.w_mm, FORM.h_mm)) * PX_PER_MM / 2 - 0.5
    at = np.array((card.x, card.y)) * DRAWN_PX - 0.5
    return np.array([(c, -s, at[0] - c * middle[0] + s * middle[1]),
                     (s, c, at[1] - s * middle[0] - c * middle[1])])  # fmt: skip


def _round_mask() -> Mask:
    w, h, r = (round(v * PX_PER_MM) for v in (FORM.w_mm, FORM.h_mm, FORM.corner_mm))
    mask = np.zeros((h, w), np.uint8)
    cv2.rectangle(mask, (r, 0), (w - r, h), 255, -1)
    cv2.rectangle(mask, (0, r), (w, h - r), 255, -1)
    for x, y in ((r, r), (w - r, r), (r, h - r), (w - r, h - r)):
        cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return np.asarray(mask / np.float32(255), np.float32)


def _inside(card: Lying, shape: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    size = shape[1], shape[0]
    warped = cv2.warpAffine(_round_mask(), _matrix(card), size, flags=cv2.INTER_AREA)
    return np.asarray(warped > 0.5)


def _lay(
    canvas: Canvas, owner: npt.NDArray[np.int32], card: Lying, number: int,
    rng: np.random.Generator,
) -> None:  # fmt: skip
    size = canvas.shape[1], canvas.shape[0]
    printed = back() if card.design is None else face(card.design)
    matrix = _matrix(card)
    shown = cv2.warpAffine(cv2.GaussianBlur(printed, (0, 0), 0.7), matrix, size)
    mask = np.asarray(cv2.warpAffine(_round_mask(), matrix, size), np.float32)
    brightness = np.float32(rng.uniform(0.94, 1.04))
    _paint(canvas, owner, mask, shown * brightness, (number, 0.35, 3.0))


def _paint(
    canvas: Canvas, owner: npt.NDArray[np.int32], mask: Mask, shown: Canvas,
    how: tuple[int, float, float],
) -> None:  # fmt: skip
    """What fills a mask, with its shadow: whose it is, how dark and how soft that is."""
    number, dark, soft = how
    margin = round(4 * soft) + 2
    rows, columns = (np.flatnonzero(mask.any(axis=n)) for n in (1, 0))
    if not len(rows):
        return
    box = (slice(max(0, rows[0] - margin), rows[-1] + margin),
           slice(max(0, columns[0] - margin), columns[-1] + margin))  # fmt: skip
    here = mask[box][..., None]
    shadow = cv2.GaussianBlur(mask[box], (0, 0), soft)[..., None] * np.float32(dark)
    colour = shown[box] if shown.ndim == 3 else shown
    canvas[box] = canvas[box] * (1 - shadow) * (1 - here) + colour * here
    owner[box][mask[box] > 0.5] = number


def _cover(
    canvas: Canvas, owner: npt.NDArray[np.int32], card: Lying, rng: np.random.Generator
) -> None:
    """Things on a card, together up to half of it: wooden pieces, a hand, a slip of paper."""
    inside = _inside(card, owner.shape)
    area, budget = inside.sum(), rng.uniform(0.1, 0.48)
    for _ in range(8):
        mask = np.zeros(owner.shape, np.uint8)
        at = np.array((card.x, card.y)) + rng.uniform(-0.6, 0.6, 2) * (FORM.w_mm, FORM.h_mm)
        colour = rng.choice(np.array(((60, 60, 190), (170, 100, 50), (70, 140, 60), (140, 160, 205),
                                      (230, 230, 230), (40, 40, 40)), np.float32))  # fmt: skip
        _thing(mask, at * DRAWN_PX, rng)
        if (inside & ((mask > 0) | (owner <= 0))).sum() / area <= budget:
            smooth = _smooth(mask)
            _paint(canvas, owner, smooth, colour, (0, 0.4, 7.0))


def _smooth(mask: Pixels) -> Mask:
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.9) / np.float32(255), np.float32)


def _thing(mask: Pixels, at: Floats, rng: np.random.Generator) -> None:
    match int(rng.integers(4)):
        case 0:
            size = rng.uniform(4, 9) * DRAWN_PX
            cv2.circle(mask, _whole(at), round(size), 255, -1, cv2.LINE_AA)
        case 1:
            box = (tuple(at), tuple(rng.uniform(8, 22, 2) * DRAWN_PX), rng.uniform(0, 90))
            cv2.fillPoly(mask, [np.round(cv2.boxPoints(box)).astype(np.int32)], 255, cv2.LINE_AA)
        case 2:
            turn = rng.uniform(0, 2 * np.pi)
            far = at + 120 * DRAWN_PX * np.array((np.cos(turn), np.sin(turn)))
            wide = round(rng.uniform(14, 20) * DRAWN_PX)
            cv2.line(mask, _whole(at), _whole(far), 255, wide, cv2.LINE_AA)
        case _:
            box = (tuple(at), tuple(rng.uniform(25, 60, 2) * DRAWN_PX), rng.uniform(0, 90))
            cv2.fillPoly(mask, [np.round(cv2.boxPoints(box)).astype(np.int32)], 255, cv2.LINE_AA)


def _whole(point: Floats) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def _sheets(
    canvas: Canvas, owner: npt.NDArray[np.int32], lying: list[Lying], rng: np.random.Generator
) -> None:
    """Player boards under which cards are tucked, up to half of a card."""
    for card in lying:
        if rng.random() < 0.25:
            continue
        turn = np.radians(card.turn_deg + rng.choice((0, 90, 180, 270)) + rng.normal(0, 3))
        way = np.array((np.cos(turn), np.sin(turn)))
        reach = abs(way @ _axis(card, 0)) * FORM.w_mm + abs(way @ _axis(card, 90)) * FORM.h_mm
        near = (card.x, card.y) + way * reach * (0.5 - rng.uniform(0.15, 0.48))
        side = np.array((-way[1], way[0]))
        corners = [near + side * 52, near + side * -52, near + side * -52 + way * 60,
                   near + side * 52 + way * 60]  # fmt: skip
        mask = np.zeros(owner.shape, np.uint8)
        cv2.fillPoly(mask, [np.round(np.array(corners) * DRAWN_PX).astype(np.int32)], 255)
        smooth = _smooth(mask)
        colour = rng.uniform(50, 200, 3).astype(np.float32)
        _paint(canvas, owner, smooth, colour, (0, 0.45, 5.0))


def _axis(card: Lying, more_deg: float) -> Floats:
    turn = np.radians(card.turn_deg + more_deg)
    return np.array((np.cos(turn), np.sin(turn)))


def _shine(shape: tuple[int, ...], card: Lying, rng: np.random.Generator) -> Mask:
    """A lamp mirrored in a card, up to nearly half of it: 1 where nothing else is seen."""
    mask = np.zeros(shape, np.float32)
    at = np.array((card.x, card.y)) + rng.uniform(-0.35, 0.35, 2) * (FORM.w_mm, FORM.h_mm)
    axes = rng.uniform(8, 26, 2) * DRAWN_PX
    size = (round(axes[0]), round(axes[1]))
    cv2.ellipse(mask, _whole(at * DRAWN_PX), size, rng.uniform(0, 180), 0, 360, 1.0, -1)
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(2, 5) * DRAWN_PX)
    inside = _inside(card, shape)
    return np.where(inside, soft * rng.uniform(0.9, 1.6), soft * 0.05).astype(np.float32)


def _photograph(
    canvas: Canvas, glare: Mask, plan: Plan, rng: np.random.Generator
) -> tuple[Pixels, Pose]:
    """Through a camera that stands aslant, in coloured uneven light, with noise; as JPEG."""
    w, h = size_mm = plan.size_mm
    px_per_mm = plan.px_per_mm or rng.uniform(2.6, 3.6)
    size = (round(w * px_per_mm * 1.06), round(h * px_per_mm * 1.06))
    lens = plain_lens(size, 60.0)
    square = np.array([(0, 0), (w, 0), (w, h), (0, h)])
    tilt = rng.uniform(-0.06, 0.06, (4, 2)) * (w, h)
    seen = (square + np.clip(tilt, 0, None) * ((1, 1), (-1, 1), (-1, -1), (1, -1))) * px_per_mm
    seen += 0.03 * np.array(size)
    corners = square.astype(np.float32), seen.astype(np.float32)
    image_from_board = np.asarray(cv2.getPerspectiveTransform(*corners), np.float64)
    lit = canvas * _light(canvas.shape, rng) + glare[..., None] * 260
    to_canvas = np.diag((DRAWN_PX, DRAWN_PX, 1.0)) + np.array(
        [(0, 0, -0.5), (0, 0, -0.5), (0, 0, 0)]
    )
    matrix = image_from_board @ np.linalg.inv(to_canvas)
    soft = cv2.GaussianBlur(lit, (0, 0), DRAWN_PX / px_per_mm * 0.45)
    picture = cv2.warpPerspective(soft, matrix, size, borderValue=(50, 50, 50))
    picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.45, 0.95))
    noise = rng.standard_normal(picture.shape, np.float32) * (
        1.5 + 2.0 * np.sqrt(np.clip(picture, 0, 255) / 255)
    )
    pixels = np.clip(picture + noise * rng.uniform(0.5, 1.4), 0, 255).astype(np.uint8)
    _, coded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 90])
    known = upright(image_from_board, lens)
    wrong = np.eye(4)
    wrong[:2, 3] = rng.normal(0, 0.25, 2)  # mm by which the board is thought to lie elsewhere
    pose = Pose(known @ wrong, lens, size_mm, 0.2)
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8), pose


def _light(shape: tuple[int, ...], rng: np.random.Generator) -> Canvas:
    h, w = shape[:2]
    colour = np.array((1.0, 1.0, 1.0)) + rng.uniform(-1, 1) * np.array((0.18, 0.02, -0.18))
    level = rng.uniform(0.55, 1.05)
    slope = rng.uniform(-0.25, 0.25, 2)
    field_ = 1 + np.linspace(-1, 1, w)[None] * slope[0] + np.linspace(-1, 1, h)[:, None] * slope[1]
    return np.asarray(field_[..., None] * colour * level, np.float32)

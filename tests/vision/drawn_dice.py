"""Plain dice drawn for tests, on purpose not with the renderer that the models were trained on."""

import cv2
import numpy as np

from companion.camera.frame import Pixels

PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
BODIES = {
    "red": (45, 40, 200),
    "green": (60, 150, 50),
    "blue": (200, 100, 40),
    "yellow": (50, 205, 240),
    "white": (235, 238, 238),
    "grey": (140, 135, 135),
}
WHITE, BLACK = (245, 245, 245), (15, 15, 15)


def draw_die(
    picture: Pixels,
    at: tuple[float, float],
    edge: float,
    *,
    value: int,
    colour: str,
    turn_deg: float,
) -> None:
    """A flat rounded square with pips, centred at `at`, px."""
    body = BODIES[colour]
    pip = BLACK if colour in ("white", "yellow") else WHITE
    angle = np.deg2rad(turn_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    inner = 0.38 * edge
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * inner @ turn.T + at
    outline = [np.round(corners * 16).astype(np.int32)]
    cv2.fillPoly(picture, outline, body, cv2.LINE_AA, 4)
    cv2.polylines(picture, outline, True, body, round(0.24 * edge), cv2.LINE_AA, 4)
    for x, y in np.array(PIPS[value]) * 0.26 * edge @ turn.T + at:
        centre = (round(float(x) * 16), round(float(y) * 16))
        cv2.circle(picture, centre, round(0.09 * edge * 16), pip, -1, cv2.LINE_AA, 4)


def slot_crop(rng: np.random.Generator, value: int | None, colour: str, edge: float) -> Pixels:
    """A square place on a dark board, with a die or empty, 1.6 edges wide, as a camera sees it."""
    side = round(edge * 1.6)
    picture = np.full((side, side, 3), (48, 26, 16), np.uint8)
    line = (190, 170, 150) if rng.random() < 0.5 else (8, 8, 8)
    half = round(edge * rng.uniform(0.55, 0.7))
    low, high = side // 2 - half, side // 2 + half
    cv2.rectangle(picture, (low, low), (high, high), line, 2, cv2.LINE_AA)
    if value is not None:
        at = side / 2 + rng.uniform(-0.06, 0.06, 2) * edge
        turn = float(rng.normal(0, 12))
        draw_die(
            picture, (float(at[0]), float(at[1])), edge, value=value, colour=colour, turn_deg=turn
        )
    shade = np.linspace(rng.uniform(0.75, 1), rng.uniform(0.75, 1), side)[None, :, None]
    soft = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.1)))
    seen = soft * shade + rng.normal(0, 5, picture.shape)
    return np.clip(seen, 0, 255).astype(np.uint8)

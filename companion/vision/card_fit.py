"""Where exactly a card lies: single parts of it are looked for, and most must agree."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.core.layout import CardForm
from companion.vision.card_deck import COARSE_PX, FINE_PX, Floats, card_px
from companion.vision.card_edges import PX_PER_MM, Poses
from companion.vision.card_sheet import HALF, Sheet, look

FITTED = 28
"""So many parts of a card, those with most contrast, are fitted."""
ALIKE = 0.6
"""Correlation from which on a part is found."""
LEAST_AGREEING = 4
"""Parts of a card that must agree on where it lies."""
COARSE_REACH_MM, FINE_REACH_MM = 4.5, 1.0
"""So far off parts are looked for: more than a border is wide, and what is left then."""
AGREE_MM = 1.2
"""So far from what another part says it may say that the card lies, to agree with it."""
Points = npt.NDArray[np.float64]


def fit_coarsely(sheet: Sheet, pose: Poses, face: Floats, form: CardForm) -> Poses | None:
    """A way to lie `(3,)` put right by what a card's picture at `COARSE_PX` a part shows there."""
    seen = look(sheet.soft, HALF, pose[None], form, card_px(form, COARSE_PX))[0]
    return _fitted(seen, pose, face, (form, COARSE_PX, COARSE_REACH_MM))


def fit_finely(sheet: Sheet, pose: Poses, face: Floats, form: CardForm) -> Poses | None:
    """The same by a picture at `FINE_PX` a part."""
    seen = look(sheet.shades, PX_PER_MM, pose[None], form, card_px(form, FINE_PX))[0]
    return _fitted(seen, pose, face, (form, FINE_PX, FINE_REACH_MM))


def _fitted(
    seen: Floats, pose: Poses, face: Floats, how: tuple[CardForm, int, float]
) -> Poses | None:
    """The way to lie that most parts agree on, if enough do."""
    form, part_px, reach_mm = how
    h, w = seen.shape
    mm = np.array((form.w_mm / w, form.h_mm / h))
    found = _found(seen, face, part_px, max(1, round(reach_mm / mm[0])))
    if len(found) < LEAST_AGREEING:
        return None
    at, by = (found[:, :2] - (w / 2, h / 2)) * mm, found[:, 2:4] * mm
    (dx, dy, turn), agree = _moved(at, by, found[:, 4])
    if agree < LEAST_AGREEING:
        return None
    c, s = np.cos(pose[2]), np.sin(pose[2])
    return np.array((pose[0] + c * dx - s * dy, pose[1] + s * dx + c * dy, pose[2] + turn))


def _found(seen: Floats, face: Floats, part_px: int, reach: int) -> Points:
    """Parts `(N, 5)`: their middles, how far off they are, both px, and how alike."""
    padded = cv2.copyMakeBorder(seen, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    rows: list[tuple[float, float, float, float, float]] = []
    for top, left in _corners(face, part_px):
        part = face[top : top + part_px, left : left + part_px]
        area = padded[top : top + part_px + 2 * reach, left : left + part_px + 2 * reach]
        _, best, _, at = cv2.minMaxLoc(cv2.matchTemplate(area, part, cv2.TM_CCOEFF_NORMED))
        if best > ALIKE:
            x, y = left + part_px / 2, top + part_px / 2
            rows.append((x, y, at[0] - reach, at[1] - reach, best))
    return np.array(rows).reshape(-1, 5)


def _corners(face: Floats, part_px: int) -> list[tuple[int, int]]:
    """Top and left, px, of the parts with most contrast."""
    h, w = face.shape
    parts = face.reshape(h // part_px, part_px, w // part_px, part_px)
    most = np.argsort(-parts.std(axis=(1, 3)).ravel())[:FITTED]
    return [(int(n) // (w // part_px) * part_px, int(n) % (w // part_px) * part_px) for n in most]


def _moved(at: Points, by: Points, weight: Points) -> tuple[Points, float]:
    """Shift, mm, and turn that most parts agree on, and how many do."""
    near = np.hypot(*(by[:, None] - by[None]).transpose(2, 0, 1)) < AGREE_MM
    trust = weight * near[int((near @ weight).argmax())]
    answer = np.zeros(3)
    for _ in range(4):
        answer = _least_squares(at, by, trust)
        off = answer[:2] + answer[2] * np.column_stack([-at[:, 1], at[:, 0]]) - by
        trust = weight * np.exp(-(off**2).sum(axis=1) / 0.5)
    return answer, float((trust > 0.3).sum())


def _least_squares(at: Points, by: Points, trust: Points) -> Points:
    """Shift and turn about the middle of weighted points; hardly any where few are trusted."""
    total = trust.sum() + 1e-3
    middle, moved = trust @ at / total, trust @ by / total
    out, off = at - middle, by - moved
    turn = trust @ (out[:, 0] * off[:, 1] - out[:, 1] * off[:, 0])
    turn /= trust @ (out**2).sum(axis=1) + 1.0
    return np.array((moved[0] + turn * middle[1], moved[1] - turn * middle[0], turn))

"""Where exactly a card lies: single parts of it are looked for, and most must agree."""

import cv2
import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view

from companion.core.layout import CardForm
from companion.vision.card_deck import COARSE_PX, FINE_PX, Deck, Floats, card_px
from companion.vision.card_edges import PX_PER_MM, Poses
from companion.vision.card_sheet import HALF, Sheet, look_at

ALIKE = 0.6
"""Correlation from which on a part is found."""
LEAST_CONTRAST = 1e-4
"""Variance of what is seen, and size of what is looked for, below which nothing is found."""
LEAST_AGREEING = 4
"""Parts of a card that must agree on where it lies."""
COARSE_REACH_MM, FINE_REACH_MM = 4.5, 1.0
"""So far off parts are looked for: more than a border is wide, and what is left then."""
AGREE_MM = 1.2
"""So far from what another part says it may say that the card lies, to agree with it."""
ROUNDS = 4
"""So many times what most agree on is found anew, by those that agree with the last."""
Points = npt.NDArray[np.complex128]
"""In the plane, to the right and downwards times i."""
Weights = npt.NDArray[np.float64]


def fit_coarsely(sheet: Sheet, pose: Poses, deck: Deck, card: int) -> Poses | None:
    """A way to lie `(3,)` put right by what a card shows there at `COARSE_PX` a part."""
    seen = look_at(sheet.soft, HALF, pose, deck.form, card_px(deck.form, COARSE_PX))
    found = _found(seen, deck.small[card], deck.striking[card], COARSE_REACH_MM, deck.form)
    return _fitted(pose, *found)


def fit_finely(sheet: Sheet, pose: Poses, deck: Deck, card: int) -> Poses | None:
    """The same at `FINE_PX` a part."""
    seen = look_at(sheet.shades, PX_PER_MM, pose, deck.form, card_px(deck.form, FINE_PX))
    found = _found(seen, deck.pictures[card], deck.striking[card], FINE_REACH_MM, deck.form)
    return _fitted(pose, *found)


def _fitted(pose: Poses, at: Points, by: Points, weight: Weights) -> Poses | None:
    """The way to lie that most parts agree on, if enough do."""
    if len(at) < LEAST_AGREEING:
        return None
    shift, turn, agree = _moved(at, by, weight)
    if agree < LEAST_AGREEING:
        return None
    shift *= np.exp(1j * pose[2])
    return np.asarray(pose + np.array((shift.real, shift.imag, turn)))


def _found(
    seen: Floats, face: Floats, parts: npt.NDArray[np.intp], reach_mm: float, form: CardForm
) -> tuple[Points, Points, Weights]:
    """Parts that are found: their middles, from the card's, how far off they are, both mm, and
    how alike."""
    h, w = face.shape
    columns = card_px(form, 1)[0]
    px, mm = w // columns, np.array((form.h_mm / h, form.w_mm / w))
    reach = max(1, round(reach_mm / mm[1]))
    corners = np.column_stack(np.divmod(parts, columns)) * px
    fits = _correlations(seen, face, corners, (px, reach))
    best = fits.argmax(axis=1)
    weight = np.take_along_axis(fits, best[:, None], axis=1)[:, 0]
    good = weight > ALIKE
    off = np.column_stack(np.divmod(best[good], 2 * reach + 1)) - reach
    at = corners[good] + px / 2 - np.array((h, w)) / 2
    return _in_plane(at * mm), _in_plane(off * mm), weight[good].astype(np.float64)


def _in_plane(down_right: npt.NDArray[np.float64]) -> Points:
    return np.asarray(down_right[:, 1] + 1j * down_right[:, 0])


def _correlations(
    seen: Floats, face: Floats, corners: npt.NDArray[np.intp], how: tuple[int, int]
) -> Floats:
    """How alike the face's parts `(N)` with these corners are to what is seen there, and so many
    px off: `(N, (2 reach + 1)²)`, row by row."""
    px, reach = how
    wide = 2 * reach + 1
    around = cv2.copyMakeBorder(seen, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    padded = np.asarray(around, np.float32)
    rows, columns = corners.T
    parts = sliding_window_view(face, (px, px))[rows, columns].reshape(len(corners), -1, 1)
    parts = parts - parts.mean(axis=1, keepdims=True)
    areas = sliding_window_view(padded, (px + 2 * reach, px + 2 * reach))[rows, columns]
    windows = sliding_window_view(areas, (px, px), axis=(1, 2))
    shifted = windows.reshape(len(corners), wide * wide, px * px)
    variance = np.einsum("nwp,nwp->nw", shifted, shifted) / px**2 - shifted.mean(axis=2) ** 2
    scale = np.sqrt(np.maximum(variance, LEAST_CONTRAST)) * px
    strength = np.linalg.norm(parts, axis=1) + LEAST_CONTRAST
    return np.asarray((shifted @ parts)[..., 0] / (scale * strength), np.float32)


def _moved(at: Points, by: Points, weight: Weights) -> tuple[complex, float, int]:
    """Shift, mm, and turn that most parts agree on, and how many do."""
    near = np.abs(by[:, None] - by) < AGREE_MM
    trust = weight * near[int((near @ weight).argmax())]
    shift, turn = 0j, 0.0
    for _ in range(ROUNDS):
        shift, turn = _least_squares(at, by, trust)
        off = np.abs(shift + 1j * turn * at - by)
        trust = weight * np.exp(-2 * off * off)
    return shift, turn, int(np.count_nonzero(trust > 0.3))


def _least_squares(at: Points, by: Points, trust: Weights) -> tuple[complex, float]:
    """Shift and turn about the middle of weighted points; hardly any where few are trusted."""
    total = trust.sum() + 1e-3
    middle, moved = trust @ at / total, trust @ by / total
    out = at - middle
    turn = float(trust @ (out.conj() * (by - moved)).imag / (trust @ np.abs(out) ** 2 + 1.0))
    return complex(moved - 1j * turn * middle), turn

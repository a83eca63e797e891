"""A heap: pieces that touch, told apart by standing pieces there and comparing.

Pieces of known size are stood in it, drawn as the camera would see them, nearer ones before
those behind, and moved until the drawing explains the colours that are seen.
All pieces of a form are equally high: none hides another's top, so every piece shows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.core.layout import Form
from companion.vision.blocks import (
    SHIFT,
    Block,
    Costs,
    Lean,
    Search,
    Stance,
    Stood,
    Window,
    meet,
)
from companion.vision.heap_doubt import Explained, judged
from companion.vision.heap_picture import BARE, WRONG, HeapPicture, HeapSettings, Sight


class Heap:
    """A part of a cut with pieces of one form in it. First it is filled, then shaded."""

    def __init__(
        self, sight: Sight, form: Form, size_px: float, lean: Lean, settings: HeapSettings
    ) -> None:
        self._settings, self._stance = settings, Stance(form, size_px, lean, settings.blur_px)
        self._picture = HeapPicture(sight, settings)
        _, _, w, h = self._picture.whole
        self._search = Search(self._stance.templates((w / 2, h / 2), settings.angles), (w, h))
        self._stood: list[Stood] = []

    @property
    def single(self) -> bool:
        """Whether one piece explains it without doubt."""
        return len(self._stood) == 1 and not self.explained().doubt

    def fill(self) -> None:
        """Stand pieces until no more is to be explained."""
        least = self._settings.least * self._stance.area_px
        while len(self._stood) < self._settings.most:
            saved, block = self._best(1.0)
            if block is None or saved < least:
                break
            self._stood.append(self._stance.stand(block))
            self._move([len(self._stood) - 1], 2.0, 0.1)
        self._correct()

    def shade(self, shades: Mapping[int, tuple[float, float]]) -> None:
        """Correct it by the lightness that tops and sides have, by colour."""
        self._picture.shade(shades)
        self._correct()

    def lightness(self) -> dict[int, tuple[Costs, Costs]]:
        """Of the pixels of tops and of sides by colour, as the pieces stand now."""
        return self._picture.lightness(self._stood)

    def explained(self) -> Explained:
        """The pieces as they stand now, and what they leave unexplained."""
        return judged(self._picture, self._stood, self._stance, self._settings)

    def _correct(self) -> None:
        self._settle()
        self._drop()
        while len(self._stood) < self._settings.most and self._squeeze():
            pass

    def _settle(self) -> None:
        for step, turn in ((2.0, 0.1), (1.0, 0.08), (0.5, 0.04)):
            self._move(range(len(self._stood)), step, turn)

    def _drop(self) -> None:
        """Take away pieces without which less is wrong, or hardly more."""
        cost, place = self._cost(), 0
        while place < len(self._stood):
            one = self._stood.pop(place)
            without = self._cost()
            if without - cost < self._settings.gain * self._stance.area_px:
                cost, place = without, 0
            else:
                self._stood.insert(place, one)
                place += 1

    def _squeeze(self) -> bool:
        """Stand one more where most is left, let all make room; whether that was better."""
        saved, block = self._best(self._settings.narrow)
        hopeless = saved < self._settings.room * self._stance.area_px
        if block is None or (hopeless and not self._much_is_left()):
            return False
        before, cost = list(self._stood), self._cost()
        self._stood.append(self._stance.stand(block))
        self._move(range(len(self._stood)), 2.0, 0.1, loose=True, rounds=12)
        self._settle()
        if self._cost() < cost - self._settings.more * self._stance.area_px:
            return True
        self._stood = before
        return False

    def _much_is_left(self) -> bool:
        """Whether more that has a colour is not explained than right pieces leave."""
        picture = self._picture
        kinds = picture.sight.kinds[picture.cost_of(picture.drawn(self._stood)) > WRONG]
        left = float(((kinds != BARE) & (kinds != picture.sight.other)).sum())
        return left > self._settings.gap * self._stance.area_px

    def _move(
        self,
        which: Sequence[int],
        step: float,
        turn: float,
        *,
        loose: bool = False,
        rounds: int = 6,
    ) -> None:
        """Move pieces by a step or a turn as long as that explains more."""
        todo = set(which)
        for _ in range(rounds):
            todo = {place for place in sorted(todo) if self._moves(place, step, turn, loose)}
            if not todo:
                return

    def _moves(self, place: int, step: float, turn: float, loose: bool) -> bool:
        """Make the best of a piece's moves, if one is better than to stay."""
        one, block = self._stood[place], self._stood[place].block
        whole = self._picture.whole
        left, top, right, bottom = one.bounds
        window = (max(0, left - 4), max(0, top - 4),
                  min(whole[2], right + 4), min(whole[3], bottom + 4))  # fmt: skip
        near = [s for n, s in enumerate(self._stood) if n != place and meet(s.bounds, window)]
        best, least = one, self._cost_of(one, near, window, loose)
        x, y = step * np.cos(block.turn), step * np.sin(block.turn)  # along its own sides
        others = [one.shifted(*by) for by in ((x, y), (-x, -y), (-y, x), (y, -x))]
        if not self._stance.round:
            others += [
                self._stance.stand(replace(block, turn=block.turn + a)) for a in (turn, -turn)
            ]
        for other in others:
            if not meet(other.bounds, whole):
                continue  # out of the picture it would cost nothing
            cost = self._cost_of(other, near, window, loose)
            if cost < least - 0.5:
                best, least = other, cost
        if best is not one:
            best = self._stance.stand(best.block)
        self._stood[place] = best
        return best is not one

    def _cost_of(self, one: Stood, near: Sequence[Stood], window: Window, loose: bool) -> float:
        shared = [self._stance.shared_px(one, other) for other in near]
        if loose:
            area = self._stance.area_px
            shared = [self._settings.loose * px * px / area for px in shared]
        return self._picture.cost([*near, one], window) + sum(shared)

    def _cost(self) -> float:
        stood = self._stood
        shared = sum(
            self._stance.shared_px(one, other)
            for n, one in enumerate(stood)
            for other in stood[n + 1 :]
        )
        return self._picture.cost(stood) + shared

    def _best(self, overlap: float) -> tuple[float, Block | None]:
        """Where one more piece explains most, and how much cost it saves."""
        picture = self._picture
        drawing = picture.drawn(self._stood)
        now = picture.cost_of(drawing)
        taken = np.zeros(now.shape, np.uint8)
        for one in self._stood:
            cv2.fillConvexPoly(taken, one.room, 1, cv2.LINE_8, SHIFT)
        best, found = -np.inf, None
        for colour, layer in picture.layers.items():
            left = (picture.sight.kinds == colour) & (now > WRONG)
            if left.sum() < self._settings.least * self._stance.area_px:
                continue
            tops = now - picture.costs[layer] - overlap * taken
            sides = now - picture.costs[layer + 1]
            sides = np.where(drawing > 0, np.maximum(sides, 0), sides)  # others may hide it
            crowded = -self._settings.crowd * left
            worth, turn, x, y = self._search.best(np.stack([tops, sides, crowded]))
            if worth > best:
                best, found = worth, Block(colour, x, y, turn)
        return best, found

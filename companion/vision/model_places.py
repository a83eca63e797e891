"""Places that hold models: what is told of them, and what is learnt of how they look bare."""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.camera.frame import Pixels
from companion.core.ids import PieceKind, SlotId
from companion.core.layout import Form, Slot
from companion.core.observation import Seen
from companion.core.pieces import SeenPiece
from companion.vision.bare import BareMemory, BareSettings
from companion.vision.bodies import Mask, View, bodies_of, silhouette, view_of
from companion.vision.card_print import LaidCard, cover, printed
from companion.vision.crowds import FoundModel, ModelSettings
from companion.vision.evidence import Evidence, EvidenceSettings, colour_table, evidence
from companion.vision.lamp_spots import SpotSettings, without_spots
from companion.vision.models import Explained, find_models
from companion.vision.palette import Palette
from companion.vision.piece_colours import colours_of
from companion.vision.pose import Box, Pose
from companion.vision.templates import Places

Cards = Mapping[SlotId, Sequence[LaidCard]]
"""Cards that are told, by their place."""
NO_CARDS: Cards = {}
BELIEVED = 2
"""So often in a row places must have changed as a whole, to be other ones."""
SURE = 0.99
"""Confidence of a model that is told: where there is doubt, the whole place counts as not seen."""


@dataclass(frozen=True, slots=True)
class ModelPlaceSettings:
    """How models are read in their places."""

    evidence: EvidenceSettings = field(default_factory=EvidenceSettings)
    models: ModelSettings = field(default_factory=ModelSettings)
    bare: BareSettings = field(default_factory=BareSettings)
    spots: SpotSettings = field(default_factory=SpotSettings)
    edge_mm: float = 1.5
    """Nearer to the edge of its place, a model may belong to the next."""


@dataclass(slots=True)
class _Before:
    """What was known before so much of these places changed that it was forgotten.

    A hand that rests there does so, too: it is believed once it was `seen` and agreed upon twice.
    """

    slots: Sequence[Slot]
    memory: BareMemory
    under: dict[SlotId, LaidCard]
    seen: int = 0


class ModelPlaces:
    """Places of one area, read in one cut of the board that is freed from the light."""

    def __init__(
        self,
        forms: Sequence[Form],
        slots: Sequence[Slot],
        box: Box,
        taught: Palette | None,
        settings: ModelPlaceSettings,
    ) -> None:
        self._forms, self._slots, self._box, self._settings = forms, slots, box, settings
        self._names = tuple(dict.fromkeys(name for form in forms for name in form.colours))
        colours = colours_of(self._names, taught).values()
        looks = tuple(tuple(float(part) for part in colour) for colour in colours)
        self._table = colour_table(looks, settings.evidence)
        self._bodies = tuple(body for form in forms for body in bodies_of(form))
        self._reach_px = max(b.reach_mm for b in self._bodies) * settings.models.px_per_mm
        self._memory = BareMemory(settings.bare, settings.models.px_per_mm)
        self._last: tuple[Pixels, Places, Places] | None = None
        self._under: dict[SlotId, LaidCard] = {}
        self._before: _Before | None = None

    @property
    def knows_bare(self) -> bool:
        """Whether it is known of any part how it looks with nothing in it."""
        return self._memory.knows

    def show_bare(self, crop: Pixels, cards: Cards = NO_CARDS) -> None:
        """With nothing in it but these cards, it looks like this."""
        self._memory.show(crop)
        self._before = None
        self._under = {
            place: card for place, here in cards.items() for card in here if card.reaches(self._box)
        }

    def show_below(self, crop: Pixels) -> None:
        """With nothing in it, not even cards, it looks like this."""
        self._as_before()
        self._memory.show_below(crop)

    def read(self, crop: Pixels, pose: Pose, cards: Cards = NO_CARDS) -> dict[SlotId, Seen]:
        """What lies in each place, on cards that are told; `None` where that is in doubt."""
        before = self._as_before()
        self._lay(crop, cards)
        view = view_of(pose, self._box, self._settings.models.px_per_mm)
        shown = self._evidence(crop)
        if shown.changed.mean() > self._settings.bare.all_other:
            self._forget(self._slots, view, crop.shape[:2])
            self._lay(crop, cards)
            shown = self._evidence(crop)
        told = find_models(shown, self._bodies, view, self._settings.models)
        others = self._others(told, shown, view)
        if others:
            self._forget(others, view, crop.shape[:2])
            self._lay(crop, cards)
            shown = self._evidence(crop)
            told = find_models(shown, self._bodies, view, self._settings.models)
        if before is not None and self._before is not None and before.slots == self._before.slots:
            self._before.seen = before.seen
        seen = self._seen(told)
        self._last = (crop, *self._free(told, shown, view)) if None not in seen.values() else None
        return seen

    def _as_before(self) -> _Before | None:
        """Back to what was known before something was forgotten that is not yet believed."""
        before, self._before = self._before, None
        if before is not None:
            self._memory, self._under = before.memory, before.under
        return before

    def _lay(self, crop: Pixels, cards: Cards) -> None:
        """Take note of cards that were laid, turned up or taken away since."""
        scale = self._settings.models.px_per_mm
        for place, old in list(self._under.items()):
            if not any(card.is_like(old) for card in cards.get(place, (old,))):
                self._memory.uncover(cover(old, self._box, scale), crop)
                del self._under[place]
        for place, here in cards.items():
            for card in here:
                if place not in self._under and card.reaches(self._box):
                    shown = printed(card, crop, self._box, scale)
                    if shown is not None:
                        self._under[place] = card
                        self._memory.lay(*shown)

    def _evidence(self, crop: Pixels) -> Evidence:
        bare, scale = self._memory.like(crop), self._settings.models.px_per_mm
        plain = without_spots(crop, bare, 2 * self._reach_px, scale, self._settings.spots)
        return evidence(plain, bare, self._table, self._settings.evidence)

    def keep(self) -> None:
        """What was read last has been agreed upon: what nothing hides there is bare."""
        if self._last is not None:
            self._memory.learn(*self._last)
        if self._before is not None:
            self._before.seen += 1
            if self._before.seen == BELIEVED:
                self._before = None

    def _others(self, told: Explained, shown: Evidence, view: View) -> list[Slot]:
        """Places where so much beside the models has changed that another card must lie there."""
        beside = shown.known & ~_grown(self._hidden(told, shown, view), view.px_per_mm)
        found = []
        for slot in self._slots:
            part = _part(slot, view, 0.0)
            changed = shown.changed[part][beside[part]]
            size = slot.w_mm * slot.h_mm * view.px_per_mm**2
            if changed.size > 0.2 * size and changed.mean() > self._settings.bare.other:
                found.append(slot)
        return found

    def _forget(self, slots: Sequence[Slot], view: View, shape: tuple[int, ...]) -> None:
        """Nothing is known of these places, nor of what lies below; of the only one, of nothing."""
        if self._before is None:
            self._before = _Before(slots, self._memory, self._under)
        self._memory, self._under = copy(self._memory), {}
        if len(self._slots) == 1:
            self._memory.forget()
            return
        there = np.zeros(shape, np.bool_)
        for slot in slots:
            there[_part(slot, view, self._settings.edge_mm)] = True
        self._memory.lift(there)

    def _seen(self, told: Explained) -> dict[SlotId, Seen]:
        seen: dict[SlotId, list[SeenPiece]] = {slot.id: [] for slot in self._slots}
        doubted: set[SlotId] = set()
        near = min(form.size_mm for form in self._forms) / 2
        for slot in self._slots:
            for model in told.found:
                depth = depth_mm(slot, model.put.x, model.put.y)
                if abs(depth) < self._settings.edge_mm or (model.doubt and depth > -near):
                    doubted.add(slot.id)
                elif depth > 0:
                    seen[slot.id] += self._claims(model)
            if any(depth_mm(slot, x, y) > -near for x, y in told.lumps):
                doubted.add(slot.id)
        return {name: None if name in doubted else tuple(row) for name, row in seen.items()}

    def _claims(self, model: FoundModel) -> list[SeenPiece]:
        put = model.put
        kind, colour = PieceKind(put.body.kind), self._names[put.colour]
        claim = SeenPiece(kind, colour, None, SURE, (), put.x, put.y, lying=put.body.lying)
        return [claim] * put.body.count

    def _free(self, told: Explained, shown: Evidence, view: View) -> tuple[Places, Places]:
        """Where no model hides the place `(H, W)`, and where one's shadow may lie."""
        hidden = self._hidden(told, shown, view)
        wider = [_grown(hidden, mm * view.px_per_mm) for mm in (2.0, self._shadow_mm())]
        return ~wider[0] & ~shown.changed, wider[1]

    def _hidden(self, told: Explained, shown: Evidence, view: View) -> Mask:
        """What models hide `(H, W)`."""
        size = (shown.changed.shape[1], shown.changed.shape[0])
        hidden = np.zeros(shown.changed.shape, np.uint8)
        for put in (model.put for model in told.found):
            hidden |= silhouette(put.body, (put.x, put.y, put.turn), view, size)
        return hidden

    def _shadow_mm(self) -> float:
        return 2 * max(form.height_mm for form in self._forms)


def depth_mm(slot: Slot, x: float, y: float) -> float:
    """How far inside a slot a point lies, negative outside."""
    return min(slot.w_mm / 2 - abs(x - slot.x_mm), slot.h_mm / 2 - abs(y - slot.y_mm))


def _grown(mask: Mask, by_px: float) -> Places:
    width = 2 * round(by_px) + 1
    return np.asarray(cv2.dilate(mask, np.ones((width, width), np.uint8)) > 0)


def _part(slot: Slot, view: View, more_mm: float) -> tuple[slice, slice]:
    """Rows and columns of a place in a cut, and so much about it."""
    half = np.array((slot.w_mm, slot.h_mm)) / 2 + more_mm
    corner = (np.array((slot.x_mm, slot.y_mm)) - half - view.corner) * view.px_per_mm
    left, top = np.maximum(corner, 0).astype(int)
    wide, high = (2 * half * view.px_per_mm).astype(int)
    return np.s_[top : top + high, left : left + wide]

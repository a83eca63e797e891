"""Cards in the places of a board that hold them: which lie there, and where that is in doubt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from companion.camera.frame import Pixels
from companion.core.ids import PieceKind, SlotId
from companion.core.layout import CardForm, Layout, Slot
from companion.core.observation import Seen
from companion.core.pieces import FACE_DOWN, SeenPiece
from companion.vision.card_deck import Deck
from companion.vision.card_edges import PX_PER_MM, Poses, corners_in, poses_of
from companion.vision.card_marks import (
    Marks,
    MarkSettings,
    card_picture,
    is_printed,
    marks_of,
    share_printed,
    upright,
)  # fmt: skip
from companion.vision.card_outlines import OutlineSettings, outlines
from companion.vision.card_print import LaidCard
from companion.vision.cards import CardSettings, FoundCard, Guess, find_cards
from companion.vision.empty_places import EmptySettings, is_empty
from companion.vision.looks import Looks
from companion.vision.paper import PaperLight, freed, paper_light
from companion.vision.piece_colours import to_lab
from companion.vision.pose import Box, Pose
from companion.vision.slots import cut

NO_LOOK: Mapping["Zone", Pixels] = {}
PART_MM = 40.0
"""Cuts are made of parts so wide, in which a lens bends nothing that could be seen."""
COMPARED_PX_PER_MM = 1.0
"""Scale at which places are compared with what was last read there."""
CELL_MM = 4.0
"""Grid on which they are compared: a few letters of a title."""
SPARE = 1.3
"""Up to so many times as large as a card, a place is for one."""
BARE = 0.05
"""Share of a bare place, at most, that is printed, or unlike what is about it: 0.03 of places on
our own mats, 0.13 of cards that lie face-down and 0.5 of open ones."""
UNTOLD = 0.9
"""Confidence of a card that is seen and not told which: colour and count are, where they are."""


@dataclass(frozen=True, slots=True)
class ZoneSettings:
    """When a place is seen empty, and when in doubt."""

    cards: CardSettings = field(default_factory=CardSettings)
    outlines: OutlineSettings = field(default_factory=OutlineSettings)
    marks: MarkSettings = field(default_factory=MarkSettings)
    margin_mm: float = 10.0
    """Seen beyond a place, so that its cards are seen whole and the background is known."""
    strange: float = 18.0
    """Lab distance from the background, above which something lies there."""
    printed: float = 0.42
    """So much of a card that nobody taught is printed: 0.49 and more of cards of our own, 0.21 and
    less of the empty places of a mat, their outlines, numbers and what lies beneath."""
    again_s: float = 5.0
    """So long after a look that left a doubt a place is looked at again: noise is another then."""
    empty: EmptySettings = field(default_factory=EmptySettings)
    clutter: float = 0.3
    """So much of a card's area that is strange and no card: the place is not seen."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards of one form."""

    slot: Slot
    form: CardForm
    box: Box

    @property
    def has_room_for_one(self) -> bool:
        """Whether no two cards can lie there but on each other."""
        slot, form = self.slot, self.form
        across = slot.w_mm < SPARE * form.w_mm and slot.h_mm < SPARE * form.h_mm
        return across and not slot.pile

    @property
    def slot_box(self) -> Box:
        """The place itself."""
        return self.slot.x_mm, self.slot.y_mm, self.slot.w_mm, self.slot.h_mm


def zones_of(layout: Layout, settings: ZoneSettings) -> tuple[Zone, ...]:
    """All places that hold cards."""
    return tuple(
        Zone(slot, layout.cards[slot.holds], (
            slot.x_mm, slot.y_mm, slot.w_mm + 2 * settings.margin_mm,
            slot.h_mm + 2 * settings.margin_mm,
        ))
        for slot in layout.slots.values()
        if slot.holds in layout.cards
    )  # fmt: skip


def read_zone(crop: Pixels, zone: Zone, deck: Deck | None, settings: ZoneSettings) -> Seen:
    """Cards in a cut of a zone that is freed from the light; `None` where it is in doubt."""
    return look_at_zone(crop, zone, deck, settings)[0]


def look_at_zone(
    crop: Pixels,
    zone: Zone,
    deck: Deck | None,
    settings: ZoneSettings,
    before: Sequence[LaidCard] = (),
) -> tuple[Seen, tuple[LaidCard, ...]]:
    """The same, and those cards of it that are told, as they lie there; `before` are those that
    were told at the last look.

    Of a pile only cards that are told count, where there are any: others lie beneath them.
    """
    if _is_bare(crop, zone, settings):
        return (), ()
    edges = settings.cards.edges
    corners = corners_in(crop, edges)
    found: tuple[FoundCard, ...] = ()
    if deck is not None:
        guesses = [_guess(card, zone) for card in before]
        found = find_cards(crop, corners, deck, settings.cards, guesses, one=zone.has_room_for_one)
    poses = [np.array((card.x, card.y, np.radians(card.turn_deg))) for card in found]
    claims = [
        _claim(card, zone, pose, crop, (deck, settings.marks))
        for card, pose in zip(found, poses, strict=True)
    ]
    laid = _laid(found, zone, deck)
    if zone.slot.pile and laid:
        named = tuple(one for one in claims if one.face is not None and _inside(zone.slot, one))
        return named, laid
    ways = poses_of(corners, zone.form, edges)
    for pose in outlines(crop, ways, zone.form, settings.outlines, poses):
        turned = upright(crop, pose, zone.form)
        card = card_picture(crop, turned, zone.form)
        if _is_card(card, zone.form, settings):
            marks = marks_of(card, zone.form, settings.marks)
            claims.append(_piece(zone, turned, marks, None, UNTOLD))
            poses.append(turned)
    inside = [_inside(zone.slot, piece) for piece in claims]
    cut_off = any(
        here and _sticks_out(pose, zone) for here, pose in zip(inside, poses, strict=True)
    )
    if cut_off or _clutter(crop, poses, zone, settings) > settings.clutter:
        return None, laid
    seen = tuple(piece for piece, here in zip(claims, inside, strict=True) if here)
    return seen[:1] if zone.slot.pile else seen, laid


def _is_bare(crop: Pixels, zone: Zone, settings: ZoneSettings) -> bool:
    """Whether so little is printed in the middle of a place, and all of it looks so much as what is
    about it, that no card lies there."""
    middle = np.array((zone.box[2] / 2, zone.box[3] / 2, 0.0))
    if share_printed(card_picture(crop, middle, zone.form), zone.form, settings.marks) >= BARE:
        return False
    return _clutter(crop, (), zone, settings) < BARE


def _guess(card: LaidCard, zone: Zone) -> Guess:
    left, top = zone.box[0] - zone.box[2] / 2, zone.box[1] - zone.box[3] / 2
    return card.name, np.array((card.x - left, card.y - top, card.turn))


def _laid(found: Sequence[FoundCard], zone: Zone, deck: Deck | None) -> tuple[LaidCard, ...]:
    left, top = zone.box[0] - zone.box[2] / 2, zone.box[1] - zone.box[3] / 2
    cards = [
        LaidCard(card.name, deck.faces[card.name], zone.form, left + card.x, top + card.y,
                 float(np.radians(card.turn_deg)))
        for card in found
        if deck is not None and card.name is not None
    ]  # fmt: skip
    slot = zone.slot
    return tuple(
        card for card in cards
        if abs(card.x - slot.x_mm) < slot.w_mm / 2 and abs(card.y - slot.y_mm) < slot.h_mm / 2
    )  # fmt: skip


def _is_card(card: Pixels, form: CardForm, settings: ZoneSettings) -> bool:
    """Whether what an outline frames is a card, and no empty place."""
    share = share_printed(card, form, settings.marks)
    return is_printed(card, form, settings.marks) and share >= settings.printed


def _claim(
    card: FoundCard, zone: Zone, pose: Poses, crop: Pixels, how: tuple[Deck | None, MarkSettings]
) -> SeenPiece:
    """A card of the deck. What it is known to show counts more than what is seen of it."""
    deck, settings = how
    if card.name == FACE_DOWN:
        return _piece(zone, pose, Marks(), FACE_DOWN, card.confidence)
    known = deck.marks[card.name] if deck is not None and card.name is not None else Marks()
    if known.colour is None or known.count is None:
        seen = marks_of(card_picture(crop, pose, zone.form), zone.form, settings)
        known = Marks(known.colour or seen.colour, known.count or seen.count)
    confidence = UNTOLD if card.name is None else card.confidence
    return _piece(zone, pose, known, card.name, confidence)


def _piece(zone: Zone, pose: Poses, marks: Marks, face: str | None, confidence: float) -> SeenPiece:
    x = zone.box[0] - zone.box[2] / 2 + float(pose[0])
    y = zone.box[1] - zone.box[3] / 2 + float(pose[1])
    kind = PieceKind(zone.form.kind)
    return SeenPiece(kind, marks.colour, marks.count, confidence, (), x, y, face)


def _inside(slot: Slot, piece: SeenPiece) -> bool:
    return abs(piece.x - slot.x_mm) < slot.w_mm / 2 and abs(piece.y - slot.y_mm) < slot.h_mm / 2


def _sticks_out(pose: Poses, zone: Zone) -> bool:
    """Whether a card lies so far outside its place that the cut does not show all of it."""
    box = ((pose[0], pose[1]), (zone.form.w_mm - 4, zone.form.h_mm - 4), np.degrees(pose[2]))
    corners = cv2.boxPoints(box)
    return bool((corners < 0).any() or (corners > zone.box[2:]).any())


def _clutter(crop: Pixels, poses: Sequence[Poses], zone: Zone, settings: ZoneSettings) -> float:
    """How much of the slot is neither background nor one of these cards, in card areas.

    The background is what is seen along one side or another: other cards may lie along the rest.
    """
    small = cv2.resize(
        crop, None, fx=COMPARED_PX_PER_MM / PX_PER_MM, fy=COMPARED_PX_PER_MM / PX_PER_MM,
        interpolation=cv2.INTER_AREA,
    )  # fmt: skip
    lab = to_lab(np.asarray(small, np.uint8))
    margin = round(0.6 * settings.margin_mm * COMPARED_PX_PER_MM)
    sides = lab[:margin], lab[-margin:], lab[:, :margin], lab[:, -margin:]
    grounds = [np.median(side.reshape(-1, 3), axis=0) for side in sides]
    strange = np.min([np.linalg.norm(lab - one, axis=2) for one in grounds], axis=0)
    mask = (strange > settings.strange).astype(np.uint8)
    for pose in poses:
        box = ((pose[0], pose[1]), (zone.form.w_mm + 4, zone.form.h_mm + 4), np.degrees(pose[2]))
        cv2.fillConvexPoly(mask, np.round(cv2.boxPoints(box)).astype(np.int32), 0)
    wide = round(settings.margin_mm * COMPARED_PX_PER_MM)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    inner = mask[wide:-wide, wide:-wide]
    return float(inner.sum()) / COMPARED_PX_PER_MM**2 / (zone.form.w_mm * zone.form.h_mm)


def joined(looks: Sequence[Seen], apart_mm: float) -> Seen:
    """What all looks at a place saw alike: cards are told that most tell, and none another."""
    last = looks[-1]
    if last is None or any(look is None or len(look) != len(last) for look in looks):
        return None
    cards: list[SeenPiece] = []
    for card in last:
        near = [
            [o for o in look or () if np.hypot(o.x - card.x, o.y - card.y) < apart_mm]
            for look in looks
        ]
        if any(len(same) != 1 for same in near):
            return None
        cards.append(_agreed(card, [same[0] for same in near]))
    return tuple(cards)


def _agreed(last: SeenPiece, looks: Sequence[SeenPiece]) -> SeenPiece:
    """One card in several looks."""
    named = [card for card in looks if card.face is not None]
    told = len({card.face for card in named}) == 1 and 2 * len(named) > len(looks)
    return replace(
        last,
        colour=last.colour if all(card.colour == last.colour for card in looks) else None,
        value=last.value if all(card.value == last.value for card in looks) else None,
        face=named[0].face if told else None,
        confidence=min(card.confidence for card in (named if told else looks)),
    )


class CardMemory:
    """The places that hold cards, read again only where they look different."""

    def __init__(self, layout: Layout, settings: ZoneSettings, decks: Mapping[str, Deck]) -> None:
        self._layout, self._settings, self._decks = layout, settings, decks
        self._zones = zones_of(layout, settings)
        self._looks = Looks(self._zones, COMPARED_PX_PER_MM, CELL_MM)
        self.laid: dict[SlotId, tuple[LaidCard, ...]] = {}
        """Cards that were told at the last look, by their place; of places in doubt, before."""
        self._again_s: dict[Zone, float] = {}
        self._empty: dict[Zone, Pixels] = {}

    def changed(
        self, pixels: Pixels, pose: Pose, change_levels: float, time_s: float = 0.0
    ) -> tuple[Zone, ...]:
        """Zones that look different from when they were last read, or in doubt for long."""
        for zone in [zone for zone, until_s in self._again_s.items() if until_s <= time_s]:
            del self._again_s[zone]
            self._looks.drop(zone)
        return self._looks.changed(pixels, pose, change_levels)

    def read(
        self,
        pixels: Pixels,
        pose: Pose,
        zones: Sequence[Zone],
        empty: Mapping[Zone, Pixels] = NO_LOOK,
        change_levels: float = 0.0,
    ) -> tuple[dict[SlotId, Seen], dict[Zone, Pixels]]:
        """What lies in these zones, and how they look.

        What was seen `empty` at the first look at a scene at rest is so as long as it looks so.
        """
        if not zones:
            return {}, {}
        light, seen = paper_light(pixels, pose, self._layout), dict[SlotId, Seen]()
        looks = self._looks.of(pixels, pose, zones)
        for zone in zones:
            bare = empty.get(zone)
            if bare is not None and not self._looks.differ(zone, bare, looks[zone], change_levels):
                seen[zone.slot.id] = ()
                continue
            crop, deck = cut_zone(pixels, pose, zone, light), self._decks.get(zone.form.kind)
            if zone in self._empty and self._is_empty(zone, crop):
                seen[zone.slot.id] = self.laid[zone.slot.id] = ()
                continue
            before = self.laid.get(zone.slot.id, ())
            here, laid = look_at_zone(crop, zone, deck, self._settings, before)
            seen[zone.slot.id] = here
            if laid or here == ():
                self.laid[zone.slot.id] = laid
        return seen, looks

    def _is_empty(self, zone: Zone, crop: Pixels) -> bool:
        return is_empty(crop, self._empty[zone], zone.form, PX_PER_MM, self._settings.empty)

    def laid_anew(self, before: Mapping[SlotId, tuple[LaidCard, ...]]) -> tuple[Zone, ...]:
        """Zones in which other cards are told than `before`, or elsewhere."""
        return tuple(
            zone
            for zone in self._zones
            if not _are_alike(self.laid.get(zone.slot.id, ()), before.get(zone.slot.id, ()))
        )

    def show_bare(self, pixels: Pixels, pose: Pose) -> None:
        """These cards lie on the board while it is shown without pieces."""
        self.read(pixels, pose, [zone for zone in self._zones if zone.form.kind in self._decks])

    def show_empty(self, pixels: Pixels, pose: Pose) -> None:
        """This is the board without cards. A place may be much larger than the cards on it."""
        light = paper_light(pixels, pose, self._layout)
        for zone in self._zones:
            if zone.has_room_for_one:
                self._empty[zone] = cut_zone(pixels, pose, zone, light)
            self._looks.drop(zone)

    def keep(
        self, looks: Mapping[Zone, Pixels], seen: Mapping[SlotId, Seen], time_s: float = 0.0
    ) -> None:
        """These have been read, and this was agreed upon."""
        self._looks.keep(looks)
        for zone in looks:
            self._again_s.pop(zone, None)
            if zone.form.kind in self._decks and _in_doubt(seen.get(zone.slot.id)):
                self._again_s[zone] = time_s + self._settings.again_s

    def agreed(self, looks: Sequence[Mapping[SlotId, Seen]]) -> dict[SlotId, Seen]:
        """What all looks at a scene at rest saw alike."""
        apart_mm = self._settings.outlines.apart_mm
        return {name: joined([look.get(name) for look in looks], apart_mm) for name in looks[-1]}


def _are_alike(now: Sequence[LaidCard], then: Sequence[LaidCard]) -> bool:
    return len(now) == len(then) and all(map(LaidCard.is_like, now, then))


def _in_doubt(seen: Seen) -> bool:
    """Whether it is not known what lies there, or not which card."""
    return seen is None or any(card.face is None for card in seen)


def cut_zone(pixels: Pixels, pose: Pose, zone: Zone, light: PaperLight | None) -> Pixels:
    """The zone's part of the board at `PX_PER_MM`, freed from the light."""
    w, h = (round(side * PX_PER_MM) for side in zone.box[2:])
    return freed(cut(pixels, pose, zone.box, (w, h), PART_MM), zone.box, light)

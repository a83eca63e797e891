"""Frames in, observations out: once each time the scene has come to rest, never from one frame."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from companion.camera.frame import Frame, Pixels
from companion.core.ids import SlotId
from companion.core.layout import Layout
from companion.core.observation import Observation, Seen
from companion.core.phrases import phrase
from companion.vision.bare_files import BareBoard
from companion.vision.card_deck import Deck
from companion.vision.card_zones import CardMemory, Zone, ZoneSettings
from companion.vision.covered import CoveredSettings, CoverWatch
from companion.vision.dice import DieReading, SlotReading
from companion.vision.discs import DiscMemory, DiscSettings
from companion.vision.docks import DieSlots
from companion.vision.free import FreeSettings, drifted, find_dice, look_again
from companion.vision.lens import Lens
from companion.vision.light import estimate_light
from companion.vision.messages import BoardSeen
from companion.vision.palette import ColourSense, Palette
from companion.vision.paper import board_light
from companion.vision.pieces import PieceSettings
from companion.vision.pose import Pose
from companion.vision.regions import Group, RegionMemory, agreed
from companion.vision.registration import Registration, RegistrationSettings
from companion.vision.rolling import rolling_area
from companion.vision.settle import Scene, Settler, SettleSettings
from companion.vision.slots import ReadsDice, SlotSettings
from companion.vision.sway import NO_SHIFT
from companion.vision.throws import ThrowSettings, ThrowWatch
from companion.vision.tracker import BoardTracker
from companion.vision.votes import VoteSettings, free_claim


@dataclass(frozen=True, slots=True)
class PipelineSettings:
    """Thresholds of every step."""

    settle: SettleSettings = field(default_factory=SettleSettings)
    covered: CoveredSettings = field(default_factory=CoveredSettings)
    registration: RegistrationSettings = field(default_factory=RegistrationSettings)
    slots: SlotSettings = field(default_factory=SlotSettings)
    free: FreeSettings = field(default_factory=FreeSettings)
    votes: VoteSettings = field(default_factory=VoteSettings)
    throws: ThrowSettings = field(default_factory=ThrowSettings)
    pieces: PieceSettings = field(default_factory=PieceSettings)
    zones: ZoneSettings = field(default_factory=ZoneSettings)
    discs: DiscSettings = field(default_factory=DiscSettings)
    recheck_s: float = 2.0
    """How often a scene at rest is looked at again: light may have improved."""
    change_levels: float = 16.0
    """Mean grey levels of any colour by which a cell of a place for pieces or cards must differ to
    be read anew: twice what noise does to the worst of some hundred cells (8)."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What one frame at rest showed. `free` and slots left out: as they were."""

    slots: Mapping[SlotId, SlotReading] = field(default_factory=dict)
    cuts: Mapping[SlotId, Pixels] = field(default_factory=dict)
    free: tuple[DieReading, ...] | None = None
    free_pixels: Pixels | None = None
    drift_px: tuple[float, float] = NO_SHIFT
    regions: Mapping[SlotId, Seen] = field(default_factory=dict)
    region_looks: Mapping[Group, Pixels] = field(default_factory=dict)
    cards: Mapping[SlotId, Seen] = field(default_factory=dict)
    card_looks: Mapping[Zone, Pixels] = field(default_factory=dict)


@dataclass(slots=True)
class _Run:
    """Looks at one run of agreeing frames."""

    looks: list[Look] = field(default_factory=list)
    names: tuple[SlotId, ...] = ()
    groups: tuple[Group, ...] = ()
    zones: tuple[Zone, ...] = ()
    reads_free: bool = False
    placed: bool = False


class Pipeline:
    """Reads one board, or free dice where there is `NO_BOARD`. `moving` tells of the last frame."""

    def __init__(
        self,
        layout: Layout,
        reader: ReadsDice,
        settings: PipelineSettings | None = None,
        lens: Lens | None = None,
        palette: Palette | None = None,
        *,
        decks: Mapping[str, Deck] | None = None,
        bare: BareBoard | None = None,
    ) -> None:
        self._layout, self._reader, self._palette = layout, reader, palette
        self._lens = lens
        self._settings = settings or PipelineSettings()
        self._settler = Settler(self._settings.settle, handheld=layout.width_mm <= 0)
        self._watch = CoverWatch(self._settings.covered, self._settings.settle)
        self._docks = DieSlots(layout, reader, self._settings.slots, self._settings.votes)
        self._regions = RegionMemory(layout, self._settings.pieces, palette)
        self._discs = DiscMemory(layout, self._settings.discs, {})
        self._cards = CardMemory(layout, self._settings.zones, decks or {})
        self._throws = ThrowWatch(self._settings.throws)
        self._hidden = False
        self._rolling = rolling_area(layout, self._settings.slots)
        self._run = _Run()
        self._tracker = BoardTracker(layout, self._settings.registration, lens)
        self._pose: Pose | None = None
        self._found = False
        self._seen: dict[SlotId, Seen] = {}
        self._free: Seen = None
        self._published: Observation | None = None
        self._published_s = self._now_s = 0.0
        self.moving = True
        if bare is not None:
            self.show_bare(bare)

    def show_bare(self, bare: BareBoard) -> None:
        """The board without pieces, by the same camera: it is read anew."""
        self._discs = DiscMemory(self._layout, self._settings.discs, bare.discs)
        self._run, self._published_s = _Run(), -math.inf
        pose = self._pose_in(bare.empty)
        if bare.empty is not None and pose is not None:
            self._cards.show_empty(bare.empty, pose)
            self._regions.show_empty(bare.empty, pose)
        pose = self._pose_in(bare.picture)
        if bare.picture is not None and pose is not None:
            self._cards.show_bare(bare.picture, pose)
            self._regions.show_bare(bare.picture, pose, self._cards.laid)

    def _pose_in(self, picture: Pixels | None) -> Pose | None:
        """Where the board lies in a picture of it alone."""
        if picture is None:
            return None
        return BoardTracker(self._layout, self._settings.registration, self._lens).look(picture)

    @property
    def never_bare(self) -> bool:
        """Whether places are not seen because it is not known how they look without pieces."""
        return self._found and any(
            self._seen.get(name) is None for name in self._regions.never_bare
        )

    @property
    def has_board(self) -> bool:
        """Whether a board is looked for."""
        return self._layout.width_mm > 0

    @property
    def pose(self) -> Pose | None:
        """Where the board lies, if it was found at the last look."""
        return self._pose if self._found else None

    @property
    def registration(self) -> Registration:
        """What was made of the board's tags at the last look."""
        return self._tracker.last

    @property
    def board(self) -> BoardSeen | None:
        """What was found of the board at the last look; `None` before one, and without a board."""
        if not self.has_board or self._published is None:
            return None
        tags = len(self._layout.tags)
        return BoardSeen(self._found, tags - len(self._tracker.last.lost), tags)

    @property
    def problem(self) -> str:
        """What is wrong with the board's place, in words; empty when all is well."""
        problem = self._tracker.last.problem
        if problem and not self._found:
            return phrase("The board is not seen: {problem}", problem=problem)
        return problem

    @property
    def last(self) -> Observation | None:
        """What was published last."""
        return self._published

    def feed(self, frame: Frame) -> Observation | None:
        """Take the next frame; an observation once per rest, and again when its reading changes."""
        scene, self._now_s = self._settler.feed(frame), frame.time_s
        self.moving = not scene.resting
        if scene.calm == 1:
            self._run = _Run()
        if scene.calm < 2 or not self._wants_look(scene, frame.time_s):
            return None
        copy = self._settler.copy
        if not scene.sudden and not scene.sways and self._watch.covers(copy, frame.time_s):
            self._run, self.moving, self._hidden = _Run(), True, True
            if self.has_board and scene.calm == self._settings.settle.rest_frames:
                self._tracker.notice_push(frame.pixels)  # a push looks like an arm at first
            return None
        if len(self._run.looks) < self._settings.votes.looks:
            self._run.looks.append(self._look(frame.pixels, scene.drift_px))
        if not scene.resting or len(self._run.looks) < self._settings.votes.looks:
            return None
        self._watch.clear(copy)
        return self._conclude(frame, scene)

    def _wants_look(self, scene: Scene, time_s: float) -> bool:
        if not scene.resting or self._published is None or self._published.rest != scene.rest:
            return True
        return time_s - self._published_s >= self._settings.recheck_s

    def _look(self, pixels: Pixels, drift_px: tuple[float, float]) -> Look:
        if not self.has_board:
            sense = ColourSense(estimate_light(pixels), self._palette)
            free = self._read_free(pixels, None, sense, drift_px)
            return Look(free=free, free_pixels=pixels, drift_px=drift_px)
        if not self._run.placed and not self._place(pixels):
            return Look()
        assert self._pose is not None
        sense = ColourSense(board_light(pixels, self._pose, self._layout), self._palette)
        slots, cuts = self._docks.read(pixels, self._run.names, sense)
        cards, card_looks = self._read_cards(pixels, self._pose)
        regions, region_looks = self._read_regions(pixels, self._pose)
        regions |= self._discs.read(pixels, self._pose)
        look = Look(
            slots, cuts, regions=regions, region_looks=region_looks, cards=cards,
            card_looks=card_looks,
        )  # fmt: skip
        if not (self._run.reads_free and self._rolling is not None):
            return look
        area = self._rolling.cut(pixels, self._pose)
        dice = self._read_free(area, self._rolling.die_px, sense)
        return replace(look, free=self._rolling.within(dice, area), free_pixels=area)

    def _read_cards(
        self, pixels: Pixels, pose: Pose
    ) -> tuple[dict[SlotId, Seen], dict[Zone, Pixels]]:
        """The places for cards that changed; pieces on a card that is told anew are read, too, and
        those in doubt on one that was looked at again."""
        if self._run.looks:
            first, levels = self._run.looks[0], self._settings.change_levels
            looks = first.card_looks.items()
            empty = {zone: look for zone, look in looks if first.cards[zone.slot.id] == ()}
            return self._cards.read(pixels, pose, self._run.zones, empty, levels)
        before = dict(self._cards.laid)
        cards = self._cards.read(pixels, pose, self._run.zones)
        below = self._regions.on([zone.slot_box for zone in self._cards.laid_anew(before)])
        again = self._regions.on([zone.slot_box for zone in self._run.zones])
        doubted = [g for g in again if any(self._seen.get(s.id) is None for s in g.slots)]
        self._run.groups = tuple(dict.fromkeys((*self._run.groups, *below, *doubted)))
        return cards

    def _read_regions(
        self, pixels: Pixels, pose: Pose
    ) -> tuple[dict[SlotId, Seen], dict[Group, Pixels]]:
        """The places for pieces that changed, read at the first look and the last; where a look was
        in doubt, all are."""
        looks = self._run.looks
        if 0 < len(looks) < self._settings.votes.looks - 1:
            return dict(looks[0].regions), dict(looks[0].region_looks)
        doubted = {name for look in looks for name, seen in look.regions.items() if seen is None}
        left = [g for g in self._run.groups if all(slot.id in doubted for slot in g.slots)]
        groups = [group for group in self._run.groups if group not in left]
        regions, shown = self._regions.read(pixels, pose, groups, self._cards.laid)
        regions |= {slot.id: None for group in left for slot in group.slots}
        return regions, shown | {group: looks[-1].region_looks[group] for group in left}

    def _read_free(
        self,
        pixels: Pixels,
        die_px: float | None,
        sense: ColourSense,
        drift_px: tuple[float, float] = NO_SHIFT,
    ) -> tuple[DieReading, ...]:
        for look in self._run.looks:
            if look.free is not None:
                there = drifted(look.free, look.drift_px, drift_px)
                return look_again(self._reader, pixels, there, die_px, sense)
        return find_dice(self._reader, pixels, die_px, self._settings.free, sense)

    def _place(self, pixels: Pixels) -> bool:
        """Find the board, and what on it looks different from when it was last read."""
        found = self._tracker.look(pixels)
        self._found = found is not None
        if found is None:
            return False
        if found is not self._pose:
            self._pose = found
            self._docks.lie(found)
            if self._rolling is not None:
                self._rolling.forget()
        self._run.placed = True
        self._run.looks.clear()
        self._run.names = self._docks.changed(pixels)
        levels = self._settings.change_levels
        self._run.zones = self._cards.changed(pixels, self._pose, levels, self._now_s)
        self._run.groups = self._regions.changed(pixels, self._pose, levels)
        rolling = self._rolling
        self._run.reads_free = rolling is not None and rolling.changed(pixels, found)
        return True

    def _conclude(self, frame: Frame, scene: Scene) -> Observation | None:
        """Join the looks; `None` when this rest has already been published like that."""
        self._join(frame.pixels)
        free = self._free if self._found or not self.has_board else None
        thrown = self._throws.number(scene, free, self._die_edge(), self._hidden)
        claim = Observation(
            scene.rest,
            frame.sequence,
            frame.time_s,
            {name: self._seen.get(name) if self._found else None for name in self._layout.slots},
            free,
            self._found if self.has_board else None,
            thrown=thrown,
        )
        self._run, self._hidden = _Run(), False
        self._published_s = frame.time_s
        before = self._published
        if before is not None and before.rest == claim.rest and _same(before, claim):
            return None
        self._published = claim
        return claim

    def _die_edge(self) -> float:
        """In the unit in which free dice are placed: board mm, or image px without a board."""
        dice = (self._run.looks[-1].free or ()) if not self.has_board else ()
        if not dice:
            return self._settings.slots.die_mm
        return float(np.median([max(die.w, die.h) for die in dice]))

    def _join(self, pixels: Pixels) -> None:
        looks = self._run.looks
        self._seen |= self._docks.join([k.slots for k in looks], looks[-1].cuts, pixels)
        if looks[-1].regions:
            self._seen |= agreed([look.regions for look in looks])
            self._regions.keep(looks[-1].region_looks)
        if self._run.zones:
            cards = self._cards.agreed([look.cards for look in looks])
            self._seen |= cards
            self._cards.keep(looks[-1].card_looks, cards, self._now_s)
        now_px = looks[-1].drift_px
        free = [drifted(k.free, k.drift_px, now_px) for k in looks if k.free is not None]
        if free:
            self._free = free_claim(free, self._settings.votes)
            area = looks[-1].free_pixels
            if self._rolling is not None and area is not None:
                self._free = self._rolling.on_board(self._free)
                self._rolling.keep(area)


def _same(a: Observation, b: Observation) -> bool:
    """Whether two observations claim the same pieces, however sure."""
    if a.registered != b.registered or _named(a.free_dice) != _named(b.free_dice):
        return False
    return all(_named(a.slots[name]) == _named(b.slots[name]) for name in a.slots)


def _named(seen: Seen) -> tuple[tuple[str, str, int, bool, str], ...] | None:
    if seen is None:
        return None
    rows = ((p.kind, p.colour or "", p.value or 0, bool(p.lying), p.face or "") for p in seen)
    return tuple(sorted(rows))


def observe_picture(
    pixels: Pixels,
    layout: Layout,
    reader: ReadsDice,
    settings: PipelineSettings | None = None,
    lens: Lens | None = None,
    *,
    decks: Mapping[str, Deck] | None = None,
    bare: BareBoard | None = None,
) -> tuple[Observation, Pipeline]:
    """What one picture of a table at rest shows, and what saw it.

    It is shown as often as a rest takes; all votes are of this one picture. `bare` is how the
    board looks without pieces.
    """
    pipeline = Pipeline(layout, reader, settings, lens, decks=decks, bare=bare)
    sequence = 0
    while True:
        claim = pipeline.feed(Frame(pixels, sequence / 10, sequence))
        if claim is not None:
            return claim, pipeline
        sequence += 1

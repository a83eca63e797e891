"""Pieces in the places of a board that hold them: counts in regions, markers on tracks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.camera.frame import Pixels
from companion.core.ids import SlotId
from companion.core.layout import Form, Layout, Slot
from companion.core.observation import Seen
from companion.core.pieces import SeenPiece
from companion.vision.blocks import Lean, lean_of
from companion.vision.looks import Looks
from companion.vision.model_places import NO_CARDS, Cards, ModelPlaces, depth_mm
from companion.vision.palette import Palette
from companion.vision.paper import PaperLight, freed, paper_light
from companion.vision.pieces import (
    FoundPiece,
    PieceSettings,
    find_pieces,
)
from companion.vision.pose import Box, Pose
from companion.vision.slots import cut

SURE = 0.99
"""Confidence of a piece that is told: where there is doubt, the whole place counts as not seen."""

PART_MM = 40.0
"""Cuts are made of parts so wide, in which a lens bends nothing that could be seen."""
COMPARED_PX_PER_MM = 2.0
"""Scale at which places are compared with what was last read there: noise is averaged away."""
CELL_MM = 3.0
"""Grid on which a cut is compared with what was last read: half a cube."""


@dataclass(frozen=True, slots=True)
class Group:
    """Places of one area that hold pieces of one form, read in one cut: a track is one group.

    Models are read by their silhouettes; `others` are the further forms that may be there.
    """

    form: Form
    slots: tuple[Slot, ...]
    box: Box
    others: tuple[Form, ...] = ()

    @property
    def models(self) -> bool:
        """Whether these are models rather than plain blocks."""
        return self.form.model or bool(self.others)


def groups_of(layout: Layout, settings: PieceSettings) -> tuple[Group, ...]:
    """All places that hold pieces other than cards, by area and forms."""
    found: dict[tuple[str, ...], list[Slot]] = {}
    for slot in layout.slots.values():
        kinds = [kind for kind in (slot.holds, *slot.also_holds) if kind in layout.forms]
        if kinds:
            found.setdefault((slot.area, *kinds), []).append(slot)
    groups = []
    for (_, kind, *others), slots in found.items():
        forms = tuple(layout.forms[name] for name in others)
        plain = Group(layout.forms[kind], tuple(slots), (0, 0, 0, 0), forms)
        margin = settings.places.models.margin_mm if plain.models else settings.margin_mm
        groups.append(replace(plain, box=_around(slots, margin)))
    return tuple(groups)


def cut_group(
    pixels: Pixels, pose: Pose, group: Group, light: PaperLight | None, settings: PieceSettings
) -> Pixels:
    """The group's part of the board at `px_per_mm`, freed from the light."""
    scale = settings.places.models.px_per_mm if group.models else settings.px_per_mm
    size = (round(group.box[2] * scale), round(group.box[3] * scale))
    return freed(cut(pixels, pose, group.box, size, PART_MM), group.box, light)


def read_group(
    crop: Pixels, lean: Lean, group: Group, taught: Palette | None, settings: PieceSettings
) -> dict[SlotId, Seen]:
    """What lies in each place of a group; `None` where that is in doubt.

    What stands apart and has none of the colours looked for is a piece without colour.
    """
    pieces = find_pieces(crop, lean, group.form, taught, settings)
    seen: dict[SlotId, list[SeenPiece]] = {slot.id: [] for slot in group.slots}
    doubted: set[SlotId] = set()
    for piece in pieces:
        x, y = _on_board(piece, group.box, settings)
        for slot in group.slots:
            depth = depth_mm(slot, x, y)
            reaches = depth > -group.form.size_mm / 2
            unclear = piece.doubt and not piece.strange and reaches
            if abs(depth) < settings.edge_mm or unclear:
                doubted.add(slot.id)
            elif depth > 0:
                colour = None if piece.strange else piece.colour
                seen[slot.id].append(SeenPiece(piece.kind, colour, None, SURE, (), x, y))
    return {name: None if name in doubted else tuple(row) for name, row in seen.items()}


def agreed(looks: Sequence[Mapping[SlotId, Seen]]) -> dict[SlotId, Seen]:
    """What all looks at a scene at rest saw alike; `None` where they differ."""
    last = looks[-1]
    return {
        name: seen if all(_named(look.get(name)) == _named(seen) for look in looks) else None
        for name, seen in last.items()
    }


def group_lean(pose: Pose, group: Group, settings: PieceSettings) -> Lean:
    """How pieces lean in the group's cut."""
    return lean_of(pose, group.box, group.form.height_mm, settings.px_per_mm)


def _named(seen: Seen) -> tuple[tuple[str, str, int, bool], ...] | None:
    if seen is None:
        return None
    return tuple(sorted((p.kind, p.colour or "", p.value or 0, bool(p.lying)) for p in seen))


def _on_board(piece: FoundPiece, box: Box, settings: PieceSettings) -> tuple[float, float]:
    x = box[0] - box[2] / 2 + (piece.x + 0.5) / settings.px_per_mm
    y = box[1] - box[3] / 2 + (piece.y + 0.5) / settings.px_per_mm
    return x, y


def _around(slots: Sequence[Slot], margin_mm: float) -> Box:
    left = min(slot.x_mm - slot.w_mm / 2 for slot in slots) - margin_mm
    right = max(slot.x_mm + slot.w_mm / 2 for slot in slots) + margin_mm
    top = min(slot.y_mm - slot.h_mm / 2 for slot in slots) - margin_mm
    bottom = max(slot.y_mm + slot.h_mm / 2 for slot in slots) + margin_mm
    return (left + right) / 2, (top + bottom) / 2, right - left, bottom - top


class RegionMemory:
    """The places that hold pieces, read again only where they look different."""

    def __init__(self, layout: Layout, settings: PieceSettings, taught: Palette | None) -> None:
        self._layout, self._settings, self._taught = layout, settings, taught
        self._groups = groups_of(layout, settings)
        self._looks = Looks(self._groups, COMPARED_PX_PER_MM, CELL_MM)
        self._models = {
            group: ModelPlaces(
                (group.form, *group.others), group.slots, group.box, taught, settings.places
            )
            for group in self._groups
            if group.models
        }

    def changed(self, pixels: Pixels, pose: Pose, change_levels: float) -> tuple[Group, ...]:
        """Groups that look different from when they were last read."""
        return self._looks.changed(pixels, pose, change_levels)

    def on(self, boxes: Sequence[Box]) -> tuple[Group, ...]:
        """Groups of models that reach into boxes: what lies below them may be another card."""
        return tuple(
            group for group in self._models if any(_share(group.box, box) for box in boxes)
        )

    def read(
        self, pixels: Pixels, pose: Pose, groups: Sequence[Group], cards: Cards = NO_CARDS
    ) -> tuple[dict[SlotId, Seen], dict[Group, Pixels]]:
        """What lies in the places of these groups, on cards that are told, and how they look."""
        if not groups:
            return {}, {}
        light, seen = paper_light(pixels, pose, self._layout), dict[SlotId, Seen]()
        for group in groups:
            crop = cut_group(pixels, pose, group, light, self._settings)
            if group.models:
                seen |= self._models[group].read(crop, pose, cards)
                continue
            lean = group_lean(pose, group, self._settings)
            seen |= read_group(crop, lean, group, self._taught, self._settings)
        return seen, self.looks(pixels, pose, groups)

    def looks(self, pixels: Pixels, pose: Pose, groups: Sequence[Group]) -> dict[Group, Pixels]:
        """How groups look, to be compared with later."""
        return self._looks.of(pixels, pose, groups)

    def keep(self, looks: Mapping[Group, Pixels]) -> None:
        """These have been read and agreed upon."""
        self._looks.keep(looks)
        for group in looks:
            if group.models:
                self._models[group].keep()

    @property
    def never_bare(self) -> tuple[SlotId, ...]:
        """Places of models of which it is not known how they look without any."""
        groups = [group for group, places in self._models.items() if not places.knows_bare]
        return tuple(slot.id for group in groups for slot in group.slots)

    def show_bare(self, pixels: Pixels, pose: Pose, cards: Cards = NO_CARDS) -> None:
        """This is the board with its cards and without pieces: models are read anew."""
        for group in self._models:
            self._looks.drop(group)
        for places, crop in self._cuts(pixels, pose):
            places.show_bare(crop, cards)

    def show_empty(self, pixels: Pixels, pose: Pose) -> None:
        """This is the board without cards: what is seen where one was taken up."""
        for places, crop in self._cuts(pixels, pose):
            places.show_below(crop)

    def _cuts(self, pixels: Pixels, pose: Pose) -> Iterator[tuple[ModelPlaces, Pixels]]:
        """Places of models, as they look in a picture."""
        light = paper_light(pixels, pose, self._layout)
        for group, places in self._models.items():
            yield places, cut_group(pixels, pose, group, light, self._settings)


def _share(one: Box, other: Box) -> bool:
    """Whether two boxes overlap."""
    far = abs(one[0] - other[0]), abs(one[1] - other[1])
    return far[0] < (one[2] + other[2]) / 2 and far[1] < (one[3] + other[3]) / 2

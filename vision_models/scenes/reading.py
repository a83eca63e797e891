"""Reads rendered scenes with what reads a table, and compares with the truth place by place.

Whole pictures go the whole way: the board is found by its tags. Crops show too few tags for that,
so there the camera's true pose is given, for a flat sheet, and all else is as in play.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from companion.camera.frame import Pixels
from companion.core.ids import SlotId
from companion.core.layout import Layout, Slot, SlotKind
from companion.core.observation import Seen
from companion.core.pieces import DIE, SeenPiece
from companion.vision.free import find_dice
from companion.vision.observe import with_free_dice
from companion.vision.palette import ColourSense
from companion.vision.paper import board_light
from companion.vision.pipeline import PipelineSettings, observe_picture
from companion.vision.pose import Points, Pose
from companion.vision.regions import RegionMemory, groups_of
from companion.vision.rolling import rolling_area
from companion.vision.slots import (
    ReadsDice,
    SlotCutter,
    coloured,
    die_slots,
)
from companion.vision.votes import free_claim, slot_claim
from vision_models.scenes.scene import Scene, hidden, load, whole_slots

PROBES = (12, 9)
"""Places across and down the sheet at which the found pose is compared with the true one."""
RIGHT, DOUBT, WRONG = "right", "doubt", "wrong"


@dataclass(frozen=True, slots=True)
class Verdict:
    """How one place was read: `outcome` with colours, `why` it is wrong.

    `kind` is what the place is for: `die`, `roll`, or the pieces it holds. `bare` is the outcome
    with colours left aside: faces of dice, numbers of pieces. `hidden` is the share of the place
    that an arm hides, `full` whether anything lies there.
    """

    slot: str
    kind: str
    outcome: str
    bare: str
    why: str
    hidden: float
    full: bool


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What became of one scene. `away_mm` is how far places are from where the pose has them."""

    scene: Scene
    verdicts: tuple[Verdict, ...]
    found: bool
    away_mm: Points


def scenes_in(folder: Path) -> tuple[Path, ...]:
    """The truth of all scenes of a folder, whole pictures first."""
    return tuple(sorted(folder.glob("*.json"), key=lambda p: (not p.name.startswith("full"), p)))


def read_scene(path: Path, layout: Layout, reader: ReadsDice) -> Outcome:
    """Read the picture beside a scene's truth."""
    scene, pixels = load(path), cv2.imread(str(path.with_suffix(".jpg")))
    if pixels is None:
        raise FileNotFoundError(f"{path.with_suffix('.jpg')}: there is no such picture")
    picture = np.asarray(pixels, np.uint8)
    in_view = whole_slots(scene, layout)
    if scene.name.startswith("full"):
        claim, pipeline = observe_picture(picture, layout, reader)
        seen, pose = with_free_dice(claim, layout), pipeline.pose
        found, away = pose is not None, _away(scene, layout, pose)
    else:
        seen, found, away = read_part(picture, scene, layout, in_view, reader), True, np.zeros(0)
    covered, lying = hidden(scene, layout), scene.in_slots()
    judged = (layout.slots[SlotId(name)] for name in in_view)
    verdicts = tuple(
        _verdict(slot, [(t.colour, t.value) for t in lying.get(str(slot.id), [])],
                 seen.get(slot.id), covered.get(str(slot.id), 0.0))
        for slot in judged if _is_read(slot)
    )  # fmt: skip
    return Outcome(scene, verdicts, found, away)


def read_part(
    pixels: Pixels, scene: Scene, layout: Layout, names: Sequence[str], reader: ReadsDice
) -> Mapping[SlotId, Seen]:
    """These places of a crop, as the pipeline reads them once it knows the pose."""
    settings, pose = PipelineSettings(), scene.pose(layout)
    part = replace(layout, slots={SlotId(n): layout.slots[SlotId(n)] for n in names})
    sense = ColourSense(board_light(pixels, pose, layout))
    cutting = settings.slots
    crops = SlotCutter(pose, die_slots(part), cutting, cutting.cut_height).cut(pixels)
    cuts, looks = tuple(crops.values()), settings.votes.looks
    readings = coloured(reader.read_slots(cuts), cuts, sense, settings.slots)
    seen: dict[SlotId, Seen] = {
        name: slot_claim([reading] * looks, settings.votes)
        for name, reading in zip(crops, readings, strict=True)
    }
    groups = groups_of(part, settings.pieces)
    seen |= RegionMemory(part, settings.pieces, None).read(pixels, pose, groups)[0]
    rolling = rolling_area(part, settings.slots)
    if rolling is not None:
        area = rolling.cut(pixels, pose)
        dice = find_dice(reader, area, rolling.die_px, settings.free, sense)
        seen[rolling.slot.id] = free_claim([rolling.within(dice, area)] * looks, settings.votes)
    return seen


def _is_read(slot: Slot) -> bool:
    return slot.kind is not SlotKind.REGION or bool(slot.holds)


def _away(scene: Scene, layout: Layout, pose: Pose | None) -> Points:
    """How far places all over the sheet are from where a pose has them, mm."""
    if pose is None:
        return np.zeros(0)
    size = (layout.width_mm, layout.height_mm)
    across, down = ((np.arange(n) + 0.5) / n * side for n, side in zip(PROBES, size, strict=True))
    x, y = np.meshgrid(across, down)
    places = np.column_stack([x.ravel(), y.ravel()])
    seen = scene.camera.sees(places, scene.sheet.heights(places, size))
    return np.asarray(np.linalg.norm(pose.to_board(seen) - places, axis=1))


def _verdict(
    slot: Slot, truth: Sequence[tuple[str, int | None]], seen: Seen, covered: float
) -> Verdict:
    kind = {SlotKind.DIE: DIE, SlotKind.ROLLING: "roll"}.get(slot.kind, slot.holds)
    if kind == slot.holds and any(piece.colour is None for piece in seen or ()):
        seen = None  # something else lies there, or a piece that glare took the colour off
    bare, why = judge([value for _, value in truth], seen, [piece_value(p) for p in seen or ()])
    outcome = bare
    if bare == RIGHT and _named(truth) != _named([(p.colour, p.value) for p in seen or ()]):
        outcome, why = WRONG, "colour"
    return Verdict(str(slot.id), str(kind), outcome, bare, why, covered, bool(truth))


def piece_value(piece: SeenPiece) -> int | None:
    """The face that is claimed, 0 where it is in doubt; nothing for pieces without faces."""
    return (piece.value or 0) if piece.kind == DIE else None


def judge(
    truth: Sequence[int | None], seen: Seen, claimed: Sequence[int | None]
) -> tuple[str, str]:
    """Whether the pieces of a place were told, colours aside, and what is wrong if not."""
    if seen is None:
        return DOUBT, ""
    if len(claimed) != len(truth):
        return WRONG, "not seen" if len(claimed) < len(truth) else "nothing there"
    sure = Counter(value for value in claimed if value != 0)
    if sure - Counter(truth):
        return WRONG, "face"
    return (DOUBT, "") if len(claimed) > sure.total() else (RIGHT, "")


def _named(pieces: Sequence[tuple[str | None, int | None]]) -> list[tuple[str, int]]:
    return sorted((colour or "", value or 0) for colour, value in pieces)


def in_sight(outcomes: Sequence[Outcome]) -> Iterator[tuple[Outcome, Verdict]]:
    """All places that no arm hides, of scenes whose board was found."""
    for outcome in outcomes:
        for verdict in outcome.verdicts:
            if outcome.found and verdict.hidden == 0:
                yield outcome, verdict

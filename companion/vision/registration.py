"""Where the board lies in a picture, from the tags printed on it. Never guessed."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.camera.frame import Pixels
from companion.core.layout import Layout
from companion.core.phrases import phrase, with_commas
from companion.vision.fitting import FitSettings, fit_pose
from companion.vision.lens import Lens, plain_lens
from companion.vision.pose import Points, Pose
from companion.vision.tags import Tags, TagSettings, find_tags, follow_tags, tag_corners, where


@dataclass(frozen=True, slots=True)
class RegistrationSettings:
    """When a board counts as found."""

    tags: TagSettings = field(default_factory=TagSettings)
    fit: FitSettings = field(default_factory=FitSettings)
    min_tags: int = 3
    """Two tags side by side fix the far edge of the board badly."""
    max_error_mm: float = 1.5
    """Mean distance of tag corners from where they should be; slots are 6 mm wider than dice."""
    steady_mm: float = 0.5
    """A new pose this near the last is the same: cuts then repeat to the pixel."""
    view_deg: float = 66.0
    """Horizontal view of a camera that was not measured: 66 for the Pi's, 60 to 78 for others; off
    by 10 moves the top of a die by 1 mm."""


@dataclass(frozen=True, slots=True)
class Registration:
    """What was made of one picture: a pose or none, tags not seen, and in words what is wrong.

    `problem` is empty when all is well; it also names the tags that are missing from a board that
    was found all the same.
    """

    pose: Pose | None
    lost: tuple[int, ...] = ()
    problem: str = ""


def find_board(
    pixels: Pixels,
    layout: Layout,
    settings: RegistrationSettings | None = None,
    lens: Lens | None = None,
) -> Pose | None:
    """The board's pose, or `None`: too few tags, tags that disagree, or a mirrored picture."""
    return register(pixels, layout, settings, lens).pose


def register(
    pixels: Pixels,
    layout: Layout,
    settings: RegistrationSettings | None = None,
    lens: Lens | None = None,
) -> Registration:
    """Look for the board anywhere in a picture. `lens` is the camera's, when it was measured."""
    settings = settings or RegistrationSettings()
    seen = find_tags(pixels, [tag.id for tag in layout.tags], settings.tags)
    found = from_tags(seen, pixels, layout, settings, lens)
    if found.pose is None and len(seen) < settings.min_tags and is_mirrored(pixels, layout):
        return Registration(None, found.lost, MIRRORED)
    return found


MIRRORED = phrase("the picture is mirrored: switch mirroring off in the camera's settings")


BENT = phrase("the tags do not lie as they are printed: lay the board flat, its parts joined")


def from_tags(
    seen: Tags, pixels: Pixels, layout: Layout, settings: RegistrationSettings, lens: Lens | None
) -> Registration:
    """The pose that tags seen in a picture give, if they are enough and agree."""
    lost = tuple(tag.id for tag in layout.tags if tag.id not in seen)
    if len(seen) < settings.min_tags:
        return Registration(None, lost, _too_few(seen, layout, settings))
    pose = _fitted(seen, pixels, layout, settings, lens)
    if pose is not None:
        return Registration(pose, lost, lost_words(lost, layout))
    return _without_one(seen, pixels, layout, settings, lens) or Registration(None, lost, BENT)


def _fitted(
    seen: Tags, pixels: Pixels, layout: Layout, settings: RegistrationSettings, lens: Lens | None
) -> Pose | None:
    corners, known = paired(seen, layout)
    if not _spread_out(known):
        return None
    size = (pixels.shape[1], pixels.shape[0])
    measured = lens is not None
    base = lens.scaled_to(size) if lens is not None else plain_lens(size, settings.view_deg)
    board = (layout.width_mm, layout.height_mm)
    pose = fit_pose(corners, known, board, base, settings.fit, measured=measured)
    if pose is None or not pose.error_mm <= settings.max_error_mm:
        return None
    return pose


def _without_one(
    seen: Tags, pixels: Pixels, layout: Layout, settings: RegistrationSettings, lens: Lens | None
) -> Registration | None:
    """With more tags than are needed, one may be torn off or belong to something else."""
    if len(seen) <= settings.min_tags + 1:
        return None
    fits = []
    for name in seen:
        others = {other: corners for other, corners in seen.items() if other != name}
        pose = _fitted(others, pixels, layout, settings, lens)
        if pose is not None:
            fits.append((pose.error_mm, name, pose))
    if not fits:
        return None
    _, name, pose = min(fits, key=lambda fit: fit[0])
    tag = next(tag for tag in layout.tags if tag.id == name)
    lost = tuple(tag.id for tag in layout.tags if tag.id not in seen or tag.id == name)
    return Registration(
        pose, lost, phrase("{tag} does not lie where it is printed", tag=where(tag, layout))
    )


def paired(seen: Tags, layout: Layout) -> tuple[Points, Points]:
    """Corners of tags as seen `(4N, 2)` px, and as printed `(4N, 2)` mm."""
    tags = [tag for tag in layout.tags if tag.id in seen]
    if not tags:
        return np.zeros((0, 2)), np.zeros((0, 2))
    return (
        np.concatenate([seen[tag.id] for tag in tags]),
        np.concatenate([tag_corners(tag) for tag in tags]),
    )


def seen_in_place(
    held: Pose, pixels: Pixels, layout: Layout, settings: RegistrationSettings
) -> tuple[Tags, bool]:
    """Tags at or near where an earlier pose puts them, and whether all lie just there."""
    seen = follow_tags(pixels, held, layout.tags, settings.tags)
    corners, known = paired(seen, layout)
    if not seen:
        return seen, False
    away = np.linalg.norm(held.to_board(corners) - known, axis=1)
    return seen, bool(away.mean() <= settings.max_error_mm)


def same_pose(
    a: Pose, b: Pose, layout: Layout, settings: RegistrationSettings | None = None
) -> bool:
    """Whether two poses put the board's corners in the same place but for noise."""
    settings = settings or RegistrationSettings()
    w, h = layout.width_mm, layout.height_mm
    corners = np.array([(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)])
    there = a.to_board(b.to_image(corners))
    return bool(np.linalg.norm(there - corners, axis=1).max() <= settings.steady_mm)


def is_mirrored(pixels: Pixels, layout: Layout) -> bool:
    """Whether the tags appear in the mirror image of a picture."""
    flipped = np.asarray(cv2.flip(pixels, 1), np.uint8)
    names = [tag.id for tag in layout.tags]
    return len(find_tags(flipped, names, TagSettings(), thorough=False)) >= 2


def lost_words(lost: tuple[int, ...], layout: Layout) -> str:
    """Which tags are missing, and the usual reasons; empty when none is."""
    if not lost:
        return ""
    names = with_commas([where(tag, layout) for tag in layout.tags if tag.id in lost])
    return phrase("not seen: {tags}; covered, in glare, or its white border cut off", tags=names)


def _too_few(seen: Mapping[int, Points], layout: Layout, settings: RegistrationSettings) -> str:
    if not seen:
        return phrase("no tag of the board is seen: is it in the picture, lit and uncovered?")
    missing = with_commas([where(tag, layout) for tag in layout.tags if tag.id not in seen])
    return phrase(
        "{n} of the {least} tags needed are seen; not seen: {tags}",
        n=len(seen),
        least=settings.min_tags,
        tags=missing,
    )


def _spread_out(known: Points) -> bool:
    """Whether the corners span the board both ways: tags in one row fix no pose."""
    centred = known - known.mean(axis=0)
    long, short = np.linalg.svd(centred, compute_uv=False)
    return bool(short > 0.1 * long)

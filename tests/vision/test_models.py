"""Models on other people's cards: which stand, which lie, where, in whose colour; or a doubt.

`python -m tests.vision.test_models 400 425` measures boards of those seeds; nothing was chosen by
seeds from 400 on.
"""

import sys
from collections import Counter
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from companion.camera.frame import Pixels
from companion.core.layout import Form
from companion.vision.bare import BareMemory, BareSettings
from companion.vision.bodies import View, bodies_of, silhouette
from companion.vision.crowds import ModelSettings
from companion.vision.evidence import Bare, Evidence, EvidenceSettings, colour_table, evidence
from companion.vision.models import find_models
from companion.vision.pieces import PieceSettings
from companion.vision.pose import Pose
from companion.vision.regions import Group, RegionMemory, groups_of
from companion.vision.templates import Places
from tests.vision.bent_boards import H_MM, W_MM
from tests.vision.drawn_models import SHIP, Drawn, Told, draw, table

SETTINGS = PieceSettings()
GROUPS = groups_of(table(), SETTINGS)


drawn_once = cache(draw)


def pose_of(drawn: Drawn) -> Pose:
    return Pose(drawn.view.camera, drawn.view.lens, (W_MM, H_MM), 0.0)


def read(drawn: Drawn, groups: tuple[Group, ...] = GROUPS, *, bare: bool = True) -> Counter[str]:
    """How many places were right, wrong or in doubt; told are colour and posture of each model."""
    memory, pose, counts = RegionMemory(table(), SETTINGS, None), pose_of(drawn), Counter[str]()
    if bare:
        memory.show_bare(drawn.bare, pose)
    seen, _ = memory.read(drawn.pixels, pose, groups)
    for name, pieces in seen.items():
        if pieces is None:
            counts["doubt"] += 1
        else:
            told: list[Told] = sorted((str(p.colour), bool(p.lying)) for p in pieces)
            counts["right" if told == drawn.truth[name] else "wrong"] += 1
    return counts


def test_models_are_told_on_cards_that_were_seen_bare() -> None:
    counts = read(drawn_once(0), GROUPS[::2])
    assert counts["wrong"] == 0
    assert counts["right"] >= 19


@pytest.mark.slow
def test_models_are_told_on_many_tables() -> None:
    counts = sum((read(draw(seed)) for seed in range(100, 106)), Counter[str]())
    assert counts["right"] >= 0.95 * counts.total()
    assert counts["wrong"] <= 0.005 * counts.total()


def test_on_cards_that_nobody_saw_bare_there_is_a_doubt_at_the_worst() -> None:
    assert read(drawn_once(3), GROUPS[:5], bare=False)["wrong"] == 0


def test_what_was_bare_is_learnt_and_its_shadows_are_not_held_against_it() -> None:
    drawn, memory = drawn_once(0), RegionMemory(table(), SETTINGS, None)
    pose = pose_of(drawn)
    groups = tuple(g for g in GROUPS if drawn.truth[g.slots[0].id])[:4]
    memory.show_bare(drawn.bare, pose)
    for pixels, empty in ((drawn.pixels, False), (drawn.bare, True)):
        seen, looks = memory.read(pixels, pose, groups)
        memory.keep(looks)
        assert all((row == ()) == empty and row is not None for row in seen.values())


def test_another_card_is_no_model() -> None:
    drawn, other = drawn_once(0), drawn_once(3)
    memory, pose = RegionMemory(table(), SETTINGS, None), pose_of(drawn)
    memory.show_bare(other.bare, pose_of(other))
    seen, _ = memory.read(drawn.bare, pose, GROUPS[:3])
    assert all(not row for row in seen.values())


@pytest.mark.parametrize("shift", [(2, 0), (0, -2), (1, 1)])
def test_a_card_that_is_nudged_still_looks_bare(shift: tuple[int, int]) -> None:
    rng = np.random.default_rng(1)
    coarse = rng.uniform(0, 255, (20, 28, 3)).astype(np.uint8)
    card = np.asarray(cv2.resize(coarse, (140, 100), interpolation=cv2.INTER_CUBIC), np.uint8)
    memory = BareMemory(BareSettings(), 2.0)
    memory.show(card)
    now = np.roll(card, shift, (1, 0))
    like = memory.like(np.asarray(now * 0.9, np.uint8))
    assert like is not None
    inner = np.s_[10:-10, 10:-10]
    away, before = (np.abs(one - now * 0.9)[inner].mean() for one in (like.pixels, card * 0.9))
    assert away < 0.25 * before


@pytest.mark.parametrize("gain", [0.85, 1.15])
def test_light_print_may_change_while_dark_print_does_not(gain: float) -> None:
    memory = BareMemory(BareSettings(), 2.0)
    shown = np.full((60, 80, 3), 40, np.uint8)
    shown[:, 50:] = 200
    memory.show(shown)
    now = shown.copy()
    now[:, 50:] = round(200 * gain)
    like = memory.like(now)
    assert like is not None
    assert np.abs(like.pixels.astype(int) - now).max() < 8


@pytest.mark.parametrize(
    ("seed", "name"),
    [(216, "card.00"), (219, "side.21"), (224, "card.02")],
    ids=["four stand", "two lie", "light tells three that stand from three that lie"],
)
def test_bodies_side_by_side_are_told_by_trying_one_for_two_and_by_their_light(
    seed: int, name: str
) -> None:
    group = next(g for g in GROUPS if g.slots[0].id == name)
    assert read(drawn_once(seed), (group,)) == {"right": 1}


def changed(now: Pixels) -> Places:
    """What is surely no longer the white print that it was."""
    bare = Bare(np.full(now.shape, 235, np.uint8), np.ones(now.shape[:2], np.bool_))
    table_ = colour_table(((45.0, 60.0, 40.0),), EvidenceSettings())
    return evidence(now, bare, table_, EvidenceSettings()).changed


def test_shadows_have_a_tint_of_their_own() -> None:
    """Light from elsewhere falls into them: they are told by what most of them has."""
    now = np.full((60, 60, 3), 235, np.uint8)
    now[10:50, 5:25] = np.round(235 * np.array((0.5, 0.58, 0.66)))
    now[10:30, 35:50] = (60, 50, 190)
    told = changed(now)
    assert not told[12:48, 7:23].any()
    assert told[12:28, 37:48].all()


def test_a_model_alone_is_no_tint_of_shadows() -> None:
    """Its sides are lit in many ways: they do not agree."""
    now = np.full((60, 60, 3), 235, np.uint8)
    sides = 0.5 * np.array([(0.75, 1.0, 1.15), (1.1, 0.8, 1.0), (0.8, 1.0, 1.2)])
    parts = np.repeat(sides, 10, axis=0)
    now[10:40, 20:40] = np.round(235 * parts)[:, None]
    assert changed(now)[12:38, 22:38].mean() > 0.9


def test_print_of_its_own_colour_speaks_for_a_model_where_its_light_changed() -> None:
    looks = ((95.0, 0.0, 0.0), (45.0, 60.0, 40.0))
    table_ = colour_table(looks, EvidenceSettings())
    ground = np.full((40, 40, 3), 235, np.uint8)
    now = ground.copy()
    now[:, 20:] = 170
    bare = Bare(ground, np.ones((40, 40), np.bool_))
    white, red = evidence(now, bare, table_, EvidenceSettings()).fits
    assert white[20, 5] < 0 < white[20, 35]
    assert red.max() < 0


def doubts(
    middle: tuple[int, int], ship: tuple[float, float] | None, cut_off: Places | None = None
) -> tuple[tuple[float, float], ...]:
    """Where something is in doubt, mm, as a shadow lies about here, px, beside a ship or none, or
    beside something of which only a part is in the picture."""
    view = View(np.array((0.0, 0.0, 600.0)), np.array((0.0, 0.0)), 2.0)
    size, (body, _) = (160, 160), bodies_of(SHIP)
    mask = np.zeros(size, np.bool_)
    if ship is not None:
        mask = silhouette(body, (*ship, 0.0), view, size) > 0
    dark = np.zeros(size, np.uint8)
    cv2.ellipse(dark, middle, (24, 12), 0, 0, 360, 1, -1)
    whole, fits = np.ones(size, np.bool_), np.where(mask, 0.8, -0.8).astype(np.float32)[None]
    light = np.where(mask, 60, 30).astype(np.float32)
    changed = mask if cut_off is None else mask | cut_off
    seen = Evidence(fits, changed, whole, (dark > 0) & ~changed, ~whole, light)
    return find_models(seen, bodies_of(SHIP), view, ModelSettings()).lumps


def test_a_shadow_that_nothing_throws_leaves_a_doubt() -> None:
    assert doubts((90, 80), None)
    assert not doubts((10, 80), None), "it comes from outside"
    assert not doubts((100, 80), (40.0, 40.0)), "a ship throws it"


def test_a_shadow_that_begins_at_something_cut_off_leaves_no_doubt_of_its_own() -> None:
    part = np.zeros((160, 160), np.bool_)
    part[60:100, :12] = True
    assert max(x for x, _ in doubts((30, 80), None, part)) < 10
    inside = np.roll(part, 20, axis=1)
    assert max(x for x, _ in doubts((50, 80), None, inside)) > 20


def test_what_is_not_explained_leaves_a_doubt_all_over() -> None:
    wide = np.zeros((160, 160), np.bool_)
    wide[60:100, 20:140] = True
    at = np.array(doubts((0, 0), None, wide))
    for x in range(14, 67, 4):
        assert np.hypot(*(at - (x, 40)).T).min() < 8


def test_print_in_all_colours_is_no_crowd_of_models() -> None:
    view, size = View(np.array((0.0, 0.0, 600.0)), np.array((0.0, 0.0)), 2.0), (160, 160)
    rng = np.random.default_rng(5)
    patches = np.kron(rng.integers(0, 4, (16, 16)), np.ones((10, 10), int))
    fits = np.where(np.arange(4)[:, None, None] == patches, 0.8, -0.8).astype(np.float32)
    whole = np.ones(size, np.bool_)
    seen = Evidence(fits, whole, whole, ~whole, ~whole, np.full(size, 60, np.float32))
    told = find_models(seen, bodies_of(SHIP), view, ModelSettings())
    assert told.found == ()
    assert told.lumps


BOX = Form("crate", 10.0, 8.0, False, 1.0, ("red", "blue"), stack=3)


def stacked(count: int, foot: tuple[float, float]) -> tuple[list[int], bool]:
    """What is told of so many crates upon each other, seen from 600 mm above 0, 0."""
    view = View(np.array((0.0, 0.0, 600.0)), np.array(foot) - 40, 2.0)
    body = next(b for b in bodies_of(BOX) if b.count == count)
    mask = silhouette(body, (*foot, 0.3), view, (160, 160)) > 0
    fits = np.where(mask, np.array((0.8, -0.7))[:, None, None], -0.8).astype(np.float32)
    whole = np.ones(mask.shape, np.bool_)
    light = np.where(mask, 60, 30).astype(np.float32)
    told = find_models(
        Evidence(fits, mask, whole, ~whole, ~whole, light), bodies_of(BOX), view, ModelSettings()
    )
    return [m.put.body.count for m in told.found], any(m.doubt for m in told.found)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_stack_is_counted_where_it_leans(count: int) -> None:
    assert stacked(count, (240.0, 80.0)) == ([count], False)


def test_a_stack_below_the_camera_is_in_doubt() -> None:
    assert stacked(2, (2.0, 0.0))[1]


def test_a_body_that_lies_rests_on_the_board_and_is_as_long_as_it_is_high() -> None:
    *_, lying = bodies_of(replace(SHIP, taper=1.0))
    corners = np.concatenate(lying.hulls)
    assert corners.min(axis=0) == pytest.approx((-10, -6, 0), abs=0.05)
    assert corners.max(axis=0) == pytest.approx((10, 6, 12), abs=0.05)


def test_kinds_are_told_by_their_outlines() -> None:
    wing = Form("wing", 3.0, 20.0, False, 1.0, ("red",), lies=True,
                outline=((-8, 0), (8, 0), (3, 8), (0, 20), (-3, 8)))  # fmt: skip
    ring = Form("tower", 12.0, 20.0, True, 1.0, ("red",), lies=True)
    bodies = (*bodies_of(wing), *bodies_of(ring))
    view = View(np.array((0.0, 0.0, 650.0)), np.array((100.0, 60.0)), 2.0)
    for body in bodies:
        mask = silhouette(body, (140.0, 100.0, 0.5), view, (160, 160)) > 0
        fits = np.where(mask, 0.8, -0.8).astype(np.float32)[None]
        whole, light = np.ones(mask.shape, np.bool_), np.zeros(mask.shape, np.float32)
        seen = Evidence(fits, mask, whole, ~whole, ~whole, light)
        (found,) = find_models(seen, bodies, view, ModelSettings()).found
        told = found.put.body
        assert found.doubt or (told.kind, told.lying) == (body.kind, body.lying)


def main() -> None:
    """Print what is read on tables of seeds from the first argument to before the second."""
    first, last = int(sys.argv[1]), int(sys.argv[2])
    for bare in (True, False):
        counts = sum((read(draw(seed), bare=bare) for seed in range(first, last)), Counter[str]())
        sys.stdout.write(f"{'seen' if bare else 'never seen'} bare before: {dict(counts)}\n")


if __name__ == "__main__":
    main()

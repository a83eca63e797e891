"""Cards on a drawn table 2304 px wide: twenty among two hundred that were taught, read anew.

Processor time of one thread. Nothing comes from a camera.
"""

from collections.abc import Iterator
from functools import partial
from time import thread_time

import cv2

from companion.bench.timing import Plan, Stage, timed
from companion.simulator.card_designs import FORM, Pixels, deck, face
from companion.vision.card_deck import make_deck
from companion.vision.card_edges import PX_PER_MM, Corners, EdgeSettings, corners_in, poses_of
from companion.vision.card_marks import MarkSettings, card_picture, marks_of, upright
from companion.vision.card_outlines import OutlineSettings, outlines
from companion.vision.cards import CardSettings, find_cards
from companion.vision.slots import cut
from vision_models.cards import tables

SIZE_MM = (640.0, 350.0)
RUNS = 10


def stages(plan: Plan) -> Iterator[Stage]:
    """Cutting, corners alone, cards of a taught deck, and what is told without one."""
    cv2.setNumThreads(1)
    runs = plan.runs or RUNS
    taught = make_deck(FORM, {card.name: face(card) for card in deck()})
    table = tables.draw_table(deck(), 1, tables.Plan("open", SIZE_MM, 3.39, 0.0))
    many = f"{len(table.cards)} cards in {table.pixels.shape[1]}x{table.pixels.shape[0]}"
    w, h = table.size_mm
    size = round(w * PX_PER_MM), round(h * PX_PER_MM)
    box = (w / 2, h / 2, w, h)
    cutting = partial(cut, table.pixels, table.pose, box, size, 40.0)
    yield timed(f"cards: cut {many}", cutting, runs, clock=thread_time)
    crop = cutting()
    corners = partial(corners_in, crop, EdgeSettings())
    yield timed("cards: corners in it", corners, runs, clock=thread_time)
    telling = partial(find_cards, crop, corners(), taught, CardSettings())
    yield timed(f"cards: tell {many} among 200", telling, runs, clock=thread_time)
    yield timed(
        "cards: colours and counts untaught",
        partial(_marks, crop, corners()),
        runs,
        clock=thread_time,
    )


def _marks(crop: Pixels, corners: Corners) -> None:
    ways = poses_of(corners, FORM, EdgeSettings())
    for pose in outlines(crop, ways, FORM, OutlineSettings()):
        turned = upright(crop, pose, FORM)
        marks_of(card_picture(crop, turned, FORM), FORM, MarkSettings())

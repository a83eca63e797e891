"""Cards on a drawn table 2304 px wide: twenty among two hundred that were taught, read anew.

Processor time of one thread, all of it from the picture on, and by stages. Nothing comes from a
camera.
"""

from collections.abc import Callable, Iterator
from time import thread_time

import cv2
import numpy as np

from companion.bench.timing import Plan, Stage, timed
from companion.simulator.card_designs import FORM, Pixels, deck
from companion.vision.card_edges import Corners, EdgeSettings, corners_in, poses_of
from companion.vision.card_marks import MarkSettings, card_picture, marks_of, upright
from companion.vision.card_outlines import OutlineSettings, outlines
from companion.vision.cards import CardSettings, find_cards
from vision_models.cards import tables
from vision_models.cards.evaluate import crop_of, found_in, taught_deck

SIZE_MM = (640.0, 350.0)
COLUMNS, ROWS = 5, 4
RUNS = 10


def stages(plan: Plan) -> Iterator[Stage]:
    """From the picture to the cards; cutting, corners and telling alone; and without teaching."""
    cv2.setNumThreads(1)
    runs, table, taught = plan.runs or RUNS, _table(), taught_deck()
    many = f"{len(table.cards)} cards in {table.pixels.shape[1]}x{table.pixels.shape[0]}"

    def stage(name: str, work: Callable[[], object]) -> Stage:
        return timed(f"cards: {name}", work, runs, clock=thread_time)

    yield stage(f"read {many} among {len(taught.names)}", lambda: found_in(crop_of(table)))
    yield stage("of that, cutting", lambda: crop_of(table))
    crop, settings = crop_of(table), CardSettings()
    yield stage("of that, corners", lambda: corners_in(crop, settings.edges))
    corners = corners_in(crop, settings.edges)
    yield stage("of that, telling", lambda: find_cards(crop, corners, taught, settings))
    yield stage("colours and counts untaught", lambda: _marks(crop, corners))


def _table() -> tables.Table:
    """Cards in columns and rows, turned at random, some over the edge of another."""
    rng = np.random.default_rng(1)
    chosen = rng.choice(len(deck()), COLUMNS * ROWS, replace=False)
    wide, high = SIZE_MM[0] / COLUMNS, SIZE_MM[1] / ROWS
    lying = [
        tables.Lying(deck()[int(card)], (n % COLUMNS + 0.5) * wide, (n // COLUMNS + 0.5) * high,
                     float(rng.uniform(0, 360)))
        for n, card in enumerate(chosen)
    ]  # fmt: skip
    canvas = tables.bare_table(lying, SIZE_MM, rng)
    pixels, pose = tables.photographed(canvas, tables.Plan("open", SIZE_MM, 3.39), rng)
    return tables.Table("open", pixels, pose, SIZE_MM, lying)


def _marks(crop: Pixels, corners: Corners) -> None:
    ways = poses_of(corners, FORM, EdgeSettings())
    for pose in outlines(crop, ways, FORM, OutlineSettings()):
        turned = upright(crop, pose, FORM)
        marks_of(card_picture(crop, turned, FORM), FORM, MarkSettings())

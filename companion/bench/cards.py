"""Cards on a drawn table 2304 px wide: twenty among two hundred that were taught, read anew.

Processor time of one thread, all of it from the picture on, and by stages. Nothing comes from a
camera.
"""

from collections.abc import Iterator
from functools import partial
from time import thread_time

import cv2
import numpy as np

from companion.bench.timing import Plan, Stage, timed
from companion.simulator.card_designs import FORM, Pixels, deck, face
from companion.vision.card_deck import Deck, make_deck
from companion.vision.card_edges import PX_PER_MM, Corners, EdgeSettings, agreed_poses, corners_in
from companion.vision.card_marks import MarkSettings, card_picture, marks_of, upright
from companion.vision.card_outlines import OutlineSettings, outlines
from companion.vision.cards import CardSettings, FoundCard, find_cards
from companion.vision.slots import cut
from vision_models.cards import tables

SIZE_MM = (640.0, 350.0)
COLUMNS, ROWS = 5, 4
RUNS = 10


def stages(plan: Plan) -> Iterator[Stage]:
    """From the picture to the cards; cutting, corners and telling alone; and without teaching."""
    cv2.setNumThreads(1)
    runs = plan.runs or RUNS
    taught = make_deck(FORM, {card.name: face(card) for card in deck()})
    table = _table()
    many = f"{len(table.cards)} cards in {table.pixels.shape[1]}x{table.pixels.shape[0]}"
    reading = partial(_read, table, taught)
    yield timed(f"cards: read {many} among {len(taught.names)}", reading, runs, clock=thread_time)
    yield timed("cards: of that, cutting", partial(_crop, table), runs, clock=thread_time)
    crop = _crop(table)
    corners = partial(corners_in, crop, EdgeSettings())
    yield timed("cards: of that, corners", corners, runs, clock=thread_time)
    telling = partial(find_cards, crop, corners(), taught, CardSettings())
    yield timed("cards: of that, telling", telling, runs, clock=thread_time)
    marks = partial(_marks, crop, corners())
    yield timed("cards: colours and counts untaught", marks, runs, clock=thread_time)


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


def _crop(table: tables.Table) -> Pixels:
    w, h = table.size_mm
    size = round(w * PX_PER_MM), round(h * PX_PER_MM)
    return cut(table.pixels, table.pose, (w / 2, h / 2, w, h), size, 40.0)


def _read(table: tables.Table, taught: Deck) -> tuple[FoundCard, ...]:
    crop, settings = _crop(table), CardSettings()
    return find_cards(crop, corners_in(crop, settings.edges), taught, settings)


def _marks(crop: Pixels, corners: Corners) -> None:
    ways = agreed_poses(corners, FORM, EdgeSettings())
    for pose in outlines(crop, ways, FORM, OutlineSettings()):
        turned = upright(crop, pose, FORM)
        marks_of(card_picture(crop, turned, FORM), FORM, MarkSettings())

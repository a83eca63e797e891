"""How well cards are told on drawn tables: `python -m vision_models.cards.evaluate --help`.

Nothing was chosen by tables of seeds from 20,000 on. Of strangers each name is wrong, also
that of a taught card with the same number. Each kind of table is drawn from each seed.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from time import thread_time

import cv2
import numpy as np

from companion.core.pieces import FACE_DOWN
from companion.simulator.card_designs import FORM, Pixels, back, deck, face
from companion.vision.card_deck import Deck, make_deck
from companion.vision.card_edges import PX_PER_MM, EdgeSettings
from companion.vision.card_marks import MarkSettings, card_picture, marks_of, upright
from companion.vision.card_outlines import OutlineSettings, outlines
from companion.vision.cards import CardSettings, FoundCard, find_cards
from companion.vision.slots import cut
from vision_models.cards.tables import KINDS, LEAST, Lying, Plan, Table, draw_table

NEAR_MM = 6.0
"""So far from where it lies a card may be found."""


@cache
def taught_deck() -> Deck:
    """All 200, and their back."""
    return make_deck(FORM, {**{card.name: face(card) for card in deck()}, FACE_DOWN: back()})


def crop_of(table: Table) -> Pixels:
    """The whole table as cards are read from it."""
    w, h = table.size_mm
    size = round(w * PX_PER_MM), round(h * PX_PER_MM)
    return cut(table.pixels, table.pose, (w / 2, h / 2, w, h), size, 40.0)


def outcomes(table: Table, found: Sequence[FoundCard]) -> Iterator[tuple[str, Lying | None]]:
    """For each card `right`, `doubt`, `missed` or `wrong`; for what lies nowhere `wrong`, too."""
    left = list(found)
    for card in table.cards:
        near = [one for one in left if np.hypot(one.x - card.x, one.y - card.y) < NEAR_MM]
        if not near:
            yield "missed", card
            continue
        left.remove(near[0])
        true = FACE_DOWN if card.design is None else card.design.name
        names = {None: "doubt", true: "right"}
        yield names.get(near[0].name, "wrong"), card
    for one in left:
        if one.name is not None:
            yield "wrong", None


def told_apart(seeds: Sequence[int], strangers: bool) -> Iterator[dict[str, object]]:
    """One line for each kind of table: which card of those that are half seen or more."""
    taught, cards = taught_deck(), deck(seed=9) if strangers else deck()
    for kind in KINDS:
        counts: Counter[str] = Counter()
        spent = 0.0
        for seed in seeds:
            table = draw_table(cards, seed, Plan(kind))
            crop, start = crop_of(table), thread_time()
            found = find_cards(crop, taught, CardSettings())
            spent += thread_time() - start
            for told, card in outcomes(table, found):
                outcome = "wrong" if strangers and told == "right" else told
                if card is None or card.seen >= LEAST or outcome == "wrong":
                    counts[outcome] += 1
        total = sum(counts.values())
        yield {"kind": kind, "cards": total, **counts, "ms_a_card": round(1000 * spent / total, 1)}


def untaught(seeds: Sequence[int]) -> Iterator[dict[str, object]]:
    """Border colour and count of symbols of cards that lie open, of which nothing was taught."""
    colours: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for seed in seeds:
        table = draw_table(deck(), seed, Plan("open", down=0.0))
        crop = crop_of(table)
        poses = outlines(crop, FORM, EdgeSettings(), OutlineSettings())
        for card in table.cards:
            assert card.design is not None
            near = [p for p in poses if np.hypot(p[0] - card.x, p[1] - card.y) < NEAR_MM]
            if not near or not _is_whole(card):
                counts["missed" if _is_whole(card) else "cut off"] += 1
                continue
            pose = upright(crop, near[0], FORM)
            marks = marks_of(card_picture(crop, pose, FORM), FORM, MarkSettings())
            for tally, told, true in (
                (colours, marks.colour, card.design.colour),
                (counts, marks.count, card.design.count),
            ):
                tally["doubt" if told is None else "right" if told == true else "wrong"] += 1
    yield {"colours": dict(colours), "counts": dict(counts)}


def _is_whole(card: Lying) -> bool:
    """Whether no other card lies on it."""
    return card.seen > 0.995


def main() -> None:
    """Measure, and print one JSON object a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--from", dest="first", type=int, default=20_000, metavar="SEED")
    parser.add_argument("--tables", type=int, default=20, metavar="N", help="of each kind")
    parser.add_argument("--what", choices=("cards", "strangers", "untaught"), default="cards")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    seeds = range(options.first, options.first + options.tables)
    if options.what == "untaught":
        lines = untaught(seeds)
    else:
        lines = told_apart(seeds, options.what == "strangers")
    for line in lines:
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()

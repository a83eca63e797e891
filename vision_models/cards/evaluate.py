"""How well cards are told on drawn tables: `python -m vision_models.cards.evaluate --help`.

Nothing was chosen by tables of seeds from 20,000 on. Of strangers each name is wrong, also
that of a taught card with the same number; their back is taught. Each kind of table is drawn from
each seed. A thousand scenes take ten minutes of a core, most of it to draw them.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from time import thread_time

import cv2
import numpy as np

from companion.core.pieces import FACE_DOWN
from companion.simulator.card_designs import FORM, Pixels, back, deck, face
from companion.vision.card_deck import Deck, make_deck
from companion.vision.card_edges import PX_PER_MM, EdgeSettings, corners_in, poses_of
from companion.vision.card_marks import MarkSettings, card_picture, marks_of, upright
from companion.vision.card_outlines import OutlineSettings, outlines
from companion.vision.cards import CardSettings, FoundCard, find_cards
from companion.vision.slots import cut
from vision_models.cards.tables import KINDS, LEAST, Lying, Plan, Table, draw_table

OUTCOMES = ("right", "doubt", "missed", "wrong", "extra")
NEAR_MM = 6.0
"""So far from where it lies a card may be found."""


@cache
def taught_deck() -> Deck:
    """All 200, and their back."""
    return make_deck(FORM, {**{card.name: face(card) for card in deck()}, FACE_DOWN: back()})


@dataclass(frozen=True, slots=True)
class Row:
    """What was made of the cards of one kind of table, and the processor time, s."""

    kind: str
    counts: Counter[str]
    spent_s: float

    @property
    def cards(self) -> int:
        """How many there were."""
        return self.counts.total() - self.counts["extra"]

    def __str__(self) -> str:
        cells = [f"{self.kind:8}{self.cards:7}"]
        cells += [f"{self.counts[name]:8}" for name in OUTCOMES]
        share = self.counts["right"] / max(self.cards, 1)
        return "".join([*cells, f"{share:8.3f}{1000 * self.spent_s / max(self.cards, 1):10.1f}"])


HEAD = "".join(["table     cards", *(f"{name:>8}" for name in OUTCOMES), "   share", " ms a card"])


def all_of(rows: Sequence[Row]) -> Row:
    """Rows taken together."""
    counts = sum((row.counts for row in rows), Counter[str]())
    return Row("all", counts, sum(row.spent_s for row in rows))


def found_in(crop: Pixels) -> tuple[FoundCard, ...]:
    """The taught cards in a cut."""
    settings = CardSettings()
    return find_cards(crop, corners_in(crop, settings.edges), taught_deck(), settings)


def crop_of(table: Table) -> Pixels:
    """The whole table as cards are read from it."""
    w, h = table.size_mm
    size = round(w * PX_PER_MM), round(h * PX_PER_MM)
    return cut(table.pixels, table.pose, (w / 2, h / 2, w, h), size, 40.0)


def outcomes(table: Table, found: Sequence[FoundCard]) -> Iterator[tuple[str, Lying | None]]:
    """For each card `right`, `doubt`, `missed` or `wrong`; for what lies nowhere `wrong`, too.

    `extra` where that has no name.
    """
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
        yield "extra" if one.name is None else "wrong", None


def told_apart(seeds: Sequence[int], strangers: bool = False) -> Iterator[Row]:
    """One row for each kind of table: which card of those that are half seen or more."""
    cards = deck(seed=9) if strangers else deck()
    taught_deck()  # its making is not timed
    for kind in KINDS:
        counts: Counter[str] = Counter()
        spent = 0.0
        for seed in seeds:
            table = draw_table(cards, seed, Plan(kind))
            crop, start = crop_of(table), thread_time()
            found = found_in(crop)
            spent += thread_time() - start
            counts += counted(table, found, strangers)
        yield Row(kind, counts, spent)


def counted(table: Table, found: Sequence[FoundCard], strangers: bool) -> Counter[str]:
    """Outcomes of the cards that count; of a stranger's face each name is wrong."""
    counts: Counter[str] = Counter()
    for told, card in outcomes(table, found):
        named = strangers and told == "right" and card is not None and card.design is not None
        outcome = "wrong" if named else told
        if card is None or card.seen >= LEAST or outcome == "wrong":
            counts[outcome] += 1
    return counts


def untaught(seeds: Sequence[int]) -> Iterator[dict[str, object]]:
    """Border colour and count of symbols of cards that lie open, of which nothing was taught."""
    colours: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for seed in seeds:
        table = draw_table(deck(), seed, Plan("open", down=0.0))
        crop = crop_of(table)
        ways = poses_of(corners_in(crop, EdgeSettings()), FORM, EdgeSettings())
        poses = outlines(crop, ways, FORM, OutlineSettings())
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
    """Measure, and print a table, or what is told untaught as a JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--from", dest="first", type=int, default=20_000, metavar="SEED")
    parser.add_argument("--scenes", type=int, default=100, metavar="N", help="of all kinds")
    parser.add_argument("--what", choices=("cards", "strangers", "untaught"), default="cards")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if options.what == "untaught":
        for line in untaught(range(options.first, options.first + options.scenes)):
            print(json.dumps(line))
        return
    seeds = range(options.first, options.first + -(-options.scenes // len(KINDS)))
    print(HEAD)
    rows: list[Row] = []
    for row in told_apart(seeds, options.what == "strangers"):
        rows.append(row)
        print(row, flush=True)
    print(all_of(rows))


if __name__ == "__main__":
    main()

"""Faces that the camera read wrong and people put right: which for which, and how often."""

from collections import Counter
from collections.abc import Mapping
from typing import TypeAlias

from companion.doctor.finding import Finding, good, warning
from companion.referee.present import faces_of
from companion.rules.game import AnyGame
from companion.rules.ledger import Acted, Amended, Ledger, Overruled

Misreads: TypeAlias = "Counter[tuple[int, int]]"
"""How often one face was read (first) where another lay (second)."""
STEADY = 3
"""The same mistake so often is no accident: glare, focus, or dice that the reader does not know."""


def misreads(ledger: Ledger, game: AnyGame) -> tuple[Misreads, int]:
    """Faces of camera-read rolls that were put right in one game, and the dice read in all."""
    found: Misreads = Counter()
    seen = {
        entry.line.entry: len(faces_of(game, entry.line))
        for entry in ledger.entries
        if isinstance(entry, Acted | Overruled) and entry.origin.source == "camera"
    }
    for place, entry in enumerate(ledger.entries):
        # A die that tips over is put right by the camera itself.
        if not isinstance(entry, Amended) or entry.origin.source == "camera":
            continue
        if entry.entry in seen:
            before = {line.entry: line for line in ledger.lines(place)}
            after = {line.entry: line for line in entry.lines}
            if entry.entry in before and entry.entry in after:
                read = Counter(faces_of(game, before[entry.entry]))
                there = Counter(faces_of(game, after[entry.entry]))
                wrong, right = (read - there), (there - read)
                if wrong.total() == right.total() == 1:  # of several, nobody knows which is which
                    found[next(iter(wrong)), next(iter(right))] += 1
    return found, sum(seen.values())


def check_misreads(found: Mapping[tuple[int, int], int], dice: int) -> Finding | None:
    """Is there a pattern in what was put right? `None` before the camera has read any dice."""
    if not dice:
        return None
    total = sum(found.values())
    words = f"of {dice} dice that the camera read, {total} were put right"
    steady = sorted(((n, pair) for pair, n in found.items() if n >= STEADY), reverse=True)
    facts = {"dice": dice, "put_right": total}
    if not steady:
        return good("misread dice", words, **facts)
    told = ", ".join(f"{read} for {there} {n} times" for n, (read, there) in steady)
    return warning(
        "misread dice",
        f"{words}; again and again {told}",
        "look for glare and blur with `companion calibrate --check`, turn the lamp aside, or use "
        "dice with clear round pips",
        pattern=told,
        **facts,
    )

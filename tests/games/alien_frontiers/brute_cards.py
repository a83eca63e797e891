"""The naive player again, now with tech cards: written from the digest alone for counting.

Left out are the Orbital Teleporter's power and the Plasma Cannon's discard. All ships in the mine
at the start are blue's.
"""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import permutations

from tests.games.alien_frontiers import brute
from tests.games.alien_frontiers.brute import TERRITORIES, Table

DECK = {
    "alien_city": 1, "alien_monument": 1, "booster_pod": 2, "data_crystal": 2,
    "gravity_manipulator": 2, "holographic_decoy": 2, "orbital_teleporter": 2, "plasma_cannon": 2,
    "polarity_device": 2, "resource_cache": 2, "stasis_beam": 2, "temporal_warper": 2,
}  # fmt: skip


@dataclass
class CardTable(Table):
    """Red's turn with cards; `picking` is a discarded card, `picked` the first colony."""

    artifact: int | None = 0
    cards: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    discarded: bool = False
    display: list[str] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    deals: int = 0
    positron: str = ""
    blue_mine: list[int] = field(default_factory=list)
    shots: int | None = None
    warp: int | None = None
    thrown: bool = False
    picking: str = ""
    picked: tuple[str, str] | None = None


Move = tuple[str, CardTable]


def divide(table: CardTable, depth: int) -> dict[str, int]:
    return {text: count(after, depth - 1) for text, after in moves(table)}


def count(table: CardTable, depth: int) -> int:
    return 1 if depth == 0 else sum(count(after, depth - 1) for _, after in moves(table))


def moves(table: CardTable) -> Iterator[Move]:
    if table.thrown:
        return
    if table.deals:
        yield from _deals(table)
    elif table.shots is not None:
        yield from _shots(table)
    elif table.warp is not None:
        yield from _warping(table)
    elif table.picking:
        yield from _picks(table)
    else:
        for text, after in brute.moves(table):
            assert isinstance(after, CardTable)
            yield text, after
        if not (table.landing or table.raid or table.returning or table.over or table.passed):
            yield from _artifact(table)
            yield from _powers(table)
            yield from _discards(table)


def _unseen(table: CardTable) -> dict[str, int]:
    seen = table.cards + table.display + table.pile
    return {title: n - seen.count(title) for title, n in DECK.items() if n > seen.count(title)}


def _deals(table: CardTable) -> Iterator[Move]:
    for title in _unseen(table):
        after = deepcopy(table)
        after.display.append(title)
        after.deals -= 1
        yield f"red: deal {title}", after


def _artifact(table: CardTable) -> Iterator[Move]:
    if table.cycles:
        after = deepcopy(table)
        after.pile += after.display
        after.display, after.deals, after.cycles, after.surplus = [], 3, 0, 0
        yield "red: cycle", after
    for title in set(table.display):
        if table.total >= 8 and title not in table.cards:
            after = deepcopy(table)
            after.display.remove(title)
            after.cards.append(title)
            after.total = after.cycles = after.surplus = 0
            after.deals = 3 - len(after.display)
            yield f"red: claim {title}", after


def _using(table: CardTable, title: str, fuel: int) -> CardTable | None:
    fuel = max(0, fuel - table.bonus("pohl_foothills"))
    if title not in table.cards or title in table.used or table.fuel < fuel:
        return None
    after = deepcopy(table)
    after.fuel -= fuel
    after.used.append(title)
    after.surplus = 0
    return after


def _powers(table: CardTable) -> Iterator[Move]:
    for value in set(table.hand):
        changes = {"booster_pod": value + 1, "stasis_beam": value - 1, "polarity_device": 7 - value}
        for title, new in changes.items():
            after = _using(table, title, 1)
            if after and 1 <= new <= 6:
                after.hand.remove(value)
                after.hand.append(new)
                yield f"red: use {title} {value}", after
        after = _using(table, "temporal_warper", 1)
        if after:
            yield f"red: use temporal_warper {value}", _taken(after, value, 0)
    for less, more in set(permutations(table.hand, 2)):
        after = _using(table, "gravity_manipulator", 2)
        if after and less > 1 and more < 6:
            after.hand.remove(less)
            after.hand.remove(more)
            after.hand += [less - 1, more + 1]
            yield f"red: use gravity_manipulator {less} {more}", after
    for territory in TERRITORIES:
        colonies = len(table.planet.get(territory, []))
        after = _using(table, "data_crystal", colonies)
        allowed = territory not in ("burroughs_desert", table.isolation)
        if after and colonies and allowed:
            after.borrowed = territory
            yield f"red: use data_crystal {territory}", after
    after = _using(table, "plasma_cannon", 1)
    if after and table.blue_mine:
        after.fuel = table.fuel
        after.shots = 0
        yield "red: use plasma_cannon lunar_mine", after


def _taken(after: CardTable, value: int, before: int) -> CardTable:
    after.hand.remove(value)
    after.warp = before + 1
    after.thrown = not after.hand
    return after


def _warping(table: CardTable) -> Iterator[Move]:
    assert table.warp is not None
    for value in set(table.hand):
        yield f"red: also {value}", _taken(deepcopy(table), value, table.warp)
    after = deepcopy(table)
    after.thrown = True
    yield "red: throw", after


def _shots(table: CardTable) -> Iterator[Move]:
    assert table.shots is not None
    price = 0 if table.shots == 0 and table.bonus("pohl_foothills") else 1
    for value in set(table.blue_mine):
        if table.fuel >= price:
            after = deepcopy(table)
            after.fuel -= price
            after.blue_mine.remove(value)
            after.mine.remove(value)
            after.shots = table.shots + 1
            if not after.blue_mine or not after.fuel:
                after.shots = None
            yield f"red: shoot blue {value}", after
    if table.shots:
        after = deepcopy(table)
        after.shots = None
        yield "red: stop_shooting", after


def _discarding(table: CardTable, title: str) -> CardTable | None:
    if title not in table.cards or title in table.used or table.discarded:
        return None
    after = deepcopy(table)
    after.cards.remove(title)
    after.pile.append(title)
    after.discarded = True
    after.surplus = 0
    return after


FIELDS = {"stasis_beam": "isolation", "data_crystal": "positron", "gravity_manipulator": "repulsor"}


def _discards(table: CardTable) -> Iterator[Move]:
    for title, name in FIELDS.items():
        for territory in TERRITORIES:
            after = _discarding(table, title)
            if after and getattr(table, name) != territory:
                setattr(after, name, territory)
                if (name, territory) == ("isolation", "burroughs_desert"):
                    after.relic_sold = False
                yield f"red: discard {title} {territory}", after
    for name in FIELDS.values():
        after = _discarding(table, "booster_pod")
        if after and getattr(table, name):
            setattr(after, name, "")
            yield f"red: discard booster_pod {name}", after
    for title in set(table.pile) - set(table.cards) | set(table.pile) & {"temporal_warper"}:
        after = _discarding(table, "temporal_warper")
        if after:
            after.pile.remove(title)
            after.cards.append(title)
            yield f"red: discard temporal_warper {title}", after
    free = [at for at, there in table.planet.items() if there and at != table.repulsor]
    for title, least in (("orbital_teleporter", 1), ("polarity_device", 2)):
        after = _discarding(table, title)
        if after and len(free) >= least:
            after.picking = title
            yield f"red: discard {title}", after


def _picks(table: CardTable) -> Iterator[Move]:
    planet = {at: there for at, there in table.planet.items() if at != table.repulsor}
    if table.picked is None:
        for at, there in planet.items():
            for colour in set(there):
                after = deepcopy(table)
                after.picked = (colour, at)
                yield f"red: pick {colour} {at}", after
        return
    colour, origin = table.picked
    if table.picking == "orbital_teleporter":
        for at in TERRITORIES:
            if at not in (origin, table.repulsor):
                yield f"red: move {at}", _moved(table, colour, origin, at)
        return
    for at, there in planet.items():
        for other in set(there) if at != origin else ():
            after = _moved(table, colour, origin, at)
            yield f"red: swap {other} {at}", _moved(after, other, at, origin)


def _moved(table: CardTable, colour: str, origin: str, at: str) -> CardTable:
    after = deepcopy(table)
    after.planet[origin].remove(colour)
    after.planet.setdefault(at, []).append(colour)
    after.picking, after.picked = "", None
    there = after.planet.get("burroughs_desert", [])
    if there.count("red") <= there.count("blue"):
        after.relic_sold = False
    return after

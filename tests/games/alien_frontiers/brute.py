"""A second, naive player of red's turn, written from the digest alone for counting.

It shares no code with the game: ports are plain numbers, everything is copied, nothing is clever.
Options stand at their defaults; two players, red and blue; red is placing. Tech cards are played in
`brute_cards`; here the Alien Artifact is closed unless ships may dock there.
"""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import combinations

TERRITORIES = (
    "asimov_crater",
    "bradbury_plateau",
    "burroughs_desert",
    "heinlein_plains",
    "herbert_valley",
    "lem_badlands",
    "pohl_foothills",
    "van_vogt_mountains",
)


@dataclass
class Table:
    """Red's turn. Lists hold values of docked dice; a 2-player board with its covering dice."""

    hand: list[int]
    fuel: int = 0
    ore: int = 0
    blue_fuel: int = 0
    blue_ore: int = 0
    stock: int = 0
    colonies: int = 8
    solar: int = 1
    mine: list[int] = field(default_factory=lambda: [1, 1])
    market: int = 2
    shipyard: int = 4
    constructor: int = 3
    raiders: list[int] = field(default_factory=list)
    terraforming: int = 0
    row: int | None = None
    circle: int = 0
    row_ships: int = 0
    blue_row: int | None = None
    pairs: list[int] = field(default_factory=list)
    landing: str = ""
    raid: int = 0
    raided: int = 0
    returning: bool = False
    passed: bool = False
    over: bool = False
    planet: dict[str, list[str]] = field(default_factory=dict)
    mined: int = 0
    hubbed: int = 0
    extra: bool = False
    surplus: int = 0
    relic_sold: bool = False
    artifact: int | None = None
    total: int = 0
    cycles: int = 0
    isolation: str = ""
    repulsor: str = ""
    borrowed: str = ""

    def bonus(self, territory: str) -> bool:
        """Red has strictly more colonies there than blue, or borrows it; not under Isolation."""
        there = self.planet.get(territory, [])
        held = there.count("red") > there.count("blue") or self.borrowed == territory
        return held and self.isolation != territory


Move = tuple[str, Table]


def count(table: Table, depth: int) -> int:
    """Number of sequences of `depth` actions."""
    if depth == 0:
        return 1
    return sum(count(after, depth - 1) for _, after in moves(table))


def divide(table: Table, depth: int) -> dict[str, int]:
    return {text: count(after, depth - 1) for text, after in moves(table)}


def moves(table: Table) -> Iterator[Move]:
    """Every action of red, in notation, with the table after it."""
    if table.over or table.passed:
        return
    if table.landing:
        yield from _landings(table)
    elif table.raid:
        yield from _thefts(table)
    elif table.returning:
        yield from _returns(table)
    else:
        yield from _placements(table)


def _landings(table: Table) -> Iterator[Move]:
    for territory in TERRITORIES:
        if territory == table.repulsor:
            continue
        after = deepcopy(table)
        after.planet.setdefault(territory, []).append("red")
        if after.landing == "hub":
            after.circle = 0
            if after.surplus and after.colonies:
                after.circle, after.surplus = after.surplus, 0
                after.colonies -= 1
            elif not after.row_ships:
                after.row = None
        else:
            after.colonies -= 1
        after.landing = ""
        after.over = after.colonies == 0 and after.circle == 0
        yield f"red: land {territory}", after


def _thefts(table: Table) -> Iterator[Move]:
    for what, there in (("fuel", table.blue_fuel), ("ore", table.blue_ore)):
        if there:
            after = deepcopy(table)
            setattr(after, f"blue_{what}", there - 1)
            setattr(after, what, getattr(after, what) + 1)
            after.raid -= 1
            after.raided += 1
            yield f"red: steal blue {what}", after
    if not table.raided:
        after = deepcopy(table)
        after.raid = 0
        yield "red: stop_stealing", after


def _returns(table: Table) -> Iterator[Move]:
    for what in ("fuel", "ore"):
        if getattr(table, what):
            after = deepcopy(table)
            setattr(after, what, getattr(after, what) - 1)
            after.passed = after.fuel + after.ore <= 8
            yield f"red: return {what}", after


def _placements(table: Table) -> Iterator[Move]:
    sets = {tuple(sorted(some)) for n in (1, 2, 3) for some in combinations(table.hand, n)}
    for values in sets:
        yield from _singles(table, values) if len(values) == 1 else _sets(table, values)
    rates = {1} if table.pairs and table.bonus("heinlein_plains") else set(table.pairs)
    for rate in rates:
        if table.fuel >= rate:
            after = _fresh(table)
            after.fuel -= rate
            after.ore += 1
            yield f"red: trade {rate}", after
    if table.circle == 7 and table.fuel and table.ore:
        after = _paying(table, 1, 1)
        after.surplus = table.surplus
        after.landing = "hub"
        yield "red: launch", after
    if table.bonus("burroughs_desert") and not table.relic_sold and table.fuel and table.ore:
        after = _paying(table, 1, 1)
        after.relic_sold = True
        yield "red: buy_relic", after
    if not table.hand:
        after = _fresh(table)
        after.returning = after.fuel + after.ore > 8
        after.passed = not after.returning
        yield "red: end_turn", after


def _singles(table: Table, values: tuple[int, ...]) -> Iterator[Move]:
    (value,) = values
    free = list(_free(table, value))
    yield from free
    payable = table.fuel > 0 and table.ore > 0 and (table.colonies or table.circle)
    if value == 6 and table.terraforming == 0 and payable and 6 - table.stock - 1 >= 3:
        after = _placed(_paying(table, 1, 1), values)
        after.terraforming = 1
        after.landing = "supply" if table.colonies else "hub"
        yield f"red: dock terraforming_station {value}", after
    if not free:
        yield f"red: dock maintenance_bay {value}", _placed(table, values)


def _free(table: Table, value: int) -> Iterator[Move]:
    if table.solar < 8:
        after = _placed(table, (value,))
        after.solar += 1
        after.fuel += (value + 1) // 2 + table.bonus("lem_badlands")
        yield f"red: dock solar_converter {value}", after
    any_value = table.mined == 0 and table.bonus("van_vogt_mountains")
    if len(table.mine) < 5 and (any_value or value >= max(table.mine, default=0)):
        after = _placed(table, (value,))
        after.mine.append(value)
        after.mined += 1
        after.ore += 1
        yield f"red: dock lunar_mine {value}", after
    if table.artifact is not None and table.artifact < 4:
        after = _placed(table, (value,))
        after.artifact = table.artifact + 1
        after.total += value
        after.cycles = 1
        yield f"red: dock alien_artifact {value}", after
    for row in (1, 2, 3, 4):
        if row == table.blue_row or table.row not in (None, row) or table.row_ships == 3:
            continue
        if table.circle == 7 or (table.circle == 0 and table.colonies == 0):
            continue
        after = _placed(table, (value,))
        after.row = row
        after.row_ships += 1
        after.circle += 1
        after.colonies -= table.circle == 0
        after.hubbed += 1
        if after.hubbed >= 2 and not after.extra and table.bonus("asimov_crater"):
            after.extra = True
            after.surplus += after.circle == 7
            after.circle = min(7, after.circle + 1)
        yield f"red: dock hub.{row} {value}", after


def _sets(table: Table, values: tuple[int, ...]) -> Iterator[Move]:
    said = " ".join(map(str, values))
    if len(values) == 2 and values[0] == values[1]:
        if table.market <= 2:
            after = _placed(table, values)
            after.market += 2
            after.pairs.append(values[0])
            yield f"red: dock orbital_market {said}", after
        price = {3: 1, 4: 2, 5: 3}.get(6 - table.stock, 99)
        price -= table.bonus("herbert_valley")
        if table.stock and table.shipyard <= 4 and min(table.fuel, table.ore) >= price:
            after = _placed(_paying(table, price, price), values)
            after.shipyard += 2
            after.stock -= 1
            yield f"red: dock shipyard {said}", after
    ore = 2 if table.bonus("bradbury_plateau") else 3
    landable = table.ore >= ore and table.constructor <= 3 and (table.colonies or table.circle)
    if len(values) == 3 and values[0] == values[1] == values[2] and landable:
        after = _placed(_paying(table, 0, ore), values)
        after.constructor += 3
        after.landing = "supply" if table.colonies else "hub"
        yield f"red: dock colony_constructor {said}", after
    greater = not table.raiders or sum(values) > sum(table.raiders)
    if values == (values[0], values[0] + 1, values[0] + 2) and greater:
        after = _placed(table, values)
        after.raiders = list(values)
        after.raid = min(4, table.blue_fuel + table.blue_ore)
        after.raided = 0
        yield f"red: dock raiders_outpost {said}", after


def _fresh(table: Table) -> Table:
    """A copy in which an advance left over is lost: no launch followed at once."""
    after = deepcopy(table)
    after.surplus = 0
    return after


def _placed(table: Table, values: tuple[int, ...]) -> Table:
    after = _fresh(table)
    after.cycles = 0
    for value in values:
        after.hand.remove(value)
    return after


def _paying(table: Table, fuel: int, ore: int) -> Table:
    after = _fresh(table)
    after.fuel -= fuel
    after.ore -= ore
    return after

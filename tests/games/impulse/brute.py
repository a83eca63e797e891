"""A naive player of one Command on a map of useless cards, to count against.

It knows the map from its drawing alone: cards in rows of 3, 4, 5, 4, 3, each half a card aside.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

ROWS = (3, 4, 5, 4, 3)


def _centres() -> dict[int, tuple[float, int]]:
    found, number = {}, 0
    for row, length in enumerate(ROWS):
        for column in range(length):
            number += 1
            found[number] = (column - (length - 1) / 2, row)
    return found


CENTRES = _centres()


def touching(one: int, other: int) -> bool:
    (x, y), (u, v) = CENTRES[one], CENTRES[other]
    return (abs(x - u), abs(y - v)) in ((1.0, 0), (0.5, 1))


GATES = [(a, b) for a in CENTRES for b in CENTRES if a < b and touching(a, b)]
Gate = tuple[int, int]
Spot = int | Gate


@dataclass(frozen=True)
class Table:
    """Red is about to move; every map card is of no use to red, whose hand is empty.

    `ships` are red's by spot, `foes` blue's. `fleet` is the most ships together (0: any), `moves`
    the most moves, `kinds` what may move. Blue holds `hand` different cards, all known.
    """

    ships: dict[Spot, int]
    foes: dict[Spot, int] = field(default_factory=dict)
    fleet: int = 0
    moves: int = 1
    fleets: int = 1
    kinds: str = "both"
    hand: int = 2
    path: tuple[Spot, ...] = ()
    going: int = 0
    starts: tuple[Spot, ...] = ()
    ends: tuple[Spot, ...] = ()
    cards: frozenset[int] | None = None
    fighting: bool = False


def patrolled(table: Table, card: int) -> bool:
    return any(isinstance(spot, tuple) and card in spot for spot in table.foes)


def steps(table: Table, spot: Spot) -> Iterator[Spot]:
    if isinstance(spot, int):
        for card in CENTRES:
            if touching(spot, card) and not patrolled(table, card):
                yield card
        return
    for gate in GATES:
        common = set(gate) & set(spot)
        if gate != spot and len(common) == 1:
            (card,) = common
            if not patrolled(table, card) or gate in table.foes:
                yield gate


def around(spot: Spot) -> frozenset[int]:
    return frozenset({spot} if isinstance(spot, int) else spot)


def text(spot: Spot) -> str:
    return str(spot) if isinstance(spot, int) else f"{spot[0]}.{spot[1]}"


def follow(table: Table) -> dict[str, object]:
    """What can be done, and where it leads: a table, or how many choices follow at each depth."""
    if table.path:
        return on_the_way(table)
    found: dict[str, object] = {"red: done": over(table)}
    for spot, count in table.ships.items():
        kind = "transport" if isinstance(spot, int) else "cruiser"
        if table.kinds not in ("both", kind) or spot in table.starts + table.ends:
            continue
        for ships in range(1, min(count, table.fleet or count) + 1):
            for to in steps(table, spot):
                if table.cards is None or around(to) & table.cards:
                    path = replace(table, path=(spot, to), going=ships)
                    found[f"red: move {ships} {text(spot)} {text(to)}"] = gone_or(path)
    return found


def gone_or(table: Table) -> object:
    """The fleet goes at once when it must: no move is left, or a foe is there."""
    last = table.path[-1]
    if len(table.path) > table.moves or last in table.foes or not list(steps(table, last)):
        return arrived(table)
    return table


def on_the_way(table: Table) -> dict[str, object]:
    found: dict[str, object] = {"red: go": arrived(table)}
    for to in steps(table, table.path[-1]):
        found[f"red: on {text(to)}"] = gone_or(replace(table, path=(*table.path, to)))
    return found


def arrived(table: Table) -> object:
    start, end = table.path[0], table.path[-1]
    ships = dict(table.ships)
    ships[start] -= table.going
    if not ships[start]:
        del ships[start]
    if end not in table.foes:
        ships[end] = ships.get(end, 0) + table.going
    cards = around(end) if table.cards is None else around(end) & table.cards
    moved = replace(
        table,
        ships=ships,
        path=(),
        going=0,
        starts=(*table.starts, start),
        ends=(*table.ends, end),
        cards=cards,
        fighting=table.fighting or end in table.foes,
    )
    if len(moved.starts) < table.fleets and len(follow(moved)) > 1:
        return moved
    return over(moved)


def over(table: Table) -> object:
    """A battle, the Core, or red's turn ends and blue adds one of the cards in hand."""
    if table.fighting:
        return "battle"
    return "core" if 10 in table.ends else "blue"


def count(position: object, hand: int, depth: int) -> int:
    if depth == 0:
        return 1
    if position == "battle":
        return battle(hand, depth)
    if position == "blue":
        assert depth <= 2, "what a tech leads to is not known here"
        return hand if depth == 1 else hand * 3  # a card, then one of two techs or none
    if position == "core":
        return 5 if depth == 1 else 5 * count("blue", hand, depth - 1)  # a colour, or nothing
    assert isinstance(position, Table)
    return sum(count(after, hand, depth - 1) for after in follow(position).values())


def battle(hand: int, depth: int) -> int:
    """Blue lays down up to the whole hand; then red, whose hand is empty, none."""
    assert depth <= 2, "what is revealed is not known here"
    return hand + 1


def divide(table: Table, depth: int) -> dict[str, int]:
    return {action: count(after, table.hand, depth - 1) for action, after in follow(table).items()}

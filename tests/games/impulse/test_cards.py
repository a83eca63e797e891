"""All 108 cards by the digest's table of cards: each is performed, plain and with a boost.

Colour and size are those of its name: `trade_b1_red` is blue, of size 1.
"""

from collections.abc import Callable, Iterator

import pytest

from companion.games.impulse.data import CARDS
from companion.games.impulse.events import ActionEnded, CardFlipped, Event
from companion.games.impulse.game import GAME
from companion.games.impulse.state import State
from companion.rules.engine import Step, play
from tests.games.impulse import brute

COLOURS = {"b": "blue", "g": "green", "r": "red", "y": "yellow"}
TAKING = """
trade_b1_red 2 red count 1
trade_b1_green 2 green count 1
trade_b1_yellow 2 yellow count 1
trade_y1_blue 2 blue count 1
trade_b2_size 1 1 size 2
trade_b2_count 1 3 count 1
mine_g1_red 1 red count 1
mine_r1_blue 1 blue count 1
mine_r1_yellow 1 yellow count 1
mine_r1_green 1 green count 1
mine_r2_size 2 1 size 1
mine_r3_count 1 2 count 1
mine_r3_size 1 1 size 2
plan_g1_blue 1 blue count 2
plan_g1_yellow 1 yellow count 2
plan_g1_red 1 red count 2
plan_b1_green 1 green count 2
plan_g2_different 1 different count 2
plan_g2_count 1 1 count 2
research_r1_size 3 1 size 1
research_r3_size_run 1 1 size 1
research_r2_green 1 green count 1
research_r2_yellow 1 yellow count 1
research_r2_blue 1 blue count 1
research_g2_red 1 red count 1
execute_g3_hand 1 2 size 1
execute_b3_hand 1 2 size 1
execute_g2_hand 1 1 size 1
"""
"""Cards that take cards from the hand: name, copies, of which colour or up to which size, which of
the two is in the box, how many."""

TURNING = """
mine_r2_deck_flips 1 2 flips 1 mineral
mine_r2_deck_size 1 1 size 2 mineral
mine_r1_deck_size 2 1 size 1 mineral
plan_g2_deck_size 1 1 size 2 plan
research_b3_deck_size 1 1 size 2 tech
research_r3_deck_size 1 1 size 2 tech
execute_g1_deck 3 1 size 1 perform
trade_b3_deck_flips 1 1 flips 1 trade
draw_g2_small 2 1 flips 3 hand
draw_g1_red_yellow 1 red|yellow flips 1 hand
draw_b1_red_green 1 red|green flips 1 hand
draw_g1_blue_red 1 blue|red flips 1 hand
draw_g1_blue_yellow 1 blue|yellow flips 1 hand
draw_r1_green_yellow 1 green|yellow flips 1 hand
draw_y1_blue_green 1 blue|green flips 1 hand
"""
"""Cards that turn cards of the deck: the same, and where a card goes that fits."""

REFINING = """
refine_g3_any 1 any count 1 1
refine_b3_any 1 any points 1 2
refine_g1_yellow 1 yellow each 1 1
refine_b1_green 1 green each 1 1
refine_g1_blue 1 blue each 1 1
refine_g1_red 1 red each 1 1
"""
"""Name, copies, of which colour, what is in the box (cards, points, or points for each gem), how
many cards, points."""

BUILDING = """
build_b1_transport_home 2 transport home 1
build_b1_cruiser_home 3 cruiser home 1
build_b2_transport_outpost 1 transport outpost 1
build_b2_cruiser_outpost 1 cruiser outpost 1
build_b3_either_outpost 1 either outpost 2
build_b2_either_blue 1 either blue 1
build_b2_either_green 1 either green 1
build_b2_either_red 1 either red 1
build_b2_either_yellow 1 either yellow 1
"""
BOMBING = """
sabotage_r1_either 1 either 1
sabotage_r1_cruiser 1 cruiser 2
sabotage_r1_transport 1 transport 2
sabotage_r2_cruiser 1 cruiser 3
sabotage_r2_transport 1 transport 3
sabotage_r3_either 1 either 2
"""
COMMANDING = """
command_y1_cruiser_moves 5 cruiser 1 1 1 moves
command_y1_transport_moves 3 transport 1 1 1 moves
command_y1_transport_ships 3 transport 1 1 1 ships
command_y2_cruiser_moves 1 cruiser 2 1 1 moves
command_y2_cruiser_ships 1 cruiser 2 1 1 ships
command_y2_either_ships 4 either 1 1 1 ships
command_y2_transport_moves 1 transport 2 1 1 moves
command_y2_transport_ships 1 transport 1 2 1 ships
command_y3_either_moves 2 either 2 1 1 moves
command_y3_either_ships 2 either 1 2 1 ships
command_g2_fleets 2 either 9 1 1 fleets
command_y3_fleets 1 either 9 1 2 fleets
command_g3_fleets 1 either 9 1 2 fleets
"""
"""Name, copies, kind, ships of a fleet, moves, fleets, and which of these is in the box."""
OTHERS = "draw_g3_plain 1\nplan_g3_deck_same 1\nresearch_r1_plan_count 1"


def rows(table: str) -> list[list[str]]:
    return [line.split() for line in table.strip().splitlines()]


def ids(row: list[str]) -> str:
    return row[0]


def fits(name: str, filter_: str, more: int = 0) -> bool:
    """Whether a card is of a colour, or of a size up to a number and so many more."""
    sort = name.split("_")[1]
    if filter_.isdigit():
        return int(sort[1]) <= int(filter_) + more
    return filter_ in ("different", "any") or COLOURS[sort[0]] in filter_.split("|")


MINERALS = "draw_g2_small,mine_r2_size,trade_b1_green,command_y1_cruiser_moves"


def performing(
    card: str, bonus: int, rest: str = "@12=red2 @8=blue2", frame: str = "work"
) -> State:
    """With another card in the Impulse, so that the turn is not over then."""
    head = f"turn=red phase=impulse step=1 stack={frame}/player=red/card={card}/bonus={bonus}"
    red = f"red home=12 hand=5 minerals={MINERALS}"
    return GAME.read_state(f"{head} | {red} | blue hand=3 | impulse={card},trade_b1_red {rest}")


def legal(state: State, verb: str) -> list[str]:
    texts = map(GAME.write_action, GAME.legal_actions(state))
    return [text.partition(" ")[2] for text in texts if text.split()[1] == verb]


def done(state: State, *texts: str) -> tuple[State, list[Event]]:
    events: list[Event] = []
    for text in texts:
        step = play(GAME, state, GAME.read_action(f"red: {text}"))
        assert isinstance(step, Step), text
        state, events = step.state, [*events, *(fact.event for fact in step.facts)]
    return state, events


def ended(events: list[Event], card: str) -> bool:
    return any(isinstance(event, ActionEnded) and event.card == card for event in events)


def times(state: State, card: str, choose: Callable[[State], tuple[str, ...]]) -> int:
    """How often something can be done before the card is done with."""
    for count in range(1, 30):
        state, events = done(state, *choose(state))
        if ended(events, card):
            return count
    raise AssertionError("without end")


def test_every_card_stands_in_one_table_with_its_copies() -> None:
    tables = (TAKING, TURNING, REFINING, BUILDING, BOMBING, COMMANDING, OTHERS)
    told = [(row[0], int(row[1])) for table in tables for row in rows(table)]
    assert sorted(told) == sorted((name, card.copies) for name, card in CARDS.items())
    assert sum(copies for _, copies in told) == 108


@pytest.mark.parametrize("bonus", [0, 1])
@pytest.mark.parametrize("row", rows(TAKING), ids=ids)
def test_what_is_taken_from_the_hand(row: list[str], bonus: int) -> None:
    card, _, filter_, box, count = row
    verb, state = card.split("_")[0], performing(card, bonus)
    taken = {text.split()[1] for text in legal(state, verb)}
    lying = {card, "trade_b1_red", *MINERALS.split(",")}
    more = bonus if box == "size" else 0
    assert taken - lying == {n for n in CARDS if fits(n, filter_, more)} - lying
    if verb == "execute" or card.endswith("_run"):
        return  # one, which is then performed
    used: list[str] = []

    def another(now: State) -> tuple[str, ...]:
        sorts = {name.split("_")[1][0] for name in used}
        fresh = (text for text in legal(now, verb) if text.split()[1].split("_")[1][0] not in sorts
                 or filter_ != "different")  # fmt: skip
        text = next(fresh)
        used.append(text.split()[1])
        return (text,)

    assert times(state, card, another) == int(count) + (bonus if box == "count" else 0)


@pytest.mark.parametrize("bonus", [0, 1])
@pytest.mark.parametrize("row", rows(TURNING), ids=ids)
def test_what_is_turned_from_the_deck(row: list[str], bonus: int) -> None:
    card, _, filter_, box, count, kept = row
    state, first = performing(card, bonus), card.startswith("draw") and "|" in filter_
    if first:
        state, _ = done(state, "draw")
    turning, _ = done(state, "flip")
    more = bonus if box == "size" else 0
    dealt = [text.split()[1] for text in legal(turning, "deal")]
    assert {"build_b1_cruiser_home", "command_y3_fleets", "draw_g3_plain"} <= set(dealt)
    for name in dealt:
        _, events = done(turning, f"deal {name}")
        (turned,) = [event for event in events if isinstance(event, CardFlipped)]
        assert turned.to == (kept if fits(name, filter_, more) else "discard"), name
    misses = iter([name for name in dealt if not fits(name, filter_, more)] * 9)

    def miss(_: State) -> tuple[str, ...]:
        return "flip", f"deal {next(misses)}"

    assert times(state, card, miss) == int(count) + (bonus if box == "flips" else 0)


@pytest.mark.parametrize("bonus", [0, 1])
@pytest.mark.parametrize("row", rows(REFINING), ids=ids)
def test_what_is_refined(row: list[str], bonus: int) -> None:
    card, _, filter_, box, count, points = row
    state = performing(card, bonus)
    taken = {text.split()[1] for text in legal(state, "refine")}
    assert taken == {name for name in MINERALS.split(",") if fits(name, filter_)}
    name = max(taken, key=lambda each: each.split("_")[1][1])
    gems = 1 if box == "points" else int(name.split("_")[1][1])
    after, _ = done(state, f"refine {name}")
    more = bonus if box in ("points", "each") else 0
    assert GAME.scores(after)[0].total == gems * (int(points) + more)
    if filter_ == "any":
        found = times(state, card, lambda now: (legal(now, "refine")[0],))
        assert found == int(count) + (bonus if box == "count" else 0)


OUTPOSTS = {7: "mine_r1_blue", 11: "build_b1_cruiser_home", 15: "command_y3_fleets",
            16: "draw_g3_plain"}  # fmt: skip
HELD = " ".join(f"{cell}={card} @{cell}=red1" for cell, card in OUTPOSTS.items())


def built(kind: str, cells: set[int]) -> set[str]:
    transports = {f"build {cell}" for cell in cells if kind != "cruiser"}
    cruisers = {
        f"build {cell} {'.'.join(map(str, sorted(gate)))}"
        for cell in cells
        for gate in brute.GATES
        if cell in gate and kind != "transport"
    }
    return transports | cruisers


@pytest.mark.parametrize("bonus", [0, 1])
@pytest.mark.parametrize("row", rows(BUILDING), ids=ids)
def test_what_is_built(row: list[str], bonus: int) -> None:
    card, _, kind, place, count = row
    state = performing(card, bonus, f"@8=blue2 12=trade_b1_green {HELD}")
    coloured = {cell for cell, name in OUTPOSTS.items() if fits(name, place)}
    cells = {"home": {12}, "outpost": set(OUTPOSTS)}.get(place, {12} | coloured)
    assert set(legal(state, "build")) == built(kind, cells)
    places = len(cells) if place in COLOURS.values() else 1
    found = times(state, card, lambda now: (legal(now, "build")[0],))
    assert found == (int(count) + bonus) * places


@pytest.mark.parametrize("bonus", [0, 1])
@pytest.mark.parametrize("row", rows(BOMBING), ids=ids)
def test_what_is_bombed(row: list[str], bonus: int) -> None:
    card, _, kind, bombs = row
    state = performing(card, bonus, "@11=red1,blue2 @6.11=blue2 @8=blue1")
    targets = {"transport": ["11"], "cruiser": ["6.11"], "either": ["11", "6.11"]}[kind]
    assert sorted(legal(state, "bomb")) == sorted(f"bomb blue {place}" for place in targets)
    aimed, _ = done(state, f"bomb blue {targets[0]}")
    found = times(aimed, card, lambda _: ("flip", "deal command_y1_cruiser_moves"))
    assert found == int(bombs) + bonus


def lengths(state: State) -> Iterator[int]:
    """How far a fleet may go whose way is being declared."""
    further = legal(state, "on")
    if not further:
        yield 1
    for text in further[:1]:
        yield 1 + max(lengths(done(state, text)[0]))


@pytest.mark.parametrize("bonus", [0, 1])
@pytest.mark.parametrize("row", rows(COMMANDING), ids=ids)
def test_what_moves(row: list[str], bonus: int) -> None:
    card, _, kind, ships, moves, fleets, box = row
    most = {"ships": int(ships), "moves": int(moves), "fleets": int(fleets)}
    most[box] += bonus
    cards = " ".join(f"{cell}=trade_y1_blue" for cell in (7, 16))
    map_ = f"11=plan_g1_red 12=mine_g1_red 6=plan_g1_blue {cards}"
    state = performing(card, bonus, f"@12=red4 @11.12=red5 @8=blue2 {map_}", "command")
    moved = [text.split() for text in legal(state, "move")]
    found = {
        sort: max((int(n) for _, n, start, _ in moved if ("." in start) == (sort == "cruiser")),
                  default=0)
        for sort in ("transport", "cruiser")
    }  # fmt: skip
    there = {"transport": 4, "cruiser": 5}
    assert found == {
        sort: min(most["ships"], there[sort]) if kind in (sort, "either") else 0 for sort in there
    }
    start = "1 11.12 11.15" if kind == "cruiser" else "1 12 11"
    begun, _ = done(state, f"move {start}")
    if most["moves"] == 1:
        assert not legal(begun, "on")
    else:
        assert max(lengths(begun)) == most["moves"]
    if most["moves"] == 1:
        assert bool(legal(begun, "move")) == (most["fleets"] > 1)


def test_a_plain_draw_and_techs_from_the_plan() -> None:
    for bonus in (0, 1):
        state = performing("draw_g3_plain", bonus)
        assert times(state, "draw_g3_plain", lambda _: ("draw",)) == 2 + bonus
        plan = "trade_y1_blue,mine_g1_red,command_y3_fleets"
        head = f"stack=work/player=red/card=research_r1_plan_count/bonus={bonus}"
        state = GAME.read_state(
            f"turn=red phase=impulse step=1 {head} | red hand=3 plan={plan} | blue hand=3 |"
            " impulse=research_r1_plan_count @12=red2 @8=blue2"
        )
        assert {text.split()[1] for text in legal(state, "research")} == set(plan.split(","))
        choose: Callable[[State], tuple[str, ...]] = lambda now: (legal(now, "research")[0],)  # noqa: E731
        assert times(state, "research_r1_plan_count", choose) == 1 + bonus

"""The tables of values: what the digest counts, and the map from its drawing."""

from collections import Counter

import pytest

from companion.games.impulse.data import (
    CARDS,
    CELLS,
    CORE,
    DATA,
    DOES,
    GATES,
    RACES,
    gates_of,
    next_to,
    read_cards,
    read_data,
    shared,
    towards_core,
)
from companion.games.impulse.game import GAME
from companion.games.impulse.state import enemies
from companion.rules.errors import LedgerError, SetupError
from companion.rules.game import Setup
from companion.rules.registry import make_setup
from tests.games.impulse import brute


def counted(name: str) -> Counter[object]:
    found: Counter[object] = Counter()
    for card in CARDS.values():
        found[getattr(card, name)] += card.copies
    return found


def test_the_cards_are_as_many_as_the_digest_counts() -> None:
    assert counted("size") == {1: 54, 2: 34, 3: 20}
    assert counted("colour") == dict.fromkeys(("red", "blue", "green", "yellow"), 27)
    assert counted("action") == {
        "command": 27,
        "build": 12,
        "mine": 12,
        "research": 11,
        "trade": 11,
        "draw": 9,
        "plan": 8,
        "execute": 6,
        "refine": 6,
        "sabotage": 6,
    }
    sizes = Counter[tuple[str, int]]()
    for card in CARDS.values():
        sizes[card.colour, card.size] += card.copies
    assert sizes == {
        **{("green", size): n for size, n in ((1, 13), (2, 9), (3, 5))},
        **{("red", size): n for size, n in ((1, 13), (2, 9), (3, 5))},
        **{("blue", size): n for size, n in ((1, 14), (2, 8), (3, 5))},
        **{("yellow", size): n for size, n in ((1, 14), (2, 8), (3, 5))},
    }


def test_every_card_has_one_boxed_number_and_a_basic_tech_none() -> None:
    for name, card in DOES.items():
        assert (card.box != "") == (name in CARDS), name
        if card.box:
            assert card.number(card.box, 2) == getattr(card, card.box) + 2
            assert getattr(card, card.box) >= 1
        others = {"count", "flips", "limit", "fleets", "moves", "bombs", "points"} - {card.box}
        assert all(card.number(other, 2) == getattr(card, other) for other in others)


def test_the_map_is_the_one_drawn() -> None:
    gates = {tuple(map(int, gate.split("."))) for gate in GATES}
    assert gates == set(brute.GATES)
    assert len(GATES) == 42
    for cell in CELLS:
        beside = {str(other) for other in brute.CENTRES if brute.touching(int(cell), other)}
        assert set(next_to(cell)) == beside
        assert len(gates_of(cell)) == len(beside)
    assert CORE == "10"
    assert shared("1.2", "2.3") == "2"
    assert shared("1.2", "1.2") is None
    assert shared("1.2", "15.16") is None


@pytest.mark.parametrize(
    ("players", "homes"),
    [
        (2, "12 8"),
        (3, "3 19 8"),
        (4, "1 3 19 17"),
        (5, "1 3 19 17 8"),
        (6, "1 3 12 19 17 8"),
    ],
)
def test_homes_and_the_first_position(players: int, homes: str) -> None:
    state = GAME.setup(make_setup(GAME.info, count=players))
    assert [player.home for player in state.players.values()] == homes.split()
    assert {player.hand for player in state.players.values()} == {6}
    assert state.deck == 108 - 18 - 5 * players
    assert sum(card == "?" for card in state.map.values()) == 18 - players
    for home in homes.split():
        (towards,) = {*towards_core(home).split(".")} - {home}
        x, y = brute.CENTRES[int(towards)]
        assert abs(x) + abs(y - 2) < sum(
            (abs(brute.CENTRES[int(home)][0]), abs(brute.CENTRES[int(home)][1] - 2))
        )


def test_races_have_their_techs() -> None:
    assert (
        *("piscesish", "ariek", "herculese", "draconians", "triangulumnists", "caelumnites"),
    ) == RACES
    assert DATA.ships_per_colour == 12
    assert DATA.goal == 20


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="108"):
        read_cards('[one]\naction = "trade"\ncolour = "red"\nsize = 1\n')
    with pytest.raises(LedgerError, match="colors"):
        read_data('colors = "red"\n')
    with pytest.raises(SetupError, match="2 to 6"):
        GAME.setup(Setup((), {}, {}))
    with pytest.raises(SetupError, match="tempo"):
        GAME.setup(Setup(make_setup(GAME.info, count=2).players, {}, {"tempo": "fast"}))


@pytest.mark.parametrize(
    ("players", "teams", "rows"),
    [(4, "pairs", 2), (6, "pairs", 3), (6, "trios", 2), (4, "trios", 1), (3, "pairs", 1),
     (5, "trios", 1), (6, "none", 1)],
)  # fmt: skip
def test_without_teams_of_that_size_everybody_is_an_enemy(
    players: int, teams: str, rows: int
) -> None:
    state = GAME.setup(make_setup(GAME.info, count=players, options={"teams": teams}))
    size = {"pairs": 2, "trios": 3}.get(teams, 1) if rows > 1 else 1
    for one in state.seats:
        assert sum(enemies(state, one, other) for other in state.seats) == players - size


@pytest.mark.parametrize(
    ("players", "teams", "rows"),
    [(4, "pairs", 2), (6, "pairs", 3), (6, "trios", 2), (4, "trios", 1), (3, "pairs", 1),
     (5, "trios", 1), (6, "none", 1)],
)  # fmt: skip
def test_teams_have_an_impulse_each(players: int, teams: str, rows: int) -> None:
    state = GAME.setup(make_setup(GAME.info, count=players, options={"teams": teams}))
    assert len(state.impulses) == rows

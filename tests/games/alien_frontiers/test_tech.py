"""Tech cards, bonuses and the Relic Ship: what is legal, and what it leads to."""

import pytest

from companion.games.alien_frontiers.state import State
from tests.games.alien_frontiers.bonus_table import BONUSES
from tests.games.alien_frontiers.positions import codes
from tests.games.alien_frontiers.tech_table import TECH

ROWS = [*TECH, *BONUSES]


@pytest.mark.parametrize(
    ("state", "action", "broken"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS]
)
def test_rules(state: State, action: str, broken: tuple[str, ...]) -> None:
    assert codes(state, action) == broken

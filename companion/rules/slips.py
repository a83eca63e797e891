"""Kinds of illegal placements, as a game's rules digest tells them: a table beside the rules.

Written from the digest and not with `judge`, so that the two can be held against one another.
"""

import importlib
import importlib.util
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.core.ids import AreaId, PlayerId
from companion.core.pieces import Piece
from companion.rules.registry import GAMES_PACKAGE

MODULE = "slips"


@dataclass(frozen=True, slots=True)
class Slip:
    """Pieces somebody puts into an area against the rules, from the hand or from another area.

    Both are areas of the layout; what lies beside the board comes from the hand.
    `codes` are the rules that it breaks, all of them.
    """

    player: PlayerId
    area: AreaId
    pieces: tuple[Piece, ...]
    codes: tuple[str, ...]
    source: AreaId | None = None


@dataclass(frozen=True, slots=True)
class SlipKind:
    """A way to go wrong: the rule it breaks, its source in words, and one of it in a position."""

    code: str
    source: str
    find: Callable[[Any, random.Random], Slip | None]


def slip_kinds(game_id: str) -> tuple[SlipKind, ...]:
    """The table of a game: `KINDS` in its `slips.py`, empty without one."""
    name = f"{GAMES_PACKAGE}.{game_id}.{MODULE}"
    if importlib.util.find_spec(name) is None:
        return ()
    kinds: tuple[SlipKind, ...] = importlib.import_module(name).KINDS
    return kinds

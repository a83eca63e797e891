"""Names of things, as types, so that a slot is never handed where a player is meant."""

from typing import NewType

GameId = NewType("GameId", str)
"""Folder name of a game, for example `dice`."""

PlayerId = NewType("PlayerId", str)
"""A seat, named by its colour: `red`. The person's name is only for reading."""

SlotId = NewType("SlotId", str)
"""A place for one piece, or a region for several: `lunar_mine.3`."""

AreaId = NewType("AreaId", str)
"""Slots among which a piece may lie anywhere without changing the game: `lunar_mine`."""

PieceKind = NewType("PieceKind", str)
"""What a piece is: `die`, `colony`, `cube`."""

"""Colours of a mat. Nothing is told by colour alone: owners have letters, sets have bars."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """One way to print. Colours are `#rrggbb`; `None` leaves the paper bare."""

    name: str
    sky: tuple[str, str] | None
    """Background, from the far corner to the planet."""
    clouds: tuple[str, ...]
    star: str
    globe: tuple[str, str] | None
    """The planet, from its dark rim to its lit side."""
    relief: str
    """Lines of the planet and of the ground."""
    orbit: str
    panel: str
    panel_alpha: float
    land_alpha: float
    """Opacity of the ground's panels: the planet shows through."""
    edge: str
    title: str
    note: str
    number: str
    slot: str
    slot_line: str
    tie: str
    """What joins slots that are filled together."""
    tie_alpha: float
    """Opacity of the tray under them: a bright slot on a grey tray passes for a white die."""
    tray: str
    owners: Mapping[str, str]
    """Zones of players by colour: told apart by colour-blind people, and in grey by letters."""


_OWNERS = {
    "red": "#e8694a", "orange": "#e69f00", "yellow": "#f0e05a", "green": "#2fb58a",
    "blue": "#58a6ea", "purple": "#b58be0", "pink": "#ec9fc4", "brown": "#b08562",
    "black": "#8a93a6", "white": "#f4f6fa", "grey": "#aab2c0",
}  # fmt: skip
_OWNERS_ON_WHITE = {
    "red": "#8c2a10", "orange": "#b06f00", "yellow": "#a08c00", "green": "#007a57",
    "blue": "#0b63a8", "purple": "#6d3fa8", "pink": "#b04a80", "brown": "#6f4a2a",
    "black": "#1b1f28", "white": "#5a6270", "grey": "#5a6270",
}  # fmt: skip

FULL = Style(
    name="full",
    sky=("#070b1c", "#16224a"),
    clouds=("#3a2f7a", "#1d5a72", "#5a2f66"),
    star="#e8eefc",
    globe=("#171a33", "#8a7b96"),
    relief="#d8cfe6",
    orbit="#8fa8dc",
    panel="#0d1530",
    panel_alpha=0.80,
    land_alpha=0.30,
    edge="#7f96c8",
    title="#f6f8ff",
    note="#c6d2ec",
    number="#8b9bc2",
    slot="#0a1024",
    slot_line="#c3d0ec",
    tie="#8fb0f0",
    tie_alpha=0.12,
    tray="#131c38",
    owners=_OWNERS,
)
SAVING = Style(
    name="saving",
    sky=None,
    clouds=(),
    star="#9aa3b4",
    globe=None,
    relief="#8f98aa",
    orbit="#b4bccb",
    panel="#ffffff",
    panel_alpha=1.0,
    land_alpha=0.0,
    edge="#5a6478",
    title="#10141f",
    note="#636d80",
    number="#a3abba",
    slot="#ffffff",
    slot_line="#7f8a9e",
    tie="#8d97a9",
    tie_alpha=0.0,
    tray="#ffffff",
    owners=_OWNERS_ON_WHITE,
)
STYLES = {style.name: style for style in (FULL, SAVING)}

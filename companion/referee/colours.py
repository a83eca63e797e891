"""Colours as a camera names them, brought to the colours that this game has."""

from collections.abc import Collection

NEAREST: dict[str, tuple[str, ...]] = {
    "red": ("orange", "pink", "brown"),
    "orange": ("yellow", "red", "brown"),
    "yellow": ("orange", "white"),
    "green": ("blue", "yellow"),
    "blue": ("purple", "green", "black"),
    "purple": ("blue", "pink", "red"),
    "pink": ("red", "purple", "white"),
    "brown": ("red", "orange", "black"),
    "black": ("grey", "blue", "brown"),
    "white": ("grey", "clear", "yellow"),
    "grey": ("white", "black", "clear"),
    "clear": ("white", "grey"),
}
"""For each colour name, those it is most often taken for under a bad lamp, nearest first."""

CLEAR = "clear"
PALE = frozenset({"grey", "white", CLEAR})
"""Colours of dice that no lamp and no camera tells apart for sure."""


def nearest_colour(seen: str | None, known: Collection[str]) -> str | None:
    """The colour of the game that a seen colour stands for; `None` when nothing is near.

    >>> nearest_colour("orange", ("red", "green", "blue", "yellow"))
    'yellow'
    """
    return next(iter(near_colours(seen, known)), None)


def near_colours(seen: str | None, known: Collection[str]) -> tuple[str, ...]:
    """Colours of the game that a seen colour may stand for, nearest first; itself if it is one.

    >>> near_colours("orange", ("red", "green", "blue", "yellow"))
    ('yellow', 'red')
    """
    if seen is None or seen in known:
        return () if seen is None else (seen,)
    return tuple(colour for colour in NEAREST.get(seen, ()) if colour in known)

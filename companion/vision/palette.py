"""The players' own colours, learnt for a table by showing each player's dice once."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.phrases import in_a_row, phrase
from companion.vision.boxes import square_crop
from companion.vision.colour import body_colour, body_colours, body_light, body_lights
from companion.vision.dice import DieReading
from companion.vision.errors import PaletteError
from companion.vision.light import DAYLIGHT, Floats, Light, as_srgb, estimate_light

Lab = tuple[float, float, float]
_CUT_OVER_DIE = 1.4


class FindsDice(Protocol):
    """What finds the dice in a picture."""

    def read(self, pixels: Pixels) -> tuple[DieReading, ...]:
        """All dice."""
        ...


LIGHTNESS_WEIGHT = 0.35
"""Of a step in lightness beside one in hue: shade and exposure change it first."""
TOO_ALIKE = 14.0
"""Colours nearer than this (weighted Lab) are taken for one another in another corner of a room."""
GREY = 9.0
"""Colour (a and b of Lab) of a die that has none: grey and clear ones have 2 to 6 under the lamps
of the simulated table, the darkest coloured ones 15."""
COLOURED = 20.0
"""Where every learnt colour has more than that, nobody's dice are grey."""
PALE_LIGHTNESS = 65.0
"""Lighter than this a die without colour is white."""
TOO_FAR = 45.0
"""Further from every learnt colour it is nobody's: a piece of something else."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colour of each player's dice as Lab of daylight: lightness 0-100, a, b."""

    colours: Mapping[str, Lab]

    def nearest(self, crop: Pixels, crop_over_die: float, light: Light = DAYLIGHT) -> str | None:
        """Whose die it is, from a square crop `crop_over_die` times as wide as the die.

        `None` for a colour that is near to nobody's, `white` or `grey` for one without colour.
        """
        colour = body_light(crop, crop_over_die, light)
        return None if colour is None else self.nearest_to(colour)

    def nearest_to(self, colour: Floats) -> str | None:
        """The same from the die's colour as linear light `(3,)` BGR in daylight."""
        if not self.colours:
            return None
        seen = _lab(colour)
        if np.hypot(*seen[1:]) < GREY and self._all_coloured:
            return "white" if seen[0] > PALE_LIGHTNESS else "grey"
        name = min(self.colours, key=lambda player: distance(self.colours[player], seen))
        return name if distance(self.colours[name], seen) <= TOO_FAR else None

    @property
    def _all_coloured(self) -> bool:
        return all(np.hypot(a, b) > COLOURED for _, a, b in self.colours.values())

    def alike(self) -> tuple[tuple[str, str], ...]:
        """Pairs of players whose dice this light makes too alike to be told apart."""
        return tuple(
            (one, other)
            for one, other in combinations(self.colours, 2)
            if distance(self.colours[one], self.colours[other]) < TOO_ALIKE
        )

    @property
    def trouble(self) -> str:
        """Which colours are too alike, in words; empty when all can be told apart."""
        return in_a_row(
            [
                phrase(
                    "{one} and {other} look alike in this light: the camera may take one for the"
                    " other.",
                    one=phrase(one),
                    other=phrase(other),
                )
                for one, other in self.alike()
            ]
        )

    def as_values(self) -> dict[str, list[float]]:
        """For a profile or a saved game."""
        return {player: [round(v, 2) for v in lab] for player, lab in self.colours.items()}

    @classmethod
    def from_values(cls, values: Mapping[str, Sequence[float]]) -> "Palette":
        """The other way round. Raises `PaletteError` for what is no colour."""
        for player, lab in values.items():
            if len(lab) != 3:
                raise PaletteError(f"the colour of {player} has {len(lab)} numbers, not 3")
        return cls({p: (float(v[0]), float(v[1]), float(v[2])) for p, v in values.items()})


@dataclass(frozen=True, slots=True)
class ColourSense:
    """Names the colours of one picture: in its light, by the table's palette if it has one."""

    light: Light = DAYLIGHT
    palette: Palette | None = None

    def name(self, crop: Pixels, crop_over_die: float) -> str | None:
        """The player whose colour it is, or the plain name of the colour."""
        if self.palette is not None:
            return self.palette.nearest(crop, crop_over_die, self.light)
        return body_colour(crop, crop_over_die, self.light)

    def names(self, crops: Pixels, crop_over_die: float) -> tuple[str | None, ...]:
        """The same of crops `(N, H, W, 3)`, all at once."""
        if self.palette is None:
            return body_colours(crops, crop_over_die, self.light)
        colours = body_lights(crops, crop_over_die, self.light)
        if colours is None:
            return (None,) * len(crops)
        return tuple(self.palette.nearest_to(colour) for colour in colours)


def learn_colours(
    crops: Mapping[str, Sequence[Pixels]], crop_over_die: float, light: Light = DAYLIGHT
) -> Palette:
    """The players' colours from crops of their dice, taken in this light.

    Raises `PaletteError` for a player of whose dice nothing can be seen.
    """
    return Palette(
        {player: _middle(player, shown, crop_over_die, light) for player, shown in crops.items()}
    )


def learn_from_pictures(pictures: Mapping[str, Pixels], reader: FindsDice) -> Palette:
    """The players' colours from a picture of each one's dice, with nothing else in it.

    Raises `PaletteError` where no die is found.
    """
    learnt: dict[str, Lab] = {}
    for player, pixels in pictures.items():
        crops = [
            square_crop(pixels, d.x + d.w / 2, d.y + d.h / 2, _CUT_OVER_DIE * max(d.w, d.h))
            for d in reader.read(pixels)
        ]
        light = estimate_light(pixels)
        learnt |= learn_colours({player: crops}, _CUT_OVER_DIE, light).colours
    return Palette(learnt)


def save_palette(palette: Palette, path: Path) -> None:
    """Write it as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(palette.as_values(), indent=1), encoding="utf-8")


def load_palette(path: Path) -> Palette:
    """Read what `save_palette` wrote. Raises `PaletteError`."""
    try:
        return Palette.from_values(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, AttributeError) as error:
        words = phrase(
            "{file}: the players' colours cannot be read; show the dice again", file=path
        )
        raise PaletteError(words) from error


def distance(a: Lab, b: Lab) -> float:
    """How different two colours are; 2 is just noticeable."""
    return float(np.hypot(LIGHTNESS_WEIGHT * (a[0] - b[0]), np.hypot(a[1] - b[1], a[2] - b[2])))


def _middle(player: str, crops: Sequence[Pixels], crop_over_die: float, light: Light) -> Lab:
    seen = [lab for crop in crops if (lab := _lab_of(crop, crop_over_die, light)) is not None]
    if not seen:
        raise PaletteError(f"no die of {player} was seen")
    lightness, a, b = np.median(np.array(seen), axis=0)
    return float(lightness), float(a), float(b)


def _lab_of(crop: Pixels, crop_over_die: float, light: Light) -> Lab | None:
    colour = body_light(crop, crop_over_die, light)
    return None if colour is None else _lab(colour)


def _lab(colour: Floats) -> Lab:
    levels: npt.NDArray[np.float32] = (as_srgb(colour).reshape(1, 1, 3) / 255).astype(np.float32)
    lightness, a, b = cv2.cvtColor(levels, cv2.COLOR_BGR2LAB)[0, 0]
    return float(lightness), float(a), float(b)

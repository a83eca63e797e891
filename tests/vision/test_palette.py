"""The players' own colours: learnt once, told apart in any light."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.camera.frame import Pixels
from companion.cli import main
from companion.vision.colour import body_colour
from companion.vision.errors import PaletteError
from companion.vision.light import estimate_light
from companion.vision.palette import ColourSense, Palette, learn_colours, load_palette
from tests.vision.drawn_dice import BODIES, draw_die
from tests.vision.lamps import lit, room
from tests.vision.test_dice_drawn import reader

OVER = 1.4
KELVINS = (2700, 3200, 4000, 5000, 6500)
PLAYERS = {
    "red": (45, 40, 200), "orange": (40, 130, 235), "yellow": (50, 205, 240),
    "green": (60, 150, 50), "blue": (190, 95, 35),
}  # fmt: skip


def seen(body: tuple[int, int, int], kelvin: int, value: int = 4) -> tuple[Pixels, Pixels]:
    """A table with one die by this lamp, and the die cut out of it."""
    picture = room()
    BODIES["tried"] = body
    draw_die(picture, (200, 120), 60, value=value, colour="tried", turn_deg=20)
    del BODIES["tried"]
    picture = lit(cv2.GaussianBlur(picture, (0, 0), 0.8).astype(np.uint8), kelvin)
    half = round(60 * OVER / 2)
    return picture, picture[120 - half : 120 + half, 200 - half : 200 + half]


@pytest.mark.report("A10")
@pytest.mark.parametrize("kelvin", KELVINS)
@pytest.mark.parametrize("name", PLAYERS)
def test_a_colour_keeps_its_name_under_every_lamp(name: str, kelvin: int) -> None:
    picture, crop = seen(PLAYERS[name], kelvin)
    assert body_colour(crop, OVER, estimate_light(picture)) == name


@pytest.mark.report("A10")
@pytest.mark.parametrize("kelvin", KELVINS)
def test_a_white_die_is_white_under_every_lamp(kelvin: int) -> None:
    picture, crop = seen((225, 230, 232), kelvin)
    assert body_colour(crop, OVER, estimate_light(picture)) == "white"
    if kelvin == 2700:
        assert body_colour(crop, OVER) != "white", "the lamp is strong enough to be a test"


@pytest.mark.report("A10")
@pytest.mark.parametrize("learnt_at", [2700, 4000, 6500])
@pytest.mark.parametrize("kelvin", [2700, 4000, 6500])
def test_learnt_colours_hold_when_the_light_changes(learnt_at: int, kelvin: int) -> None:
    palette = Palette({
        name: learn_colours({name: [crop]}, OVER, estimate_light(picture)).colours[name]
        for name, (picture, crop) in ((n, seen(b, learnt_at)) for n, b in PLAYERS.items())
    })  # fmt: skip
    assert palette.alike() == ()
    for name, body in PLAYERS.items():
        for value in (1, 6):
            picture, crop = seen(body, kelvin, value)
            assert palette.nearest(crop, OVER, estimate_light(picture)) == name


def test_two_colours_that_are_alike_are_reported_at_set_up() -> None:
    bodies = {"Ann": (40, 40, 200), "Bo": (46, 52, 206), "Cy": (190, 95, 35)}
    palette = learn_colours({name: [seen(body, 6500)[1]] for name, body in bodies.items()}, OVER)
    assert palette.alike() == (("Ann", "Bo"),)
    assert palette.trouble.startswith("Ann and Bo look alike in this light")
    assert Palette({"Ann": palette.colours["Ann"], "Cy": palette.colours["Cy"]}).trouble == ""


def test_a_colour_that_is_nobodys_has_no_name() -> None:
    palette = learn_colours({"red": [seen(PLAYERS["red"], 6500)[1]]}, OVER)
    assert palette.nearest(seen(PLAYERS["green"], 6500)[1], OVER) is None
    assert palette.nearest(np.zeros((2, 2, 3), np.uint8), OVER) is None
    assert Palette({}).nearest(seen(PLAYERS["green"], 6500)[1], OVER) is None


@pytest.mark.parametrize("level", [180, 150, 90])
@pytest.mark.parametrize("kelvin", KELVINS)
def test_a_die_without_colour_is_nobodys_who_has_one(level: int, kelvin: int) -> None:
    """Marbled and dark dice are not far from grey."""
    dull = Palette({"green": (36.0, -30.0, 18.0), "blue": (25.0, 4.0, -26.0)})
    picture, crop = seen((level, level, level), kelvin)
    assert dull.nearest(crop, OVER, estimate_light(picture)) not in dull.colours


def test_where_somebody_plays_with_white_dice_white_is_theirs() -> None:
    palette = Palette({"ann": _learnt((232, 232, 232)), "bo": _learnt(PLAYERS["red"])})
    picture, crop = seen((220, 220, 220), 4000)
    assert palette.nearest(crop, OVER, estimate_light(picture)) == "ann"


def _learnt(body: tuple[int, int, int]) -> tuple[float, float, float]:
    """A colour as it is by daylight."""
    lightness, a, b = cv2.cvtColor(np.full((1, 1, 3), body, np.uint8), cv2.COLOR_BGR2LAB)[0, 0]
    return float(lightness) / 2.55, float(a) - 128, float(b) - 128


def test_a_palette_is_stored_and_read_again() -> None:
    crops = {"red": [seen(PLAYERS["red"], 6500)[1]] * 3}
    palette = learn_colours(crops, OVER)
    again = Palette.from_values(palette.as_values())
    assert again.colours["red"] == pytest.approx(palette.colours["red"], abs=0.01)
    with pytest.raises(ValueError, match="2 numbers"):
        Palette.from_values({"red": [1.0, 2.0]})
    with pytest.raises(ValueError, match="no die of blue"):
        learn_colours({"blue": []}, OVER)


def test_a_picture_is_named_by_the_palette_where_the_table_has_one() -> None:
    crop = seen((60, 60, 210), 6500)[1]
    palette = learn_colours({"Ann": [crop]}, OVER)
    assert ColourSense().name(crop, OVER) == "red"
    assert ColourSense(palette=palette).name(crop, OVER) == "Ann"


def test_the_command_learns_from_a_picture_of_each_players_dice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reader()  # skips without a model
    arguments = []
    for name in ("red", "blue", "pink"):
        picture, _ = seen(PLAYERS.get(name, (52, 50, 206)), 4000)
        path = tmp_path / f"{name}.png"
        path.write_bytes(bytes(cv2.imencode(".png", picture)[1]))
        arguments.append(f"{name}={path}")
    assert main(["colours", "--json", "--data", str(tmp_path), *arguments]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["alike"] == [["red", "pink"]]
    learnt = load_palette(Path(said["file"]))
    picture, crop = seen(PLAYERS["blue"], 2700)
    assert learnt.nearest(crop, OVER, estimate_light(picture)) == "blue"
    assert main(["colours", "--data", str(tmp_path), *arguments[:2], arguments[0]]) == 1
    assert "every colour once" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "{", "[]", '{"red": [1, 2]}', '{"red": "abc"}'])
def test_a_damaged_file_of_colours_is_told(text: str, tmp_path: Path) -> None:
    path = tmp_path / "colours.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PaletteError, match="show the dice again"):
        load_palette(path)

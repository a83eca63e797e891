"""The dice that are shown before a game, to learn the players' colours."""

import pytest

from companion.rules.registry import load_game
from companion.simulator.lamps import Noise
from companion.simulator.showing import FACES_SHOWN, show_dice
from companion.vision.dice import DiceReader
from companion.vision.palette import learn_from_pictures


@pytest.mark.parametrize("noise", [Noise.CLEAN, Noise.NORMAL])
def test_the_colours_of_all_players_can_be_learnt_from_them(noise: Noise) -> None:
    layout, reader = load_game("alien_frontiers").layout, DiceReader.load()
    colours = ("red", "green", "blue", "yellow")
    shown = {colour: show_dice(layout, colour, 4, noise, None) for colour in colours}
    for colour, pixels in shown.items():
        named = [die.colour for die in reader.read(pixels)]
        assert named.count(colour) >= len(FACES_SHOWN) - 1, "one may be missed"
    assert learn_from_pictures(shown, reader).alike() == ()

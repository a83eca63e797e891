"""Six markers that touch one another on one place of a track are told apart."""

import pytest

from companion.core.ids import SlotId
from companion.rules.registry import load_game, make_setup
from companion.simulator.beats import Habits
from companion.simulator.camera import OFF_MM
from companion.simulator.draw import Scene
from companion.simulator.draw_cards import designs_of
from companion.simulator.lamps import Noise
from companion.simulator.script import Script
from companion.simulator.stage import Stage
from companion.trial.teaching import bare_of
from companion.vision.pipeline import observe_picture
from tests.vision.boards import GreyReader

GAME = load_game("impulse")


@pytest.mark.parametrize("seed", [994400002, 994400004])
def test_six_markers_on_one_place_are_told_apart(seed: int) -> None:
    script = Script(GAME, make_setup(GAME.info, count=6), seed, Habits())
    world = Stage(script, seed, OFF_MM[Noise.NORMAL]).moment.after
    scene = Scene(world, seed, Noise.NORMAL, designs=designs_of(GAME), fine=True)
    bare = bare_of(script, seed, Noise.NORMAL)
    claim, _ = observe_picture(scene.frame(world, 0.0, 0), GAME.layout, GreyReader(), bare=bare)
    told = claim.slots[SlotId("points.0")] or ()
    assert sorted(str(piece.colour) for piece in told) == sorted(map(str, script.setup.players))
    assert claim.slots[SlotId("points.1")] == ()

"""How the board looks without pieces: learnt from a picture, said when missing, used at once."""

import asyncio
import functools
import multiprocessing
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.camera.camera import Camera
from companion.camera.frame import Frame, Pixels
from companion.camera.scripted import Show, scripted_camera
from companion.core.ids import AreaId, SlotId
from companion.core.layout import Slot, SlotKind
from companion.core.observation import Observation
from companion.rules.registry import game_ids, load_game
from companion.vision.adviser import Adviser
from companion.vision.bare import BareMemory, BareSettings
from companion.vision.bare_files import BareBoard, BareWatch, load_bare, save_bare
from companion.vision.bare_teach import learn_bare
from companion.vision.errors import BoardNotSeenError
from companion.vision.messages import Advised, Message, Saw
from companion.vision.pieces import PieceSettings
from companion.vision.pipeline import observe_picture
from companion.vision.process import VisionSupervisor
from companion.vision.regions import groups_of
from tests.vision.bent_boards import H_MM, W_MM
from tests.vision.boards import BOARD, GreyReader
from tests.vision.shown_models import shown
from tests.vision.test_process import PATIENCE_S, QUICK


def told(claim: Observation) -> dict[str, list[tuple[str, bool]] | None]:
    """Colour of each model and whether it lies; `None` for what is not seen."""
    return {
        str(name): None if seen is None else sorted((str(p.colour), bool(p.lying)) for p in seen)
        for name, seen in claim.slots.items()
    }


def test_a_running_process_asks_for_the_board_without_pieces_and_reads_by_it_at_once(
    tmp_path: Path,
) -> None:
    table, folder = shown(), tmp_path / "bare"
    lives, diary = ((Show(table.pixels, 600),),), tmp_path / "diary"
    camera: Callable[[], Camera] = functools.partial(scripted_camera, lives, diary)
    claims: list[Observation] = []
    asked: list[bool] = []
    pids: set[int | None] = set()

    async def run() -> None:
        def hear(message: Message) -> None:
            pids.add(supervisor.pid)
            if isinstance(message, Saw):
                claims.append(message.observation)
            if isinstance(message, Advised):
                asked.append(any(one.about == "bare" for one in message.advice))
                if asked == [True]:
                    learn_bare(table.bare, table.layout, folder)
                elif not asked[-1]:
                    supervisor.stop()

        supervisor = VisionSupervisor(
            camera, table.layout, True, hear,
            reader_factory=GreyReader, bare=folder, settings=QUICK,
        )  # fmt: skip
        async with asyncio.timeout(PATIENCE_S):
            await supervisor.run()

    asyncio.run(run())
    assert multiprocessing.active_children() == []
    assert set(told(claims[0]).values()) == {None}
    assert told(claims[-1]) == table.truth
    assert asked == [True, False], "it is said once, and taken back when it was shown"
    assert claims[0].rest == claims[-1].rest, "nobody touched the table"
    assert len(pids - {None}) == 1, "the process is still the same"


def test_what_is_known_or_cannot_be_shown_is_not_asked_for() -> None:
    table = shown()
    _, knows = observe_picture(table.pixels, table.layout, GreyReader(), bare=BareBoard(table.bare))
    assert not knows.never_bare
    _, unknown = observe_picture(table.pixels, table.layout, GreyReader())
    assert unknown.never_bare
    _, blind = observe_picture(np.zeros_like(table.pixels), table.layout, GreyReader())
    assert not blind.never_bare, "a board that is not seen is another trouble"
    assert [_asks(asks_bare=asks) for asks in (True, False)] == [True, False]


def _asks(*, asks_bare: bool) -> bool:
    adviser = Adviser(BOARD, asks_bare=asks_bare)
    shots = (Frame(np.full((90, 160, 3), 120, np.uint8), n / 10, n) for n in range(6))
    said = [
        adviser.feed(shot, resting=True, pose=None, dice=True, never_bare=True) for shot in shots
    ]
    assert said[-1] is not None
    return any(one.about == "bare" for one in said[-1].advice)


def test_a_picture_without_the_board_teaches_nothing(tmp_path: Path) -> None:
    table = shown()
    learn_bare(table.bare, table.layout, tmp_path)
    with pytest.raises(BoardNotSeenError, match="The board is not seen: no tag of the board"):
        learn_bare(np.zeros_like(table.bare), table.layout, tmp_path)
    kept = load_bare(tmp_path, table.layout).picture
    assert kept is not None
    assert (kept == table.bare).all()
    assert [path.name for path in tmp_path.iterdir()] == ["board.png"]


def test_a_board_that_is_shown_empty_is_read_anew_at_once(tmp_path: Path) -> None:
    table = shown()
    learn_bare(table.bare, table.layout, tmp_path)
    watch = BareWatch(tmp_path, table.layout)
    assert watch.anew() is None
    learn_bare(table.pixels, table.layout, tmp_path, empty=True)
    anew = watch.anew()
    assert anew is not None
    assert anew.picture is not None
    assert anew.empty is not None
    assert (anew.picture == table.bare).all()
    assert (anew.empty == table.pixels).all()


def _crop(level: int) -> Pixels:
    return np.full((40, 60, 3), level, np.uint8)


@pytest.mark.parametrize("known", [True, False])
def test_below_a_card_that_is_taken_up_the_empty_board_is_seen_in_the_light_of_now(
    known: bool,
) -> None:
    memory, card = BareMemory(BareSettings(), 2.0), np.zeros((40, 60), np.bool_)
    card[10:30, 10:30] = True
    if known:
        memory.show_below(_crop(50))
    memory.show(np.where(card[..., None], _crop(200), _crop(50)))
    memory.uncover(card, _crop(55))
    bare = memory.like(_crop(55))
    assert bare is not None
    assert bare.known[card].all() == known
    assert bare.known[~card].all()
    if known:
        assert abs(int(bare.pixels[20, 20, 0]) - 55) <= 1


def test_what_was_bare_before_is_kept_in_the_light_of_now() -> None:
    """A place that a piece hides since is not darker than what is about it, once a lamp is on."""
    memory, hidden = BareMemory(BareSettings(), 2.0), np.zeros((40, 60), np.bool_)
    hidden[:, :20] = True
    memory.show(_crop(100))
    memory.learn(_crop(120), ~hidden, np.zeros_like(hidden))
    bare = memory.like(_crop(120))
    assert bare is not None
    assert np.abs(bare.pixels.astype(int) - 120).max() <= 1


def test_discs_stay_as_they_were_taught_unless_it_is_said_how_they_lie(tmp_path: Path) -> None:
    table, name = shown(), SlotId("disc.1")
    disc = Slot(name, AreaId("disc"), SlotKind.DISC, W_MM / 2, H_MM / 2, 60.0, 60.0)
    layout = replace(table.layout, slots={**table.layout.slots, name: disc})
    learn_bare(table.bare, layout, tmp_path)
    assert load_bare(tmp_path, layout).discs == {}
    learn_bare(table.bare, layout, tmp_path, turned={name: 3})
    taught = load_bare(tmp_path, layout).discs[name]
    learn_bare(table.pixels, layout, tmp_path)
    assert (load_bare(tmp_path, layout).discs[name] == taught).all()


def test_what_is_learnt_anew_is_noticed_once(tmp_path: Path) -> None:
    table = shown()
    watch = BareWatch(tmp_path / "bare", table.layout)
    assert watch.anew() is None
    save_bare(BareBoard(table.bare), tmp_path / "bare")
    anew = watch.anew()
    assert anew is not None
    assert anew.picture is not None
    assert watch.anew() is None
    assert BareWatch(None, table.layout).anew() is None


@pytest.mark.parametrize("game", game_ids())
def test_the_page_and_the_camera_agree_on_which_boards_need_it(game: str) -> None:
    layout = load_game(game).layout
    groups = groups_of(layout, PieceSettings())
    assert layout.has_models == any(group.models for group in groups)

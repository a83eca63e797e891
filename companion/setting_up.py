"""What the pages that set a table up can do: the camera looked with, its colours, the next game."""

import asyncio
import json
import logging
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from companion import bare_teaching
from companion.camera.errors import CameraError
from companion.camera.profile import change_camera_profile, load_camera_profile
from companion.camera.sources import parse_source
from companion.clock import Clock
from companion.core.errors import CoreError
from companion.core.layout import NO_BOARD as NO_LAYOUT
from companion.core.phrases import phrase, words_of
from companion.doctor.apart import Check, run_apart
from companion.doctor.data import began, check_writable
from companion.doctor.examine import find_cameras
from companion.doctor.finding import Fact, Finding, Level, good, problem
from companion.doctor.machine import check_machine
from companion.doctor.network import check_reached
from companion.eyes import Eyes, eyes_on, layout_for
from companion.lookout import Lookout
from companion.referee.snapshot import CameraStatus
from companion.rules.ledger import Header
from companion.rules.registry import load_game, make_setup
from companion.server.camera import CameraNow
from companion.server.errors import SettingUpError
from companion.server.setup import BareBoard, BoardFound, Colours, Learnt, Looked
from companion.settings import colours_file, plan_file, shown_folder
from companion.store.library import create_game, list_games, newest_game, saved_path
from companion.store.plan import NO_BOARD, NO_CAMERA, Plan, save_plan

LEARN_S, CARD_S, BARE_S, MAT_S = 60.0, 30.0, 60.0, 120.0
"""Longest time for a job in a process of its own; on a Pi models load in seconds."""
_log = logging.getLogger("companion")


class SettingUp:
    """Fulfils `SetsUp` for one table, or before the first.

    `game` is what is played at the table, empty before the first game: then the board of the
    planned game is looked for. `go_on_with` ends what is served now, and goes on with a saved game.
    `address` is where phones open the page.
    """

    def __init__(
        self,
        data_dir: Path,
        plan: Plan,
        lookout: Lookout,
        *,
        playing: str,
        game: str,
        clock: Clock,
        go_on_with: Callable[[str], None],
        address: Callable[[], str],
        trouble: str = "",
    ) -> None:
        self._data_dir, self._plan, self._lookout = data_dir, plan, lookout
        self._playing, self._game, self._clock = playing, game, clock
        self._go_on_with, self._address = go_on_with, address
        self.trouble = trouble
        """Why what was chosen before is not used now, until another camera or board is."""
        self._revision = 1
        self._looking = (plan.camera, game or plan.game, plan.board)

    @property
    def plan(self) -> Plan:
        """What has been chosen so far."""
        return self._plan

    @property
    def revision(self) -> int:
        """Changes of the plan."""
        return self._revision

    @property
    def playing(self) -> str:
        """The saved game in play; empty before the first."""
        return self._playing

    @property
    def has_saved(self) -> bool:
        """Whether there is a saved game to go on with."""
        return newest_game(self._data_dir) is not None

    def change(self, plan: Plan) -> None:
        """Keep a plan; another camera or board is looked with at once.

        The game on the table stays what it is: the board of another waits until that is begun.
        """
        game = self._game or plan.game
        board = plan.board if plan.game == game else self._looking[2]
        looking = (plan.camera, game, board)
        # What is drawn knows its own board, and begins with the game.
        simulated = plan.camera == self._plan.camera and plan.camera.startswith("sim:")
        blind = self._lookout.eyes is None and plan.camera != NO_CAMERA
        is_new = (looking != self._looking or blind) and not simulated
        eyes = self._eyes(*looking) if is_new else None
        save_plan(plan, plan_file(self._data_dir))
        self._plan = plan
        self._revision += 1
        if is_new:
            self._looking, self.trouble = looking, ""
            self._lookout.look_with(eyes)

    def _eyes(self, camera: str, game: str, board: str) -> Eyes | None:
        """Raises `SettingUpError` for a camera or board that cannot be used."""
        try:
            layout = NO_LAYOUT
            if game:
                layout = layout_for(load_game(game), board or None, self._data_dir)
            return eyes_on(parse_source(camera), layout, self._data_dir, game)
        except (CameraError, CoreError) as error:
            words = phrase("This cannot be used: {error}", error=words_of(error))
            raise SettingUpError(words) from error

    def camera(self) -> tuple[CameraStatus, CameraNow | None, BoardFound | None]:
        """How the camera is, how it is set, and whether it sees the board."""
        seen = self._lookout.board
        found = None if seen is None else BoardFound(seen.found, seen.seen, seen.tags)
        return self._lookout.status, self._lookout.desk().now(), found

    async def cameras(self) -> tuple[str, ...]:
        """Sources of the cameras there are, by names that last."""
        return await asyncio.to_thread(find_cameras)

    async def red_card(self) -> str | None:
        """What a red card in the middle of the picture looks like; red and blue are put right."""
        eyes, jpeg = self._lookout.eyes, self._lookout.preview
        if eyes is None or eyes.settings is None or jpeg is None:
            raise SettingUpError(NO_PICTURE)
        seen = (await self._apart(partial(_card, jpeg), "red card", CARD_S)).get("seen")
        if seen == "blue":
            swapped = load_camera_profile(eyes.settings).red_for_blue
            change_camera_profile(eyes.settings, {"red_for_blue": not swapped})
            self._lookout.restart()
        elif seen == "red":
            known = load_camera_profile(eyes.settings).red_for_blue or False
            change_camera_profile(eyes.settings, {"red_for_blue": known})
        return str(seen) if seen else None

    def colours(self) -> Colours:
        """Whose dice were shown since they were learnt last, and who is known."""
        folder = shown_folder(self._data_dir)
        shown = tuple(sorted(path.stem for path in folder.glob("*.jpg")))
        return Colours(shown, _known(colours_file(self._data_dir)))

    async def show(self, colour: str, all_of: tuple[str, ...]) -> Learnt:
        """Learn the dice that lie there; who is known is used when `all_of` have been shown."""
        folder = shown_folder(self._data_dir)
        jpeg = self._still(phrase("Something moves: take the hand away, then show them."))
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{colour}.jpg").write_bytes(jpeg)
        pictures = {one: folder / f"{one}.jpg" for one in all_of}
        there = {one: path for one, path in pictures.items() if path.is_file()}
        learnt = folder / "colours.json"
        facts = await self._apart(partial(_learn, there, learnt), "colours", LEARN_S)
        missing = facts.get("missing", ())
        assert isinstance(missing, tuple)
        for one in missing:
            pictures[one].unlink(missing_ok=True)
        if not missing and len(there) == len(all_of):
            learnt.replace(colours_file(self._data_dir))
            shutil.rmtree(folder, ignore_errors=True)
            self._lookout.restart()
        alike = facts.get("alike", ())
        assert isinstance(alike, tuple)
        pairs = tuple((one, other) for one, _, other in (pair.partition(" ") for pair in alike))
        return Learnt(colour not in missing, pairs)

    def forget_colours(self) -> None:
        """Go back to the plain names of colours."""
        shutil.rmtree(shown_folder(self._data_dir), ignore_errors=True)
        if colours_file(self._data_dir).exists():
            colours_file(self._data_dir).unlink()
            self._lookout.restart()

    def bare(self) -> BareBoard:
        """Whether the board is to be shown without pieces, and was."""
        plan = self._plan
        game = "" if plan.board == NO_BOARD else self._game or plan.game
        return bare_teaching.bare_of(
            self._lookout.eyes, load_game(game).layout if game else NO_LAYOUT
        )

    async def show_bare(self, *, empty: bool) -> None:
        """Learn how the board looks without pieces, with its cards or `empty`; the camera's process
        uses it at once."""
        eyes = self._lookout.eyes
        jpeg = self._still(phrase("Something moves: take the hand away, then try again."))
        if eyes is None or eyes.bare is None or not self.bare().needed:
            raise SettingUpError(phrase("This board need not be shown without pieces."))
        job = partial(bare_teaching.learn, jpeg, eyes.layout, eyes.bare, eyes.lens, empty=empty)
        await self._apart(job, bare_teaching.ABOUT, BARE_S)

    def _still(self, moves: str) -> bytes:
        """The table at rest, as JPEG. Raises `SettingUpError`, with `moves` for a hand in it."""
        if self._lookout.still is None:
            raise SettingUpError(NO_PICTURE)
        if self._lookout.status.state == "moving":
            raise SettingUpError(moves)
        return self._lookout.still

    async def mat(self, game: str, paper: str, ink: str) -> bytes:
        """A mat to print, drawn in a process of its own: it takes seconds and much memory."""
        return await asyncio.to_thread(_drawn, game, paper, ink)

    async def machine(self) -> tuple[Looked, ...]:
        """What the doctor says of this machine; what touches pixels is told by the camera."""
        return await asyncio.to_thread(_looked_over, self._data_dir, self._address())

    def begin(self, plan: Plan) -> str:
        """Save a new game as planned, and go on with it. Raises `SavingError`."""
        game = load_game(plan.game)
        setup = make_setup(game.info, plan.names(), plan.options)
        header = Header(plan.game, game.info.rules_version, setup, self._clock())
        if plan != self._plan:
            self.change(plan)
        with create_game(self._data_dir, header) as file:
            name = file.id
        self._go_on_with(name)
        return name

    def go_on_with(self, game: str) -> None:
        """Go on with a saved game. Raises `NoSuchGameError`."""
        saved_path(self._data_dir, game)
        self._go_on_with(game)

    async def _apart(self, job: Check, about: str, limit_s: float) -> Mapping[str, Fact]:
        """What a job that touches pixels found. Raises `SettingUpError` with its words."""
        found = (await asyncio.to_thread(run_apart, job, about, limit_s))[-1]
        if found.level is not Level.GOOD:
            words = phrase("{words}: {remedy}", words=found.words, remedy=found.remedy)
            raise SettingUpError(words)
        return found.facts


NO_PICTURE = phrase("The camera shows nothing at the moment.")


def _drawn(game: str, paper: str, ink: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mat.pdf"
        command = [sys.executable, "-m", "companion", "mat", game]
        command += ["--paper", paper, "--ink", ink, "--out", str(path)]
        done = subprocess.run(command, capture_output=True, timeout=MAT_S, check=False)
        if done.returncode or not path.is_file():
            _log.warning("no mat: %s", done.stderr.decode(errors="replace").strip()[-300:])
            raise SettingUpError(phrase("The mat could not be drawn: see the log."))
        return path.read_bytes()


def _looked_over(data_dir: Path, address: str) -> tuple[Looked, ...]:
    found = (
        check_reached(address),
        check_writable(data_dir),
        *check_machine(data_dir, began(list_games(data_dir))),
    )
    return tuple(Looked(one.about, one.level.value, one.words, one.remedy) for one in found)


def _known(path: Path) -> tuple[str, ...]:
    """The colours in a file of learnt colours; none without one that can be read."""
    try:
        return tuple(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return ()


def _card(jpeg: bytes) -> Iterator[Finding]:
    # These two touch pixels, and run in processes of their own.
    import cv2
    import numpy as np

    from companion.vision.advice import red_blue

    pixels = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    yield good("red card", "", seen=red_blue(np.asarray(pixels, np.uint8)))


def _learn(pictures: dict[str, Path], out: Path) -> Iterator[Finding]:
    """Learn each player's dice; `missing` are those of whom none were seen."""
    from companion.vision.dice import DiceReader
    from companion.vision.errors import ModelUnavailable, PaletteError
    from companion.vision.palette import Lab, Palette, learn_from_pictures, save_palette
    from companion.vision.picture import load_picture

    try:
        reader = DiceReader.load()
    except ModelUnavailable as error:
        yield problem("colours", words_of(error), BY_NAME)
        return
    learnt: dict[str, Lab] = {}
    missing: list[str] = []
    for colour, path in pictures.items():
        try:
            found = learn_from_pictures({colour: load_picture(path)}, reader)
            learnt |= found.colours
        except PaletteError:
            missing.append(colour)
    palette = Palette(learnt)
    save_palette(palette, out)
    alike = tuple(" ".join(pair) for pair in palette.alike())
    yield good("colours", "", missing=tuple(missing), alike=alike)


BY_NAME = phrase("colours go by their plain names until then")

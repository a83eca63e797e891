"""The camera of a table: its process, what it shows, and how it is set.

It can be given another camera or board while a table is served; what is booked is not touched.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from time import monotonic

from companion.camera.errors import CameraProfileError
from companion.camera.profile import (
    CameraProfile,
    change_camera_profile,
    load_camera_profile,
)
from companion.core.observation import Observation
from companion.core.phrases import phrase
from companion.eyes import Eyes
from companion.referee.snapshot import CameraAdvice, CameraStatus
from companion.server.camera import CameraDesk, CameraNow
from companion.vision.messages import Advised, BoardSeen, Ended, Message, Preview, Saw, Status
from companion.vision.process import VisionSupervisor

_log = logging.getLogger("companion")

BOARD = "board"
"""The advice beside which the page offers to teach a board."""
OFF = CameraStatus("off")


class Lookout:
    """Keeps the process of `eyes` going, and keeps the newest of what it says.

    `claim` is told each observation with the picture it was read from, `tell` how the camera is;
    both in the event loop.
    """

    def __init__(
        self,
        eyes: Eyes | None,
        *,
        claim: Callable[[Observation, bytes], None],
        tell: Callable[[CameraStatus], None],
    ) -> None:
        self._eyes, self._claim, self._tell = eyes, claim, tell
        self._lives: set[asyncio.Task[None]] = set()
        self.life = ""
        """Names one life of the process: frames are counted anew in each."""
        self.preview: bytes | None = None
        """The newest picture with what was read drawn in, as JPEG."""
        self.still: bytes | None = None
        """The newest whole picture of the table at rest, as JPEG."""
        self.camera_s = 0.0
        self.status = OFF
        self.board: BoardSeen | None = None
        self._preview_at = 0.0
        self._edge_px: float | None = None
        self._advice: tuple[CameraAdvice, ...] = ()

    @property
    def eyes(self) -> Eyes | None:
        """What looks at the table; `None` for nothing."""
        return self._eyes

    def start(self) -> None:
        """Begin to look, in the running event loop; what looked before is ended first."""
        before = tuple(self._lives)
        for life in before:
            life.cancel()
        if self._eyes is not None:
            life = asyncio.create_task(self._look(self._eyes, before))
            self._lives.add(life)
            life.add_done_callback(self._lives.discard)

    def restart(self) -> None:
        """Start the camera's process again."""
        _log.info("the camera is started again, as somebody asked")
        self._forget()
        self.start()

    def look_with(self, eyes: Eyes | None) -> None:
        """Look with another camera, or for another board, from now on; `None`: not any more."""
        _log.info("the camera is %s", "off" if eyes is None else "another, or its board is")
        self._eyes = eyes
        self._forget()
        self._show(OFF)
        self.start()

    def desk(self) -> CameraDesk:
        """How the page sees and changes the settings of the camera there is."""
        return CameraDesk(self._now, self._change)

    async def _look(self, eyes: Eyes, before: "tuple[asyncio.Task[None], ...]") -> None:
        """Keep the camera's process going, once those before have let go of it."""
        if before:
            await asyncio.wait(before)
        life = self.life = secrets.token_hex(2)

        def hear(message: Message) -> None:
            if self.life == life:
                self._hear(message)

        supervisor = VisionSupervisor(
            eyes.camera,
            eyes.layout,
            paced=True,
            tell=hear,
            lens=eyes.lens,
            colours=eyes.colours,
            cards=eyes.cards,
            bare=eyes.bare,
        )
        await supervisor.run()

    def _forget(self) -> None:
        """An old picture would be taken for what the camera sees now."""
        self.life = ""
        self.preview = self.still = self.board = self._edge_px = None
        self._advice = self._own_advice()

    def _own_advice(self) -> tuple[CameraAdvice, ...]:
        """What is wrong before any picture is looked at."""
        trouble = self._eyes.trouble if self._eyes is not None else ""
        return (CameraAdvice(BOARD, trouble),) if trouble else ()

    def _hear(self, message: Message) -> None:
        match message:
            case Saw(observation, evidence):
                self.camera_s, self.still = observation.time_s, evidence
                self._claim(observation, evidence)
            case Preview(jpeg, time_s):
                self.preview, self.camera_s = jpeg, time_s
                self._preview_at = monotonic()
            case Status("off"):
                pass  # comes after the end, whose reason is worth more
            case Status(state, words, board):
                _log.info("camera: %s", state)
                if state not in ("running", "moving"):
                    self.preview, self._advice, self._edge_px = None, self._own_advice(), None
                self.board = board
                self._show(CameraStatus(state, words))
            case Advised(advice, edge_px):
                told = tuple(CameraAdvice(a.about, a.words, a.cells) for a in advice)
                self._advice, self._edge_px = (*self._own_advice(), *told), edge_px
                self._show(self.status)
            case Ended():
                self._show(CameraStatus("off", phrase("The camera has come to its end.")))

    def _show(self, status: CameraStatus) -> None:
        self.status = replace(status, advice=self._advice if status.state != "off" else ())
        self._tell(self.status)

    def _now(self) -> CameraNow | None:
        if self._eyes is None or self._eyes.settings is None:
            return None
        try:
            profile = load_camera_profile(self._eyes.settings)
        except CameraProfileError:  # the camera's line tells it
            profile = CameraProfile()
        age_s = None if self.preview is None else monotonic() - self._preview_at
        lens = profile.lens_position
        return CameraNow(profile.mains_hz, lens, self._eyes.has_lens, self._edge_px, age_s)

    def _change(self, mains_hz: int | None, lens_position: float | None) -> None:
        assert self._eyes is not None, "only offered with a camera"
        assert self._eyes.settings is not None, "only offered with a device"
        wanted = {"mains_hz": mains_hz, "lens_position": lens_position}
        change_camera_profile(
            self._eyes.settings, {k: v for k, v in wanted.items() if v is not None}
        )
        self.restart()

"""A set-up that keeps what is chosen, and shows camera and colours as a test wants them."""

from dataclasses import dataclass, field, replace

from companion.referee.snapshot import CameraStatus
from companion.server.camera import CameraNow
from companion.server.errors import SettingUpError
from companion.server.setup import BareBoard, BoardFound, Colours, Learnt, Looked
from companion.store.plan import Plan


@dataclass
class StagedSetup:
    """Fulfils `SetsUp`; what is asked of it is noted."""

    plan: Plan = field(default_factory=Plan)
    playing: str = ""
    has_saved: bool = False
    trouble: str = ""
    revision: int = 1
    status: CameraStatus = CameraStatus("off")
    now: CameraNow | None = None
    found: BoardFound | None = None
    there: tuple[str, ...] = ("usb:0", "picamera:0")
    card: str | None = "red"
    known: Colours = Colours((), ())
    board: BareBoard = BareBoard(needed=False, shown=False)
    learnt: Learnt = Learnt(seen=True)
    looked: tuple[Looked, ...] = ()
    refusal: str = ""
    begun: list[Plan] = field(default_factory=list)
    gone_on: list[str] = field(default_factory=list)

    def change(self, plan: Plan) -> None:
        """Keep it."""
        self._may()
        self.plan = plan
        self.revision += 1

    def camera(self) -> tuple[CameraStatus, CameraNow | None, BoardFound | None]:
        """As staged."""
        return self.status, self.now, self.found

    async def cameras(self) -> tuple[str, ...]:
        """As staged."""
        return self.there

    async def red_card(self) -> str | None:
        """As staged."""
        self._may()
        return self.card

    def colours(self) -> Colours:
        """As staged."""
        return self.known

    async def show(self, colour: str, all_of: tuple[str, ...]) -> Learnt:
        """Shown, until everybody's have been."""
        self._may()
        if self.learnt.seen:
            shown = tuple(sorted({*self.known.shown, colour}))
            done = set(shown) >= set(all_of)
            self.known = Colours((), all_of) if done else Colours(shown, self.known.learnt)
        return self.learnt

    def forget_colours(self) -> None:
        """None are known."""
        self.known = Colours((), ())

    def bare(self) -> BareBoard:
        """As staged."""
        return self.board

    async def show_bare(self, *, empty: bool) -> None:
        """Shown from now on."""
        self._may()
        shown, before = self.board.shown or not empty, self.board
        self.board = replace(before, needed=True, shown=shown, empty=before.empty or empty)

    async def mat(self, game: str, paper: str, ink: str) -> bytes:
        """No mat, but its name."""
        self._may()
        return f"%PDF {game} {paper} {ink}".encode()

    async def machine(self) -> tuple[Looked, ...]:
        """As staged."""
        return self.looked

    def begin(self, plan: Plan) -> str:
        """Noted."""
        self._may()
        self.begun.append(plan)
        return "20261130-200000-new"

    def go_on_with(self, game: str) -> None:
        """Noted."""
        self._may()
        self.gone_on.append(game)

    def _may(self) -> None:
        if self.refusal:
            raise SettingUpError(self.refusal)

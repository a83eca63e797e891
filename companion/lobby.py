"""Before there is a table: the page on which it is set up, or a saved game is gone on with."""

import signal
from collections.abc import Callable

from companion.card_teaching import CardTeacher
from companion.clock import Clock
from companion.eyes import Eyes
from companion.invitation import Inviter
from companion.lookout import Lookout
from companion.server.access import Access
from companion.server.app import create_lobby
from companion.server.housekeeping import Housekeeping
from companion.server.run import serve
from companion.setting_up import SettingUp
from companion.settings import Settings, boards_folder, decks_folder
from companion.store.boards import Boards
from companion.store.decks import Decks
from companion.store.keys import KeptOnDisk
from companion.store.plan import Plan


class Lobby:
    """Serves until a game is begun, or the program is told to stop."""

    def __init__(
        self,
        settings: Settings,
        plan: Plan,
        eyes: Eyes | None,
        *,
        clock: Clock,
        trouble: str = "",
        on_start: Callable[[], None] = lambda: None,
    ) -> None:
        self._settings, self._on_start = settings, on_start
        self.next_game: str | None = None
        """The game that people have chosen."""
        self._kept = KeptOnDisk(settings.data_dir)
        self._inviter = Inviter(settings, self._kept)
        self._lookout = Lookout(eyes, claim=lambda *_: None, tell=lambda _: None)
        self._setting_up = SettingUp(
            settings.data_dir,
            plan,
            self._lookout,
            playing="",
            game="",
            clock=clock,
            go_on_with=self._go_on_with,
            address=self._inviter.address,
            trouble=trouble,
        )

    @property
    def plan(self) -> Plan:
        """What people have chosen."""
        return self._setting_up.plan

    def run(self) -> None:
        """Until SIGTERM or SIGINT, or a game is chosen."""
        data_dir = self._settings.data_dir
        app = create_lobby(
            self._setting_up,
            address=self._inviter.address,
            elsewhere=self._inviter.elsewhere,
            access=Access(self._kept),
            preview=lambda: self._lookout.preview,
            still=lambda: self._lookout.still,
            boards=Boards(boards_folder(data_dir)),
            cards=CardTeacher(Decks(decks_folder(data_dir)), self._lookout.restart),
            housekeeping=Housekeeping(data_dir, "", self._go_on_with),
            camera=self._lookout.desk(),
        )
        serve(app, self._settings.host, self._settings.port, self._started)

    def _started(self) -> None:
        self._inviter.begin()
        self._on_start()
        self._lookout.start()

    def _go_on_with(self, name: str) -> None:
        self.next_game = name
        signal.raise_signal(signal.SIGTERM)

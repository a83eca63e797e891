"""What looks at a table: the camera, the board it looks for, and where its settings are kept."""

import functools
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.boards import board_for
from companion.camera.sources import CameraSource, SourceKind, open_as_set, parse_source
from companion.clock import Clock
from companion.core.layout import NO_BOARD, Layout
from companion.core.profile import faults
from companion.rules.errors import SetupError
from companion.rules.game import AnyGame
from companion.rules.ledger import Header, Ledger
from companion.rules.registry import load_game, make_setup
from companion.settings import (
    GameChoice,
    bare_folder,
    camera_file,
    cards_folder,
    colours_file,
    default_data_dir,
    lens_file,
)
from companion.simulator.source import open_simulated

if TYPE_CHECKING:  # these touch pixels, and the web process does not
    from companion.camera.camera import Camera
    from companion.simulator.answers import ScriptedPlayers


@dataclass(frozen=True, slots=True)
class Eyes:
    """A camera to be opened in the vision process, and the board to look for."""

    camera: "Callable[[], Camera]"
    layout: Layout
    people: "ScriptedPlayers | None" = None
    lens: Path | None = None
    """Where the camera's lens is kept, if it was measured."""
    colours: Path | None = None
    """Where the colours of the players' dice are kept, if they were shown."""
    cards: Path | None = None
    """Where pictures of the owner's cards are kept, if they were taught."""
    bare: Path | None = None
    """Where it is kept how the board looks without pieces, if it was taught."""
    settings: Path | None = None
    """Where the settings of the camera are kept, if it is a device."""
    has_lens: bool = False
    """Whether its lens can be moved from here."""
    trouble: str = ""
    """Why the board that was asked for is not read, and what to do."""


def begin_watching(
    choice: GameChoice, *, camera: str, board: str | None, data_dir: Path | None = None
) -> tuple[Ledger, Eyes]:
    """A game that is not saved, and what looks at it. Raises the errors of the layers."""
    game = load_game(choice.game)
    setup = make_setup(game.info, choice.players, choice.options)
    ledger = Ledger(Header(choice.game, game.info.rules_version, setup, Clock()()))
    eyes = eyes_for(parse_source(camera), board, ledger, data_dir)
    if eyes is None:
        raise SetupError("there is nothing to watch without a camera")
    return ledger, eyes


def eyes_for(
    source: CameraSource, board: str | None, ledger: Ledger, data_dir: Path | None = None
) -> Eyes | None:
    """What looks at the table; `None` when the game is played by hand."""
    data_dir = data_dir or default_data_dir()
    game, setup = load_game(ledger.header.game), ledger.header.setup
    layout = layout_for(game, board, data_dir)
    if source.kind is not SourceKind.SIMULATED:
        return eyes_on(source, layout, data_dir, game.info.id)
    from companion.simulator.answers import ScriptedPlayers
    from companion.simulator.script import Script

    camera = functools.partial(open_simulated, game.info.id, setup, source.number)
    return Eyes(camera, layout, ScriptedPlayers(Script(game, setup, source.number)))


def layout_for(game: AnyGame, board: str | None, data_dir: Path) -> Layout:
    """The board to look for: the game's own mat without a name. Raises `ProfileError`."""
    if board is None:
        return game.layout
    if board == "none":
        return NO_BOARD
    layout = board_for(game.layout, board, data_dir)
    for fault in faults(layout, game.layout):
        print(f"companion: {fault.text}", file=sys.stderr)
    return layout


def eyes_on(source: CameraSource, layout: Layout, data_dir: Path, game: str) -> Eyes | None:
    """A camera that looks for a board, whatever is played; `None` for what needs a game first."""
    if source.kind in (SourceKind.NONE, SourceKind.SIMULATED):
        return None
    settings = camera_file(data_dir, source.name)
    return Eyes(
        functools.partial(open_as_set, source, settings),
        layout,
        lens=lens_file(data_dir, source.name),
        colours=colours_file(data_dir),
        cards=cards_folder(data_dir, game) if game else None,
        bare=bare_folder(data_dir, game) if game else None,
        settings=settings,
        has_lens=source.kind is SourceKind.PICAMERA,
    )

"""What the command line and the environment decide once, at the start."""

from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

DEFAULT_PORT = 8080
EVERY_NETWORK = "0.0.0.0"
"""The phones are elsewhere."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where data lies, how the table is reached, and whether a program reads what is printed."""

    data_dir: Path
    port: int = DEFAULT_PORT
    json: bool = False
    host: str = EVERY_NETWORK
    """What is listened on."""
    address: str = ""
    """What phones open instead of what was found, such as `http://table.lan:8080/`."""
    pin: str = ""
    """What the host's PIN is to be from now on: digits, `new` or `none`; empty leaves it."""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """Which game is played, by whom (colour to name, in seat order), by which options."""

    game: str
    players: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)


def default_data_dir() -> Path:
    """The folder for games, profiles and pictures when `--data` is not given."""
    return Path(platformdirs.user_data_dir("companion", appauthor=False))


def lens_file(data_dir: Path, camera: str) -> Path:
    """Where the lens profile of a camera is kept, by the camera's text such as `usb:0`."""
    return data_dir / "lenses" / f"{_file_name(camera)}.json"


def camera_file(data_dir: Path, camera: str) -> Path:
    """Where the settings of a camera are kept, by its text too."""
    return data_dir / "cameras" / f"{_file_name(camera)}.json"


def _file_name(camera: str) -> str:
    return "".join(c if c.isascii() and c.isalnum() else "-" for c in camera).strip("-") or "camera"


def colours_file(data_dir: Path) -> Path:
    """Where the colours of the players' dice are kept, if they were shown."""
    return data_dir / "colours.json"


def plan_file(data_dir: Path) -> Path:
    """Where it is kept what people have chosen for the next game."""
    return data_dir / "setup.json"


def shown_folder(data_dir: Path) -> Path:
    """Where pictures of the players' dice lie until everybody's have been shown."""
    return data_dir / "colours"


def board_file(data_dir: Path, name: str) -> Path:
    """Where the board profile of that name is kept."""
    return boards_folder(data_dir) / f"{name}.toml"


def bare_folder(data_dir: Path, game: str) -> Path:
    """Where it is kept how a game's board looks without pieces."""
    return data_dir / "bare" / game


def decks_folder(data_dir: Path) -> Path:
    """Where pictures of the owner's cards are kept, in a folder for each game."""
    return data_dir / "cards"


def cards_folder(data_dir: Path, game: str) -> Path:
    """Those of one game, in a folder for each kind."""
    return decks_folder(data_dir) / game


def boards_folder(data_dir: Path) -> Path:
    """Where board profiles are kept, and the pictures of the boards beside them."""
    return data_dir / "boards"

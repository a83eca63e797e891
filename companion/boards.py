"""Which board is meant by a name: a game's own mat, or a profile in a file."""

from pathlib import Path

from companion.core.layout import Layout
from companion.rules.registry import game_ids, load_game
from companion.settings import board_file
from companion.vision.errors import BoardProfileError
from companion.vision.profiles import ENDING, load_profile


def load_board(name: str, data_dir: Path) -> Layout:
    """A game's own mat, a profile saved in the data folder, or a profile file.

    Raises `BoardProfileError` listing the names there are.
    """
    boards = [game for game in game_ids() if load_game(game).layout.width_mm > 0]
    if name in boards:
        return load_game(name).layout
    if Path(name).suffix == ENDING or Path(name).exists():
        return load_profile(Path(name))
    saved = board_file(data_dir, name)
    if saved.is_file():
        return load_profile(saved)
    known = ", ".join([*boards, *sorted(path.stem for path in saved.parent.glob("*.toml"))])
    raise BoardProfileError(f"there is no board profile {name!r}; there are: {known}, or a file")


def board_for(game: Layout, name: str, data_dir: Path) -> Layout:
    """A board for a game. Raises `BoardProfileError` when it has none of the game's slots."""
    board = load_board(name, data_dir)
    if not set(board.slots) & set(game.slots):
        named = ", ".join(list(game.slots)[:3])
        raise BoardProfileError(
            f"the board profile {name!r} is of another game: it has no slot such as {named}"
        )
    return board

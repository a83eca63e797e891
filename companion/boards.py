"""Which board is meant by a name: a game's own mat, or a profile in a file."""

from dataclasses import replace
from pathlib import Path

from companion.core.errors import DamagedProfileError, ProfileError
from companion.core.layout import Layout
from companion.core.phrases import phrase, with_semicolons
from companion.core.profile import ENDING, faults, fit_to_game, load_profile
from companion.rules.registry import game_ids, load_game
from companion.settings import board_file


def load_board(name: str, data_dir: Path) -> Layout:
    """A game's own mat, a profile saved in the data folder, or a profile file.

    Raises `ProfileError` that says what is wrong and what to do, or lists the names there are.
    """
    boards = [game for game in game_ids() if load_game(game).layout.width_mm > 0]
    if name in boards:
        return load_game(name).layout
    if Path(name).suffix == ENDING or Path(name).exists():
        return _checked(Path(name))
    saved = board_file(data_dir, name)
    if saved.is_file():
        return _checked(saved)
    known = ", ".join([*boards, *sorted(path.stem for path in saved.parent.glob("*.toml"))])
    raise ProfileError(
        phrase(
            "there is no board profile {name}; there are: {known}, or a file",
            name=repr(name),
            known=known,
        )
    )


def game_of(name: str, data_dir: Path) -> str:
    """The game of a board that `load_board` finds; empty for a board of none."""
    if name in game_ids():
        return name
    saved = board_file(data_dir, name)
    path = Path(name) if Path(name).suffix == ENDING or Path(name).exists() else saved
    return load_profile(path).game


def board_for(game: Layout, name: str, data_dir: Path) -> Layout:
    """A board for a game. Raises `ProfileError` when it has none of the game's slots."""
    board = load_board(name, data_dir)
    if not set(board.slots) & set(game.slots):
        named = ", ".join(list(game.slots)[:3])
        raise ProfileError(
            phrase(
                "the board profile {name} is of another game: it has no slot such as {slots}",
                name=repr(name),
                slots=named,
            )
        )
    known = {slot.id: slot for slot in board.slots.values() if slot.id in game.slots}
    return fit_to_game(replace(board, slots=known), game)


def _checked(path: Path) -> Layout:
    profile = load_profile(path)
    if not profile.game:
        return profile.layout
    if profile.game not in game_ids():
        raise ProfileError(
            phrase(
                "{file}: the profile is for the game {game}, which this program does not have; it"
                " has {games}: update the program, or choose another board",
                file=path,
                game=repr(profile.game),
                games=", ".join(game_ids()),
            )
        )
    game = load_game(profile.game).layout
    wrong = [fault.text for fault in faults(profile.layout, game) if fault.serious]
    if wrong:
        raise DamagedProfileError(
            phrase(
                "{file}: {faults}; change the board on the page /board",
                file=path,
                faults=with_semicolons(wrong),
            )
        )
    return fit_to_game(profile.layout, game)

"""The data folder: can it be written, and is what lies in it whole?"""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import islice
from pathlib import Path

from companion.boards import load_board
from companion.core.errors import ProfileError
from companion.core.layout import Layout
from companion.core.phrases import phrase
from companion.core.profile import faults, load_profile
from companion.doctor.finding import Finding, good, problem, warning
from companion.doctor.misreads import Misreads, check_misreads, misreads
from companion.rules.game import AnyGame
from companion.rules.registry import game_ids, load_game
from companion.settings import boards_folder
from companion.store.errors import DamagedGameError, OpeningError
from companion.store.game_file import read_ledger
from companion.store.library import SavedGame, list_games

MOST_GAMES = 20
"""Saved games that are read to their end, newest first: each takes some tenths of a second."""
_AGAIN = "draw it out anew on the page /board"


def check_writable(data_dir: Path) -> Finding:
    """Can games be saved there? The folder is made if need be, as `play` does."""
    probe = data_dir / f".doctor-{os.getpid()}"
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        with probe.open("wb") as file:
            file.write(b"x")
            file.flush()
            os.fsync(file.fileno())
        probe.unlink()
    except OSError as error:
        return problem(
            "data",
            phrase(
                "nothing can be saved in {folder}: {error}", folder=data_dir, error=error.strerror
            ),
            phrase("make the folder writable for you, or name another with --data"),
        )
    return good("data", phrase("games are saved in {folder}", folder=data_dir))


def check_games(
    games: tuple[SavedGame, ...], load: Callable[[str], AnyGame] = load_game
) -> Iterator[Finding]:
    """Are the saved games whole? One finding for all that are, one for each other.

    And one for faces that were misread again and again in them.
    """
    whole = dice = 0
    wrong: Misreads = Counter()
    for game in islice(games, MOST_GAMES):
        try:
            ledger, rules = read_ledger(game.path, load)
        except DamagedGameError as error:
            yield warning(
                f"game {game.id}",
                str(error),
                f"`companion play --resume {game.id}` puts it aside; begin another with --new",
            )
        except OpeningError as error:
            yield warning(f"game {game.id}", str(error), "update the program, or leave it")
        else:
            whole += 1
            put_right, read = misreads(ledger, rules)
            wrong, dice = wrong + put_right, dice + read
    left = len(games) - MOST_GAMES
    older = f"; {left} older ones were not looked at" if left > 0 else ""
    if not games:
        yield good("games", "no game has been saved yet", whole=0)
    elif whole:
        words = "1 saved game is whole" if whole == 1 else f"{whole} saved games are whole"
        yield good("games", f"{words}{older}", whole=whole)
    pattern = check_misreads(wrong, dice)
    if pattern is not None:
        yield pattern


def began(games: tuple[SavedGame, ...]) -> tuple[datetime, ...]:
    """When saved games were begun, of those that tell."""
    times = []
    for game in games:
        try:
            times.append(datetime.fromisoformat(game.header.began if game.header else ""))
        except ValueError:
            continue
    return tuple(time for time in times if time.tzinfo is not None)


def check_mats() -> Iterator[Finding]:
    """Can every game's own mat be found by its tags, and has it a place for all of its dice?"""
    for name in game_ids():
        layout = load_game(name).layout
        if layout.width_mm > 0:
            yield check_mat(name, layout)


def check_mat(name: str, layout: Layout) -> Finding:
    """Can a game's own mat be found, and do no two of its places lie on each other?"""
    wrong = [fault.text for fault in faults(layout, layout) if fault.serious]
    if len(layout.tags) < 4:
        wrong.append(f"it has {len(layout.tags)} tags, and is found by 4 or more")
    if wrong:
        return problem(f"mat {name}", "; ".join(wrong), "install the program again")
    return good(f"mat {name}", f"{len(layout.slots)} places, {len(layout.tags)} tags")


def check_boards(data_dir: Path) -> Iterator[Finding]:
    """Do the taught boards load, and have they the places that their games have now?"""
    folder = boards_folder(data_dir)
    for path in sorted(folder.glob("*.toml")) if folder.is_dir() else ():
        yield check_board(path, data_dir)


def check_board(path: Path, data_dir: Path) -> Finding:
    """Does a taught board load, and has it the places that its game has now?"""
    about = f"board {path.stem}"
    try:
        profile = load_profile(path)
        layout = load_board(path.stem, data_dir)
    except ProfileError as error:
        return warning(about, str(error), _AGAIN)
    if layout.art is None and not layout.tags:
        return warning(
            about,
            "there is no picture of the board beside its profile, and no tags: it is not found",
            f"{_AGAIN}, or copy the picture to {path.with_suffix('.jpg')}",
        )
    own = load_game(profile.game).layout if profile.game else None
    wrong = [fault.text for fault in faults(layout, own)] if own is not None else []
    if wrong:
        return warning(about, ". ".join(wrong), _AGAIN)
    return good(about, f"{len(layout.slots)} places")


def check_file(
    about: str, path: Path, load: Callable[[Path], object], remedy: str
) -> Finding | None:
    """Does a file of the data folder load? `None` when it is not there, as it need not be."""
    if not path.is_file():
        return None
    try:
        load(path)
    except ValueError as error:
        return warning(about, str(error), remedy)
    return good(about, f"{path.name} loads")


def check_data(data_dir: Path) -> Iterator[Finding]:
    """The folder, its games and its boards."""
    yield check_writable(data_dir)
    yield from check_games(list_games(data_dir))
    yield from check_mats()
    yield from check_boards(data_dir)

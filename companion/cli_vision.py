"""Commands about the camera and the board it looks at: read, observe, bare, colours."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli_options import Adder
from companion.settings import (
    bare_folder,
    cards_folder,
    colours_file,
    default_data_dir,
    lens_file,
)

if TYPE_CHECKING:
    from companion.vision.lens import Lens

Report = dict[str, object]
AsText = Callable[[Report], str]


def add_commands(add: Adder) -> None:
    """Add the commands; `add` makes a parser from a name, what it runs, and help."""
    reading = add("read", _read, "read the free dice in photographs")
    reading.add_argument("pictures", nargs="+", type=Path, metavar="PICTURE")
    _add_observe(add("observe", _observe, "read what lies on a board in pictures"))
    _add_bare(add("bare", _bare, "learn how a board looks without pieces"))
    _add_colours(add("colours", _colours, "learn the colours of the players' dice"))


def _add_observe(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--board", required=True, metavar="PROFILE", help="a game's own mat, or a profile file"
    )
    parser.add_argument("pictures", nargs="+", type=Path, metavar="PICTURE")
    parser.add_argument(
        "--camera", default=None, metavar="SRC", help="whose measured lens took the pictures"
    )
    parser.add_argument(
        "--bare", type=Path, default=None, metavar="PICTURE",
        help="the board with its cards and without pieces, instead of what `bare` saved",
    )  # fmt: skip
    parser.add_argument(
        "--debug", type=Path, default=None, metavar="DIR", help="also write marked pictures there"
    )


def _add_bare(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Learn how a board looks with its cards and discs and without pieces, from one picture. "
        "Models on it are then told by what hides it, and discs by how far they are turned. "
        "With --empty: from one before its cards are laid, for where a card is taken up. "
        "`play` and `observe` then use it by themselves."
    )
    parser.add_argument(
        "--board", required=True, metavar="PROFILE", help="a game's own mat, or a profile file"
    )
    parser.add_argument("picture", type=Path, metavar="PICTURE")
    parser.add_argument(
        "turned", nargs="*", metavar="DISC=EIGHTHS", type=_eighths,
        help="by how many eighths a disc is turned clockwise in the picture, if it is",
    )  # fmt: skip
    parser.add_argument(
        "--empty", action="store_true", help="the picture shows the board without its cards, too"
    )
    parser.add_argument(
        "--camera", default=None, metavar="SRC", help="whose measured lens took the picture"
    )


def _add_colours(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Learn the colours of the players' dice for this table: one picture of each player's dice, "
        "with no others in it, taken where and as the game is lit. `play` then uses them by itself."
    )
    parser.add_argument(
        "pictures", nargs="+", metavar="COLOUR=PICTURE", help="a player's colour and a picture"
    )


def load_camera_lens(data_dir: Path, camera: str | None) -> "Lens | None":
    """The measured lens of a camera; a damaged profile is said, and done without."""
    from companion.vision.errors import LensProfileError
    from companion.vision.lens import load_lens

    if camera is None or not lens_file(data_dir, camera).is_file():
        return None
    try:
        return load_lens(lens_file(data_dir, camera))
    except LensProfileError as error:
        print(f"companion: {error}", file=sys.stderr)
        return None


def _read(options: argparse.Namespace) -> int:
    from companion.vision.dice import DiceReader
    from companion.vision.report import read_report, text_line

    reader = DiceReader.load()
    reports = (read_report(path, reader) for path in options.pictures)
    return _told(options, reports, text_line)


def _observe(options: argparse.Namespace) -> int:
    from companion.boards import game_of, load_board
    from companion.vision.bare_files import load_bare
    from companion.vision.card_files import load_decks
    from companion.vision.dice import DiceReader
    from companion.vision.observe import Board, observe_report, text_line
    from companion.vision.picture import load_picture

    data_dir = options.data or default_data_dir()
    lens = load_camera_lens(data_dir, options.camera)
    layout, game = load_board(options.board, data_dir), game_of(options.board, data_dir)
    decks, trouble = load_decks(cards_folder(data_dir, game) if game else None, layout)
    if trouble:
        print(f"companion: {trouble}", file=sys.stderr)
    bare = load_bare(bare_folder(data_dir, game) if game else None, layout)
    if options.bare is not None:
        bare = replace(bare, picture=load_picture(options.bare))
    board = Board(layout, lens, decks, bare)
    reader = DiceReader.load()
    reports = (observe_report(path, board, reader, options.debug) for path in options.pictures)
    return _told(options, reports, text_line)


def _told(options: argparse.Namespace, reports: Iterable[Report], as_text: AsText) -> int:
    """Print reports as they are made; the exit status."""
    failed = False
    for report in reports:
        failed |= "error" in report
        if options.json:
            print(json.dumps(report), flush=True)
        else:
            print(as_text(report), file=sys.stderr if "error" in report else sys.stdout)
    return 1 if failed else 0


def _bare(options: argparse.Namespace) -> int:
    from companion.boards import game_of, load_board
    from companion.core.ids import SlotId
    from companion.vision.bare_teach import learn_bare
    from companion.vision.picture import load_picture

    data_dir = options.data or default_data_dir()
    layout, game = load_board(options.board, data_dir), game_of(options.board, data_dir)
    if not game:
        print(f"companion: {options.board}: the board belongs to no game", file=sys.stderr)
        return 1
    pixels, folder = load_picture(options.picture), bare_folder(data_dir, game)
    turned = {SlotId(name): eighths for name, eighths in options.turned}
    if options.empty and turned:
        print("companion: discs are taught by the picture with the cards", file=sys.stderr)
        return 1
    lens = load_camera_lens(data_dir, options.camera)
    discs = None if options.empty else turned
    board = learn_bare(pixels, layout, folder, lens, discs, empty=options.empty)
    if options.json:
        print(json.dumps({"folder": str(folder), "discs": sorted(board.discs)}))
    else:
        what = "the empty board" if options.empty else "the board without pieces"
        print(f"learnt {what}, {len(board.discs)} discs; saved in {folder}")
    return 0


def _eighths(text: str) -> tuple[str, int]:
    """`solar.1=3`. Raises `ValueError`."""
    name, _, number = text.partition("=")
    return name, int(number) % 8


def _colours(options: argparse.Namespace) -> int:
    from companion.vision.dice import DiceReader
    from companion.vision.errors import PaletteError
    from companion.vision.palette import learn_from_pictures, save_palette
    from companion.vision.picture import load_picture

    pictures = {}
    for text in options.pictures:
        player, sign, path = text.partition("=")
        if not sign or player in pictures:
            raise PaletteError(f"give every colour once as COLOUR=PICTURE, not {text!r}")
        pictures[player] = load_picture(Path(path))
    palette = learn_from_pictures(pictures, DiceReader.load())
    path = colours_file(options.data or default_data_dir())
    save_palette(palette, path)
    if options.json:
        report = {"file": str(path), "colours": palette.as_values(), "alike": palette.alike()}
        print(json.dumps(report))
        return 0
    print(f"learnt {', '.join(palette.colours)}; saved as {path}")
    if palette.trouble:
        print(palette.trouble)
    return 0

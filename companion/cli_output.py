"""Commands about games that were played: export, replay."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli_options import Adder
from companion.settings import default_data_dir

if TYPE_CHECKING:
    from companion.output.record import Record
    from companion.rules.ledger import Ledger


FORMATS = ("bgstats", "json", "csv", "svg", "game")


def add_output(add: Adder) -> None:
    """Add the commands; `add` makes a parser from a name, what it runs, and help."""
    export = add("export", _export, "write a game for other programs")
    export.description = (
        "Write a game for other programs: `bgstats` is the play that BG Stats takes in (with "
        "--link the address that opens the app), `json` everything, `csv` one row a player, "
        "`svg` the points over the game, `game` one file with which another machine goes on."
    )
    _add_file(export)
    export.add_argument("--format", choices=FORMATS, required=True)
    export.add_argument(
        "--out", type=Path, default=None, metavar="FILE", help="write there, not on stdout"
    )
    export.add_argument("--link", action="store_true", help="with bgstats: the address")
    export.add_argument("--pictures", action="store_true", help="with game: pictures too")
    replay = add("replay", _replay, "go through a game again, step by step")
    _add_file(replay)


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", help="a game file, or the name of a saved game (`last`: the newest)"
    )


def _export(options: argparse.Namespace) -> int:
    if options.format == "game":
        return _pack(options)
    from companion.output.bgstats import bgstats_link, bgstats_play
    from companion.output.plot import svg_of
    from companion.output.sheets import csv_of, json_of

    record, ledger = _read(options)
    match options.format:
        case "bgstats":
            play = json.dumps(bgstats_play(record), ensure_ascii=False)
            text = (bgstats_link(record) if options.link else play) + "\n"
        case "json":
            text = json.dumps(json_of(record, ledger), ensure_ascii=False) + "\n"
        case "csv":
            text = csv_of(record)
        case _:
            text = svg_of(record)
    _write(options, text)
    return 0


def _pack(options: argparse.Namespace) -> int:
    from companion.output.errors import OutputError
    from companion.store.library import find_game
    from companion.store.parcel import pack
    from companion.store.pictures import Pictures

    if options.out is None:
        raise OutputError("say where to write the game with --out")
    data_dir = options.data or default_data_dir()
    pictures = Pictures(data_dir / "pictures").get if options.pictures else None
    count = pack(find_game(data_dir, options.file), options.out, pictures)
    print(f"{options.out}, with {count} pictures", file=sys.stderr)
    return 0


def _replay(options: argparse.Namespace) -> int:
    from companion.output.steps import as_json, in_words

    record, _ = _read(options)
    if options.json:
        for step in as_json(record):
            print(json.dumps(step, ensure_ascii=False))
    else:
        print("\n".join(in_words(record)))
    return 0


def _read(options: argparse.Namespace) -> "tuple[Record, Ledger]":
    from companion.output.record import record_of
    from companion.rules.registry import load_game
    from companion.store.game_file import read_ledger
    from companion.store.library import find_game

    path = find_game(options.data or default_data_dir(), options.file)
    ledger, game = read_ledger(path, load_game)
    return record_of(path.stem, game, ledger), ledger


def _write(options: argparse.Namespace, text: str) -> None:
    """On stdout, or into the file of `--out`. Raises `OutputError`."""
    from companion.output.errors import OutputError

    if options.out is None:
        sys.stdout.write(text)
        return
    try:
        options.out.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise OutputError(f"{options.out} cannot be written: {error.strerror}") from error

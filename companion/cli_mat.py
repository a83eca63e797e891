"""The command that makes mats to print."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.rules.game import AnyGame

CHART = "chart"
"""What to name instead of a game to get the lens calibration chart."""


def add_mat(parser: argparse.ArgumentParser) -> None:
    """Arguments of `mat`."""
    parser.add_argument("game", metavar="GAME", help="see `companion games`; or `chart`")
    parser.add_argument(
        "--paper", choices=("a2", "a3", "a4"), default=None,
        help="a2: one sheet (default), A1 where a mat is larger; a3, a4: tiles. The chart is on a4",
    )  # fmt: skip
    parser.add_argument(
        "--ink", choices=("full", "saving"), default="full", help="saving: lines on white"
    )
    parser.add_argument("--out", type=Path, default=None, metavar="FILE", help="the PDF to write")


def run_mat(options: argparse.Namespace) -> int:
    """Write a mat, or the chart, and say what was written."""
    from calibration.mats.chart import write_chart
    from companion.rules.registry import load_game

    is_chart = options.game == CHART
    paper = options.paper or ("a4" if is_chart else "a2")
    name = CHART if is_chart else f"{options.game}-mat-{paper}-{options.ink}"
    path = options.out or Path(f"{name}.pdf")
    if is_chart:
        pages = write_chart(paper, path)
    else:
        pages = _write_game(load_game(options.game), paper, options.ink, path)
    if options.json:
        print(json.dumps({"file": str(path), "paper": paper, "ink": options.ink, "pages": pages}))
    count = "1 page" if pages == 1 else f"{pages} pages"
    sheet = paper.upper() if is_chart or paper != "a2" else _sheet(options.game)
    words = f"{path}: {count}, {sheet}. Print at 100 %, then measure the 100 mm line."
    print(words, file=sys.stderr if options.json else sys.stdout)
    return 0


def _sheet(name: str) -> str:
    from calibration.mats.paper import sheet_of
    from companion.rules.registry import load_game

    return sheet_of(load_game(name).layout)


def _write_game(game: "AnyGame", paper: str, ink: str, path: Path) -> int:
    from calibration.mats.art import load_art
    from calibration.mats.board import Mat
    from calibration.mats.paper import write_mat
    from calibration.mats.style import STYLES
    from companion.rules.registry import GAMES_PACKAGE

    art = load_art(f"{GAMES_PACKAGE}.{game.info.id}", game.layout)
    return write_mat(Mat(game.info.title, game.layout, art, STYLES[ink]), paper, path)

"""The command line, a contract: text for people, `--json` for programs, status 0 on success."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from companion import __version__
from companion.cli_calibrate import add_calibrate, run_calibrate
from companion.cli_cards import CARDS_WORDS, add_cards, run_cards
from companion.cli_doctor import add_doctor, run_doctor
from companion.cli_host import PIN_WORDS, add_pin, run_pin
from companion.cli_mat import add_mat, run_mat
from companion.cli_options import Runner, people
from companion.cli_output import add_output
from companion.cli_play import add_playing
from companion.cli_rules import add_rules
from companion.cli_vision import add_commands
from companion.cli_watch import add_watching

_OPENCV = {"OPENCV_LOG_LEVEL": "SILENT", "OPENCV_IO_MAX_IMAGE_PIXELS": str(1 << 27)}
"""Read when OpenCV loads: damaged pictures are told in our words, and 134 megapixels are 0.4 GB."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    for name, value in _OPENCV.items():
        os.environ.setdefault(name, value)
    options = _parser().parse_args(arguments)
    run: Runner = options.run
    try:
        return run(options)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of our output has gone, as with `| head`
        return 1
    except _expected_errors() as error:
        print(f"companion: {error}", file=sys.stderr)
        return 1


def _expected_errors() -> tuple[type[Exception], ...]:
    """Errors that a person can do something about; others are bugs and keep their traceback."""
    from calibration.mats.errors import MatError
    from companion.bench.errors import BenchError
    from companion.camera.errors import CameraError
    from companion.core.errors import CoreError
    from companion.output.errors import OutputError
    from companion.rules.errors import RulesError
    from companion.server.errors import ServerError
    from companion.store.errors import StoreError
    from companion.vision.errors import VisionError

    return (
        BenchError,
        CameraError,
        CoreError,
        MatError,
        OutputError,
        RulesError,
        ServerError,
        StoreError,
        VisionError,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion", description=__import__("companion").__doc__)
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    add = partial(_add, commands)
    add_playing(add)
    add_watching(add)
    add_commands(add)
    add_calibrate(add("calibrate", run_calibrate, "measure the lens of a camera"))
    add_output(add)
    add_rules(add)
    add_doctor(add("doctor", run_doctor, "look this machine over before the evening"))
    _add_bench(add("bench", _bench, "measure how fast the stages are on this machine"))
    add_mat(add("mat", run_mat, "make a mat to print, or the lens calibration chart"))
    add_cards(add("cards", run_cards, CARDS_WORDS))
    add_pin(add("pin", run_pin, PIN_WORDS))
    return parser


if TYPE_CHECKING:
    _Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]


def _add(commands: "_Commands", name: str, run: Runner, words: str) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=words, description=words)
    parser.set_defaults(run=run)
    parser.add_argument("--json", action="store_true", help="one JSON object a line on stdout")
    parser.add_argument(
        "--data", type=Path, default=None, metavar="DIR", help="folder of games and pictures"
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    return parser


def _add_bench(parser: argparse.ArgumentParser) -> None:
    from companion.bench.groups import MODULES

    parser.add_argument(
        "groups", nargs="*", metavar="GROUP", help=f"{', '.join(MODULES)}; default: all"
    )
    parser.add_argument("--game", default=None, metavar="G", help="rules of this game only")
    parser.add_argument("--runs", type=int, default=None, metavar="N", help="runs a stage")
    parser.add_argument(
        "--profile", action="store_true", help="also print where the time goes (slower)"
    )


def _bench(options: argparse.Namespace) -> int:
    import cProfile

    from companion.bench.report import hottest, measured, text_line
    from companion.bench.timing import Plan
    from companion.rules.codec import to_json
    from companion.rules.registry import game_ids

    plan = Plan(options.runs, game_ids() if options.game is None else (options.game,))
    profiler = cProfile.Profile() if options.profile else None
    for stage in measured(options.groups, plan, profiler):
        print(json.dumps(to_json(stage)) if options.json else text_line(stage), flush=True)
    if profiler is not None:
        print(hottest(profiler), file=people(options))
    return 0

"""The command that says what an owner should know before the evening."""

import argparse
import json

from companion.settings import DEFAULT_PORT, Settings, default_data_dir

MARKS = {"good": "ok", "warning": "warning", "problem": "PROBLEM"}


def add_doctor(parser: argparse.ArgumentParser) -> None:
    """Arguments of `doctor`."""
    parser.description = (
        "Look over this machine before the evening: libraries, models, cameras, saved games, "
        "boards, network, clock, power. Says what to do about what is wrong. Exit status 1 when "
        "something keeps the game from being played; what only spoils it is a warning. While a "
        "game is running it asks that game about the camera."
    )
    parser.add_argument(
        "--camera", default=None, metavar="SRC", help="the one to play with; default: all found"
    )
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, metavar="N")


def run_doctor(options: argparse.Namespace) -> int:
    """Tell every finding, then how many there were; status 1 with a problem."""
    from companion.doctor.examine import examine
    from companion.doctor.finding import Level

    settings = Settings(options.data or default_data_dir(), options.port, options.json)
    counts = dict.fromkeys(Level, 0)
    for finding in examine(settings, options.camera):
        counts[finding.level] += 1
        if options.json:
            print(json.dumps(finding.as_json()), flush=True)
            continue
        print(f"{MARKS[finding.level.value]:8}{finding.about}: {finding.words}", flush=True)
        if finding.remedy:
            print(f"{'':8}-> {finding.remedy}", flush=True)
    problems, warnings = counts[Level.PROBLEM], counts[Level.WARNING]
    if options.json:
        print(json.dumps({"type": "doctor", "problems": problems, "warnings": warnings}))
    else:
        print(f"\n{_counted(problems, 'problem')}, {_counted(warnings, 'warning')}: "
              f"{'put the problems right first' if problems else 'ready to play'}")  # fmt: skip
    return 1 if problems else 0


def _counted(number: int, word: str) -> str:
    return f"{number or 'no'} {word}{'' if number == 1 else 's'}"

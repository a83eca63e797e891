"""The command line, a contract: text for people, `--json` for programs, status 0 on success."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, TypeAlias

from companion import __version__
from companion.cli_cards import CARDS_WORDS, add_cards, run_cards
from companion.cli_doctor import add_doctor, run_doctor
from companion.cli_host import PIN_WORDS, add_pin, add_serving, read_address, run_pin
from companion.cli_mat import add_mat, run_mat
from companion.cli_output import add_output
from companion.cli_vision import add_commands
from companion.settings import GameChoice, Settings, default_data_dir

_OPENCV = {"OPENCV_LOG_LEVEL": "SILENT", "OPENCV_IO_MAX_IMAGE_PIXELS": str(1 << 27)}
"""Read when OpenCV loads: damaged pictures are told in our words, and 134 megapixels are 0.4 GB."""

Runner = Callable[[argparse.Namespace], int]


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
    _add_demo(commands)
    _add_play(commands)
    _add_watch(commands)
    _add_simulate(commands)
    _add_read(commands)
    add_commands(partial(_add, commands))
    add_output(partial(_add, commands))
    _add_scenario(commands)
    _add_rule(commands)
    add_doctor(_add(commands, "doctor", run_doctor, "look this machine over before the evening"))
    _add_bench(commands)
    _add_mat(commands)
    _add_games(commands)
    add_cards(_add(commands, "cards", run_cards, CARDS_WORDS))
    add_pin(_add(commands, "pin", run_pin, PIN_WORDS))
    return parser


if TYPE_CHECKING:
    from companion.store.plan import Plan

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


def _add_demo(commands: "_Commands") -> None:
    words = "watch Alien Frontiers being played before a simulated camera"
    parser = _add(commands, "demo", _demo, words)
    add_serving(parser)
    parser.add_argument("--seed", type=int, default=7, metavar="N", help="another game")


def _add_play(commands: "_Commands") -> None:
    parser = _add(commands, "play", _play, "referee a game at a real table")
    parser.description = (
        "Referee a game at a real table. Without --game and --resume the page asks on the first "
        "phone what is played, and remembers it for the next time."
    )
    parser.add_argument("--game", default=None, metavar="G", help="see `companion games`")
    parser.add_argument(
        "--players", default="", metavar="red=Ann,blue=Bo", help="colours and names, in seat order"
    )
    parser.add_argument(
        "--camera",
        default=None,
        metavar="SRC",
        help="picamera:0, usb:0, a video, a folder of pictures, sim:SEED or none (the default)",
    )
    parser.add_argument(
        "--board", default=None, metavar="PROFILE", help="`none`: read only the dice"
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--new", action="store_true", help="begin a new game (the default)")
    which.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="ID",
        help="go on with a game or a game file, the newest if no ID",
    )
    add_serving(parser)


def _add_watch(commands: "_Commands") -> None:
    parser = _add(commands, "watch", _watch, "referee a recording to its end, without a server")
    parser.add_argument("--game", required=True, metavar="G", help="see `companion games`")
    parser.add_argument("--players", default="", metavar="red=Ann,blue=Bo", help="in seat order")
    parser.add_argument(
        "--camera", required=True, metavar="SRC", help="a video, a folder of pictures or sim:SEED"
    )
    parser.add_argument("--board", default=None, metavar="PROFILE", help="`none`: read only dice")
    parser.add_argument(
        "--answers",
        type=Path,
        default=None,
        metavar="FILE",
        help='JSON lines {"player", "kind", "answer", "after_seq"?}; each is used once',
    )


def _add_simulate(commands: "_Commands") -> None:
    words = "play a random game and write what a camera would see of it"
    parser = _add(commands, "simulate", _simulate, words)
    parser.add_argument("--game", required=True, metavar="G", help="see `companion games`")
    parser.add_argument("--players", default="", metavar="red=Ann,blue=Bo", help="in seat order")
    parser.add_argument("--seed", type=int, required=True, metavar="N")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument(
        "--illegal", type=float, default=None, metavar="RATE", help="share of wrong placements"
    )
    parser.add_argument("--noise", choices=("clean", "normal", "bad"), default="normal")
    parser.add_argument("--until", type=float, default=None, metavar="S", help="stop at that time")
    parser.add_argument(
        "--video", default=None, metavar="NAME", help="one file (.avi, .mp4) instead of pictures"
    )
    parser.add_argument(
        "--dice-photos",
        type=Path,
        default=None,
        metavar="DIR",
        help="folders of labelled photographs: dice show faces cut out of them",
    )


def _add_read(commands: "_Commands") -> None:
    parser = _add(commands, "read", _read, "read the free dice in photographs")
    parser.add_argument("pictures", nargs="+", type=Path, metavar="PICTURE")


def _add_scenario(commands: "_Commands") -> None:
    parser = _add(commands, "scenario", _scenario, "run rule scenarios")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")


def _add_rule(commands: "_Commands") -> None:
    parser = _add(commands, "rule", _rule, "rule on one action in one position")
    parser.add_argument("--game", required=True, metavar="G")
    parser.add_argument("--state", required=True, metavar="TEXT", help="a position in notation")
    parser.add_argument("--action", required=True, metavar="TEXT", help="an action in notation")


def _add_mat(commands: "_Commands") -> None:
    add_mat(_add(commands, "mat", run_mat, "make a mat to print, or the lens calibration chart"))


def _add_games(commands: "_Commands") -> None:
    _add(commands, "games", _games, "list the games, their colours and options")


def _add_bench(commands: "_Commands") -> None:
    from companion.bench.groups import MODULES

    parser = _add(commands, "bench", _bench, "measure how fast the stages are on this machine")
    parser.add_argument(
        "groups", nargs="*", metavar="GROUP", help=f"{', '.join(MODULES)}; default: all"
    )
    parser.add_argument("--game", default=None, metavar="G", help="rules of this game only")
    parser.add_argument("--runs", type=int, default=None, metavar="N", help="runs a stage")
    parser.add_argument(
        "--profile", action="store_true", help="also print where the time goes (slower)"
    )


def _demo(options: argparse.Namespace) -> int:
    from companion.evening import play_live
    from companion.store.plan import Plan

    own = _pairs(options.option, "--option")
    settings = _settings(options)
    if options.data is None:  # or `play --resume` would go on with what nobody played
        settings = replace(settings, data_dir=settings.data_dir / "demo")
    plan = Plan(camera=f"sim:{options.seed}", game="alien_frontiers", options=own)
    return play_live(settings, plan, resume=None)


def _play(options: argparse.Namespace) -> int:
    from companion.evening import play_live

    settings, ask = _settings(options), options.game is None and options.resume is None
    plan = _plan(options, _remembered(settings.data_dir) if ask else None)
    return play_live(settings, plan, resume=options.resume, ask=ask)


def _plan(options: argparse.Namespace, remembered: "Plan | None") -> "Plan":
    """What was asked for; what was not is as remembered."""
    from companion.store.plan import Plan

    choice = _choice(options)
    told = {
        "camera": options.camera,
        "board": options.board,
        "seats": tuple(choice.players.items()) or None,
        "options": choice.options or None,
        "game": choice.game or None,
    }
    asked = {name: value for name, value in told.items() if value is not None}
    return replace(remembered or Plan(), **asked)


def _remembered(data_dir: Path) -> "Plan":
    """What was chosen the last time, without what is not there any more."""
    from companion.camera.errors import SourceError
    from companion.camera.sources import parse_source
    from companion.rules.registry import game_ids
    from companion.settings import plan_file
    from companion.store.plan import NO_CAMERA, OWN_MAT, load_plan

    plan = load_plan(plan_file(data_dir))
    if plan.game not in game_ids():
        plan = replace(plan, game="", board=OWN_MAT, options={})
    try:
        parse_source(plan.camera)
    except SourceError:
        plan = replace(plan, camera=NO_CAMERA)
    return plan


def _watch(options: argparse.Namespace) -> int:
    from companion.answers_file import read_answers
    from companion.eyes import begin_watching
    from companion.watch import watch_to_the_end

    answers = None if options.answers is None else read_answers(options.answers)
    ledger, eyes = begin_watching(
        _choice(options), camera=options.camera, board=options.board, data_dir=options.data
    )
    outcome = watch_to_the_end(ledger, eyes, answers, options.json)
    print(f"{outcome.answers} answers taken", file=sys.stderr)
    for left in outcome.leftovers:
        print(f"companion: nobody asked for {left}", file=sys.stderr)
    return 1 if outcome.leftovers else 0


def _simulate(options: argparse.Namespace) -> int:
    from companion.rules.codec import to_json
    from companion.rules.registry import load_game, make_setup
    from companion.simulator.beats import Habits
    from companion.simulator.camera import SimulatedCamera
    from companion.simulator.die_photos import ABSENT, load_die_photos
    from companion.simulator.draw import Noise
    from companion.simulator.record import record
    from companion.simulator.script import Script

    choice = _choice(options)
    game = load_game(choice.game)
    setup = make_setup(game.info, choice.players, choice.options)
    habits = Habits() if options.illegal is None else Habits(illegal=_share(options.illegal))
    script = Script(game, setup, options.seed, habits)
    photos = load_die_photos(options.dice_photos) if options.dice_photos else None
    if options.dice_photos and photos is None:
        print(f"companion: {options.dice_photos}: {ABSENT}", file=sys.stderr)
    camera = SimulatedCamera(script, options.seed, noise=Noise(options.noise), photos=photos)
    until_s = float("inf") if options.until is None else options.until
    recorded = record(camera, options.out, until_s=until_s, video=options.video)
    if options.json:
        print(json.dumps(to_json(recorded)))
    else:
        print(f"{recorded.frames} frames, {recorded.actions} actions in {options.out}")
    return 0


def _choice(options: argparse.Namespace) -> GameChoice:
    players = _pairs([part for part in options.players.split(",") if part], "--players")
    return GameChoice(options.game or "", players, _pairs(options.option, "--option"))


def _share(rate: float) -> float:
    """A number from 0 to 1. Raises `SetupError`."""
    from companion.rules.errors import SetupError

    if not 0 <= rate <= 1:
        raise SetupError(f"a rate is a number from 0 to 1, got {rate}")
    return rate


def _read(options: argparse.Namespace) -> int:
    from companion.vision.dice import DiceReader
    from companion.vision.report import read_report, text_line

    reader = DiceReader.load()
    failed = False
    for path in options.pictures:
        report = read_report(path, reader)
        failed |= "error" in report
        if options.json:
            print(json.dumps(report), flush=True)
        else:
            print(text_line(report), file=sys.stderr if "error" in report else sys.stdout)
    return 1 if failed else 0


def _scenario(options: argparse.Namespace) -> int:
    from companion.rules.codec import to_json
    from companion.rules.scenario import run_files

    passed, failed = run_files(options.files)
    for result in (*passed, *failed):
        if options.json:
            print(json.dumps(to_json(result)))
        elif result.failures:
            print("\n".join(result.failures))
    print(f"{len(passed)} passed, {len(failed)} failed", file=_people(options))
    return 1 if failed or not passed else 0


def _rule(options: argparse.Namespace) -> int:
    from companion.rules.codec import to_json
    from companion.rules.registry import load_game
    from companion.rules.ruling import Rejected
    from companion.rules.scenario import rule_text

    ruling = rule_text(options.game, options.state, options.action)
    if options.json:
        legal = not isinstance(ruling, Rejected)
        print(json.dumps({"legal": legal, "ruling": to_json(ruling)}))
    elif isinstance(ruling, Rejected):
        for violation in ruling.violations:
            print(f"illegal: {violation.code}: {violation.text} ({violation.source})")
    else:
        print("legal")
        for event in ruling.events:
            print(f"  {load_game(options.game).say(event) or type(event).__name__}")
    return 0


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
        print(hottest(profiler), file=_people(options))
    return 0


def _games(options: argparse.Namespace) -> int:
    from companion.rules.codec import to_json
    from companion.rules.registry import game_ids, load_game

    for name in game_ids():
        info = load_game(name).info
        if options.json:
            print(json.dumps(to_json(info)))
            continue
        print(f"{info.id}: {info.title}, {info.min_players} to {info.max_players} players")
        if info.note:
            print(f"  {info.note}")
        print(f"  colours: {', '.join(info.colours)}")
        for option in info.options:
            print(f"  {option.name} = {' | '.join(option.values)}: {option.effect}")
    return 0


def _people(options: argparse.Namespace) -> TextIO:
    """Where words for people go: stdout, or stderr when stdout belongs to a program."""
    return sys.stderr if options.json else sys.stdout


def _settings(options: argparse.Namespace) -> Settings:
    data_dir = options.data or default_data_dir()
    return Settings(
        data_dir,
        options.port,
        options.json,
        host=options.host,
        address=read_address(options.address, options.port),
        pin=options.pin,
    )


def _pairs(texts: Sequence[str], flag: str) -> dict[str, str]:
    """`a=b` texts as a mapping. Raises `SetupError` for one that has no `=`."""
    from companion.rules.errors import SetupError

    pairs = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name or not value:
            raise SetupError(f"{flag} takes NAME=VALUE, got {text!r}")
        if name in pairs:
            raise SetupError(f"{flag} names {name!r} twice")
        pairs[name] = value
    return pairs

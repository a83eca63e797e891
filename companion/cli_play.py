"""Commands that referee a game before a camera and serve the phones: demo, play."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli_host import add_serving, read_address
from companion.cli_options import Adder, choice_of, pairs
from companion.settings import Settings, default_data_dir

if TYPE_CHECKING:
    from companion.store.plan import Plan


def add_playing(add: Adder) -> None:
    """Add the commands; `add` makes a parser from a name, what it runs, and help."""
    _add_demo(add)
    _add_play(add)


def _add_demo(add: Adder) -> None:
    words = "watch Alien Frontiers being played before a simulated camera"
    parser = add("demo", _demo, words)
    add_serving(parser)
    parser.add_argument("--seed", type=int, default=7, metavar="N", help="another game")


def _add_play(add: Adder) -> None:
    parser = add("play", _play, "referee a game at a real table")
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


def _demo(options: argparse.Namespace) -> int:
    from companion.evening import play_live
    from companion.store.plan import Plan

    own = pairs(options.option, "--option")
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

    choice = choice_of(options)
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

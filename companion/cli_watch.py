"""Commands about games without a server: watch, simulate."""

import argparse
import json
import sys
from pathlib import Path

from companion.cli_options import Adder, choice_of


def add_watching(add: Adder) -> None:
    """Add the commands; `add` makes a parser from a name, what it runs, and help."""
    _add_watch(add)
    _add_simulate(add)


def _add_watch(add: Adder) -> None:
    parser = add("watch", _watch, "referee a recording to its end, without a server")
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


def _add_simulate(add: Adder) -> None:
    words = "play a random game and write what a camera would see of it"
    parser = add("simulate", _simulate, words)
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


def _watch(options: argparse.Namespace) -> int:
    from companion.answers_file import read_answers
    from companion.eyes import begin_watching
    from companion.watch import watch_to_the_end

    answers = None if options.answers is None else read_answers(options.answers)
    ledger, eyes = begin_watching(
        choice_of(options), camera=options.camera, board=options.board, data_dir=options.data
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
    from companion.simulator.lamps import Noise
    from companion.simulator.record import record
    from companion.simulator.script import Script

    choice = choice_of(options)
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


def _share(rate: float) -> float:
    """A number from 0 to 1. Raises `SetupError`."""
    from companion.rules.errors import SetupError

    if not 0 <= rate <= 1:
        raise SetupError(f"a rate is a number from 0 to 1, got {rate}")
    return rate

"""Commands about rules: scenario, rule, games."""

import argparse
import json
from pathlib import Path

from companion.cli_options import Adder, people


def add_rules(add: Adder) -> None:
    """Add the commands; `add` makes a parser from a name, what it runs, and help."""
    _add_scenario(add)
    _add_rule(add)
    add("games", _games, "list the games, their colours and options")


def _add_scenario(add: Adder) -> None:
    parser = add("scenario", _scenario, "run rule scenarios")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")


def _add_rule(add: Adder) -> None:
    parser = add("rule", _rule, "rule on one action in one position")
    parser.add_argument("--game", required=True, metavar="G")
    parser.add_argument("--state", required=True, metavar="TEXT", help="a position in notation")
    parser.add_argument("--action", required=True, metavar="TEXT", help="an action in notation")


def _scenario(options: argparse.Namespace) -> int:
    from companion.rules.codec import to_json
    from companion.rules.scenario import run_files

    passed, failed = run_files(options.files)
    for result in (*passed, *failed):
        if options.json:
            print(json.dumps(to_json(result)))
        elif result.failures:
            print("\n".join(result.failures))
    print(f"{len(passed)} passed, {len(failed)} failed", file=people(options))
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

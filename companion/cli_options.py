"""What the commands share: how one is added, and options that several of them read."""

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import TextIO

from companion.settings import GameChoice

Runner = Callable[[argparse.Namespace], int]
"""Runs a command; returns the exit status."""
Adder = Callable[[str, Runner, str], argparse.ArgumentParser]
"""Makes the parser of a command from its name, what it runs, and help."""


def choice_of(options: argparse.Namespace) -> GameChoice:
    """The game, its players and options. Raises `SetupError`."""
    players = pairs([part for part in options.players.split(",") if part], "--players")
    return GameChoice(options.game or "", players, pairs(options.option, "--option"))


def pairs(texts: Sequence[str], flag: str) -> dict[str, str]:
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


def people(options: argparse.Namespace) -> TextIO:
    """Where words for people go: stdout, or stderr when stdout belongs to a program."""
    return sys.stderr if options.json else sys.stdout

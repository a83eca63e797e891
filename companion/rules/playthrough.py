"""Playthroughs: a whole game as text, one action a line in the game's notation.

    # comments and empty lines are skipped
    game: dice
    players: red, blue
    options: turns=each_roll

    red: roll 3 5 5
    blue: roll 2 2
    > score red=0 blue=0
    > rejected blue: roll 6 : turn.not_yours
    > notices none
    > ended none

First the head (`game`, `players`, optionally `options`, separated by commas), then actions, which
must be legal, and checks, which begin with `>` and speak of the position at that place:

- `> score red=3 blue=2`: the totals of the players named;
- `> rejected ACTION : code1, code2`: the action would break exactly these rules;
- `> notices code1, code2`: the last action was legal but remarkable (`none`: it was not);
- `> ended red=1 blue=2`: the game is over with these places (`none`: it goes on).

Files end in `.playthrough` and lie in `tests/games/<game>/`; the generic suite replays them all.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.rules.engine import Step, play
from companion.rules.errors import PlaythroughError, RulesError
from companion.rules.game import AnyGame, Setup
from companion.rules.history import written
from companion.rules.ledger import Header, Ledger, Origin
from companion.rules.registry import load_game, make_setup
from companion.rules.ruling import Rejected

HEAD = ("game", "players", "options")
CHECKS = ("score", "rejected", "notices", "ended")
COMMENT = re.compile(r"(^|\s)#.*")
PLAYTHROUGH = Origin("playthrough")


@dataclass(frozen=True, slots=True)
class Playthrough:
    """The head, and the lines below it with their numbers in the file."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, str]
    lines: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Replayed:
    """A playthrough carried out: the game, the ledger of its actions, the last position."""

    game: AnyGame
    ledger: Ledger
    state: object


def read_playthrough(text: str) -> Playthrough:
    """Raises `PlaythroughError` when the head is incomplete or a check is unknown."""
    head: dict[str, str] = {}
    lines: list[tuple[int, str]] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = COMMENT.sub("", raw).strip()
        key, _, value = line.partition(":")
        if not line:
            continue
        if key in HEAD and not lines:
            head[key] = value.strip()
            continue
        if line.startswith(">") and line[1:].split()[:1] not in [[check] for check in CHECKS]:
            raise PlaythroughError(
                f"line {number}: unknown check {line!r}; known are {', '.join(CHECKS)}"
            )
        lines.append((number, line))
    missing = [key for key in ("game", "players") if key not in head]
    if missing:
        raise PlaythroughError(f"the head lacks `{missing[0]}: ...`")
    players = tuple(_listed(head["players"]))
    return Playthrough(head["game"], players, _pairs(head.get("options", "")), tuple(lines))


def replay(playthrough: Playthrough) -> Replayed:
    """Carry out every action and check. Raises `PlaythroughError` at the first that fails."""
    game = load_game(playthrough.game)
    names = {player: player.title() for player in playthrough.players}
    setup = make_setup(game.info, names, playthrough.options)
    replayer = _Replayer(game, setup)
    for number, line in playthrough.lines:
        try:
            replayer.check(line[1:].strip()) if line.startswith(">") else replayer.act(line)
        except PlaythroughError as error:
            raise PlaythroughError(f"line {number}: `{line}`: {error}") from error
        except RulesError as error:
            raise PlaythroughError(f"line {number}: `{line}`: {error}") from error
    return Replayed(game, replayer.ledger, replayer.state)


def replay_file(path: Path) -> Replayed:
    """Raises `PlaythroughError`, naming the file and the line."""
    try:
        return replay(read_playthrough(path.read_text(encoding="utf-8")))
    except RulesError as error:
        raise PlaythroughError(f"{path}: {error}") from error


class _Replayer:
    """The position while a playthrough is carried out."""

    def __init__(self, game: AnyGame, setup: Setup) -> None:
        self.game = game
        self.state: object = game.setup(setup)
        self.ledger = Ledger(Header(game.info.id, game.info.rules_version, setup, ""))
        self.notices: tuple[str, ...] = ()

    def act(self, text: str) -> None:
        action = self.game.read_action(text)
        step: Step[object, object] | Rejected = play(self.game, self.state, action)
        if isinstance(step, Rejected):
            words = "; ".join(f"{broken.code}: {broken.text}" for broken in step.violations)
            raise PlaythroughError(f"rejected: {words}")
        entry = written(self.game, self.ledger, action, step, origin=PLAYTHROUGH, at="")
        self.ledger = self.ledger.append(entry)
        self.state = step.state
        self.notices = tuple(notice.code for notice in step.notices)

    def check(self, text: str) -> None:
        name, _, rest = text.partition(" ")
        match name:
            case "score":
                totals = {str(sheet.player): sheet.total for sheet in self.game.scores(self.state)}
                wanted = _numbers(rest)
                _same(wanted, {player: totals.get(player) for player in wanted})
            case "rejected":
                action, _, codes = rest.rpartition(" : ")
                ruling = self.game.judge(self.state, self.game.read_action(action))
                found = ruling.codes if isinstance(ruling, Rejected) else ()
                _same(sorted(_listed(codes)), sorted(found))
            case "notices":
                _same(sorted(_listed(rest)), sorted(self.notices))
            case _:
                outcome = self.game.outcome(self.state)
                _same(_numbers(rest), dict(outcome.places) if outcome else {})


def _same(expected: object, found: object) -> None:
    if expected != found:
        raise PlaythroughError(f"expected {expected}, found {found}")


def _listed(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    return [name for name in names if name and name != "none"]


def _pairs(text: str) -> dict[str, str]:
    pairs = [pair.partition("=") for pair in text.replace(",", " ").split() if pair != "none"]
    return {name: value for name, _, value in pairs}


def _numbers(text: str) -> dict[str, int]:
    try:
        return {name: int(value) for name, value in _pairs(text).items()}
    except ValueError as error:
        raise PlaythroughError(f"expected `player=number`, got {text!r}") from error

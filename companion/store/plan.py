"""What people have chosen for the next game, kept so that nothing has to be said twice."""

import json
import logging
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from companion.core.phrases import phrase
from companion.rules.game import GameInfo
from companion.store.errors import PlanNotSavedError

NO_CAMERA, NO_BOARD, OWN_MAT = "none", "none", ""
_FEWEST = 2
"""Seats that are laid before anybody says who plays: nearly every game is for two or more."""
_log = logging.getLogger("companion")


@dataclass(frozen=True, slots=True)
class Plan:
    """How the next game is to be set up; everything may be left as it is.

    `camera` is a source as on the command line; `board` a saved board, `none`, or empty for the
    game's own mat. `seats` are colours with names, the first player first; an empty name is the
    colour's. `options` are those that are not as recommended.
    """

    camera: str = NO_CAMERA
    board: str = OWN_MAT
    game: str = ""
    seats: tuple[tuple[str, str], ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def named_board(self) -> str | None:
        """The board as on the command line: `None` for the game's own mat."""
        return None if self.board == OWN_MAT else self.board

    def names(self) -> dict[str, str]:
        """Who plays, by colour, as a game takes it."""
        return {colour: name or colour.title() for colour, name in self.seats}


def fitted(plan: Plan, info: GameInfo) -> Plan:
    """A plan for a game: its colours, as many seats as it takes, and only options that it has.

    People stay, with their colours as far as the game has them.
    """
    free = [colour for colour in info.colours if colour not in dict(plan.seats)]
    seats = []
    for colour, name in plan.seats[: info.max_players]:
        seats.append((colour if colour in info.colours else free.pop(0), name))
    fewest = max(_FEWEST, info.min_players) if not seats else info.min_players
    while len(seats) < min(fewest, info.max_players):
        seats.append((free.pop(0), ""))
    known = {option.name: option.values for option in info.options}
    options = {name: v for name, v in plan.options.items() if v in known.get(name, ())[1:]}
    return Plan(plan.camera, plan.board, info.id, tuple(seats), options)


def load_plan(path: Path) -> Plan:
    """What was chosen last; nothing where there is no such file, or none that can be read."""
    try:
        return _read(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return Plan()
    except (OSError, ValueError, TypeError, AttributeError, KeyError):
        _log.warning("%s cannot be read: the table is set up anew", path.name)
        return Plan()


def save_plan(plan: Plan, path: Path) -> None:
    """Keep it, whole or not at all. Raises `PlanNotSavedError`."""
    part = path.with_suffix(".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("w", encoding="utf-8") as file:
            json.dump(asdict(plan), file, ensure_ascii=False, indent=1)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise PlanNotSavedError(
            phrase("this could not be saved: {error}; make room, then try again",
                   error=error.strerror)
        ) from error  # fmt: skip


def _read(told: dict[str, object]) -> Plan:
    texts = [told[name] for name in ("camera", "board", "game")]
    seats, options = told["seats"], told["options"]
    if not isinstance(seats, list) or not isinstance(options, dict):
        raise TypeError("seats are a list and options are named")
    pairs = [(colour, name) for colour, name in seats]
    if not all(isinstance(one, str) for one in (*texts, *options.values(), *sum(pairs, ()))):
        raise TypeError("all of it is text")
    camera, board, game = map(str, texts)
    return Plan(camera, board, game, tuple(pairs), options)

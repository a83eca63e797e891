"""Placements that break a rule, found without knowing the game: what no legal action explains."""

import random
from collections import Counter
from dataclasses import dataclass

from companion.core.ids import AreaId
from companion.core.layout import SlotKind
from companion.core.pieces import DIE, Piece
from companion.rules.engine import play
from companion.rules.errors import NotationError
from companion.rules.game import A, E, Game, S
from companion.rules.ruling import Rejected
from companion.simulator.lying import Lying, lying

TRIES = 40
"""Wrong places looked at; most positions have one among the first few."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A die put into an area where it may not be. `text` is the attempt in notation, if any."""

    area: AreaId
    piece: Piece
    text: str
    codes: tuple[str, ...]


def find_mistake(
    game: Game[S, A, E], state: S, board: Lying, loose: tuple[Piece, ...], rng: random.Random
) -> Mistake | None:
    """A wrong placement, by preference one for which the rules have words."""
    legal = game.legal_actions(state)
    allowed = _allowed(game, state, board, legal)
    places = [
        (area, piece)
        for area in _with_room(game, board)
        for piece in sorted(set(loose))
        if piece.kind == DIE and (area, piece.colour, piece.value) not in allowed
    ]
    rng.shuffle(places)
    texts = tuple(game.write_action(action) for action in legal)
    wordless: Mistake | None = None
    for area, piece in places[:TRIES]:
        found = _in_words(game, state, area, piece, texts)
        if found is not None:
            return found
        wordless = wordless or Mistake(area, piece, "", ())
    return wordless


def _allowed(
    game: Game[S, A, E], state: S, board: Lying, legal: tuple[A, ...]
) -> set[tuple[AreaId, str | None, int | None]]:
    """Which die may come to lie in which area by some legal action."""
    allowed = set()
    for action in legal:
        step = play(game, state, action)
        if isinstance(step, Rejected):
            continue
        for area, pieces in lying(game, step.state).items():
            for piece in Counter(pieces) - Counter(board.get(area, ())):
                allowed.add((area, piece.colour, piece.value))
    return allowed


def _with_room(game: Game[S, A, E], board: Lying) -> list[AreaId]:
    return [
        area
        for area in sorted(game.layout.areas)
        if sum(slot.kind is SlotKind.DIE for slot in game.layout.in_area(area))
        > len(board.get(area, ()))
    ]


def _in_words(
    game: Game[S, A, E], state: S, area: AreaId, piece: Piece, texts: tuple[str, ...]
) -> Mistake | None:
    """The attempt made from a legal action's text, with another area and perhaps another die."""
    for text in texts:
        words = text.split()
        for place, word in enumerate(words):
            if word not in game.layout.areas:
                continue
            for end in ([], [str(piece.value)]):
                attempt = " ".join([*words[:place], area, *(end or words[place + 1 :])])
                codes = _broken(game, state, attempt, piece)
                if codes:
                    return Mistake(area, piece, attempt, codes)
    return None


def _broken(game: Game[S, A, E], state: S, text: str, piece: Piece) -> tuple[str, ...]:
    """Codes of the rules an attempt with just that die breaks; none if it is no such attempt."""
    try:
        action = game.read_action(text)
    except NotationError:
        return ()
    if game.action_view(state, action).dice != (piece.value,):
        return ()
    ruling = game.judge(state, action)
    return ruling.codes if isinstance(ruling, Rejected) else ()

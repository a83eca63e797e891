"""Placements that break a rule: of the kinds a game has a table of, else what nothing explains."""

import random
from collections import Counter
from dataclasses import dataclass

from companion.core.ids import AreaId, PlayerId
from companion.core.layout import SlotKind
from companion.core.pieces import DIE, Piece, in_order
from companion.rules.engine import play
from companion.rules.errors import NotationError
from companion.rules.game import A, E, Game, S
from companion.rules.ruling import Rejected
from companion.rules.slips import Slip, slip_kinds
from companion.simulator.lying import Lying, lying

TRIES = 40
"""Wrong places looked at; most positions have one among the first few."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """Dice put into an area where they may not be. `text` is the attempt in notation, if any.

    They come from the rolled ones, or from the area `source`.
    """

    player: PlayerId
    area: AreaId
    pieces: tuple[Piece, ...]
    text: str
    codes: tuple[str, ...]
    source: AreaId | None = None

    def lying(self, board: Lying, loose: tuple[Piece, ...]) -> tuple[Lying, tuple[Piece, ...]]:
        """The board and the loose dice with the mistake made."""
        there = (*board.get(self.area, ()), *self.pieces)
        if self.source is None:
            left = tuple((Counter(loose) - Counter(self.pieces)).elements())
            return {**board, self.area: there}, left
        rest = list(board[self.source])
        for piece in self.pieces:
            known = (p for p in rest if (p.kind, p.colour) == (piece.kind, piece.colour))
            same = sorted(known, key=lambda p: p.value != piece.value)
            rest.remove(same[0])
        return {**board, self.source: tuple(rest), self.area: there}, loose


def find_mistake(
    game: Game[S, A, E], state: S, board: Lying, loose: tuple[Piece, ...], rng: random.Random
) -> Mistake | None:
    """A wrong placement of a kind the game has a table of, else one that nothing legal explains.

    Of the latter by preference one for which the rules have words.
    """
    kinds = list(slip_kinds(game.info.id))
    rng.shuffle(kinds)
    for kind in kinds:
        slip = kind.find(state, rng)
        if slip is not None and _fits(game, board, loose, slip):
            action = game.attempt(state, slip.area, slip.pieces)
            text = "" if action is None else game.write_action(action)
            return Mistake(slip.player, slip.area, slip.pieces, text, slip.codes, slip.source)
    if kinds:
        return None
    legal = game.legal_actions(state)
    allowed = _allowed(game, state, board, legal)
    places = [
        (area, piece)
        for area in _with_room(game, board)
        for piece in in_order(set(loose))
        if piece.kind == DIE and (area, piece.colour, piece.value) not in allowed
    ]
    rng.shuffle(places)
    texts = tuple(game.write_action(action) for action in legal)
    player = game.player_of(legal[0]) if legal else PlayerId("")
    wordless: Mistake | None = None
    for area, piece in places[:TRIES]:
        found = _in_words(game, state, area, piece, texts)
        if found is not None:
            return Mistake(player, area, (piece,), *found)
        wordless = wordless or Mistake(player, area, (piece,), "", ())
    return wordless


def _fits(game: Game[S, A, E], board: Lying, loose: tuple[Piece, ...], slip: Slip) -> bool:
    """Whether the pieces are there to be put, and the area has places for them."""
    slots = game.layout.in_area(slip.area)
    if all(piece.kind != DIE for piece in slip.pieces):
        return all(any(piece.kind in slot.kinds for slot in slots) for piece in slip.pieces)
    room = sum(slot.kind is SlotKind.DIE for slot in slots)
    if room < len(board.get(slip.area, ())) + len(slip.pieces):
        return False
    return slip.source is not None or not Counter(slip.pieces) - Counter(loose)


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
) -> tuple[str, tuple[str, ...]] | None:
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
                    return attempt, codes
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

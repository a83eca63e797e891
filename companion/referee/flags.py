"""What lies on the table against the rules, said so that a player can put it right."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

from companion.core.ids import AreaId, SlotId
from companion.core.layout import Layout
from companion.core.phrases import listed, phrase
from companion.core.pieces import (
    DIE,
    Piece,
    SeenPiece,
    coloured_die,
    in_order,
    piece_words,
)
from companion.referee.behind import to_place
from companion.referee.difference import AreaDifference, face_probability
from companion.referee.onward import Legal, as_piece, is_part_of_a_legal_set
from companion.referee.snapshot import Flag
from companion.referee.throw import likeliest
from companion.rules.engine import play
from companion.rules.game import AnyGame
from companion.rules.ruling import Rejected, Violation

MOST_RULES = 99
"""More than any placement breaks."""
UNSEEN_MOST = 3
"""Dice that may be overlooked in one place at once: all sets that more could make are too many."""
READABLE = 0.5
"""Probability of the likeliest face below which a flag would be a guess."""


def flags_of(
    game: AnyGame,
    state: object,
    found: Mapping[AreaId, AreaDifference],
    lost: tuple[Piece, ...] = (),
) -> tuple[Flag, ...]:
    """A flag for each broken rule of each placement that nothing legal explains.

    `lost` are rolled dice that are nowhere: they may lie there, too, overlooked, or be the one that
    is seen there with another face where no docked one of that colour is gone.
    """
    flags: list[Flag] = []
    legal = Legal(game, state)
    moved = {die.colour for part in found.values() for die in part.missing if die.kind == DIE}
    unmoved = tuple(die for die in lost if die.colour not in moved)
    for area, difference in found.items():
        if difference.extra:
            flags.extend(_flags_of_area(legal, area, difference.extra, lost, unmoved))
    return tuple(flags)


def _flags_of_area(
    legal: Legal,
    area: AreaId,
    extra: tuple[SeenPiece, ...],
    lost: tuple[Piece, ...],
    unmoved: tuple[Piece, ...],
) -> list[Flag]:
    game, state, layout = legal.game, legal.state, legal.game.layout
    dice = [piece for piece in extra if piece.kind == DIE]
    if any(face_probability(die, likeliest(die)) < READABLE for die in dice):
        return _whatever_it_shows(legal, area, extra) or [_unreadable(area, layout)]
    added = in_order(map(as_piece, extra))
    if is_part_of_a_legal_set(legal, area, added):
        return []
    if _is_legal_after(legal, area, added, lost):
        return []
    if lost and not dice and game.attempt(state, area, added) is None:
        return []  # what a die that is nowhere has led to is not known yet
    if _is_misread(game, state, added, unmoved):
        misread = _attempted(game, state, area, unmoved, layout)
        if misread:
            return misread
    own = [die for die in lost if die.colour in {die.colour for die in added}]
    ways = [
        _merged(_as_set_or_one_by_one(game, state, area, in_order((*added, *unseen)), layout))
        for number in range(min(len(own), UNSEEN_MOST) + 1)
        for unseen in dict.fromkeys(combinations(own, number))
    ]
    return min(ways, key=lambda flags: len({flag.code for flag in flags}) or MOST_RULES)


def _whatever_it_shows(legal: Legal, area: AreaId, extra: tuple[SeenPiece, ...]) -> list[Flag]:
    """Rules that a die breaks there with each of its faces: it is not its player's turn."""
    if [piece.kind for piece in extra] != [DIE] or extra[0].colour is None:
        return []
    die, game = Piece(DIE, extra[0].colour), legal.game
    faces = [(replace(die, value=face),) for face in range(1, 7)]
    if any(is_part_of_a_legal_set(legal, area, one) for one in faces):
        return []
    ways = [
        {(f.code, f.text): f for f in _attempted(game, legal.state, area, one, game.layout)}
        for one in faces
    ]
    common = set.intersection(*(set(way) for way in ways))
    return [
        _of_any_face(flag, area, die)
        for told, flag in ways[0].items()
        if told in common and flag.source
    ]


def _of_any_face(flag: Flag, area: AreaId, die: Piece) -> Flag:
    """A flag about a die of which the face is not known: it cannot be overruled, only entered."""
    words = piece_words(die)
    return replace(
        flag,
        id=f"{flag.code}:{area}:{words}",
        pieces=(words,),
        remedy=phrase("Take the die back, or enter the placement by hand."),
        action=None,
    )


def _is_misread(
    game: AnyGame, state: object, added: tuple[Piece, ...], lost: tuple[Piece, ...]
) -> bool:
    """Whether the only die put there is the only one that is nowhere, by its colour: nobody turns
    a die."""
    alike = len(added) == 1 and [die.colour for die in added] == [die.colour for die in lost]
    return alike and added[0] not in to_place(game, state)


def _as_set_or_one_by_one(
    game: AnyGame, state: object, area: AreaId, added: tuple[Piece, ...], layout: Layout
) -> list[Flag]:
    """Whichever breaks fewer rules: several dice are one set, or each was put there by itself.

    When both break as many but others, no set is taken there and the dice are looked at singly.
    """
    together = _attempted(game, state, area, added, layout)
    apart = [flag for die in added for flag in _attempted(game, state, area, (die,), layout)]
    alone, as_set = {flag.code for flag in apart}, {flag.code for flag in together}
    singly = len(alone) < len(as_set) or (len(alone) == len(as_set) and alone != as_set)
    return apart if singly else together


def _attempted(
    game: AnyGame, state: object, area: AreaId, added: tuple[Piece, ...], layout: Layout
) -> list[Flag]:
    action = game.attempt(state, area, added)
    if action is None:
        return [_unexplained(area, added, layout)]
    ruling = play(game, state, action)
    if not isinstance(ruling, Rejected):
        return []
    text = game.write_action(action)
    return [_broken(area, added, violation, text) for violation in ruling.violations]


def _merged(flags: list[Flag]) -> list[Flag]:
    """The same words are said once, with all the pieces they are about."""
    merged: dict[tuple[str, str], Flag] = {}
    for flag in flags:
        key = (flag.code, flag.text)
        first = merged.setdefault(key, flag)
        if first is not flag:
            merged[key] = replace(first, pieces=first.pieces + flag.pieces)
    return list(merged.values())


def _is_legal_after(
    legal: Legal, area: AreaId, added: tuple[Piece, ...], lost: tuple[Piece, ...]
) -> bool:
    """Whether dice that are nowhere may have been placed so that this is legal: fuel was gained."""
    game, values = legal.game, Counter(die.value for die in lost if die.value is not None)
    for step in legal.nexts if lost else ():
        if not step.dice or step.dice - values:
            continue
        attempt = game.attempt(step.state, area, added)
        if attempt is not None and not isinstance(play(game, step.state, attempt), Rejected):
            return True
    return False


def _broken(area: AreaId, added: tuple[Piece, ...], violation: Violation, text: str) -> Flag:
    return Flag(
        id=f"{violation.code}:{area}:{','.join(_word(piece) for piece in added)}",
        code=violation.code,
        text=violation.text,
        source=violation.source,
        pieces=violation.pieces or tuple(_word(piece) for piece in added),
        slots=violation.slots or (SlotId(area),),
        remedy=phrase(
            "Take {dice} back, or overrule it together.", dice=_words(added, "the {die}")
        ),
        action=text,
    )


def _unexplained(area: AreaId, added: tuple[Piece, ...], layout: Layout) -> Flag:
    return Flag(
        id=f"table.unexplained:{area}",
        code="table.unexplained",
        text=phrase(
            "Nothing in the rules puts {dice} into {place}.",
            dice=_words(added, "a {die}"),
            place=_label(layout, area),
        ),
        source="",
        pieces=tuple(_word(piece) for piece in added),
        slots=(SlotId(area),),
        remedy=phrase("Take it back, or enter on the phone what happened."),
    )


def _unreadable(area: AreaId, layout: Layout) -> Flag:
    return Flag(
        id=f"table.unreadable:{area}",
        code="table.unreadable",
        text=phrase("A die in {place} cannot be read.", place=_label(layout, area)),
        source="",
        pieces=(),
        slots=(SlotId(area),),
        remedy=phrase("Straighten it or turn off the glare, or enter the placement by hand."),
    )


def _label(layout: Layout, area: AreaId) -> str:
    return layout.areas[area].label if area in layout.areas else area


def _word(piece: Piece) -> str:
    if piece.kind == DIE:
        return coloured_die(piece.colour, piece.value)
    return piece_words(piece)


def _words(pieces: tuple[Piece, ...], with_article: str) -> str:
    return listed([phrase(with_article, die=_word(piece)) for piece in pieces])

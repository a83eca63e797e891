"""Builds the snapshot: the table as one seat may see it."""

from dataclasses import replace

from companion.core.ids import PlayerId
from companion.core.phrases import phrase, who
from companion.referee.snapshot import (
    CameraStatus,
    Choice,
    Due,
    Flag,
    HistoryLine,
    LastRoll,
    Question,
    ReadDie,
    Seat,
    Snapshot,
)
from companion.referee.veil import veiled_choice, veiled_line, veiled_questions
from companion.rules.game import AnyGame, Draws, RollAction, Secretive
from companion.rules.ledger import Amended, Ledger, Line, Origin, Undone
from companion.rules.ruling import Notice
from companion.rules.view import ActionView, kind_of


def snapshot_of(
    game: AnyGame,
    ledger: Ledger,
    state: object,
    *,
    revision: int,
    seat: str | None,
    history: tuple[HistoryLine, ...],
    reads: dict[int, tuple[ReadDie, ...]],
    flags: tuple[Flag, ...],
    questions: tuple[Question, ...],
    camera: CameraStatus,
    announcement: str,
    warnings: tuple[Notice, ...] = (),
) -> Snapshot:
    """Everything the page draws.

    `history` is what that seat may read of it; `reads` are dice as the camera read them, by entry.
    """
    ended = game.outcome(state)
    return Snapshot(
        version=len(ledger.entries),
        revision=revision,
        game=game.info.id,
        title=game.info.title,
        seats=_seats(game, ledger, state),
        view=game.view(state, next((p for p in ledger.header.setup.players if p == seat), None)),
        actions=_actions(game, state, seat) if ended is None else (),
        due=_due(game, state),
        choice=_choice(game, state, seat),
        roll=_last_roll(history, reads, ledger),
        flags=flags,
        questions=veiled_questions(game, questions, seat),
        history=history,
        outcome=ended,
        camera=camera,
        announcement=announcement,
        warnings=warnings,
        scored=game.info.scored,
    )


def step_snapshot(game: AnyGame, ledger: Ledger, line: Line | None, state: object) -> Snapshot:
    """The table as everybody saw it after a line, at the beginning for `None`; to look at only."""
    told: tuple[HistoryLine, ...] = ()
    if line is not None:
        whole = history_line(game, line, origins(ledger)[line.entry])
        told = (veiled_line(game, whole, line, None),)
    shown = snapshot_of(
        game,
        ledger,
        state,
        revision=0,
        seat=None,
        history=told,
        reads={},
        flags=(),
        questions=(),
        camera=CameraStatus("off"),
        announcement="",
    )
    return replace(shown, actions=(), due=None, choice=None)


def origins(ledger: Ledger) -> dict[int, Origin]:
    """Where each line in force came from; an amended line came from who amended it."""
    found: dict[int, Origin] = {}
    for entry in ledger.entries:
        if isinstance(entry, Amended):
            found[entry.entry] = entry.origin
        elif not isinstance(entry, Undone):
            found[entry.line.entry] = entry.origin
    return found


def _actions(game: AnyGame, state: object, seat: str | None) -> tuple[ActionView, ...]:
    """What may be done now; in a game that hides something only by the seat itself."""
    actions = game.legal_actions(state)
    if isinstance(game, Secretive):
        actions = tuple(action for action in actions if game.player_of(action) == seat)
    return tuple(game.action_view(state, action) for action in actions)


def sentences(game: AnyGame, line: Line) -> tuple[str, ...]:
    """What a line did, in words; where that goes without saying, what was done."""
    said = (game.say(fact.event) for fact in line.facts)
    told = tuple(sentence for sentence in said if sentence)
    if told or line.how == "adjusted":
        return told
    return (phrase("{who}: {what}", who=who(player_of_line(game, line)), what=kind_of(line.text)),)


def faces_of(game: AnyGame, line: Line) -> tuple[int, ...]:
    """The faces of a line that is a roll, else empty."""
    if line.how == "adjusted":
        return ()
    action = game.read_action(line.text)
    return action.faces if isinstance(action, RollAction) else ()


def drawn_by(game: AnyGame, line: Line) -> tuple[str, ...]:
    """The cards that were drawn or looked at in a line, else empty."""
    events = (fact.event for fact in line.facts)
    action = () if line.how == "adjusted" else (game.read_action(line.text),)
    return tuple(card for one in (*action, *events) if isinstance(one, Draws) for card in one.drawn)


def _seats(game: AnyGame, ledger: Ledger, state: object) -> tuple[Seat, ...]:
    names = ledger.header.setup.names
    return tuple(
        Seat(
            sheet.player,
            called(sheet.player, names[sheet.player]),
            str(sheet.player),
            sheet.total,
            sheet.lines,
        )
        for sheet in game.scores(state)
    )


def called(player: PlayerId, name: str) -> str:
    """A person's name; a seat without one has its colour in words."""
    return who(player) if name == who(player) else name


def _due(game: AnyGame, state: object) -> Due | None:
    chance = game.chance(state)
    return Due(chance.player, chance.dice, chance.prompt) if chance else None


def _choice(game: AnyGame, state: object, seat: str | None) -> Choice | None:
    pending = game.pending(state)
    if pending is None:
        return None
    choices = tuple(game.action_view(state, action) for action in pending.choices)
    choice = Choice(pending.player, pending.kind, pending.prompt, choices)
    return veiled_choice(game, choice, seat, public=pending.public)


def history_of(game: AnyGame, ledger: Ledger) -> tuple[HistoryLine, ...]:
    """The lines in force, in words."""
    origin = origins(ledger)
    return tuple(history_line(game, line, origin[line.entry]) for line in ledger.lines())


def history_line(game: AnyGame, line: Line, origin: Origin) -> HistoryLine:
    """A line in all its words, and where it came from."""
    return HistoryLine(
        entry=line.entry,
        player=player_of_line(game, line),
        text=line.text,
        sentences=sentences(game, line),
        how=line.how,
        source=origin.source,
        faces=faces_of(game, line),
        before=origin.before,
        after=origin.after,
        unsure=line.unsure,
    )


def player_of_line(game: AnyGame, line: Line) -> PlayerId:
    """Whose line it is."""
    if line.how == "adjusted":
        return PlayerId(line.text.split()[1])
    return game.player_of(game.read_action(line.text))


def _last_roll(
    history: tuple[HistoryLine, ...], reads: dict[int, tuple[ReadDie, ...]], ledger: Ledger
) -> LastRoll | None:
    line = next((line for line in reversed(history) if line.faces), None)
    if line is None:
        return None
    read = reads.get(line.entry, ())
    if tuple(die.value for die in read) != line.faces:
        read = tuple(ReadDie(face, line.player, 1.0, False) for face in line.faces)
    read = tuple(replace(die, unsure=place in line.unsure) for place, die in enumerate(read))
    return LastRoll(line.entry, line.player, read, line.source, origins(ledger)[line.entry].after)

"""A die lies docked that was not rolled: either the roll was misread, or the docked die is."""

from collections import Counter
from collections.abc import Mapping
from functools import partial, reduce

from companion.core.expected import Exactly
from companion.core.ids import AreaId
from companion.core.observation import Seen
from companion.core.phrases import listed, phrase
from companion.core.pieces import DIE, Piece, coloured_die
from companion.referee.behind import to_place
from companion.referee.difference import AreaDifference
from companion.referee.flags import flags_of
from companion.referee.identify import NEAR, readings
from companion.referee.present import faces_of
from companion.referee.question import Asked
from companion.referee.recent import Recent
from companion.referee.snapshot import Question, QuestionOption
from companion.referee.throw import likeliest
from companion.referee.unsure import unsure_faces
from companion.rules.engine import fold, play
from companion.rules.game import AnyGame, RollAction
from companion.rules.history import rejudged
from companion.rules.ledger import Line
from companion.rules.ruling import Rejected

THE_ROLL, THE_DOCK, NEITHER = "roll", "dock", "neither"


def ask_misread(
    game: AnyGame,
    recent: Recent,
    state: object,
    found: Mapping[AreaId, AreaDifference],
    free_dice: Seen,
) -> Asked | None:
    """Ask when one die too many lies in one place and one of the same colour is nowhere."""
    extra = [(area, die) for area, part in found.items() for die in part.extra]
    if len(extra) != 1 or extra[0][1].kind != DIE:
        return None
    area, seen = extra[0]
    shown = Piece(DIE, seen.colour, likeliest(seen))
    (ways,) = readings(to_place(game, state), free_dice, (seen,))
    near = (way.die for way in ways if way.cost - ways[0].cost < NEAR)
    dice = [die for die in near if die is not None]
    if not dice or ways[0].die is None or any(die.value == shown.value for die in dice):
        return None
    options: list[QuestionOption] = []
    books: dict[str, tuple[str, ...]] = {}
    amends: dict[str, tuple[int, str]] = {}
    for number, die in enumerate(dice):
        docked = _dock(game, state, area, die)
        if docked is not None:
            text, label = docked
            options.append(QuestionOption(f"{THE_DOCK}{number}", label))
            books[f"{THE_DOCK}{number}"] = (text,)
    rolled = _roll(game, recent, dice[0].value, shown.value, found)
    if rolled is not None and len(dice) == 1:
        entry, text, label = rolled
        options.append(QuestionOption(THE_ROLL, label))
        amends[THE_ROLL] = (entry, text)
    if not options:
        return None
    options.append(QuestionOption(NEITHER, phrase("Something else")))
    words = listed([coloured_die(die.colour, die.value) for die in dice], "or")
    prompt = phrase(
        "I read {die} where only {dice} can be. What was it?",
        die=coloured_die(shown.colour, shown.value),
        dice=words,
    )
    player = next((s.player for s in game.scores(state) if s.player == shown.colour), None)
    return Asked(Question("misread", player, prompt, tuple(options)), books, amends=amends)


def told_by_dock(
    game: AnyGame, asked: Asked, roll: Line, found: Mapping[AreaId, AreaDifference]
) -> tuple[int, str] | None:
    """The newest roll, put right by where a die of it was placed: its entry and text.

    Only if the die of that `roll` is shown as unsure, and the placed one is not.
    """
    if THE_ROLL not in asked.amends or any(
        die.value is None for part in found.values() for die in part.extra
    ):
        return None
    entry, text = asked.amends[THE_ROLL]
    action = game.read_action(text)
    assert isinstance(action, RollAction)
    gone = Counter(faces_of(game, roll)) - Counter(action.faces)
    return (entry, text) if gone & unsure_faces(game, roll) else None


def _dock(game: AnyGame, state: object, area: AreaId, die: Piece) -> tuple[str, str] | None:
    """The legal action that puts just this die there: text and words."""
    before = game.expected(state).get(area)
    if not isinstance(before, Exactly):
        return None
    for action in game.legal_actions(state):
        view = game.action_view(state, action)
        step = play(game, state, action) if view.dice == (die.value,) else None
        after = None if step is None or isinstance(step, Rejected) else step.state
        there = None if after is None else game.expected(after).get(area)
        if isinstance(there, Exactly) and len(there.pieces) == len(before.pieces) + 1:
            return view.text, view.label
    return None


def _roll(
    game: AnyGame,
    recent: Recent,
    read: int | None,
    shown: int | None,
    found: Mapping[AreaId, AreaDifference],
) -> tuple[int, str, str] | None:
    """The newest roll with one face another: entry, text and words; if all after it stays legal,
    what is found there, too."""
    if not recent or shown is None:
        return None
    line, before = recent[0].line, recent[0].before
    faces = list(faces_of(game, line))
    if read not in faces:
        return None
    faces[faces.index(read)] = shown
    action = game.chance_action(before, tuple(faces))
    text = game.write_action(action)
    lines = tuple(standing.line for standing in recent)
    again = rejudged(game, before, lines, text)
    after = reduce(partial(fold, game), (one.facts for one in again.lines), before)
    if again.broken or flags_of(game, after, found):
        return None
    return line.entry, text, game.action_view(before, action).label

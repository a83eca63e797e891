"""What a seat is told in a game that hides something from the others.

Everything else leaves as it is: most games hide nothing.
"""

from dataclasses import replace

from companion.core.ids import PlayerId
from companion.core.phrases import phrase, who
from companion.referee.snapshot import Choice, HistoryLine, Question
from companion.rules.game import AnyGame, Secretive
from companion.rules.ledger import Ledger, Line


def hidden_from(game: AnyGame, line: Line, seat: str | None) -> bool:
    """Whether a line holds what only another seat may know."""
    return isinstance(game, Secretive) and any(
        game.secret_of(fact.event) not in (None, seat) for fact in line.facts
    )


def words_for(game: AnyGame, line: Line, seat: str | None) -> tuple[str, ...]:
    """What a line did, in the words for a seat."""
    said = []
    for fact in line.facts:
        if isinstance(game, Secretive) and game.secret_of(fact.event) not in (None, seat):
            said.append(game.say_to_others(fact.event))
        else:
            said.append(game.say(fact.event))
    return tuple(sentence for sentence in said if sentence)


def veiled_history(
    game: AnyGame, ledger: Ledger, history: tuple[HistoryLine, ...], seat: str | None
) -> tuple[HistoryLine, ...]:
    """The history of a ledger as a seat may read it."""
    if not isinstance(game, Secretive):
        return history
    lines = zip(history, ledger.lines(), strict=True)
    return tuple(veiled_line(game, told, line, seat) for told, line in lines)


def veiled_line(game: AnyGame, told: HistoryLine, line: Line, seat: str | None) -> HistoryLine:
    """A line without what is another's: no notation, no dice, no pictures of it."""
    if not hidden_from(game, line, seat):
        return told
    words = words_for(game, line, seat)
    return replace(told, text="", sentences=words, faces=(), unsure=(), before=None, after=None)


def veiled_choice(game: AnyGame, choice: Choice, seat: str | None, *, public: bool) -> Choice:
    """A choice that is another's, without what there is to choose and, unless `public`, the words.

    Nobody plays for another seat there, so nobody else needs the answers.
    """
    if choice.player == seat or not isinstance(game, Secretive):
        return choice
    prompt = choice.prompt if public else _waits(choice.player)
    return replace(choice, prompt=prompt, choices=())


def veiled_questions(
    game: AnyGame, questions: tuple[Question, ...], seat: str | None
) -> tuple[Question, ...]:
    """Questions to others, without the answers there are."""
    if not isinstance(game, Secretive):
        return questions
    return tuple(
        one
        if one.player is None or one.player == seat
        else Question(one.id, one.player, _waits(one.player), ())
        for one in questions
    )


def _waits(player: PlayerId) -> str:
    return phrase("{who} is asked something that the others may not see.", who=who(player))

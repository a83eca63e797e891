"""A phone says one thing and the camera sees another: somebody is asked which is right."""

from collections.abc import Callable

from companion.core.phrases import phrase
from companion.referee.claims import Claims
from companion.referee.explain import explain
from companion.referee.question import Asked
from companion.referee.recent import Standing
from companion.referee.snapshot import Question, QuestionOption
from companion.rules.engine import play
from companion.rules.game import AnyGame
from companion.rules.ruling import Rejected

AS_ENTERED, AS_SEEN = "entered", "seen"


def clash(
    game: AnyGame,
    newest: Standing,
    seen: Claims,
    picture: str | None,
    out_of_time: Callable[[], bool],
) -> Asked | None:
    """Ask about the newest line when another action of that moment is what lies on the table."""
    line, before = newest.line, newest.before
    if line.how != "judged":
        return None
    entered = game.read_action(line.text)
    if game.chance(before) is not None or not _shows(game, before, entered):
        return None  # rolls are put right die by die; what shows nothing nobody does otherwise
    best = explain(game, before, seen, (), roll_may_be_new=False, out_of_time=out_of_time)[0]
    if not best.complete or len(best.texts) != 1 or best.texts[0] == line.text:
        return None
    instead = game.read_action(best.texts[0])
    player = game.player_of(entered)
    if game.player_of(instead) != player:
        return None
    said, shown = (game.action_view(before, action).label for action in (entered, instead))
    options = (
        QuestionOption(AS_SEEN, phrase("As it lies there: {action}", action=shown)),
        QuestionOption(AS_ENTERED, phrase("As entered: {action}", action=said)),
    )
    prompt = phrase(
        "“{said}” was entered, but I see “{shown}”. Which is right?", said=said, shown=shown
    )
    question = Question("clash", player, prompt, options, picture=picture)
    return Asked(question, amends={AS_SEEN: (line.entry, best.texts[0])})


def _shows(game: AnyGame, state: object, action: object) -> bool:
    """Whether anything lies otherwise after an action."""
    step = play(game, state, action)
    return not isinstance(step, Rejected) and game.expected(step.state) != game.expected(state)

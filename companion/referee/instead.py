"""What may really have happened in a line that was read wrongly."""

from companion.referee.present import faces_of
from companion.rules.engine import fold
from companion.rules.game import AnyGame, Secretive
from companion.rules.ledger import Ledger
from companion.rules.view import ActionView


def instead_of(game: AnyGame, ledger: Ledger, entry: int) -> tuple[ActionView, ...]:
    """Other actions that were legal where line `entry` stands, those with the same dice first.

    None for a roll, whose dice are put right one by one, and for a number set by hand.
    """
    lines = ledger.lines()
    found = [place for place, line in enumerate(lines) if line.entry == entry]
    if not found or lines[found[0]].how == "adjusted" or faces_of(game, lines[found[0]]):
        return ()
    state: object = game.setup(ledger.header.setup)
    for line in lines[: found[0]]:
        state = fold(game, state, line.facts)
    own = game.read_action(lines[found[0]].text)
    dice = game.action_view(state, own).dice
    others = [one for one in game.legal_actions(state) if one != own]
    if isinstance(game, Secretive):  # what others could have done would tell what they held
        others = [one for one in others if game.player_of(one) == game.player_of(own)]
    views = [game.action_view(state, one) for one in others]
    return tuple(sorted(views, key=lambda view: view.dice != dice))

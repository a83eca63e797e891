"""Every point with its reason, and who has won."""

from collections.abc import Mapping

from companion.core.ids import PlayerId
from companion.core.phrases import phrase
from companion.games.impulse.data import DATA
from companion.games.impulse.state import State, enemies
from companion.games.impulse.words import name
from companion.rules.score import Outcome, ScoreLine, ScoreSheet, places

REASONS: Mapping[str, str] = {
    "trade": phrase("cards traded"),
    "refine": phrase("minerals refined"),
    "battle": phrase("battles won"),
    "destroyed": phrase("ships destroyed"),
    "gates": phrase("gates of the Sector Core"),
    "core": phrase("the Sector Core used"),
    "by_hand": phrase("set by hand"),
}
"""What points are for, by their name in the tally."""


def scores(state: State) -> tuple[ScoreSheet, ...]:
    """Standing, in seat order: a line for each way of scoring."""
    return tuple(
        ScoreSheet(
            player,
            tuple(
                ScoreLine(having.tally[what], reason)
                for what, reason in REASONS.items()
                if having.tally.get(what)
            ),
        )
        for player, having in state.players.items()
    )


def outcome(state: State) -> Outcome | None:
    """Whoever ended the game has won, with the team; the others by points, ties shared."""
    if state.winner is None:
        return None
    last = state.players[state.winner].score < DATA.goal
    first = not last or state.options.survivor == "wins"
    keys: dict[PlayerId, tuple[int, ...]] = {
        player: (int(first and not enemies(state, player, state.winner)), having.score)
        for player, having in state.players.items()
    }
    winners = {player: key for player, key in keys.items() if key[0]}
    if winners:
        keys |= dict.fromkeys(winners, (1, 0))
    reason = phrase("{who} is left", who=name(state.winner))
    if not last:
        reason = phrase("{who} has {n} points", who=name(state.winner), n=DATA.goal)
    return Outcome(places(keys), reason, by_points=not (last or len(winners) > 1))

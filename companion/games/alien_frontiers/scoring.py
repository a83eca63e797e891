"""Points are a snapshot of the planet, never a running sum."""

from companion.core.ids import PlayerId
from companion.games.alien_frontiers.data import DATA
from companion.games.alien_frontiers.state import Phase, State
from companion.games.alien_frontiers.words import listed, name
from companion.rules.score import Outcome, ScoreLine, ScoreSheet, places


def scores(state: State) -> tuple[ScoreSheet, ...]:
    """Standing, in seat order."""
    return tuple(
        ScoreSheet(player, colony_lines(state, player) + control_lines(state, player))
        for player in state.players
    )


def colony_lines(state: State, player: PlayerId) -> tuple[ScoreLine, ...]:
    """A point for each colony on the planet."""
    return tuple(
        ScoreLine(
            count, f"{count} {'colony' if count == 1 else 'colonies'} on {DATA.territories[at]}"
        )
        for at, colonies in state.planet.items()
        if (count := colonies.count(player))
    )


def control_lines(state: State, player: PlayerId) -> tuple[ScoreLine, ...]:
    """A point for each territory under control."""
    return tuple(
        ScoreLine(1, f"control of {DATA.territories[territory]}")
        for territory, holder in state.control.items()
        if holder == player
    )


def outcome(state: State) -> Outcome | None:
    """Most points; then more tech cards (none yet), more ore, more fuel; else a shared place."""
    if state.phase is not Phase.OVER:
        return None
    keys = {
        sheet.player: (
            sheet.total,
            0,
            state.players[sheet.player].ore,
            state.players[sheet.player].fuel,
        )
        for sheet in scores(state)
    }
    done = [
        name(player)
        for player, having in state.players.items()
        if not having.colonies and all(row.colony != player for row in state.hub.values())
    ]
    return Outcome(places(keys), f"{listed(done)} landed the last colony")

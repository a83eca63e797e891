"""Points are a snapshot of planet and cards, never a running sum."""

from companion.core.ids import PlayerId
from companion.core.phrases import listed, many, phrase
from companion.games.alien_frontiers.data import DATA, POSITRON, land_name
from companion.games.alien_frontiers.state import Phase, Player, State
from companion.games.alien_frontiers.words import name
from companion.rules.score import Outcome, ScoreLine, ScoreSheet, places


def scores(state: State) -> tuple[ScoreSheet, ...]:
    """Standing, in seat order."""
    return tuple(ScoreSheet(player, lines(state, player)) for player in state.players)


def lines(state: State, player: PlayerId) -> tuple[ScoreLine, ...]:
    """Everything that gives points."""
    return (
        *colony_lines(state, player),
        *control_lines(state, player),
        *field_lines(state, player),
        *card_lines(state, player),
    )


def colony_lines(state: State, player: PlayerId) -> tuple[ScoreLine, ...]:
    """A point for each colony on the planet."""
    return tuple(
        ScoreLine(
            count,
            many(count, "{n} colony on {place}", "{n} colonies on {place}", place=land_name(at)),
        )
        for at, colonies in state.planet.items()
        if (count := colonies.count(player))
    )


def control_lines(state: State, player: PlayerId) -> tuple[ScoreLine, ...]:
    """A point for each territory under control."""
    return tuple(
        ScoreLine(1, phrase("control of {place}", place=land_name(territory)))
        for territory, holder in state.control.items()
        if holder == player
    )


def field_lines(state: State, player: PlayerId) -> tuple[ScoreLine, ...]:
    """A point for control of the territory with the Positron Field."""
    at = state.fields[POSITRON]
    if at is None or state.control[at] != player:
        return ()
    return (ScoreLine(1, phrase("the Positron Field on {place}", place=land_name(at))),)


def card_lines(state: State, player: PlayerId) -> tuple[ScoreLine, ...]:
    """A point for the Alien City, one for the Alien Monument."""
    cards = (DATA.cards[title] for title in state.players[player].cards)
    return tuple(ScoreLine(card.points, phrase(card.label)) for card in cards if card.points)


def outcome(state: State) -> Outcome | None:
    """Most points; then more tech cards, more ore, more fuel; else a shared place."""
    if state.phase is not Phase.OVER:
        return None
    keys = {
        sheet.player: (
            sheet.total,
            len(state.players[sheet.player].cards),
            *_last_tokens(state, state.players[sheet.player]),
        )
        for sheet in scores(state)
    }
    done = [
        name(player)
        for player, having in state.players.items()
        if not having.colonies and all(row.colony != player for row in state.hub.values())
    ]
    return Outcome(places(keys), phrase("{who} landed the last colony", who=listed(done)))


def _last_tokens(state: State, player: Player) -> tuple[int, int]:
    """Ore and fuel that break a tie, by digest (d) 15: fuel is given back before ore."""
    if state.options.last_tokens == "held":
        return player.ore, player.fuel
    ore = min(player.ore, DATA.resource_limit)
    return ore, min(player.fuel, DATA.resource_limit - ore)

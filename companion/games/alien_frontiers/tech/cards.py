"""Where tech cards come from: the deck, the display, raids, the discard pile."""

from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers import tech_events as t
from companion.games.alien_frontiers.actions import Claim, Cycle, Deal, Recover, StealCard
from companion.games.alien_frontiers.data import (
    ARTIFACT,
    CACHE,
    DATA,
    DECOY,
    RAIDERS,
    WARPER,
    card_name,
)
from companion.games.alien_frontiers.dues import Raid
from companion.games.alien_frontiers.rules.common import Violations, dealt_to, moment
from companion.games.alien_frontiers.rules.texts import broken
from companion.games.alien_frontiers.state import State, unseen
from companion.games.alien_frontiers.tech.common import check_discard, discard
from companion.games.alien_frontiers.words import name


def check_deal(state: State, action: Deal) -> Violations:
    """When a card is due, one that nobody has seen yet."""
    found: Violations = ()
    if not state.deals or dealt_to(state) != action.player:
        found = (broken("deal.not_due", player=name(action.player)),)
    if not unseen(state)[action.title]:
        found += (broken("deal.not_in_deck", card=card_name(action.title)),)
    return found


def deal(state: State, action: Deal) -> tuple[e.Event, ...]:
    """The card lies face-up."""
    return (t.CardDealt(action.player, action.title, state.deals[0]),)


def check_cycle(state: State, action: Cycle) -> Violations:
    """Once for each ship docked at the Alien Artifact."""
    found = moment(state, action.player)
    if action.player == state.turn and not state.cycles:
        found += (broken("artifact.no_cycle", (ARTIFACT,), player=name(action.player)),)
    return found


def cycle(state: State, action: Cycle) -> tuple[e.Event, ...]:
    """The display goes, and new cards are due."""
    return (t.DisplayCycled(action.player, state.display),)


def check_claim(state: State, action: Claim) -> Violations:
    """For a total of 8 at the Alien Artifact, a displayed card of a title not owned."""
    player, card = action.player, card_name(action.title)
    found = moment(state, player)
    if player == state.turn and state.artifact < DATA.artifact_total:
        words = {"player": name(player), "total": state.artifact, "least": DATA.artifact_total}
        found += (broken("artifact.total_too_low", (ARTIFACT,), **words),)
    if action.title not in state.display:
        found += (broken("artifact.not_displayed", (ARTIFACT,), card=card),)
    return found + _new_title(state, action)


def claim(action: Claim) -> tuple[e.Event, ...]:
    """The card changes hands; the display is to be filled up."""
    return (t.CardClaimed(action.player, action.title),)


def check_steal_card(state: State, action: StealCard) -> Violations:
    """Instead of tokens; of a Decoy's owner only the Decoy."""
    raid = state.due
    found: Violations = ()
    if not isinstance(raid, Raid) or raid.player != action.player:
        found = (broken("raiders.not_due", (RAIDERS,), player=name(action.player)),)
    elif raid.taken:
        found = (broken("raiders.tokens_or_card", (RAIDERS,)),)
    if action.victim not in state.players:
        return (*found, broken("player.unknown", player=name(action.victim)))
    if action.victim == action.player:
        found += (broken("raiders.not_an_opponent", (RAIDERS,), victim=name(action.victim)),)
    cards = state.players[action.victim].cards
    words = {"victim": name(action.victim), "card": card_name(action.title)}
    if action.title not in cards:
        found += (broken("raiders.no_such_card", (RAIDERS,), **words),)
    elif DECOY in cards and action.title != DECOY:
        found += (broken("raiders.only_decoy", (RAIDERS,), **words),)
    if action.title == CACHE and state.options.cache_raid == "barred":
        found += (broken("resource_cache.not_by_raid", (RAIDERS,)),)
    return found


def steal_card(state: State, action: StealCard) -> tuple[e.Event, ...]:
    """It changes hands, or is discarded where the raider has such a card."""
    kept = action.title not in state.players[action.player].cards
    return (t.CardStolen(action.player, action.victim, action.title, kept),)


def check_recover(state: State, action: Recover) -> Violations:
    """A card of the pile as it was before, of a title not owned then."""
    found = check_discard(state, action.player, WARPER)
    itself = action.title == WARPER and state.options.warper == "itself"
    if action.title not in state.discards and not itself:
        card = card_name(action.title)
        found += (broken("temporal_warper.not_in_discards", card=card),)
    return found if action.title == WARPER else found + _new_title(state, action)


def recover(action: Recover) -> tuple[e.Event, ...]:
    """One goes, one comes."""
    return (discard(action.player, WARPER), t.CardRecovered(action.player, action.title))


def _new_title(state: State, action: Claim | Recover) -> Violations:
    if action.title not in state.players[action.player].cards:
        return ()
    words = {"player": name(action.player), "card": card_name(action.title)}
    return (broken("tech.owned_already", **words),)

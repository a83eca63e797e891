"""Cards taken from the hand, the Plan or the minerals, and cards off the deck."""

from collections.abc import Mapping

from companion.core.ids import PlayerId
from companion.games.impulse import actions as a
from companion.games.impulse import events as e
from companion.games.impulse.card_words import title
from companion.games.impulse.data import CARDS, DATA, DOES, Card
from companion.games.impulse.frames import Battle, Work
from companion.games.impulse.rules.rule import Violations, broken
from companion.games.impulse.state import (
    State,
    can_be_dealt,
    holds,
    last_impulse,
    ships_at,
    top,
    unseen,
)
from companion.games.impulse.words import colour_name, colours_or, name

VERBS: Mapping[str, str] = {
    "trade": "trade",
    "mine": "mine",
    "plan": "plan",
    "research": "research",
    "research_execute": "research",
    "execute": "execute",
    "refine": "refine",
    "basic": "discard",
}
"""What an action does with a card that is taken."""
LANDS: Mapping[str, str] = {
    "draw": "hand",
    "mine": "mineral",
    "plan": "plan",
    "research": "tech",
    "trade": "trade",
    "execute": "perform",
}
"""Where a card off the deck goes that is as wanted."""


def tries(work: Work) -> int:
    """Cards off the deck that it may turn or draw."""
    card = DOES[work.card]
    flips = card.first + card.number("flips", work.bonus)
    return flips + (card.number("count", work.bonus) if card.does == "draw" else 0)


def unconditional(work: Work) -> bool:
    """Whether the next card off the deck is taken whatever it is."""
    card = DOES[work.card]
    return work.used < card.first or (card.does == "draw" and not card.flips)


def draws(state: State, work: Work) -> bool:
    """Whether the next card goes to the hand unseen."""
    hidden = state.options.draws == "hidden"
    return hidden and DOES[work.card].does == "draw" and unconditional(work)


def full(state: State, player: PlayerId) -> bool:
    """Whether a hand has no room."""
    return state.players[player].hand >= DATA.hand_limit


def skips(state: State, work: Work) -> bool:
    """Whether a full hand skips a card without a condition, to turn those with one."""
    return work.used < DOES[work.card].first and full(state, work.player) and _turns_on(state, work)


def _turns_on(state: State, work: Work) -> bool:
    """By digest (d) 10: whether a Draw turns cards for a full hand."""
    return DOES[work.card].does == "draw" and state.options.full_hand == "flip"


def check_take(state: State, action: a.Take) -> Violations:
    """The card must be there, and as the acting card wants it."""
    work = top(state)
    assert isinstance(work, Work), "a card or tech is performed"
    return _there(state, action, DOES[work.card].zone or "hand") + unlike(state, work, action.card)


def _there(state: State, action: a.Take, zone: str) -> Violations:
    player, words = action.player, {"player": name(action.player), "card": title(action.card)}
    having = state.players[player]
    if zone == "plan":
        return () if action.card in open_plan(state) else broken("plan.no_such_card", **words)
    if zone == "minerals":
        there = action.card in having.minerals
        return () if there else broken("mineral.no_such_card", **words)
    return () if holds(state, player, action.card) else broken("hand.no_such_card", **words)


def open_plan(state: State) -> tuple[str, ...]:
    """Cards that can be researched from the Plan: by digest (d) 11, while it is used, too."""
    rest = state.using[state.step :] if state.options.plan_research == "unused" else ()
    return (*state.players[state.turn].plan, *rest)


def unlike(state: State, work: Work, name_of_card: str) -> Violations:
    """How a card differs from what is wanted."""
    acting, card = DOES[work.card], CARDS[name_of_card]
    limit = acting.number("limit", work.bonus)
    found: Violations = ()
    if limit and card.size > limit:
        found += broken("card.too_large", limit=limit, size=card.size)
    words = {"colour": colour_name(card.colour)}
    if acting.colours and card.colour not in acting.colours:
        found += broken("card.wrong_colour", wanted=colours_or(acting.colours), **words)
    if acting.alike == "different" and card.colour in work.taken:
        found += broken("card.same_colour", **words)
    if acting.alike == "first" and work.taken and card.colour != work.taken[0]:
        found += broken("card.wrong_colour", wanted=colours_or(work.taken[:1]), **words)
    if acting.alike == "impulse" and not _like_impulse(state, card):
        found += broken("card.unlike_impulse")
    return found


def _like_impulse(state: State, card: Card) -> bool:
    last = last_impulse(state)
    return last is not None and (CARDS[last].colour, CARDS[last].size) == (card.colour, card.size)


def take(state: State, action: a.Take) -> e.Event:
    """The card goes where the acting card says; points for a trade or a refined mineral."""
    work = top(state)
    assert isinstance(work, Work), "a card or tech is performed"
    acting, card = DOES[work.card], CARDS[action.card]
    points = 0
    if action.verb == "trade":
        points = card.size
    if action.verb == "refine":
        each = acting.number("gem_points", work.bonus)
        points = each * card.size + acting.number("points", work.bonus)
    zone = acting.zone or "hand"
    return e.CardTaken(action.player, action.card, action.verb, zone, points, action.side)


def check_flip(state: State, action: a.Flip | a.Draw) -> Violations:
    """There must be a card to turn, and room in the hand for one that is drawn."""
    work = top(state)
    assert isinstance(work, Work), "a card or tech is performed"
    player = action.player
    found: Violations = ()
    turns = _turns_on(state, work) and not unconditional(work)
    if DOES[work.card].does == "draw" and full(state, player) and not turns:
        found = broken("hand.full", player=name(player), limit=DATA.hand_limit)
    return found if can_be_dealt(state) else found + broken("deck.empty")


def formed(state: State) -> tuple[e.Event, ...]:
    """A new deck of cards from all hands, where there is neither deck nor discards."""
    if state.deck:
        return ()
    given = tuple(min(DATA.deck_share, player.hand) for player in state.players.values())
    return (e.DeckFormed(state.turn, given),)


def check_deal(state: State, action: a.Deal) -> Violations:
    """A copy of it must be out of sight."""
    if unseen(state, action.card) > 0:
        return ()
    return broken("deck.no_such_card", card=title(action.card))


def deal(state: State, action: a.Deal) -> e.Event:
    """Where the card goes: by the acting card, to one side of a battle, or to the discards."""
    match top(state):
        case Battle() as battle:
            side = "defending" if action.player == battle.defender else "attacking"
            return e.CardFlipped(action.player, action.card, side)
        case Work() as work:
            return _flipped(state, work, action.card)
    raise AssertionError("a card is due from the deck")


def _flipped(state: State, work: Work, dealt: str) -> e.CardFlipped:
    card, does = CARDS[dealt], DOES[work.card].does
    if does == "sabotage":
        there = ships_at(state, PlayerId(work.victim), work.at)
        hit = card.size > 1 and there > 0
        return e.CardFlipped(work.player, dealt, "bomb", int(hit), hit)
    no_room = does == "draw" and full(state, work.player)
    if no_room or (not unconditional(work) and unlike(state, work, dealt)):
        return e.CardFlipped(work.player, dealt, "discard")
    points = card.size if does == "trade" else 0
    to = "shown" if _may_decline(state, work) else LANDS[does]
    return e.CardFlipped(work.player, dealt, to, points)


def _may_decline(state: State, work: Work) -> bool:
    """By digest (d) 22: whether a card that fits is first shown. A tech is in any case."""
    does = DOES[work.card].does
    free = does in ("mine", "plan") or (does == "draw" and not unconditional(work))
    return free and state.options.declines == "any"

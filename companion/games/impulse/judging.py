"""Judging: what an action breaks, and what a legal one leads to."""

from companion.core.ids import PlayerId
from companion.games.impulse import actions as a
from companion.games.impulse import events as e
from companion.games.impulse.card_words import race_name, title
from companion.games.impulse.data import DATA, DOES
from companion.games.impulse.due import KINDS, due
from companion.games.impulse.frames import Command, Core, Work
from companion.games.impulse.rules.building import check_bomb, check_build
from companion.games.impulse.rules.moving import check_go, check_move, check_on, check_place
from companion.games.impulse.rules.rule import Violations, broken
from companion.games.impulse.rules.taking import (
    VERBS,
    check_deal,
    check_flip,
    check_take,
    deal,
    draws,
    formed,
    take,
    tries,
)
from companion.games.impulse.state import Phase, State, backed, boost, gems, holds, top
from companion.games.impulse.words import name
from companion.rules.ruling import Accepted, Rejected

ANSWERS: dict[str, tuple[type, ...]] = {
    "race": (a.ChooseRace,),
    "home": (a.SetHome,),
    "add": (a.Add,),
    "tech": (a.UseTech, a.NoTech),
    "keep": (a.Keep, a.Done),
    "match": (a.Keep, a.Done),
    "deal": (a.Deal,),
    "command": (a.Move, a.Done),
    "path": (a.On, a.Go),
    "place": (a.Place,),
    "reinforce": (a.Reinforce,),
    "reveal": (a.Reveal,),
    "core": (a.ChooseColour, a.Done),
    "plan": (a.UsePlan, a.DelayPlan),
}
"""Actions that answer each kind of choice; those that perform a card depend on the card."""


def judge(state: State, action: a.Action) -> Accepted[e.Event] | Rejected:
    """The direct events of a legal action, or every rule it breaks."""
    found = violations(state, action)
    return Rejected(found) if found else Accepted(effects(state, action))


def violations(state: State, action: a.Action) -> Violations:
    """Every rule the action breaks; out of turn, or when something else is due, only that."""
    if state.phase is Phase.OVER:
        return broken("game.over")
    if action.player not in state.players:
        return broken("player.unknown", player=name(action.player))
    open_choice = due(state)
    assert open_choice is not None, "somebody must decide until the game is over"
    player, kind = open_choice
    words = {"due": name(player), "what": KINDS[kind]}
    if player != action.player:
        return broken("turn.not_yours", player=name(action.player), **words)
    if not fits(state, kind, action):
        return broken("turn.not_now", **words)
    return check(state, action)


def fits(state: State, kind: str, action: a.Action) -> bool:
    """Whether it is an answer to the choice that is open."""
    if isinstance(action, a.Keep):
        return kind == ("keep" if action.side else "match")
    if kind != "work":
        return isinstance(action, ANSWERS[kind])
    work = top(state)
    assert isinstance(work, Work), "a card or tech is performed"
    return isinstance(action, a.Done) or _works(state, work, action)


def _works(state: State, work: Work, action: a.Action) -> bool:
    """Whether a card performs such an action now."""
    card = DOES[work.card]
    match action:
        case a.Take(_, verb):
            taking = card.does in VERBS and card.zone != "deck" and verb == VERBS[card.does]
            sided = (action.side != "") == (verb == "research")
            return taking and sided and work.used < (card.does == "basic" or _count(work))
        case a.UseTech():
            return card.does == "execute" and not work.used
        case a.Flip():
            if card.does == "sabotage":
                return work.at != "" and work.used < card.number("bombs", work.bonus)
            return card.zone == "deck" and work.used < tries(work) and not draws(state, work)
        case a.Draw():
            return work.used < tries(work) and draws(state, work)
        case a.Build() if card.does == "build":
            return card.place == "colour" or work.used < _count(work)
        case a.Move() | a.Build():
            return card.does == "basic" and work.used == 1
        case a.Bomb():
            return card.does == "sabotage" and not work.at
    return False


def _count(work: Work) -> int:
    return DOES[work.card].number("count", work.bonus)


def check(state: State, action: a.Action) -> Violations:
    """What an answer to the open choice breaks."""
    player = action.player
    match action:
        case a.ChooseRace(_, race):
            taken = any(having.race == race for having in state.players.values())
            return broken("race.taken", race=race_name(race)) if taken else ()
        case a.SetHome(_, card) | a.Add(_, card) | a.Reveal(_, card):
            there = holds(state, player, card)
            words = {"player": name(player), "card": title(card)}
            return () if there else broken("hand.no_such_card", **words)
        case a.Place():
            return check_place(state, action)
        case a.Take():
            return check_take(state, action)
        case a.Flip() | a.Draw():
            return check_flip(state, action)
        case a.Deal():
            return check_deal(state, action)
        case a.Move():
            return check_move(state, action)
        case a.On():
            return check_on(state, action)
        case a.Go():
            return check_go(state, action)
        case a.Build():
            return check_build(state, action)
        case a.Bomb():
            return check_bomb(state, action)
        case a.Reinforce(_, count):
            hand = state.players[player].hand
            if 0 <= count <= hand:
                return ()
            return broken("reinforce.too_many", player=name(player), hand=hand, count=count)
        case a.DelayPlan():
            count = len(state.players[player].plan)
            return broken("plan.must_use", count=count) if count >= DATA.plan_must else ()
    return ()


def effects(state: State, action: a.Action) -> tuple[e.Event, ...]:
    """What the action leads to; the rest follows by itself."""
    player = action.player
    match action:
        case a.ChooseRace(_, race):
            return (e.RaceChosen(player, race),)
        case a.SetHome(_, card):
            return (e.HomePlaced(player, card),)
        case a.Add(_, card):
            return (e.CardAdded(player, card),)
        case a.UseTech(_, side):
            return (_tech_begins(state, player, side),)
        case a.NoTech():
            return (e.PhaseBegan(player, Phase.IMPULSE),)
        case a.Take():
            return (take(state, action),)
        case a.Flip():
            return (*formed(state), e.FlipBegan(player))
        case a.Draw():
            return (*formed(state), e.CardDrawn(player))
        case a.Deal():
            return (deal(state, action),)
        case a.Keep(_, side):
            return (e.CardKept(player, _shown(state), side),)
        case a.Build(_, cell, gate):
            return (e.ShipBuilt(player, cell, gate),)
        case a.Bomb(_, victim, place):
            return (e.BombsAimed(player, victim, place),)
        case a.Reinforce(_, count):
            return (e.ReinforcementsLaid(player, count),)
        case a.Reveal(_, card):
            return (e.ReinforcementTurned(player, card, backed(state, player, card)),)
        case a.ChooseColour(_, colour):
            return (_core_used(state, player, colour),)
        case a.UsePlan():
            return (e.PlanBegan(player),)
        case a.DelayPlan():
            return (e.PhaseBegan(player, Phase.SCORE),)
        case a.Done():
            return (_done(state, player),)
        case _:
            return (_moving(state, action),)


def _moving(state: State, action: a.Action) -> e.Event:
    command = top(state)
    match action, command:
        case a.Move(player, ships, start, to), _:
            return e.PathDeclared(player, ships, (start, to))
        case a.On(player, to), Command(ships=ships, path=path):
            return e.PathDeclared(player, ships, (*path, to))
        case a.Go(player), Command(ships=ships, path=path):
            return e.FleetMoved(player, ships, path)
        case a.Place(player, card), Command(exploring=cell):
            return e.CardPlaced(player, cell, card)
    raise AssertionError(f"no such action now: {action}")


def _tech_begins(state: State, player: PlayerId, side: str) -> e.Event:
    left, right = state.players[player].techs
    card = left if side == "left" else right
    return e.ActionBegan(player, card, boost(state, player, card), "tech")


def _shown(state: State) -> str:
    work = top(state)
    assert isinstance(work, Work), "a card off the deck is shown"
    return work.shown


def _core_used(state: State, player: PlayerId, colour: str) -> e.Event:
    """A point, and one more for every two of gems and transports that moved in."""
    core = top(state)
    assert isinstance(core, Core), "transports have moved to the Core"
    points = 1 + (gems(state, player, colour) + core.ships) // 2
    return e.CoreUsed(player, colour, points)


def _done(state: State, player: PlayerId) -> e.Event:
    match top(state):
        case Work(shown=shown) if shown:
            return e.CardDiscarded(player, shown)
        case Work(card=card):
            return e.ActionEnded(player, card)
        case Command():
            return e.CommandClosed(player)
    return e.ActionEnded(player, "")

"""Actions in words, for buttons."""

from companion.core.phrases import many, phrase
from companion.games.impulse import actions as a
from companion.games.impulse.card_words import effect, full, race_name, title
from companion.games.impulse.data import is_gate
from companion.games.impulse.frames import Work
from companion.games.impulse.state import State, top
from companion.games.impulse.words import colour_name, name, place_name


def action_label(state: State, action: a.Action) -> str:
    """An action in words."""
    match action:
        case a.ChooseRace(_, race):
            words = {"race": race_name(race), "effect": effect(race)}
            return phrase("{race}: {effect}", **words)
        case a.UseTech(player, side):
            left, right = state.players[player].techs
            return phrase("Use {card}", card=full(left if side == "left" else right))
        case a.NoTech():
            return phrase("Use no tech")
        case a.Flip():
            return phrase("Turn a card")
        case a.Draw():
            return phrase("Draw a card")
        case a.Take(card=card, side="left"):
            return phrase("Left: {card}", card=full(card))
        case a.Take(card=card, side="right"):
            return phrase("Right: {card}", card=full(card))
        case (
            a.SetHome(_, card)
            | a.Add(_, card)
            | a.Take(card=card)
            | a.Deal(_, card)
            | a.Reveal(_, card)
            | a.Place(_, card)
        ):
            return full(card)
        case a.Keep(_, ""):
            return phrase("Keep it")
        case a.Keep(_, side):
            return phrase("Into the left slot" if side == "left" else "Into the right slot")
        case a.Reinforce(_, count):
            return many(count, "Lay down {n} card", "Lay down {n} cards")
        case a.ChooseColour(_, colour):
            return phrase("Use it as {colour}", colour=colour_name(colour))
        case a.UsePlan():
            return phrase("Use the Plan")
        case a.DelayPlan():
            return phrase("Delay the Plan")
        case a.Done():
            return _done(state)
        case _:
            return _of_ships(action)


def _of_ships(action: a.Action) -> str:
    match action:
        case a.Move(_, ships, start, to):
            words = {"start": place_name(start), "to": place_name(to)}
            if is_gate(start):
                one, more = (
                    "Move {n} cruiser: {start} to {to}",
                    "Move {n} cruisers: {start} to {to}",
                )
                return many(ships, one, more, **words)
            return many(
                ships,
                "Move {n} transport: {start} to {to}",
                "Move {n} transports: {start} to {to}",
                **words,
            )
        case a.On(_, to):
            return phrase("Then on to {to}", to=place_name(to))
        case a.Go():
            return phrase("Move so far and no further")
        case a.Build(_, cell, gate):
            words = {"cell": place_name(cell), "gate": place_name(gate)}
            if gate:
                return phrase("Build a cruiser at {cell}, on {gate}", **words)
            return phrase("Build a transport on {cell}", **words)
        case a.Bomb(_, victim, place):
            words = {"victim": name(victim), "place": place_name(place)}
            return phrase("Bomb {victim} on {place}", **words)
    raise AssertionError(f"no such action: {action}")


def _done(state: State) -> str:
    frame = top(state)
    if isinstance(frame, Work) and frame.shown:
        return phrase("Discard {card}", card=title(frame.shown))
    return phrase("No more")

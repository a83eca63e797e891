"""Events as sentences for the history; empty for what goes without saying."""

from companion.core.phrases import many, phrase
from companion.games.impulse import events as e
from companion.games.impulse.card_words import race_name, title
from companion.games.impulse.state import Phase
from companion.games.impulse.words import colour_name, name, place_name


def say(event: e.Event) -> str:
    """A sentence."""
    who = name(event.player)
    match event:
        case e.RaceChosen(_, race):
            return phrase("{who} plays the {race}.", who=who, race=race_name(race))
        case e.HomePlaced(_, card):
            return phrase("{who} put {card} at home.", who=who, card=title(card))
        case e.PhaseBegan(_, Phase.SCORE):
            return ""
        case e.CardAdded(_, card):
            return phrase("{who} added {card} to the Impulse.", who=who, card=title(card))
        case e.ActionBegan(_, card, bonus, _):
            words = {"who": who, "card": title(card), "n": bonus}
            if bonus:
                return phrase("{who} performs {card}, boosted by {n}.", **words)
            return phrase("{who} performs {card}.", **words)
        case e.CardTaken():
            return _taken(event)
        case e.CardFlipped():
            return _flipped(event)
        case e.CardDrawn():
            return phrase("{who} drew a card.", who=who)
        case e.CardKept(_, card, ""):
            return phrase("{who} kept {card}.", who=who, card=title(card))
        case e.CardKept(_, card, _):
            return phrase("{who} researched {card}.", who=who, card=title(card))
        case e.CardDiscarded(_, card):
            return phrase("{card} was discarded.", card=title(card))
        case e.DeckShuffled():
            return phrase("The discards were shuffled into a new deck.")
        case e.DeckFormed():
            return phrase("Everybody gave cards for a new deck.")
        case e.CorePatrolled(_, points):
            return many(
                points,
                "{who} holds {n} gate of the Sector Core: {n} point.",
                "{who} holds {n} gates of the Sector Core: {n} points.",
                who=who,
            )
        case e.CoreUsed(_, colour, points):
            words = {"who": who, "colour": colour_name(colour)}
            return many(
                points,
                "{who} used the Sector Core as {colour}: {n} point.",
                "{who} used the Sector Core as {colour}: {n} points.",
                **words,
            )
        case e.PlanBegan():
            return phrase("{who} uses the Plan.", who=who)
        case e.ImpulseTrimmed(_, card):
            return phrase("{card} left the Impulse.", card=title(card))
        case e.TurnPassed(_, to):
            return phrase("{who} is next.", who=name(to))
        case e.Eliminated():
            return phrase("{who} has no ship left and is eliminated.", who=who)
        case e.GameEnded():
            return phrase("{who} has ended the game.", who=who)
        case e.ScoreSet(_, points):
            return phrase("{who}'s points were set to {n}.", who=who, n=points)
        case e.HandSet(_, count):
            return phrase("{who}'s cards in hand were set to {n}.", who=who, n=count)
        case _:
            return _of_ships(event)


def _of_ships(event: e.Event) -> str:
    who = name(event.player)
    match event:
        case e.FleetMoved(_, ships, path):
            words = {"who": who, "start": place_name(path[0]), "to": place_name(path[-1])}
            return many(
                ships,
                "{who} moved {n} ship from {start} to {to}.",
                "{who} moved {n} ships from {start} to {to}.",
                **words,
            )
        case e.TransportsDestroyed(_, victim, cell, ships):
            words = {"who": who, "victim": name(victim), "cell": place_name(cell)}
            return many(
                ships,
                "{who} destroyed {n} transport of {victim} on {cell}.",
                "{who} destroyed {n} transports of {victim} on {cell}.",
                **words,
            )
        case e.CardExplored(_, cell):
            return phrase("{who} explores {cell}.", who=who, cell=place_name(cell))
        case e.CardPlaced(_, cell, card):
            words = {"who": who, "cell": place_name(cell), "card": title(card)}
            return phrase("{who} put {card} on {cell}.", **words)
        case e.BattleBegan(_, defender, gate, _):
            words = {"who": who, "victim": name(defender), "gate": place_name(gate)}
            return phrase("{who} attacks {victim} on {gate}.", **words)
        case e.ReinforcementsLaid(_, count):
            return phrase("{who} laid down {n} reinforcements.", who=who, n=count)
        case e.ReinforcementTurned(_, card, counts):
            words = {"who": who, "card": title(card)}
            if counts:
                return phrase("{who}'s reinforcement {card} counts.", **words)
            return phrase("{who} bluffed with {card}.", **words)
        case e.BattleWon(_, loser, _, ships, icons, against):
            words = {"who": who, "victim": name(loser)}
            return phrase(
                "{who} won the battle by {icons} to {against} and destroyed {n} of {victim}'s"
                " ships.",
                n=ships,
                icons=icons,
                against=against,
                **words,
            )
        case e.ShipBuilt(_, cell, gate):
            return phrase("{who} built a ship on {place}.", who=who, place=place_name(gate or cell))
        case e.BombsAimed(_, victim, place):
            words = {"who": who, "victim": name(victim), "place": place_name(place)}
            return phrase("{who} bombs {victim} on {place}.", **words)
    return ""


def _taken(event: e.CardTaken) -> str:
    words = {"who": name(event.player), "card": title(event.card)}
    match event.verb:
        case "trade":
            return many(
                event.points,
                "{who} traded {card}: {n} point.",
                "{who} traded {card}: {n} points.",
                **words,
            )
        case "refine":
            return many(
                event.points,
                "{who} refined {card}: {n} point.",
                "{who} refined {card}: {n} points.",
                **words,
            )
        case "mine":
            return phrase("{who} mined {card}.", **words)
        case "plan":
            return phrase("{who} planned {card}.", **words)
        case "research":
            return phrase("{who} researched {card}.", **words)
        case "execute":
            return phrase("{who} executes {card}.", **words)
    return phrase("{who} discarded {card}.", **words)


def _flipped(event: e.CardFlipped) -> str:
    words = {"who": name(event.player), "card": title(event.card)}
    match event.to:
        case "discard":
            return phrase("{card} came off the deck: discarded.", **words)
        case "bomb" if event.hit:
            return phrase("{card} came off the deck: a hit.", **words)
        case "bomb":
            return phrase("{card} came off the deck: no hit.", **words)
    return phrase("{card} came off the deck for {who}.", **words)

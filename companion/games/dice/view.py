"""What the page shows: the newest roll of each player, counts, and two histograms."""

from collections import Counter

from companion.core.ids import PlayerId
from companion.core.phrases import phrase, who
from companion.core.pieces import DIE
from companion.games.dice.state import Event, Rolled, State, TurnPassed
from companion.rules.view import Chart, Panel, Quantity, View, ViewPiece

FACES = range(1, 7)


def view(state: State) -> View:
    """The same for everybody: nothing is hidden."""
    return View(
        headline=phrase("{who} rolls next", who=who(state.turn)),
        turn=state.turn,
        pieces=(),
        panels=tuple(_panel(player, state.of(player)) for player in state.players),
        charts=(_faces(state), _sums(state)),
    )


def say(event: Event) -> str:
    """An event as a sentence."""
    match event:
        case Rolled(player, faces):
            shown = " ".join(map(str, faces))
            words = {"who": who(player), "faces": shown}
            if len(faces) == 1:
                return phrase("{who} rolls {faces}.", **words)
            return phrase("{who} rolls {faces}, {n} in all.", **words, n=sum(faces))
        case TurnPassed(to):
            return phrase("{who} is next.", who=who(to))


def _panel(player: PlayerId, rolls: tuple[Rolled, ...]) -> Panel:
    faces = [face for roll in rolls for face in roll.faces]
    newest = rolls[-1].faces if rolls else ()
    return Panel(
        player,
        (
            Quantity("rolls", phrase("Rolls"), len(rolls)),
            Quantity("dice", phrase("Dice|how many"), len(faces)),
        ),
        tuple(
            ViewPiece(DIE, None, face, None, player, phrase("die {face}", face=face))
            for face in newest
        ),
        phrase("mean of a die {mean}", mean=f"{sum(faces) / len(faces):.2f}") if faces else "",
    )


def _faces(state: State) -> Chart:
    counts = {
        player: Counter(face for roll in state.of(player) for face in roll.faces)
        for player in state.players
    }
    series = tuple(
        (player, tuple(count[face] for face in FACES)) for player, count in counts.items()
    )
    return Chart(phrase("Faces"), tuple(map(str, FACES)), series)


def _sums(state: State) -> Chart:
    """Over all players together, each with their share of every bar."""
    sums = {
        player: Counter(sum(roll.faces) for roll in state.of(player)) for player in state.players
    }
    seen = [total for count in sums.values() for total in count]
    span = range(min(seen), max(seen) + 1) if seen else range(0)
    series = tuple(
        (player, tuple(count[total] for total in span)) for player, count in sums.items()
    )
    return Chart(phrase("Sums"), tuple(map(str, span)), series)

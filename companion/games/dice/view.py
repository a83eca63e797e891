"""What the page shows: the newest roll of each player, counts, and two histograms."""

from collections import Counter

from companion.core.ids import PlayerId
from companion.core.pieces import DIE
from companion.games.dice.state import Event, Rolled, State, TurnPassed
from companion.rules.view import Chart, Panel, Quantity, View, ViewPiece

FACES = range(1, 7)


def view(state: State) -> View:
    """The same for everybody: nothing is hidden."""
    return View(
        headline=f"{state.turn.title()} rolls next",
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
            total = f", {sum(faces)} in all" if len(faces) > 1 else ""
            return f"{player.title()} rolls {shown}{total}."
        case TurnPassed(to):
            return f"{to.title()} is next."


def _panel(player: PlayerId, rolls: tuple[Rolled, ...]) -> Panel:
    faces = [face for roll in rolls for face in roll.faces]
    newest = rolls[-1].faces if rolls else ()
    return Panel(
        player,
        (Quantity("rolls", "Rolls", len(rolls)), Quantity("dice", "Dice", len(faces))),
        tuple(ViewPiece(DIE, None, face, None, player, f"die {face}") for face in newest),
        f"mean of a die {sum(faces) / len(faces):.2f}" if faces else "",
    )


def _faces(state: State) -> Chart:
    counts = {
        player: Counter(face for roll in state.of(player) for face in roll.faces)
        for player in state.players
    }
    series = tuple(
        (player, tuple(count[face] for face in FACES)) for player, count in counts.items()
    )
    return Chart("Faces", tuple(map(str, FACES)), series)


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
    return Chart("Sums", tuple(map(str, span)), series)

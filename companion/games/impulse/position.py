"""Reading a position in notation: what `state_text.write_state` writes, or less."""

import re
from dataclasses import fields, replace

from companion.core.ids import PlayerId
from companion.games.impulse.data import CARDS, CELLS, COMMON, CORE, DATA, DOES, GATES, RACES
from companion.games.impulse.due import due
from companion.games.impulse.following import following
from companion.games.impulse.frame_text import read_frame
from companion.games.impulse.notation import one_of
from companion.games.impulse.options import OPTIONS, Options
from companion.games.impulse.state import (
    FACE_DOWN,
    NO_CARD,
    Fleet,
    Phase,
    Player,
    State,
    in_sight,
    on_map,
    team_count,
    unseen,
)
from companion.rules.errors import NotationError
from companion.rules.notation import Words, pairs

PILES = ("known", "techs", "minerals", "plan")
TALLY = ("trade", "refine", "battle", "destroyed", "gates", "core", "by_hand")


def read_state(text: str) -> State:
    """Raises `NotationError` with what was expected."""
    head, *parts = (part.strip() for part in text.split("|"))
    seated = [part.split() for part in parts if part.partition(" ")[0] in DATA.colours]
    board = [word for part in parts[len(seated) :] for word in part.split()]
    if len(seated) < 2:
        raise NotationError(f"expected `turn=... | red ... | blue ... | BOARD`, got {text!r}")
    try:
        state = _read(pairs(head.split()), seated, pairs(board))
        _check(state)
    except KeyError as error:
        raise NotationError(f"no position of {DATA.title}: {error} is missing") from error
    except ValueError as error:
        raise NotationError(f"no position of {DATA.title}: {error}") from error
    return state


def _read(head: Words, seated: list[list[str]], board: Words) -> State:
    options = _options(head)
    homes = DATA.homes[str(len(seated))]
    phase = Phase(head.pop("phase"))
    players = {
        PlayerId(words[0]): _player(
            pairs(words[1:]), homes[seat], "" if phase is Phase.SETUP else RACES[seat]
        )
        for seat, words in enumerate(seated)
    }
    seats = tuple(players)
    deck = board.pop("deck", "")
    state = State(
        options,
        players,
        _map(board),
        0,
        _seat(head.pop("turn"), seats),
        _impulses(board, options, len(seats)),
        discards=_cards(board.pop("discards", "")),
        buried=int(board.pop("buried", "0")),
        mixed=int(board.pop("mixed", "0")),
        phase=phase,
        step=int(head.pop("step", "0")),
        using=_cards(head.pop("using", "")),
        stack=tuple(read_frame(word) for word in head.pop("stack", "").split(";") if word),
        winner=_seat(head.pop("winner"), seats) if "winner" in head else None,
    )
    transports = {c: _transports(board.pop(f"@{c}"), seats) for c in CELLS if f"@{c}" in board}
    cruisers = {g: _fleet(board.pop(f"@{g}"), seats) for g in GATES if f"@{g}" in board}
    state = replace(state, transports=transports, cruisers=cruisers)
    if unknown := (*head, *board):
        raise ValueError(f"unknown name {unknown[0]!r}")
    return replace(state, deck=int(deck) if deck else _left(state))


def _player(given: Words, home: str, race: str) -> Player:
    piles = {name: _cards(given.pop(name, "")) for name in PILES}
    known = tuple(sorted(piles["known"]))
    tally: dict[str, int] = {}
    for word in filter(None, given.pop("points", "").split(",")):
        what, _, points = word.partition(":")
        tally[one_of(what, TALLY, "what points are for")] = int(points)
    out = one_of(given.pop("out", "no"), ("yes", "no"), "out") == "yes"
    race = given.pop("race", race)
    player = Player(
        given.pop("home", home),
        int(given.pop("hand", str(len(known)))),
        race and one_of(race, RACES, "a race"),
        known,
        piles["techs"] or ((COMMON, race) if race and not out else ()),
        piles["minerals"],
        piles["plan"],
        tally,
        out,
    )
    if given:
        raise ValueError(f"a player has no {next(iter(given))!r}")
    if player.hidden < 0:
        raise ValueError(f"{player.hand} cards in hand, {len(known)} known")
    return player


def _map(board: Words) -> dict[str, str]:
    known = (*CARDS, FACE_DOWN, NO_CARD)
    return {
        cell: one_of(board.pop(cell, FACE_DOWN), known, "a map card")
        for cell in CELLS
        if cell != CORE
    }


def _impulses(board: Words, options: Options, players: int) -> tuple[tuple[str, ...], ...]:
    sides = team_count(options, players)
    if sides == players:
        return (_cards(board.pop("impulse", "")),)
    return tuple(_cards(board.pop(f"impulse{number}", "")) for number in range(1, sides + 1))


def _left(state: State) -> int:
    """Cards in the deck, where the position does not say: all that are nowhere else."""
    seen = sum(card in CARDS for cards in in_sight(state) for card in cards)
    down = sum(card == FACE_DOWN for card in state.map.values())
    hidden = sum(player.hidden for player in state.players.values())
    return sum(card.copies for card in CARDS.values()) - seen - down - hidden - state.buried


def _check(state: State) -> None:
    """No card is there too often, no piece either, and somebody must decide something."""
    for card in CARDS:
        if unseen(state, card) < 0:
            raise ValueError(f"there are {CARDS[card].copies} of {card}, no more")
    if state.deck != _left(state):
        raise ValueError(f"{_left(state)} cards are left for the deck, not {state.deck}")
    for player in state.seats:
        if on_map(state, player) > DATA.ships_per_colour:
            raise ValueError(f"{player} has {DATA.ships_per_colour} ships, no more")
    if state.phase is not Phase.OVER and (following(state) or not due(state)):
        raise ValueError("nobody has to decide anything in it: say what is played next")


def _options(head: Words) -> Options:
    known = {option.name: option.values for option in OPTIONS}
    given = {field.name: head.pop(field.name) for field in fields(Options) if field.name in head}
    for name, value in given.items():
        one_of(value, known[name], name)
    return Options(**given)


def _seat(word: str, seats: tuple[PlayerId, ...]) -> PlayerId:
    return PlayerId(one_of(word, seats, "a player here"))


def _cards(text: str) -> tuple[str, ...]:
    return tuple(one_of(word, tuple(DOES), "a card") for word in text.split(",") if word)


def _ships(word: str, seats: tuple[PlayerId, ...]) -> tuple[PlayerId, int]:
    found = re.fullmatch(r"([a-z]+)(\d+)", word)
    if found is None:
        raise ValueError(f"ships are a colour and a number, as in red2, not {word!r}")
    return _seat(found[1], seats), int(found[2])


def _transports(text: str, seats: tuple[PlayerId, ...]) -> dict[PlayerId, int]:
    return dict(_ships(word, seats) for word in text.split(","))


def _fleet(text: str, seats: tuple[PlayerId, ...]) -> Fleet:
    return Fleet(*_ships(text, seats))

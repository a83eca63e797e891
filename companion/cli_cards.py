"""The command about the owner's cards: teach, list and forget them."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.rules.errors import SetupError
from companion.settings import decks_folder, default_data_dir
from companion.store.decks import Decks

if TYPE_CHECKING:
    from companion.server.cards import KindOfCards

CARDS_WORDS = "teach the program your cards, list or forget what was taught"


def add_cards(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `companion cards`."""
    parser.description = (
        "Teach the program your cards from photos of one or of several, list which are known, or "
        "forget some. What cards look like stays in the data folder of this machine."
    )
    ways = parser.add_subparsers(dest="do", required=True, metavar="teach|list|forget")
    for name, (words, items) in _WORDS.items():
        way = ways.add_parser(name, help=words, description=words)
        way.add_argument("--game", required=True, metavar="G", help="see `companion games`")
        way.add_argument("--kind", default=None, metavar="K", help="of the game's kinds of cards")
        # As before the word, so after it.
        way.add_argument("--json", action="store_true", default=argparse.SUPPRESS)
        way.add_argument("--data", type=Path, default=argparse.SUPPRESS, metavar="DIR")
        if items:
            way.add_argument("items", nargs="+", metavar=items)


_WORDS = {
    "teach": ("show cards, named row by row from the top left", "NAME[,NAME...]=PICTURE"),
    "list": ("say which cards there are, and which were taught", ""),
    "forget": ("forget cards", "NAME"),
}


def run_cards(options: argparse.Namespace) -> int:
    """`companion cards`. Raises `SetupError`, and the errors of the store."""
    decks = Decks(decks_folder(options.data or default_data_dir()))
    return _DOES[options.do](options, decks, _kind(options.game, options.kind))


def _kind(game: str, kind: str | None) -> "KindOfCards":
    """The kind of cards that is meant."""
    from companion.card_teaching import kinds_of_cards

    there = {one.kind: one for one in kinds_of_cards() if one.game == game}
    if not there:
        raise SetupError(f"the game {game!r} has no cards that a camera tells")
    if kind is None and len(there) == 1:
        return next(iter(there.values()))
    if kind not in there:
        raise SetupError(f"give --kind, one of {', '.join(there)}")
    return there[kind]


def _teach(options: argparse.Namespace, decks: Decks, kind: "KindOfCards") -> int:
    from companion.card_teaching import find_apart

    failed = False
    for item in options.items:
        names, path = _named(item, kind)
        found = find_apart(path.read_bytes(), decks, kind)
        if len(found) == len(names):
            for name, card in zip(names, found, strict=True):
                decks.keep(kind.game, kind.kind, name, card.jpeg)
                like = card.like if card.like != name else None
                told = {"card": name, "like": like, "blurred": card.blurred}
                _say(options, {"file": str(path), **told})
            continue
        words = f"{len(found)} whole cards are seen, and {len(names)} named"
        _say(options, {"file": str(path), "error": f"{path}: {words}; nothing of it was kept"})
        failed = True
    return 1 if failed else 0


def _named(item: str, kind: "KindOfCards") -> tuple[list[str], Path]:
    text, sign, path = item.partition("=")
    names = text.split(",")
    if not sign or len(set(names)) < len(names):
        raise SetupError(f"give every name once as NAME[,NAME...]=PICTURE, not {item!r}")
    unknown = [name for name in names if len(kind.faces) > 1 and name not in kind.faces]
    if unknown:
        words = f"{kind.title} has no card {unknown[0]!r}: see `companion cards list`"
        raise SetupError(words)
    if not Path(path).is_file():
        raise SetupError(f"{path}: there is no such picture")
    return names, Path(path)


def _list(options: argparse.Namespace, decks: Decks, kind: "KindOfCards") -> int:
    taught = decks.names(kind.game, kind.kind)
    for name in dict.fromkeys((*kind.faces, *taught)):
        label = str(kind.faces.get(name, ""))
        _say(options, {"card": name, "name": label, "taught": name in taught})
    return 0


def _forget(options: argparse.Namespace, decks: Decks, kind: "KindOfCards") -> int:
    for name in options.items:
        decks.remove(kind.game, kind.kind, name)
        _say(options, {"card": name, "taught": False})
    return 0


_Does = Callable[[argparse.Namespace, Decks, "KindOfCards"], int]
_DOES: dict[str, _Does] = {"teach": _teach, "list": _list, "forget": _forget}


def _say(options: argparse.Namespace, told: dict[str, object]) -> None:
    if options.json:
        print(json.dumps(told), flush=True)
    elif "error" in told:
        print(told["error"], flush=True)
    else:
        print(" ".join(_words(told)), flush=True)


def _words(told: dict[str, object]) -> list[str]:
    words = [str(told["card"])]
    words += [f"({told['name']})"] if told.get("name") else []
    if "taught" in told:
        words.append("taught" if told["taught"] else "not taught")
    else:
        words.append("kept")
    words += [f"- it looks like {told['like']}, which is taught"] if told.get("like") else []
    words += ["- blurred: show it again, nearer or in more light"] if told.get("blurred") else []
    return words

"""What has just been booked, as it is said aloud on the phones."""

from companion.core.phrases import in_a_row, phrase
from companion.referee.veil import words_for
from companion.rules.game import AnyGame
from companion.rules.ledger import Amended, Entry, Undone


def announcement(game: AnyGame, entries: tuple[Entry, ...], seat: str | None) -> str:
    """Entries booked together, in the words for a seat."""
    if entries and isinstance(entries[0], Undone):
        entries = entries[:1]  # what was put right before stays so
    said = (_say(game, entry, seat) for entry in entries)
    return in_a_row([words for words in said if words])


def _say(game: AnyGame, entry: Entry, seat: str | None) -> str:
    match entry:
        case Undone(to):
            if not to:
                return phrase("Undone back to the beginning.")
            return phrase("Undone back to entry {n}.", n=to)
        case Amended(_, lines):
            return in_a_row([phrase("Put right:"), *words_for(game, lines[0], seat)])
        case _:
            return in_a_row(words_for(game, entry.line, seat))

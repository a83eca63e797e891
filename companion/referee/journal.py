"""Where entries are kept, and what is said when they cannot be."""

from typing import Protocol

from companion.core.phrases import phrase, words_of
from companion.referee.errors import JournalError
from companion.referee.snapshot import Flag
from companion.rules.ledger import Entry


class Journal(Protocol):
    """Where entries are kept. `append` returns only when they are on the disk."""

    def append(self, *entries: Entry) -> None:
        """Store the next entries, durably, all or none. Raises `JournalError`: then none is."""
        ...


def not_stored(error: JournalError) -> Flag:
    """What the camera saw could not be stored: said aloud, since nothing may be lost in silence."""
    words = phrase("What the camera sees is not being saved.")
    return Flag("table.storage", "table.storage", words, "", (), (), words_of(error))

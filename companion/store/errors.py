"""What can go wrong with saved games. Every message says what to do next."""

from companion.referee.errors import JournalError


class StoreError(Exception):
    """Base of the layer."""


class SavingError(StoreError, JournalError):
    """An entry could not be written; nothing of it is kept."""


class OpeningError(StoreError, OSError):
    """A saved game that this program cannot open; its file is left as it is."""


class NoSuchGameError(StoreError, LookupError):
    """No game is saved under that name; the message lists the newest there are."""


class DamagedGameError(StoreError, ValueError):
    """A file that holds no whole game; it has been renamed aside, and the message says to what."""


class NoSuchBoardError(StoreError, LookupError):
    """No board is saved under that name."""


class BoardNotSavedError(StoreError, OSError):
    """A board, or its picture, could not be written; what was there before is still there."""


class NoSuchCardError(StoreError, LookupError):
    """No card of that name was taught, or it is no name."""


class CardNotSavedError(StoreError, OSError):
    """The picture of a card could not be written; what was there before is still there."""


class PlanNotSavedError(StoreError, OSError):
    """What people chose could not be written; what was there before is still there."""


class PinError(StoreError, ValueError):
    """No PIN, or one that could not be kept; the one before holds."""

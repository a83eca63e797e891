"""What can go wrong at the table besides the rules."""


class RefereeError(Exception):
    """Base of the layer."""


class JournalError(RefereeError, OSError):
    """An entry could not be stored; the message says what to do. Nothing was changed."""

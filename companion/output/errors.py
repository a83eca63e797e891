"""What can go wrong with handing a game on. Every message says what to do next."""


class OutputError(Exception):
    """Base of the layer."""


class TooLongError(OutputError, ValueError):
    """More than the other program takes in."""

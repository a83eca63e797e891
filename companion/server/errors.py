"""What can go wrong with the server itself; a refused request is an answer, no error."""


class ServerError(Exception):
    """Base of the layer: the server cannot start; the message says what to do."""


class PortTakenError(ServerError, OSError):
    """Another program listens there already."""


class SettingUpError(ServerError):
    """Something about the table cannot be set up so; the message says why and what to do."""

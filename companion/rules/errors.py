"""What can go wrong in `rules`: broken code, unreadable text. Illegal play is a value instead."""


class RulesError(Exception):
    """Base of the layer."""


class TriggerLoopError(RulesError, RuntimeError):
    """Triggers went on past their bound; the message names the loop."""


class NotationError(RulesError, ValueError):
    """Text that is no state or action of the game; the message says what was expected."""


class SetupError(RulesError, ValueError):
    """Players or options that the game does not know; the message lists those it does."""


class LedgerError(RulesError, ValueError):
    """An entry that cannot be appended or read."""


class UnknownGameError(RulesError, LookupError):
    """No such game; the message lists those there are."""


class PlaythroughError(RulesError, ValueError):
    """A playthrough that cannot be read or does not come out as it says; names the line."""


class ScenarioError(RulesError, ValueError):
    """A scenario that cannot be read; the message names the file, the key and the known ones."""


class PathError(RulesError, LookupError):
    """A dotted path that leads nowhere in a state, or a value that does not fit there."""

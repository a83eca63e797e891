"""What can go wrong when measuring."""


class BenchError(Exception):
    """Base of what goes wrong here."""


class TooFewRunsError(BenchError, ValueError):
    """Nothing is measured without a run."""


class UnknownGroupError(BenchError, KeyError):
    """There is no such group of stages."""

    def __str__(self) -> str:
        return str(self.args[0])

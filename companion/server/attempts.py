"""Wrong PINs slow down whoever types them, and everybody a little: nobody tries out them all."""

from collections import OrderedDict
from collections.abc import Callable

FREE_OF_ONE = 4
"""So many wrong ones cost a phone nothing: fingers slip."""
FREE_OF_ALL = 20
LONGEST_OF_ONE_S = 300.0
LONGEST_OF_ALL_S = 60.0
"""A thousand and a half tries a day, over all phones: years for six digits, a week for four."""
CLIENTS = 500
"""So many are told apart; the one not heard of for the longest is forgotten."""


class Attempts:
    """Wrong PINs in a row, by client and in all; `wrong` are those before the program started.

    `seconds` is a clock that only goes forward.
    """

    def __init__(self, seconds: Callable[[], float], wrong: int = 0) -> None:
        self._seconds = seconds
        self._of: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._all = (wrong, seconds())

    @property
    def wrong(self) -> int:
        """Wrong ones in a row, in all."""
        return self._all[0]

    def wait_s(self, client: str) -> float:
        """How long a client must wait before its next try counts; 0 when it need not."""
        one, one_at = self._of.get(client, (0, 0.0))
        every, every_at = self._all
        until = max(
            one_at + _pause_s(one - FREE_OF_ONE, LONGEST_OF_ONE_S),
            every_at + _pause_s(every - FREE_OF_ALL, LONGEST_OF_ALL_S),
        )
        return max(0.0, until - self._seconds())

    def failed(self, client: str) -> None:
        """A wrong one."""
        now = self._seconds()
        self._of[client] = (self._of.get(client, (0, now))[0] + 1, now)
        self._of.move_to_end(client)
        if len(self._of) > CLIENTS:
            self._of.popitem(last=False)
        self._all = (self.wrong + 1, now)

    def succeeded(self, client: str) -> None:
        """The right one: nothing is held against anybody."""
        self._of.pop(client, None)
        self._all = (0, self._seconds())


def _pause_s(beyond: int, longest_s: float) -> float:
    """Doubles with each wrong one beyond the free ones.

    >>> [_pause_s(beyond, 60.0) for beyond in (0, 1, 2, 3, 50)]
    [0.0, 2.0, 4.0, 8.0, 60.0]
    """
    return min(2.0 ** min(beyond, 16), longest_s) if beyond > 0 else 0.0

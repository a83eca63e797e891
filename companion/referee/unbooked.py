"""What is known of the table besides the position: what lies there, or was not seen."""

from dataclasses import dataclass, field, replace

from companion.core.expected import Expectation, Expected, Unchecked
from companion.core.ids import AreaId
from companion.core.observation import Observation
from companion.referee.claims import Claims, claims_of, hidden_kinds
from companion.referee.difference import differences
from companion.referee.left import Left, more_left, still_there, taken_away, without_left
from companion.referee.misread import Misread, newly_misread, put_right
from companion.referee.onward import Legal
from companion.referee.piled import (
    Lain,
    Topmost,
    dug,
    is_overlooked,
    more_lain,
    newly_topmost,
    without_topmost,
)
from companion.referee.strange import Strange, newly_strange
from companion.referee.trail import Extras, extras_of, longer
from companion.rules.game import AnyGame

FEW = 2
"""Areas not seen any more at once, up to which something put there may be why: where there are
more the light has changed, or the board was pushed."""


@dataclass(frozen=True, slots=True)
class Unbooked:
    """Carried on from look to look; each step gives a new one.

    Pieces `left` should lie there no longer; those `ahead` were gone back on and not entered again,
    so what came after them waits. `lain` and `topmost` are about piles, `misread` about pieces that
    read otherwise. `extras` were too much at the last look, and are a `trail` since none was; other
    pieces were `missing`. It is `silent` when somebody was there, as the scene came to rest again,
    and nothing is seen or booked that was put down then. Of the areas in which places are `hidden`
    those are `veiled` in which they are since then. `rest` is the last that was looked at; `told`,
    that something was booked that shows and was not put down by then. Things of no colour lie
    there that are `strange`.
    """

    left: Left = field(default_factory=dict)
    ahead: Left = field(default_factory=dict)
    lain: Lain = field(default_factory=dict)
    topmost: Topmost = field(default_factory=dict)
    misread: Misread = field(default_factory=dict)
    extras: Extras = field(default_factory=dict)
    missing: Extras = field(default_factory=dict)
    trail: Extras = field(default_factory=dict)
    hidden: frozenset[AreaId] = frozenset()
    veiled: frozenset[AreaId] = frozenset()
    silent: bool = False
    rest: int = 0
    told: bool = False
    strange: Strange = field(default_factory=dict)

    def booked(
        self, before: Expected, after: Expected, *, undone: bool, said: bool, rest: int
    ) -> "Unbooked":
        """After a step from one position to the next, or back to an earlier one.

        What was `said` may be done only afterwards, and what was read at that `rest` was done when
        the scene came to it.
        """
        gone = taken_away(before, after)
        changed = {area for area, new in after.items() if _shows(before.get(area), new)}
        return replace(
            self,
            left=more_left(self.left, gone),
            ahead=gone if undone else {},
            lain=dug(self.lain, before, after),
            trail={area: seen for area, seen in self.trail.items() if area not in changed},
            veiled=frozenset() if changed else self.veiled,
            silent=self.silent and not changed,
            told=self.told or (bool(changed) and (said or rest != self.rest)),
        )

    def looked(self, game: AnyGame, state: object, seen: Observation) -> "Unbooked":
        """After all that a look led to."""
        if seen.registered is False:
            return self
        claims, legal = claims_of(game, state, seen, self.strange), Legal(game, state)
        new, again = self.apart_from(legal.expected, claims), seen.rest == self.rest
        parts = differences(legal.expected, new, self.missing)
        fits, extras = not parts, extras_of(parts, new)
        hidden = _hidden(game, legal.expected, claims)
        silent = extras == self.extras and self.rest > 0 and not self.told and not again
        newly = hidden - self.hidden if silent else frozenset()
        if len(newly) > FEW:
            newly = frozenset()
        return Unbooked(
            still_there(self.left, legal.expected, claims),
            still_there(self.ahead, legal.expected, claims),
            more_lain(self.lain, legal, claims, newly),
            newly_topmost(self.topmost, legal, claims, fits=fits),
            newly_misread(self.misread, legal.expected, claims, fits=fits),
            extras,
            {area: part.missing for area, part in parts.items()},
            longer(self.trail, extras) if extras else {},
            hidden,
            (self.veiled | newly) & hidden,
            silent or self.silent,
            seen.rest,
            self.told and again,
            newly_strange(self.strange, game, seen, fits=fits and game.pending(state) is None),
        )

    def is_ahead(self, game: AnyGame, state: object, seen: Observation) -> bool:
        """Whether what was gone back on lies there yet."""
        if not self.ahead:
            return False
        return bool(still_there(self.ahead, game.expected(state), claims_of(game, state, seen)))

    def apart_from(self, expected: Expected, claims: Claims) -> Claims:
        """What is claimed, without what was there before and is nothing new."""
        if self.left:
            claims = without_left(self.left, expected, claims)
        if self.topmost:
            claims = without_topmost(self.topmost, expected, claims)
        return put_right(self.misread, expected, claims) if self.misread else claims


def _hidden(game: AnyGame, expected: Expected, claims: Claims) -> frozenset[AreaId]:
    """Areas in which some place is not seen, or nothing at all where something should lie."""
    empty = {
        area
        for area, claim in claims.items()
        if area in expected and is_overlooked(expected[area], claim)
    }
    return frozenset({*hidden_kinds(game.layout, claims), *empty})


def _shows(before: Expectation | None, after: Expectation) -> bool:
    return before != after and not isinstance(after, Unchecked)


NOTHING_KNOWN = Unbooked()
"""Before anything was seen."""

"""Points over the game as an SVG, read without its colours: each player has a mark of a shape too.

Letters are the reader's own, so that names in any script are written by whoever shows the picture.
"""

from collections.abc import Iterator, Mapping
from html import escape
from types import MappingProxyType
from unicodedata import category, east_asian_width

from companion.core.phrases import phrase, spoken
from companion.output.record import Record, Result

ENGLISH: Mapping[str, str] = MappingProxyType({})

WIDE, HIGH = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 52, 168, 56, 52
"""Margins round the field, px: numbers, names, title, line numbers."""
NAME_PX = 17
"""Names stand at least so far below each other."""
APART = 3
"""Lines at the same points run so far beside each other, px: none hides another."""
LETTERS = 16
"""Letters of a name that find room beside the field; Chinese ones are twice as wide."""
JOINER = "\u200d"

PAINT = {
    "red": ("#c5302b", "#7d1512"),
    "orange": ("#ea8430", "#8f4708"),
    "yellow": ("#f3c431", "#8a6a00"),
    "green": ("#23834b", "#0f4d2a"),
    "blue": ("#2b62c9", "#143878"),
    "purple": ("#7b45b4", "#482272"),
    "pink": ("#e792b5", "#99416a"),
    "brown": ("#80522f", "#4b2c14"),
    "black": ("#2a2d31", "#000000"),
    "white": ("#fbf8f0", "#77736a"),
    "grey": ("#8d9298", "#565b60"),
}
"""Body and outline, as the page paints them."""
PLAIN = ("#efe9dc", "#77736a")
SHAPES = (
    "M0-6a6 6 0 1 1 0 12a6 6 0 1 1 0-12z",
    "M-5.5-5.5h11v11h-11z",
    "M0-7L7 5.5H-7z",
    "M0-7L7 0L0 7L-7 0z",
    "M0-7L6-3.5V3.5L0 7L-6 3.5V-3.5z",
    "M0-7.5L2-2.5L7.5-2L3.5 1.5L4.5 7L0 4L-4.5 7L-3.5 1.5L-7.5-2L-2-2.5z",
    "M-2.3-7h4.6v4.7H7v4.6H2.3V7h-4.6V2.3H-7v-4.6h4.7z",
    "M-6-6h12v5c0 4-3 6.5-6 7.5C-3 5.5-6 3-6-1z",
)
"""Disc, square, triangle, diamond, hexagon, star, cross, shield: by seat, as on the page."""


def svg_of(record: Record, catalogue: Mapping[str, str] = ENGLISH) -> str:
    """The points of everybody after every line, as a picture of 720 by 420.

    `catalogue` leads from English to the language of the words in it.
    """
    field = _Field(record, spoken(phrase("lines played"), catalogue))
    title = escape(spoken(phrase("{title}: points", title=record.title), catalogue))
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" '
            f'height="{HIGH}" role="img" font-family="system-ui, sans-serif" font-size="13" '
            'fill="#20242a">',
            f"<title>{title}</title>",
            f"<desc>{escape(_in_words(record))}</desc>",
            f'<rect width="{WIDE}" height="{HIGH}" fill="#fffdf8"/>',
            f'<text x="{LEFT}" y="30" font-size="19" font-weight="600">{title}</text>',
            *field.grid(),
            *field.lines(),
            *field.names(),
            "</svg>\n",
        )
    )


def _in_words(record: Record) -> str:
    return " ".join(f"{one.name}: {one.score}." for one in record.results)


def _short(name: str) -> str:
    """As much of a name as there is room for, whole letters with their marks.

    >>> _short("Maximiliane-Alexandra"), _short("歐陽小明與司馬大華")
    ('Maximiliane-Ale…', '歐陽小明與司馬…')
    """
    letters = _letters(name)
    widths = [2 if east_asian_width(letter[0]) in "WF" else 1 for letter in letters]
    if sum(widths) <= LETTERS:
        return name
    fits = [at for at in range(len(letters)) if sum(widths[:at]) < LETTERS]
    return f"{''.join(letters[: fits[-1]])}…"


def _letters(name: str) -> list[str]:
    """What readers take for one letter each: with its accents, or pictures joined to one."""
    found: list[str] = []
    for sign in name:
        joined = category(sign) in ("Mn", "Me", "Cf", "Sk") or (found and found[-1][-1] == JOINER)
        if found and joined:
            found[-1] += sign
        else:
            found.append(sign)
    return found


class _Field:
    """Where points and lines are in the picture."""

    def __init__(self, record: Record, below: str) -> None:
        self._record, self._below = record, escape(below)
        self._rows = (record.start_scores, *(one.scores for one in record.happened))
        scores = [score for row in self._rows for score in row]
        self._step = _step(max(scores, default=0) - min(0, *scores, 0))
        self._low = min(0, *scores, 0) // self._step * self._step
        self._high = max(self._low + self._step, -(-max(0, *scores, 0) // self._step) * self._step)

    def grid(self) -> Iterator[str]:
        """Level lines with their points, and how many lines were played."""
        for points in range(self._low, self._high + 1, self._step):
            y = self._y(points)
            yield f'<path d="M{LEFT} {y:.1f}H{WIDE - RIGHT}" stroke="#d9d2c3"/>'
            yield f'<text x="{LEFT - 10}" y="{y + 4.5:.1f}" text-anchor="end">{points}</text>'
        middle = (LEFT + WIDE - RIGHT) / 2
        last = len(self._rows) - 1
        for number in sorted({0, last}):
            x = self._x(number)
            yield f'<text x="{x:.1f}" y="{HIGH - BOTTOM + 22}" text-anchor="middle">{number}</text>'
        yield f'<text x="{middle}" y="{HIGH - 12}" text-anchor="middle">{self._below}</text>'

    def lines(self) -> Iterator[str]:
        """A stair for each player: points hold until they change."""
        for seat, one in enumerate(self._record.results):
            body, edge = PAINT.get(str(one.player), PLAIN)
            aside = APART * (seat - (len(self._record.results) - 1) / 2)
            stair = f"M{self._x(0):.1f} {self._y(self._rows[0][seat]) + aside:.1f}" + "".join(
                f"H{self._x(number):.1f}V{self._y(row[seat]) + aside:.1f}"
                for number, row in enumerate(self._rows)
                if number and (row[seat] != self._rows[number - 1][seat])
            )
            path = f'{stair}H{self._x(len(self._rows) - 1):.1f}" fill="none"'
            yield f'<path d="{path} stroke="{edge}" stroke-width="5" stroke-linejoin="round"/>'
            yield f'<path d="{path} stroke="{body}" stroke-width="3" stroke-linejoin="round"/>'

    def names(self) -> Iterator[str]:
        """Mark, name and points beside where each line ends, none over another."""
        below = float("-inf")
        x = WIDE - RIGHT
        for seat, one in sorted(enumerate(self._record.results), key=lambda each: -each[1].score):
            at = self._y(one.score)
            y = max(at, below + NAME_PX)
            below = y
            yield f'<path d="M{x} {at:.1f}L{x + 10} {y:.1f}" stroke="#77736a"/>'
            yield _mark(seat, one, x + 18, y)
            name = _short(one.name)
            place = f" ({one.place}.)" if one.place else ""
            words = escape(f"{one.score} {name}{place}")
            yield f'<text x="{x + 30}" y="{y + 4.5:.1f}">{words}</text>'

    def _x(self, number: int) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * number / max(1, len(self._rows) - 1)

    def _y(self, points: int) -> float:
        share = (points - self._low) / (self._high - self._low)
        return HIGH - BOTTOM - (HIGH - TOP - BOTTOM) * share


def _mark(seat: int, one: Result, x: float, y: float) -> str:
    body, edge = PAINT.get(str(one.player), PLAIN)
    shape = SHAPES[seat % len(SHAPES)]
    return (
        f'<path transform="translate({x} {y:.1f})" d="{shape}" fill="{body}" stroke="{edge}" '
        'stroke-width="1.5"/>'
    )


def _step(span: int) -> int:
    """Points between two level lines, so that there are at most six: 1, 2, 5, 10, 20..."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if span <= 6 * step:
                return step
        size *= 10

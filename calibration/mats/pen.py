"""Draws on a PDF page in millimetres from the top left, as layouts count. The only user of it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont, TTFontFile
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

Point = tuple[float, float]

PLAIN, BOLD, OTHER_SCRIPTS = "mat", "mat-bold", "STSong-Light"
"""Fonts. The first two are embedded; the third, for scripts they lack, is the viewer's own."""
_FILES = {PLAIN: "Exo2_400Regular.ttf", BOLD: "Exo2_600SemiBold.ttf"}
CAP_HEIGHT = 0.70
"""Height of a capital over the size of its font."""


@dataclass(frozen=True, slots=True)
class Ink:
    """How a shape is drawn: fill and line as `#rrggbb` or not at all, line width mm, opacity."""

    fill: str | None = None
    line: str | None = None
    width: float = 0.3
    alpha: float = 1.0
    dash: tuple[float, ...] = ()


class Pen:
    """A canvas with its height; every number is millimetres, y downwards."""

    def __init__(self, canvas: Canvas, height_mm: float) -> None:
        load_fonts()
        self.canvas, self._height = canvas, height_mm

    def box(self, x: float, y: float, w: float, h: float, ink: Ink, *, radius: float = 0.0) -> None:
        """A rectangle by its top left corner, with rounded corners."""
        with self._inked(ink):
            place = (x * mm, self._up(y + h), w * mm, h * mm)
            fill, stroke = int(ink.fill is not None), int(ink.line is not None)
            if radius:
                self.canvas.roundRect(*place, radius * mm, fill=fill, stroke=stroke)
            else:
                self.canvas.rect(*place, fill=fill, stroke=stroke)

    def boxes(self, places: Sequence[tuple[float, float, float, float]], ink: Ink) -> None:
        """Rectangles as one shape: where two touch, no seam shows."""
        path = self.canvas.beginPath()
        for x, y, w, h in places:
            path.rect(x * mm, self._up(y + h), w * mm, h * mm)
        self._draw(path, ink)

    def disc(self, x: float, y: float, radius: float, ink: Ink) -> None:
        """A circle about its middle."""
        with self._inked(ink):
            fill, stroke = int(ink.fill is not None), int(ink.line is not None)
            self.canvas.circle(x * mm, self._up(y), radius * mm, fill=fill, stroke=stroke)

    def line(self, points: Sequence[Point], ink: Ink) -> None:
        """Straight strokes from point to point."""
        self._draw(self._path(points, closed=False), ink)

    def shape(self, points: Sequence[Point], ink: Ink) -> None:
        """A closed shape of straight strokes."""
        self._draw(self._path(points, closed=True), ink)

    def curve(self, points: Sequence[Point], ink: Ink, *, closed: bool = False) -> None:
        """A smooth line through points (Catmull-Rom)."""
        self._draw(self._smooth(points, closed), ink)

    def text(self, x: float, y: float, words: str, size: float, colour: str, *,
             font: str = PLAIN, anchor: float = 0.0, alpha: float = 1.0) -> None:  # fmt: skip
        """Words on a baseline; `size` in mm, `anchor` 0 for the left end at x, 0.5 middle, 1."""
        x -= anchor * text_width(words, size, font)
        with self._inked(Ink(fill=colour, alpha=alpha)):
            for part, name in _runs(words, font):
                self.canvas.setFont(name, size * mm)
                self.canvas.drawString(x * mm, self._up(y), part)
                x += pdfmetrics.stringWidth(part, name, size)

    @contextmanager
    def inside(self, x: float, y: float, w: float, h: float, radius: float = 0.0) -> Iterator[None]:
        """Only what falls into a rounded box is drawn."""
        self.canvas.saveState()
        path = self.canvas.beginPath()
        path.roundRect(x * mm, self._up(y + h), w * mm, h * mm, max(radius, 0.001) * mm)
        self.canvas.clipPath(path, stroke=0, fill=0)
        yield
        self.canvas.restoreState()

    @contextmanager
    def turned(self, x: float, y: float, degrees: float) -> Iterator[None]:
        """Drawn about a place as origin, turned clockwise; y still counts downwards."""
        self.canvas.saveState()
        self.canvas.translate(x * mm, self._up(y))
        self.canvas.rotate(-degrees)
        height, self._height = self._height, 0.0
        yield
        self._height = height
        self.canvas.restoreState()

    def _up(self, y: float) -> float:
        return (self._height - y) * mm

    def _at(self, point: Point) -> Point:
        return point[0] * mm, self._up(point[1])

    def _path(self, points: Sequence[Point], closed: bool) -> PDFPathObject:
        path = self.canvas.beginPath()
        path.moveTo(*self._at(points[0]))
        for point in points[1:]:
            path.lineTo(*self._at(point))
        if closed:
            path.close()
        return path

    def _smooth(self, points: Sequence[Point], closed: bool) -> PDFPathObject:
        ends = (points[-1], points[0], points[1]) if closed else (points[0], points[-1])
        all_ = [ends[0], *points, *ends[1:]]
        path = self.canvas.beginPath()
        path.moveTo(*self._at(all_[1]))
        for a, b, c, d in zip(all_, all_[1:], all_[2:], all_[3:], strict=False):
            out = (b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6)
            into = (c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6)
            path.curveTo(*self._at(out), *self._at(into), *self._at(c))
        if closed:
            path.close()
        return path

    def _draw(self, path: PDFPathObject, ink: Ink) -> None:
        with self._inked(ink):
            fill, stroke = int(ink.fill is not None), int(ink.line is not None)
            self.canvas.drawPath(path, fill=fill, stroke=stroke)

    @contextmanager
    def _inked(self, ink: Ink) -> Iterator[None]:
        canvas = self.canvas
        canvas.saveState()
        if ink.fill is not None:
            canvas.setFillColor(HexColor(ink.fill))
            canvas.setFillAlpha(ink.alpha)
        if ink.line is not None:
            canvas.setStrokeColor(HexColor(ink.line))
            canvas.setStrokeAlpha(ink.alpha)
            canvas.setLineWidth(ink.width * mm)
            canvas.setLineJoin(1)
            canvas.setLineCap(1)
            if ink.dash:
                canvas.setDash([part * mm for part in ink.dash])
        yield
        canvas.restoreState()


@cache
def load_fonts() -> None:
    """Make the fonts known, once."""
    for name, file in _FILES.items():
        with as_file(files(__package__).joinpath("fonts", file)) as path:
            pdfmetrics.registerFont(TTFont(name, str(path)))
    pdfmetrics.registerFont(UnicodeCIDFont(OTHER_SCRIPTS))


@cache
def _letters(font: str) -> frozenset[int]:
    """Letters that an embedded font can write."""
    face = TTFontFile(str(files(__package__).joinpath("fonts", _FILES[font])))
    return frozenset(face.charToGlyph)


def text_width(words: str, size: float, font: str = PLAIN) -> float:
    """Width in the unit of `size`."""
    load_fonts()
    return sum(pdfmetrics.stringWidth(part, name, size) for part, name in _runs(words, font))


def fitted(words: str, size: float, room: float, font: str = PLAIN) -> float:
    """`size`, or as much less as makes the words fit into `room`."""
    width = text_width(words, size, font)
    return size if width <= room else size * room / width


def _runs(words: str, font: str) -> Iterator[tuple[str, str]]:
    """Words in parts that one font can write."""
    known = _letters(font)
    part, name = "", font
    for letter in words:
        here = font if ord(letter) in known else OTHER_SCRIPTS
        if here != name and part:
            yield part, name
            part = ""
        part, name = part + letter, here
    if part:
        yield part, name

"""From a mat to a PDF: whole on one sheet, or in tiles that are joined, true to scale."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from reportlab.lib.units import mm
from reportlab.pdfbase.pdfdoc import PDFResourceDictionary
from reportlab.pdfgen.canvas import Canvas

from calibration.mats.board import CHECK_MM, EDGE_MM, QUIET_CELLS, Mat, draw_check_line, draw_mat
from calibration.mats.errors import MatError
from calibration.mats.pen import BOLD, Ink, Pen, text_width
from companion.core.layout import Layout, SlotKind

PAPERS: dict[str, tuple[float, float]] = {"a2": (594, 420), "a3": (420, 297), "a4": (297, 210)}
"""Long and short edge, mm."""
SHEETS = {"A2": PAPERS["a2"], "A1": (841.0, 594.0)}
"""What a mat is printed on whole: A2, or A1 where it is larger."""
MARGIN_MM, FOOT_MM = 10.0, 24.0
"""Bare paper at three edges of a tile, and at its foot, where name, map and check line stand."""
FLAP_MM, BLEED_MM = 10.0, 3.0
"""How far a tile reaches under its neighbours at the right and below, and past its own cut."""
GRID_MM = 2
"""Cuts are tried so far apart."""
BLACK, GREY = "#000000", "#5a6270"


@dataclass(frozen=True, slots=True)
class Tile:
    """A part of a mat: its name, its place in the grid, and its cuts (left, top, right, bottom)."""

    name: str
    column: int
    row: int
    cuts: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Tiling:
    """Tiles and the paper (w, h, mm) each is printed on; `xs` and `ys` are where they meet."""

    paper: tuple[float, float]
    xs: tuple[float, ...]
    ys: tuple[float, ...]

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Row by row; A1 is at the top left."""
        return tuple(
            Tile(f"{chr(65 + row)}{column + 1}", column, row, (left, top, right, bottom))
            for row, (top, bottom) in enumerate(pairwise(self.ys))
            for column, (left, right) in enumerate(pairwise(self.xs))
        )


def write_mat(mat: Mat, paper: str, path: Path) -> int:
    """Write the PDF; returns its pages. Raises `MatError`: does not fit, or cannot be written."""
    layout = mat.layout
    if layout.width_mm <= 0:
        raise MatError(f"{mat.title} is played on no board, so it needs no mat")
    if paper == "a2":
        page = _whole(layout)
        canvas = new_canvas(path, page, f"{mat.title}: mat")
        canvas.translate(
            (page[0] - layout.width_mm) / 2 * mm, (page[1] - layout.height_mm) / 2 * mm
        )
        draw_mat(Pen(canvas, layout.height_mm), mat)
        canvas.showPage()
        pages = 1
    else:
        tiling = tile(layout, PAPERS[paper])
        canvas = new_canvas(path, tiling.paper, f"{mat.title}: mat")
        _form(canvas, mat)
        _cover(canvas, mat, tiling, paper)
        for each in tiling.tiles:
            _page(canvas, mat, tiling, each)
        pages = 1 + len(tiling.tiles)
    save(canvas, path)
    return pages


def _whole(layout: Layout) -> tuple[float, float]:
    """The sheet as it lies: its longer edge along the longer edge of the board."""
    long, short = SHEETS[sheet_of(layout)]
    return (long, short) if layout.width_mm >= layout.height_mm else (short, long)


def sheet_of(layout: Layout) -> str:
    """The smallest sheet that the whole mat fits on. Raises `MatError`: on none."""
    edges = sorted((layout.width_mm, layout.height_mm), reverse=True)
    for name, sheet in SHEETS.items():
        if edges[0] <= sheet[0] and edges[1] <= sheet[1]:
            return name
    size = f"{layout.width_mm:g} x {layout.height_mm:g} mm"
    raise MatError(f"a mat of {size} does not fit on A1: print it in tiles (a3 or a4)")


def new_canvas(path: Path, page: tuple[float, float], title: str) -> Canvas:
    """An empty document of pages (w, h, mm) that asks viewers to print it at 100 %."""
    canvas = Canvas(str(path), pagesize=(page[0] * mm, page[1] * mm), invariant=1)
    canvas.setTitle(title)
    canvas.setCreator("tabletop-companion")
    canvas.setViewerPreference("PrintScaling", "None")
    return canvas


def save(canvas: Canvas, path: Path) -> None:
    """Write it. Raises `MatError` when the file cannot be written."""
    try:
        canvas.save()
    except OSError as error:
        raise MatError(f"{path} cannot be written: {error.strerror or error}") from error


def tile(layout: Layout, paper: tuple[float, float]) -> Tiling:
    """The fewest tiles, cut where no tag and as few slots as possible lie."""
    ways = []
    for page in (paper, paper[::-1]):
        room = (page[0] - 2 * MARGIN_MM, page[1] - MARGIN_MM - FOOT_MM)
        xs = _cuts(layout.width_mm, room[0], _obstacles(layout, 0))
        ys = _cuts(layout.height_mm, room[1], _obstacles(layout, 1))
        ways.append(Tiling(page, xs, ys))
    return min(ways, key=lambda way: len(way.tiles))


Obstacle = tuple[float, float, float]
"""From, to, mm, and what a cut through it costs."""


def _obstacles(layout: Layout, axis: int) -> list[Obstacle]:
    found: list[Obstacle] = []
    for tag in layout.tags:
        middle, half = (tag.x_mm, tag.y_mm)[axis], tag.size_mm * (0.5 + QUIET_CELLS / 6)
        found.append((middle - half, middle + half, 1000.0))
    for slot in layout.slots.values():
        middle, half = ((slot.x_mm, slot.w_mm), (slot.y_mm, slot.h_mm))[axis]
        cost = 30.0 if slot.kind is SlotKind.DIE else 3.0
        found.append((middle - half / 2, middle + half / 2, cost))
    return found


def _cuts(length: float, room: float, obstacles: Sequence[Obstacle]) -> tuple[float, ...]:
    """Ends of the tiles along one edge, the outer ones at the white edge of the board."""
    first, last = EDGE_MM - 1, length - EDGE_MM + 1
    most = room - FLAP_MM - BLEED_MM
    count = 1
    while first + room < last and first + count * (most - GRID_MM) < last:
        count += 1
    if count == 1:
        return first, last
    step = (last - first) / count
    price = {at: _price(at, obstacles) for at in range(0, int(last) + 1, GRID_MM)}
    best: dict[int, tuple[float, tuple[float, ...]]] = {0: (0.0, (first,))}
    for number in range(1, count):
        reached: dict[int, tuple[float, tuple[float, ...]]] = {}
        for cost, cuts in best.values():
            low, high = last - (count - number) * most, cuts[-1] + most
            for at, crossed in price.items():
                if max(low, cuts[-1]) < at <= min(high, last - 1):
                    uneven = ((at - first - number * step) / step) ** 2
                    total = cost + uneven + crossed
                    if at not in reached or total < reached[at][0]:
                        reached[at] = (total, (*cuts, float(at)))
        best = reached
    return (*min(best.values())[1], last)


def _price(at: float, obstacles: Sequence[Obstacle]) -> float:
    """What a cut at a place costs."""
    return sum(cost for low, high, cost in obstacles if low < at < high)


def _form(canvas: Canvas, mat: Mat) -> None:
    """The mat, drawn once and shown on every page."""
    w, h = mat.layout.width_mm, mat.layout.height_mm
    canvas.beginForm("mat", 0, 0, w * mm, h * mm)
    draw_mat(Pen(canvas, h), mat)
    # Left alone, ReportLab forgets the opacities that a form uses.
    resources = PDFResourceDictionary(ExtGState=canvas._extgstate.getState())  # type: ignore[attr-defined]
    resources.basicFonts()
    canvas.endForm(Resources=resources)


def _page(canvas: Canvas, mat: Mat, tiling: Tiling, part: Tile) -> None:
    h = tiling.paper[1]
    pen = Pen(canvas, h)
    left, top, right, bottom = part.cuts
    begin_x = left - (BLEED_MM if part.column else 0)
    begin_y = top - (BLEED_MM if part.row else 0)
    end_x = right + (FLAP_MM if right < tiling.xs[-1] else 0)
    end_y = bottom + (FLAP_MM if bottom < tiling.ys[-1] else 0)
    shift_x, shift_y = MARGIN_MM - begin_x, MARGIN_MM - begin_y
    with pen.inside(MARGIN_MM, MARGIN_MM, end_x - begin_x, end_y - begin_y):
        canvas.translate(shift_x * mm, (h - mat.layout.height_mm - shift_y) * mm)
        canvas.doForm("mat")
    xs = [at + shift_x for at in (left, right) if at not in (tiling.xs[0], tiling.xs[-1])]
    ys = [at + shift_y for at in (top, bottom) if at not in (tiling.ys[0], tiling.ys[-1])]
    box = (MARGIN_MM, MARGIN_MM, end_x + shift_x, end_y + shift_y)
    _marks(pen, xs, ys, box)
    _foot(pen, mat, tiling, part)
    canvas.showPage()


def _marks(
    pen: Pen, xs: Sequence[float], ys: Sequence[float], box: tuple[float, float, float, float]
) -> None:
    """Short strokes in the margin where neighbours meet, each with a ring to lay over its twin."""
    ink, ring = Ink(line=BLACK, width=0.2), Ink(line=BLACK, width=0.2)
    left, top, right, bottom = box
    for x in xs:
        for y, way in ((top, -1), (bottom, 1)):
            pen.line([(x, y + 0.8 * way), (x, y + 6.5 * way)], ink)
            pen.disc(x, y + 3.6 * way, 1.3, ring)
    for y in ys:
        for x, way in ((left, -1), (right, 1)):
            pen.line([(x + 0.8 * way, y), (x + 6.5 * way, y)], ink)
            pen.disc(x + 3.6 * way, y, 1.3, ring)


def _foot(pen: Pen, mat: Mat, tiling: Tiling, part: Tile) -> None:
    """Name, map and check line below the picture."""
    w, h = tiling.paper
    base = h - FOOT_MM + 10
    pen.text(MARGIN_MM, base + 4, part.name, 9.0, BLACK, font=BOLD)
    draw_check_line(pen, (MARGIN_MM + 17, base + 2.5), BLACK, GREY)
    pen.text(MARGIN_MM + 17 + CHECK_MM + 5, base + 1, mat.title, 3.4, BLACK, font=BOLD)
    words = "Cut at the ringed strokes, left and above."
    pen.text(MARGIN_MM + 17 + CHECK_MM + 5, base + 5.5, words, 2.4, GREY)
    draw_map(pen, tiling, (w - MARGIN_MM - 21, base - 5.0, 21.0, 13.0), part.name, 0.0)


def draw_map(pen: Pen, tiling: Tiling, box: tuple[float, float, float, float], here: str,
             letters: float) -> None:  # fmt: skip
    """The grid of tiles within a box, one of them marked; with names of a size, if not 0."""
    x, y, w, h = box
    wide, tall = tiling.xs[-1] - tiling.xs[0], tiling.ys[-1] - tiling.ys[0]
    scale = min(w / wide, h / tall)
    x, y = x + w - wide * scale, y - tiling.ys[0] * scale
    for each in tiling.tiles:
        left, top, right, bottom = each.cuts
        place = (x + (left - tiling.xs[0]) * scale, y + top * scale)
        size = ((right - left) * scale, (bottom - top) * scale)
        fill = GREY if each.name == here else "#ffffff"
        pen.box(*place, *size, Ink(fill=fill, line=BLACK, width=0.2))
        if letters:
            at = (place[0] + size[0] / 2, place[1] + size[1] / 2 + letters * 0.35)
            pen.text(*at, each.name, letters, BLACK, font=BOLD, anchor=0.5)


STEPS = (
    "Print all pages at 100 % (not “fit to page”), on matt paper of 120 g or more.",
    "Measure the 100 mm line on each page. If it is off, find the scale setting and print again.",
    "On each tile cut along its left and its upper edge where the ringed strokes say so; "
    "leave the right and lower edges, they go under the neighbours.",
    "Lay A1 down. Put each next tile over the flap of the one before until picture and rings meet; "
    "glue or tape it from behind. Work row by row, then join the rows.",
    "The black-and-white squares are what the camera finds the mat by: keep them and the white "
    "about them whole, flat and clean. No tile is cut through one of them.",
    "Mount the mat on card or under thin matt acrylic, so that it lies flat. No glossy film: lamps "
    "mirror in it.",
)


def _cover(canvas: Canvas, mat: Mat, tiling: Tiling, paper: str) -> None:
    """How to put it together, with a map of the tiles."""
    w, h = tiling.paper
    pen = Pen(canvas, h)
    left, room = 2 * MARGIN_MM, w - 4 * MARGIN_MM
    size = f"{mat.layout.width_mm:g} x {mat.layout.height_mm:g} mm"
    pen.text(left, 32, mat.title, 11.0, BLACK, font=BOLD)
    kind = f"Mat of {size} in {len(tiling.tiles)} tiles of {paper.upper()}, ink: {mat.style.name}"
    pen.text(left, 40, kind, 4.2, GREY)
    draw_check_line(pen, (left, 54), BLACK, GREY)
    y = 72.0
    for number, step in enumerate(STEPS, 1):
        pen.text(left, y, str(number), 5.0, BLACK, font=BOLD)
        for line in wrapped(step, 4.4, room - 9):
            pen.text(left + 9, y, line, 4.4, BLACK)
            y += 6.2
        y += 2.4
    draw_map(pen, tiling, (left, y + 4, room, h - y - 4 - 2 * MARGIN_MM), "", 7.0)
    canvas.showPage()


def wrapped(words: str, size: float, room: float) -> list[str]:
    """Words in lines no wider than `room`."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, size) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines

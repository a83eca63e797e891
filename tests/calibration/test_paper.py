"""Sheets of paper: tiles that join, words, colours, the chart, and what goes wrong."""

import json
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.mats.art import GROUNDS, ICONS, MatArt, read_art
from calibration.mats.board import Mat, check_place
from calibration.mats.chart import SQUARE_MM, chart_board, write_chart
from calibration.mats.errors import MatError
from calibration.mats.paper import FLAP_MM, FOOT_MM, MARGIN_MM, PAPERS, tile, wrapped, write_mat
from calibration.mats.pen import text_width
from calibration.mats.style import FULL, SAVING, STYLES, Style
from companion.camera.frame import Pixels
from companion.cli import main
from companion.core.ids import AreaId
from companion.core.layout import NO_BOARD, Area, Layout, SlotKind, Tag
from companion.rules.registry import load_game
from companion.vision.chart import find_chart
from tests.calibration.prints import MATS, PX_PER_MM, document, mat_of, pages, printed, words
from tests.calibration.test_mats import line_mm
from tests.vision.boards import BOARD

mats = pytest.mark.parametrize("name", MATS)
inks = pytest.mark.parametrize("ink", sorted(STYLES))
tiled = pytest.mark.parametrize("paper", ["a3", "a4"])
styles = pytest.mark.parametrize("style", [FULL, SAVING], ids=sorted(STYLES))


# Tiles


@mats
@tiled
def test_tiles_cover_the_mat_and_fit_their_paper(name: str, paper: str) -> None:
    layout = load_game(name).layout
    tiling = tile(layout, PAPERS[paper])
    assert sorted(tiling.paper) == sorted(PAPERS[paper])
    for cuts, edge, room in (
        (tiling.xs, layout.width_mm, tiling.paper[0] - 2 * MARGIN_MM),
        (tiling.ys, layout.height_mm, tiling.paper[1] - MARGIN_MM - FOOT_MM),
    ):
        assert cuts[0] <= 8
        assert cuts[-1] >= edge - 8
        assert list(cuts) == sorted(cuts)
        assert all(b - a + FLAP_MM <= room for a, b in pairwise(cuts))


@mats
@tiled
def test_no_cut_goes_through_a_tag_or_its_white_and_few_through_slots(
    name: str, paper: str
) -> None:
    layout = load_game(name).layout
    tiling = tile(layout, PAPERS[paper])
    for tag in layout.tags:
        reach = tag.size_mm * (1 / 2 + 1 / 6)
        assert all(abs(x - tag.x_mm) > reach for x in tiling.xs[1:-1])
        assert all(abs(y - tag.y_mm) > reach for y in tiling.ys[1:-1])
    dice = [slot for slot in layout.slots.values() if slot.kind is SlotKind.DIE]
    cut = [
        slot.id
        for slot in dice
        if any(abs(x - slot.x_mm) < slot.w_mm / 2 for x in tiling.xs)
        or any(abs(y - slot.y_mm) < slot.h_mm / 2 for y in tiling.ys)
    ]
    assert len(cut) <= len(dice) / 10, cut


@settings(max_examples=20, deadline=None)
@given(
    st.floats(60, 900),
    st.floats(60, 900),
    st.lists(st.tuples(st.floats(30, 800), st.floats(30, 800)), max_size=3),
)
def test_any_board_is_cut_into_tiles(w: float, h: float, places: list[tuple[float, float]]) -> None:
    tags = tuple(Tag(n, x, y, 36.0) for n, (x, y) in enumerate(places) if x < w and y < h)
    tiling = tile(Layout(w, h, {}, {}, tags), PAPERS["a3"])
    room = (
        tiling.paper[0] - 2 * MARGIN_MM - FLAP_MM,
        tiling.paper[1] - MARGIN_MM - FOOT_MM - FLAP_MM,
    )
    for cuts, most, edge in ((tiling.xs, room[0], w), (tiling.ys, room[1], h)):
        assert cuts[0] <= 8
        assert cuts[-1] >= edge - 8
        if len(cuts) > 2:
            assert all(0 < b - a <= most for a, b in pairwise(cuts))


@mats
@tiled
def test_joined_tiles_show_the_mat(name: str, paper: str) -> None:
    """Each tile's picture up to its cuts, laid down in order, is the picture of the whole."""
    whole = printed(name, "full", "a2")[0]
    layout = load_game(name).layout
    tiling = tile(layout, PAPERS[paper])
    sheets = printed(name, "full", paper)
    assert len(sheets) == 1 + len(tiling.tiles)
    for part, sheet in zip(tiling.tiles, sheets[1:], strict=True):
        left, top, right, bottom = part.cuts
        begin = (left - 3 if part.column else left, top - 3 if part.row else top)
        shift = (MARGIN_MM - begin[0], MARGIN_MM - begin[1])
        piece = cutout(sheet, (left + shift[0], top + shift[1]), (right - left, bottom - top))
        there = cutout(whole, (left, top), (right - left, bottom - top))
        h, w = min(piece.shape[0], there.shape[0]), min(piece.shape[1], there.shape[1])
        off = cv2.absdiff(cv2.blur(piece[:h, :w], (9, 9)), cv2.blur(there[:h, :w], (9, 9)))
        assert off.mean() < 2.5, part.name
        assert np.percentile(off, 99) < 40, part.name


def cutout(sheet: Pixels, at_mm: tuple[float, float], size_mm: tuple[float, float]) -> Pixels:
    left, top = (round(edge * PX_PER_MM) for edge in at_mm)
    w, h = (int(edge * PX_PER_MM) for edge in size_mm)
    return sheet[top : top + h, left : left + w]


@mats
@tiled
def test_every_tile_has_its_name_and_a_line_to_measure(name: str, paper: str) -> None:
    tiling = tile(load_game(name).layout, PAPERS[paper])
    with pdfium.PdfDocument(document(name, "saving", paper)) as opened:
        texts = [page.get_textpage().get_text_bounded() for page in opened]
    for part, text in zip(tiling.tiles, texts[1:], strict=True):
        assert part.name in text
    assert all("These are 100 mm" in text for text in texts)
    assert all(part.name in texts[0] for part in tiling.tiles)


# Words and colours


@mats
@inks
def test_every_area_is_named_on_the_mat(name: str, ink: str) -> None:
    printed_words = words(document(name, ink, "a2"))
    mat = mat_of(name, ink)
    for area in mat.layout.areas.values():
        assert area.label in printed_words
        assert mat.art.of(area.id).note in printed_words


@mats
def test_titles_are_read_from_60_cm(name: str) -> None:
    """Capitals of 3 mm or more: 17 minutes of arc, three times the least a good eye reads."""
    with pdfium.PdfDocument(document(name, "full", "a2")) as opened:
        text = opened[0].get_textpage()
        for area in load_game(name).layout.areas.values():
            found = text.search(area.label, match_whole_word=True).get_next()
            assert found is not None
            _, low, _, high = text.get_charbox(found[0])
            assert (high - low) * 25.4 / 72 >= 3.0, area.label


def test_labels_of_other_scripts_are_written(tmp_path: Path) -> None:
    dock = Area(AreaId("dock"), "王小明的码头 Ångström Докъ", 45, 25, 110, 30)
    layout = Layout(BOARD.width_mm, BOARD.height_mm, {**BOARD.areas, dock.id: dock}, BOARD.slots)
    path = tmp_path / "mat.pdf"
    write_mat(Mat("陳大文", layout, MatArt(), FULL), "a2", path)
    assert "王小明的码头" in words(path)
    assert "Ångström" in words(path)
    assert "Докъ" in words(path)


def contrast(a: str, b: str) -> float:
    """Of two colours, as WCAG defines it."""
    low, high = sorted(light(colour) for colour in (a, b))
    return (high + 0.05) / (low + 0.05)


def light(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@styles
def test_words_and_lines_stand_out(style: Style) -> None:
    assert contrast(style.title, style.panel) > 7
    assert contrast(style.note, style.panel) > 4.5
    assert contrast(style.slot_line, style.slot) > 3
    assert contrast(style.edge, style.panel) > 3
    assert all(contrast(colour, style.panel) > 3 for colour in style.owners.values())


@styles
def test_owners_differ_for_the_colour_blind_or_have_another_letter(style: Style) -> None:
    """Machado's matrix for deuteranopia; and a letter tells what colour does not."""
    owners = ("red", "green", "blue", "yellow")
    seen = {owner: deuteranope(style.owners[owner]) for owner in owners}
    for place, one in enumerate(owners):
        for other in owners[place + 1 :]:
            assert one[0] != other[0]
            assert np.linalg.norm(seen[one] - seen[other]) > 25, (one, other)


def deuteranope(colour: str) -> npt.NDArray[np.float64]:
    """Lab of a colour as seen without green cones."""
    matrix = np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
         [-0.011820, 0.042940, 0.968881]]
    )  # fmt: skip
    rgb = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(matrix @ linear, 0, 1)
    back = np.where(seen <= 0.0031308, 12.92 * seen, 1.055 * seen ** (1 / 2.4) - 0.055)
    pixel = back.astype(np.float32).reshape(1, 1, 3)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_RGB2LAB)[0, 0], np.float64)


def test_saving_ink_saves_ink() -> None:
    ink = {style: 255 - printed(MATS[0], style, "a2")[0].mean() for style in STYLES}
    assert ink["saving"] < 0.15 * ink["full"]


# Any layout


@inks
@pytest.mark.parametrize("paper", ["a2", "a3", "a4"])
def test_a_board_without_hints_has_a_mat(ink: str, paper: str, tmp_path: Path) -> None:
    path = tmp_path / "mat.pdf"
    count = write_mat(Mat("Made up", BOARD, MatArt(), STYLES[ink]), paper, path)
    assert len(pages(path, 1.0)) == count
    assert "Dock" in words(path)


def test_without_a_hint_the_line_to_measure_is_in_the_lower_edge(tmp_path: Path) -> None:
    mat = Mat("Made up", BOARD, MatArt(), SAVING)
    path = tmp_path / "mat.pdf"
    write_mat(mat, "a2", path)
    (sheet,) = pages(path)
    across, down = (594 - BOARD.width_mm) / 2, (420 - BOARD.height_mm) / 2
    x, y = check_place(mat)
    assert y > BOARD.height_mm - 8
    assert line_mm(sheet, x + across, y + down) == pytest.approx(100.0, abs=0.5)
    assert "These are 100 mm" in words(path)


def test_the_same_mat_is_the_same_file(tmp_path: Path) -> None:
    files = [tmp_path / "a.pdf", tmp_path / "b.pdf"]
    for path in files:
        write_mat(Mat("Made up", BOARD, MatArt(), FULL), "a4", path)
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[area", "mat.toml"),
        ("[area.nowhere]", "no area 'nowhere'"),
        ('[area.dock]\nicon = "six"', f"`icon` is one of {', '.join(ICONS)}, got 'six'"),
        ('[area.dock]\nground = "sea"', f"`ground` is one of {', '.join(GROUNDS)}, got 'sea'"),
        ("[area.dock]\ncolour = 1", "colour"),
        ("area = 3", "mat.toml"),
        ("[globe]\nx_mm = 1", "y_mm"),
        ("moon = 1", "unknown key 'moon'"),
        ("check = [1]", "check"),
    ],
)
def test_hints_that_do_not_fit_are_refused(text: str, words: str) -> None:
    with pytest.raises(MatError, match=words.replace("(", r"\(")):
        read_art(text, BOARD)


@pytest.mark.parametrize("icon", ICONS)
@pytest.mark.parametrize("ground", GROUNDS[:1])
def test_every_icon_is_drawn(icon: str, ground: str, tmp_path: Path) -> None:
    assert inked(f'[area.dock]\nicon = "{icon}"\nvalue = 5', tmp_path) > inked("", tmp_path)


@pytest.mark.parametrize("ground", GROUNDS)
def test_every_ground_is_drawn(ground: str, tmp_path: Path) -> None:
    assert inked(f'[area.land]\nground = "{ground}"', tmp_path) > inked("", tmp_path)


def inked(hints: str, folder: Path) -> float:
    """How much ink a made-up mat takes with these hints."""
    path = folder / "mat.pdf"
    write_mat(Mat("Made up", BOARD, read_art(hints, BOARD), SAVING), "a2", path)
    return float(255 - pages(path, 2.0)[0].mean())


def test_words_are_broken_into_lines_that_fit() -> None:
    lines = wrapped("one two three four five six", 4.0, 20.0)
    assert " ".join(lines) == "one two three four five six"
    assert len(lines) > 1
    assert all(text_width(line, 4.0) <= 20.0 for line in lines)


# The chart


def test_the_chart_is_found_with_all_its_corners_where_they_belong(tmp_path: Path) -> None:
    write_chart("a4", tmp_path / "chart.pdf")
    (sheet,) = pages(tmp_path / "chart.pdf")
    corners, ids, _, marks = cv2.aruco.CharucoDetector(chart_board()).detectBoard(sheet)
    assert np.ravel(ids).tolist() == list(range(24))
    assert sorted(np.ravel(marks).tolist()) == list(range(20, 37))
    grid = np.reshape(corners, (4, 6, 2)) / PX_PER_MM
    assert np.diff(grid[..., 0], axis=1) == pytest.approx(SQUARE_MM, abs=0.1)
    assert np.diff(grid[..., 1], axis=0) == pytest.approx(SQUARE_MM, abs=0.1)

    view = find_chart(sheet)
    assert view is not None, "the chart that is printed is the one that calibration looks for"
    assert len(view.seen) == 24
    apart = np.linalg.norm(np.diff(view.seen / PX_PER_MM, axis=0), axis=1)
    assert apart == pytest.approx(np.linalg.norm(np.diff(view.known, axis=0), axis=1), abs=0.3)


# The command


@pytest.mark.parametrize(
    ("arguments", "pages"),
    [
        ([MATS[0]], 1),
        ([MATS[0], "--paper", "a3", "--ink", "saving"], 5),
        ([MATS[0], "--paper", "a4"], 9),
        (["chart"], 1),
    ],
)
def test_the_command_writes_and_says_what(
    arguments: list[str], pages: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out.pdf"
    assert main(["mat", *arguments, "--out", str(path), "--json"]) == 0
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert (told["file"], told["pages"]) == (str(path), pages)
    assert "100 %" in err
    with pdfium.PdfDocument(path) as opened:
        assert len(opened) == pages


def test_without_a_name_the_file_says_what_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["mat", MATS[0], "--ink", "saving"]) == 0
    assert (tmp_path / f"{MATS[0]}-mat-a2-saving.pdf").is_file()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["dice"], "no board"),
        (["chess"], MATS[0]),
        (["chart", "--out", "/nowhere/at/all.pdf"], "cannot be written"),
    ],
)
def test_what_cannot_be_made_is_said(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mat", *arguments]) == 1
    assert words in capsys.readouterr().err


def test_a_board_too_large_for_a1_is_printed_in_tiles(tmp_path: Path) -> None:
    large = Mat("Large", Layout(900, 500, {}, {}), MatArt(), SAVING)
    with pytest.raises(MatError, match="tiles"):
        write_mat(large, "a2", tmp_path / "mat.pdf")
    assert write_mat(large, "a3", tmp_path / "mat.pdf") > 4
    with pytest.raises(MatError, match="no board"):
        write_mat(Mat("None", NO_BOARD, MatArt(), SAVING), "a2", tmp_path / "mat.pdf")

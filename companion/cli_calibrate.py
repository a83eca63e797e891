"""The command about a camera: its lens, its focus and light, and what its pictures are like."""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli_vision import load_camera_lens
from companion.settings import camera_file, default_data_dir, lens_file

if TYPE_CHECKING:
    from companion.camera.frame import Pixels
    from companion.camera.profile import CameraProfile
    from companion.vision.chart import ChartSettings, ChartView

CHECKED = 6
"""Frames that are looked at by `calibrate --check`: flicker takes several."""


def add_calibrate(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.description = (
        "Measure the lens of a camera from views of the printed chart (`companion mat chart`). "
        "Hold the chart flat, tilted differently each time, until it has been seen all over the "
        "picture. `play` and `observe` then use the measured lens by themselves."
    )
    parser.add_argument(
        "--camera",
        required=True,
        metavar="SRC",
        help="picamera:0, usb:0, a video or a folder of pictures",
    )
    parser.add_argument(
        "--for", dest="owner", default=None, metavar="SRC",
        help="the camera that took the pictures, when SRC is a folder or a video",
    )  # fmt: skip
    parser.add_argument(
        "--coverage", type=Path, default=None, metavar="FILE", help="write the coverage picture"
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="measure nothing: say whether light and focus are good enough to play",
    )
    parser.add_argument(
        "--red-card",
        action="store_true",
        help="measure nothing: see whether a red card in the middle is red, else swap red and blue",
    )
    parser.add_argument(
        "--mains", type=int, default=None, metavar="HZ",
        help="measure nothing: from now on keep the flicker of lamps out, 50 or 60 Hz",
    )  # fmt: skip
    parser.add_argument(
        "--focus", type=float, default=None, metavar="DIOPTRES",
        help="measure nothing: where the Pi's lens stands from now on, 1 over the distance in m",
    )  # fmt: skip
    parser.add_argument(
        "--board", default=None, metavar="PROFILE", help="with --check: the board that lies there"
    )


def run_calibrate(options: argparse.Namespace) -> int:
    """Measure a lens, set a camera, or look whether both are still right."""
    if options.check:
        return _check(options)
    if options.red_card:
        return _look_at_red_card(options)
    if options.mains is not None or options.focus is not None:
        return _set_camera(options)
    import cv2

    from companion.vision.chart import ChartSettings, draw_coverage, measure, uncovered
    from companion.vision.errors import LensProfileError
    from companion.vision.lens import save_lens

    data_dir, settings = options.data or default_data_dir(), ChartSettings()
    views: list[ChartView] = []
    last: Pixels | None = None
    for pixels in _views(options, settings, views):
        last = pixels
        _say_view(views, settings)
    if last is None or len(views) < 3:
        raise LensProfileError(
            f"the chart was seen well in {len(views)} pictures and 3 are the least: print it with "
            f"`companion mat chart`, lay it flat, light it evenly and bring it nearer"
        )
    if options.coverage is not None:
        cv2.imwrite(str(options.coverage), draw_coverage(last, views, settings))
    measured = measure(views, settings)
    assert measured is not None
    lens, allowed = measured.lens, settings.most_error_px * last.shape[1] / 1000
    if lens.error_px > allowed:
        raise LensProfileError(
            f"the views disagree by {lens.error_px:.2f} px, more than {allowed:.2f}: the chart "
            f"was bent, or the pictures were shaken; glue it to a board and try again"
        )
    path = lens_file(data_dir, options.owner or options.camera)
    save_lens(lens, path)
    wanting = uncovered(views, settings)
    if options.json:
        report = {
            "type": "lens", "file": str(path), "views": len(views) - len(measured.left_out),
            "error_px": round(lens.error_px, 3), "uncovered": wanting,
        }  # fmt: skip
        print(json.dumps(report))
        return 0
    used = len(views) - len(measured.left_out)
    print(f"lens measured from {used} views, error {lens.error_px:.2f} px, saved as {path}")
    if wanting:
        print(f"not covered, and so less exact there: {', '.join(wanting)}")
    return 0


def _check(options: argparse.Namespace) -> int:
    """Say what is wrong with the picture; status 1 when something is."""
    from itertools import islice

    from companion.boards import load_board
    from companion.camera.sources import open_as_set, parse_source
    from companion.vision.advice import check_picture
    from companion.vision.flicker import flicker_advice, shot_of
    from companion.vision.registration import register

    data_dir = options.data or default_data_dir()
    layout = None if options.board is None else load_board(options.board, data_dir)
    settings = camera_file(data_dir, options.owner or options.camera)
    with open_as_set(parse_source(options.camera), settings) as camera:
        frames = list(islice(camera.frames(), CHECKED))
    pixels = frames[-1].pixels
    lens = load_camera_lens(data_dir, options.camera)
    found = None if layout is None else register(pixels, layout, lens=lens)
    checked = check_picture(pixels, layout, found.pose if found else None)
    advice = [*checked.advice, *flicker_advice([shot_of(frame) for frame in frames])]
    words = [found.problem] if found and found.problem else []
    words += [one.words for one in advice]
    if options.json:
        report = {
            "type": "check", "good": not words, "advice": words,
            "edge_px": round(checked.edge_px, 2) if checked.edge_px < 1e6 else None,
            "contrast": round(checked.contrast_levels),
            "brightest": round(checked.brightest_levels),
            "glare": round(float(checked.glare.max()), 2),
            "shade": round(float(checked.shade.max()), 2),
        }  # fmt: skip
        print(json.dumps(report))
    else:
        print("\n".join(words) if words else "light and focus are good enough to play")
        print(f"sharpness: the sharpest edges are {checked.edge_px:.1f} px wide; 2 to 3 is good")
    return 1 if words else 0


def _look_at_red_card(options: argparse.Namespace) -> int:
    """Remember whether the camera swaps red and blue; status 1 when no red card is seen."""
    from companion.camera.sources import open_source, parse_source
    from companion.vision.advice import red_blue

    owner = options.owner or options.camera
    with open_source(parse_source(options.camera)) as camera:
        seen = red_blue(next(iter(camera.frames())).pixels)
    if seen is None:
        print("no red card is seen: hold one in the middle of the picture, lit", file=sys.stderr)
        return 1
    _change(options, red_for_blue=seen == "blue")
    swaps = f"{owner} gives red for blue; from now on `play` and `watch` swap them back"
    words = swaps if seen == "blue" else f"red is red: {owner} is taken as it is"
    report = {"type": "red_card", "seen": seen, "swapped": seen == "blue"}
    print(json.dumps(report) if options.json else words)
    return 0


def _set_camera(options: argparse.Namespace) -> int:
    """Remember the mains' frequency and where the lens stands."""
    wanted = {"mains_hz": options.mains, "lens_position": options.focus}
    profile = _change(options, **{name: v for name, v in wanted.items() if v is not None})
    owner = options.owner or options.camera
    if options.json:
        print(json.dumps({"type": "camera", "camera": owner, **asdict(profile)}))
        return 0
    told = [f"{profile.mains_hz} Hz"] if profile.mains_hz is not None else []
    told += [f"{profile.lens_position} dioptres"] if profile.lens_position is not None else []
    print(f"{owner} from now on: {', '.join(told)}. Look at it with --check")
    return 0


def _change(options: argparse.Namespace, **changes: float | bool) -> "CameraProfile":
    """Change what is kept for a camera. Raises `CameraProfileError`."""
    from companion.camera.profile import change_camera_profile

    path = camera_file(options.data or default_data_dir(), options.owner or options.camera)
    return change_camera_profile(path, changes)


def _views(
    options: argparse.Namespace, settings: "ChartSettings", views: "list[ChartView]"
) -> "Iterator[Pixels]":
    """Add to `views` until there are enough; gives the picture of each that was added."""
    from companion.camera.sources import SourceKind, open_as_set, parse_source
    from companion.vision.chart import find_chart, is_enough, is_new

    source = parse_source(options.camera)
    live = source.kind in (SourceKind.USB, SourceKind.PICAMERA)
    seen_before: Pixels | None = None
    as_set = camera_file(options.data or default_data_dir(), options.owner or options.camera)
    with open_as_set(source, as_set) as camera:
        for frame in camera.frames():
            if frame.pixels is seen_before:  # a folder shows each picture for a while
                continue
            seen_before = frame.pixels
            view = find_chart(frame.pixels, settings)
            if view is None or (views and view.size_px != views[0].size_px):
                continue
            if not is_new(view, views, settings):
                continue
            views.append(view)
            yield frame.pixels
            if len(views) >= settings.most_views or (live and is_enough(views, settings)):
                return


def _say_view(views: "list[ChartView]", settings: "ChartSettings") -> None:
    from companion.vision.chart import uncovered

    wanting = uncovered(views, settings)
    still = f"; not yet covered: {', '.join(wanting)}" if wanting else "; all covered"
    print(f"view {len(views)} of at least {settings.views}{still}", file=sys.stderr)

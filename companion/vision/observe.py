"""What `companion observe` says of pictures of a board: values, a line, a marked picture."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from companion.camera.frame import Pixels
from companion.core.ids import SlotId
from companion.core.layout import Layout, Slot, SlotKind
from companion.core.observation import Observation, Seen
from companion.core.pieces import DIE, SeenPiece
from companion.vision.bare_files import BareBoard
from companion.vision.card_deck import Deck
from companion.vision.errors import PictureError
from companion.vision.lens import Lens
from companion.vision.picture import load_picture
from companion.vision.pipeline import observe_picture
from companion.vision.pose import Points, Pose
from companion.vision.registration import Registration
from companion.vision.slots import ReadsDice
from companion.vision.tags import tag_corners, where

SURE, DOUBT, EMPTY, UNSEEN = (90, 230, 90), (60, 170, 255), (200, 190, 170), (80, 80, 235)
"""Outlines, BGR: read without doubt, in doubt, seen empty, not seen."""
DIE_MM = 16.0
DEBUG_PX = 2304
"""Least width of a marked picture, more or less: words must fit between two slots."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board to look for, the lens if it was measured, and what was taught of cards and board."""

    layout: Layout
    lens: Lens | None = None
    decks: Mapping[str, Deck] = field(default_factory=dict)
    bare: BareBoard = field(default_factory=BareBoard)


def observe_report(
    path: Path, board: Board, reader: ReadsDice, debug: Path | None = None
) -> dict[str, object]:
    """Every slot of a board in one picture file, or why it cannot be read.

    With `debug`, a folder, a marked copy of the picture is written there.
    """
    try:
        pixels = load_picture(path)
    except PictureError as error:
        return {"file": str(path), "error": str(error)}
    claim, pipeline = observe_picture(
        pixels, board.layout, reader, lens=board.lens, decks=board.decks, bare=board.bare
    )
    seen = with_free_dice(claim, board.layout)
    if debug is not None:
        debug.mkdir(parents=True, exist_ok=True)
        marked = draw_debug(pixels, board.layout, seen, pipeline.registration)
        cv2.imwrite(str(debug / f"{path.stem}.observed.png"), marked)
    pose = pipeline.pose
    return {
        "file": str(path),
        "registered": bool(claim.registered),
        "error_mm": None if pose is None else round(pose.error_mm, 3),
        "problem": pipeline.problem or None,
        "slots": {name: _pieces(pieces) for name, pieces in seen.items()},
    }


def with_free_dice(claim: Observation, layout: Layout) -> Mapping[SlotId, Seen]:
    """What lies in every slot, the thrown dice in the rolling area's."""
    return {
        name: claim.free_dice if slot.kind is SlotKind.ROLLING else claim.slots.get(name)
        for name, slot in layout.slots.items()
    }


def text_line(report: Mapping[str, object]) -> str:
    """The same for people: `table.jpg: board found (0.12 mm): dock.1 red die 3; 2 not seen`."""
    if "error" in report:
        return str(report["error"])
    if not report["registered"]:
        return f"{report['file']}: {report['problem']}"
    slots = report["slots"]
    assert isinstance(slots, dict)
    full = [f"{name} {', '.join(_words(p) for p in row)}" for name, row in slots.items() if row]
    unseen = sum(row is None for row in slots.values())
    parts = [", ".join(full) or "all empty"]
    parts += [f"{unseen} not seen"] if unseen else []
    parts += [str(report["problem"])] if report["problem"] else []
    return f"{report['file']}: board found ({report['error_mm']} mm): {'; '.join(parts)}"


def draw_debug(
    pixels: Pixels, layout: Layout, seen: Mapping[SlotId, Seen], registration: Registration
) -> Pixels:
    """A copy with every slot, reading and doubt, the tags, and what is wrong, drawn in."""
    larger = max(1, round(DEBUG_PX / pixels.shape[1]))
    size = (pixels.shape[1] * larger, pixels.shape[0] * larger)
    picture = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    scale = picture.shape[1] / 1600
    pose = registration.pose
    if pose is not None:
        _draw_tags(picture, layout, registration, pose, scale)
        for name, slot in layout.slots.items():
            _draw_slot(picture, slot, seen.get(name), pose, scale)
    words = registration.problem
    if pose is not None:
        found = f"board found, {pose.error_mm:.2f} mm"
        words = f"{found}; {words}" if words else found
    _label(picture, words, (round(8 * scale), round(22 * scale)), (240, 240, 240), scale)
    return picture


def _draw_tags(
    picture: Pixels, layout: Layout, registration: Registration, pose: Pose, scale: float
) -> None:
    for tag in layout.tags:
        lost = tag.id in registration.lost
        corners = _shown(pose, tag_corners(tag), picture)
        _outline(picture, corners, UNSEEN if lost else SURE, scale)
        if lost:
            x, y = corners.min(axis=0)
            _label(picture, f"{where(tag, layout)} not seen", (round(x), round(y)), UNSEEN, scale)


def _draw_slot(picture: Pixels, slot: Slot, seen: Seen, pose: Pose, scale: float) -> None:
    box = _shown(pose, _square(slot.x_mm, slot.y_mm, slot.w_mm, slot.h_mm), picture)
    if seen is None:
        _outline(picture, box, UNSEEN, scale)
        x, y = box.mean(axis=0)
        _label(picture, "not seen", (round(x - 26 * scale), round(y)), UNSEEN, scale)
        return
    _outline(picture, box, EMPTY, scale)
    for piece in seen:
        colour = SURE if _is_sure(piece) else DOUBT
        outline = _shown(pose, _square(piece.x, piece.y, DIE_MM, DIE_MM), picture)
        _outline(picture, outline, colour, scale)
        x, y = outline.min(axis=0)
        doubt = "" if _is_sure(piece) else f" {piece.confidence:.2f}"
        words = f"{_short(piece)}{doubt}"
        _label(picture, words, (round(x), round(y - 2 * scale)), colour, scale)


def _shown(pose: Pose, points_mm: Points, picture: Pixels) -> Points:
    """Board points in a copy that may be larger than the picture they were found in."""
    larger = picture.shape[1] / pose.lens.size_px[0]
    return np.asarray((pose.to_image(points_mm) + 0.5) * larger - 0.5)


def _is_sure(piece: SeenPiece) -> bool:
    return piece.value is not None or (piece.kind != DIE and piece.colour is not None)


def _short(piece: SeenPiece) -> str:
    if piece.kind == DIE:
        return f"{piece.colour or '?'} {piece.value or '?'}"
    return f"{piece.colour or '?'} {piece.kind}"


def _square(x: float, y: float, w: float, h: float) -> Points:
    sides = np.array([(-w, -h), (w, -h), (w, h), (-w, h)]) / 2
    return np.asarray(sides + np.array((x, y)))


def _outline(picture: Pixels, corners: Points, colour: tuple[int, int, int], scale: float) -> None:
    points = np.round(corners).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(picture, [points], True, (0, 0, 0), round(3 * scale), cv2.LINE_AA)
    cv2.polylines(picture, [points], True, colour, max(1, round(1.4 * scale)), cv2.LINE_AA)


def _label(
    picture: Pixels, words: str, at: tuple[int, int], colour: tuple[int, int, int], scale: float
) -> None:
    text = words.encode("ascii", "replace").decode()
    font, size = cv2.FONT_HERSHEY_SIMPLEX, 0.4 * scale
    cv2.putText(picture, text, at, font, size, (0, 0, 0), round(3 * scale), cv2.LINE_AA)
    cv2.putText(picture, text, at, font, size, colour, max(1, round(scale)), cv2.LINE_AA)


def _pieces(seen: Seen) -> list[dict[str, object]] | None:
    if seen is None:
        return None
    return [
        {
            "kind": piece.kind,
            "colour": piece.colour,
            "value": piece.value,
            "confidence": round(piece.confidence, 4),
            **({} if piece.lying is None else {"lying": piece.lying}),
            **({} if piece.face is None else {"face": piece.face}),
        }
        for piece in seen
    ]


def _words(piece: object) -> str:
    assert isinstance(piece, dict)
    named = [piece["colour"] or "?", piece["kind"]]
    if piece["kind"] == DIE:
        named.append("?" if piece["value"] is None else str(piece["value"]))
    if piece["value"] is not None and piece["kind"] != DIE:
        named.append(str(piece["value"]))
    if "face" in piece:
        named.append(str(piece["face"]))
    if "lying" in piece:
        named.append("lying" if piece["lying"] else "standing")
    return " ".join(str(part) for part in named)

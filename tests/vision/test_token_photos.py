"""Colours of wooden pieces on photographs of boards under real lamps.

The photographs are not in the repository; they lie in `../shared/tokens` where they are kept.
`python -m tests.vision.test_token_photos` measures all of them.
"""

import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.camera.frame import Pixels
from companion.vision.colour import body_colour
from companion.vision.light import as_srgb, estimate_light
from companion.vision.picture import load_picture
from companion.vision.piece_colours import Lab, colours_of, to_lab
from companion.vision.pieces import PieceSettings
from tests.requirements import require

PHOTOS = Path(__file__).parents[3] / "shared" / "tokens" / "settlerseye"
COLOURS = ("blue", "orange", "red", "white")
SETTINGS = PieceSettings()
MIDDLE = 0.25
"""Half width of the middle of a box that shows the piece only, as a part of the box."""
CROP_OVER_PIECE = 1.6


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A piece of a photograph: what it is, its colour, and its middle in white light."""

    kind: str
    colour: str
    named: str | None
    lab: Lab


def pieces_of(file: str, objects: Sequence[Mapping[str, object]]) -> list[Piece]:
    pixels = load_picture(PHOTOS / file)
    light = estimate_light(pixels)
    found = []
    for row in objects:
        x, y, w, h = (float(v) for v in row["bbox"])  # type: ignore[attr-defined]
        middle = _part(pixels, (x + w / 2, y + h / 2), (MIDDLE * w, MIDDLE * h))
        flat = middle.reshape(-1, 3)
        plain = as_srgb(light.without(flat)).reshape(middle.shape)
        lab = np.median(to_lab(plain).reshape(-1, 3), axis=0).astype(np.float32)
        side = CROP_OVER_PIECE * min(w, h) / 2
        crop = _part(pixels, (x + w / 2, y + h / 2), (side, side))
        named = body_colour(crop, CROP_OVER_PIECE, light)
        found.append(Piece(str(row["type"]), str(row["colour"]), named, lab))
    return found


def _part(pixels: Pixels, at: tuple[float, float], half: tuple[float, float]) -> Pixels:
    (x, y), (w, h) = at, half
    top, left = max(0, round(y - h)), max(0, round(x - w))
    part = pixels[top : max(top + 2, round(y + h)), left : max(left + 2, round(x + w))]
    return np.asarray(part, np.uint8)


def nearest(lab: Lab, palette: Mapping[str, Lab]) -> str:
    """The colour of a palette that pieces are told to have."""
    weight = np.array((SETTINGS.lightness, 1, 1), np.float32)
    return min(palette, key=lambda name: float(np.linalg.norm((palette[name] - lab) * weight)))


def learnt(pieces: Sequence[Piece], but: Piece) -> dict[str, Lab]:
    """Each colour as the other pieces of the photograph show it, or else as it usually is."""
    samples: dict[str, list[Lab]] = {}
    for piece in pieces:
        if piece is not but:
            samples.setdefault(piece.colour, []).append(piece.lab)
    shown = {name: np.median(np.array(rows), axis=0) for name, rows in samples.items()}
    return {**colours_of(COLOURS, None), **shown}


def measured(every: int = 1) -> dict[str, Counter[str]]:
    """By kind of piece how many there are, and how many have the right colour in three ways."""
    require("tokens", PHOTOS.is_dir(), f"put the labelled photographs into {PHOTOS}")
    rows = json.loads((PHOTOS / "labels.json").read_text(encoding="utf-8"))
    usual = colours_of(COLOURS, None)
    counts: dict[str, Counter[str]] = {}
    for row in rows[::every]:
        pieces = pieces_of(row["file"], row["objects"])
        for piece in pieces:
            count = counts.setdefault(piece.kind, Counter())
            count["pieces"] += 1
            count["by name"] += piece.named == piece.colour
            count["nearest usual"] += nearest(piece.lab, usual) == piece.colour
            count["nearest learnt"] += nearest(piece.lab, learnt(pieces, piece)) == piece.colour
    return counts


def test_colours_learnt_at_the_table_are_told_under_real_lamps() -> None:
    counts = sum(measured(6).values(), Counter[str]())
    assert counts["pieces"] > 300
    assert counts["nearest learnt"] >= 0.9 * counts["pieces"]


def main() -> None:
    counts = measured()
    for kind, count in sorted({**counts, "all": sum(counts.values(), Counter[str]())}.items()):
        shares = ", ".join(
            f"{way} {count[way] / count['pieces']:.3f}"
            for way in ("by name", "nearest usual", "nearest learnt")
        )
        sys.stdout.write(f"{kind}: {shares} of {count['pieces']}\n")


if __name__ == "__main__":
    main()

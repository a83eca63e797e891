"""What is told of cards in rendered photographs of tables. Nothing is tuned on them.

`vision_models/cards/render.py` makes them. `python -m tests.vision.test_rendered_cards` prints all.
They are few as yet: ten cards, all of which were told when the floor was set.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.vision.card_edges import PX_PER_MM
from companion.vision.lens import plain_lens
from companion.vision.picture import load_picture
from companion.vision.pose import Pose, upright
from companion.vision.slots import cut
from vision_models.cards.evaluate import found_in

FOLDER = Path(__file__).parents[1] / "golden" / "cards"
FLOOR = 0.8


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of a card, and what it is; of what is none it is `None`."""

    scene: str
    true: str | None
    name: str | None
    found: bool


def read(path: Path) -> Iterator[Told]:
    """Every card of one picture."""
    scene = json.loads(path.read_text(encoding="utf-8"))
    pixels = load_picture(path.with_suffix(".jpg"))
    w, h = scene["size_mm"]
    square = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32)
    plane = cv2.getPerspectiveTransform(square, np.array(scene["corners_px"], np.float32))
    lens = plain_lens((pixels.shape[1], pixels.shape[0]), 62.0)
    pose = Pose(upright(np.asarray(plane, np.float64), lens), lens, (w, h), 0.2)
    size = round(w * PX_PER_MM), round(h * PX_PER_MM)
    crop = cut(pixels, pose, (w / 2, h / 2, w, h), size, 40.0)
    left = list(found_in(crop))
    for card in scene["cards"]:
        near = [one for one in left if np.hypot(one.x - card["x"], one.y - card["y"]) < 6]
        if near:
            left.remove(near[0])
        yield Told(path.stem, card["name"], near[0].name if near else None, bool(near))
    for one in left:
        if one.name is not None:
            yield Told(path.stem, None, one.name, found=True)


def outcome(told: Told) -> str:
    if told.name is None:
        return "doubt" if told.found else "missed"
    return "right" if told.name == told.true else "wrong"


def test_cards_are_told_in_rendered_photographs_and_none_is_told_wrong() -> None:
    paths = sorted(FOLDER.glob("*.json"))
    counts = Counter(outcome(told) for path in paths for told in read(path))
    assert counts["wrong"] == 0
    assert counts["right"] >= FLOOR * counts.total()


if __name__ == "__main__":
    for scene_path in sorted(FOLDER.glob("*.json")):
        counted = Counter(outcome(told) for told in read(scene_path))
        sys.stdout.write(f"{scene_path.stem}: {dict(counted)}\n")

"""A photograph and a text file that says what lies where; compared with what is read, both ways."""

import json
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2

from companion.boards import load_board
from companion.core.ids import SlotId
from companion.core.layout import Layout
from companion.core.observation import Observation, Seen
from companion.core.pieces import SeenPiece
from companion.vision.observe import draw_debug, with_free_dice
from companion.vision.picture import load_picture
from companion.vision.pipeline import Pipeline, observe_picture
from companion.vision.slots import ReadsDice

PHOTOS = Path(__file__).parent / "photos"
ENDING, MARKED = ".toml", ".marked.png"
QUALITY = 95
HIDDEN = "?"
"""What stands for a place that nobody can see in the picture: it is not compared."""
_HEAD = """\
# What lies on the table in {photo}. The reader wrote this down: put right what it got wrong.
# A place holds "COLOUR KIND VALUE", several with commas between, "" for nothing, and "?" where
# nobody can see it. Look at {marked}, then set `checked` to true.
# In `known_wrong` stand places that the reader does not read right yet: the test then fails as
# soon as it does.
"""


class TruthError(ValueError):
    """A text file that does not say what lies where; the message says what to put right."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What lies on a board in a photograph: names of pieces by place, `None` where it is hidden."""

    board: str
    checked: bool
    known_wrong: frozenset[str]
    places: Mapping[str, tuple[str, ...] | None]


@dataclass(frozen=True, slots=True)
class Differences:
    """By place: what is there and not read, and what is read and not there."""

    missing: Mapping[str, tuple[str, ...]]
    spurious: Mapping[str, tuple[str, ...]]

    @property
    def places(self) -> frozenset[str]:
        """Places that are not read right."""
        return frozenset({*self.missing, *self.spurious})


def add(photo: Path, board: str, folder: Path, data_dir: Path, reader: ReadsDice) -> Path:
    """Read a photograph and put it into `folder` with its text and a marked copy; gives the text.

    The copy is upright and holds nothing but the picture: no place, no time, no name of a phone.
    Raises the errors of reading pictures and boards, and `TruthError` when the board is not seen
    or the photograph is there already.
    """
    text = folder / f"{photo.stem}{ENDING}"
    if text.exists():
        raise TruthError(f"{text} is there already: delete it first, or rename the photograph")
    layout = load_board(board, data_dir)
    pixels = load_picture(photo)
    seen, pipeline = _read(photo, layout, reader)
    if pipeline.pose is None:
        raise TruthError(f"{photo}: {pipeline.problem or 'the board is not seen'}")
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / f"{photo.stem}.jpg"
    cv2.imwrite(str(copy), pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    marked = draw_debug(pixels, layout, seen, pipeline.registration)
    cv2.imwrite(str(folder / f"{photo.stem}{MARKED}"), marked)
    text.write_text(write_truth(copy, board, seen), encoding="utf-8")
    return text


def write_truth(photo: Path, board: str, seen: Mapping[SlotId, Seen]) -> str:
    """The text file, with a remark beside each place that was read in doubt."""
    lines = [
        _HEAD.format(photo=photo.name, marked=f"{photo.stem}{MARKED}"),
        f"board = {json.dumps(board)}", "checked = false", "known_wrong = []", "", "[places]",
    ]  # fmt: skip
    lines += [f"{json.dumps(name)} = {json.dumps(_text(pieces))}{_remark(pieces)}"
              for name, pieces in seen.items()]  # fmt: skip
    return "\n".join(lines) + "\n"


def read_truth(path: Path) -> Truth:
    """What a text file says. Raises `TruthError`."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        places = data["places"]
        return Truth(
            str(data["board"]),
            data["checked"] is True,
            frozenset(str(name) for name in data["known_wrong"]),
            {str(name): _named(str(text)) for name, text in places.items()},
        )
    except (tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError) as error:
        raise TruthError(f"{path}: {error}; add the photograph once more if in doubt") from error


def check(path: Path, reader: ReadsDice, data_dir: Path) -> Differences:
    """Compare a text file with what is read in the photograph beside it.

    Raises `TruthError` for a place that the board does not have.
    """
    truth, photo = read_truth(path), path.with_suffix(".jpg")
    layout = load_board(truth.board, data_dir)
    unknown = sorted({*truth.places, *truth.known_wrong} - set(layout.slots))
    if unknown:
        raise TruthError(f"{path}: the board has no place {', '.join(unknown)}")
    seen, _ = _read(photo, layout, reader)
    return compare(truth, {str(name): pieces for name, pieces in seen.items()})


def compare(truth: Truth, seen: Mapping[str, Seen]) -> Differences:
    """What is there and not read, and what is read and not there."""
    missing, spurious = {}, {}
    for name, named in truth.places.items():
        if named is None:
            continue
        there, read = Counter(named), Counter(_words(piece) for piece in seen.get(name) or ())
        if there - read:
            missing[name] = tuple(sorted((there - read).elements()))
        if read - there:
            spurious[name] = tuple(sorted((read - there).elements()))
    return Differences(missing, spurious)


def _read(photo: Path, layout: Layout, reader: ReadsDice) -> tuple[Mapping[SlotId, Seen], Pipeline]:
    claim: Observation
    claim, pipeline = observe_picture(load_picture(photo), layout, reader)
    return with_free_dice(claim, layout), pipeline


def _named(text: str) -> tuple[str, ...] | None:
    if text.strip() == HIDDEN:
        return None
    return tuple(" ".join(part.split()) for part in text.split(",") if part.strip())


def _text(seen: Seen) -> str:
    return HIDDEN if seen is None else ", ".join(_words(piece) for piece in seen)


def _words(piece: SeenPiece) -> str:
    value = [] if piece.value is None else [str(piece.value)]
    return " ".join([piece.colour or "any", piece.kind, *value])


def _remark(seen: Seen) -> str:
    if seen is None:
        return "  # not seen"
    doubts = [piece for piece in seen if piece.confidence < 0.9 or piece.colour is None]
    return "  # in doubt" if doubts else ""

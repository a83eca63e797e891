"""Board profiles in files: a layout, and for a board without tags a picture of its art."""

from pathlib import Path

from companion.core.errors import LayoutError
from companion.core.layout import Layout, read_layout
from companion.vision.errors import BoardProfileError

ENDING = ".toml"
PICTURES = (".png", ".jpg", ".jpeg")
"""A picture of the whole board beside its profile, of the same name, up to the board's edges."""
_AGAIN = "lay the board out again, or export it once more from where it came from"


def load_profile(path: Path) -> Layout:
    """The layout of a profile. Raises `BoardProfileError` that says what to do."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise BoardProfileError(f"{path}: there is no such board profile") from error
    except (OSError, UnicodeDecodeError) as error:
        raise BoardProfileError(f"{path}: the board profile is damaged; {_AGAIN}") from error
    try:
        layout = read_layout(text)
    except LayoutError as error:
        raise BoardProfileError(f"{path}: {error}; {_AGAIN}") from error
    if layout.width_mm <= 0 or layout.height_mm <= 0:
        raise BoardProfileError(f"{path}: the board has no size; {_AGAIN}")
    return layout


def art_of(path: Path) -> Path | None:
    """The picture beside a profile, if there is one."""
    pictures = (path.with_suffix(ending) for ending in PICTURES)
    return next((picture for picture in pictures if picture.is_file()), None)

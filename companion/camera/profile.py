"""What was found out or set for one camera, in a file of the data folder. No pixels."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from companion.camera.errors import CameraProfileError
from companion.core.phrases import phrase

MAINS_HZ = (50, 60)
"""Europe, most of Asia, Africa; America and parts of Asia. Lamps flicker twice as often."""
FARTHEST_LENS = 15.0
"""Dioptres: no lens that is used above a table focuses nearer than 7 cm."""


@dataclass(frozen=True, slots=True)
class CameraProfile:
    """Settings of a camera; `None` leaves it as it is.

    `red_for_blue` tells that it hands over one for the other (`None`: nobody has looked yet),
    `mains_hz` with what the lamps flicker, `lens_position` where the lens stands, in dioptres.

    Raises `ValueError` for numbers that no camera has.
    """

    red_for_blue: bool | None = None
    mains_hz: int | None = None
    lens_position: float | None = None

    def __post_init__(self) -> None:
        if self.mains_hz not in (None, *MAINS_HZ):
            raise ValueError(f"the mains have 50 or 60 Hz, got {self.mains_hz}")
        if self.lens_position is not None and not 0 <= self.lens_position <= FARTHEST_LENS:
            raise ValueError(f"a lens stands at 0 to {FARTHEST_LENS} dioptres")


def load_camera_profile(path: Path) -> CameraProfile:
    """The settings in a file; none without one. Raises `CameraProfileError` with what to do."""
    try:
        fields = json.loads(path.read_text(encoding="utf-8"))
        return _read(fields)
    except FileNotFoundError:
        return CameraProfile()
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise CameraProfileError(
            phrase(
                "{file}: the settings of this camera cannot be read: delete the file, then set what"
                " is needed with `companion calibrate` (--mains, --focus, --red-card)",
                file=path,
            )
        ) from error


def save_camera_profile(profile: CameraProfile, path: Path) -> None:
    """Write it, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".part")
    draft.write_text(json.dumps(asdict(profile), indent=1) + "\n", encoding="utf-8")
    draft.replace(path)


def change_camera_profile(path: Path, changes: Mapping[str, float | bool]) -> CameraProfile:
    """Change some of what is kept for a camera; damaged settings are begun anew.

    Raises `CameraProfileError` for numbers that no camera has.
    """
    try:
        before = load_camera_profile(path)
    except CameraProfileError:
        before = CameraProfile()
    try:
        profile = replace(before, **changes)  # type: ignore[arg-type]
    except ValueError as error:
        raise CameraProfileError(str(error)) from error
    save_camera_profile(profile, path)
    return profile


def _read(fields: dict[str, object]) -> CameraProfile:
    swapped, mains, lens = (
        fields.get(name) for name in ("red_for_blue", "mains_hz", "lens_position")
    )
    if not (swapped is None or isinstance(swapped, bool)):
        raise ValueError("`red_for_blue` is true or false")
    return CameraProfile(
        swapped,
        None if mains is None else int(str(mains)),
        None if lens is None else float(str(lens)),
    )

"""What a game's mat shows besides its layout: `mat.toml` in the game's folder, if there is one."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files

from calibration.mats.errors import MatError
from companion.core.ids import AreaId
from companion.core.layout import Layout

ICONS = ("any", "pair", "triple", "run", "exactly", "rising", "total")
GROUNDS = ("craters", "plateau", "dunes", "mountains", "plains", "hills", "badlands", "valley")


@dataclass(frozen=True, slots=True)
class AreaArt:
    """One area: what it asks of dice as an icon (and the number in it), a line of words.

    `joined`: so many slots are
    filled together. `ground`: drawing in a region. `steps`: places
    of a track. `owner`: colour of the player whose zone it is.
    """

    icon: str = ""
    value: int = 0
    note: str = ""
    joined: int = 0
    ground: str = ""
    steps: int = 0
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Globe:
    """A planet behind the areas: middle and radius, mm."""

    x_mm: float
    y_mm: float
    r_mm: float


@dataclass(frozen=True, slots=True)
class MatArt:
    """Drawing hints of a game. Without any, a mat has panels, slots and a quiet sky."""

    areas: Mapping[AreaId, AreaArt] = field(default_factory=dict)
    globe: Globe | None = None
    check: tuple[float, float] | None = None
    """Left end of the 100 mm line, mm; by default in the lower edge."""

    def of(self, area: AreaId) -> AreaArt:
        """Hints for an area, empty ones if there are none."""
        return self.areas.get(area, _PLAIN)


_PLAIN = AreaArt()


def load_art(package: str, layout: Layout) -> MatArt:
    """Hints in `mat.toml` of a package. Raises `MatError` when they do not fit the layout."""
    source = files(package).joinpath("mat.toml")
    return read_art(source.read_text(encoding="utf-8"), layout) if source.is_file() else MatArt()


def read_art(text: str, layout: Layout) -> MatArt:
    """Read hints from TOML. Raises `MatError` for what is unknown."""
    try:
        data = tomllib.loads(text)
        areas = {AreaId(name): AreaArt(**row) for name, row in data.pop("area", {}).items()}
        globe = Globe(**data.pop("globe")) if "globe" in data else None
        check = tuple(float(value) for value in data.pop("check", ()))
    except (tomllib.TOMLDecodeError, TypeError, AttributeError) as error:
        raise MatError(f"mat.toml: {error}") from error
    for name, art in areas.items():
        if name not in layout.areas:
            raise MatError(f"mat.toml: the layout has no area {name!r}")
        if art.icon and art.icon not in ICONS:
            raise MatError(f"mat.toml: `icon` is one of {', '.join(ICONS)}, got {art.icon!r}")
        if art.ground and art.ground not in GROUNDS:
            raise MatError(f"mat.toml: `ground` is one of {', '.join(GROUNDS)}, got {art.ground!r}")
    if len(check) not in (0, 2):
        raise MatError("mat.toml: `check` is the place of the line's left end: x and y in mm")
    if data:
        raise MatError(f"mat.toml: unknown key {next(iter(data))!r}")
    return MatArt(areas, globe, (check[0], check[1]) if check else None)

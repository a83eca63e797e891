"""All checks, one after the other, each told as soon as it is known.

What loads libraries that touch pixels runs in processes of its own: it must be told, and not be the
end of the telling, when one of them is missing, dies or hangs.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from companion.camera.errors import CameraProfileError
from companion.camera.profile import load_camera_profile
from companion.camera.sources import CameraSource, SourceKind, open_as_set, parse_source
from companion.doctor.apart import run_apart
from companion.doctor.data import began, check_data, check_file
from companion.doctor.finding import BY_HAND, Finding, Level, good
from companion.doctor.machine import check_machine
from companion.doctor.network import ask_running, check_address, check_held, check_port
from companion.doctor.software import board_model, check_binding, check_software
from companion.settings import Settings, camera_file, colours_file, lens_file
from companion.store.library import list_games

LISTING_S, CAMERA_S, MODELS_S = 30.0, 30.0, 120.0
"""Longest time of a check: a driver that hangs does so for ever."""


def examine(settings: Settings, camera: str | None = None) -> Iterator[Finding]:
    """Everything, for a game on a camera, or on any if none is named. Raises `SourceError`."""
    source = None if camera is None else parse_source(camera)
    yield from check_software()
    yield from check_data(settings.data_dir)
    yield from check_machine(settings.data_dir, began(list_games(settings.data_dir)))
    running = ask_running(settings.port)
    yield check_port(settings.host, settings.port, running)
    yield check_address(settings.port)
    yield from run_apart(_models, "models", MODELS_S)
    if running is not None and running.has_camera:
        yield check_held(running)
    else:
        yield from _cameras(source, settings.data_dir)


def find_cameras() -> tuple[str, ...]:
    """Sources of all cameras of this machine, by names that last; looked for apart."""
    names = run_apart(_list, "cameras", LISTING_S, Level.WARNING)[-1].facts.get("names", ())
    return names if isinstance(names, tuple) else ()


def _cameras(source: CameraSource | None, data_dir: Path) -> Iterator[Finding]:
    if source is not None:
        yield from _one_camera(source, data_dir, asked=True)
        return
    found = run_apart(_list, "cameras", LISTING_S, Level.WARNING)
    yield from found
    names = found[-1].facts.get("names", ())
    for name in names if isinstance(names, tuple) else ():
        yield from _one_camera(parse_source(name), data_dir, asked=False)


def _one_camera(source: CameraSource, data_dir: Path, *, asked: bool) -> tuple[Finding, ...]:
    match source.kind:
        case SourceKind.NONE:
            return (good("camera none", BY_HAND),)
        case SourceKind.SIMULATED:
            return (good(f"camera {source.name}", "a simulated game needs no camera"),)
    about = f"camera {source.name}"
    check = partial(_camera, source, data_dir, asked)
    return run_apart(check, about, CAMERA_S, Level.PROBLEM if asked else Level.WARNING)


def _models() -> tuple[Finding, ...]:
    from companion.doctor.models import check_models  # noqa: PLC0415

    return (check_models(),)


def _list() -> Iterator[Finding]:
    from companion.camera.picamera import load_library  # noqa: PLC0415
    from companion.doctor.cameras import check_found, found_cameras  # noqa: PLC0415

    binding = check_binding(board_model(), load_library)
    if binding is not None:
        yield binding
    yield check_found(found_cameras())


def _camera(source: CameraSource, data_dir: Path, asked: bool) -> Iterator[Finding]:
    from companion.doctor.cameras import check_camera  # noqa: PLC0415
    from companion.vision.lens import load_lens  # noqa: PLC0415
    from companion.vision.palette import load_palette  # noqa: PLC0415

    name, settings = source.name, camera_file(data_dir, source.name)
    try:
        swapped = load_camera_profile(settings).red_for_blue
    except CameraProfileError:  # is told below
        swapped = None
    yield from check_camera(name, partial(open_as_set, source, settings), swapped, asked=asked)
    measured = (
        check_file("camera settings", settings, load_camera_profile, "delete the file"),
        check_file("lens", lens_file(data_dir, name), load_lens, "measure it again, or delete it"),
        check_file("colours", colours_file(data_dir), load_palette, "show them, or delete it"),
    )
    yield from (finding for finding in measured if finding is not None)

"""What somebody needs who looks for a fault, in one zip to be sent to them.

Nothing of the game but its kind, its options and its length: no names, no notation, no cards, no
pictures, no cookies. Only what is listed here goes in, whatever else lies in the data folder.
"""

import io
import json
import platform
import zipfile
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from companion.referee.snapshot import Snapshot
from companion.rules.codec import Json
from companion.rules.registry import load_game
from companion.server.housekeeping import Housekeeping
from companion.store.backups import list_backups
from companion.store.errors import DamagedGameError, NoSuchGameError, OpeningError
from companion.store.game_file import read_ledger
from companion.store.library import SavedGame, list_games, saved_path
from companion.store.log import log_folder, log_text
from companion.store.room import free_bytes

LIBRARIES = (
    "fastapi", "starlette", "uvicorn", "pydantic", "numpy", "opencv-python-headless", "onnxruntime",
)  # fmt: skip
CRASH_LETTERS = 20_000


def bundle(keeping: Housekeeping, shown: Snapshot) -> bytes:
    """The zip. `shown` is the table as everybody sees it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as files:
        for name, text in _files(keeping, shown):
            files.writestr(name, text)
    return out.getvalue()


def _files(keeping: Housekeeping, shown: Snapshot) -> Iterator[tuple[str, str]]:
    yield "program.json", _text(_program(keeping))
    yield "table.json", _text(_table(keeping, shown))
    yield "saved.json", _text(_saved(keeping.data_dir))
    yield "companion.log", _without_home(log_text(keeping.data_dir))
    yield "crash.log", _without_home(_crash(keeping.data_dir))


def _program(keeping: Housekeeping) -> Json:
    return {
        **dict(keeping.about),
        "safe mode": bool(keeping.safe_mode),
        "platform": platform.platform(),
        "libraries": {name: _version(name) for name in LIBRARIES},
        "free on the disk": free_bytes(keeping.data_dir),
    }


def _table(keeping: Housekeeping, shown: Snapshot) -> Json:
    told: dict[str, Json] = {
        "game": shown.game,
        "players": len(shown.seats),
        "version": shown.version,
        "revision": shown.revision,
        "over": shown.outcome is not None,
        "camera": {"state": shown.camera.state},
        "advice": [advice.about for advice in shown.camera.advice],
        "flags": [flag.code for flag in shown.flags],
        "questions": len(shown.questions),
        "warnings": [notice.code for notice in shown.warnings],
    }
    try:
        ledger, _ = read_ledger(saved_path(keeping.data_dir, keeping.current), load_game)
    except (NoSuchGameError, DamagedGameError, OpeningError) as error:
        return {**told, "file": type(error).__name__}
    header = ledger.header
    kinds = Counter(type(entry).__name__ for entry in ledger.entries)
    sources = Counter(entry.origin.source for entry in ledger.entries)
    return {
        **told,
        "file": "whole",
        "rules_version": header.rules_version,
        "options": dict(header.setup.options),
        "entries": dict(kinds),
        "sources": dict(sources),
    }


def _saved(data_dir: Path) -> Json:
    return {
        "games": [_game(saved) for saved in list_games(data_dir)],
        "backups": [{"game": one.game, "entries": one.entries} for one in list_backups(data_dir)],
        "damaged": sorted(path.name for path in (data_dir / "games").glob("*.damaged*")),
    }


def _game(saved: SavedGame) -> Json:
    return {"id": saved.id, "entries": saved.entries, "problem": saved.problem}


def _crash(data_dir: Path) -> str:
    try:
        text = (log_folder(data_dir) / "crash.log").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return text[-CRASH_LETTERS:]


def _without_home(text: str) -> str:
    """Whose machine it is stays at home."""
    return text.replace(str(Path.home()), "~") if str(Path.home()) != "/" else text


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _text(data: Json) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"

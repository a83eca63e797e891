"""The page and its files: the page is asked for each time, its files are kept for ever.

Files lie under a path that changes with their content, so that a page never runs with files of
another version, and a file that is gone is a 404 and no page.
"""

import hashlib
import mimetypes
import os
from pathlib import Path

from fastapi import HTTPException
from fastapi.responses import HTMLResponse
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from companion import __version__

STATIC = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
OWN_FILES_ONLY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "script-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'"
)
"""The browser itself then refuses to ask any other machine; the import map is an inline script."""
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".webmanifest": "application/manifest+json",
}


def page_version(static: Path) -> str:
    """The program's version and a mark of what the files contain."""
    content = hashlib.sha256()
    for path in sorted(path for path in static.rglob("*") if path.is_file()):
        content.update(f"{path.relative_to(static).as_posix()}\0".encode())
        content.update(path.read_bytes())
    return f"{__version__}-{content.hexdigest()[:10]}"


def read_page(static: Path, version: str, name: str = "index.html") -> HTMLResponse:
    """A page, with the path of its files filled in. Raises `HTTPException` without one."""
    try:
        text = (static / name).read_text(encoding="utf-8")
    except OSError as error:
        raise HTTPException(404, "The page is missing: install the program again.") from error
    return HTMLResponse(
        text.replace("{{version}}", version),
        headers={"Cache-Control": "no-cache", "Content-Security-Policy": OWN_FILES_ONLY},
    )


class PageFiles(StaticFiles):
    """Files of the page, kept by browsers for ever."""

    def __init__(self, static: Path) -> None:
        super().__init__(directory=static)
        for ending, kind in TYPES.items():  # a machine may have other ideas of what these are
            mimetypes.add_type(kind, ending)

    def file_response(
        self,
        full_path: "str | os.PathLike[str]",
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """The file, to be kept."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = FOR_EVER
        return response

"""The page and its files: the page is asked for each time, its files are kept for ever.

Files lie under a path that changes with their content, so that a page never runs with files of
another version, and a file that is gone is a 404 and no page.
"""

import hashlib
import html
import json
import mimetypes
import os
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from fastapi import HTTPException
from fastapi.responses import HTMLResponse
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from companion import __version__
from companion.server.languages import Catalogue, read_catalogue

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


def read_page(
    static: Path,
    version: str,
    language: str,
    name: str = "index.html",
    more: Mapping[str, str] = MappingProxyType({}),
) -> HTMLResponse:
    """A page in a language. Raises `HTTPException` without one.

    Filled in are parts that pages share as `{{part.html}}`, `{{version}}`, the path of its files,
    `{{language}}`, the catalogue `{{words}}` for its scripts, and any other `{{English}}` from that
    catalogue, and what `more` names. Scripts that its own script imports are named, so that a phone
    asks for all at once.
    """
    try:
        text = _with_parts(static, name)
    except OSError as error:
        raise HTTPException(404, "The page is missing: install the program again.") from error
    text = _with_preloads(static, text)
    words = read_catalogue(static, language)
    filled = {"version": version, "language": language, "words": _as_script(words)}
    filled |= {name: html.escape(value) for name, value in more.items()}
    return HTMLResponse(
        _TO_FILL.sub(lambda found: filled.get(found[1]) or _say(found[1], words), text),
        headers={
            "Cache-Control": "no-cache",
            "Content-Security-Policy": OWN_FILES_ONLY,
            "Vary": "Accept-Language, Cookie",
        },
    )


_TO_FILL = re.compile(r"\{\{(.+?)\}\}", re.DOTALL)
_PART = re.compile(r"\{\{(\w+\.html)\}\}")
_MODULE = re.compile(r'<script type="module" src="/static/\{\{version\}\}/(\w+\.js)">')
_IMPORT = re.compile(r'^(?:import|\}) .*?from "\./(\w+\.js)";$', re.MULTILINE)


def _with_parts(static: Path, name: str) -> str:
    text = (static / name).read_text(encoding="utf-8")
    return _PART.sub(lambda part: (static / part[1]).read_text(encoding="utf-8").strip(), text)


def _with_preloads(static: Path, text: str) -> str:
    script = _MODULE.search(text)
    if script is None:
        return text
    links = (
        f'<link rel="modulepreload" href="/static/{{{{version}}}}/{name}" />\n    '
        for name in imported_by(static, script[1])
    )
    return text.replace(script[0], "".join(links) + script[0])


def imported_by(static: Path, script: str) -> tuple[str, ...]:
    """The modules beside a script that it imports, directly or through others."""
    found: dict[str, None] = {}
    left = [script]
    while left:
        path = static / left.pop()
        names = _IMPORT.findall(path.read_text(encoding="utf-8")) if path.is_file() else []
        new = [name for name in dict.fromkeys(names) if name not in found]
        found.update(dict.fromkeys(new))
        left += new
    return tuple(name for name in found if name != script)


def _say(english: str, words: Catalogue) -> str:
    english = " ".join(english.split())
    return html.escape(words.get(english, english))


def _as_script(words: Catalogue) -> str:
    """JSON that cannot end the script it stands in."""
    return json.dumps(words, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


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

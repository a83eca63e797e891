from pathlib import Path

import pytest
from fastapi import FastAPI

from companion.server.app import create_app
from tests.server.phone import Phone
from tests.server.scripted import ScriptedTable

JPEG = b"\xff\xd8\xff\xe0 a picture"


class Surroundings:
    """What the application asks of the program around it."""

    def __init__(self) -> None:
        self.address = "http://192.168.1.20:8000/"
        self.preview: bytes | None = JPEG
        self.pictures = {"20261129-201500-7": JPEG}

    def picture(self, name: str) -> bytes | None:
        return self.pictures.get(name)


@pytest.fixture
def table() -> ScriptedTable:
    return ScriptedTable()


@pytest.fixture
def around() -> Surroundings:
    return Surroundings()


@pytest.fixture
def static(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    (folder / "vendor").mkdir(parents=True)
    (folder / "index.html").write_text('<script src="/static/{{version}}/app.js"></script>Würfel')
    (folder / "app.js").write_text("export {}")
    (folder / "vendor" / "x.mjs").write_text("export {}")
    (tmp_path / "secret.txt").write_text("not for phones")
    return folder


@pytest.fixture
def app(table: ScriptedTable, around: Surroundings, static: Path) -> FastAPI:
    return create_app(
        table,
        address=lambda: around.address,
        preview=lambda: around.preview,
        pictures=around.picture,
        static=static,
    )


@pytest.fixture
def phone(app: FastAPI) -> Phone:
    return Phone(app)

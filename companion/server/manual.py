"""The interface for other programs as a page to read: no scripts, nothing from elsewhere."""

import json
import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse

from companion.server.answers import FRESH, json_answer
from companion.server.described import API, openapi_of
from companion.server.recovery import NO_SCRIPTS, STYLE

manual = APIRouter()


@manual.get(f"{API}/openapi.json", include_in_schema=False)
async def described(request: Request) -> JSONResponse:
    """The description for programs."""
    return json_answer(openapi_of(request.app))


@manual.get("/docs", include_in_schema=False)
async def page(request: Request) -> HTMLResponse:
    """The description for people who write programs."""
    text = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>For other programs · Tabletop Companion</title><style>{STYLE}</style></head>"
        f"<body><main>{''.join(_parts(openapi_of(request.app)))}</main></body></html>"
    )
    return HTMLResponse(text, headers={**FRESH, "Content-Security-Policy": NO_SCRIPTS})


def _parts(spec: Mapping[str, Any]) -> Iterator[str]:
    yield f"<h1>For other programs</h1><p>{_words(spec['info']['description'])}</p>"
    yield f'<p><a class="button" href="{API}/openapi.json">OpenAPI 3.1, for programs</a></p>'
    yield (
        "<p>A program is let in as a phone is: <code>POST /api/v1/seat</code> gives it a seat and"
        " <code>POST /api/v1/host</code> makes it the host's, each by a cookie that it keeps."
        " Commands carry an id of the sender's choice, and are carried out once however often they"
        " are sent; <code>expected</code> is the version of the table that the sender looked at."
        " Texts come in the language of <code>?language=</code>: en, zh-Hant or zh-Hans.</p>"
    )
    for path, item in spec["paths"].items():
        for method, told in item.items():
            yield from _operation(method, path, told)
    yield "<h2>Types</h2>"
    for name, schema in sorted(spec["components"]["schemas"].items()):
        yield f'<details id="{escape(name)}"><summary><b>{escape(name)}</b></summary>'
        yield f"<p>{_words(schema.get('description', ''))}</p>{_json(schema)}</details>"


def _operation(method: str, path: str, told: Mapping[str, Any]) -> Iterator[str]:
    yield f"<h2><code>{method.upper()} {escape(path)}</code></h2>"
    yield f"<p>{_words(told['description'])}</p><dl>"
    for one in told.get("parameters", ()):
        yield f"<dt>{escape(one['in'])}</dt><dd><code>{escape(one['name'])}</code></dd>"
    if "requestBody" in told:
        yield f"<dt>takes</dt><dd>{_kinds(told['requestBody']['content'])}</dd>"
    for code, answer in told["responses"].items():
        kinds = _kinds(answer["content"])
        yield f"<dt>{code}</dt><dd>{_words(answer['description'])} {kinds}</dd>"
        for name, schema in answer.get("x-events", {}).items():
            yield f"<dt>event</dt><dd><code>{escape(name)}</code>: {_type(schema)}</dd>"
    yield "</dl>"


def _kinds(content: Mapping[str, Any]) -> str:
    return ", ".join(
        _type(told["schema"]) if kind == "application/json" else f"<code>{escape(kind)}</code>"
        for kind, told in content.items()
    )


def _type(schema: Mapping[str, Any]) -> str:
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    if name:
        return f'<a href="#{escape(name)}">{escape(name)}</a>'
    if "anyOf" in schema:
        return " or ".join(_type(one) for one in schema["anyOf"])
    inside = schema.get("items")
    return f"list of {_type(inside)}" if inside else escape(str(schema.get("type", "JSON")))


def _words(text: str) -> str:
    """Text of a docstring."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))


def _json(schema: object) -> str:
    return f"<pre>{escape(json.dumps(schema, indent=1, ensure_ascii=False))}</pre>"

"""The camera's settings for the page: mains, lens, and how sharp and how old the picture is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import JSONResponse

from companion.core.phrases import phrase
from companion.rules.codec import to_json
from companion.server.access import BY_HOST
from companion.server.answers import FRESH, json_answer
from companion.server.guards import read_body
from companion.server.schemas import CameraBody


@dataclass(frozen=True, slots=True)
class CameraNow:
    """How a camera is set, and what it gives.

    `has_lens` tells that its lens can be moved; `lens_position` is in dioptres. `edge_px` is the
    width of the sharpest edges, `age_s` how old the picture on the page is; `None` without any.
    """

    mains_hz: int | None
    lens_position: float | None
    has_lens: bool
    edge_px: float | None
    age_s: float | None


@dataclass(frozen=True, slots=True)
class CameraDesk:
    """How the camera is, and what changes its mains and its lens; what is `None` stays.

    `now` is `None` while there is no camera that could be set.
    """

    now: Callable[[], CameraNow | None]
    change: Callable[[int | None, float | None], None]


async def the_camera(request: Request) -> CameraDesk:
    """Hand the routes what `create_app` was given. Raises `HTTPException` without a camera."""
    desk: CameraDesk = request.app.state.camera
    if desk.now() is None:
        words = phrase("There is no camera to be set: the game goes by hand.")
        raise HTTPException(404, words, headers=FRESH)
    return desk


AtCamera = Annotated[CameraDesk, Depends(the_camera)]

camera_api = APIRouter(prefix="/api/v1")


@camera_api.get("/camera")
async def show_camera(desk: AtCamera) -> JSONResponse:
    """How the camera is set, and what it gives."""
    return json_answer(to_json(desk.now()))


@camera_api.post("/camera", dependencies=BY_HOST)
async def set_camera(desk: AtCamera, request: Request) -> JSONResponse:
    """Change it; the camera starts again as it is set."""
    body = await read_body(request, CameraBody)
    desk.change(body.mains_hz, body.lens_position)
    return json_answer(to_json(desk.now()))

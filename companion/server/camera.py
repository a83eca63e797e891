"""The camera's settings for the page: mains, lens, and how sharp and how old the picture is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse

from companion.rules.codec import to_json
from companion.server.answers import json_answer
from companion.server.guards import read_body, same_origin
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
    """How the camera is, and what changes its mains and its lens; what is `None` stays."""

    now: Callable[[], CameraNow]
    change: Callable[[int | None, float | None], None]


async def the_camera(request: Request) -> CameraDesk:
    """Hand the routes what `create_app` was given."""
    desk: CameraDesk = request.app.state.camera
    return desk


AtCamera = Annotated[CameraDesk, Depends(the_camera)]

camera_api = APIRouter(prefix="/api/v1")


@camera_api.get("/camera")
async def show_camera(desk: AtCamera) -> JSONResponse:
    """How the camera is set, and what it gives."""
    return json_answer(to_json(desk.now()))


@camera_api.post("/camera", dependencies=[Depends(same_origin)])
async def set_camera(desk: AtCamera, request: Request) -> JSONResponse:
    """Change it; the camera starts again as it is set."""
    body = await read_body(request, CameraBody)
    desk.change(body.mains_hz, body.lens_position)
    return json_answer(to_json(desk.now()))

"""A camera that hands over red and blue in each other's place, put right."""

from collections.abc import Iterator
from dataclasses import replace
from types import TracebackType
from typing import Self

import numpy as np

from companion.camera.camera import Camera
from companion.camera.frame import Frame


class SwappedCamera:
    """Another camera with red and blue changed over: some drivers name the order back to front."""

    def __init__(self, camera: Camera) -> None:
        self.live, self.messages = camera.live, camera.messages
        self._camera = camera

    def __enter__(self) -> Self:
        """Open the other camera. Raises what that raises."""
        self._camera.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the other camera."""
        self._camera.__exit__(kind, error, trace)

    def frames(self) -> Iterator[Frame]:
        """Its frames, BGR at last."""
        for frame in self._camera.frames():
            yield replace(frame, pixels=np.ascontiguousarray(frame.pixels[..., ::-1]))

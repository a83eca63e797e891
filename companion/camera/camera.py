"""What a camera is to the rest of the program."""

from collections.abc import Iterator
from types import TracebackType
from typing import Protocol, Self

from companion.camera.frame import Frame


class Camera(Protocol):
    """A device or file that gives frames: opened by `with`, closed again whatever happens.

    `live` cameras lose frames that nobody takes in time; others wait. `messages` tells, oldest
    first, what their user should know although they go on: a damaged picture, a smaller size.
    """

    live: bool
    messages: list[str]

    def __enter__(self) -> Self:
        """Open it. Raises a `CameraError` that says what to do."""
        ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        ...

    def frames(self) -> Iterator[Frame]:
        """Frames until the camera ends; sequence numbers and time stamps grow."""
        ...

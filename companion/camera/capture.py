"""What cameras have in common that read through OpenCV's capture."""

from types import TracebackType
from typing import Generic, Protocol, TypeVar


class Releasable(Protocol):
    """An opened device or file."""

    def release(self) -> None:
        """Close it."""
        ...


Device = TypeVar("Device", bound=Releasable)


class CaptureCamera(Generic[Device]):
    """Holds a device while it is open, and gives it back whatever happens."""

    def __init__(self) -> None:
        self.messages: list[str] = []
        self._device: Device | None = None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        device, self._device = self._device, None
        if device is not None:
            device.release()

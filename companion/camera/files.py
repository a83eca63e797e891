"""Cameras that replay files: a folder of pictures, or a video."""

import logging
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from companion.camera.capture import CaptureCamera
from companion.camera.errors import CameraNotFoundError, DamagedPictureError
from companion.camera.frame import Frame
from companion.camera.picture import decode
from companion.core.phrases import phrase

SHOWN_S = 2.0
"""How long each picture of a folder lies before the camera: several times what settling takes."""
PICTURES_HZ = 10.0
"""Frame rate of a folder of pictures."""
UNKNOWN_VIDEO_HZ = 30.0
"""Assumed when a video names no believable rate."""
PICTURE_ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})

_log = logging.getLogger(__name__)


class FolderCamera:
    """Pictures of a folder and those in it, in the order of their names, each for `SHOWN_S`.

    Damaged pictures are left out; `messages` says which. Phones' pictures are turned upright.
    """

    live = False

    def __init__(self, folder: Path) -> None:
        self.messages: list[str] = []
        self._folder = folder
        self._paths: tuple[Path, ...] = ()

    def __enter__(self) -> Self:
        """Raises `CameraNotFoundError` when the folder is missing or holds no picture."""
        if not self._folder.is_dir():
            raise CameraNotFoundError(phrase("{name}: no such folder", name=self._folder))
        self._paths = tuple(
            path
            for path in sorted(self._folder.rglob("*"))
            if path.suffix.lower() in PICTURE_ENDINGS
        )
        if not self._paths:
            endings = ", ".join(sorted(PICTURE_ENDINGS))
            raise CameraNotFoundError(
                phrase("{name}: holds no pictures ({endings})", name=self._folder, endings=endings)
            )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Nothing stays open."""
        self._paths = ()

    def frames(self) -> Iterator[Frame]:
        """Every picture again and again for its time, time stamps from the frame rate."""
        sequence = 0
        for path in self._paths:
            try:
                pixels = decode(path.read_bytes())
            except (OSError, DamagedPictureError):
                self._skip(path)
                continue
            for _ in range(round(SHOWN_S * PICTURES_HZ)):
                yield Frame(pixels, sequence / PICTURES_HZ, sequence)
                sequence += 1

    def _skip(self, path: Path) -> None:
        message = f"{path}: damaged or no picture, left out"
        self.messages.append(message)
        _log.warning(message)


class VideoCamera(CaptureCamera[cv2.VideoCapture]):
    """A video file; time stamps from its frame rate."""

    live = False

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    def __enter__(self) -> Self:
        """Raises `CameraNotFoundError` for a missing file or one that is no video."""
        if not self._path.is_file():
            raise CameraNotFoundError(phrase("{name}: no such file", name=self._path))
        video = cv2.VideoCapture(str(self._path))
        if not video.isOpened():
            raise CameraNotFoundError(
                phrase("{name}: no video that can be read here", name=self._path)
            )
        self._device = video
        return self

    def frames(self) -> Iterator[Frame]:
        """Frames to the end of the video."""
        video = self._device
        if video is None:
            return
        named_hz = video.get(cv2.CAP_PROP_FPS)
        rate_hz = named_hz if 1 <= named_hz <= 240 else UNKNOWN_VIDEO_HZ
        sequence = 0
        while self._device is not None:
            taken, pixels = video.read()
            if not taken:
                return
            yield Frame(np.asarray(pixels, np.uint8), sequence / rate_hz, sequence)
            sequence += 1

"""What can go wrong with a camera. Every message says what to do."""


class CameraError(Exception):
    """Base of the layer."""


class CameraNotFoundError(CameraError, LookupError):
    """No such camera, file or folder."""


class CameraBusyError(CameraError, RuntimeError):
    """Another program holds the camera."""


class CameraLostError(CameraError, OSError):
    """The camera stopped giving frames."""


class CameraBindingError(CameraError, ImportError):
    """The vendor's library is missing or broken."""


class SourceError(CameraError, ValueError):
    """Text that names no camera; the message lists the forms there are."""


class CameraProfileError(CameraError, ValueError):
    """The settings kept for a camera are damaged."""


class DamagedPictureError(CameraError, ValueError):
    """No picture, or not all of one."""

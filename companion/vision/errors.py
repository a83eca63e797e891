"""What can go wrong in vision: files and models. What the camera sees is never an exception."""


class VisionError(Exception):
    """Base of all errors of this layer."""


class PictureError(VisionError, ValueError):
    """A file is no picture that can be read."""


class ModelUnavailable(VisionError, RuntimeError):  # noqa: N818 - says a state, not a fault of the code
    """A model cannot be run here: ONNX Runtime or the model file is missing or broken."""


class LensProfileError(VisionError, ValueError):
    """A stored lens profile is damaged."""


class PaletteError(VisionError, ValueError):
    """The players' colours cannot be learnt, or their file is damaged."""


class BoardNotSeenError(VisionError, ValueError):
    """A picture does not show the board that it should; the message says what is missing."""

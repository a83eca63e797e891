"""What can go wrong in `core`."""


class CoreError(Exception):
    """Base of the layer."""


class LayoutError(CoreError, ValueError):
    """A layout file that describes no board."""

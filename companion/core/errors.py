"""What can go wrong in `core`."""


class CoreError(Exception):
    """Base of the layer."""


class LayoutError(CoreError, ValueError):
    """A layout file that describes no board."""


class ProfileError(CoreError, ValueError):
    """A file that holds no board profile of use here; the message says what to do."""


class DamagedProfileError(ProfileError):
    """A board profile that is there, and holds no board that can be played on."""

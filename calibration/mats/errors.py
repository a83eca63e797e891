"""What can go wrong when a mat is made."""


class MatError(Exception):
    """A mat that cannot be drawn, does not fit its paper or cannot be written."""

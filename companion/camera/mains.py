"""The mains' frequency told to a USB camera, by which it keeps the flicker of lamps out.

OpenCV has no name for this control, so Linux is asked itself; it may be set while another program
part, such as OpenCV, has the camera open.
"""

import os
import struct
import sys
from pathlib import Path

if sys.platform == "linux":
    import fcntl

SET_CONTROL = 0xC008561C
"""`VIDIOC_S_CTRL`: sets one control of a video device, given by number and value."""
POWER_LINE_FREQUENCY = 0x00980918
"""`V4L2_CID_POWER_LINE_FREQUENCY`."""
VALUES = {50: 1, 60: 2}


def set_mains(device: Path, mains_hz: int) -> bool:
    """Tell a camera, such as `/dev/video0`; whether it took it."""
    if sys.platform != "linux":
        return False
    try:
        handle = os.open(device, os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        fcntl.ioctl(handle, SET_CONTROL, struct.pack("=Ii", POWER_LINE_FREQUENCY, VALUES[mains_hz]))
    except OSError:  # it has no such control
        return False
    finally:
        os.close(handle)
    return True

"""Opens a simulated camera by values that can be sent to another process, and imports late.

The web process names this function; only the vision process draws.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.game import Setup

if TYPE_CHECKING:
    from companion.camera.camera import Camera


def open_simulated(game_id: str, setup: Setup, seed: int) -> Camera:
    """The camera above a game that nobody plays."""
    from companion.simulator.camera import simulated_camera  # noqa: PLC0415
    from companion.simulator.lamps import Noise  # noqa: PLC0415

    return simulated_camera(game_id, setup, seed, noise=Noise.CLEAN)

"""What the pages about saved games and recovery may do beyond the table."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request


@dataclass(frozen=True, slots=True)
class Housekeeping:
    """Where games lie, which one is in play, and what can be started again.

    `has_camera` tells whether there is a camera that `restart_camera` can start. `go_on_with` ends
    this table and goes on with another saved game; with the one in play it starts everything
    afresh, and leaves safe mode. `safe_mode` says why the camera is off, empty when it is not for
    that.
    """

    data_dir: Path
    current: str
    go_on_with: Callable[[str], None]
    restart_camera: Callable[[], None] = lambda: None
    has_camera: Callable[[], bool] = lambda: False
    safe_mode: str = ""
    set_clock: Callable[[datetime], bool] | None = None
    """Go by a phone's clock; `False` when this machine's is good enough, or the phone's is not."""
    about: tuple[tuple[str, str], ...] = ()
    """How the program was started, for those who look for a fault."""


async def the_housekeeping(request: Request) -> Housekeeping:
    """Hand the routes what `create_app` was given."""
    housekeeping: Housekeeping = request.app.state.housekeeping
    return housekeeping


Keeping = Annotated[Housekeeping, Depends(the_housekeeping)]

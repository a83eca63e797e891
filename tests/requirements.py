"""What a test may need of the machine: missing, it is skipped with a hint, or fails if required.

`COMPANION_REQUIRE=browser,dice,model` names what must be there (continuous integration sets it).
"""

import os

import pytest


def require(name: str, available: bool, how: str) -> None:
    """Skip the test when `name` is not available, saying `how` to get it; fail if required."""
    if available:
        return
    if name in os.environ.get("COMPANION_REQUIRE", "").split(","):
        pytest.fail(f"{name} is required here and missing: {how}")
    pytest.skip(f"{name} is missing: {how}")

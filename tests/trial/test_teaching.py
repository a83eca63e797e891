"""Colours taught before a trial."""

import numpy as np
import pytest

from companion.trial.teaching import taught
from companion.vision.dice import DieReading
from tests.vision.boards import GreyReader


class Blind(GreyReader):
    """Finds no die."""

    def read(self, pixels: object, edge_px: float | None = None) -> tuple[DieReading, ...]:
        return ()


def test_where_no_die_is_made_out_nobody_is_taught(capsys: pytest.CaptureFixture[str]) -> None:
    assert taught({"blue": np.zeros((50, 50, 3), np.uint8)}, Blind()) is None
    assert "blue" in capsys.readouterr().err

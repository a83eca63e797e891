"""How exactly a board is found through a lens that bends, on paper that curls.

`python -m tests.vision.test_bent_boards 200` measures many drawn views.
"""

import sys

import numpy as np
import pytest

from companion.vision.lens import Lens
from companion.vision.pose import Points
from companion.vision.registration import register
from tests.vision.bent_boards import H_MM, W_MM, draw_view, render, sheet

PLACES = np.stack(np.meshgrid(np.linspace(20, W_MM - 20, 12), np.linspace(20, H_MM - 20, 9)), -1)
PLACES_MM = PLACES.reshape(-1, 2)


def errors_mm(seed: int, tags: int, *, measured: bool, size_px: tuple[int, int] = (2304, 1296)
              ) -> Points:  # fmt: skip
    """Distances between places all over the board and where the pose found has them."""
    view, layout = draw_view(seed, size_px), sheet(tags)
    lens: Lens | None = view.lens if measured else None
    result = register(render(view, layout, seed), layout, lens=lens)
    assert result.pose is not None, result.problem
    assert result.lost == ()
    there = result.pose.to_board(view.seen(PLACES_MM))
    return np.asarray(np.linalg.norm(there - PLACES_MM, axis=1))


@pytest.mark.parametrize("measured", [True, False], ids=["lens measured", "lens not measured"])
@pytest.mark.parametrize("tags", [4, 8])
def test_places_are_found_within_the_aim(tags: int, measured: bool) -> None:
    errors = np.concatenate([errors_mm(seed, tags, measured=measured) for seed in range(4)])
    assert np.median(errors) <= 0.2
    assert np.percentile(errors, 95) <= 0.8


def main(count: int) -> None:
    for size_px in ((2304, 1296), (1280, 720)):
        for tags in (4, 6, 8):
            for measured in (True, False):
                errors = np.concatenate([
                    errors_mm(seed, tags, measured=measured, size_px=size_px)
                    for seed in range(count)
                ])  # fmt: skip
                sys.stdout.write(
                    f"{size_px[0]} px, {tags} tags, lens {'' if measured else 'not '}measured: "
                    f"median {np.median(errors):.3f} mm, p95 {np.percentile(errors, 95):.3f} mm, "
                    f"most {errors.max():.2f} mm\n"
                )


if __name__ == "__main__":
    main(int(sys.argv[1]))

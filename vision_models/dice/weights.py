# mypy: ignore-errors
"""The shipped pair's weights for further training: `python -m vision_models.dice.weights --help`.

`weights.npz` holds both networks' averaged weights as 16-bit floats, named `detector.stem.0...` and
so on. The ONNX files cannot be trained on: their normalisation is folded in and the classifier is
in whole numbers. Torch is no dependency of the program, so its types are unknown to the checker:
hence the first line.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from vision_models.dice.nets import network
from vision_models.dice.train import write

FILE = Path(__file__).with_name("weights.npz")
NETWORKS = ("classifier", "detector")


def pack(run: Path) -> None:
    """Keep the averaged weights of a run."""
    states = {name: torch.load(run / f"{name}.pt")["average"] for name in NETWORKS}
    np.savez_compressed(FILE, **{
        f"{name}.{key}": value.numpy().astype(np.float16)
        for name, state in states.items()
        for key, value in state.items()
        if value.dtype.is_floating_point  # the rest counts batches
    })  # fmt: skip


def unpack(run: Path, names: Sequence[str] = NETWORKS) -> None:
    """Write them into the run as checkpoints to start from, and as ONNX files."""
    run.mkdir(parents=True, exist_ok=True)
    stored = np.load(FILE)
    for name in names:
        state = network(name).state_dict()
        for key, value in state.items():
            if value.dtype.is_floating_point:
                state[key] = torch.from_numpy(stored[f"{name}.{key}"].astype(np.float32))
        torch.save({"average": state}, run / f"{name}.pt")
        write(name, run)


def main() -> None:
    """Pack a run's weights, or unpack those that are kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("pack", "unpack"))
    parser.add_argument("--run", type=Path, required=True, help="folder of the checkpoints")
    parser.add_argument("--only", choices=NETWORKS, help="unpack one of them")
    options = parser.parse_args()
    if options.what == "pack":
        pack(options.run)
    else:
        unpack(options.run, [options.only] if options.only else NETWORKS)


if __name__ == "__main__":
    main()

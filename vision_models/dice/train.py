# mypy: ignore-errors
"""Train both models from prepared samples: `python -m vision_models.dice.train --help`.

Stages `classifier`, `detector`, `export`; a stopped stage goes on from its last checkpoint. The
learning rate follows the time budget, so a slow machine makes fewer steps, not a broken schedule.
Torch is no dependency of the program, so its types are unknown to the checker: hence the first
line.
"""

import argparse
import copy
import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision_models.dice.nets import (
    SIZE_UNIT_PX,
    STRIDE,
    CentreDetector,
    CropClassifier,
    export,
)

HERE = Path(__file__).parent
CHECKPOINT_EVERY_S = 60.0
AVERAGE = 0.998
SOURCES = ("photo", "drawn", "mined", "other")
Batch = tuple[Tensor, Tensor]


def load_shards(folder: Path, kinds: tuple[str, ...], labels: str) -> tuple[Tensor, Tensor]:
    """All shards of these kinds in memory."""
    shards = [np.load(p) for kind in kinds for p in sorted(folder.glob(f"{kind}_*.npz"))]
    pixels = np.concatenate([s["pixels"] for s in shards])
    return torch.from_numpy(pixels), torch.from_numpy(np.concatenate([s[labels] for s in shards]))


def batches(pixels: Tensor, labels: Tensor, size: int, seed: int) -> Iterator[Batch]:
    """Shuffled batches without end."""
    order = torch.Generator().manual_seed(seed)
    while True:
        for chosen in torch.randperm(len(pixels), generator=order).split(size):
            yield pixels[chosen], labels[chosen]


def turned_crops(batch: Batch) -> Batch:
    """Mirrored pips mean the same; not upside down, since the upper face of a die seen from the
    side is the top. Colours change places now and then."""
    pixels, labels = batch
    if torch.rand(()) < 0.5:
        pixels = pixels.flip(2)
    if torch.rand(()) < 0.5:
        pixels = pixels[..., torch.randperm(3)]
    if torch.rand(()) < 0.1:
        pixels = 255 - pixels
    return pixels.contiguous(), labels


def turned_scenes(batch: Batch) -> Batch:
    """Flips and a swap of the axes, boxes with them."""
    pixels, boxes = batch[0], batch[1].clone()
    side = pixels.shape[1]
    if torch.rand(()) < 0.5:
        pixels, boxes = pixels.flip(2), _mirrored(boxes, 0, side)
    if torch.rand(()) < 0.5:
        pixels, boxes = pixels.flip(1), _mirrored(boxes, 1, side)
    if torch.rand(()) < 0.5:
        pixels, boxes = pixels.transpose(1, 2), boxes[..., [1, 0, 3, 2, 4]]
    if torch.rand(()) < 0.5:
        pixels = pixels[..., torch.randperm(3)]
    return pixels.contiguous(), boxes


def _mirrored(boxes: Tensor, axis: int, side: int) -> Tensor:
    boxes[..., axis] = torch.where(boxes[..., 4] != 0, side - boxes[..., axis], 0.0)
    return boxes


def classifier_loss(model: nn.Module, batch: Batch) -> Tensor:
    """Cross entropy, a little smoothed since some labels are wrong."""
    pixels, labels = batch
    return functional.cross_entropy(model(pixels), labels, label_smoothing=0.03)


def detector_loss(model: nn.Module, batch: Batch) -> Tensor:
    """Focal loss on centres, absolute error on sizes and offsets near centres."""
    pixels, boxes = batch
    maps = model(pixels)
    heat, weight, shape, near = targets(boxes, maps.shape[2], maps.shape[3])
    logit = maps[:, 0].float()
    p = torch.sigmoid(logit)
    hit = (heat == 1).float()
    positive = -functional.logsigmoid(logit) * (1 - p) ** 2 * hit
    negative = -functional.logsigmoid(-logit) * p**2 * (1 - heat) ** 4 * (1 - hit) * weight
    dice = hit.sum().clamp(min=1)
    off = (maps[:, 1:] - shape).abs() * near[:, None]
    return (positive.sum() + negative.sum()) / dice + 0.5 * off.sum() / near.sum().clamp(min=1)


def targets(boxes: Tensor, rows: int, columns: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Heat `(N, h, w)` with 1 at centres, weight 0 where nothing counts, shape `(N, 4, h, w)`
    and the cells where the shape counts."""
    yy, xx = torch.meshgrid(torch.arange(rows), torch.arange(columns), indexing="ij")
    n = len(boxes)
    heat, weight = torch.zeros(n, rows, columns), torch.ones(n, rows, columns)
    shape, near = torch.zeros(n, 4, rows, columns), torch.zeros(n, rows, columns)
    for i, k in (boxes[..., 4] != 0).nonzero().tolist():
        x, y, w, h, kind = boxes[i, k].tolist()
        cx, cy = x / STRIDE - 0.5, y / STRIDE - 0.5
        dx, dy = (xx - cx) * STRIDE / w, (yy - cy) * STRIDE / h
        if kind < 0:
            weight[i][(dx.abs() < 0.6) & (dy.abs() < 0.6)] = 0
            continue
        heat[i] = torch.maximum(heat[i], torch.exp(-(dx**2 + dy**2) / (2 * 0.13**2)))
        col, row = min(columns - 1, max(0, round(cx))), min(rows - 1, max(0, round(cy)))
        heat[i, row, col] = 1
        part = (slice(max(0, row - 1), row + 2), slice(max(0, col - 1), col + 2))
        near[i][part] = 1
        shape[i, 0][part] = float(np.log(w / SIZE_UNIT_PX))
        shape[i, 1][part] = float(np.log(h / SIZE_UNIT_PX))
        shape[i, 2][part] = cx - xx[part].float()
        shape[i, 3][part] = cy - yy[part].float()
    return heat, weight, shape, near


def fit(
    model: nn.Module,
    stream: Iterator[Batch],
    loss_of: Callable[[nn.Module, Batch], Tensor],
    *,
    minutes: float,
    rate: float,
    checkpoint: Path,
) -> None:
    """Train for so many minutes; the checkpoint keeps the running average of the weights too."""
    optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.02)
    average, spent = copy.deepcopy(model), 0.0
    if checkpoint.exists():
        state = torch.load(checkpoint)
        model.load_state_dict(state["model"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        spent = state["spent"]
    started, saved, shown, step = time.monotonic() - spent, spent, 0.0, 0
    while spent < minutes * 60:
        share = spent / (minutes * 60)
        for group in optimiser.param_groups:
            fall = 0.5 + 0.5 * math.cos(math.pi * share)
            group["lr"] = rate * min(share / 0.04 + 0.02, fall)
        loss = loss_of(model, next(stream))
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        step += 1
        _follow(average, model, min(AVERAGE, step / (step + 20)))
        shown = loss.item() if not shown else 0.98 * shown + 0.02 * loss.item()
        spent = time.monotonic() - started
        if step % 100 == 0:
            print(f"{checkpoint.stem} step {step} {spent:.0f} s loss {shown:.4f}", flush=True)
        if spent - saved > CHECKPOINT_EVERY_S or spent >= minutes * 60:
            saved = spent
            state = {"model": model, "average": average, "optimiser": optimiser}
            torch.save({k: v.state_dict() for k, v in state.items()} | {"spent": spent}, checkpoint)


def _follow(average: nn.Module, model: nn.Module, keep: float) -> None:
    with torch.no_grad():
        pairs = zip(average.state_dict().values(), model.state_dict().values(), strict=True)
        for slow, fast in pairs:
            if slow.dtype.is_floating_point:
                slow.lerp_(fast, 1 - keep)
            else:
                slow.copy_(fast)


def main() -> None:
    """Run one stage."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stage", choices=("classifier", "detector", "export"))
    parser.add_argument("--cache", type=Path, required=True, help="folder of the prepared shards")
    parser.add_argument("--runs", type=Path, required=True, help="folder of the checkpoints")
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--start", type=Path, help="checkpoint whose weights to begin with")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(1)
    options.runs.mkdir(parents=True, exist_ok=True)
    if options.stage == "export":
        write(options.runs)
        return
    small = options.stage == "classifier"
    model = CropClassifier() if small else CentreDetector()
    if options.start:
        model.load_state_dict(torch.load(options.start)["average"])
    kinds = tuple(f"{source}_{'crops' if small else 'scenes'}" for source in SOURCES)
    data = load_shards(options.cache, kinds, "labels" if small else "boxes")
    print(len(data[0]), "samples", sum(p.numel() for p in model.parameters()), "weights")
    stream = batches(*data, 64 if small else 12, seed=1)
    turn = turned_crops if small else turned_scenes
    fit(model.to(memory_format=torch.channels_last), map(turn, stream),
        classifier_loss if small else detector_loss, minutes=options.minutes, rate=options.rate,
        checkpoint=options.runs / f"{options.stage}.pt")  # fmt: skip


def write(runs: Path) -> None:
    """Write the ONNX files of the averaged weights that are there beside this file."""
    examples = {
        "classifier": (CropClassifier(), torch.zeros(2, 64, 64, 3, dtype=torch.uint8), {0: "n"}),
        "detector": (CentreDetector(), torch.zeros(1, 64, 96, 3, dtype=torch.uint8),
                     {0: "n", 1: "h", 2: "w"}),
    }  # fmt: skip
    for name, (model, example, axes) in examples.items():
        if not (runs / f"{name}.pt").exists():
            continue
        model.load_state_dict(torch.load(runs / f"{name}.pt")["average"])
        export(model, example, str(HERE / f"{name}.onnx"), axes)


if __name__ == "__main__":
    main()

# mypy: ignore-errors
"""Train one model from prepared samples: `python -m vision_models.dice.train --help`.

A run has a fixed number of steps, so it gives the same weights however busy the machine is; a
stopped one goes on from its last checkpoint. Torch is no dependency of the program, so its types
are unknown to the checker: hence the first line.
"""

import argparse
import copy
import math
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision_models.dice.nets import (
    SIZE_UNIT_PX,
    STRIDE,
    export,
    network,
)

CHECKPOINT_EVERY_S = 60.0
AVERAGE = 0.998
BATCH = {"classifier": 64, "detector": 16}
WORTH = (2.0, 1.2, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
"""Of the labels in the loss: a single pip is what is soonest taken for no die."""
Batch = tuple[Tensor, Tensor]


def load_shards(paths: Sequence[Path], labels: str) -> tuple[Tensor, Tensor]:
    """Shards in memory, one array each for samples and labels."""
    shards = [np.load(path) for path in paths]
    truth = torch.from_numpy(np.concatenate([s[labels] for s in shards]))
    pixels = torch.empty((len(truth), *shards[0]["pixels"].shape[1:]), dtype=torch.uint8)
    at = 0
    for shard in shards:  # one after the other: together they are gigabytes
        part = torch.from_numpy(shard["pixels"])
        pixels[at : at + len(part)] = part
        at += len(part)
    return pixels, truth


def batches(pixels: Tensor, labels: Tensor, size: int, first: int) -> Iterator[Batch]:
    """Shuffled batches without end, from the batch number `first` on."""
    size = min(size, len(pixels))
    per_round = len(pixels) // size
    step = first
    while True:
        order = torch.Generator().manual_seed(step // per_round)
        chosen = torch.randperm(len(pixels), generator=order).split(size)
        for part in chosen[step % per_round : per_round]:
            yield pixels[part], labels[part]
            step += 1


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
    return functional.cross_entropy(
        model(pixels), labels, weight=torch.tensor(WORTH), label_smoothing=0.02
    )


def detector_loss(model: nn.Module, batch: Batch) -> Tensor:
    """Focal loss on centres, absolute error on sizes and offsets near centres."""
    pixels, boxes = batch
    maps = model(pixels)
    heat, weight, shape, near = (
        torch.from_numpy(t) for t in targets(boxes.numpy(), maps.shape[2], maps.shape[3])
    )
    logit = maps[:, 0].float()
    p = torch.sigmoid(logit)
    hit = (heat == 1).float()
    positive = -functional.logsigmoid(logit) * (1 - p) ** 2 * hit
    negative = -functional.logsigmoid(-logit) * p**2 * (1 - heat) ** 4 * (1 - hit) * weight
    dice = hit.sum().clamp(min=1)
    off = (maps[:, 1:] - shape).abs() * near[:, None]
    return (positive.sum() + negative.sum()) / dice + 0.5 * off.sum() / near.sum().clamp(min=1)


NO_SAY = {-1.0: 0.6, -2.0: 0.25}
"""Where nothing counts round dice of other sizes: half of the width, in die edges."""
PEAK = 0.13
"""Standard deviation of the heat round a centre, in die edges."""


def targets(boxes: np.ndarray, rows: int, columns: int) -> tuple[np.ndarray, ...]:
    """Heat `(N, h, w)` with 1 at centres, weight 0 where nothing counts, shape `(N, 4, h, w)`
    and the cells where the shape counts."""
    n = len(boxes)
    heat, weight = np.zeros((n, rows, columns), np.float32), np.ones((n, rows, columns), np.float32)
    shape, near = np.zeros((n, 4, rows, columns), np.float32), np.zeros_like(heat)
    across, down = np.arange(columns, dtype=np.float32), np.arange(rows, dtype=np.float32)
    for i, k in np.argwhere(boxes[..., 4] != 0):
        x, y, w, h, kind = (float(v) for v in boxes[i, k])
        cx, cy = x / STRIDE - 0.5, y / STRIDE - 0.5
        dx, dy = (across - cx) * STRIDE / w, (down - cy) * STRIDE / h
        if kind < 0:
            reach = NO_SAY[kind]
            weight[i][np.ix_(np.abs(dy) < reach, np.abs(dx) < reach)] = 0
            continue
        here = np.exp(-(dy**2) / (2 * PEAK**2))[:, None] * np.exp(-(dx**2) / (2 * PEAK**2))[None]
        np.maximum(heat[i], here, out=heat[i])
        col, row = min(columns - 1, max(0, round(cx))), min(rows - 1, max(0, round(cy)))
        heat[i, row, col] = 1
        part = (slice(max(0, row - 1), row + 2), slice(max(0, col - 1), col + 2))
        near[i][part] = 1
        shape[i, 0][part] = np.log(w / SIZE_UNIT_PX)
        shape[i, 1][part] = np.log(h / SIZE_UNIT_PX)
        shape[i, 2][part] = (cx - across[part[1]])[None]
        shape[i, 3][part] = (cy - down[part[0]])[:, None]
    return heat, weight, shape, near


def fit(
    model: nn.Module,
    stream_from: Callable[[int], Iterator[Batch]],
    loss_of: Callable[[nn.Module, Batch], Tensor],
    *,
    steps: int,
    rate: float,
    checkpoint: Path,
) -> None:
    """Train for so many steps; the checkpoint keeps the running average of the weights too."""
    optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.02)
    average, first = copy.deepcopy(model), 0
    if checkpoint.exists():
        state = torch.load(checkpoint)
        model.load_state_dict(state["model"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        first = state["step"]
    started = saved = time.monotonic()
    shown = 0.0
    model.train()
    stream = stream_from(first)
    for step in range(first, steps):
        warm = min(1.0, (step + 1) / max(1, min(100, steps // 10)))
        for group in optimiser.param_groups:
            group["lr"] = rate * warm * 0.5 * (1 + math.cos(math.pi * step / steps)) + 1e-6
        loss = loss_of(model, next(stream))
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        _follow(average, model, min(AVERAGE, (step + 1) / (step + 10)))
        shown += float(loss.detach())
        done, now = step + 1, time.monotonic()
        if done % 100 == 0:
            left = (now - started) / (done - first) * (steps - done)
            print(f"{checkpoint.stem} step {done} of {steps} loss {shown / 100:.4f} "
                  f"{left:.0f} s left", flush=True)  # fmt: skip
            shown = 0.0
        if now - saved > CHECKPOINT_EVERY_S or done == steps:
            saved = now
            state = {"model": model, "average": average, "optimiser": optimiser}
            part = checkpoint.with_suffix(".part")
            torch.save({k: v.state_dict() for k, v in state.items()} | {"step": done}, part)
            part.rename(checkpoint)


def _follow(average: nn.Module, model: nn.Module, keep: float) -> None:
    with torch.no_grad():
        pairs = zip(average.state_dict().values(), model.state_dict().values(), strict=True)
        for slow, fast in pairs:
            if slow.dtype.is_floating_point:
                slow.lerp_(fast, 1 - keep)
            else:
                slow.copy_(fast)


def chosen_shards(
    cache: Path, what: str, sources: Sequence[str], without: str | None
) -> list[Path]:
    """Shards such as `photo_crops_aws_000.npz` of these sources, without those of one folder."""
    found = [p for s in sources for p in sorted(cache.glob(f"{s}_{what}_*.npz"))]
    return [p for p in found if without is None or f"_{without}_" not in p.name]


def main() -> None:
    """Train one model, then write it as ONNX beside the checkpoint."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", choices=("classifier", "detector"))
    parser.add_argument("--cache", type=Path, required=True, help="folder of the prepared shards")
    parser.add_argument("--run", type=Path, required=True, help="folder of checkpoint and model")
    parser.add_argument("--sources", nargs="+", required=True, help="such as drawn photo mined")
    parser.add_argument("--without", help="a folder of photographs to leave out")
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--rate", type=float, required=True)
    parser.add_argument("--start", type=Path, help="run whose weights to begin with")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(1)
    options.run.mkdir(parents=True, exist_ok=True)
    crops = options.model == "classifier"
    model = network(options.model)
    if options.start:
        model.load_state_dict(torch.load(options.start / f"{options.model}.pt")["average"])
    what, labels = ("crops", "labels") if crops else ("scenes", "boxes")
    data = load_shards(chosen_shards(options.cache, what, options.sources, options.without), labels)
    print(len(data[0]), "samples", sum(p.numel() for p in model.parameters()), "weights")
    turn = turned_crops if crops else turned_scenes
    fit(model.to(memory_format=torch.channels_last),
        lambda first: map(turn, batches(*data, BATCH[options.model], first)),
        classifier_loss if crops else detector_loss,
        steps=options.steps, rate=options.rate,
        checkpoint=options.run / f"{options.model}.pt")  # fmt: skip
    write(options.model, options.run)


def write(name: str, run: Path) -> None:
    """Write the ONNX file of the averaged weights."""
    model = network(name)
    example = torch.zeros(2 if name == "classifier" else 1, 64, 64, 3, dtype=torch.uint8)
    axes = {0: "n"} if name == "classifier" else {0: "n", 1: "h", 2: "w"}
    model.load_state_dict(torch.load(run / f"{name}.pt")["average"])
    export(model, example, str(run / f"{name}.onnx"), axes)


if __name__ == "__main__":
    main()

# mypy: ignore-errors
# ruff: noqa: D102 - `forward` is explained by its class
"""The two networks. Torch is needed for training only, so it is no dependency of the program
and its types are unknown to the checker here: hence the line above.

Both take uint8 BGR pictures `(N, H, W, 3)` and do their normalisation inside.
"""

import torch
from torch import Tensor, nn

STRIDE = 4
SIZE_UNIT_PX = 32.0


def block(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    """3x3 convolution, batch norm, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two blocks beside a straight way."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.inner = nn.Sequential(block(width, width), block(width, width))

    def forward(self, x: Tensor) -> Tensor:
        return x + self.inner(x)


class CropClassifier(nn.Module):
    """`(N, 64, 64, 3)` to logits `(N, 8)`: faces 1-6, not readable, no die here.

    Every crop is brought to mean 0 and spread 1 first, so that exposure matters little.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 20, 2), block(20, 40, 2), Residual(40), block(40, 72, 2), Residual(72),
            block(72, 128, 2),
        )  # fmt: skip
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(128, 8)

    def forward(self, pixels: Tensor) -> Tensor:
        x = pixels.permute(0, 3, 1, 2).float()
        x = x - x.mean(dim=(1, 2, 3), keepdim=True)
        x = x / ((x * x).mean(dim=(1, 2, 3), keepdim=True).sqrt() + 6.0)
        x = self.body(x).mean(dim=(2, 3))
        return self.head(self.drop(x))


class CentreDetector(nn.Module):
    """`(N, H, W, 3)` to maps `(N, 5, H/4, W/4)`: centre logit, log size x 2, offset x 2.

    Sizes are the logarithm of width and height over 32 px; offsets are in cells of 4 px. All the
    work is done at an eighth and a sixteenth of the size; a cell of the eighth speaks for its
    four quarters, which is three times quicker than a map of quarters and as exact.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(block(3, 12, 2), block(12, 24, 2))
        self.middle = nn.Sequential(block(24, 48, 2), Residual(48))
        self.coarse = nn.Sequential(block(48, 72, 2), Residual(72), nn.Conv2d(72, 48, 1))
        self.last = block(48, 48)
        self.head = nn.Conv2d(48, 5 * 4, 1)
        nn.init.constant_(self.head.bias, 0.0)
        with torch.no_grad():
            self.head.bias[:4] = -4.0

    def forward(self, pixels: Tensor) -> Tensor:
        x = (pixels.permute(0, 3, 1, 2).float() - 118.0) / 62.0
        middle = self.middle(self.stem(x))
        coarse = nn.functional.interpolate(self.coarse(middle), scale_factor=2.0, mode="nearest")
        maps = self.head(self.last(middle + coarse))
        return nn.functional.pixel_shuffle(maps, 2)


def network(name: str) -> nn.Module:
    """A new `classifier` or `detector`."""
    return {"classifier": CropClassifier, "detector": CentreDetector}[name]()


def export(model: nn.Module, example: Tensor, path: str, axes: dict[int, str]) -> None:
    """Write an ONNX file with the classic exporter, which needs no further packages."""
    torch.onnx.export(
        model.eval(), (example,), path, dynamo=False, opset_version=17,
        input_names=["pixels"], output_names=["result"],
        dynamic_axes={"pixels": axes, "result": {0: "n"}},
    )  # fmt: skip

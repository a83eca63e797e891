"""From light on the sensor to a camera's picture: `python -m vision_models.scenes.develop --help`.

Lens, exposure, white balance, noise, sharpening and JPEG of a small camera. Beside each picture
lies its truth: the description, what lies in each place wholly in view, what an arm hides.
"""

import argparse
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"

import cv2
import numpy as np
import numpy.typing as npt

from vision_models.scenes.lamps import LAMPS, Floats, mean_light
from vision_models.scenes.scene import Scene, hidden, load, over_px, whole_slots
from vision_models.scenes.sheets import layout_of

Picture = npt.NDArray[np.float32]
PAPER = 0.85
"""Part of the light that white paper throws back."""
LOPSIDED = frozenset({"warm desk lamp", "two hard lamps", "window"})
"""Light that is much brighter at one side: cameras expose such scenes less."""
QUALITY = {"crop": 82, "full": 84}


@dataclass(frozen=True, slots=True)
class Settings:
    """What a camera was set to: factors of light BGR, vignette, blur px, noise, sharpening."""

    gains: Floats
    vignette: float
    blur_px: float
    noise: float
    sharpen: float
    contrast: float


def settings_of(scene: Scene) -> Settings:
    """As an automatic camera would set itself, with its errors."""
    rng, light = np.random.default_rng((scene.seed, 5)), LAMPS[scene.lamp]
    white = rng.uniform(*((0.5, 0.78) if scene.lamp in LOPSIDED else (0.6, 0.92)))
    colour = mean_light(scene.lamp, scene.seed)
    balance = colour ** -rng.uniform(*light.white)
    balance /= (balance * colour).mean()
    return Settings(
        np.asarray(white / PAPER * balance[::-1]), float(rng.uniform(0.08, 0.3)),
        float(rng.uniform(0.4, 0.75)), light.noise * float(rng.uniform(0.7, 1.3)),
        float(rng.uniform(0.25, 0.8)), float(rng.uniform(0.0, 0.35)),
    )  # fmt: skip


def developed(light: Picture, scene: Scene) -> npt.NDArray[np.uint8]:
    """A camera's picture `(H, W, 3)` of light `(H + 2 over, W + 2 over, 3)`, both BGR."""
    camera, chosen = scene.camera, settings_of(scene)
    rng = np.random.default_rng((scene.seed, 6))
    exposed = np.minimum(light * chosen.gains.astype(np.float32), 4.0)
    w, h = camera.size_px
    x, y = np.meshgrid(np.arange(w, dtype=np.float64), np.arange(h, dtype=np.float64))
    seen = camera.lens.straightened(np.column_stack([x.ravel(), y.ravel()])) + over_px(camera)
    at = seen.reshape(h, w, 2).astype(np.float32)
    bent = np.maximum(cv2.remap(exposed, at[..., 0], at[..., 1], cv2.INTER_CUBIC), 0)
    bent = cv2.GaussianBlur(bent, (0, 0), chosen.blur_px)
    away = ((x - camera.middle_px[0]) ** 2 + (y - camera.middle_px[1]) ** 2) / camera.focal_px**2
    dimmed = bent * (1 / (1 + chosen.vignette * away) ** 2).astype(np.float32)[..., None]
    noisy = _noisy(np.minimum(dimmed, 1.15), chosen.noise, rng)
    shown = _toned(np.clip(noisy, 0, 1), chosen.contrast)
    soft = cv2.GaussianBlur(shown, (0, 0), 1.1)
    sharp = shown + chosen.sharpen * (shown - soft)
    return np.asarray(np.clip(sharp * 255 + 0.5, 0, 255), np.uint8)


def _noisy(light: Picture, level: float, rng: np.random.Generator) -> Picture:
    """Noise of photons and of the sensor, smeared as a camera's own filter leaves it."""
    spread = level * np.sqrt(3.2e-5 * light + 1.2e-6)
    grain = rng.standard_normal(light.shape, dtype=np.float32)
    fine = cv2.GaussianBlur(grain, (0, 0), 0.55) * 1.6
    coarse = cv2.GaussianBlur(grain.mean(axis=2), (0, 0), 0.8)[..., None] * 2.2
    return np.asarray(light + spread * (0.75 * fine + 0.6 * coarse), np.float32)


def _toned(light: Picture, contrast: float) -> Picture:
    """The screen's curve, and some more contrast."""
    shown = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    curved = shown * shown * (3 - 2 * shown)
    return np.asarray(shown + contrast * (curved - shown), np.float32)


def truth(scene: Scene) -> dict[str, object]:
    """The description with what there is to read: places wholly in view and their pieces."""
    layout = layout_of(scene.sheet.board)
    lying = scene.in_slots()
    slots = {
        name: [[thing.kind, thing.colour, thing.value] for thing in lying.get(name, [])]
        for name in whole_slots(scene, layout)
    }
    covered = {name: share for name, share in hidden(scene, layout).items() if name in slots}
    matrix = np.round(scene.camera.matrix, 9).tolist()
    return {**asdict(scene), "image_from_board": matrix, "slots": slots, "covered": covered}


def rounded(value: object) -> object:
    """Numbers to a thousandth: of millimetres or pixels, that is exact enough."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    return [rounded(item) for item in value] if isinstance(value, list | tuple) else value


def main() -> None:
    """Develop what has been rendered and is not developed yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, required=True, help="folder of the descriptions")
    parser.add_argument("--light", type=Path, required=True, help="folder of the rendered light")
    parser.add_argument("--out", type=Path, required=True, help="folder of pictures and truth")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for path in sorted(options.scenes.glob("*.json")):
        scene = load(path)
        source, out = options.light / f"{scene.name}.exr", options.out / f"{scene.name}.jpg"
        if out.exists() or not source.exists():
            continue
        light = cv2.imread(str(source), cv2.IMREAD_UNCHANGED)
        assert light is not None
        picture = developed(light.astype(np.float32), scene)
        quality = QUALITY[scene.name.partition("_")[0]]
        cv2.imwrite(str(out), picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        text = json.dumps(rounded(truth(scene)), separators=(",", ":"))
        out.with_suffix(".json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

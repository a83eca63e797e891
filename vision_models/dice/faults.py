"""What a camera does to a picture: light, colour, blur, few pixels, noise, JPEG."""

import cv2
import numpy as np

from vision_models.dice.draw import Picture, cloud

POOR = 0.18
"""Share of pictures from a poor camera."""
POOR_TIMES = 2.0
"""How much softer its pictures may be."""


def light(picture: Picture, rng: np.random.Generator) -> Picture:
    """Brightness, contrast, gamma, colour cast, saturation, shaded parts."""
    art = picture.astype(np.float32)
    if rng.random() < 0.3:
        grey = art.mean(axis=2, keepdims=True)
        art = grey + (art - grey) * rng.choice([0.0, 0.5, 1.3])
    if rng.random() < 0.5:
        art *= rng.uniform(0.75, 1.25, 3).astype(np.float32)
    if rng.random() < 0.15:  # a lamp of 2700 K, or its opposite
        warm = rng.uniform(-1, 1)
        art *= np.array([1 - 0.5 * warm, 1 - 0.1 * warm, 1 + 0.15 * warm], np.float32)
    art = (art - 128) * rng.uniform(0.55, 1.25) + 128 + rng.uniform(-35, 35)
    if rng.random() < 0.3:
        art *= rng.uniform(0.3, 1.0)
    if rng.random() < 0.25:
        h, w = art.shape[:2]
        art *= 1 + 0.2 * cloud(h, w, rng, 2)[..., None]
    return np.clip(art, 0, 255).astype(np.uint8)


def optics(picture: Picture, rng: np.random.Generator, softest_px: float) -> Picture:
    """Blur up to `softest_px` (standard deviation), sometimes along a line."""
    kind = rng.random()
    if kind < 0.4:
        return picture
    if kind < 0.85:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, softest_px)), np.uint8)
    length = max(3, round(softest_px * 3))
    kernel = np.zeros((length, length), np.float32)
    end = rng.uniform(0, length, 2)
    middle = length // 2
    cv2.line(kernel, (middle, middle), (int(end[0]), int(end[1])), 1.0, 1)
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.uint8)


def sensor(picture: Picture, rng: np.random.Generator, noisiest: float = 14.0) -> Picture:
    """Noise of at most this standard deviation, now and then stuck pixels and JPEG blocks."""
    art = picture
    if rng.random() < 0.6:
        noise = rng.standard_normal(picture.shape, np.float32) * rng.uniform(1, noisiest)
        art = np.clip(picture + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.06:
        stuck = rng.random((*art.shape[:2], 1)) < rng.uniform(0.002, 0.03)
        ends = rng.choice(np.array([0, 255], np.uint8), (*art.shape[:2], 1))
        art = np.where(stuck, ends, art)
    if rng.random() < 0.3:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 90))]
        coded = cv2.imencode(".jpg", art, quality)[1]
        art = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return art


def through_sensor(
    picture: Picture, rng: np.random.Generator, least: float, noisiest: float
) -> Picture:
    """As if taken with `least` to 1 times the pixels on each side: noise and blocks grow with the
    pixels when the picture is enlarged again."""
    if rng.random() < 0.5:
        return sensor(picture, rng, noisiest)
    h, w = picture.shape[:2]
    share = rng.uniform(least, 1.0)
    small = cv2.resize(picture, (max(4, round(w * share)), max(4, round(h * share))),
                       interpolation=cv2.INTER_AREA)  # fmt: skip
    taken = sensor(np.asarray(small, np.uint8), rng, noisiest)
    return np.asarray(cv2.resize(taken, (w, h), interpolation=cv2.INTER_LINEAR), np.uint8)


def spoil(picture: Picture, rng: np.random.Generator, softest_px: float, least: float) -> Picture:
    """All of them, in the order of a camera; some pictures come from a poor one in a dark room."""
    art, noisiest = light(picture, rng), 14.0
    if rng.random() < POOR:
        art = (art * rng.uniform(0.35, 1.0)).astype(np.uint8)
        softest_px, noisiest = POOR_TIMES * softest_px, 20.0
    return through_sensor(optics(art, rng, softest_px), rng, least, noisiest)

"""The dice reader's models: do they load, and how long does a look take?"""

from collections.abc import Callable
from time import perf_counter, process_time

import numpy as np

from companion.doctor.finding import Finding, good, problem, warning
from companion.vision.dice import DiceReader
from companion.vision.errors import ModelUnavailable

SIZE_PX = (1296, 2304)
"""Height and width of a whole picture from a Raspberry Pi's camera."""
CROPS, CROP_PX = 12, 72
"""A roll's worth of places for dice."""
LOOKS = 3
SLOW_S = 3.0
"""A roll that takes longer to be read is entered by hand sooner."""


def check_models(load: Callable[[], DiceReader] = DiceReader.load) -> Finding:
    """Load them, and look at a picture and at some places: the time of each without waiting."""
    try:
        began = perf_counter()
        reader = load()
        loading_s = perf_counter() - began
    except ModelUnavailable as error:
        return problem(
            "models", str(error), "install the program again; until then play with --camera none"
        )
    noise = np.random.default_rng(1).integers(60, 160, (*SIZE_PX, 3)).astype(np.uint8)
    places = [noise[:CROP_PX, n * CROP_PX : (n + 1) * CROP_PX] for n in range(CROPS)]
    whole_s = min(_seconds(lambda: reader.read(noise)) for _ in range(LOOKS))
    places_s = min(_seconds(lambda: reader.read_slots(places)) for _ in range(LOOKS))
    words = (
        f"load in {loading_s:.1f} s; a whole picture takes {whole_s:.2f} s of a core, "
        f"{CROPS} places {places_s * 1000:.0f} ms"
    )
    facts = {"load_s": round(loading_s, 2), "picture_s": round(whole_s, 3)}
    if whole_s > SLOW_S:
        return warning(
            "models", f"slow: they {words}", "close other programs, or give the machine a cooler",
            places_s=round(places_s, 4), **facts,
        )  # fmt: skip
    return good("models", f"they {words}", places_s=round(places_s, 4), **facts)


def _seconds(work: Callable[[], object]) -> float:
    """Processor time, so that other programs do not count."""
    began = process_time()
    work()
    return process_time() - began

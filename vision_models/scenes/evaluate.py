"""Read all rendered scenes and print what is reached: `python -m vision_models.scenes.evaluate`.

Nothing may be tuned by it: these pictures stand for tables that nobody has photographed yet.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from companion.vision.dice import DiceReader
from vision_models.scenes.reading import (
    DOUBT,
    RIGHT,
    WRONG,
    Outcome,
    Verdict,
    in_sight,
    read_scene,
    scenes_in,
)
from vision_models.scenes.scene import Floats, load
from vision_models.scenes.sheets import layout_of

FOLDER = Path("tests/golden/rendered")
GROUPS: dict[str, Callable[[Outcome], str]] = {
    "lamp": lambda o: o.scene.lamp,
    "ink": lambda o: o.scene.sheet.ink,
    "finish": lambda o: o.scene.sheet.finish,
    "dice of": lambda o: f"{o.scene.dice.size_mm:g} mm",
    "material": lambda o: o.scene.dice.material,
    "an arm": lambda o: "in the picture" if o.scene.limbs else "none",
}
"""By what readings of dice are told apart."""


def measure(paths: Sequence[Path], reader: DiceReader | None = None) -> list[Outcome]:
    """Read scenes by their truth files."""
    reader = reader or DiceReader.load()
    return [read_scene(path, layout_of(load(path).sheet.board), reader) for path in paths]


def rate(verdicts: Sequence[Verdict], outcome: str, *, bare: bool = False) -> float:
    """Share of places with an outcome; 0 where there is none."""
    hits = sum((v.bare if bare else v.outcome) == outcome for v in verdicts)
    return hits / max(1, len(verdicts))


def whole_boards(outcomes: Sequence[Outcome]) -> tuple[int, int]:
    """Whole pictures of which every place in sight was read right, and how many there are."""
    full = [o for o in outcomes if o.scene.name.startswith("full")]
    right = [o.found and all(v.outcome == RIGHT for v in o.verdicts if v.hidden == 0) for o in full]
    return sum(right), len(full)


def report(outcomes: Sequence[Outcome]) -> list[str]:
    """The lines to print."""
    shown = list(in_sight(outcomes))
    lines = [f"{len(outcomes)} scenes, {len(shown)} places in sight"]
    away = np.concatenate([np.zeros(0), *(o.away_mm for o in outcomes)])
    lines += [_registration("registration", away)] if away.size else []
    lines += [
        _registration(f"  {o.scene.name}, {o.scene.lamp}", o.away_mm)
        for o in outcomes
        if o.away_mm.size
    ]
    missing = [o.scene.name for o in outcomes if not o.found]
    lines.append(f"boards not found: {', '.join(missing) or 'none'}")
    right, full = whole_boards(outcomes)
    lines.append(f"whole boards right: {right} of {full}")
    for kind in dict.fromkeys(v.kind for _, v in shown):
        lines.append(_line(kind, [v for _, v in shown if v.kind == kind]))
    lines.append(_line("all places", [v for _, v in shown]))
    lines.append("wrong without doubt:")
    why = Counter((v.kind, v.why) for _, v in shown if v.outcome == WRONG)
    lines += [f"  {kind}, {words}: {count}" for (kind, words), count in why.most_common()]
    for group, key in GROUPS.items():
        lines.append(f"die slots by {group}:")
        names = sorted({key(o) for o in outcomes})
        rows = {n: [v for o, v in shown if v.kind == "die" and key(o) == n] for n in names}
        lines += [_line(f"  {name}", verdicts) for name, verdicts in rows.items()]
    under = [v for o in outcomes if o.found for v in o.verdicts if v.hidden > 0]
    lines.append(_line("places under an arm", under))
    return lines


def _registration(name: str, away_mm: Floats) -> str:
    middle, most = np.median(away_mm), np.percentile(away_mm, 95)
    return f"{name}: median {middle:.3f} mm, p95 {most:.3f} mm, most {away_mm.max():.2f} mm"


def _line(name: str, verdicts: Sequence[Verdict]) -> str:
    shares = ", ".join(f"{key} {rate(verdicts, key):.4f}" for key in (RIGHT, DOUBT, WRONG))
    bare = ", ".join(f"{key} {rate(verdicts, key, bare=True):.4f}" for key in (RIGHT, WRONG))
    full = sum(v.full for v in verdicts)
    return f"{name}: {len(verdicts)} ({full} not empty): {shares}; colours aside {bare}"


def failures(outcomes: Sequence[Outcome]) -> list[str]:
    """Every place read wrong without doubt."""
    return [
        f"{o.scene.name} ({o.scene.lamp}, {o.scene.sheet.ink}, {o.scene.sheet.finish}, "
        f"{o.scene.dice.size_mm:g} mm {o.scene.dice.material}) {v.slot}: {v.why}"
        for o, v in in_sight(outcomes)
        if v.outcome == WRONG
    ]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, default=FOLDER, help="folder of pictures and truth")
    parser.add_argument("--failures", action="store_true", help="also every place that is wrong")
    options = parser.parse_args()
    outcomes = measure(scenes_in(options.scenes))
    print("\n".join(report(outcomes)))
    if options.failures:
        print("\n".join(failures(outcomes)))


if __name__ == "__main__":
    main()

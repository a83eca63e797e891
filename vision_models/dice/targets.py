"""What the dice reader shall reach on cameras, dice and tables it never saw, and what it does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vision_models.dice.scoring import Tally, pooled


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure with the least (or, with `less_is_better`, the most) that is wanted."""

    name: str
    measured: float
    floor: float
    aim: float
    less_is_better: bool = False
    note: str = ""

    @property
    def reached(self) -> str:
        """`aim`, `floor` or `missed`."""
        for name, bound in (("aim", self.aim), ("floor", self.floor)):
            if self.measured <= bound if self.less_is_better else self.measured >= bound:
                return name
        return "missed"


def figures(sources: Mapping[str, Tally], every: int = 1) -> tuple[Figure, ...]:
    """The figures over some sources, of each of which every so-manieth picture was read.

    Found and right is the mean over sources, and the worst one, small sources pooled; all others
    are over all dice or photographs. Shares of wrong and of unsure values are of the found dice.
    Raises `ValueError` when there is no die in them.
    """
    right = {n: t.right / t.dice for n, t in pooled(sources, every).items() if t.dice}
    if not right:
        raise ValueError("there is no readable die in these sources")
    worst = min(right, key=lambda name: right[name])
    all_ = sum(sources.values(), Tally())
    found = max(1, all_.found)
    given = [
        Figure("right on true boxes", all_.boxes_right / all_.boxes_given, 0.95, 0.985)
    ] if all_.boxes_given else []  # fmt: skip
    return (
        Figure("found and right, mean over sources", sum(right.values()) / len(right), 0.90, 0.96),
        Figure("found and right, worst source", right[worst], 0.75, 0.90, note=worst),
        Figure("false boxes a photo", all_.false_boxes / all_.photos, 0.05, 0.02, True),
        *given,
        Figure("photo exact, 6 dice or fewer", all_.few_exact / max(1, all_.few_photos), 0.8, 0.92),
        Figure("wrong value given", all_.wrong_sure / found, 0.01, 0.002, True),
        Figure("unsure", all_.unsure / found, 0.08, 0.04, True),
    )


def table(reader: str, rows: Sequence[Figure]) -> str:
    """The figures as a table for people."""
    head = f"| {reader}, sources never seen | measured | floor | aim | reached |\n|" + "---|" * 5
    lines = [
        f"| {_named(f)} | {f.measured:.4f} | {f.floor:g} | {f.aim:g} | {f.reached} |" for f in rows
    ]
    return "\n".join([head, *lines])


def _named(figure: Figure) -> str:
    return f"{figure.name} ({figure.note})" if figure.note else figure.name

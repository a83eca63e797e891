"""A game told step by step: in words for people, as JSON lines for programs."""

from collections.abc import Iterator

from companion.output.record import Happened, Record
from companion.rules.codec import Json

HOW = {"overruled": " (insisted on)", "adjusted": " (set by hand)"}


def in_words(record: Record) -> Iterator[str]:
    """One line each: who plays, what happened with the points after it, how it ended."""
    when = f", begun {record.began:%Y-%m-%d %H:%M} UTC" if record.began else ""
    yield f"{record.title}{when}"
    for one in record.results:
        yield f"  {one.player}: {one.name}"
    before = record.start_scores
    for step in record.happened:
        words = " ".join(step.line.sentences)
        how = HOW.get(step.line.how, "")
        yield f"{step.line.entry}. {words}{_doubt(step)}{how}{_change(record, before, step)}"
        before = step.scores
    yield from _end(record)


def as_json(record: Record) -> Iterator[Json]:
    """`begin`, a `step` for each line in force, `end`."""
    players = {str(one.player): one.name for one in record.results}
    options = dict(record.options)
    began = record.began.isoformat() if record.began else None
    head: dict[str, Json] = {"id": record.id, "game": record.game, "players": players}
    yield {"type": "begin", **head, "options": options, "began": began}
    for step in record.happened:
        line = step.line
        yield {
            "type": "step",
            "entry": line.entry,
            "player": line.player,
            "text": line.text,
            "words": list(line.sentences),
            "how": line.how,
            "source": line.source,
            "unsure": _unsure(step),
            "at": step.at,
            "before": line.before,
            "after": line.after,
            "scores": _by_player(record, step.scores),
        }
    yield {
        "type": "end",
        "ended": record.reason,
        "scores": {str(one.player): one.score for one in record.results},
        "places": {str(one.player): one.place for one in record.results} if record.over else None,
    }


def _unsure(step: Happened) -> list[int]:
    """Faces that were read in doubt and that nobody has put right or said to be so."""
    return [step.line.faces[place] for place in step.line.unsure]


def _doubt(step: Happened) -> str:
    faces = " ".join(map(str, _unsure(step)))
    return f" (unsure: {faces})" if faces else ""


def _change(record: Record, before: tuple[int, ...], step: Happened) -> str:
    """Points that changed, such as ` [red 3, blue 1]`."""
    changed = [
        f"{one.player} {score}"
        for one, old, score in zip(record.results, before, step.scores, strict=True)
        if old != score
    ]
    return f" [{', '.join(changed)}]" if changed else ""


def _by_player(record: Record, scores: tuple[int, ...]) -> dict[str, Json]:
    return {str(one.player): score for one, score in zip(record.results, scores, strict=True)}


def _end(record: Record) -> Iterator[str]:
    yield f"Game over: {record.reason}" if record.over else "It goes on."
    ranked = sorted(record.results, key=lambda one: one.place or 0)
    shared = [one.place for one in record.results]
    for one in ranked:
        place = f"{one.place}. " if one.place else ""
        with_others = " (shared)" if one.place and shared.count(one.place) > 1 else ""
        points = f": {one.score}" if record.has_points else ""
        yield f"  {place}{one.name} ({one.player}){points}{with_others}"

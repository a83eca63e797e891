"""Lets a table watch a simulated game to its end, and counts what came of it."""

import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path

from companion.core.observation import Observation
from companion.live import TablePhones
from companion.referee.snapshot import Flag
from companion.referee.table import Table
from companion.rules.game import AnyGame
from companion.rules.ledger import Entry, Header, Ledger
from companion.rules.registry import load_game, make_setup
from companion.simulator.answers import ScriptedPlayers
from companion.simulator.beats import Beat, BeatKind, Habits
from companion.simulator.camera import SimulatedCamera
from companion.simulator.die_photos import ABSENT, DiePhotos, load_die_photos
from companion.simulator.glances import Glances
from companion.simulator.lamps import Noise
from companion.simulator.readings import load_readers
from companion.simulator.script import Script
from companion.trial.teaching import taught_pipeline
from companion.vision.pipeline import Pipeline

LATE_S = 4.0
"""From an action to its booking: the hand goes, five frames agree, three are read."""
SOON_S = 3.0
"""A wrong placement is to be flagged so soon after it was made and the hand has gone."""
IDLE_EVERY = 5
"""Of what lies still and has been read one frame in so many is looked at: a game is long."""
NOWHEN = "2026-01-01T20:00:00"

Looks = Iterator[tuple[float, Observation | None, float]]
"""The time, what is claimed then if anything, and the seconds it took to read it."""


@dataclass
class Watched:
    """What came of one game. Times are in seconds of the game.

    `untouched` are visible actions booked right without anybody's doing; `wrong` lines that never
    happened, booked without doubt; `doubted` rolls that were shown with a die as unsure, of which
    people put `doubted_wrong` right. `late_s` are wall seconds from a steady frame to what was done
    about it. `losses` says in words what was not as it should be. Of a game that has not `ended`
    no final sheet is looked at; one that has `failed` could not be watched, for the reason named.
    """

    seed: int
    visible: int = 0
    untouched: int = 0
    wrong: int = 0
    doubted: int = 0
    doubted_wrong: int = 0
    turns: int = 0
    questions: int = 0
    answered: int = 0
    illegal: int = 0
    flagged: int = 0
    false_flags: int = 0
    overruled: int = 0
    given_up: int = 0
    ended: bool = False
    exact: bool = False
    failed: str = ""
    late_s: list[float] = field(default_factory=list)
    losses: list[str] = field(default_factory=list)


class _Forgetful:
    """A journal that keeps nothing."""

    def append(self, *entries: Entry) -> None:
        del entries


def watch_glances(
    game_id: str,
    seed: int,
    *,
    count: int,
    options: Mapping[str, str],
    habits: Habits,
    noise: str,
    until_s: float = float("inf"),
) -> Watched:
    """A whole game without pixels."""
    game = load_game(game_id)
    setup = make_setup(game.info, options=options, count=count)
    glances = Glances(Script(game, setup, seed, habits), seed, load_readers(noise))
    looks = ((now, claim, 0.0) for now, claim in glances.look())
    return watch(game_id, seed, glances.script, looks, until_s)


def watch_pixels(
    game_id: str,
    seed: int,
    *,
    count: int,
    options: Mapping[str, str],
    habits: Habits,
    noise: str,
    until_s: float = float("inf"),
    photos: Path | None = None,
    fine: bool = False,
) -> Watched:
    """A whole game as a camera sees it, every frame looked at; dice as in `photos`, if there.
    Pictures are `fine` as those of the design's camera, or quick to draw.

    The colours of everybody's dice, the cards and the board without pieces are shown first, as the
    set-up asks for.
    """
    game = load_game(game_id)
    setup = make_setup(game.info, options=options, count=count)
    script = Script(game, setup, seed, habits)
    look, faces = Noise(noise), None if photos is None else _faces(photos)
    pipeline = taught_pipeline(script, seed, look, faces, fine=fine)
    with SimulatedCamera(
        script, seed, noise=look, photos=faces, idle_every=IDLE_EVERY, fine=fine
    ) as camera:
        return watch(game_id, seed, script, _read(camera, pipeline), until_s)


@cache
def _faces(photos: Path) -> DiePhotos | None:
    """Cut once for all games of a process: it takes as long as a minute of play."""
    faces = load_die_photos(photos)
    if faces is None:
        print(f"{photos}: {ABSENT}", file=sys.stderr)
    return faces


def _read(camera: SimulatedCamera, pipeline: Pipeline) -> Looks:
    for frame in camera.frames():
        began = time.perf_counter()
        claim = pipeline.feed(frame)
        yield frame.time_s, claim, time.perf_counter() - began


def watch(
    game_id: str, seed: int, script: Script, looks: Looks, until_s: float = float("inf")
) -> Watched:
    """Watch a script through `looks`, its people at their phones."""
    game = load_game(game_id)
    ledger = Ledger(Header(game_id, game.info.rules_version, script.setup, NOWHEN))
    table = Table(game, ledger, _Forgetful(), lambda: NOWHEN)
    people, phones = ScriptedPlayers(script), TablePhones(table)
    watched, raised = Watched(seed), list[tuple[float, Flag]]()
    flags: set[str] = set()
    asked: set[str] = set()
    doubted: set[int] = set()
    now = 0.0
    for now, claim, reading_s in looks:
        if claim is not None:
            began = time.perf_counter()
            table.observe(claim)
            watched.late_s.append(reading_s + time.perf_counter() - began)
            doubted |= table.doubted
        _note_questions(watched, table, asked, now)
        people.speak(phones, now)
        _note_questions(watched, table, asked, now)
        raised += [(now, flag) for flag in table.flags if flag.id not in flags]
        flags = {flag.id for flag in table.flags}
        if now > until_s:
            break
    watched.losses += [f"{at:.1f} people: {words}" for at, words in people.log]
    _count(watched, script, people, table, now)
    watched.questions, watched.doubted = len(asked), len(doubted)
    _count_flags(watched, script.until(now + LATE_S), raised, now)
    watched.losses.sort(key=lambda line: float(line.split()[0]))
    return watched


def _note_questions(watched: Watched, table: Table, asked: set[str], now: float) -> None:
    """Before people speak, too: they may answer at once."""
    for question in table.questions:
        if question.id not in asked:
            asked.add(question.id)
            words = " | ".join(option.label for option in question.options)
            watched.losses.append(f"{now:.1f} asked: {question.prompt} {words}")


def _count(
    watched: Watched, script: Script, people: ScriptedPlayers, table: Table, now: float
) -> None:
    tally = people.tally
    beats = list(enumerate(script.until(now - LATE_S)))
    visible = [n for n, beat in beats if beat.kind in (BeatKind.ROLL, BeatKind.PLACE)]
    watched.visible = len(visible)
    watched.untouched = len([n for n in visible if n not in tally.touched])
    watched.wrong, watched.given_up = tally.corrected, tally.given_up
    watched.doubted_wrong = tally.doubted
    watched.answered = tally.answered
    watched.turns = sum(beat.kind is BeatKind.ROLL for _, beat in beats)
    if not watched.turns:  # without dice, a turn is what one player does in a row
        doing = [beat.player for _, beat in beats if beat.kind is not BeatKind.FUSS]
        watched.turns = sum(one != other for one, other in pairwise(doing))
    watched.overruled = sum(beat.kind is BeatKind.OVERRULE for _, beat in beats)
    watched.ended = script.ended
    if script.ended:
        game: AnyGame = script.game
        watched.exact = game.scores(table.state) == game.scores(script.final)
        if not watched.exact:
            watched.losses.append(f"{now:.1f} the final sheet differs")


def _count_flags(
    watched: Watched, beats: list[Beat], raised: list[tuple[float, Flag]], now: float
) -> None:
    """Wrong placements with exactly their codes flagged, and flags nobody earned."""
    windows = [
        (beat, beat.change_s, after.change_s)
        for beat, after in pairwise(beats)
        if beat.kind is BeatKind.ILLEGAL
    ]
    for beat, since_s, until_s in windows:
        if until_s >= now - LATE_S:
            continue
        watched.illegal += 1
        codes = {f.code for at, f in raised if since_s < at <= min(until_s, since_s + SOON_S + 1)}
        right = codes == set(beat.codes) if beat.codes else bool(codes)
        watched.flagged += right
        if not right:
            told = f"{beat.text or beat.board} is {beat.codes}, flagged {sorted(codes)}"
            watched.losses.append(f"{since_s:.1f} mistake: {told}")
    for at, flag in raised:
        if not any(since_s < at < until_s + LATE_S for _, since_s, until_s in windows) and (
            at < now - LATE_S
        ):
            watched.false_flags += 1
            what = f"{flag.code}: {flag.text} {flag.pieces} {flag.slots}"
            watched.losses.append(f"{at:.1f} false flag {what}")

"""What really lies on the table at every moment of a script, whoever looks: pixels come later."""

import random
from bisect import bisect_right
from dataclasses import dataclass, replace

from companion.core.ids import SlotId
from companion.core.layout import Layout, SlotKind
from companion.core.pieces import DIE
from companion.simulator.beats import Beat, BeatKind, Fuss
from companion.simulator.script import Script
from companion.simulator.world import OFF_MOST_MM, TRAY, Lies, World

REACH_S = 0.5
"""Time a hand takes from the edge of the picture to where it acts."""
TUMBLE_S = 0.5
"""Time thrown dice roll before they come to rest."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What really lies on the table in one frame, for comparison with what is read.

    `stable` tells that nothing moves and no hand is in view.
    """

    dice: dict[SlotId, tuple[tuple[str | None, int | None], ...]]
    hand: bool
    stable: bool
    pieces: tuple[Lies, ...] = ()

    def to_json(self) -> dict[str, list[dict[str, object]]]:
        """Pieces by slot; every slot is there, also an empty one."""
        found: dict[str, list[dict[str, object]]] = {str(slot): [] for slot in self.dice}
        for lies in self.pieces:
            value = lies.face if lies.piece.kind == DIE else lies.piece.value
            piece: dict[str, object] = {
                "kind": lies.piece.kind,
                "colour": lies.piece.colour,
                "value": value,
            }
            found[lies.slot].append(piece)
        return found


@dataclass(frozen=True, slots=True)
class Upsets:
    """How often so far the board has been pushed and the light has changed."""

    bumps: int = 0
    lights: int = 0


UNDISTURBED = Upsets()


@dataclass(frozen=True, slots=True)
class Moment:
    """The table around one beat: before, in somebody's hand, and after."""

    beat: Beat | None
    before: World
    held: World
    after: World


def stage_layout(layout: Layout) -> Layout:
    """The board of a game, or the tray where it has none."""
    return layout if layout.width_mm > 0 else TRAY


class Stage:
    """Follows the script with pieces on a table. Same seed, same places."""

    def __init__(self, script: Script, seed: int, off_mm: float = OFF_MOST_MM) -> None:
        self._script = script
        self._rng = random.Random(seed)
        start = World(stage_layout(script.game.layout), off_mm=off_mm).after(
            script.start, (), self._rng
        )
        self.moment = Moment(None, start, start, start)
        self._done = 0
        self._upsets = UNDISTURBED
        self.still_since_s = 0.0
        """When the newest movement ends: in the future as long as it lasts."""

    def go_to(self, now: float) -> None:
        """Take up every beat that has begun."""
        self._script.until(now)
        begun = bisect_right(self._script.beats, now, key=lambda beat: beat.time_s)
        for beat in self._script.beats[self._done : begun]:
            self.moment = self._moment(beat, self.moment.after)
            if beat.hand_s is not None:
                self.still_since_s = beat.hand_s[1]
            elif beat.fuss is not None:  # a change of light is a movement of every pixel
                self.still_since_s = beat.change_s
            self._upsets = Upsets(
                self._upsets.bumps + (beat.fuss is Fuss.BUMP),
                self._upsets.lights + (beat.fuss is Fuss.LIGHT),
            )
        self._done = max(self._done, begun)

    def _moment(self, beat: Beat, before: World) -> Moment:
        held = before
        if _thrown(beat):
            held = before if beat.fuss is Fuss.ADD else before.without_loose()
        after = held.after(beat.board, beat.loose, self._rng)
        if beat.fuss is Fuss.NUDGE:
            after = after.nudged(self._rng)
        elif beat.fuss is Fuss.TIDY:
            after = after.tidied(self._rng)
        return Moment(beat, before, held, after)

    def upsets(self, now: float) -> Upsets:
        """How often the board has been pushed and the light has changed by now."""
        beat = self.moment.beat
        if beat is None or now >= beat.change_s:
            return self._upsets
        return Upsets(
            self._upsets.bumps - (beat.fuss is Fuss.BUMP),
            self._upsets.lights - (beat.fuss is Fuss.LIGHT),
        )

    def is_still(self, now: float) -> bool:
        """Whether nothing moves and no hand is in view."""
        return not self.hand(now)

    def hand(self, now: float) -> bool:
        """Whether a hand is in view."""
        beat = self.moment.beat
        return (
            beat is not None
            and beat.hand_s is not None
            and (beat.hand_s[0] <= now <= beat.hand_s[1])
        )

    def shown(self, now: float, sequence: int) -> World:
        """The pieces at a moment, dice that are rolling included."""
        moment, beat = self.moment, self.moment.beat
        if beat is None or now >= beat.change_s:
            return moment.after
        if beat.fuss is Fuss.SLIDE:
            return _sliding(moment, (now - beat.time_s - REACH_S) / (beat.change_s - beat.time_s))
        if not _thrown(beat):
            return moment.before
        if now < beat.change_s - TUMBLE_S:
            return moment.held if now > beat.time_s + REACH_S else moment.before
        return _tumbling(moment, random.Random(f"{beat.time_s:.3f}:{sequence}"))


def _thrown(beat: Beat) -> bool:
    return beat.kind is BeatKind.ROLL or beat.fuss is Fuss.SHORT


def _sliding(moment: Moment, part: float) -> World:
    """Pieces on their way over the board: `part` of it, 0 to 1, is behind them."""
    part = min(1.0, max(0.0, part))
    coming = [lies for lies in moment.after.pieces if lies not in moment.before.pieces]
    pieces = []
    for lies in moment.before.pieces:
        goal = next((c for c in coming if c.piece == lies.piece), None)
        if lies in moment.after.pieces or goal is None:
            pieces.append(lies)
            continue
        coming.remove(goal)
        x = lies.x_mm + part * (goal.x_mm - lies.x_mm)
        y = lies.y_mm + part * (goal.y_mm - lies.y_mm)
        pieces.append(replace(lies, x_mm=x, y_mm=y))
    return replace(moment.before, pieces=tuple(pieces))


def _tumbling(moment: Moment, rng: random.Random) -> World:
    """Thrown dice on their way: near where they will lie, at any angle, showing anything."""
    rolling = {s.id for s in moment.after.layout.slots.values() if s.kind is SlotKind.ROLLING}
    flying = tuple(
        Lies(
            lies.piece,
            lies.x_mm + rng.uniform(-14, 14),
            lies.y_mm + rng.uniform(-14, 14),
            rng.uniform(0, 90),
            lies.slot,
            rng.randint(1, 6),
        )
        for lies in moment.after.pieces
        if lies.slot in rolling and lies not in moment.held.pieces
    )
    return replace(moment.held, pieces=(*moment.held.pieces, *flying))

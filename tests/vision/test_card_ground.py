"""Ships on cards that were laid or turned up since the board was seen bare: a simulated table."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from companion.camera.frame import Pixels
from companion.core.ids import AreaId, PieceKind, SlotId
from companion.core.observation import Seen
from companion.core.pieces import FACE_DOWN, Piece
from companion.rules.game import Carded
from companion.rules.registry import game_ids, load_game
from companion.simulator.draw import Scene
from companion.simulator.draw_cards import designs_of
from companion.simulator.lamps import Noise
from companion.simulator.showing import show_cards
from companion.simulator.world import World
from companion.trial.teaching import cards_taught
from companion.vision.card_deck import Deck, make_deck
from companion.vision.card_print import LaidCard, printed
from companion.vision.card_zones import CardMemory, ZoneSettings, zones_of
from companion.vision.model_places import NO_CARDS, Cards
from companion.vision.pieces import PieceSettings
from companion.vision.pipeline import PipelineSettings
from companion.vision.pose import Pose
from companion.vision.regions import Group, RegionMemory, groups_of
from companion.vision.tracker import BoardTracker

GAME = next(
    game for game in map(load_game, game_ids()) if game.layout.cards and isinstance(game, Carded)
)
LAYOUT, FORM = GAME.layout, GAME.layout.cards["card"]
DESIGNS = designs_of(GAME)
FACES = (*sorted(DESIGNS)[:8], FACE_DOWN)
TURNED_UP = FACES[2]
LEVELS = PipelineSettings().change_levels
NEAR = ("5", "5.6", "1.5")
"""Places on the card that is turned up, and at its edges."""


def card(name: str) -> Piece:
    return Piece(PieceKind("card"), face=name)


def ship(colour: str) -> Piece:
    return Piece(PieceKind("ship"), colour)


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The board with face-down cards only, one of them turned up with ships on it, and later."""

    bare: Pixels
    now: Pixels
    later: Pixels
    pose: Pose
    laid: Mapping[str, Cards]
    groups: tuple[Group, ...]


@cache
def deck() -> Deck:
    photo = show_cards(FORM, FACES, DESIGNS, 3, Noise.CLEAN)
    return make_deck(FORM, cards_taught(FACES, [photo], FORM))


@cache
def table() -> Table:
    down = {AreaId(f"map.{cell}"): (card(FACE_DOWN),) for cell in ("1", "5", "6")}
    shown = {
        **down,
        AreaId("map.5"): (card(TURNED_UP),),
        AreaId("5"): (ship("red"), ship("blue")),
        AreaId("5.6"): (ship("green"),),
    }
    first = World(LAYOUT).after(down, (), random.Random(4))
    last = first.after(shown, (), random.Random(5))
    scene = Scene(first, 31, Noise.NORMAL, designs=DESIGNS)
    bare, now, later = (
        scene.frame(world, 0.1 * n, n) for n, world in enumerate((first, last, last))
    )
    pose = BoardTracker(LAYOUT, PipelineSettings().registration, None).look(bare)
    assert pose is not None
    zones = [zone for zone in zones_of(LAYOUT, ZoneSettings()) if zone.slot.id == "map.5"]
    laid = {}
    for name, pixels in (("bare", bare), ("now", now)):
        memory = CardMemory(LAYOUT, ZoneSettings(), {"card": deck()})
        memory.read(pixels, pose, zones)
        laid[name] = dict(memory.laid)
    groups = groups_of(LAYOUT, PieceSettings())
    return Table(bare, now, later, pose, laid, groups)


def read(cards_now: Cards, places: tuple[str, ...] = NEAR) -> dict[SlotId, Seen]:
    part = replace(LAYOUT, slots={n: s for n, s in LAYOUT.slots.items() if n in places})
    shown, memory = table(), RegionMemory(part, PieceSettings(), None)
    memory.show_bare(shown.bare, shown.pose, shown.laid["bare"])
    groups = groups_of(part, PieceSettings())
    return memory.read(shown.now, shown.pose, groups, cards_now)[0]


def names(seen: Seen) -> list[tuple[str | None, bool | None]] | None:
    return None if seen is None else sorted((piece.colour, piece.lying) for piece in seen)


def test_a_card_that_is_turned_up_is_told_below_the_ships() -> None:
    told = table().laid
    assert [one.name for one in told["bare"][SlotId("map.5")]] == [FACE_DOWN]
    assert [one.name for one in told["now"][SlotId("map.5")]] == [TURNED_UP]


def test_ships_on_it_are_told_though_nobody_saw_it_bare() -> None:
    seen = read(table().laid["now"])
    assert names(seen[SlotId("5")]) == [("blue", False), ("red", False)]
    assert names(seen[SlotId("1.5")]) == []
    # Across the edge of the card there may be a doubt: its two sides differ wherever it lies.
    assert names(seen[SlotId("5.6")]) in ([("green", True)], None)


def test_on_a_card_that_is_not_told_they_are_in_doubt() -> None:
    assert read(NO_CARDS, ("5",)) == {SlotId("5"): None}


def test_noise_is_no_change_and_a_ship_changes_only_what_is_near() -> None:
    shown, memory = table(), RegionMemory(LAYOUT, PieceSettings(), None)
    memory.keep(memory.looks(shown.now, shown.pose, shown.groups))
    assert memory.changed(shown.later, shown.pose, LEVELS) == ()
    near = {group.slots[0].id for group in memory.changed(shown.bare, shown.pose, LEVELS)}
    assert (
        set(NEAR[:2])
        <= near
        <= {
            slot
            for slot in LAYOUT.slots
            if set(slot.split(".")) & {"1", "2", "4", "5", "6", "9", "10"}
        }
    )


def test_another_card_is_not_taken_for_what_lies_there() -> None:
    name = FACES[0]
    seen = np.full((120, 160, 3), 60, np.uint8)
    laid = LaidCard(name, deck().faces[name], FORM, 40.0, 30.0, 0.0)
    assert printed(laid, seen, (40.0, 30.0, 80.0, 60.0), 2.0) is None

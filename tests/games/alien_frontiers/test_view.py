"""What the page shows, and what should lie on the board."""

from collections import Counter

import pytest

from companion.core.expected import Exactly, OneOf, Unchecked, should_lie
from companion.core.ids import AreaId, PlayerId, SlotId
from companion.core.pieces import DIE, Piece
from companion.games.alien_frontiers.expected import CARD, COLONY, FIELD, FUEL, ORE, TILE
from companion.games.alien_frontiers.game import GAME
from companion.games.alien_frontiers.state import State
from companion.rules.registry import make_setup
from companion.rules.view import ActionView
from tests.games.alien_frontiers.positions import placing

BOARD = "lunar_mine=blue4,grey1,grey1 hub.2=red@5:red3 maintenance_bay=blue?,red2 lem_badlands=red"


def button(state: State, text: str) -> ActionView:
    return GAME.action_view(state, GAME.read_action(text))


def test_expected() -> None:
    expected = GAME.expected(placing("3", board=BOARD))
    assert expected[AreaId("lunar_mine")] == Exactly(
        (Piece(DIE, "blue", 4), Piece(DIE, "grey", 1), Piece(DIE, "grey", 1))
    )
    assert expected[AreaId("hub.2")] == Exactly((Piece(COLONY, "red", 5), Piece(DIE, "red", 3)))
    assert expected[AreaId("maintenance_bay")] == Exactly(
        (Piece(DIE, "blue", None), Piece(DIE, "red", 2))
    )
    assert expected[AreaId("lem_badlands")] == Exactly((Piece(COLONY, "red"),))
    assert expected[AreaId("shipyard")] == Exactly(())
    nobody = {"store.green", "store.yellow"}
    assert {*GAME.layout.areas, *GAME.layout.beside} - set(expected) == nobody


def test_what_lies_before_a_player_and_beside_the_board_is_named() -> None:
    """By digest (a): 24 dice and the clear one, 36 colonies, 22 cards, 8 tiles, 3 generators."""
    red = "fuel=2 ore=1 stock=1 cards=booster_pod"
    state = placing("3,5r", red, "burroughs_desert=red isolation=lem_badlands hub.2=red@4 "
                    "display=alien_city,booster_pod,data_crystal discards=stasis_beam")  # fmt: skip
    expected = GAME.expected(state)
    assert Counter(should_lie(expected[AreaId("store.red")])) == Counter(
        {
            Piece(DIE, "red"): 1,
            Piece(COLONY, "red"): 6,
            Piece(FUEL): 2,
            Piece(ORE): 1,
            Piece(CARD, name="Booster Pod"): 1,
            Piece(TILE, name="Burroughs Desert"): 1,
        }
    )
    assert should_lie(expected[AreaId("rolling")]) == (
        Piece(DIE, "red", 3),
        Piece(DIE, "clear", 5),
    )
    assert Piece(COLONY, "red", 2) in should_lie(expected[AreaId("scoreboard")])
    assert should_lie(expected[AreaId("deck")]) == (Piece(CARD),) * 17
    assert should_lie(expected[AreaId("discards")]) == (Piece(CARD, name="Stasis Beam"),)
    assert len(should_lie(expected[AreaId("tiles")])) == 7
    assert len(should_lie(expected[AreaId("generators")])) == 2
    assert len(should_lie(expected[AreaId("supply")])) == 30 - 2 + 20 - 1
    assert expected[AreaId("store.red")] == Unchecked(), "what is unchecked is never different"


@pytest.mark.parametrize("options", [{}, {"variant": "long"}, {"tech": "none"}])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_table_set_up_holds_the_whole_box(count: int, options: dict[str, str]) -> None:
    state = GAME.setup(make_setup(GAME.info, count=count, options=options))
    kinds = Counter(
        str(piece.kind)
        for expectation in GAME.expected(state).values()
        for piece in should_lie(expectation)
    )
    assert kinds == {
        "die": 25, "colony": 36, "card": 22, "tile": 8, "field": 3, "fuel": 30, "ore": 20
    }  # fmt: skip


def test_pieces_stand_in_the_lowest_slots_covering_dice_first() -> None:
    view = GAME.view(placing("3", board=BOARD), None)
    found = {piece.slot: (piece.colour, piece.value) for piece in view.pieces}
    assert found[SlotId("lunar_mine.1")] == ("grey", 1)
    assert found[SlotId("lunar_mine.2")] == ("grey", 1)
    assert found[SlotId("lunar_mine.3")] == ("blue", 4)
    assert found[SlotId("maintenance_bay.1")] == ("blue", None)
    assert found[SlotId("hub.2.1")] == ("red", 3)
    assert found[SlotId("hub.2.circle")] == ("red", None)
    assert found[SlotId("burroughs_desert.relic")] == ("clear", None)
    assert len(found) == 9
    owners = {piece.colour: piece.player for piece in view.pieces}
    assert owners == {"grey": None, "blue": "blue", "red": "red", "clear": None}


def test_panels() -> None:
    view = GAME.view(placing("3,5", red="fuel=2 ore=1", board=BOARD), PlayerId("blue"))
    red, blue = view.panels
    numbers = {number.id: number.amount for number in red.quantities}
    assert numbers == {"fuel": 2, "ore": 1, "ships": 4, "colonies": 6}
    assert [die.value for die in red.hand] == [3, 5]
    assert red.note == "colony on circle 5; controls Lem Badlands"
    assert (blue.hand, blue.note) == ((), "")


@pytest.mark.parametrize(
    ("text", "headline"),
    [
        ("turn=red phase=roll | red | blue | maintenance_bay=red?,red?,red?",
         "Red: gather and roll 3 ships"),
        ("turn=red phase=place hand=4 | red | blue |", "Red: place your ships"),
        ("turn=red phase=place | red | blue |", "Red: all ships are placed, end your turn"),
        ("turn=red phase=place due=land:red:supply | red | blue |",
         "Red: choose a territory for the colony"),
        ("turn=red phase=place due=raid:red:3:1 | red | blue ore=4 |",
         "Red: take the loot of the raid (3 left)"),
        ("turn=red phase=return | red fuel=9 | blue |", "Red: give tokens back down to 8"),
        ("turn=red phase=over | red colonies=0 | blue | lem_badlands=red",
         "Red landed the last colony: Red won"),
    ],
)  # fmt: skip
def test_headlines(text: str, headline: str) -> None:
    assert GAME.view(GAME.read_state(text), None).headline == headline


@pytest.mark.parametrize(
    ("action", "label", "dice", "slots"),
    [
        ("red: dock lunar_mine 4", "Dock a 4 in the Lunar Mine: +1 ore", (4,),
         ("lunar_mine.4", "lunar_mine.5")),
        ("red: dock solar_converter 5", "Dock a 5 at the Solar Converter: +4 fuel", (5,), None),
        ("red: dock shipyard 4 4", "Dock two 4s at the Shipyard: a new ship for 1 fuel and"
         " 1 ore", (4, 4), None),
        ("red: dock orbital_market 4 4", "Dock two 4s at the Orbital Market: trade 4 fuel for"
         " 1 ore this turn", (4, 4), None),
        ("red: dock hub.2 4", "Dock a 4 at the Colonist Hub, track 2: advance to circle 6", (4,),
         ("hub.2.2", "hub.2.3")),
        ("red: dock hub.1 4", "Dock a 4 at the Colonist Hub, track 1: start a colony", (4,),
         ("hub.1.1", "hub.1.2", "hub.1.3")),
        ("red: dock raiders_outpost 4 5 6", "Dock a 4, a 5 and a 6 at the Raiders' Outpost: steal"
         " up to 4", (4, 5, 6), ("raiders_outpost.1", "raiders_outpost.2", "raiders_outpost.3")),
        ("red: dock terraforming_station 6", "Dock a 6 at the Terraforming Station: land a colony"
         " for 1 fuel and 1 ore", (6,), ("terraforming_station.1",)),
        ("red: dock colony_constructor 4 4 4", "Dock three 4s at the Colony Constructor:"
         " land a colony for 3 ore", (4, 4, 4), None),
        ("red: dock maintenance_bay 4", "Leave a 4 in the Maintenance Bay", (4,), None),
        ("red: land lem_badlands", "Land on Lem Badlands", (), ("lem_badlands",)),
        ("red: launch", "Launch the colony: 1 fuel and 1 ore", (), ("hub.2.circle",)),
        ("red: trade 4", "Trade 4 fuel for 1 ore", (), ()),
        ("red: steal blue ore", "Take 1 ore from Blue", (), ()),
        ("red: stop_stealing", "Take nothing more", (), ()),
        ("red: return fuel", "Give back 1 fuel", (), ()),
        ("red: end_turn", "End the turn", (), ()),
    ],
)  # fmt: skip
def test_buttons(
    action: str, label: str, dice: tuple[int, ...], slots: tuple[str, ...] | None
) -> None:
    state = placing("4,4,4,5,6", red="stock=3", board=BOARD + " raiders_outpost=blue1,blue2,blue3")
    shown = button(state, action)
    assert (shown.text, shown.label, shown.dice) == (action, label, dice)
    if slots is not None:
        assert shown.slots == slots


def test_cards_on_shelves_and_panels() -> None:
    board = "display=alien_city,plasma_cannon,stasis_beam discards=booster_pod lem_badlands=blue"
    head = "borrowed=lem_badlands artifact=6"
    view = GAME.view(placing("3", "cards=booster_pod,data_crystal", board, head=head), None)
    assert [(shelf.title, shelf.cards) for shelf in view.shelves] == [
        ("Tech cards on display", ("Alien City", "Plasma Cannon", "Stasis Beam")),
        ("Discarded", ("Booster Pod",)),
    ]
    assert view.shelves[0].note == "16 in the deck"
    assert view.panels[0].cards == ("Booster Pod", "Data Crystal")
    assert view.panels[0].note == "uses the bonus of Lem Badlands; 6 at the Alien Artifact"
    assert view.panels[1].note == "controls Lem Badlands", "the rest is of the turn"
    assert GAME.view(placing("3", head="tech=none"), None).shelves == ()


def test_the_relic_ship_and_field_generators_are_shown_and_expected() -> None:
    board = "burroughs_desert=red isolation=lem_badlands lunar_mine=clear4"
    state = placing("3", "", board)
    slots = {piece.slot: piece.label for piece in GAME.view(state, None).pieces}
    assert slots[SlotId("lunar_mine.1")] == "Red Relic Ship showing 4"
    assert slots[SlotId("lem_badlands")] == "Isolation Field"
    assert SlotId("burroughs_desert.relic") not in slots
    expected = GAME.expected(state)
    assert expected[AreaId("lunar_mine")] == Exactly((Piece(DIE, "clear", 4),))
    assert expected[AreaId("lem_badlands")] == Exactly((Piece(FIELD, "isolation"),))
    assert expected[AreaId("burroughs_desert")] == Exactly((Piece(COLONY, "red"),))
    home = (Piece(COLONY, "red"), Piece(DIE, "clear"))
    assert GAME.expected(placing("3", "", "burroughs_desert=red"))[
        AreaId("burroughs_desert")
    ] == OneOf((home, home[:1]))
    hand = GAME.view(placing("3,5r", "", "burroughs_desert=red"), None).panels[0].hand
    assert [(die.colour, die.value) for die in hand] == [("red", 3), ("clear", 5)]


TELEPORT = "red: use orbital_teleporter lunar_mine 6"


@pytest.mark.parametrize(
    ("action", "label", "dice", "slots"),
    [
        ("red: deal alien_city", "Alien City", (), ()),
        ("red: cycle", "Discard the display and deal a new one", (), ()),
        ("red: claim alien_city", "Claim Alien City", (), ()),
        ("red: buy_relic", "Buy the Relic Ship: 1 fuel and 1 ore", (), ("burroughs_desert.relic",)),
        ("red: use booster_pod 3", "Use Booster Pod (1 fuel): turn the 3 into a 4", (3,), ()),
        ("red: use polarity_device 4r",
         "Use Polarity Device (1 fuel): turn the Relic Ship's 4 into a 3", (4,), ()),
        ("red: use gravity_manipulator 3 6",
         "Use Gravity Manipulator (2 fuel): the 3 one down, the 6 one up", (3, 6), ()),
        ("red: use temporal_warper 3", "Use Temporal Warper (1 fuel): roll the 3 again", (3,), ()),
        ("red: also 3", "Roll the 3 again, too", (3,), ()),
        ("red: throw", "Roll these again", (), ()),
        ("red: reroll 3 4r", "Roll a 3 and a 4 with the Relic Ship", (), ()),
        ("red: use data_crystal lem_badlands",
         "Use Data Crystal (2 fuel): the bonus of Lem Badlands", (), ("lem_badlands",)),
        (f"{TELEPORT} alien_artifact", "Use Orbital Teleporter (2 fuel): the 6 from the Lunar Mine"
         " to the Alien Artifact", (), tuple(f"alien_artifact.{n}" for n in (1, 2, 3, 4))),
        (f"{TELEPORT} orbital_market 6", "Use Orbital Teleporter (2 fuel): the 6 from the Lunar"
         " Mine to the Orbital Market with the 6", (6,),
         tuple(f"orbital_market.{n}" for n in (1, 2, 3, 4))),
        ("red: use plasma_cannon hub", "Use Plasma Cannon on the Colonist Hub", (), ()),
        ("red: shoot blue 4", "Drive off Blue's 4", (), ()),
        ("red: stop_shooting", "Drive off no more", (), ()),
        ("red: discard plasma_cannon lunar_mine clear 4",
         "Discard Plasma Cannon: the Relic Ship's 4 at the Lunar Mine out of play", (), ()),
        ("red: discard stasis_beam lem_badlands",
         "Discard Stasis Beam: the Isolation Field on Lem Badlands", (), ("lem_badlands",)),
        ("red: discard booster_pod positron", "Discard Booster Pod: take off the Positron Field",
         (), ()),
        ("red: discard orbital_teleporter", "Discard Orbital Teleporter: move a colony", (), ()),
        ("red: discard polarity_device", "Discard Polarity Device: swap two colonies", (), ()),
        ("red: discard temporal_warper alien_city",
         "Discard Temporal Warper: take Alien City", (), ()),
        ("red: pick blue lem_badlands", "Blue on Lem Badlands", (), ("lem_badlands",)),
        ("red: swap blue lem_badlands", "Blue on Lem Badlands", (), ("lem_badlands",)),
        ("red: move lem_badlands", "To Lem Badlands", (), ("lem_badlands",)),
        ("red: steal blue booster_pod", "Take Booster Pod from Blue", (), ()),
        ("red: use alien_city", "Use Alien City", (), ()),
        ("red: dock alien_artifact 3", "Dock a 3 at the Alien Artifact: a cycle, and 5 of 8 for a"
         " claim", (3,), tuple(f"alien_artifact.{n}" for n in (1, 2, 3, 4))),
    ],
)  # fmt: skip
def test_buttons_of_cards(
    action: str, label: str, dice: tuple[int, ...], slots: tuple[str, ...]
) -> None:
    board = "lem_badlands=blue,red burroughs_desert=red lunar_mine=red6"
    shown = button(placing("3,6,6,4r", "", board, head="artifact=2"), action)
    assert (shown.text, shown.label, shown.dice, shown.slots) == (action, label, dice, slots)


def test_the_board_holds_together() -> None:
    """Boxes do not overlap, slots lie in their box, ports are far enough apart, tags are free."""
    layout = GAME.layout
    areas = list(layout.areas.values())
    for place, one in enumerate(areas):
        for other in areas[place + 1 :]:
            apart_x = one.x_mm + one.w_mm <= other.x_mm or other.x_mm + other.w_mm <= one.x_mm
            apart_y = one.y_mm + one.h_mm <= other.y_mm or other.y_mm + other.h_mm <= one.y_mm
            assert apart_x or apart_y, (one.id, other.id)
        for tag in layout.tags:
            reach = tag.size_mm * (1 / 2 + 1 / 6)  # a white cell all round
            apart_x = not one.x_mm - reach < tag.x_mm < one.x_mm + one.w_mm + reach
            apart_y = not one.y_mm - reach < tag.y_mm < one.y_mm + one.h_mm + reach
            assert apart_x or apart_y, (one.id, tag.id)
        for slot in layout.in_area(one.id):
            assert abs(slot.x_mm - one.x_mm - one.w_mm / 2) <= (one.w_mm - slot.w_mm) / 2, slot.id
            assert abs(slot.y_mm - one.y_mm - one.h_mm / 2) <= (one.h_mm - slot.h_mm) / 2, slot.id
    dice = [slot for slot in layout.slots.values() if slot.kind.value == "die"]
    for place, slot in enumerate(dice):
        for near in dice[place + 1 :]:
            assert max(abs(slot.x_mm - near.x_mm), abs(slot.y_mm - near.y_mm)) >= 22
    assert [tag.id for tag in layout.tags] == [0, 1, 2, 3, 4, 5]

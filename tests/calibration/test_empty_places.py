"""Places for cards on a printed mat: empty ones are seen empty, cards in them are seen."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from companion.camera.frame import Pixels
from companion.core.ids import SlotId
from companion.core.layout import Layout
from companion.core.observation import Seen
from companion.core.pieces import FACE_DOWN
from companion.rules.registry import load_game
from companion.simulator.card_designs import back, deck, face
from companion.vision.card_deck import Deck, make_deck
from companion.vision.pipeline import observe_picture
from tests.calibration.prints import MATS, PX_PER_MM, photographed, printed
from tests.vision.boards import GreyReader
from tests.vision.lamps import lit

WITH_CARDS = tuple(name for name in MATS if load_game(name).layout.cards)
INKS = ("full", "saving")
LIT = ((1, 6500), (2, 2700), (3, 4000), (4, 5000), (5, 3200))
"""Seeds of photographs and the temperatures of their lamps."""
LAID = 5
"""Every so-manieth place for a card has one in it, where there is to be any."""


@cache
def places(name: str) -> Layout:
    """A game's board with its places for cards and nothing else."""
    board = load_game(name).layout
    kept = {n: slot for n, slot in board.slots.items() if slot.holds in board.cards}
    return replace(board, slots=kept)


@cache
def taught(name: str) -> dict[str, Deck]:
    faces: dict[str, Pixels] = {design.name: face(design) for design in deck()[:24]}
    form = next(iter(places(name).cards.values()))
    return {form.kind: make_deck(form, {**faces, FACE_DOWN: back()})}


def seen_on(name: str, sheet: Pixels, how: tuple[int, int], told: bool) -> dict[SlotId, Seen]:
    seed, kelvin = how
    picture = lit(photographed(sheet, seed)[0], kelvin)
    decks = taught(name) if told else {}
    claim, _ = observe_picture(picture, places(name), GreyReader(), decks=decks)
    assert claim.registered
    return {place: claim.slots.get(place) for place in places(name).slots}


def with_cards(name: str, sheet: Pixels) -> tuple[Pixels, dict[SlotId, str]]:
    """Cards in some places of a mat, and which."""
    laid, names = sheet.copy(), dict[SlotId, str]()
    slots = list(places(name).slots.values())[::LAID]
    for slot, design in zip(slots, deck(), strict=False):
        form = places(name).cards[slot.holds]
        size = round(form.w_mm * PX_PER_MM), round(form.h_mm * PX_PER_MM)
        card = cv2.resize(face(design), size, interpolation=cv2.INTER_AREA)
        if slot.w_mm < slot.h_mm:
            card = cv2.rotate(card, cv2.ROTATE_90_CLOCKWISE)
        h, w = card.shape[:2]
        left, top = round(slot.x_mm * PX_PER_MM - w / 2), round(slot.y_mm * PX_PER_MM - h / 2)
        laid[top : top + h, left : left + w] = card
        names[slot.id] = design.name
    return np.asarray(laid, np.uint8), names


def assert_seen_empty(name: str, ink: str, how: tuple[int, int], told: bool) -> None:
    seen = seen_on(name, printed(name, ink, "a2")[0], how, told)
    assert {place: cards for place, cards in seen.items() if cards != ()} == {}


@pytest.mark.parametrize("name", WITH_CARDS)
def test_the_outlines_of_empty_places_are_not_taken_for_cards(name: str) -> None:
    assert_seen_empty(name, "full", LIT[0], told=True)


@pytest.mark.slow
@pytest.mark.parametrize("told", [False, True])
@pytest.mark.parametrize("how", LIT)
@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("name", WITH_CARDS)
def test_nor_by_any_lamp(name: str, ink: str, how: tuple[int, int], told: bool) -> None:
    assert_seen_empty(name, ink, how, told)


@pytest.mark.parametrize("told", [pytest.param(False, marks=pytest.mark.slow), True])
@pytest.mark.parametrize("name", WITH_CARDS)
def test_cards_in_such_places_are_seen_and_told_if_they_were_taught(name: str, told: bool) -> None:
    sheet, laid = with_cards(name, printed(name, "full", "a2")[0])
    seen = seen_on(name, sheet, LIT[1], told)
    found = {place: [card.face for card in cards or ()] for place, cards in seen.items()}
    wanted = {place: [laid[place] if told else None] if place in laid else [] for place in found}
    assert found == wanted

"""Cards are taught from photos: found, kept on this machine, known again, listed and forgotten."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.card_teaching import alike_apart, find_apart, kinds_of_cards
from companion.core.pieces import FACE_DOWN
from companion.games.impulse.data import CARDS
from companion.rules.registry import load_game
from companion.server.cards import KindOfCards, ShownCard, TeachingError
from companion.simulator.card_designs import FORM, deck, face
from companion.simulator.draw_cards import designs_of
from companion.simulator.lamps import Noise
from companion.simulator.showing import show_cards
from companion.store.decks import Decks
from companion.store.errors import NoSuchCardError
from companion.vision.card_deck import make_deck
from companion.vision.card_files import load_faces
from companion.vision.card_teach import ShownSettings, cards_in, doubtful_pairs
from tests.vision.shown_cards import KIND, NAMES, photo

WAYS = (slice(None), slice(None, None, -1))
"""A picture as it is, and turned by half."""


def jpeg(pixels: object) -> bytes:
    return cv2.imencode(".jpg", np.asarray(pixels))[1].tobytes()


def taught(decks: Decks, found: tuple[ShownCard, ...], names: tuple[str, ...]) -> None:
    for name, card in zip(names, found, strict=True):
        decks.keep(KIND.game, KIND.kind, name, card.jpeg)


def test_nine_cards_of_one_photo_are_kept_in_order_and_known_when_shown_again(
    tmp_path: Path,
) -> None:
    decks = Decks(tmp_path)
    first = find_apart(jpeg(photo(deck()[:9], seed=1)), decks, KIND)
    assert [card.like for card in first] == [None] * 9
    taught(decks, first, NAMES[:9])
    assert decks.names(KIND.game, KIND.kind) == NAMES[:9]
    shown = (*deck()[6:9], *deck()[9:12])
    second = find_apart(jpeg(photo(shown, seed=2)), decks, KIND)
    assert [card.like for card in second] == [*NAMES[6:9], None, None, None]
    assert alike_apart(decks, KIND) == ()
    decks.keep(KIND.game, KIND.kind, NAMES[20], second[1].jpeg)
    assert alike_apart(decks, KIND) == ((NAMES[7], NAMES[20]),)
    faces, _ = load_faces(tmp_path / KIND.game / KIND.kind)
    for design in deck()[:9]:
        kept = cv2.cvtColor(faces[design.name], cv2.COLOR_BGR2GRAY)
        real = cv2.resize(face(design), kept.shape[::-1], interpolation=cv2.INTER_AREA)
        grey = cv2.cvtColor(real, cv2.COLOR_BGR2GRAY)
        upright, turned = (np.corrcoef(grey.ravel(), kept[way, way].ravel())[0, 1] for way in WAYS)
        assert upright > 0.9 > turned


@pytest.mark.parametrize("many", [1, 2, 6])
def test_as_many_cards_are_found_as_lie_there(many: int) -> None:
    assert len(cards_in(photo(deck()[:many], seed=many), FORM, ShownSettings())) == many


@pytest.mark.parametrize(("first", "seed"), [(9, 994300011), (9, 994300012), (45, 994300011)])
def test_bands_of_a_printed_table_beside_cards_are_no_cards(first: int, seed: int) -> None:
    """They have four sides in the proportion of a card, but no right corners."""
    game = load_game("impulse")
    row = sorted(CARDS)[first : first + 9]
    pixels = show_cards(game.layout.cards["card"], row, designs_of(game), seed, Noise.NORMAL)
    assert len(cards_in(pixels, game.layout.cards["card"], ShownSettings())) == len(row)


def test_a_card_taught_under_two_names_is_doubtful() -> None:
    faces = {design.name: face(design) for design in deck()[:30]}
    again = {**faces, "twice": face(deck()[4])}
    assert doubtful_pairs(make_deck(FORM, faces), ShownSettings()) == ()
    assert doubtful_pairs(make_deck(FORM, again), ShownSettings()) == (("c004", "twice"),)


def test_what_is_no_picture_is_said(tmp_path: Path) -> None:
    with pytest.raises(TeachingError, match="JPEG or PNG"):
        find_apart(b"nothing", Decks(tmp_path), KIND)


def test_damaged_pictures_are_left_out_and_named(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "whole.jpg"), face(deck()[0]))
    (tmp_path / "torn.jpg").write_bytes(b"\xff\xd8\xff torn")
    faces, trouble = load_faces(tmp_path)
    assert list(faces) == ["whole"]
    assert "torn.jpg" in trouble
    assert "/cards" in trouble


@pytest.mark.parametrize("name", ["../x", "", "a/b", ".hidden", "x" * 61])
def test_names_lead_nowhere_else(tmp_path: Path, name: str) -> None:
    decks = Decks(tmp_path / "cards")
    with pytest.raises(NoSuchCardError):
        decks.keep(KIND.game, KIND.kind, name, b"\xff\xd8\xff")
    with pytest.raises(NoSuchCardError):
        decks.names(name, "card")
    assert list(tmp_path.iterdir()) == []


def test_the_command_teaches_lists_and_forgets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion import card_teaching
    from companion.cli import main

    kinds: tuple[KindOfCards, ...] = (KIND,)
    monkeypatch.setattr(card_teaching, "kinds_of_cards", lambda: kinds)
    picture = tmp_path / "two.jpg"
    picture.write_bytes(jpeg(photo(deck()[:2], seed=3)))
    data = ["--data", str(tmp_path / "data"), "--game", KIND.game]
    assert main(["cards", "teach", *data, f"c000,c001={picture}"]) == 0
    assert capsys.readouterr().out == "c000 kept\nc001 kept\n"
    assert main(["cards", "teach", *data, f"c002={picture}"]) == 1
    assert "2 whole cards are seen, and 1 named" in capsys.readouterr().out
    assert main(["cards", "forget", *data, "c001"]) == 0
    capsys.readouterr()
    assert main(["cards", "list", "--json", *data]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["card"] for one in told if one["taught"]] == ["c000"]
    assert len(told) == len(KIND.faces)
    assert main(["cards", "teach", *data, f"nobody={picture}"]) != 0


def test_the_cards_of_a_game_and_their_back_may_be_taught() -> None:
    (impulse,) = (kind for kind in kinds_of_cards() if kind.game == "impulse")
    assert impulse.kind == "card"
    assert set(impulse.faces) == {*CARDS, FACE_DOWN}
    assert impulse.faces["trade_b1_red"].startswith("Trade 1 blue")

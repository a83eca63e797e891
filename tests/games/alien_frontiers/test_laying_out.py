"""What belongs where, in words, from a position alone."""

from companion.games.alien_frontiers.game import GAME
from companion.rules.laying_out import laid_out
from companion.rules.registry import load_game, make_setup


def test_every_place_that_is_not_empty_is_named_with_its_pieces() -> None:
    text = (
        "turn=red phase=place hand=3,3,5r | red fuel=2 stock=2 cards=booster_pod | blue stock=3"
        " | lunar_mine=blue4 hub.2=red@5:red3 burroughs_desert=red isolation=lem_badlands"
        " display=alien_city,data_crystal,data_crystal maintenance_bay=blue?,blue?"
    )
    places = {place.label: place.pieces for place in laid_out(GAME, GAME.read_state(text))}
    assert places["Lunar Mine"] == ("blue die 4",)
    assert places["Colonist Hub, track 2"] == ("red colony 5", "red die 3")
    assert places["Maintenance Bay"] == ("2 x blue die",)
    assert places["Lem Badlands"] == ("isolation field",)
    assert places["Red store"] == (
        "2 x red die",
        "6 x red colony",
        "2 x fuel",
        "Booster Pod",
        "Burroughs Desert",
    )
    assert places["Tech cards on display"] == ("Alien City", "2 x Data Crystal")
    assert places["Roll here"] == ("2 x red die 3", "clear die 5")
    assert places["Scoreboard"] == ("red colony 2", "blue colony 0")
    assert "Shipyard" not in places


def test_a_game_without_a_board_has_nothing_to_lay_out() -> None:
    game = load_game("dice")
    assert laid_out(game, game.setup(make_setup(game.info))) == ()

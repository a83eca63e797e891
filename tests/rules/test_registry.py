import pytest

from companion.rules import registry
from companion.rules.errors import SetupError, UnknownGameError
from companion.rules.registry import game_ids, load_game, make_setup

INFO = load_game("dice").info


def test_games_are_found_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "dice" in game_ids()
    monkeypatch.setattr(registry, "GAMES_PACKAGE", "tests.rules.toys")
    assert game_ids() == ("well",)
    assert load_game("well").info.title == "The well"


def test_an_unknown_game_lists_those_there_are() -> None:
    with pytest.raises(UnknownGameError, match=r"no game 'dyce'; there are .*dice"):
        load_game("dyce")


def test_defaults() -> None:
    setup = make_setup(INFO, count=2)
    assert setup.players == ("red", "blue")
    assert setup.names == {"red": "Red", "blue": "Blue"}
    assert setup.options == {"turns": "by_hand"}
    assert len(make_setup(INFO).players) == INFO.max_players


def test_seats_are_in_the_order_given() -> None:
    setup = make_setup(INFO, {"white": "Ann", "red": "Bo"}, {"turns": "each_roll"})
    assert setup.players == ("white", "red")
    assert setup.names == {"white": "Ann", "red": "Bo"}
    assert setup.options == {"turns": "each_roll"}


@pytest.mark.parametrize(
    ("names", "options", "words"),
    [
        ({"pink": "Ann"}, {}, "no colour 'pink'; it has red, blue"),
        ({"red": "Ann"}, {"turn": "by_hand"}, "no option 'turn'; it has turns"),
        ({"red": "Ann"}, {"turns": "never"}, "'turns' is one of by_hand, each_roll, got 'never'"),
    ],
)
def test_what_is_unknown_lists_what_is_known(
    names: dict[str, str], options: dict[str, str], words: str
) -> None:
    with pytest.raises(SetupError, match=words):
        make_setup(INFO, names, options)


def test_a_wrong_number_of_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAMES_PACKAGE", "tests.rules.toys")
    with pytest.raises(SetupError, match="The well is for 2 to 3 players, got 1"):
        make_setup(load_game("well").info, {"red": "Ann"})

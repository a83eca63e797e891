"""Every text is there in every language: found in the code, and met in games played at random."""

import ast
import importlib
import json
import pkgutil
import random
import re
import string
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from companion.core.ids import PlayerId
from companion.core.phrases import Phrase, phrase, spoken, who
from companion.referee.present import sentences
from companion.referee.snapshot import Seat
from companion.rules.game import AnyGame
from companion.rules.laying_out import laid_out
from companion.rules.ledger import Line
from companion.rules.random_play import random_game
from companion.rules.registry import GAMES_PACKAGE, game_ids, load_game
from companion.rules.ruling import Accepted, Rejected
from companion.server.languages import (
    ENGLISH,
    LANGUAGES,
    Catalogue,
    catalogue_of,
    chosen_language,
    in_words,
    names_of,
    read_catalogue,
)
from companion.server.page import STATIC, read_page

CODE = Path(__file__).parents[1] / "companion"
GAMES = CODE / "games"
OTHERS = tuple(tag for tag in LANGUAGES if tag != ENGLISH)
FOLDERS = {
    "page": STATIC,
    "program": CODE / "server",
    **{name: GAMES / name for name in game_ids()},
}

others = pytest.mark.parametrize("language", OTHERS)
games = pytest.mark.parametrize("name", game_ids())

MADE_ELSEWHERE = (
    *("{some} and {last}", "{some} or {last}", "{some}, {next}", "{some} {next}", "{some}; {next}"),
    *("{words}.", "a {die}", "the {die}"),
)
"""Keys of the program that are no literal argument of `phrase`."""
ROWS, SIDES = ("top", "middle", "bottom"), ("left", "middle", "right")
"""Places in a picture."""
LATIN = (
    "PIN|companion pin|companion doctor|`new`|`none`|`sudo date -s`|`DATA/pictures`|--data|°C|"
    "`companion calibrate`|--mains|--focus|--red-card|picamera2|numpy|simplejpeg|apt|libcamera|"
    "`sudo apt install python3-picamera2`|`python3 -m venv --system-site-packages`|/board|/cards|"
    "none|picamera:NUMBER|usb:NUMBER|picamera:/base/ID|usb:/dev/v4l/by-id/NAME|sim:SEED|"
    "JavaScript|JPEG|PNG|PDF|JSON|SVG|CSV|"
    "BG Stats|KB|MB|GB|Hz|VP|QR|Enter|Shift|iOS|Chrome|Firefox|"
    "my-board|Raspberry Pi(?: OS)?|Pi 5|USB|usb:|picamera:0|rpicam-hello --list-cameras"
)
"""Names that Chinese writes in Latin letters too."""


def literals(path: Path) -> Iterator[str]:
    """Keys in the calls of `phrase` and `many` in a Python file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            place = {"phrase": 0, "many": 2}.get(node.func.id)
            if place is not None:
                key = node.args[place]
                either = (key.body, key.orelse) if isinstance(key, ast.IfExp) else (key,)
                yield from (one.value for one in either if isinstance(one, ast.Constant))  # type: ignore[misc]


def constants(path: Path) -> set[str]:
    """All text in a file, Python's with the parts of a literal joined."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        nodes = ast.walk(ast.parse(text))
        return {str(node.value) for node in nodes if isinstance(node, ast.Constant)}
    return set(re.findall(r'"([^"]*)"', text)) | set(re.findall(r"\w+", text))


def python_files(owner: str) -> list[Path]:
    if owner != "program":
        return sorted((GAMES / owner).rglob("*.py"))
    return [path for path in sorted(CODE.rglob("*.py")) if GAMES not in path.parents]


def page_keys() -> set[str]:
    """Keys in the page's scripts and pages."""
    text, found = r'"((?:[^"\\]|\\.)*)"', set()
    for path in STATIC.glob("*.js"):
        script = path.read_text(encoding="utf-8")
        found |= set(re.findall(rf"(?<![\w.])(?:t|marked)\(\s*{text}", script))
        found |= {more for _, more in re.findall(
            rf"(?<![\w.])many\([^,]+,\s*{text}\s*,\s*{text}", script
        )}  # fmt: skip
    for path in STATIC.glob("*.html"):
        filled = re.findall(r"\{\{(.+?)\}\}", path.read_text(encoding="utf-8"), re.DOTALL)
        found |= {" ".join(key.split()) for key in filled}
    parts = {path.name for path in STATIC.glob("*.html")}
    return found - parts - {"version", "language", "words", "address"}


def rules_of(name: str) -> dict[str, tuple[str, str]]:
    """Text and source of every code in the tables of a game's rules."""
    package = importlib.import_module(f"{GAMES_PACKAGE}.{name}")
    found: dict[str, tuple[str, str]] = {}
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        tables = vars(importlib.import_module(module.name))
        for code, rule in tables.get("RULES", {}).items():
            found[code] = rule if isinstance(rule, tuple) else (rule.text, rule.source)
        found |= {code: (text, text) for code, text in tables.get("NOTICES", {}).items()}
    return found


@others
def test_the_page_has_every_text_and_no_other(language: str) -> None:
    assert page_keys() == set(read_catalogue(STATIC, language))


@others
@pytest.mark.parametrize("owner", ["program", *game_ids()])
def test_the_catalogues_have_every_text_of_the_code(owner: str, language: str) -> None:
    words = catalogue_of(language, "" if owner == "program" else owner)
    keys = {key for path in python_files(owner) for key in literals(path)}
    missing = sorted(keys - set(words))
    assert not missing, f"{owner} in {language} lacks:\n" + "\n".join(missing)
    assert set(MADE_ELSEWHERE) - set(words) == set()


@pytest.mark.parametrize("owner", ["program", *game_ids()])
def test_no_text_is_left_over(owner: str) -> None:
    """Each is a text in the code, or made of a name there: `alien city` of `alien_city`."""
    written: set[str] = set(MADE_ELSEWHERE)
    for path in (*python_files(owner), *FOLDERS[owner].glob("*.toml")):
        written |= constants(path)
    made = {one.lower() for text in written for one in (text, text.replace("_", " "))}
    made |= {f"{text} {{card}}" for text in made} | {f"{owner} {text}" for text in made}
    made |= {colour for name in game_ids() for colour in load_game(name).info.colours}
    made |= {f"{row} {side}" for row in ROWS for side in SIDES}
    keys = set(read_catalogue(FOLDERS[owner], OTHERS[0]))
    left = sorted(key for key in keys - written if key.lower() not in made)
    assert not left, f"{owner} says nowhere:\n" + "\n".join(left)


@pytest.mark.parametrize("owner", FOLDERS)
def test_the_languages_have_the_same_texts_with_the_same_parts(owner: str) -> None:
    first, *more = (read_catalogue(FOLDERS[owner], language) for language in OTHERS)
    assert first, f"{FOLDERS[owner] / 'languages'} has no words"
    for catalogue in more:
        assert set(catalogue) == set(first)
    for catalogue in (first, *more):
        assert {key: parts(key) for key in catalogue} == {
            key: parts(text) for key, text in catalogue.items()
        }


DOUBLES = {
    "zh-Hans": {"摄像头": "摄影机|摄像机|相机", "设置": "设定"},
    "zh-Hant": {"攝影機": "攝像|相機"},
}
"""Terms that are said one way, with what is not said for them."""


@pytest.mark.parametrize("owner", FOLDERS)
@pytest.mark.parametrize(
    ("language", "term"), [(tag, term) for tag, terms in DOUBLES.items() for term in terms]
)
def test_a_thing_has_one_name(owner: str, language: str, term: str) -> None:
    other = re.compile(DOUBLES[language][term])
    texts = read_catalogue(FOLDERS[owner], language)
    assert not {key: text for key, text in texts.items() if other.search(text)}, f"it is {term}"


LETTERS = {"zh-Hans": "gb2312", "zh-Hant": "big5"}
"""The standards that list the characters of each script."""


@pytest.mark.parametrize("owner", FOLDERS)
@pytest.mark.parametrize(("language", "standard"), LETTERS.items())
def test_no_character_is_of_the_other_script(owner: str, language: str, standard: str) -> None:
    for key, text in read_catalogue(FOLDERS[owner], language).items():
        han = "".join(re.findall(r"[\u4e00-\u9fff]", text))
        assert han.encode(standard, "ignore").decode(standard) == han, (key, text)


SAID_APART = {
    "Move": "a colony there, ships here",
    "card": "of tech there",
    "ship": "as the rulebook of each game calls it",
    "nothing": "of things, and of a price",
    "No": "to a question whether it is, and whether it may be",
    "Yes": "likewise",
    "{who} discarded {card}.": "as the rulebook of each game says it",
    "Discard {card}": "likewise",
    "{n} in the deck": "likewise",
    "say which card came off the deck": "likewise",
}
"""English that games say in their own words in Chinese, and why."""


@others
def test_the_same_text_is_said_the_same_way(language: str) -> None:
    said: dict[str, set[str]] = {}
    for folder in FOLDERS.values():
        for key, text in read_catalogue(folder, language).items():
            said.setdefault(key, set()).add(text)
    apart = {key: ways for key, ways in said.items() if len(ways) > 1}
    wrong = sorted(set(apart) ^ set(SAID_APART))
    told = (f"{key}: {' or '.join(sorted(said.get(key, ())))}" for key in wrong)
    assert not wrong, "said in several ways, or not (SAID_APART):\n" + "\n".join(told)


def parts(template: str) -> set[str]:
    words = template.partition("|")[0]
    return {name for _, name, _, _ in string.Formatter().parse(words) if name is not None}


@others
@pytest.mark.parametrize("owner", FOLDERS)
def test_no_english_is_left_in_it(owner: str, language: str) -> None:
    for key, text in read_catalogue(FOLDERS[owner], language).items():
        bare = re.sub(rf"\{{\w+\}}|{LATIN}|\([a-d]\)", "", text)
        assert not re.search("[A-Za-z]", bare), (key, text)
        assert text.strip() == text != ""


@others
@games
def test_every_rule_that_can_be_broken_is_there_in(name: str, language: str) -> None:
    words, rules = catalogue_of(language, name), rules_of(name)
    assert rules
    for code, (text, source) in rules.items():
        assert text in words, code
        assert source in words, code


def texts_of(game: AnyGame, seed: int, length: int) -> Iterator[object]:
    """What phones are told in a game played at random: positions, buttons, sentences, refusals."""
    lot = random.Random(seed)
    earlier: list[object] = []
    yield [game.info.title, [area.label for area in game.layout.areas.values()]]
    yield list(game.layout.beside.values())
    for move in random_game(game, seed, length):
        state = move.step.state
        yield [game.view(state, None), game.scores(state), game.outcome(state)]
        yield game.chance(state)
        yield [(one.label, one.pieces) for one in laid_out(game, state)]
        pending = game.pending(state)
        yield pending.prompt if pending else ""
        actions = game.legal_actions(state)
        shown = [game.action_view(state, action) for action in actions]
        yield [shown, [button.kind for button in shown]]
        yield sentences(game, Line(1, game.write_action(move.action), move.step.facts))
        earlier = [*lot.sample([*earlier, *actions], min(40, len(earlier) + len(actions)))]
        for action in earlier:
            step = game.judge(state, action)
            yield step.violations if isinstance(step, Rejected) else step.notices
            assert isinstance(step, Rejected | Accepted)


NOTATION = (
    "series",
    "dice",
    "text",
    "id",
    "kind",
    "colour",
    "player",
    "slot",
    "slots",
    "code",
    "places",
    "turn",
)
"""Fields that programs read, or in notation."""


def leaves(value: object) -> Iterator[str]:
    """Everything that a person reads in a value: phrases, and texts outside of `NOTATION`."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            if name not in NOTATION:
                yield from leaves(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from leaves(item)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("seed", [1, 2, 3])
@others
@games
def test_games_are_played_without_a_word_of_english(name: str, language: str, seed: int) -> None:
    game, words = load_game(name), catalogue_of(language, name)
    for told in texts_of(game, seed, 60):
        for text in leaves(in_words(told, words)):
            assert not re.search("[A-Za-z]", re.sub(r"\([a-d]\)|VP", "", text)), text


@pytest.mark.parametrize(
    ("chosen", "accepted", "language"),
    [
        (None, "", "en"),
        (None, "zh-TW,zh;q=0.9,en-US;q=0.8,en;q=0.7", "zh-Hant"),
        (None, "zh-HK", "zh-Hant"),
        (None, "zh-CN,zh;q=0.9", "zh-Hans"),
        (None, "zh", "zh-Hans"),
        (None, "fr-CH, fr;q=0.9, en;q=0.8, zh-TW;q=0.7, *;q=0.5", "en"),
        (None, "en;q=0.2, zh-Hant-TW;q=0.9", "zh-Hant"),
        (None, "zh-CN;q=0, en;q=0.1", "en"),
        (None, "de, fr", "en"),
        (None, "q=;;,zh-;q=x", "zh-Hans"),
        ("zh-Hans", "zh-TW", "zh-Hans"),
        ("klingon", "zh-TW", "zh-Hant"),
        ("en", "zh-TW", "en"),
    ],
)
def test_the_phone_chooses_else_its_browser(
    chosen: str | None, accepted: str, language: str
) -> None:
    assert chosen_language(chosen, accepted) == language


@others
def test_a_page_in(language: str) -> None:
    page = bytes(read_page(STATIC, "1", language).body).decode()
    assert f'<html lang="{language}">' in page
    shown = re.search(r'<script id="words" type="application/json">(.+?)</script>', page, re.DOTALL)
    assert shown is not None
    assert json.loads(shown[1]) == read_catalogue(STATIC, language)
    assert "{{" not in page


def seat(colour: str, name: str) -> Seat:
    return Seat(PlayerId(colour), name, colour, 0, ())


NAMES = ("Ann", "王小明", "José", "Đặng", "👩‍🚀", "שרה", "محمد", "z̆̈y", "{who}", "a\\b")


@pytest.mark.report("H2")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_names_in_any_script(name: str, language: str) -> None:
    """A name stands in the sentence as it is; one from right to left in an isolate of its own."""
    game = load_game(game_ids()[-1])
    red = game.info.colours[0]
    seats = names_of((seat(red, name), seat("x", "X")))
    words: Catalogue = {**catalogue_of(language, game.info.id), **seats}
    said = spoken(phrase("{some} and {last}", some=who(red), last="3"), words)
    bare = said.replace("\u2068", "").replace("\u2069", "")
    assert name in bare
    assert ("\u2068" in said) == (name in ("שרה", "محمد"))


def test_a_phrase_is_its_english() -> None:
    made = phrase("{who} rolled {dice}.", who="Red", dice=phrase("a {value}", value=3))
    assert made == "Red rolled a 3."
    assert isinstance(made, Phrase)
    assert spoken(made, {}) == "Red rolled a 3."
    assert spoken(made, {"a {value}": "{value}!"}) == "Red rolled 3!."
    assert spoken("{plain}", {"{plain}": "x"}) == "{plain}"

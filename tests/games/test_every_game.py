"""What every game must do. A new game needs no word here: it is found by itself."""

import dataclasses
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.core.pieces import DIE, Piece, in_order
from companion.referee.present import history_of
from companion.rules.codec import from_tagged, tagged
from companion.rules.engine import carry_out
from companion.rules.game import AnyGame, Secretive
from companion.rules.playthrough import replay_file
from companion.rules.random_play import Move, random_game, some_faces, some_setup
from companion.rules.registry import game_ids, load_game
from companion.rules.ruling import Accepted, Rejected
from companion.rules.scenario import run_file
from companion.rules.slips import slip_kinds
from tests.games import invariants as must
from tests.games import parts
from tests.games.soak import Soak
from tests.rules.history_model import OPERATIONS, Histories

ROOT = Path(__file__).parents[2]
TESTS = Path(__file__).parent
NOTATION = ROOT / "docs" / "notation"
SEEDS = (1, 2, 3, 4)
LENGTH = 120
FOREIGN = 12
"""Actions from other positions tried in each position."""

games = pytest.mark.parametrize("name", game_ids())
seeds = pytest.mark.parametrize("seed", SEEDS)
playthroughs = pytest.mark.parametrize(
    "path",
    sorted(TESTS.glob("*/*.playthrough")),
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)

scenarios = pytest.mark.parametrize(
    "path", sorted(TESTS.glob("*/**/*.yaml")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)


@cache
def moves(name: str, seed: int) -> tuple[Move, ...]:
    return tuple(random_game(load_game(name), seed, LENGTH))


def positions(name: str, seed: int) -> Iterator[object]:
    """Every position of the random game, the last included."""
    played = moves(name, seed)
    yield from (move.state for move in played)
    yield played[-1].step.state


@games
@seeds
def test_a_game_that_hides_something_says_what(name: str, seed: int) -> None:
    """Else what one seat alone may know would leave in histories, announcements and pictures."""
    game = load_game(name)
    for state in positions(name, seed):
        everybody = game.view(state, None)
        seats = [panel.player for panel in everybody.panels]
        if any(game.view(state, seat) != everybody for seat in seats):
            assert isinstance(game, Secretive)


@games
def test_a_game_is_complete(name: str) -> None:
    game = load_game(name)
    missing = [*parts.missing_files(ROOT, name), *parts.missing_members(game)]
    assert not missing, f"{name} lacks {', '.join(missing)}"
    faults = [*parts.faults_of_info(game), *parts.faults_of_layout(game)]
    assert not faults, "; ".join(faults)


@games
def test_a_game_goes_by_the_name_of_its_folder(name: str) -> None:
    assert load_game(name).info.id == name


@games
@seeds
def test_generated_actions_are_exactly_the_legal_ones(name: str, seed: int) -> None:
    game = load_game(name)
    pool = sorted({game.write_action(action) for action in offered(game, name)})
    lot = random.Random(seed)
    for state in positions(name, seed):
        texts = [game.write_action(action) for action in game.legal_actions(state)]
        where = game.write_state(state)
        assert len(set(texts)) == len(texts), f"twice the same action in {where}"
        assert len(texts) <= 200, f"{len(texts)} actions in {where}: split the choice"
        tried = {*texts, *lot.sample(pool, min(FOREIGN, len(pool)))}
        accepted = {text for text in tried if judged_legal(game, state, text)}
        assert accepted == set(texts), f"in {where}: {sorted(accepted ^ set(texts))}"


def offered(game: AnyGame, name: str) -> Iterator[object]:
    """Actions but rolls that are legal somewhere: in sampled positions, or in a playthrough.

    The playthroughs were written by people, so that an action never generated is missed here.
    """
    rolls: set[str] = set()
    for seed in SEEDS:
        for move in moves(name, seed)[::7]:
            yield from game.legal_actions(move.state)
            due = game.chance(move.state)
            if due is not None:
                faces = some_faces(due, random.Random(seed))
                rolls.add(verb(game, game.chance_action(move.state, faces)))
    for path in (TESTS / name).glob("*.playthrough"):
        for line in replay_file(path).ledger.lines():
            action = game.read_action(line.text)
            if verb(game, action) not in rolls:
                yield action


def verb(game: AnyGame, action: object) -> str:
    return game.write_action(action).partition(":")[2].split()[0]


def judged_legal(game: AnyGame, state: object, text: str) -> bool:
    return isinstance(game.judge(state, game.read_action(text)), Accepted)


@games
@seeds
def test_a_rejection_says_what_was_broken(name: str, seed: int) -> None:
    game = load_game(name)
    for state, ruling in rejections(name, seed):
        where = game.write_state(state)
        assert ruling.violations, f"rejected without a reason in {where}"
        for violation in ruling.violations:
            assert re.fullmatch(r"[a-z0-9_]+\.[a-z0-9_]+", violation.code), violation.code
            assert violation.text, violation.code
            assert violation.source, violation.code
            places = {*game.layout.slots, *game.layout.areas}
            assert set(violation.slots) <= places, f"{violation.code}: {violation.slots}"


def rejections(name: str, seed: int) -> Iterator[tuple[object, Rejected]]:
    """Rulings on actions that are legal elsewhere, on rolls of other moments and of odd faces."""
    game = load_game(name)
    pool = [move.action for other in SEEDS for move in moves(name, other)[::3]]
    lot = random.Random(seed)
    for state in positions(name, seed):
        actions = lot.sample(pool, min(FOREIGN, len(pool)))
        if game.chance(state) is not None:
            actions += [game.chance_action(state, faces) for faces in ((), (7,), (1,) * 50)]
        for action in actions:
            ruling = game.judge(state, action)
            if isinstance(ruling, Rejected):
                yield state, ruling


@games
@seeds
def test_only_the_roll_that_is_due_is_accepted(name: str, seed: int) -> None:
    game = load_game(name)
    lot = random.Random(seed)
    rolls = [move.action for move in moves(name, seed) if is_roll(game, move)]
    for state in positions(name, seed):
        due = game.chance(state)
        if due is None:
            for roll in lot.sample(rolls, min(3, len(rolls))):
                assert isinstance(game.judge(state, roll), Rejected), "no roll is due"
            continue
        faces = some_faces(due, lot)
        assert isinstance(game.judge(state, game.chance_action(state, faces)), Accepted)
        for wrong in (0, 7):
            changed = (*faces[:-1], wrong)
            assert isinstance(game.judge(state, game.chance_action(state, changed)), Rejected)
        if due.dice is not None:
            more = game.chance_action(state, (*faces, 1))
            assert isinstance(game.judge(state, more), Rejected), "a die too many"


def is_roll(game: AnyGame, move: Move) -> bool:
    return move.action not in game.legal_actions(move.state)


@games
@seeds
def test_judging_is_pure(name: str, seed: int) -> None:
    game = load_game(name)
    for move in moves(name, seed)[::5]:
        before = game.write_state(move.state)
        first, second = (game.judge(move.state, move.action) for _ in range(2))
        assert first == second
        assert game.write_state(move.state) == before


@pytest.mark.report("G4")
@pytest.mark.report("G10")
@games
@seeds
def test_every_position_keeps_the_invariants(name: str, seed: int) -> None:
    """Facts fold to it, it is written and read, every piece is somewhere, somebody is to act."""
    game, own = load_game(name), must.of_game(name)
    first = game.expected(moves(name, seed)[0].state)
    for move in moves(name, seed):
        must.check_step(game, move)
        must.check_written(game, move)
        must.check_position(game, move.step.state, first)
        if own.check_step is not None:
            own.check_step(move.state, move.step)
        if own.check_position is not None:
            own.check_position(move.step.state)


@pytest.mark.slow
@games
def test_fifty_random_games_keep_the_invariants(name: str) -> None:
    soak = Soak(name, every=5)
    assert all(soak.play(seed).finished for seed in range(1001, 1051))


@games
def test_a_whole_random_game_keeps_the_invariants(name: str) -> None:
    """To its end; `python -m tests.games.soak` plays a thousand."""
    assert Soak(name, every=10).play(seed=1).finished


@games
@seeds
def test_what_happens_is_told(name: str, seed: int) -> None:
    game = load_game(name)
    for move in moves(name, seed):
        assert all(isinstance(game.say(fact.event), str) for fact in move.step.facts)
        assert all(notice.text for notice in move.step.notices)


@games
@seeds
def test_no_word_stands_twice_in_a_row(name: str, seed: int) -> None:
    """As in `the the common tech`, where a name that has its article is put after another."""
    told = {
        *told_in_play(name, seed),
        *(text for _, no in rejections(name, seed) for text in texts(no)),
    }
    assert told
    assert not [text for text in told if re.search(r"\b([a-z]+) \1\b", text, re.IGNORECASE)]


def told_in_play(name: str, seed: int) -> Iterator[str]:
    """What is shown and said in the random game, and to any seat that does again what was done."""
    game = load_game(name)
    for move in moves(name, seed):
        yield from texts(game.view(move.state, None))
        yield from texts(game.pending(move.state))
        yield from texts(
            tuple(game.action_view(move.state, a) for a in game.legal_actions(move.state))
        )
        yield from (game.say(fact.event) for fact in move.step.facts)
        what = game.write_action(move.action).partition(":")[2]
        for seat in (sheet.player for sheet in game.scores(move.state)):
            ruling = game.judge(move.step.state, game.read_action(f"{seat}:{what}"))
            yield from texts(getattr(ruling, "violations", ()))


def texts(shown: object) -> Iterator[str]:
    """Every text in a value."""
    if isinstance(shown, str):
        yield shown
    elif isinstance(shown, tuple):
        for one in shown:
            yield from texts(one)
    elif dataclasses.is_dataclass(shown):
        for field in dataclasses.fields(shown):
            yield from texts(getattr(shown, field.name))


@games
def test_a_game_has_points_where_it_says_so(name: str) -> None:
    game = load_game(name)
    sheets = [game.scores(state) for seed in SEEDS for state in positions(name, seed)]
    assert game.info.scored == any(sheet.total or sheet.lines for one in sheets for sheet in one)


@games
@seeds
def test_every_seat_can_look(name: str, seed: int) -> None:
    game = load_game(name)
    for state in positions(name, seed):
        must.check_seen(game, state)


@games
@seeds
def test_every_action_has_a_button(name: str, seed: int) -> None:
    game = load_game(name)
    for state in positions(name, seed):
        for action in game.legal_actions(state):
            button = game.action_view(state, action)
            assert button.text == game.write_action(action)
            assert button.label
            assert set(button.slots) <= set(game.layout.slots), button.text


@games
@seeds
def test_pieces_put_anywhere_attempt_an_action_or_none(name: str, seed: int) -> None:
    game = load_game(name)
    lot = random.Random(seed)
    for state in positions(name, seed):
        for area in game.layout.areas:
            count, colour = lot.randint(1, 3), lot.choice(game.info.colours)
            added = in_order(Piece(DIE, colour, lot.randint(1, 6)) for _ in range(count))
            action = game.attempt(state, area, added)
            if action is not None:
                text = game.write_action(action)
                assert game.read_action(text) == action, text
                assert isinstance(game.judge(state, action), Accepted | Rejected)


@games
@seeds
def test_a_slip_breaks_its_rules_and_no_other(name: str, seed: int) -> None:
    """The table of slips is written apart from `judge`, and agrees with it."""
    game, lot = load_game(name), random.Random(seed)
    for state in positions(name, seed):
        for kind in slip_kinds(name):
            slip = kind.find(state, lot)
            if slip is None:
                continue
            where = f"{kind.code}: {game.write_state(state)}"
            assert kind.code in slip.codes, where
            assert {slip.area, slip.source or slip.area} <= set(game.layout.areas), where
            action = game.attempt(state, slip.area, slip.pieces)
            assert action is not None, where
            ruling = game.judge(state, action)
            assert isinstance(ruling, Rejected), where
            assert set(ruling.codes) == set(slip.codes), where


@games
@seeds
def test_a_number_set_by_hand_is_then_shown(name: str, seed: int) -> None:
    game = load_game(name)
    for state in list(positions(name, seed))[::10]:
        for panel in game.view(state, None).panels:
            for quantity in panel.quantities:
                event = game.adjust(state, panel.player, quantity.id, quantity.amount)
                if event is None:
                    continue
                assert carry_out(game, state, (event,)).state == state, "the same number changes"
                changed = game.adjust(state, panel.player, quantity.id, quantity.amount + 1)
                if changed is not None:
                    after = game.view(game.evolve(state, changed), None)
                    shown = {
                        (each.player, number.id): number.amount
                        for each in after.panels
                        for number in each.quantities
                    }
                    assert shown[panel.player, quantity.id] == quantity.amount + 1
                    assert from_tagged(tagged(changed), game.event_types) == changed


@games
def test_no_number_is_set_for_nobody(name: str) -> None:
    game = load_game(name)
    state = moves(name, SEEDS[0])[0].state
    player = game.scores(state)[0].player
    assert game.adjust(state, player, "no_such_number", 1) is None


@games
@seeds
def test_what_the_table_insists_on_can_be_written(name: str, seed: int) -> None:
    game = load_game(name)
    pool = [move.action for other in SEEDS for move in moves(name, other)[::5]]
    lot = random.Random(seed)
    for state in list(positions(name, seed))[::4]:
        for action in lot.sample(pool, min(4, len(pool))):
            events = game.enforce(state, action)
            if events is not None:
                step = carry_out(game, state, events)
                text = game.write_state(step.state)
                assert game.read_state(text) == step.state, text
                game.view(step.state, None)
                game.expected(step.state)
                game.legal_actions(step.state)


@pytest.mark.report("G2")
@pytest.mark.report("G4")
@games
@seeds
def test_any_history_equals_its_plain_replay(name: str, seed: int) -> None:
    game = load_game(name)
    lot = random.Random(seed)
    texts = [game.write_action(move.action) for move in moves(name, seed)[:30]]
    histories = Histories(game, some_setup(game, seed))
    for _ in range(25):
        histories.apply(lot.choice(OPERATIONS), lot, texts)


@playthroughs
def test_playthrough(path: Path) -> None:
    replayed = replay_file(path)
    assert replayed.game.info.id == path.parent.name
    assert replayed.ledger.state(replayed.game) == replayed.state


@playthroughs
def test_no_line_of_a_history_is_without_words(path: Path) -> None:
    """Else the page shows it as it is written: `red: end_turn`."""
    replayed = replay_file(path)
    told = history_of(replayed.game, replayed.ledger)
    assert told
    assert not [line.text for line in told if not line.sentences]


@scenarios
def test_scenarios(path: Path) -> None:
    failures = [failure for result in run_file(path) for failure in result.failures]
    assert not failures, "\n".join(failures)


@games
def test_the_notation_page_knows_every_word(name: str) -> None:
    game = load_game(name)
    page = (NOTATION / f"{name}.md").read_text(encoding="utf-8")
    texts = [game.write_action(move.action) for seed in SEEDS for move in moves(name, seed)]
    codes = parts.codes_in_source(ROOT / "companion" / "games" / name) | codes_met(name)
    lacking = parts.missing_words(page, parts.vocabulary(game, texts, codes))
    assert not lacking, lacking


def codes_met(name: str) -> set[str]:
    return {code for seed in SEEDS for _, ruling in rejections(name, seed) for code in ruling.codes}

"""Carrying out the steps of a scenario on a ledger."""

from collections.abc import Iterable, Mapping
from typing import cast

from companion.core.ids import PlayerId
from companion.rules.codec import Json
from companion.rules.engine import Step as Played
from companion.rules.engine import fold, play
from companion.rules.errors import PathError, ScenarioError
from companion.rules.game import AnyGame, Setup
from companion.rules.history import Broken, adjusted, amended, overruled, preview_amend, written
from companion.rules.ledger import Entry, Header, Ledger, Line, Origin, Undone
from companion.rules.paths import patched
from companion.rules.registry import load_game, make_setup
from companion.rules.ruling import Rejected
from companion.rules.scenario_checks import Moment, full_text, in_words, names_player
from companion.rules.scenario_file import Scenario, Step

SCENARIO = Origin("scenario")


class Runner:
    """The ledger of a scenario: it begins with the given position and grows with the steps."""

    def __init__(self, scenario: Scenario) -> None:
        game = load_game(scenario.game)
        setup = make_setup(game.info, scenario.players, scenario.options, scenario.count)
        if scenario.given is None:
            state: object = game.setup(setup)
        else:
            state = _by_options(game.read_state(scenario.given), scenario.options)
            _check_players(game, state, scenario)
        for path, data in scenario.patch.items():
            state = patched(state, path, data)
        self.game = _begun_at(game, state)
        self.state = state
        self.ledger = Ledger(Header(game.info.id, game.info.rules_version, setup, ""))
        self.entry_of_step: dict[int, int] = {}

    def carry_out(self, step: Step) -> Moment:
        """How things stand after a step. Raises `ScenarioError` when it must not fail and does."""
        match step.verb:
            case "do" | "try" | "chance":
                return self._attempt(step)
            case "amend":
                return self._amend(step)
            case "undo":
                self._append(step, Undone(self._undo_to(step.what), SCENARIO, ""))
            case "overrule":
                text = full_text(self.game, step.what, step.by)
                return self._insist(step, overruled(self.game, self.ledger, text, SCENARIO, ""))
            case "adjust":
                return self._insist(step, self._adjusted(step))
        return Moment(self.game, self.state)

    def _attempt(self, step: Step) -> Moment:
        action = self._action(step)
        played: Played[object, object] | Rejected = play(self.game, self.state, action)
        if isinstance(played, Rejected):
            if not _may_be_rejected(step):
                raise ScenarioError(f"expected to be legal, breaks{in_words(played.violations)}")
            return Moment(self.game, self.state, violations=played.violations)
        if step.verb != "try":
            entry = written(self.game, self.ledger, action, played, origin=SCENARIO, at="")
            self._append(step, entry)
        events = tuple(fact.event for fact in played.facts)
        notices = tuple(notice.code for notice in played.notices)
        return Moment(self.game, self.state, events=events, notices=notices)

    def _action(self, step: Step) -> object:
        faces = _faces(step.what) if step.verb == "chance" else None
        if faces is not None:
            return self._roll(self.state, faces, step.by)
        return self.game.read_action(full_text(self.game, step.what, step.by))

    def _roll(self, state: object, faces: list[int], by: str | None) -> object:
        due = self.game.chance(state)
        if due is None:
            raise ScenarioError("no roll is due")
        if by not in (None, due.player):
            raise ScenarioError(f"the roll due is by {due.player}, not by {by}")
        return self.game.chance_action(state, faces)

    def _amend(self, step: Step) -> Moment:
        """`ACTION` or faces for the last line, or `{entry|step: N, to: ..., keep: true|false}`.

        `text`, the word of the phones, does for `to`.
        Without `keep`, nothing may become illegal: then the amendment fails, or, where `rejected`
        lists the rules that would be broken, nothing is changed.
        """
        what = step.what if isinstance(step.what, Mapping) else {"to": step.what}
        _only(what, ("entry", "step", "to", "text", "keep"), "amend")
        line = self._line(what)
        text = self._replacement(what.get("to", what.get("text")), line, step.by)
        broken = preview_amend(self.game, self.ledger, line.entry, text).broken
        violations = tuple(violation for each in broken for violation in each.violations)
        keep = what.get("keep")
        if broken and keep is None:
            if not step.checks.get("rejected"):
                raise ScenarioError(
                    f"this would make lines illegal, and `keep` is not said:{_shown(broken)}"
                )
            return Moment(self.game, self.state, violations)
        new = amended(
            self.game, self.ledger, line.entry, text, keep is True, origin=SCENARIO, at=""
        )
        self._append(step, new)
        events = tuple(fact.event for again in new.lines for fact in again.facts)
        return Moment(self.game, self.state, violations, events)

    def _line(self, what: Mapping[str, Json]) -> Line:
        lines = {line.entry: line for line in self.ledger.lines()}
        entry = self._entry(what, "entry", max(lines, default=0))
        if entry not in lines:
            known = ", ".join(map(str, lines)) or "none"
            raise ScenarioError(f"there is no line {entry} to amend; there are {known}")
        return lines[entry]

    def _replacement(self, text: Json, line: Line, by: str | None) -> str:
        faces = _faces(text)
        if faces is None:
            author = by or self.game.player_of(self.game.read_action(line.text))
            return full_text(self.game, text, None if names_player(self.game, text) else author)
        state: object = self.game.setup(self.ledger.header.setup)
        for earlier in self.ledger.lines():
            if earlier.entry < line.entry:
                state = fold(self.game, state, earlier.facts)
        return self.game.write_action(self._roll(state, faces, by))

    def _undo_to(self, what: Json) -> int:
        """`N` or `{to: N}`: after entry N; `{step: N}`: after that step; `last`: one entry."""
        match what:
            case None | True | "last":
                return len(self.ledger.entries) - 1
            case int():
                return what
            case Mapping():
                _only(what, ("to", "entry", "step"), "undo")
                name = "to" if "to" in what else "entry"
                return self._entry(what, name, 0)
        raise ScenarioError(f"undo: expected the number of an entry, got {what!r}")

    def _adjusted(self, step: Step) -> Entry | None:
        match str(step.what).split():
            case [quantity, amount] if step.by and amount.lstrip("-").isdecimal():
                player, number = PlayerId(step.by), int(amount)
                return adjusted(
                    self.game, self.ledger, player, quantity, number, origin=SCENARIO, at=""
                )
        raise ScenarioError(f"adjust: expected `by` and `QUANTITY NUMBER`, got {step.what!r}")

    def _insist(self, step: Step, entry: Entry | None) -> Moment:
        if entry is None:
            raise ScenarioError("this cannot be done, not even when the table insists")
        self._append(step, entry)
        facts = self.ledger.lines()[-1].facts
        return Moment(self.game, self.state, events=tuple(fact.event for fact in facts))

    def _entry(self, what: Mapping[str, Json], name: str, default: int) -> int:
        number = what.get("step", what.get(name, default))
        if not isinstance(number, int):
            raise ScenarioError(f"expected a number, got {number!r}")
        if "step" not in what:
            return number
        if number not in self.entry_of_step:
            known = ", ".join(map(str, self.entry_of_step)) or "none"
            raise ScenarioError(f"step {number} brought no entry; these did: {known}")
        return self.entry_of_step[number]

    def _append(self, step: Step, entry: Entry) -> None:
        self.ledger = self.ledger.append(entry)
        self.entry_of_step[step.number] = len(self.ledger.entries)
        self.state = self.ledger.state(self.game)


def _check_players(game: AnyGame, state: object, scenario: Scenario) -> None:
    """Players named beside a position are those who play in it. Raises `ScenarioError`."""
    seated = [str(sheet.player) for sheet in game.scores(state)]
    named = ", ".join(scenario.players) or f"{scenario.count} players"
    other_count = scenario.count is not None and scenario.count != len(seated)
    if other_count or (scenario.players and list(scenario.players) != seated):
        raise ScenarioError(f"in the given position {', '.join(seated)} play, not {named}")


def _by_options(state: object, options: Mapping[str, str]) -> object:
    """A position played by the options named beside it. Raises `ScenarioError` if it has none."""
    for name, value in options.items():
        try:
            state = patched(state, f"options.{name}", value)
        except PathError as error:
            raise ScenarioError(f"a given position takes no option {name!r}: {error}") from error
    return state


def _begun_at(game: AnyGame, state: object) -> AnyGame:
    """The same game with another first position, so that a ledger can begin in mid-game."""
    return cast(AnyGame, _BegunAt(game, state))


class _BegunAt:
    def __init__(self, game: AnyGame, state: object) -> None:
        self._game = game
        self._state = state

    def setup(self, setup: Setup) -> object:
        """The given position, whoever plays."""
        del setup
        return self._state

    def __getattr__(self, name: str) -> object:
        return getattr(self._game, name)


def _may_be_rejected(step: Step) -> bool:
    """A `try` that checks nothing which only a legal action has; a `chance` that says so."""
    if step.verb == "try":
        return "rejected" in step.checks or not {"events", "notices"} & set(step.checks)
    return step.verb == "chance" and bool(step.checks.get("rejected"))


def _faces(what: Json) -> list[int] | None:
    """`[3, 5, 5]`, `3 5 5` or `3` as faces; `None` for anything else, such as an action."""
    items = what.replace(",", " ").split() if isinstance(what, str) else what
    items = [items] if isinstance(items, int) else items
    if not isinstance(items, list) or not all(str(item).isdecimal() for item in items):
        return None
    return [int(str(item)) for item in items]


def _shown(broken: Iterable[Broken]) -> str:
    return "".join(
        f"\n  line {line.entry} `{line.text}`{in_words(line.violations)}" for line in broken
    )


def _only(what: Mapping[str, Json], known: tuple[str, ...], name: str) -> None:
    for key in what:
        if key not in known:
            raise ScenarioError(f"{name} has an unknown key {key!r}; known: {', '.join(known)}")

"""A plain model of history: after every entry, the list of what was said, replayed from scratch."""

import json
import random

from companion.core.ids import PlayerId
from companion.rules.engine import carry_out, fold, play
from companion.rules.game import AnyGame, Setup
from companion.rules.history import acted, adjusted, amended, overruled
from companion.rules.ledger import (
    Adjusted,
    Amended,
    Entry,
    Header,
    Ledger,
    Origin,
    Overruled,
    Undone,
    read_entry,
    write_entry,
)
from companion.rules.ruling import Rejected

Said = tuple[int, str, str]
"""Number of the entry, text, and how it was meant: `judged`, `overruled` or `adjusted`."""

PHONE = Origin("phone", seat="red", command="c1")
OPERATIONS = ("act", "act", "act", "overrule", "adjust", "amend", "undo", "redo")


class Histories:
    """A ledger and its model, kept side by side."""

    def __init__(self, game: AnyGame, setup: Setup) -> None:
        self.game = game
        self.ledger = Ledger(Header(game.info.id, game.info.rules_version, setup, "now"))
        self.said: list[list[Said]] = [[]]
        self.states: list[object] = [game.setup(setup)]

    @property
    def state(self) -> object:
        return self.states[-1]

    def apply(self, operation: str, lot: random.Random, texts: list[str]) -> None:
        """One operation, by lot; `texts` are actions that may be wrong here."""
        match operation:
            case "act":
                self._act(lot)
            case "overrule":
                self._overrule(lot.choice(texts))
            case "adjust":
                self._adjust(lot)
            case "amend":
                self._amend(lot, lot.choice(texts))
            case "undo":
                self._go_to(lot.randint(0, len(self.states) - 1))
            case "redo":
                last = self.ledger.entries[-1:]
                if last and isinstance(last[0], Undone):
                    self._go_to(len(self.states) - 2)
        self.check()

    def check(self) -> None:
        """The ledger, its copy through JSON and the model all hold the same position."""
        assert self.ledger.state(self.game) == self.state
        copy = Ledger(self.ledger.header)
        for entry in self.ledger.entries:
            copy = copy.append(read_entry(json.loads(json.dumps(write_entry(entry))), self.game))
        assert copy == self.ledger
        assert [line.text for line in copy.lines()] == [text for _, text, _ in self.said[-1]]
        self.check_codes()
        for place, state in enumerate(self.states):
            assert copy.state(self.game, place) == state, f"after entry {place}"

    def check_codes(self) -> None:
        """What an overruled line breaks is what it breaks where it now stands."""
        state: object = self.game.setup(self.ledger.header.setup)
        for line in self.ledger.lines():
            ruling = None
            if line.how != "adjusted":
                ruling = self.game.judge(state, self.game.read_action(line.text))
            broken = ruling.codes if isinstance(ruling, Rejected) else ()
            assert line.codes == broken, line.text
            state = fold(self.game, state, line.facts)

    def replayed(self, said: list[Said]) -> tuple[object, list[Said]]:
        """From the setup: the position, and what could be done at all, as it came out."""
        state: object = self.game.setup(self.ledger.header.setup)
        done: list[Said] = []
        for entry, text, meant in said:
            how = meant
            if meant == "adjusted":
                _, player, quantity, amount = text.split()
                event = self.game.adjust(state, PlayerId(player), quantity, int(amount))
                events = None if event is None else (event,)
            else:
                action = self.game.read_action(text)
                step = play(self.game, state, action)
                if not isinstance(step, Rejected):
                    state = step.state
                    done.append((entry, text, "judged"))
                    continue
                how = "overruled"
                events = self.game.enforce(state, action)
            if events is not None:
                state = carry_out(self.game, state, events).state
                done.append((entry, text, how))
        return state, done

    def _act(self, lot: random.Random) -> None:
        actions = list(self.game.legal_actions(self.state))
        due = self.game.chance(self.state)
        if due is not None:
            count = 2 if due.dice is None else len(due.dice)
            faces = [lot.randint(1, 6) for _ in range(count)]
            actions.append(self.game.chance_action(self.state, faces))
        if actions:
            text = self.game.write_action(lot.choice(actions))
            entry = acted(self.game, self.ledger, text, PHONE, "now")
            assert not isinstance(entry, Rejected)
            self._append(entry, [*self.said[-1], (entry.line.entry, text, "judged")])

    def _overrule(self, text: str) -> None:
        entry = overruled(self.game, self.ledger, text, PHONE, "now")
        ruling = play(self.game, self.state, self.game.read_action(text))
        if entry is None:
            assert isinstance(ruling, Rejected)
            assert self.game.enforce(self.state, self.game.read_action(text)) is None
            return
        assert isinstance(entry, Overruled) == isinstance(ruling, Rejected)
        if isinstance(entry, Overruled) and isinstance(ruling, Rejected):
            assert entry.line.codes == ruling.codes
        self._append(entry, [*self.said[-1], (entry.line.entry, text, entry.line.how)])

    def _adjust(self, lot: random.Random) -> None:
        panel = lot.choice(self.game.view(self.state, None).panels)
        quantity, amount = lot.choice(panel.quantities).id, lot.randint(0, 5)
        entry = adjusted(
            self.game, self.ledger, panel.player, quantity, amount, origin=PHONE, at="now"
        )
        if entry is not None:
            assert isinstance(entry, Adjusted)
            text = f"adjust {panel.player} {quantity} {amount}"
            self._append(entry, [*self.said[-1], (entry.line.entry, text, "adjusted")])

    def _amend(self, lot: random.Random, text: str) -> None:
        if not self.said[-1]:
            return
        number = lot.choice(self.said[-1])[0]
        entry = amended(self.game, self.ledger, number, text, True, origin=PHONE, at="now")
        before = [(at, old, how) for at, old, how in self.said[-1] if at < number]
        after = [(at, old, how) for at, old, how in self.said[-1] if at > number]
        _, said = self.replayed([*before, (number, text, "judged"), *after])
        assert isinstance(entry, Amended)
        self._append(entry, said)

    def _go_to(self, to: int) -> None:
        self._append(Undone(to, PHONE, "now"), self.said[to])

    def _append(self, entry: Entry, said: list[Said]) -> None:
        self.ledger = self.ledger.append(entry)
        self.said.append(said)
        self.states.append(self.replayed(said)[0])

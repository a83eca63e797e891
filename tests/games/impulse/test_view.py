"""What the page and the camera are told, and what is set by hand."""

import json
from pathlib import Path

import pytest

from companion.core.expected import Exactly, OneOf, should_lie
from companion.core.ids import AreaId, PlayerId
from companion.core.pieces import FACE_DOWN, Piece
from companion.games import impulse
from companion.games.impulse import events as e
from companion.games.impulse.card_words import effect
from companion.games.impulse.data import CARDS, RACES
from companion.games.impulse.expected import CARD, SHIP
from companion.games.impulse.game import GAME
from companion.games.impulse.position import TALLY
from companion.games.impulse.state import State
from companion.rules.engine import carry_out, play
from companion.rules.registry import make_setup
from companion.rules.ruling import Rejected

RED, BLUE = PlayerId("red"), PlayerId("blue")
TURN = (
    "turn=red phase=impulse step=1 stack=command/player=red/card=command_y3_either_moves/bonus=1"
    " | red hand=3 known=mine_g1_red minerals=draw_g2_small points=trade:4"
    " | blue hand=2 plan=trade_b1_red"
    " | impulse=command_y3_either_moves 12=trade_y1_blue @12=red2 @10.11=blue1 @8=blue2"
)


def after(*actions: str, text: str = TURN) -> State:
    state = GAME.read_state(text)
    for action in actions:
        step = play(GAME, state, GAME.read_action(action))
        assert not isinstance(step, Rejected), step
        state = step.state
    return state


def ships(player: PlayerId, count: int) -> tuple[Piece, ...]:
    return (Piece(SHIP, player),) * count


def test_ships_lie_where_the_rules_say() -> None:
    lying = GAME.expected(after())
    assert lying[AreaId("12")] == Exactly(ships(RED, 2))
    assert lying[AreaId("10.11")] == Exactly(ships(BLUE, 1))
    assert lying[AreaId("11")] == Exactly(())
    assert should_lie(lying[AreaId("supply.red")]) == ships(RED, 10)
    assert lying[AreaId("points")] == Exactly((Piece(SHIP, BLUE, 0), Piece(SHIP, RED, 4)))
    assert should_lie(lying[AreaId("hand.red")]).count(Piece(CARD)) == 2
    (card,) = should_lie(lying[AreaId("map.12")])
    assert card.name == "card 12: Trade 1 yellow: up to [1] blue from the hand"
    for area, face in (
        ("map.3", FACE_DOWN),
        ("map.12", "trade_y1_blue"),
        ("row1", "command_y3_either_moves"),
        ("plan.blue", "trade_b1_red"),
        ("minerals.red", "draw_g2_small"),
        ("hand.red", "mine_g1_red"),
    ):
        assert should_lie(lying[AreaId(area)])[0].face == face
    assert should_lie(lying[AreaId("plan.blue")])[0].name.startswith("Trade 1 blue")


def test_a_fleet_on_its_declared_way_may_lie_at_either_end() -> None:
    lying = GAME.expected(after("red: move 1 12 16"))
    assert lying[AreaId("12")] == OneOf((ships(RED, 2), ships(RED, 1)))
    assert lying[AreaId("16")] == OneOf(((), ships(RED, 1)))


def test_attackers_lie_beside_the_defender() -> None:
    text = TURN.replace("@12=red2", "@12=red1 @11.12=red1").replace("12=trade", "11=trade")
    state = after("red: move 1 11.12 10.11", text=text)
    assert GAME.expected(state)[AreaId("10.11")] == Exactly((*ships(BLUE, 1), *ships(RED, 1)))
    two = GAME.read_state(GAME.write_state(state).replace("ships=1", "ships=2"))
    assert GAME.expected(two)[AreaId("10.11")] == Exactly((*ships(BLUE, 1), *ships(RED, 2)))
    panel = GAME.view(state, None).panels[0]
    assert {number.id: number.amount for number in panel.quantities}["ships"] == 10


@pytest.mark.parametrize(("mixed", "top"), [(0, "plan_g1_red"), (1, "plan_g1_red"), (2, None)])
def test_the_newest_discard_lies_uppermost_unless_it_came_with_others(
    mixed: int, top: str | None
) -> None:
    state = after(text=f"{TURN} discards=trade_b1_green,plan_g1_red buried=2 mixed={mixed}")
    lies = GAME.expected(state)[AreaId("discards")]
    assert isinstance(lies, Exactly)
    assert len(lies.pieces) == 4
    assert (lies.top.face if lies.top else None) == top
    assert GAME.read_state(GAME.write_state(state)) == state


def test_panels_shelves_and_pieces() -> None:
    view = GAME.view(after(), RED)
    assert view == GAME.view(after(), BLUE) == GAME.view(after(), None)
    red, blue = view.panels
    numbers = {number.id: number.amount for number in red.quantities}
    assert numbers == {"score": 4, "hand": 3, "ships": 10, "gems.green": 2}
    assert "In hand, as all have seen: Mine 1 green" in red.cards
    assert red.note == "home on card 12; 1 green mineral of size 2"
    assert "Plan: Trade 1 blue" in blue.cards
    (shelf,) = view.shelves
    assert shelf.note == "82 in the deck"
    assert [piece.kind for piece in view.pieces if piece.slot == "12"] == ["card", "ship", "ship"]
    assert view.headline == "Red: choose a fleet to move, Command 3 yellow"


def test_buttons() -> None:
    state = after()
    shown = {b.text: b for b in (GAME.action_view(state, a) for a in GAME.legal_actions(state))}
    move = shown["red: move 2 12 16"]
    assert (move.label, move.slots, move.kind) == ("Move 2 transports: card 12 to card 16", ("12",),
                                                   "Move")  # fmt: skip
    assert shown["red: done"].label == "No more"


def test_points_and_hands_are_set_by_hand() -> None:
    state = after()
    event = GAME.adjust(state, RED, "score", 7)
    assert event is not None
    assert GAME.scores(carry_out(GAME, state, (event,)).state)[0].total == 7
    event = GAME.adjust(state, RED, "hand", 5)
    assert event is not None
    changed = carry_out(GAME, state, (event,)).state
    assert (changed.players[RED].hand, changed.deck) == (5, state.deck - 2)
    event = GAME.adjust(state, RED, "hand", 0)
    assert event is not None
    assert carry_out(GAME, state, (event,)).state.players[RED].known == ()
    assert GAME.adjust(state, RED, "hand", state.deck + 3) is None
    assert GAME.adjust(state, RED, "hand", state.deck + 2) is not None
    assert GAME.adjust(state, RED, "score", -1) is None
    assert GAME.adjust(state, PlayerId("green"), "score", 1) is None


def test_twenty_set_by_hand_end_the_game() -> None:
    event = GAME.adjust(after(), BLUE, "score", 20)
    assert event is not None
    ended = carry_out(GAME, after(), (event,)).state
    outcome = GAME.outcome(ended)
    assert outcome is not None
    assert outcome.places == {BLUE: 1, RED: 2}
    assert GAME.view(ended, None).headline == "Blue has 20 points: Blue won"


def test_the_plan_in_use_is_a_shelf() -> None:
    state = GAME.read_state(
        "turn=red phase=using step=1 using=trade_b1_red,mine_g1_red"
        " stack=work/player=red/card=trade_b1_red | red hand=3 | blue hand=3 | @12=red2 @8=blue2"
    )
    shelves = {shelf.title: shelf.cards for shelf in GAME.view(state, None).shelves}
    assert shelves["The Plan in use"] == ("Mine 1 green: up to [1] red from the hand",)
    assert "The Plan in use" not in {shelf.title for shelf in GAME.view(after(), None).shelves}


def test_a_piece_of_nobody_here_attempts_nothing() -> None:
    for piece in (Piece(SHIP, "white"), Piece(SHIP), Piece(CARD, "red")):
        assert GAME.attempt(after(), AreaId("11"), (piece,)) is None
        assert GAME.attempt(after(), AreaId("12"), (piece, *ships(RED, 1))) == (
            GAME.attempt(after(), AreaId("12"), ships(RED, 1))
        )


def test_who_does_not_play_builds_nothing() -> None:
    building = after(text=TURN.replace("command/player=red/card=command_y3_either_moves/bonus=1",
                                       "work/player=red/card=build_b3_either_outpost"))  # fmt: skip
    assert GAME.attempt(building, AreaId("12"), (Piece(SHIP, "white"),)) is None


def test_a_hand_is_counted_as_it_is_though_the_deck_is_empty() -> None:
    state = GAME.read_state("turn=red phase=tech | red hand=4 | blue hand=86 | @12=red2 @8=blue2")
    assert state.deck == 0
    assert GAME.adjust(state, RED, "hand", 4) == e.HandSet(RED, 4)
    assert GAME.adjust(state, RED, "hand", 5) is None


def test_what_ships_put_somewhere_attempt() -> None:
    state = after()
    attempted = {
        (area, count): GAME.attempt(state, AreaId(area), ships(RED, count))
        for area, count in (("11", 1), ("16", 2), ("1", 1), ("12.16", 1))
    }
    written = {k: None if a is None else GAME.write_action(a) for k, a in attempted.items()}
    assert written == {
        ("11", 1): "red: move 1 12 11",
        ("16", 2): "red: move 2 12 16",
        ("1", 1): None,
        ("12.16", 1): None,
    }
    building = after(text=TURN.replace("command/player=red/card=command_y3_either_moves/bonus=1",
                                       "work/player=red/card=build_b3_either_outpost"))  # fmt: skip
    built = GAME.attempt(building, AreaId("12"), ships(RED, 1))
    assert built is not None
    assert GAME.write_action(built) == "red: build 12"


def test_what_is_listed_is_what_may_be() -> None:
    state = GAME.setup(make_setup(GAME.info, count=2))
    assert [GAME.write_action(action) for action in GAME.legal_actions(state)] == [
        f"blue: race {race}" for race in RACES
    ]
    for race in ("blue: race ariek", "green: race herculese"):
        step = play(GAME, state, GAME.read_action(race))
        assert not isinstance(step, Rejected)
        state = step.state
    pending = GAME.pending(state)
    assert pending is not None
    assert (pending.kind, len(pending.choices)) == ("home", len(CARDS))
    due = after(
        text="turn=red phase=impulse step=1"
        " stack=work/player=red/card=mine_r1_deck_size/flipping=yes"
        " | red hand=1 known=mine_g1_red | blue"
        " | impulse=mine_r1_deck_size,trade_b1_red,trade_b1_red @12=red1 @8=blue1"
    )
    dealt = {GAME.write_action(action) for action in GAME.legal_actions(due)}
    out_of_sight = set(CARDS) - {"mine_g1_red", "trade_b1_red"}
    assert dealt == {f"red: deal {card}" for card in out_of_sight}


def test_a_card_shown_lies_open() -> None:
    state = after(
        text="turn=red phase=impulse step=1"
        " stack=work/player=red/card=research_b3_deck_size/used=1/shown=mine_g1_red"
        " | red hand=1 | blue | impulse=research_b3_deck_size @12=red1 @8=blue1"
    )
    (shown,) = should_lie(GAME.expected(state)[AreaId("fight")])
    assert shown.name.startswith("Mine 1 green")
    assert [GAME.action_view(state, action).label for action in GAME.legal_actions(state)] == [
        *("Into the left slot", "Into the right slot", "Discard Mine 1 green"),
    ]


def test_a_card_that_may_be_declined_is_kept_or_discarded() -> None:
    state = after(
        text="turn=red phase=impulse step=1 declines=any"
        " stack=work/player=red/card=mine_r1_deck_size/used=1/shown=mine_g1_red"
        " | red hand=1 | blue | impulse=mine_r1_deck_size @12=red1 @8=blue1"
    )
    assert [GAME.action_view(state, action).label for action in GAME.legal_actions(state)] == [
        *("Keep it", "Discard Mine 1 green"),
    ]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (e.BattleBegan(RED, BLUE, "1.5", 2, ()), "Red attacks Blue on gate 1.5."),
        (e.RaceChosen(RED, "ariek"), "Red plays the Ariek."),
        (e.HomePlaced(RED, "mine_g1_red"), "Red put Mine 1 green at home."),
        (e.CardAdded(RED, "mine_g1_red"), "Red added Mine 1 green to the Impulse."),
        (e.CardDrawn(RED), "Red drew a card."),
        (e.CardKept(RED, "mine_g1_red", "left"), "Red researched Mine 1 green."),
        (e.CardKept(RED, "mine_g1_red", ""), "Red kept Mine 1 green."),
        (e.CardDiscarded(RED, "mine_g1_red"), "Mine 1 green was discarded."),
        (e.CardExplored(RED, "11"), "Red explores card 11."),
        (e.CardPlaced(RED, "11", "mine_g1_red"), "Red put Mine 1 green on card 11."),
        (e.DeckShuffled(RED), "The discards were shuffled into a new deck."),
        (e.DeckFormed(RED, (2, 2)), "Everybody gave cards for a new deck."),
        (e.CorePatrolled(RED, 1), "Red holds 1 gate of the Sector Core: 1 point."),
        (e.CorePatrolled(RED, 2), "Red holds 2 gates of the Sector Core: 2 points."),
        (e.PlanBegan(RED), "Red uses the Plan."),
        (e.ImpulseTrimmed(RED, "mine_g1_red"), "Mine 1 green left the Impulse."),
        (e.TurnPassed(RED, BLUE), "Blue is next."),
        (e.Eliminated(RED), "Red has no ship left and is eliminated."),
        (e.GameEnded(RED, "goal"), "Red has ended the game."),
        (e.ScoreSet(RED, 7), "Red's points were set to 7."),
        (e.HandSet(RED, 4), "Red's cards in hand were set to 4."),
        (
            e.BattleWon(RED, BLUE, "1.5", 2, 5, 3),
            "Red won the battle by 5 to 3 and destroyed 2 of Blue's ships.",
        ),
        (
            e.TransportsDestroyed(RED, BLUE, "10", 1),
            "Red destroyed 1 transport of Blue on the Sector Core.",
        ),
        (e.FleetMoved(RED, 2, ("1", "5")), "Red moved 2 ships from card 1 to card 5."),
        (e.ReinforcementTurned(RED, "mine_g1_red", False), "Red bluffed with Mine 1 green."),
        (e.ReinforcementTurned(RED, "mine_g1_red", True),
         "Red's reinforcement Mine 1 green counts."),
        (e.CardFlipped(RED, "mine_g1_red", "bomb", 1, True),
         "Mine 1 green came off the deck: a hit."),
        (e.CardFlipped(RED, "mine_g1_red", "bomb", 0, False),
         "Mine 1 green came off the deck: no hit."),
        (e.CardFlipped(RED, "mine_g1_red", "discard"),
         "Mine 1 green came off the deck: discarded."),
        (e.CardFlipped(RED, "mine_g1_red", "plan"), "Mine 1 green came off the deck for Red."),
        (e.CardTaken(RED, "mine_r3_count", "trade", "hand", 3), "Red traded Mine 3 red: 3 points."),
        (e.CoreUsed(RED, "blue", 1), "Red used the Sector Core as blue: 1 point."),
        (e.ShipBuilt(RED, "1", "1.5"), "Red built a ship on gate 1.5."),
        (e.BombsAimed(RED, BLUE, "5"), "Red bombs Blue on card 5."),
        (e.ActionBegan(RED, "ariek", 0, "tech"), "Red performs the Ariek tech."),
        (e.ActionBegan(RED, "mine_g1_red", 2, "map"), "Red performs Mine 1 green, boosted by 2."),
    ],
)  # fmt: skip
def test_sentences(event: e.Event, words: str) -> None:
    assert GAME.say(event) == words


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("red: move 1 12 11", ("12",)),
        ("red: on 11.15", ("11.15",)),
        ("red: build 12", ("12",)),
        ("red: build 12 7.12", ("7.12",)),
        ("red: bomb blue 9", ("9",)),
        ("red: add mine_g1_red", ()),
    ],
)
def test_a_button_lights_the_place_it_is_about(text: str, slots: tuple[str, ...]) -> None:
    state = GAME.read_state("turn=red phase=tech | red hand=3 | blue hand=3 | @12=red2 @8=blue2")
    assert GAME.action_view(state, GAME.read_action(text)).slots == slots


def test_every_kind_of_point_is_read() -> None:
    kinds = ",".join(f"{kind}:{n}" for n, kind in enumerate(TALLY, start=1) if n < 6)
    state = after(text=TURN.replace("points=trade:4", f"points={kinds}"))
    assert state.players[RED].score == 15
    assert sum(line.points for line in GAME.scores(state)[0].lines) == 15
    for kind in TALLY:
        assert after(text=TURN.replace("trade:4", f"{kind}:2")).players[RED].tally == {kind: 2}
    assert set(TALLY) == {
        *("trade", "refine", "battle", "destroyed", "gates", "core", "by_hand"),
    }


def test_who_is_eliminated_is_told_and_points_stand_on_the_board() -> None:
    text = TURN.replace("| blue hand=2 plan=trade_b1_red", "| blue out=yes | white hand=1")
    state = after(text=text.replace("blue1", "white1").replace("blue2", "white2"))
    panels = {panel.player: panel for panel in GAME.view(state, None).panels}
    assert panels[BLUE].note.endswith("; eliminated")
    markers = should_lie(GAME.expected(state)[AreaId("points")])
    assert Piece(SHIP, RED, 4) in markers
    assert len(markers) == 3


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("herculese", "1 cruiser moves once, through a face-down card"),
        ("ariek", "one fleet moves once, to the Sector Core"),
        ("command_y2_transport_ships", "transports up to [1], moves up to 2"),
        ("command_y3_fleets", "fleets that move once, to one card: [2]"),
        ("trade_b2_size", "up to 2 of size [1] from the hand"),
        ("plan_g2_different", "up to [2] of different colours from the hand"),
        ("draw_g1_blue_red", "1 from the deck, then turn [1]: blue or red"),
        ("draw_g2_small", "turn [3] of the deck: size 1"),
        ("refine_b3_any", "1 mineral: [2] points"),
        ("refine_g1_red", "1 red mineral: [1] a gem"),
        ("build_b2_either_red", "ships at home and on each red card occupied: [1]"),
        ("sabotage_r2_cruiser", "bombs on cruisers: [3]"),
        ("execute_g1_deck", "the top card if of size [1], or a tech"),
        ("research_r1_plan_count", "up to [1] of the Plan"),
        ("caelumnites", "1 from the hand like the last Impulse card"),
    ],
)
def test_cards_in_words(card: str, words: str) -> None:
    assert effect(card) == words


FOLDER = Path(impulse.__file__).parent
SAID_OTHERWISE = {"后": "後", "着": "著", "置": "定", "像": "影"}
"""What another character stands for in simplified Chinese: in 之后, 接着, 手动设置 and 摄像头."""


def test_the_scripts_differ_in_simplified_characters_only() -> None:
    """A character that both scripts write alike (both standards list it) stays where it is."""
    traditional, simplified = (
        json.loads((FOLDER / "languages" / f"{script}.json").read_text("utf-8"))
        for script in ("zh-Hant", "zh-Hans")
    )
    for key, text in traditional.items():
        for old, new in zip(text, simplified[key], strict=True):
            shared = old.encode("gb2312", "ignore") and old.encode("big5", "ignore")
            assert new == old or not shared or SAID_OTHERWISE.get(new) == old, (text, new)

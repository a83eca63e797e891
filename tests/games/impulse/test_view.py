"""What the page and the camera are told, and what is set by hand."""

from companion.core.expected import Exactly, OneOf, should_lie
from companion.core.ids import AreaId, PlayerId
from companion.core.pieces import Piece
from companion.games.impulse.expected import CARD, SHIP
from companion.games.impulse.game import GAME
from companion.games.impulse.state import State
from companion.rules.engine import carry_out, play
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
    assert should_lie(lying[AreaId("markers")])[0] == Piece(SHIP, BLUE, 0)
    assert should_lie(lying[AreaId("hand.red")]).count(Piece(CARD)) == 2
    open_cards = {piece.name for piece in should_lie(lying[AreaId("map_cards")])}
    assert open_cards == {"", "card 12: Trade 1 yellow: up to [1] blue from the hand"}
    assert should_lie(lying[AreaId("center.blue")])[0].name.startswith("Trade 1 blue")


def test_a_fleet_on_its_declared_way_may_lie_at_either_end() -> None:
    lying = GAME.expected(after("red: move 1 12 16"))
    assert lying[AreaId("12")] == OneOf((ships(RED, 2), ships(RED, 1)))
    assert lying[AreaId("16")] == OneOf(((), ships(RED, 1)))


def test_attackers_lie_beside_the_defender() -> None:
    text = TURN.replace("@12=red2", "@12=red1 @11.12=red1").replace("12=trade", "11=trade")
    state = after("red: move 1 11.12 10.11", text=text)
    assert GAME.expected(state)[AreaId("10.11")] == Exactly((*ships(BLUE, 1), *ships(RED, 1)))
    panel = GAME.view(state, None).panels[0]
    assert {number.id: number.amount for number in panel.quantities}["ships"] == 10


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

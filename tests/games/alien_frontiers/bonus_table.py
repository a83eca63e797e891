"""Territory bonuses and the Relic Ship: position, action, rules it breaks."""

from companion.games.alien_frontiers.game import GAME
from companion.games.alien_frontiers.state import State
from tests.games.alien_frontiers.positions import placing

Row = tuple[str, State, str, tuple[str, ...]]
DESERT = "burroughs_desert=red"
RICH = "fuel=1 ore=1"
ROLLING = GAME.read_state(
    "turn=red phase=roll | red | blue | maintenance_bay=red?,red?,clear? burroughs_desert=red"
)


def rated(board: str, action: str) -> tuple[State, str]:
    return placing("", "fuel=3", board, head="market=3"), action


BONUSES: list[Row] = [
    ("bradbury", placing("5,5,5", "ore=2", "bradbury_plateau=red"),
     "red: dock colony_constructor 5 5 5", ()),
    ("bradbury, tied", placing("5,5,5", "ore=2", "bradbury_plateau=red,blue"),
     "red: dock colony_constructor 5 5 5", ("constructor.cannot_pay",)),
    ("bradbury, isolated", placing("5,5,5", "ore=2", "bradbury_plateau=red"
                                   " isolation=bradbury_plateau"),
     "red: dock colony_constructor 5 5 5", ("constructor.cannot_pay",)),
    ("bradbury, borrowed", placing("5,5,5", "ore=2", "bradbury_plateau=blue",
                                   head="borrowed=bradbury_plateau"),
     "red: dock colony_constructor 5 5 5", ()),
    ("herbert, 4th ship", placing("2,2", "stock=3", "herbert_valley=red"),
     "red: dock shipyard 2 2", ()),
    ("herbert, 5th ship", placing("2,2", "fuel=1 ore=1 stock=2", "herbert_valley=red"),
     "red: dock shipyard 2 2", ()),
    ("herbert, 5th ship, too poor", placing("2,2", "fuel=1 stock=2", "herbert_valley=red"),
     "red: dock shipyard 2 2", ("shipyard.cannot_pay",)),
    ("heinlein", *rated("heinlein_plains=red", "red: trade 1"), ()),
    ("heinlein, by 3", *rated("heinlein_plains=red", "red: trade 3"), ("market.rate_is_one",)),
    ("heinlein, tied", *rated("heinlein_plains=red,blue", "red: trade 1"),
     ("market.no_such_pair",)),
    ("heinlein, no pair", placing("", "fuel=3", "heinlein_plains=red"), "red: trade 1",
     ("market.no_such_pair",)),
    ("van vogt", placing("1,2", "", "van_vogt_mountains=red lunar_mine=blue5"),
     "red: dock lunar_mine 1", ()),
    ("van vogt, the second ship", placing("2", "", "van_vogt_mountains=red lunar_mine=red1,blue5",
                                          head="mine_docked=1"),
     "red: dock lunar_mine 2", ("lunar_mine.too_low",)),
    ("van vogt, isolated", placing("1", "", "van_vogt_mountains=red lunar_mine=blue5"
                                   " isolation=van_vogt_mountains"),
     "red: dock lunar_mine 1", ("lunar_mine.too_low",)),
    ("pohl", placing("3", "cards=booster_pod", "pohl_foothills=red"), "red: use booster_pod 3", ()),
    ("pohl, isolated", placing("3", "cards=booster_pod", "pohl_foothills=red"
                               " isolation=pohl_foothills"),
     "red: use booster_pod 3", ("tech.cannot_pay",)),
    ("pohl, the first ship", placing("", "cards=plasma_cannon", "pohl_foothills=red"
                                     " lunar_mine=blue1,blue2"),
     "red: use plasma_cannon lunar_mine", ()),
    ("pohl, a crystal on three colonies", placing("", "fuel=2 cards=data_crystal",
                                                  "pohl_foothills=red lem_badlands=blue,blue,red"),
     "red: use data_crystal lem_badlands", ()),
    ("pohl borrowed does not pay for itself", placing("", "fuel=1 cards=data_crystal",
                                                      "pohl_foothills=blue,red"),
     "red: use data_crystal pohl_foothills", ("tech.cannot_pay",)),
    # The Relic Ship
    ("relic", placing("", RICH, DESERT), "red: buy_relic", ()),
    ("relic, no control", placing("", RICH, "burroughs_desert=red,blue"), "red: buy_relic",
     ("relic.no_control",)),
    ("relic, isolated", placing("", RICH, f"{DESERT} isolation=burroughs_desert"),
     "red: buy_relic", ("relic.isolated",)),
    ("relic, not there", placing("", RICH, f"{DESERT} lunar_mine=clear3"), "red: buy_relic",
     ("relic.not_there",)),
    ("relic, too poor", placing("", "fuel=1", DESERT), "red: buy_relic", ("relic.cannot_pay",)),
    ("relic, blue's turn", placing("", blue=RICH, board="burroughs_desert=blue"),
     "blue: buy_relic", ("turn.not_yours",)),
    ("relic by a crystal", placing("", RICH, "burroughs_desert=blue",
                                   head="borrowed=burroughs_desert"), "red: buy_relic",
     ("relic.no_control",)),
    ("roll with the relic", ROLLING, "red: roll 1 2 3r", ()),
    ("roll without the relic", ROLLING, "red: roll 1 2 3", ("roll.wrong_count",)),
    ("dock the relic", placing("2,4r", "", DESERT), "red: dock lunar_mine 4r", ()),
    ("dock the relic as a ship", placing("2,4r", "", DESERT), "red: dock lunar_mine 4",
     ("dice.not_in_hand",)),
    ("a pair with the relic", placing("4,4r", "", DESERT), "red: dock orbital_market 4 4r", ()),
    ("terraforming by the relic", placing("3,6r", "fuel=1 ore=1 stock=3", DESERT),
     "red: dock terraforming_station 6r", ()),
    ("terraforming beside the relic", placing("6,6r", "fuel=1 ore=1 stock=3", DESERT),
     "red: dock terraforming_station 6", ("terraforming.too_few_ships",)),
    ("the relic is no 4th ship", placing("2,2,4r", "fuel=1 ore=1 stock=3", DESERT),
     "red: dock shipyard 2 2", ()),
    ("the relic may not idle", placing("4r", "", DESERT), "red: dock maintenance_bay 4r",
     ("turn.must_dock",)),
    ("ending with the relic in hand", placing("4r", "", DESERT), "red: end_turn",
     ("turn.ships_in_hand",)),
    # Halves of pairs: (d) 11
    ("two halves are no pair", placing("2,2", "stock=2 fuel=2 ore=2",
                                       "shipyard=blue1,blue3,grey1,grey1"),
     "red: dock shipyard 2 2", ("shipyard.full",)),
    ("two halves do", placing("2,2", "stock=2 fuel=2 ore=2", "shipyard=blue1,blue3,grey1,grey1",
                              head="sets=split"),
     "red: dock shipyard 2 2", ()),
    ("a new row after a launch", placing("4", board="hub.2=none:red3"), "red: dock hub.1 4",
     ("hub.other_track",)),
    ("a new row after a launch, allowed", placing("4", board="hub.2=none:red3",
                                                  head="launch_row=any"), "red: dock hub.1 4", ()),
    ("the relic alone keeps the row", placing("4", "", "hub.2=none:clear3 burroughs_desert=red"),
     "red: dock hub.1 4", ("hub.other_track",)),
    ("blue's relic keeps the row", placing("4", "", "hub.2=none:clear3 burroughs_desert=blue"),
     "red: dock hub.2 4", ("hub.taken",)),
]  # fmt: skip

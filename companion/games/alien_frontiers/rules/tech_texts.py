"""The rules of the Alien Artifact, tech cards, field generators and the Relic Ship, in words."""

from collections.abc import Mapping

from companion.games.alien_frontiers.rules.rule import Rule, digest

_ARTIFACT = digest("(b) Alien Artifact")
_TECH = digest("(b) tech cards")
_CARDS = digest("tech_deck")
_RELIC = digest("(b) Relic")

TECH_RULES: Mapping[str, Rule] = {
    "artifact.one_ship": Rule(
        "Ships dock at the Alien Artifact one at a time, not {dice}.", _ARTIFACT
    ),
    "artifact.full": Rule("Every port of the Alien Artifact is taken.", _ARTIFACT),
    "artifact.closed": Rule(
        "The Alien Artifact is out of play: this table plays without tech cards.", _ARTIFACT
    ),
    "artifact.no_cycle": Rule(
        "{player} has no cycle left: each ship docked at the Alien Artifact gives one, to be used"
        " before the next ship docks and before a claim.",
        digest("(d) 20"),
    ),
    "artifact.total_too_low": Rule(
        "A claim needs {least} on ships docked at the Alien Artifact: {player} has {total}"
        " since the last claim of this turn.",
        _ARTIFACT,
    ),
    "artifact.not_displayed": Rule("{card} does not lie in the display.", _ARTIFACT),
    "deal.not_due": Rule("No card is due from the deck for {player} now.", _ARTIFACT),
    "deal.not_in_deck": Rule(
        "{card} cannot come off the deck: every copy lies in sight.", digest("(a)")
    ),
    "tech.not_owned": Rule("{player} has no {card}.", _TECH),
    "tech.owned_already": Rule("{player} has {card} already: nobody owns a title twice.", _TECH),
    "tech.used_already": Rule("{player} has used {card} this turn.", _TECH),
    "tech.used_this_turn": Rule(
        "{player} has used {card} this turn, so it cannot be discarded.", _TECH
    ),
    "tech.one_discard": Rule("{player} has discarded a card this turn: {card} must wait.", _TECH),
    "tech.cannot_pay": Rule("{card} costs {fuel} fuel now: {player} has {has}.", _CARDS),
    "tech.no_fuel_power": Rule("{card} has nothing to be used for.", _CARDS),
    "tech.no_discard_power": Rule("{card} cannot be discarded.", _CARDS),
    "tech.no_such_face": Rule("{card} cannot turn a {before} into a {after}.", _TECH),
    "data_crystal.no_colony": Rule("{territory} has no colony, so it lends nothing.", _CARDS),
    "data_crystal.not_burroughs": Rule("{territory} cannot be lent by a Data Crystal.", _CARDS),
    "data_crystal.isolated": Rule("{territory} lies under the Isolation Field.", _TECH),
    "field.same_territory": Rule(
        "The {field} Field is on {territory} already and must move to another.", _TECH
    ),
    "field.not_on_board": Rule("The {field} Field is not on the board.", _CARDS),
    "temporal_warper.not_due": Rule("{player} has no ships to roll again now.", _CARDS),
    "temporal_warper.not_in_discards": Rule("{card} was not in the discard pile.", _CARDS),
    "orbital_teleporter.no_such_ship": Rule(
        "{player} has no ship showing {value} at {place}.", _CARDS
    ),
    "orbital_teleporter.not_from_there": Rule("No ship can be teleported from {place}.", _CARDS),
    "orbital_teleporter.not_to_there": Rule("No ship can be teleported to {place}.", _CARDS),
    "orbital_teleporter.same_facility": Rule(
        "A teleported ship goes to another facility, not back to {place}.", _CARDS
    ),
    "orbital_teleporter.no_colony": Rule("There is no colony that could be moved.", _CARDS),
    "polarity_device.no_colony": Rule("There are no two colonies to change places.", _CARDS),
    "plasma_cannon.nothing_there": Rule("No opponent's ship is at {place}.", _CARDS),
    "plasma_cannon.not_the_bay": Rule(
        "The Plasma Cannon takes no ship from the Maintenance Bay.", digest("(d) 23")
    ),
    "plasma_cannon.no_such_ship": Rule("{ship} is no opponent's ship at {place}.", _CARDS),
    "plasma_cannon.one_at_least": Rule("The Plasma Cannon drives off one ship at least.", _CARDS),
    "plasma_cannon.not_due": Rule("{player} has not used a Plasma Cannon just now.", _CARDS),
    "plasma_cannon.too_few_ships": Rule(
        "{player} must be left with {least} own ships when the next turn begins, not {left}.",
        digest("(d) 8"),
    ),
    "colony.not_due": Rule("{player} has no colony to choose now.", _CARDS),
    "colony.not_there": Rule("{colony} has no colony on {territory}.", _CARDS),
    "colony.same_territory": Rule("It must be another territory than {territory}.", _CARDS),
    "colony.repulsor": Rule(
        "The Repulsor Field lets no colony come to {territory} or leave it.", _TECH
    ),
    "resource_cache.not_by_raid": Rule("A raid takes no Resource Cache.", digest("(d) 22")),
    "relic.no_control": Rule("{player} does not control Burroughs Desert.", _RELIC),
    "relic.isolated": Rule(
        "The Isolation Field on Burroughs Desert keeps the Relic Ship from being bought.", _RELIC
    ),
    "relic.not_there": Rule("The Relic Ship is not on Burroughs Desert.", _RELIC),
    "relic.cannot_pay": Rule(
        "The Relic Ship costs {fuel} fuel and {ore} ore: {player} has {has}.", _RELIC
    ),
}

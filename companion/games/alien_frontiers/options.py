"""Open questions of the rulebook: the table's choice, the digest's recommendation first."""

from dataclasses import dataclass

from companion.core.phrases import phrase
from companion.rules.game import option

OPTIONS = (
    option(
        "variant",
        phrase("How long a game?"),
        normal=phrase("As in the rulebook: fewer colonies with more players"),
        long=phrase("A long one: 8 colonies each with three or four players, too"),
    ),
    option(
        "must_dock",
        phrase("When may a ship not go to the Maintenance Bay?"),
        simple=phrase(
            "While it can dock by itself and without payment (Solar Converter, Lunar Mine,"
            " Colonist Hub, Alien Artifact)"
        ),
        strict=phrase("While it has any legal dock, in a set or for a payment, too"),
        off=phrase("It always may; there is only a remark"),
    ),
    option(
        "raid",
        phrase("How much does a raid take?"),
        all=phrase("Four tokens, or all there are, unless it is declined"),
        up_to=phrase("Up to four: it may stop earlier"),
    ),
    option(
        "trades",
        phrase("With two pairs at the Orbital Market, at which rate is traded?"),
        free=phrase("Each trade by either pair"),
        last=phrase("By the pair docked last"),
    ),
    option(
        "hub_full",
        phrase("May a ship dock at the Colonist Hub with the own colony on the last circle?"),
        closed=phrase("No"),
        open=phrase("Yes, to no effect"),
    ),
    option(
        "new_ships",
        phrase(
            "Is a ship built this turn one of the three that Terraforming must leave its owner?"
        ),
        count=phrase("Yes, it counts"),
        ignore=phrase("No, it does not"),
    ),
    option(
        "tech",
        phrase("Do you play with tech cards?"),
        full=phrase("Yes, with all of them"),
        none=phrase("No: nothing is dealt, and no ship docks at the Alien Artifact"),
    ),
    option(
        "cycling",
        phrase("How long does a cycle at the Alien Artifact last?"),
        each=phrase("One for each ship, lost when another ship docks"),
        saved=phrase("Cycles not yet used are kept until a claim"),
    ),
    option(
        "artifact_total",
        phrase("Does the total at the Alien Artifact drop when a ship is teleported away from it?"),
        keep=phrase("No, it stays"),
        drop=phrase("Yes"),
    ),
    option(
        "surplus_kept",
        phrase("How soon must a launch follow for an advance past the last circle to be kept?"),
        at_once=phrase("Before the player does anything else"),
        turn=phrase("In the same turn"),
    ),
    option(
        "launch_row",
        phrase("In which row does a new colony start in the turn of a launch?"),
        same=phrase("In the one left"),
        any=phrase("In any"),
    ),
    option(
        "asimov_advance",
        phrase("When does Asimov Crater give its extra advance?"),
        turn=phrase("Once, with the second ship docked at the hub in a turn"),
        action=phrase("Whenever two dock there with none docked elsewhere in between"),
    ),
    option(
        "bonus_gained",
        phrase(
            "With a bonus gained in mid-turn (Asimov Crater, Van Vogt Mountains), do ships docked"
            " earlier count?"
        ),
        earlier=phrase("Yes, all docked this turn"),
        fresh=phrase("No, only those docked from then on"),
    ),
    option(
        "sets",
        phrase("Do two or three ships that dock together need ports that belong together?"),
        whole=phrase("Yes"),
        split=phrase("No, any ports"),
    ),
    option(
        "broken_pair",
        phrase("Do trades by a pair end when one of its ships is teleported away?"),
        closed=phrase("Yes, they end"),
        open=phrase("No, they go on"),
    ),
    option(
        "crystal",
        phrase("How long does a Data Crystal lend a bonus?"),
        turn=phrase("To the end of the turn"),
        once=phrase("For one use"),
    ),
    option(
        "cannon_discard",
        phrase("Whose ship may a discarded Plasma Cannon take?"),
        next_turn=phrase("Of who will begin the next turn with three of the own colour"),
        on_board=phrase("Of who has more than three now"),
    ),
    option(
        "cannon_bay",
        phrase("May a discarded Plasma Cannon take a ship in the Maintenance Bay?"),
        barred=phrase("No"),
        allowed=phrase("Yes"),
    ),
    option(
        "warper",
        phrase("Which cards may a discarded Temporal Warper take?"),
        others=phrase("One discarded before it"),
        itself=phrase("Itself, too"),
    ),
    option(
        "cache_raid",
        phrase("May a raid take a Resource Cache?"),
        allowed=phrase("Yes"),
        barred=phrase("No"),
    ),
    option(
        "tech_time",
        phrase("When in the own turn are cards used?"),
        after_roll=phrase("After the roll only"),
        whole_turn=phrase("Before the roll, too"),
    ),
    option(
        "last_tokens",
        phrase("Which tokens decide a tie?"),
        held=phrase("All that are held when the last colony lands"),
        eight=phrase(
            "What is left after giving back down to eight, fuel first, as at the end of a turn"
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Options:
    """The table's choices of rules; one value of each in `OPTIONS`."""

    variant: str = "normal"
    must_dock: str = "simple"
    raid: str = "all"
    trades: str = "free"
    hub_full: str = "closed"
    new_ships: str = "count"
    tech: str = "full"
    cycling: str = "each"
    artifact_total: str = "keep"
    surplus_kept: str = "at_once"
    launch_row: str = "same"
    asimov_advance: str = "turn"
    bonus_gained: str = "earlier"
    sets: str = "whole"
    broken_pair: str = "closed"
    crystal: str = "turn"
    cannon_discard: str = "next_turn"
    cannon_bay: str = "barred"
    warper: str = "others"
    cache_raid: str = "allowed"
    tech_time: str = "after_roll"
    last_tokens: str = "held"

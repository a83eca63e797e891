"""Open questions of the rulebook: the table's choice, the digest's recommendation first."""

from dataclasses import dataclass

from companion.rules.game import Option

OPTIONS = (
    Option("variant", ("normal", "long"), "long: 8 colonies each with three or four players, too"),
    Option(
        "must_dock",
        ("simple", "strict", "off"),
        "when a ship may not go to the Maintenance Bay. simple: while it can dock by itself and"
        " without payment (Solar Converter, Lunar Mine, Colonist Hub, Alien Artifact); strict:"
        " while it has any legal dock, in a set or for a payment, too; off: never, only a remark",
    ),
    Option(
        "raid",
        ("all", "up_to"),
        "all: a raid, unless declined, takes four tokens or all there are; up_to: it may stop",
    ),
    Option(
        "trades",
        ("free", "last"),
        "with two pairs at the Orbital Market. free: each trade by either; last: by the last one",
    ),
    Option(
        "hub_full",
        ("closed", "open"),
        "with the own colony on the last circle. closed: no ship docks there; open: to no effect",
    ),
    Option(
        "new_ships",
        ("count", "ignore"),
        "whether a ship built this turn is one of the three that Terraforming must leave its owner",
    ),
    Option(
        "tech",
        ("full", "none"),
        "none: without tech cards; nothing is dealt, and no ship docks at the Alien Artifact",
    ),
    Option(
        "cycling",
        ("each", "saved"),
        "each: a ship at the Alien Artifact gives one cycle, lost when another ship docks; saved:"
        " cycles not yet used are kept until a claim",
    ),
    Option(
        "artifact_total",
        ("keep", "drop"),
        "whether the total at the Alien Artifact drops when a ship is teleported away from it",
    ),
    Option(
        "surplus_kept",
        ("at_once", "turn"),
        "how soon a launch must follow for an advance past the last circle to be kept. at_once:"
        " before the player does anything else; turn: in the same turn",
    ),
    Option(
        "launch_row",
        ("same", "any"),
        "the row of the hub for a new colony in the turn of a launch. same: the one left; any",
    ),
    Option(
        "asimov_advance",
        ("turn", "action"),
        "when Asimov Crater gives its extra advance. turn: once, with the second ship docked at the"
        " hub in a turn; action: whenever two dock there with none docked elsewhere in between",
    ),
    Option(
        "bonus_gained",
        ("earlier", "fresh"),
        "with a bonus gained in mid-turn (Asimov Crater, Van Vogt Mountains). earlier: ships docked"
        " earlier this turn count; fresh: they do not",
    ),
    Option(
        "sets",
        ("whole", "split"),
        "whole: two or three ships docking together need ports that belong together; split: any",
    ),
    Option(
        "broken_pair",
        ("closed", "open"),
        "whether trades by a pair end when one of its ships is teleported away",
    ),
    Option(
        "crystal",
        ("turn", "once"),
        "how long a Data Crystal lends a bonus. turn: to the end of the turn; once: for one use",
    ),
    Option(
        "cannon_discard",
        ("next_turn", "on_board"),
        "whose ship a discarded Plasma Cannon may take. next_turn: of who will begin the next turn"
        " with three of the own colour; on_board: of who has more than three now",
    ),
    Option(
        "cannon_bay",
        ("barred", "allowed"),
        "whether a discarded Plasma Cannon may take a ship in the Maintenance Bay",
    ),
    Option(
        "warper",
        ("others", "itself"),
        "others: a discarded Temporal Warper takes a card discarded before it; itself: it may be"
        " taken back, too",
    ),
    Option(
        "cache_raid",
        ("allowed", "barred"),
        "whether a raid may take a Resource Cache",
    ),
    Option(
        "tech_time",
        ("after_roll", "whole_turn"),
        "when cards are used in the own turn: after_roll only; whole_turn: before it, too",
    ),
    Option(
        "last_tokens",
        ("held", "eight"),
        "tokens that decide a tie. held: all that are held when the last colony lands; eight: what"
        " is left after giving back down to eight, fuel first, as at the end of a turn",
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

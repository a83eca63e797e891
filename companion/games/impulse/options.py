"""Open questions of the rulebook, by the digest's section (d): its recommendation first."""

from dataclasses import dataclass

from companion.rules.game import Option

OPTIONS = (
    Option(
        "teams",
        ("none", "pairs", "trios"),
        "pairs: teams of two with four or six players; trios: teams of three with six; with any"
        " other number everybody plays alone. Seats alternate between the teams",
    ),
    Option(
        "fleets",
        ("joint", "one_by_one"),
        "battles of a Command that moves several fleets. joint: after all have moved, fleets on one"
        " gate fight together; one_by_one: as each arrives, so that transports may follow",
    ),
    Option(
        "split",
        ("barred", "allowed"),
        "whether the ships of one place may be two fleets of the same Command",
    ),
    Option(
        "lost_battle",
        ("last_step", "whole_path"),
        "transports that stay when the battle at the end of a path is lost. last_step: those on the"
        " card crossed last; whole_path: those on every card crossed",
    ),
    Option(
        "builds",
        ("spread", "together"),
        "several ships built at one card. spread: over the card and its gates; together: in one"
        " place of it",
    ),
    Option(
        "draws",
        ("hidden", "shown"),
        "cards drawn by a Draw card without a condition. hidden: straight to the hand; shown:"
        " turned up for all first",
    ),
    Option(
        "full_hand",
        ("stop", "flip"),
        "a Draw card with a condition and ten cards in hand. stop: nothing is flipped; flip: cards"
        " are flipped and discarded",
    ),
    Option(
        "new_plan",
        ("matches", "later"),
        "whether cards planned while the Plan is used back reinforcements already",
    ),
    Option(
        "plan_research",
        ("unused", "new"),
        "what is researched from the Plan while it is used. unused: its cards not yet come to, too;"
        " new: only cards planned meanwhile",
    ),
    Option(
        "trim",
        ("after", "before"),
        "whether the Impulse is cut to three after the two cards are drawn or before",
    ),
    Option(
        "survivor",
        ("wins", "points"),
        "when all others are eliminated. wins: who is left wins; points: most points win",
    ),
)


@dataclass(frozen=True, slots=True)
class Options:
    """The table's choices of rules; one value of each in `OPTIONS`."""

    teams: str = "none"
    fleets: str = "joint"
    split: str = "barred"
    lost_battle: str = "last_step"
    builds: str = "spread"
    draws: str = "hidden"
    full_hand: str = "stop"
    new_plan: str = "matches"
    plan_research: str = "unused"
    trim: str = "after"
    survivor: str = "wins"

"""Open questions of the rulebook, by the digest's section (d): its recommendation first."""

from dataclasses import dataclass

from companion.core.phrases import phrase
from companion.rules.game import option

OPTIONS = (
    option(
        "teams",
        phrase("Do you play in teams?"),
        none=phrase("No, everybody alone"),
        pairs=phrase("Teams of two, with four or six players; seats alternate"),
        trios=phrase("Teams of three, with six players; seats alternate"),
    ),
    option(
        "fleets",
        phrase("When are battles fought if one card moves several fleets?"),
        joint=phrase("After all have moved; fleets on one gate fight together"),
        one_by_one=phrase("As each fleet arrives, so that transports may follow"),
    ),
    option(
        "split",
        phrase("May the ships of one place be two fleets of the same card?"),
        barred=phrase("No"),
        allowed=phrase("Yes"),
    ),
    option(
        "lost_battle",
        phrase("Which transports stay when the battle at the end of a way is lost?"),
        last_step=phrase("Those on the card crossed last"),
        whole_path=phrase("Those on every card crossed"),
    ),
    option(
        "builds",
        phrase("Where do several ships go that are built at one card?"),
        spread=phrase("Anywhere on the card and its gates"),
        together=phrase("All in one place of it"),
    ),
    option(
        "declines",
        phrase("May a card off the deck that fits be declined?"),
        research=phrase("Only where it would become a tech"),
        any=phrase("Yes, also where it would be drawn, mined or planned"),
    ),
    option(
        "draws",
        phrase("Are cards shown that a Draw card gives without a condition?"),
        hidden=phrase("No, they go straight to the hand"),
        shown=phrase("Yes, to all"),
    ),
    option(
        "full_hand",
        phrase("With ten cards in hand, does a Draw card with a condition still turn cards?"),
        stop=phrase("No"),
        flip=phrase("Yes, and all are discarded"),
    ),
    option(
        "new_plan",
        phrase("Do cards planned while the Plan is used back reinforcements already?"),
        matches=phrase("Yes"),
        later=phrase("Only after this turn's Plan is discarded"),
    ),
    option(
        "plan_research",
        phrase("What is researched from the Plan while it is used?"),
        unused=phrase("Also its cards that are not yet come to"),
        new=phrase("Only cards planned meanwhile"),
    ),
    option(
        "trim",
        phrase("When is the Impulse cut to three cards?"),
        after=phrase("After two cards are drawn"),
        before=phrase("Before"),
    ),
    option(
        "survivor",
        phrase("Who wins when all others are eliminated?"),
        wins=phrase("Who is left"),
        points=phrase("Who has most points"),
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
    declines: str = "research"
    draws: str = "hidden"
    full_hand: str = "stop"
    new_plan: str = "matches"
    plan_research: str = "unused"
    trim: str = "after"
    survivor: str = "wins"

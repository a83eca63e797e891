"""Open questions of the rulebook: the table's choice, the digest's recommendation first."""

from dataclasses import dataclass

from companion.rules.game import Option

OPTIONS = (
    Option("variant", ("normal", "long"), "long: 8 colonies each with three or four players, too"),
    Option(
        "must_dock",
        ("simple", "strict", "off"),
        "when a ship may not go to the Maintenance Bay. simple: while it can dock by itself and"
        " without payment (Solar Converter, Lunar Mine, Colonist Hub); strict: while it has any"
        " legal dock, in a set or for a payment, too; off: never, it is only remarked on",
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

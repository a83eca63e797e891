"""The values of the game, read from `data.toml` and checked once."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from companion.core.ids import AreaId
from companion.core.phrases import phrase
from companion.rules.codec import Json, from_json

SOLAR = AreaId("solar_converter")
MINE = AreaId("lunar_mine")
MARKET = AreaId("orbital_market")
SHIPYARD = AreaId("shipyard")
RAIDERS = AreaId("raiders_outpost")
CONSTRUCTOR = AreaId("colony_constructor")
TERRAFORMING = AreaId("terraforming_station")
ARTIFACT = AreaId("alien_artifact")
BAY = AreaId("maintenance_bay")

ASIMOV = AreaId("asimov_crater")
BRADBURY = AreaId("bradbury_plateau")
BURROUGHS = AreaId("burroughs_desert")
HEINLEIN = AreaId("heinlein_plains")
HERBERT = AreaId("herbert_valley")
LEM = AreaId("lem_badlands")
POHL = AreaId("pohl_foothills")
VAN_VOGT = AreaId("van_vogt_mountains")

BOOSTER = "booster_pod"
CRYSTAL = "data_crystal"
GRAVITY = "gravity_manipulator"
DECOY = "holographic_decoy"
TELEPORTER = "orbital_teleporter"
CANNON = "plasma_cannon"
POLARITY = "polarity_device"
CACHE = "resource_cache"
STASIS = "stasis_beam"
WARPER = "temporal_warper"

ISOLATION = "isolation"
POSITRON = "positron"
REPULSOR = "repulsor"


@dataclass(frozen=True, slots=True)
class Facility:
    """A place for ships: its ports, and how many ships dock there in one step."""

    label: str
    ports: int
    unit: int


@dataclass(frozen=True, slots=True)
class Card:
    """A tech card: how many there are, the price of its fuel power (if any), its points."""

    label: str
    copies: int
    fuel: int | None = None
    points: int = 0


@dataclass(frozen=True, slots=True)
class Seats:
    """What depends on the number of players. `start` is fuel and ore by seat."""

    colonies: int
    start: tuple[tuple[int, int], ...]
    covering: Mapping[AreaId, int]


@dataclass(frozen=True, slots=True)
class Data:
    """All values; the comments are in `data.toml`."""

    title: str
    colours: tuple[str, ...]
    ships_per_colour: int
    ships_at_start: int
    covering_colour: str
    covering_face: int
    resource_limit: int
    raid_tokens: int
    fuel_tokens: int
    ore_tokens: int
    colonies_per_colour: int
    hub_tracks: int
    hub_circles: int
    long_colonies: int
    least_ships: int
    relic_colour: str
    relic_price: tuple[int, int]
    artifact_total: int
    display_size: int
    ship_prices: tuple[int, ...]
    solar_fuel: tuple[int, ...]
    landing_cost: Mapping[str, tuple[int, int]]
    players: Mapping[str, Seats]
    facilities: Mapping[AreaId, Facility]
    territories: Mapping[AreaId, str]
    fields: Mapping[str, str]
    cards: Mapping[str, Card]


def read_data(text: str) -> Data:
    """Raises `LedgerError` naming the field that is off, `ValueError` for a table cut short."""
    values: Json = tomllib.loads(text)
    data = from_json(values, Data)
    if len(data.solar_fuel) != 6 or data.ships_at_start + len(data.ship_prices) != (
        data.ships_per_colour
    ):
        raise ValueError("data.toml: six yields, and a price for each ship after the first ones")
    if not set(data.fields.values()) <= set(data.cards):
        raise ValueError("data.toml: a field generator is placed by a card there is")
    return data


DATA = read_data(files(__package__).joinpath("data.toml").read_text(encoding="utf-8"))
TRACKS = tuple(str(number) for number in range(1, DATA.hub_tracks + 1))
HUB = tuple(AreaId(f"hub.{track}") for track in TRACKS)
TERRITORIES = tuple(DATA.territories)
RELIC = DATA.relic_colour
HUB_FACILITY = AreaId("hub")
"""All rows together: one facility, where a card speaks of one."""


def facility(area: AreaId) -> AreaId:
    """The facility a place belongs to: the rows of the hub are one."""
    return HUB_FACILITY if area in HUB else area


def colonies_each(players: int, variant: str) -> int:
    """Colonies a player has to land, by the number of players."""
    return DATA.long_colonies if variant == "long" else DATA.players[str(players)].colonies


@lru_cache(maxsize=64)
def label(area: AreaId) -> str:
    """A place in words, as it stands in a sentence."""
    if area in DATA.territories:
        return land_name(area)
    if area == HUB_FACILITY:
        return phrase("the Colonist Hub")
    name = DATA.facilities[area].label if area in DATA.facilities else str(area)
    return phrase("the {place}", place=phrase(name))


@lru_cache(maxsize=64)
def land_name(territory: AreaId) -> str:
    """A territory in words."""
    return phrase(DATA.territories[territory])


@lru_cache(maxsize=64)
def card_name(title: str) -> str:
    """A tech card in words."""
    return phrase(DATA.cards[title].label)


def field_name(field: str) -> str:
    """A field generator in words, as its field is called.

    >>> field_name(ISOLATION)
    'Isolation'
    """
    return phrase(field.title())

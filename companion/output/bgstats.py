"""A play handed over to BG Stats: its JSON, and the links that open the app with it.

Documented by BG Stats under "Push plays to BG Stats from other apps or websites". Every player
carries `startPlayer` and `winner`: the app for Android takes no play that lacks one. Names and ids
stay the same from game to game, since the app remembers by them who is who.
"""

import json
from urllib.parse import quote

from companion.output.errors import TooLongError
from companion.output.record import Record, Result
from companion.rules.codec import Json

SOURCE = "Tabletop Companion"
APP = "bgstats://app.bgstatsapp.com/createPlay.html?data="
"""Opens the app itself, without the internet."""
WEB = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST = 8000
"""Characters of a link that every browser and phone hands on whole."""
DATE = "%Y-%m-%d %H:%M:%S"
"""In UTC."""


def bgstats_play(record: Record) -> dict[str, Json]:
    """The play. A game that is not over has no winner and no places, and says so."""
    play: dict[str, Json] = {
        "sourceName": SOURCE,
        "sourcePlayId": record.id,
        "game": {
            "name": record.title,
            "sourceGameId": record.game,
            "highestWins": True,
            "noPoints": not record.has_points,
        },
        "players": [_player(one, seat, record) for seat, one in enumerate(record.results)],
        "comments": record.reason or "Not played to the end.",
    }
    if record.began is not None:
        play["playDate"] = record.began.strftime(DATE)
    if record.minutes:
        play["durationMin"] = record.minutes
    return play


def bgstats_link(record: Record, start: str = APP) -> str:
    """A link that opens BG Stats with the play. Raises `TooLongError`."""
    text = json.dumps(bgstats_play(record), ensure_ascii=False, separators=(",", ":"))
    link = start + quote(text, safe="")
    if len(link) >= LONGEST:
        raise TooLongError(
            f"the play is {len(link)} characters long, BG Stats takes less than {LONGEST}: "
            "shorten the players' names"
        )
    return link


def _player(one: Result, seat: int, record: Record) -> Json:
    told: dict[str, Json] = {
        "name": one.name,
        "sourcePlayerId": one.name,
        "startPlayer": seat == 0,
        "winner": one.place == 1,
        "role": str(one.player),
    }
    if record.has_points:
        told["score"] = one.score
    if one.place is not None:
        told["rank"] = one.place
    return told

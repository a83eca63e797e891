"""How answers are written."""

from fastapi.responses import JSONResponse

from companion.core.layout import Layout
from companion.core.phrases import Phrase
from companion.rules.codec import Json, to_json

FRESH = {"Cache-Control": "no-store"}


def json_answer(data: Json, status: int = 200) -> JSONResponse:
    """JSON that is not kept."""
    return JSONResponse(data, status, headers=FRESH)


def layout_json(board: Layout) -> Json:
    """The places of a board, in millimetres."""
    return {
        "width_mm": board.width_mm,
        "height_mm": board.height_mm,
        "has_models": board.has_models,
        "areas": [to_json(area) for area in board.areas.values()],
        "slots": [to_json(slot) for slot in board.slots.values()],
    }


def sentence(words: str) -> str:
    """The words of an error as a sentence."""
    english = f"{words[:1].upper()}{words[1:].rstrip('.')}."
    return Phrase(english, "{words}.", english, {"words": words})

"""Pages by which phones find out whether a network leads to the internet.

On the machine's own hotspot every name leads here. A phone that got no answer would leave the
network again for its mobile data; it is answered with a page that leads to the table, and shows
that page by itself.
"""

from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from companion.server.languages import InLanguage
from companion.server.page import read_page

ASKED_BY_PHONES = (
    *("/generate_204", "/gen_204", "/mobile/status.php"),  # Android, and makers of their own kind
    *("/hotspot-detect.html", "/library/test/success.html"),  # iOS, macOS
    *("/connecttest.txt", "/ncsi.txt", "/redirect"),  # Windows
    *("/canonical.html", "/success.txt"),  # Firefox
    *("/check_network_status.txt", "/nm-check.txt"),  # Linux
)

probes = APIRouter()


async def landing(request: Request, language: InLanguage) -> HTMLResponse:
    """The way to the table. Never a 204 or `Success`: then the phone would not show it."""
    desk = request.app.state.desk
    address: str = desk.address()
    return read_page(Path(desk.static), desk.page, language, "landing.html", {"address": address})


for path in ASKED_BY_PHONES:
    probes.add_api_route(path, landing, methods=["GET", "HEAD"], include_in_schema=False)

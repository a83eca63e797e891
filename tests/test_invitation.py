"""What the terminal says when a table is served."""

import asyncio
import json
import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import invitation
from companion.cli_host import read_address
from companion.invitation import Inviter, code, host_link
from companion.server.access import KeptInMemory
from companion.server.errors import ServerError
from companion.settings import Settings


def scanned(text: str) -> str:
    """What a phone reads off a terminal: two rows of modules in a line, light letters on dark."""
    rows: list[list[int]] = []
    for line in text.splitlines():
        upper = [255 if letter in "█▀" else 0 for letter in line]
        lower = [255 if letter in "█▄" else 0 for letter in line]
        rows += [upper, lower]
    picture = np.array([row for row in rows if len(row) == len(rows[0])], np.uint8)
    large = cv2.resize(picture, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    return cv2.QRCodeDetector().detectAndDecode(large)[0]


@pytest.mark.report("E15")
def test_codes_in_the_terminal_are_full_addresses() -> None:
    for text in ("http://192.168.1.20:8080/", host_link("http://192.168.1.20:8080/", "123456")):
        assert scanned(code(text)) == text


def test_the_pin_stays_out_of_what_is_sent_on_the_way() -> None:
    """Browsers keep what follows the # to themselves."""
    assert host_link("http://10.0.0.5:8080/", "123456").partition("#")[0] == "http://10.0.0.5:8080/"


@pytest.mark.report("E14")
def test_it_invites_once_more_when_the_way_has_changed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ways: list[tuple[str, ...]] = [("http://127.0.0.1:8080/",)]
    monkeypatch.setattr(invitation, "page_addresses", lambda port, host: ways[-1])
    monkeypatch.setattr(invitation, "ADDRESS_S", 0.01)
    inviter = Inviter(Settings(tmp_path, json=True), KeptInMemory("2468"), "tonight")

    async def evening() -> None:
        inviter.begin()
        await asyncio.sleep(0.1)
        ways.append(("http://192.168.1.20:8080/", "http://10.0.0.5:8080/"))
        await asyncio.sleep(0.1)

    asyncio.run(evening())
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["address"] for one in told] == [
        "http://127.0.0.1:8080/",
        "http://192.168.1.20:8080/",
    ]
    assert told[0] == {
        "type": "ready", "address": "http://127.0.0.1:8080/", "game": "tonight", "pin": "2468",
    }  # fmt: skip
    assert inviter.elsewhere() == ("http://10.0.0.5:8080/",)


@pytest.mark.report("E14")
def test_what_phones_open_can_be_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(invitation, "page_addresses", lambda port, host: ("http://172.17.0.2:1/",))
    settings = Settings(tmp_path, address=read_address("192.168.1.9", 8080))
    inviter = Inviter(settings, KeptInMemory())
    assert inviter.address() == "http://192.168.1.9:8080/"
    assert inviter.elsewhere() == ("http://172.17.0.2:1/",)


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("", ""),
        ("table.lan", "http://table.lan:8080/"),
        ("table.lan:9000", "http://table.lan:9000/"),
        ("http://10.0.0.5", "http://10.0.0.5/"),
        ("https://table.example.org/", "https://table.example.org/"),
    ],
)
def test_an_address_is_made_whole(typed: str, address: str) -> None:
    assert read_address(typed, 8080) == address


@pytest.mark.parametrize("typed", ["ftp://x/", "http://", "http://x:port/", "://"])
def test_what_is_no_address_is_refused_in_words(typed: str) -> None:
    with pytest.raises(ServerError, match=re.escape("--address is what phones open")):
        read_address(typed, 8080)


@pytest.mark.parametrize("pin", ["2468", ""])
def test_people_are_told_how_to_become_host(pin: str) -> None:
    words = "\n".join(
        invitation.invitation(("http://10.0.0.5:8080/", "http://pi.local:8080/"), pin)
    )
    assert "Open http://10.0.0.5:8080/ on every phone" in words
    assert "If a phone does not find it: http://pi.local:8080/" in words
    assert ("the host's PIN is 2468" in words) == bool(pin)
    assert ("every phone may do everything" in words) == (not pin)


@pytest.mark.report("E14", "E15", "E20")
@pytest.mark.parametrize("pin", ["2468", ""])
def test_without_a_network_there_is_no_code_but_what_to_do(pin: str) -> None:
    words = "\n".join(invitation.invitation(("http://127.0.0.1:8080/",), pin))
    assert not set("█▀▄") & set(words)
    assert "let it make a hotspot" in words
    assert "--address" in words
    assert ("http://127.0.0.1:8080/#host=2468" in words) == bool(pin)

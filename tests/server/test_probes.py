"""A phone on the machine's own hotspot asks whether there is internet, and is led to the table."""

from pathlib import Path

import pytest

from companion.server.page import STATIC
from companion.server.probes import ASKED_BY_PHONES
from tests.server.conftest import Surroundings
from tests.server.phone import Phone


@pytest.fixture
def static() -> Path:
    return STATIC


@pytest.mark.report("E13")
@pytest.mark.parametrize("path", ASKED_BY_PHONES)
def test_every_question_is_answered_with_the_way_to_the_table(
    phone: Phone, around: Surroundings, path: str
) -> None:
    around.address = "http://10.42.0.1/"
    page = phone.get(path)
    assert page.status_code == 200, "a 204 says that there is internet"
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert '<a class="button" href="http://10.42.0.1/">' in page.text
    assert "switch mobile data off" in page.text
    assert "Success" not in page.text
    assert "<script" not in page.text, "the window for this runs none"


@pytest.mark.report("E13")
def test_it_reads_the_language_of_the_phone(phone: Phone) -> None:
    page = phone.get("/hotspot-detect.html?language=zh-Hant")
    assert "你已連上桌子的網路。" in page.text

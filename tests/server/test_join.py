"""The QR code is read back as a scanner would."""

import re

import cv2
import numpy as np
import pytest

from tests.server.conftest import Surroundings
from tests.server.phone import Phone


def scanned(svg: str) -> str:
    """What a scanner reads: the strokes are drawn one pixel a module, then enlarged."""
    size = re.search(r'width="(\d+)"', svg)
    strokes = re.search(r'class="qrline"[^>]* d="([^"]*)"', svg)
    assert size is not None
    assert strokes is not None
    modules = int(size[1]) // 8
    picture = np.full((modules, modules), 255, np.uint8)
    x = y = 0.0
    for verb, numbers in re.findall(r"([Mmh])([-\d. ]+)", strokes[1]):
        values = [float(number) for number in numbers.split()]
        if verb == "h":
            picture[int(y), int(x) : int(x + values[0])] = 0
            x += values[0]
        elif verb == "M":
            x, y = values
        else:
            x, y = x + values[0], y + values[1]
    large = cv2.resize(picture, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(large)
    return text


@pytest.mark.report("E14")
@pytest.mark.report("E15")
def test_the_code_is_the_full_address_of_this_moment(phone: Phone, around: Surroundings) -> None:
    assert scanned(phone.get("/join.svg").text) == "http://192.168.1.20:8000/"
    around.address = "http://10.0.0.5:8080/"
    answer = phone.get("/join.svg")
    assert scanned(answer.text) == "http://10.0.0.5:8080/"
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "no-store"


def test_the_code_has_the_light_border_that_scanners_need(phone: Phone) -> None:
    svg = phone.get("/join.svg").text
    assert 'fill="white"' in svg or 'fill="#fff"' in svg

"""What a page shows in the end: what a tap leads to may take a moment on a busy machine."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator


def shows_as_many(locator: "Locator", count: int) -> None:
    """Fails unless there come to be just so many of these."""
    from playwright.sync_api import expect

    expect(locator).to_have_count(count)


def shows_words(locator: "Locator", words: Sequence[str]) -> None:
    """Fails unless these come to be just so many, with these words."""
    from playwright.sync_api import expect

    expect(locator).to_have_text(words)

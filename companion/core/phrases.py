"""Words for people that can be said in other languages: English, with what it was made of."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Self

from companion.core.ids import PlayerId

NOTHING: Mapping[str, object] = MappingProxyType({})
CONTEXT = "|"
"""What follows it in a template is for translators only: `Set|a number`."""


class Phrase(str):
    """An English text, equal to any other `str` of the same letters, that can be said otherwise.

    `key` is what catalogues list, `template` the English with `{names}`, and `parts` fill these in:
    phrases are said in the other language too, anything else stays as it is.
    """

    __slots__ = ("key", "parts", "template")
    key: str
    template: str
    parts: Mapping[str, object]

    def __new__(
        cls, english: str, key: str = "", template: str = "", parts: Mapping[str, object] = NOTHING
    ) -> Self:
        """`english` as it reads; without a key it is its own."""
        made = super().__new__(cls, english)
        made.key, made.template, made.parts = key or english, template or english, parts
        return made

    def __reduce__(self) -> "tuple[type[Phrase], tuple[str, str, str, dict[str, object]]]":
        """Phrases cross from the vision process whole."""
        return type(self), (str(self), self.key, self.template, dict(self.parts))


def phrase(template: str, /, **parts: object) -> Phrase:
    """
    >>> phrase("{who} rolled {dice}.", who="Red", dice="a 3")
    'Red rolled a 3.'
    """
    words = template.partition(CONTEXT)[0] if CONTEXT in template else template
    return Phrase(words.format_map(parts) if "{" in words else words, template, words, parts)


def many(count: int, one: str, more: str, /, **parts: object) -> Phrase:
    """A phrase about `{n}` things; catalogues list the plural.

    >>> many(1, "{n} ship", "{n} ships"), many(2, "{n} ship", "{n} ships")
    ('1 ship', '2 ships')
    """
    template = one if count == 1 else more
    parts = {"n": count, **parts}
    return Phrase(template.format_map(parts), more, template, parts)


def listed(items: Sequence[str], joint: str = "and") -> str:
    """
    >>> listed(["a 2", "a 3", "a 5"]), listed(["a 2", "a 3"], "or"), listed([])
    ('a 2, a 3 and a 5', 'a 2 or a 3', '')
    """
    if len(items) < 2:
        return items[0] if items else ""
    last = "{some} and {last}" if joint == "and" else "{some} or {last}"
    return phrase(last, some=_one_by_one(items[:-1], "{some}, {next}"), last=items[-1])


def in_a_row(sentences: Sequence[str]) -> str:
    """
    >>> in_a_row(["Red rolled.", "Blue is next."])
    'Red rolled. Blue is next.'
    """
    return _one_by_one(sentences, "{some} {next}") if sentences else ""


def with_commas(items: Sequence[str]) -> str:
    """
    >>> with_commas(["one", "two", "three"])
    'one, two, three'
    """
    return _one_by_one(items, "{some}, {next}") if items else ""


def with_semicolons(items: Sequence[str]) -> str:
    """
    >>> with_semicolons(["one", "two"])
    'one; two'
    """
    return _one_by_one(items, "{some}; {next}") if items else ""


def _one_by_one(items: Sequence[str], joint: str) -> str:
    made = items[0]
    for item in items[1:]:
        made = phrase(joint, some=made, next=item)
    return made


@lru_cache(maxsize=64)
def who(player: PlayerId) -> Phrase:
    """A seat in a sentence. Whoever shows it to people says the name of who sits there.

    >>> who(PlayerId("red"))
    'Red'
    """
    return phrase(player.title())


def spoken(text: str, catalogue: Mapping[str, str]) -> str:
    """A text in the language of a catalogue (key to template), in English where that has none.

    >>> shout = {"{who} rolled {dice}.": "{dice}: {who}!", "Red": "RED"}
    >>> spoken(phrase("{who} rolled {dice}.", who=who(PlayerId("red")), dice="a 3"), shout)
    'a 3: RED!'
    """
    if not isinstance(text, Phrase) or not catalogue:
        return text
    template = catalogue.get(text.key, text.template)
    if not text.parts:
        return template
    return template.format_map({name: _part(p, catalogue) for name, p in text.parts.items()})


def _part(part: object, catalogue: Mapping[str, str]) -> object:
    return spoken(part, catalogue) if isinstance(part, Phrase) else part


def words_of(error: Exception) -> str:
    """What an error says, as it was said: `str(error)` is English only."""
    told = error.args[0] if error.args else ""
    return told if isinstance(told, Phrase) else str(error)

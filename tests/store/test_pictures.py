"""Evidence pictures."""

from pathlib import Path

import pytest

from companion.store import pictures
from companion.store.pictures import Pictures


def test_a_picture_is_there_while_held_and_for_good_when_kept(tmp_path: Path) -> None:
    store = Pictures(tmp_path / "pictures")
    store.hold("one", b"1")
    assert store.get("one") == b"1"
    store.keep("one")
    store.hold("two", b"2")
    for number in range(pictures.HELD):
        store.hold(f"later-{number}", b"3")
    assert (store.get("one"), store.get("two"), store.get("later-0")) == (b"1", None, b"3")


def test_the_picture_before_can_still_be_kept_when_the_next_has_come(tmp_path: Path) -> None:
    store = Pictures(tmp_path)
    store.hold("before", b"1")
    store.hold("after", b"2")
    store.keep("before")
    assert (tmp_path / "before.jpg").read_bytes() == b"1"


@pytest.mark.parametrize("name", ["../secret", "", "a/b", "a.b", "é"])
def test_a_name_cannot_lead_out_of_the_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.jpg").write_bytes(b"x")
    store = Pictures(tmp_path / "pictures")
    (tmp_path / "pictures").mkdir()
    assert store.get(name) is None


def test_a_full_disk_costs_the_picture_only(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("a file where the folder should be")
    store = Pictures(tmp_path / "pictures")
    store.hold("one", b"1")
    store.keep("one")
    assert store.get("one") == b"1"


def test_the_oldest_pictures_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "KEPT", 2)
    store = Pictures(tmp_path)
    for name in ("a", "b", "c"):
        store.hold(name, name.encode())
        store.keep(name)
    assert sum(1 for _ in tmp_path.glob("*.jpg")) == 2
    assert store.get("c") == b"c"

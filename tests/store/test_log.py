import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store import log as logs
from companion.store.log import LOG_BYTES, OLDER, FoldingHandler, log_text


@pytest.fixture
def logger(tmp_path: Path) -> Iterator[logging.Logger]:
    handler = FoldingHandler(tmp_path / "log" / "companion.log")
    (tmp_path / "log").mkdir()
    one = logging.Logger("camera")
    one.addHandler(handler)
    yield one
    handler.close()


def size_of(data: Path) -> int:
    return sum(path.stat().st_size for path in (data / "log").iterdir())


@pytest.mark.report("F4")
def test_one_error_ten_thousand_times_is_two_lines(tmp_path: Path, logger: logging.Logger) -> None:
    for _ in range(10_000):
        logger.error("no frame from %s", "usb:0")
    logger.info("running")
    lines = log_text(tmp_path).splitlines()
    assert [line.split(" camera: ")[1] for line in lines] == [
        "no frame from usb:0",
        "the line before came 9999 times more",
        "running",
    ]


@pytest.mark.report("F4")
def test_whatever_is_logged_the_files_stay_small(tmp_path: Path, logger: logging.Logger) -> None:
    for number in range(10_000):
        logger.error("%d %s", number, "x" * 200)
    assert size_of(tmp_path) <= LOG_BYTES * (OLDER + 1)
    assert "9999 x" in log_text(tmp_path).splitlines()[-1]


def test_repeats_are_told_when_the_log_ends(tmp_path: Path) -> None:
    (tmp_path / "log").mkdir()
    handler = FoldingHandler(tmp_path / "log" / "companion.log")
    one = logging.Logger("camera")
    one.addHandler(handler)
    for _ in range(3):
        one.warning("lost")
    handler.close()
    assert log_text(tmp_path).endswith("the line before came 2 times more\n")


def test_a_disk_that_takes_nothing_is_no_error(
    tmp_path: Path, logger: logging.Logger, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "log").rmdir()
    logger.error("lost")
    (tmp_path / "log").mkdir()
    logger.error("again there")
    assert capsys.readouterr().err == ""
    assert "again there" in log_text(tmp_path)


def test_a_folder_that_cannot_be_made_leaves_the_program_without_a_log(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("a file")
    assert logs.start_log(tmp_path) is None
    assert log_text(tmp_path) == ""

from datetime import UTC, datetime, timedelta

import pytest

from companion.clock import Clock

PHONE = datetime(2026, 11, 29, 19, 15, tzinfo=UTC)


class Machine:
    """A clock that goes on by itself."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


@pytest.mark.report("F5")
@pytest.mark.parametrize(
    "start", [datetime(1970, 1, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)]
)
def test_a_machine_that_forgot_the_date_goes_by_a_phone(start: datetime) -> None:
    machine = Machine(start)
    clock = Clock(machine)
    assert clock.wrong
    assert clock.set(PHONE)
    assert not clock.wrong
    machine.now += timedelta(minutes=5)
    assert datetime.fromisoformat(clock()) == PHONE + timedelta(minutes=5)
    assert not clock.set(PHONE), "once is enough"


@pytest.mark.parametrize("told", [datetime(2020, 1, 1, tzinfo=UTC), PHONE.replace(tzinfo=None)])
def test_a_phone_that_is_wrong_too_changes_nothing(told: datetime) -> None:
    clock = Clock(Machine(datetime(1970, 1, 1, tzinfo=UTC)))
    assert not clock.set(told)
    assert clock.wrong


def test_a_clock_that_is_right_is_left_alone() -> None:
    clock = Clock(Machine(PHONE))
    assert not clock.set(PHONE + timedelta(days=400))
    assert datetime.fromisoformat(clock()) == PHONE

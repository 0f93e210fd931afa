"""The time of a row: that of its author, unless the message was received before."""

from tanglescope.engine.words import times
from tanglescope.viewer.models.row import Row
from tanglescope.viewer.views.timeline.context import day_above
from tests.viewer.fake_library import message

YEAR = 366 * 86_400_000.0
NOW = 1_500_000_000_000.0


def row(asserted: float | None, received: float | None) -> Row:
    return Row("%a", message("%a", asserted=asserted, received=received), "Ann", "Hello")


def test_a_message_is_shown_when_its_author_says_that_it_was_written() -> None:
    assert row(NOW, NOW + 5 * YEAR).time == NOW
    assert row(NOW, None).time == NOW
    assert row(NOW, NOW + YEAR).moment == times.full(NOW)


def test_a_claim_that_is_later_than_the_receipt_moves_no_date() -> None:
    wrong = row(NOW + 67 * YEAR, NOW)
    assert wrong.time == NOW
    assert wrong.clock == times.clock(NOW)
    assert day_above(wrong, row(NOW - 1000, NOW)) is None
    claimed = times.full(NOW + 67 * YEAR)
    assert wrong.moment == f"received {times.full(NOW)}; its author claims {claimed}"


def test_without_a_claim_it_is_the_time_of_receipt() -> None:
    assert row(None, NOW).time == NOW
    assert row(None, NOW).moment == times.full(NOW)
    assert row(None, None).time is None
    assert row(None, None).moment == ""

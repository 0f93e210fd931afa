"""What long work says of itself."""

from engine.store.arrivals.reports import Journey, Progress


def test_several_archives_are_told_as_one() -> None:
    told: list[Progress] = []
    journey = Journey(told.append, [100, 0, 300])
    journey.tell(Progress("checking", 50, 100, 5, {"json": 1}, 10.0, 5.0))
    journey.tell(Progress("checking", 100, 100, 10, {"json": 1}, 10.0, 0.0))
    journey.next()
    journey.next()
    journey.tell(Progress("checking", 150, 300, 15, {"json": 1, "id": 2}, 20.0, 7.0))
    assert [(each.done_bytes, each.total_bytes, each.messages, each.bad) for each in told] == [
        (50, 400, 5, 1),
        (100, 400, 10, 1),
        (250, 400, 25, 4),
    ]
    assert told[0].seconds_left == 35.0
    assert told[-1].seconds_left == 7.0
    assert told[-1].rules == {"json": 2, "id": 2}

"""Work in Spark from beside it: what ends the one ends the other, whatever Spark is about to do."""

from concurrent.futures import Future
from threading import Event
from typing import Any

import pytest

from engine.pipeline.spark.watching import beside


def test_spark_is_told_to_stop_until_it_has() -> None:
    """Whoever is asked to stop before a job begins knows nothing of it when it does."""
    asked_often = Event()
    asked: list[None] = []

    def cancel() -> None:
        asked.append(None)
        if len(asked) == 3:
            asked_often.set()

    work: list[Future[Any]] = []

    def fail() -> None:
        with beside(cancel) as other:
            work.append(other.submit(asked_often.wait, 30))
            work.append(other.submit(print))
            raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        fail()
    assert work[0].result(timeout=0)
    assert work[1].cancelled()

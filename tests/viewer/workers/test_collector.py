import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from viewer.workers.collector import Collector


class Cycle:
    """Something that only the collector can destroy; it notes on which thread."""

    def __init__(self, threads: list[int]) -> None:
        self.itself = self
        self.threads = threads

    def __del__(self) -> None:
        self.threads.append(threading.get_ident())


@pytest.fixture
def collector(application: QApplication) -> Iterator[Collector]:
    gc.enable()
    made = Collector()
    assert not gc.isenabled()
    yield made
    made.end()
    assert gc.isenabled()


def test_what_a_worker_leaves_is_destroyed_on_the_window_s_thread(collector: Collector) -> None:
    destroyed: list[int] = []

    def litter() -> None:
        Cycle(destroyed)
        kept = [[number] for number in range(5_000)]
        assert kept

    worker = threading.Thread(target=litter)
    worker.start()
    worker.join()
    assert destroyed == []
    kept = [[number] for number in range(5_000)]
    collector.look()
    assert kept
    assert destroyed == [threading.get_ident()]


def test_little_garbage_waits(collector: Collector) -> None:
    gc.collect()
    cycle = Cycle([])
    alive = weakref.ref(cycle)
    del cycle
    collector.look()
    assert alive() is not None

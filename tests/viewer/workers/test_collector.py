import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from tanglescope.viewer.workers import collector as module
from tanglescope.viewer.workers.collector import MOST_LOOKS, REST, Collector


class Cycle:
    """An object that only the collector can destroy; it records the thread that did."""

    def __init__(self, threads: list[int]) -> None:
        self.itself = self
        self.threads = threads

    def __del__(self) -> None:
        self.threads.append(threading.get_ident())


@pytest.fixture
def collector(application: QApplication) -> Iterator[Collector]:
    gc.enable()
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)  # Python's defaults; the tests' own are higher
    made = Collector()
    assert not gc.isenabled()
    yield made
    made.end()
    gc.set_threshold(*before)
    assert gc.isenabled()


def test_garbage_of_a_worker_is_destroyed_on_the_windows_thread(collector: Collector) -> None:
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


def old_cycle(threads: list[int]) -> Cycle:
    """Return a cycle that has survived so many collections that an older generation is due."""
    cycle = Cycle(threads)
    for _ in range(gc.get_threshold()[1] + 1):
        gc.collect(0)
    return cycle


def test_old_garbage_waits_until_the_program_is_idle(collector: Collector) -> None:
    destroyed: list[int] = []
    cycle = old_cycle(destroyed)
    del cycle
    for _ in range(REST // 2):
        collector.look()
    assert destroyed == []
    for _ in range(REST):
        collector.look()
    assert destroyed == [threading.get_ident()]


def test_work_on_any_thread_delays_collection_for_a_limited_time(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = iter(range(2 * MOST_LOOKS))
    monkeypatch.setattr(module, "process_time", lambda: float(next(seconds)))
    destroyed: list[int] = []
    cycle = old_cycle(destroyed)
    del cycle
    for _ in range(MOST_LOOKS - 1):
        collector.look()
    assert destroyed == []
    collector.look()
    assert destroyed == [threading.get_ident()]


def test_an_idle_program_collects_only_once(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole: list[int] = []
    collect = gc.collect
    collect()
    monkeypatch.setattr(gc, "collect", lambda generation=2: whole.append(generation))
    for _ in range(3 * REST):
        collector.look()
    monkeypatch.setattr(gc, "collect", collect)
    assert 2 not in whole

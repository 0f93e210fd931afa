"""Watching over Spark's work from beside it: telling how far it is, and stopping it."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import Event, Thread

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from engine.pipeline.errors import Cancelled

_SECONDS = 0.2


@contextmanager
def watched(
    spark: SparkSession, look: Callable[[], None], cancelled: Callable[[], bool]
) -> Iterator[None]:
    """Call `look` again and again; let Spark's jobs end once `cancelled`, and raise `Cancelled`."""
    ended = Event()
    stopped = Event()

    def watch() -> None:
        while not ended.wait(_SECONDS):
            if cancelled():
                stopped.set()
                with suppress(Py4JError, OSError):
                    spark.sparkContext.cancelAllJobs()
            look()

    watcher = Thread(target=watch, name="watching Spark")
    watcher.start()
    try:
        yield
    except (Py4JError, PySparkException):
        if stopped.is_set():
            raise Cancelled from None
        raise
    finally:
        ended.set()
        watcher.join()
    if stopped.is_set():
        raise Cancelled


@contextmanager
def beside(cancel: Callable[[], object]) -> Iterator[ThreadPoolExecutor]:
    """A thread that waits for Spark while the caller goes on; what ends the one ends the other.

    `cancel` ends the jobs that Spark has by then.
    """
    with ThreadPoolExecutor(1) as other:
        try:
            yield other
        except BaseException:
            other.shutdown(wait=False, cancel_futures=True)
            # Spark may be about to begin a job, or have another one to follow.
            over = Thread(target=other.shutdown, name="waiting for Spark")
            over.start()
            while over.is_alive():
                with suppress(Py4JError, OSError):
                    cancel()
                over.join(_SECONDS)
            raise

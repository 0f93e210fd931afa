"""A timeline in SQLite: events per second, memory and file size.

    python bench/timeline_database.py [--small] [--events N] [--feeds N] [--delivery NAME]

The tangle is that of the ScuttleSort report's model. In order, it is generated while it is added,
so that only the timeline and the page cache (64 MiB) use memory. Every 1,000 events are committed.
"""

import argparse
import itertools
import platform
import resource
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import perf_counter, process_time

from engine import simulate
from engine.store.orders.levels import TABLES
from engine.store.orders.timelines import StoredTimeline


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="4,096 events")
    parser.add_argument("--events", type=int, default=131_072)
    parser.add_argument("--feeds", type=int, default=16)
    parser.add_argument("--delivery", choices=list(simulate.DELIVERIES), action="append")
    options = parser.parse_args()
    count = 4_096 if options.small else options.events
    print(
        f"{count:,} events of {options.feeds} feeds, SQLite {sqlite3.sqlite_version},"
        f" Python {platform.python_version()}"
    )
    for delivery in options.delivery or ["in_order", "random_feed"]:
        with tempfile.TemporaryDirectory() as folder:
            measure(delivery, events(count, options.feeds, delivery), Path(folder) / "timeline.db")


def events(count: int, feeds: int, delivery: str) -> Iterable[simulate.SimulatedEvent]:
    """The events in order of delivery."""
    if delivery == "in_order":
        return simulate.paper_events(count, feeds)
    tangle = simulate.paper(count, feeds)
    return [tangle[index] for index in simulate.DELIVERIES[delivery](tangle, 0)]


def measure(delivery: str, arriving: Iterable[simulate.SimulatedEvent], path: Path) -> None:
    """Add the events to a new database, a transaction for every thousand."""
    connection = sqlite3.connect(path)
    connection.executescript(
        "PRAGMA journal_mode = wal; PRAGMA synchronous = normal; PRAGMA cache_size = -65536"
    )
    for statement in TABLES:
        connection.execute(statement)
    timeline = StoredTimeline(connection, 1)
    count = edits = 0
    cpu = wall = 0.0
    for batch in batches(arriving, 1_000):
        begin, began = process_time(), perf_counter()
        for name, after, _ in batch:
            edits += len(timeline.add(name, after))
        timeline.save()
        connection.commit()
        cpu += process_time() - begin
        wall += perf_counter() - began
        count += len(batch)
    connection.close()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{delivery:12} {count / cpu:9,.0f} events a second of CPU ({count / wall:,.0f} of wall),"
        f" {edits / count:.2f} edits an event, peak {peak:.0f} MiB,"
        f" file {path.stat().st_size / count:.0f} bytes an event",
        flush=True,
    )


def batches(
    arriving: Iterable[simulate.SimulatedEvent], size: int
) -> Iterator[list[simulate.SimulatedEvent]]:
    """The events in lists of a size."""
    rest = iter(arriving)
    while batch := list(itertools.islice(rest, size)):
        yield batch


if __name__ == "__main__":
    main()

"""A Corestore from folder to order: entries read, verified, ordered, and followed as it grows.

    python bench/corestore.py [--small]

The store is generated: an Autobase of four writers that receive most of each other's entries, each
core signed and hashed as by Hypercore. Then three steps are timed: reading with all hashes and
signatures, the order with its confirmed part, and a poll of a follower after one more entry. CPU
time includes that of the process that reads RocksDB.
"""

import argparse
import platform
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.autobase import KEYS, Entry, dense, gossip
from tanglescope.engine.archive.corestore.bases import graph_of
from tanglescope.engine.archive.corestore.copies import read_corestore
from tanglescope.engine.archive.corestore.cores import Trust
from tanglescope.engine.library import Library
from tanglescope.engine.linear.graph import Writer
from tanglescope.engine.linear.orders.named import linearize
from tanglescope.engine.store.arrivals import importer
from tests.engine.archive.corestore.writers import WrittenCore, message, signer, write

T = TypeVar("T")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="a tenth of the entries")
    count = 2_000 if parser.parse_args().small else 20_000
    print(f"{count:,} entries of {len(KEYS)} writers, Python {platform.python_version()}")
    entries = list(gossip(count + 1, dense))
    with TemporaryDirectory() as folder:
        store = write(Path(folder) / "store", records_of(entries[:count]))
        found = timed("read and verified", lambda: read_corestore(store))
        [base] = found.bases
        if {entry.trust for entry in base.entries} != {Trust.VALID}:
            raise AssertionError("something isn't verified")
        graph = replace(graph_of(base), writers=tuple(Writer(each.key) for each in base.members))
        answer = timed("in order", lambda: linearize(graph, "autobase", edits=False))
        print(f"{answer['confirmed']:,} of {len(answer['order']):,} are confirmed")
        importer.LONG = float("inf")  # look without a pause
        with Library.open(Path(folder) / "library.db") as library:
            timed("taken in", lambda: library.ingest(store))
            follower = library.follow(store)
            follower.poll()
            timed("a look at what hasn't changed", follower.poll)
            write(store, records_of(entries))
            changes = timed("a look after one more entry", follower.poll)
            if sum(change.added for change in changes) != 1:
                raise AssertionError("the new entry is missing")


def records_of(entries: Sequence[Entry]) -> dict[bytes, bytes]:
    """The records of a Corestore with an Autobase of these entries."""
    cores = {key: WrittenCore([], [signer(number)]) for number, key in enumerate(KEYS)}
    names = {key: core.key for key, core in cores.items()}
    for entry in entries:
        heads = [
            (names[name[0]], int(name[1:]) + 1) for name in entry.after if name[0] != entry.writer
        ]
        cores[entry.writer].blocks.append(message(b'{"text":"%s"}' % entry.name.encode(), heads))
    for core in cores.values():
        core.notes["referrer"] = names[KEYS[0]]
    return {
        key: value
        for pointer, core in enumerate(cores.values(), 1)
        for key, value in core.records(pointer).items()
    }


def timed(what: str, work: Callable[[], T]) -> T:
    """Run a function and print the time it took."""
    before, start = processor(), perf_counter()
    result = work()
    seconds, spent = perf_counter() - start, processor() - before
    print(f"{what:32}{seconds:6.2f} s  {spent:6.2f} s CPU")
    return result


def processor() -> float:
    """The processor seconds of this process and its children."""
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in (getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN))
    )


if __name__ == "__main__":
    main()

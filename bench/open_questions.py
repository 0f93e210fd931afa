"""The figures of docs/benchmarks.md that answer open questions of the report, as its tables.

    python bench/open_questions.py [--small] [--only PART]
    python bench/open_questions.py --only real --trace clownschool.json.gz --git PATH

Parts: `runs`, `mixed`, `references`, `memory`, `real`. The first three deliver generated tangles by
random feed unless the row says otherwise, with a seed for each run. `real` needs graphs: editing
traces of https://github.com/josephg/editing-traces (the concurrent ones), and Git repositories.
For a conversation or a graph file of your own, `tanglescope edits` prints the row.
"""

import argparse
import gzip
import hashlib
import json
import subprocess
import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from tanglescope.engine import Timeline
from tanglescope.engine.debug.shuffling.edit_counts import HEADING, count_edits, row, spread
from tanglescope.engine.linear import simulate
from tanglescope.engine.linear.graph import Graph, Node

Make = Callable[[int], simulate.Tangle]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="few events, two seeds")
    parser.add_argument("--only", choices=list(PARTS))
    parser.add_argument("--trace", action="append", type=Path, default=[])
    parser.add_argument("--git", action="append", type=Path, default=[])
    options = parser.parse_args()
    for name, part in PARTS.items():
        if name == (options.only or name):
            print(f"{name}\n")
            print("\n".join(part(options)), end="\n\n")


def runs(options: argparse.Namespace) -> Iterator[str]:
    """The report's model: percentiles over runs."""
    events, seeds = (500, 2) if options.small else (16_384, 20)
    yield from _heading("feeds")
    for feeds in (4, 16, 64, 256):
        yield _measured(f"{feeds}", events, seeds, partial(simulate.paper, events, feeds))


def mixed(options: argparse.Namespace) -> Iterator[str]:
    """32 active feeds among 512 lurkers."""
    events, seeds = (500, 2) if options.small else (32_768, 5)
    yield from _heading("delivery")
    for name, way in (
        ("in order", "in_order"),
        ("late by 8", "delayed"),
        ("random feed", "random_feed"),
        ("random event", "random_event"),
    ):
        yield _measured(name, events, seeds, partial(simulate.crowd, events, 544), way)


def references(options: argparse.Namespace) -> Iterator[str]:
    """More references to other feeds in each event."""
    events, seeds = (500, 2) if options.small else (16_384, 5)
    yield from _heading("references")
    for count in (1, 2, 3, 5):
        yield _measured(
            f"{count}",
            events,
            seeds,
            partial(simulate.paper, events, 16, names="feed", references=count),
        )


def memory(options: argparse.Namespace) -> Iterator[str]:
    """The memory of a timeline."""
    yield "| events | bytes per event |"
    yield "|---|---|"
    for events in (500, 1_000) if options.small else (8_192, 32_768, 131_072):
        yield f"| {events:,} | {_traced(events) / events:.0f} |"


def real(options: argparse.Namespace) -> Iterator[str]:
    """Real graphs."""
    yield from HEADING
    seeds = 2 if options.small else 3
    for path in options.trace:
        yield row(path.name.partition(".")[0], count_edits(_trace(path), seeds))
    for path in options.git:
        yield row(f"Git, {path.name}", count_edits(_git(path), seeds))


PARTS: dict[str, Callable[[argparse.Namespace], Iterable[str]]] = {
    each.__name__: each for each in (runs, mixed, references, memory, real)
}


def _heading(first: str) -> Iterator[str]:
    yield f"| {first} | events | runs | edits per event, median (range) | p99 | maximum |"
    yield "|---|---|---|---|---|---|"


def _measured(name: str, events: int, seeds: int, make: Make, way: str = "random_feed") -> str:
    means: list[float] = []
    high: list[float] = []
    most = 0
    for seed in range(seeds):
        tangle = make(seed)
        outcome = simulate.simulate(tangle, simulate.DELIVERIES[way](tangle, seed))
        means.append(outcome.per_event(sum(outcome.edits)))
        high.append(outcome.percentile(0.99))
        most = max(most, *outcome.edits)
    return f"| {name} | {events:,} | {seeds} | {spread(means)} | {max(high):,.0f} | {most:,} |"


def _traced(events: int) -> int:
    """The bytes that Python uses for a timeline."""
    tracemalloc.start()
    timeline = Timeline()
    for name, after, _ in simulate.paper_events(events, 16):
        timeline.add(name, after)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held


def _trace(path: Path) -> Graph:
    """A concurrent editing trace: every transaction is an event, with a name like a hash."""
    transactions: Sequence[dict[str, Any]] = json.loads(gzip.decompress(path.read_bytes()))["txns"]
    names = [
        hashlib.sha256(f"{number}".encode()).hexdigest() for number in range(len(transactions))
    ]
    nodes = [
        Node(
            name,
            tuple(names[each] for each in transaction["parents"]),
            f"{transaction['agent']}",
            asserted=datetime.fromisoformat(transaction["time"]).timestamp() * 1_000,
        )
        for name, transaction in zip(names, transactions, strict=True)
    ]
    return Graph(tuple(nodes), name=path.stem)


def _git(path: Path) -> Graph:
    """The commits that lead to HEAD."""
    fields = "%H%x09%P%x09%ae%x09%at"
    command = ["git", "-C", f"{path}", "log", "--topo-order", "--reverse", f"--format={fields}"]
    log = subprocess.run(command, capture_output=True, check=True).stdout.decode(errors="replace")
    commits = [line.split("\t") for line in log.splitlines()]
    return Graph(
        tuple(
            Node(id_, tuple(after.split()), writer, asserted=1_000.0 * int(time))
            for id_, after, writer, time in commits
        )
    )


if __name__ == "__main__":
    main()

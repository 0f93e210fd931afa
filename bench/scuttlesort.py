"""The timeline beside the reference implementation of ScuttleSort, in one process.

    python bench/scuttlesort.py [--small] [--seeds 10] [--limit 60] [--only PART] [--plot OUT.svg]

Parts: `paper` (the table of the report, section 4), `deliveries`, `scale`, `extend`, `memory`.
The tangle is the report's model, names as in its figures, delivered by random feed
unless the line says otherwise. Reference and engine take turns on the same events; the reference
stops after --limit seconds, and both are compared by what it has done by then. Time is CPU time
of the additions, edits included; of several seeds the median is given, and the 10th and 90th
percentile.
"""

import argparse
import gc
import math
import platform
import statistics
import sys
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time

from engine import simulate
from engine.linear import Timeline

# This file has the name of the reference: its own folder must not be searched for it.
sys.path = [entry for entry in sys.path if Path(entry).resolve() != Path(__file__).resolve().parent]
import scuttlesort  # noqa: E402

Events = list[tuple[str, tuple[str, ...]]]

FEEDS = (4, 8, 16, 32, 64, 128, 256, 512, 1024)
PUBLISHED = {
    32_768: (2.5, 3.0, 3.6, 4.7, 7.1, 10.4, 13.1, 16.8, 21.5),
    65_536: (3.8, 2.9, 5.7, 4.4, 7.0, 10.1, 13.2, 17.0, 22.0),
}
"""Edits per event in the report, by events and feeds; our seeds are others than its."""


@dataclass(frozen=True, slots=True)
class Run:
    """How one implementation did with some events."""

    done: int
    edits: int
    seconds: float

    @property
    def microseconds(self) -> float:
        """CPU time of an event."""
        return 1e6 * self.seconds / self.done

    @property
    def edits_per_event(self) -> float:
        """Edits (or commands) of an event."""
        return self.edits / self.done


@dataclass(slots=True)
class Cell:
    """Reference and engine on the same tangles, one for each seed."""

    reference: list[Run] = field(default_factory=list)
    engine: list[Run] = field(default_factory=list)
    partial: bool = False

    @property
    def ratio(self) -> float:
        """How many times as fast the engine is."""
        pairs = zip(self.reference, self.engine, strict=True)
        return statistics.median(
            reference.microseconds / engine.microseconds for reference, engine in pairs
        )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="seconds instead of hours")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--limit", type=float, default=60, help="seconds for the reference")
    parser.add_argument("--only", choices=list(PARTS), action="append")
    parser.add_argument("--feeds", type=int, action="append", help="columns of the report's table")
    parser.add_argument("--plot", type=Path, help="draw the report's table")
    options = parser.parse_args()
    if options.small:
        options.seeds, options.limit = min(options.seeds, 2), 1.0
    print(
        f"scuttlesort 0.0.9 and the engine, Python {platform.python_version()},"
        f" {platform.machine()}, CPU time, seeds 0 to {options.seeds - 1}"
    )
    for name in options.only or PARTS:
        PARTS[name](options)


def paper(options: argparse.Namespace) -> None:
    """The report's table."""
    cells: dict[int, Cell] = {}
    published = dict(zip(FEEDS, PUBLISHED[32_768], strict=True))
    count = 2_048 if options.small else 32_768
    print(f"\n{count:,} events by random feed: edits per event (median, 10th-90th percentile)")
    print("feeds  report  reference            engine (the fewest)  ref us  eng us  times")
    for feeds in options.feeds or ((16, 256) if options.small else FEEDS):
        cell = cells[feeds] = compare(count, feeds, "random_feed", options)
        print(
            f"{feeds:5}  {published[feeds]:6.1f}  {spread(cell.reference):19}"
            f"  {spread(cell.engine):19}  {times(cell)}",
            flush=True,
        )
    if not options.small and not options.feeds:
        cell = compare(65_536, 1024, "random_feed", options, seeds=1)
        print(f"64K x 1024: {spread(cell.reference)}, {spread(cell.engine)}, {times(cell)}")
    if options.plot:
        options.plot.write_text(plot(published, cells))


def deliveries(options: argparse.Namespace) -> None:
    """Other orders of arrival."""
    count = 2_048 if options.small else 32_768
    print(f"\n{count:,} events of 16 feeds, other deliveries: us of reference, engine, times")
    for delivery in ("in_order", "delayed", "random_event", "feed_by_feed"):
        cell = compare(count, 16, delivery, options)
        print(f"{delivery:14} {times(cell)}  edits {spread(cell.engine)}", flush=True)
    length = 300 if options.small else 2_000
    cell = Cell()
    turn(cell, beside_a_reversed_chain(length), options.limit)
    print(f"a chain of {length:,} beside a reversed one: {times(cell)}")


def scale(options: argparse.Namespace) -> None:
    """What an event costs when there are many."""
    counts = (2_048, 8_192) if options.small else (32_768, 131_072, 524_288)
    print("\nrandom feed x 16, us an event by number of events (engine)")
    figures = []
    for count in counts:
        seeds = range(1 if count > 100_000 else options.seeds)
        runs = [engine_run(delivered(count, 16, "random_feed", seed)) for seed in seeds]
        figures.append(statistics.median(run.microseconds for run in runs))
        print(f"{count:9,}  {figures[-1]:6.1f}", flush=True)
    print(f"{counts[-1]:,} against {counts[0]:,}: {figures[-1] / figures[0]:.2f} times")


def extend(options: argparse.Namespace) -> None:
    """Everything at once, beside a plain Kahn and sort of the same events."""
    count = 8_192 if options.small else 524_288
    print(f"\nextend of {count:,} events of 64 feeds at once, beside a plain Kahn and sort")
    for delivery in ("in_order", "random_feed"):
        events = delivered(count, 64, delivery, 0)
        ratios = []
        for _ in range(3):
            plain = timed(lambda events=events: kahn_and_sort(events))
            ours = timed(lambda events=events: Timeline().extend(events))
            ratios.append(ours / plain)
        print(f"{delivery:14} {ours:.2f} s, plain {plain:.2f} s: {statistics.median(ratios):.2f}")


def memory(options: argparse.Namespace) -> None:
    """Bytes beyond the names."""
    count = 4_096 if options.small else 32_768
    print(f"\nmemory beyond the names, {count:,} events of 64 feeds, bytes an event")
    for delivery in ("in_order", "random_feed"):
        events = delivered(count, 64, delivery, 0)
        tracemalloc.start()
        timeline = Timeline()
        for name, after in events:
            timeline.add(name, after)
        gc.collect()
        print(f"{delivery:14} {tracemalloc.get_traced_memory()[0] / count:.0f}")
        tracemalloc.stop()


def compare(
    count: int, feeds: int, delivery: str, options: argparse.Namespace, seeds: int | None = None
) -> Cell:
    """Both on the tangles of all seeds."""
    cell = Cell()
    for seed in range(options.seeds if seeds is None else seeds):
        turn(cell, delivered(count, feeds, delivery, seed), options.limit)
    return cell


def turn(cell: Cell, events: Events, limit: float) -> None:
    """First the reference, then the engine, on the same events."""
    cell.reference.append(reference_run(events, limit))
    cell.partial |= cell.reference[-1].done < len(events)
    cell.engine.append(engine_run(events[: cell.reference[-1].done]))


def reference_run(events: Events, limit: float) -> Run:
    """The reference on these events, until the time is up."""
    commands = 0

    def count(*_: object) -> None:
        nonlocal commands
        commands += 1

    add = scuttlesort.Timeline(count).add
    gc.collect()
    done = 0
    begin = process_time()
    for name, after in events:
        add(name, after)
        done += 1
        if done % 64 == 0 and process_time() - begin > limit:
            break
    return Run(done, commands, process_time() - begin)


def engine_run(events: Events) -> Run:
    """The engine on these events."""
    add = Timeline().add
    gc.collect()
    edits = 0
    begin = process_time()
    for name, after in events:
        edits += len(add(name, after))
    return Run(len(events), edits, process_time() - begin)


def delivered(count: int, feeds: int, delivery: str, seed: int) -> Events:
    """Names and causes of the report's model, in order of delivery."""
    tangle = simulate.paper(count, feeds, seed)
    order = simulate.DELIVERIES[delivery](tangle, seed)
    return [(tangle[index].name, tangle[index].after) for index in order]


def beside_a_reversed_chain(length: int) -> Events:
    """A chain, then another one from its end: everything rises past something else."""

    def chain(feed: str) -> Events:
        names = [f"{feed}{number:05}" for number in range(length)]
        return [(name, (names[index - 1],) if index else ()) for index, name in enumerate(names)]

    return chain("b") + chain("a")[::-1]


def kahn_and_sort(events: Events) -> list[str]:
    """The order by the plainest means: Kahn's algorithm layer by layer, every layer sorted."""
    known = dict(events)
    waits = dict.fromkeys(known, 0)
    effects: dict[str, list[str]] = {}
    for name, after in events:
        for cause in after:
            if cause in known:
                waits[name] += 1
                effects.setdefault(cause, []).append(name)
    order: list[str] = []
    layer = sorted(name for name, causes in waits.items() if not causes)
    while layer:
        order += layer
        free = []
        for name in layer:
            for effect in effects.get(name, ()):
                waits[effect] -= 1
                if not waits[effect]:
                    free.append(effect)
        layer = sorted(free)
    return order


def timed(work: Callable[[], object]) -> float:
    """CPU seconds."""
    gc.collect()
    begin = process_time()
    work()
    return process_time() - begin


def spread(runs: Sequence[Run]) -> str:
    """Edits per event: the median, and where 8 of 10 lie."""
    values = sorted(run.edits_per_event for run in runs)
    low, high = values[len(values) // 10], values[-1 - len(values) // 10]
    return f"{statistics.median(values):6.2f} ({low:.2f}-{high:.2f})"


def times(cell: Cell) -> str:
    """Microseconds of both, and their ratio."""
    reference = statistics.median(run.microseconds for run in cell.reference)
    engine = statistics.median(run.microseconds for run in cell.engine)
    note = ""
    if cell.partial:
        note = f"  (both: first {min(run.done for run in cell.reference):,})"
    return f"{reference:7.1f} {engine:7.1f} {cell.ratio:6.2f}{note}"


def plot(published: dict[int, float], cells: dict[int, Cell]) -> str:
    """The report's table as a picture: edits per event and time, over the number of feeds."""
    columns = list(cells)
    commands = [
        ("report", "#999", [published[feeds] for feeds in columns]),
        ("reference", "#c60", [_median_edits(cells[feeds].reference) for feeds in columns]),
        ("engine", "#06c", [_median_edits(cells[feeds].engine) for feeds in columns]),
    ]
    costs = [
        ("reference", "#c60", [_median_time(cells[feeds].reference) for feeds in columns]),
        ("engine", "#06c", [_median_time(cells[feeds].engine) for feeds in columns]),
    ]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="760" height="300"'
        ' font-family="sans-serif" font-size="12">\n'
        '<rect width="760" height="300" fill="#fff"/>\n'
        + _chart(60, "edits per event", columns, commands)
        + _chart(430, "µs per event", columns, costs)
        + "</svg>\n"
    )


def _chart(
    left: int, title: str, columns: list[int], curves: list[tuple[str, str, list[float]]]
) -> str:
    """Curves over feeds, both axes logarithmic."""
    values = [value for _, _, curve in curves for value in curve]
    low, high = math.log10(min(values) / 1.3), math.log10(max(values) * 1.3)

    def x(index: int) -> float:
        return left + 280 * index / max(len(columns) - 1, 1)

    def y(value: float) -> float:
        return 250 - 200 * (math.log10(value) - low) / (high - low)

    parts = [f'<text x="{left}" y="24" font-weight="bold">{title}</text>']
    for mark in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000):
        if low <= math.log10(mark) <= high:
            parts.append(f'<path d="M{left} {y(mark):.1f}h280" stroke="#eee"/>')
            parts.append(
                f'<text x="{left - 8}" y="{y(mark) + 4:.1f}" text-anchor="end">{mark}</text>'
            )
    for index, feeds in enumerate(columns):
        parts.append(f'<text x="{x(index):.1f}" y="268" text-anchor="middle">{feeds}</text>')
    parts.append(f'<text x="{left + 140}" y="290" text-anchor="middle">feeds</text>')
    for number, (name, colour, curve) in enumerate(curves):
        points = " ".join(f"{x(index):.1f},{y(value):.1f}" for index, value in enumerate(curve))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        parts.append(f'<text x="{left + 12}" y="{50 + 16 * number}" fill="{colour}">{name}</text>')
    return "\n".join(parts) + "\n"


def _median_edits(runs: Sequence[Run]) -> float:
    return statistics.median(run.edits_per_event for run in runs)


def _median_time(runs: Sequence[Run]) -> float:
    return statistics.median(run.microseconds for run in runs)


PARTS: dict[str, Callable[[argparse.Namespace], None]] = {
    part.__name__: part for part in (paper, deliveries, scale, extend, memory)
}

if __name__ == "__main__":
    main()

"""The timeline beside the reference implementation of ScuttleSort, in one process.

    python bench/scuttlesort.py [--small] [--seeds 10] [--only PART]

Parts: `paper` (the first row of the report's table, section 4, with several seeds), `whole` (all of
that table, and how it grows), `wide`, `deliveries`, `scale`, `extend`,
`memory`. The tangle is the report's model, names as in its figures, delivered by random feed
unless the line says otherwise. Reference and engine take turns on the same events; ratios are those
of single seeds. Time is CPU time of the additions, edits included; for several seeds, the median
and the 10th and 90th percentile are given.

The reference would take hours for wide tangles and feed by feed. In these cases it is
*sampled*, from 64 feeds on: 8 windows of 256 additions, spread evenly over the delivery. The
reference first gets everything before a window in causal order, which is fast. Both converge, so it
is then in the same state as after the delivery (and is compared with the engine after the window).
Its figures are those of the windows, the engine's those of the whole delivery, the ratios those of
both in the windows.

`make chart` draws the table of the report in docs/benchmarks.md.
"""

import argparse
import gc
import platform
import statistics
import sys
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import log2
from pathlib import Path
from time import process_time

from tanglescope.engine.linear import Timeline, simulate

# This file has the name of the reference: its own folder must not be searched for it.
sys.path = [entry for entry in sys.path if Path(entry).resolve() != Path(__file__).resolve().parent]
import scuttlesort  # noqa: E402

Events = list[tuple[str, tuple[str, ...]]]

FEEDS = (4, 8, 16, 32, 64, 128, 256, 512, 1024)
PUBLISHED = {
    32_768: (2.5, 3.0, 3.6, 4.7, 7.1, 10.4, 13.1, 16.8, 21.5),
    65_536: (3.8, 2.9, 5.7, 4.4, 7.0, 10.1, 13.2, 17.0, 22.0),
    131_072: (1.7, 2.7, 3.7, 5.3, 6.6, 9.2, 13.9, 18.1, 24.8),
    262_144: (2.6, 2.4, 3.5, 5.8, 6.9, 10.6, 14.6, 19.7, 24.5),
    524_288: (1.6, 3.3, 2.9, 6.2, 7.3, 10.7, 15.0, 19.3, 26.0),
}
"""The edits per event in the report, by events and feeds; its seeds differ from ours."""


WIDE, WINDOWS, WINDOW = 64, 8, 256
"""The number of feeds from which on the reference is sampled; the number and size of windows."""


@dataclass(frozen=True, slots=True)
class Run:
    """The result of one implementation for some events."""

    done: int
    edits: int
    seconds: float

    def __add__(self, other: "Run") -> "Run":
        return Run(self.done + other.done, self.edits + other.edits, self.seconds + other.seconds)

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
    ratios: list[float] = field(default_factory=list)
    """The speed of the engine relative to the reference, on the same events."""

    def note(self, reference: Run, engine: Run) -> None:
        """Add the results of both for one seed."""
        self.reference.append(reference)
        self.engine.append(engine)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="seconds instead of hours")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--only", choices=list(PARTS), action="append")
    options = parser.parse_args()
    if options.small:
        options.seeds = min(options.seeds, 2)
    print(
        f"scuttlesort 0.0.9 and the engine, Python {platform.python_version()},"
        f" {platform.machine()}, CPU time, seeds 0 to {options.seeds - 1}"
    )
    for name in options.only or PARTS:
        PARTS[name](options)


def paper(options: argparse.Namespace) -> None:
    """The report's table."""
    published = dict(zip(FEEDS, PUBLISHED[32_768], strict=True))
    count = 2_048 if options.small else 32_768
    print(f"\n{count:,} events by random feed: edits per event, microseconds per event")
    print("| feeds | report | reference | engine | reference, µs | engine, µs | times |")
    print("|---|---|---|---|---|---|---|")
    for feeds in (16, 256) if options.small else FEEDS:
        cell = compare(count, feeds, "random_feed", options)
        print(
            f"| {feeds} | {published[feeds]} | {edits(cell.reference)} | {edits(cell.engine)}"
            f" | {times(cell)} |",
            flush=True,
        )


def whole(options: argparse.Namespace) -> None:
    """All heights and widths of the report's table, and the growth by doubling either."""
    heights = (2_048, 4_096) if options.small else tuple(PUBLISHED)
    widths = (16, 64) if options.small else FEEDS
    figures: dict[str, dict[tuple[int, int], float]] = {}
    for count in heights:
        published = PUBLISHED.get(count, (0.0,) * len(FEEDS))
        for feeds in widths:
            reference, engine = in_windows(delivered(count, feeds, "random_feed", 0))
            found = {
                "report, edits": published[FEEDS.index(feeds)],
                "reference, edits": reference.edits_per_event,
                "engine, edits": engine.edits_per_event,
                "reference, µs": reference.microseconds,
                "engine, µs": engine.microseconds,
            }
            for name, figure in found.items():
                figures.setdefault(name, {})[count, feeds] = figure
            print(count, feeds, {name: round(each, 2) for name, each in found.items()}, flush=True)
    print(f"\n| events, feeds | {' | '.join(map(str, widths))} |\n|{'---|' * (len(widths) + 1)}")
    for name, cells in figures.items():
        for count in heights:
            row = " | ".join(f"{cells[count, feeds]:.{1 + ('edits' in name)}f}" for feeds in widths)
            print(f"| {name}, {count:,} | {row} |")
    print("\ngrowth of each figure: by doubling the events, by doubling the feeds (least squares)")
    for name, cells in figures.items():
        print(f"{name:18} {growth(cells, 0):+.1%} {growth(cells, 1):+.1%}")


def in_windows(events: Events) -> tuple[Run, Run]:
    """The reference and the engine on four parts of a delivery, each after all that is before it.

    The engine's parts are longer, since it is faster.
    """
    after = dict(events)
    theirs = ours = Run(0, 0, 0.0)
    for quarter in range(4):
        begin = len(events) * quarter // 4 + (len(events) // 4 - min(4_096, len(events) // 4)) // 2
        engine, reference = Engine(), Reference()
        engine.timeline.extend(events[:begin])
        reference.run([(name, after[name]) for name in engine.timeline])
        theirs += reference.run(events[begin : begin + 512])
        ours += engine.run(events[begin : begin + 4_096])
    return theirs, ours


def growth(cells: Mapping[tuple[int, int], float], axis: int) -> float:
    """The relative growth of a figure by doubling one of its two arguments, the other as it is."""
    lines: dict[int, list[tuple[float, float]]] = {}
    for place, figure in cells.items():
        if figure:
            lines.setdefault(place[1 - axis], []).append((log2(place[axis]), log2(figure)))
    moments = [0.0, 0.0]
    for points in lines.values():
        middles = [statistics.fmean(each) for each in zip(*points, strict=True)]
        for x, y in points:
            moments[0] += (x - middles[0]) * (y - middles[1])
            moments[1] += (x - middles[0]) ** 2
    return float(2 ** (moments[0] / moments[1]) - 1) if moments[1] else 0.0


def wide(options: argparse.Namespace) -> None:
    """The report's widest and longest tangle."""
    count, feeds = (4_096, 64) if options.small else (65_536, 1024)
    cell = compare(count, feeds, "random_feed", options)
    print(f"\n{count:,} events of {feeds} feeds by random feed")
    print("| reference | engine | reference, µs | engine, µs | times |\n|---|---|---|---|---|")
    print(f"| {edits(cell.reference)} | {edits(cell.engine)} | {times(cell)} |", flush=True)


def deliveries(options: argparse.Namespace) -> None:
    """Other orders of arrival."""
    count = 2_048 if options.small else 32_768
    print(f"\n{count:,} events of 16 feeds, other deliveries")
    print("| delivery | reference, µs | engine, µs | times | edits per event |")
    print("|---|---|---|---|---|")
    for delivery in ("in_order", "delayed", "random_event", "feed_by_feed"):
        cell = compare(count, 16, delivery, options)
        print(f"| {delivery} | {times(cell)} | {edits(cell.engine)} |", flush=True)
    length = 300 if options.small else 2_000
    cell = Cell()
    for _ in range(3):
        turn(cell, beside_a_reversed_chain(length))
    print(f"| {length:,} beside as many reversed | {times(cell)} | {edits(cell.engine)} |")


def scale(options: argparse.Namespace) -> None:
    """The cost of an event in large tangles."""
    counts = (2_048, 8_192) if options.small else (32_768, 131_072, 524_288)
    print("\nrandom feed x 16, microseconds per event by number of events (engine)")
    figures = []
    for count in counts:
        seeds = range(min(options.seeds, 3))
        runs = [Engine().run(delivered(count, 16, "random_feed", seed)) for seed in seeds]
        figures.append(statistics.median(run.microseconds for run in runs))
        print(f"{count:9,}  {figures[-1]:6.1f}", flush=True)
    print(f"{counts[-1]:,} against {counts[0]:,}: {figures[-1] / figures[0]:.2f} times")


def extend(options: argparse.Namespace) -> None:
    """Adding everything at once, compared with a plain Kahn sort of the same events."""
    count = 8_192 if options.small else 524_288
    print(f"\nextend of {count:,} events of 64 feeds at once, beside a plain Kahn and sort")
    for delivery in ("in_order", "random_feed"):
        events = delivered(count, 64, delivery, 0)
        ratios = []
        for _ in range(3):
            plain = timed(partial(kahn_and_sort, events))
            ours = timed(partial(Timeline().extend, events))
            ratios.append(ours / plain)
        print(f"{delivery:14} {ours:.2f} s, plain {plain:.2f} s: {statistics.median(ratios):.2f}")


def memory(options: argparse.Namespace) -> None:
    """Bytes beyond the names, and time, without and with a limit of two references."""
    count = 4_096 if options.small else 32_768
    print(f"\n{count:,} events of 64 feeds: bytes an event beyond the names, and µs")
    print("| delivery | without a limit | `max_references=2` |\n|---|---|---|")
    for delivery in ("in_order", "delayed", "random_feed"):
        events = delivered(count, 64, delivery, 0)
        figures: dict[int | None, list[float]] = {None: [], 2: []}
        for _ in range(3):  # in turns, since the machine isn't quiet
            for limit, times in figures.items():
                times.append(timed(partial(add_all, Timeline(max_references=limit), events)))
        cells = [
            f"{held(limit, events) / count:.0f} bytes, {1e6 * min(times) / count:.1f} µs"
            for limit, times in figures.items()
        ]
        print(f"| {delivery} | {' | '.join(cells)} |", flush=True)


def held(limit: int | None, events: Events) -> int:
    """The bytes of a timeline, without those of the names."""
    tracemalloc.start()
    timeline = Timeline(max_references=limit)
    add_all(timeline, events)
    gc.collect()
    traced, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return traced


def add_all(timeline: Timeline, events: Events) -> None:
    """Add events one by one."""
    for name, after in events:
        timeline.add(name, after)


def compare(count: int, feeds: int, delivery: str, options: argparse.Namespace) -> Cell:
    """Run both on the tangles of all seeds."""
    cell = Cell()
    for seed in range(options.seeds):
        events = delivered(count, feeds, delivery, seed)
        if feeds >= WIDE or delivery == "feed_by_feed":
            sample(cell, events)
        else:
            turn(cell, events)
    return cell


def turn(cell: Cell, events: Events) -> None:
    """Run first the reference, then the engine, on the same events."""
    reference = Reference().run(events)
    engine = Engine().run(events)
    cell.note(reference, engine)
    cell.ratios.append(reference.microseconds / engine.microseconds)


def sample(cell: Cell, events: Events) -> None:
    """Run the engine on all events, the reference on windows of them."""
    after = dict(events)
    engine = Engine()
    theirs = ours = outside = Run(0, 0, 0.0)
    stretch = len(events) // WINDOWS
    for start in range(0, stretch * WINDOWS, stretch):
        begin = start + (stretch - WINDOW) // 2
        window = events[begin : begin + WINDOW]
        outside += engine.run(events[start:begin])
        reference = Reference()
        reference.run([(name, after[name]) for name in engine.timeline])
        theirs += reference.run(window)
        ours += engine.run(window)
        assert list(reference.timeline) == list(engine.timeline), "they have not converged"
        outside += engine.run(events[begin + WINDOW : start + stretch])
    cell.note(theirs, ours + outside)
    cell.ratios.append(theirs.microseconds / ours.microseconds)


class Reference:
    """The reference, with a replica that counts its commands."""

    def __init__(self) -> None:
        self._commands = 0
        self.timeline = scuttlesort.Timeline(self._count)

    def run(self, events: Events) -> Run:
        """Add events."""
        add = self.timeline.add
        before = self._commands
        gc.collect()
        begin = process_time()
        for name, after in events:
            add(name, after)
        return Run(len(events), self._commands - before, process_time() - begin)

    def _count(self, *_: object) -> None:
        self._commands += 1


class Engine:
    """The engine, its edits counted."""

    def __init__(self) -> None:
        self.timeline = Timeline()

    def run(self, events: Events) -> Run:
        """Add events."""
        add = self.timeline.add
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
    """A chain, then another one from its end: every event moves past another."""

    def chain(feed: str) -> Events:
        names = [f"{feed}{number:05}" for number in range(length)]
        return [(name, (names[index - 1],) if index else ()) for index, name in enumerate(names)]

    return chain("b") + chain("a")[::-1]


def kahn_and_sort(events: Events) -> list[str]:
    """The order by a simple algorithm: Kahn's, layer by layer, with every layer sorted."""
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


def middle(values: Sequence[float]) -> tuple[float, float, float]:
    """The 10th percentile, the median and the 90th percentile."""
    ascending = sorted(values)
    if len(ascending) == 1:
        return ascending[0], ascending[0], ascending[0]
    deciles = statistics.quantiles(ascending, n=10, method="inclusive")
    return deciles[0], deciles[4], deciles[8]


def edits(runs: Sequence[Run]) -> str:
    """Edits per event."""
    low, median, high = middle([run.edits_per_event for run in runs])
    return f"{median:.2f} ({low:.2f}-{high:.2f})" if len(runs) > 1 else f"{median:.2f}"


def times(cell: Cell) -> str:
    """Microseconds of both, and their ratio, as cells of a table."""
    _, reference, _ = middle([run.microseconds for run in cell.reference])
    _, engine, _ = middle([run.microseconds for run in cell.engine])
    low, ratio, high = middle(cell.ratios)
    spread = f" ({low:.2f}-{high:.2f})" if len(cell.ratios) > 1 else ""
    return f"{reference:.1f} | {engine:.1f} | {ratio:.2f}{spread}"


PARTS: dict[str, Callable[[argparse.Namespace], None]] = {
    part.__name__: part for part in (paper, whole, wide, deliveries, scale, extend, memory)
}

if __name__ == "__main__":
    main()

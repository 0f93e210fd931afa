"""A table of how many edits it takes to keep a graph in order, by kind of delivery."""

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

from tanglescope.engine.debug.explaining.ordering import SCUTTLESORT, Ordering
from tanglescope.engine.debug.replaying.edit_history import report_figure
from tanglescope.engine.debug.replaying.recording import recorded_in
from tanglescope.engine.debug.shuffling.deliveries import (
    AS_RECEIVED,
    DELIVERIES,
    Arrivals,
    deliver_graph,
    deliveries_of,
    is_recorded,
    writers_of,
)
from tanglescope.engine.linear.graph import Graph, over_limit
from tanglescope.engine.linear.scuttlesort.timeline import Timeline
from tanglescope.engine.linear.simulate import nearest_rank

DELIVERED = {
    "in_order": "in order",
    "delayed": "late by 8",
    "random_feed": "random feed",
    "feed_by_feed": "feed by feed",
}
"""The deliveries of a row, and the titles of their columns."""

IN_REPORT = "random_feed"
"""The delivery of the ScuttleSort report's table."""

SEEDS = 3
"""The default number of runs of a row."""

HEADING = (
    f"| graph | messages | writers | {' | '.join(DELIVERED.values())} | p50, p99, maximum"
    " | report |",
    f"|{'---|' * (5 + len(DELIVERED))}",
)
"""The first lines of a table in Markdown."""


@dataclass(frozen=True, slots=True)
class EditCounts:
    """A row: the edits of every message in every run, by delivery."""

    messages: int
    writers: int
    edits: dict[str, list[Sequence[int]]] = field(repr=False)
    over_two: int = 0
    """The messages that refer to more than two others, and exceed the limit of the report."""

    def per_message(self, delivery: str) -> list[float]:
        """The edits per message of every run, ascending."""
        return sorted(sum(run) / max(self.messages, 1) for run in self.edits[delivery])

    def percentiles(self, delivery: str) -> tuple[int, int, int]:
        """The edits of one message in all runs: median, 99th percentile and maximum."""
        costs = [cost for run in self.edits[delivery] for cost in run]
        return int(nearest_rank(costs, 0.5)), int(nearest_rank(costs, 0.99)), max(costs, default=0)

    @property
    def report(self) -> float | None:
        """The edits per event of the report's model with as many feeds; None outside its table."""
        return report_figure(self.writers)


def count_edits(
    graph: Graph,
    seeds: int = SEEDS,
    on_run: Callable[[str, int], None] = lambda _way, _seed: None,
    by: str = SCUTTLESORT,
) -> EditCounts:
    """Deliver a graph in every way of a row, with so many seeds, and count the edits of an order.

    Raises `TooManyArrivals`.
    """
    edits: dict[str, list[Sequence[int]]] = {}
    for way in DELIVERED:
        runs = 1 if way == "in_order" else seeds  # the delivery isn't random
        edits[way] = []
        for seed in range(runs):
            on_run(way, seed)
            edits[way].append(_costs(graph, DELIVERIES[way](graph, seed), by))
    writers = len(writers_of(graph.nodes))
    return EditCounts(len(graph.nodes), writers, edits, len(over_limit(graph, 2)))


def _costs(graph: Graph, arrivals: Arrivals, by: str) -> Sequence[int]:
    if by != SCUTTLESORT:
        history = recorded_in(Ordering(graph, by), arrivals)
        return array("i", map(history.cost, range(len(history))))
    timeline = Timeline()
    return array("i", [len(timeline.add(node.id, node.after)) for node in arrivals])


def recorded_edits(graph: Graph, by: str = SCUTTLESORT) -> dict[str, float]:
    """The edits per message of the deliveries that its source records, by their display names."""
    ways = deliveries_of(graph).items() if is_recorded(graph) else ()
    arrivals = {
        title: deliver_graph(graph, name) for name, title in ways if name.startswith(AS_RECEIVED)
    }
    return {
        title: sum(_costs(graph, nodes, by)) / len(nodes)
        for title, nodes in arrivals.items()
        if nodes
    }


def row(name: str, counts: EditCounts) -> str:
    """A line of the table: edits per message as median, minimum and maximum of the runs.

    The percentiles are those of the report's delivery.
    """
    cells = [spread(counts.per_message(way)) for way in DELIVERED]
    cells.append(", ".join(f"{each:,}" for each in counts.percentiles(IN_REPORT)))
    cells.append("-" if counts.report is None else f"{counts.report:.1f}")
    shown = name.replace("|", "\\|").replace("\n", " ")
    return f"| {shown} | {counts.messages:,} | {counts.writers:,} | {' | '.join(cells)} |"


def spread(values: Sequence[float]) -> str:
    """The median of some figures, with minimum and maximum if there are several."""
    if len(values) < 2:
        return f"{values[0]:.2f}"
    return f"{median(values):.2f} ({min(values):.2f}-{max(values):.2f})"


@dataclass(frozen=True, slots=True)
class Bin:
    """The number of values from `low` to `high`, both included."""

    low: int
    high: int
    count: int


def distribution(numbers: Sequence[int], most: int = 24) -> tuple[Bin, ...]:
    """At most so many bins of equal width that together hold all numbers."""
    if not numbers:
        return ()
    least, greatest = min(numbers), max(numbers)
    width = -(-(greatest - least + 1) // most)
    counts = [0] * ((greatest - least) // width + 1)
    for number in numbers:
        counts[(number - least) // width] += 1
    return tuple(
        Bin(least + place * width, least + (place + 1) * width - 1, count)
        for place, count in enumerate(counts)
    )

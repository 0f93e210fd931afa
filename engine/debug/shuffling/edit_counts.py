"""A table of how many edits it takes to keep a graph in order, by kind of delivery."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import median

from engine.debug.shuffling.deliveries import (
    AS_RECEIVED,
    DELIVERIES,
    Arrivals,
    delivered,
    deliveries_of,
    is_recorded,
    writers_of,
)
from engine.linear.graph import Graph
from engine.linear.orders.named import LINEARIZERS

DELIVERED = {
    "in_order": "in order",
    "delayed": "late by 8",
    "random_feed": "random feed",
    "feed_by_feed": "feed by feed",
}
"""The deliveries of a row, and the titles of their columns."""

SEEDS = 3
"""The default number of runs of a row."""

HEADING = (
    f"| graph | messages | writers | {' | '.join(DELIVERED.values())} |",
    f"|{'---|' * (3 + len(DELIVERED))}",
)
"""The first lines of a table in Markdown."""


@dataclass(frozen=True, slots=True)
class EditCounts:
    """A row: the edits of every run, by delivery."""

    messages: int
    writers: int
    edits: dict[str, list[int]]

    def per_message(self, delivery: str) -> list[float]:
        """The edits per message of every run, ascending."""
        return sorted(edits / max(self.messages, 1) for edits in self.edits[delivery])


def count_edits(
    graph: Graph, seeds: int = SEEDS, on_run: Callable[[str, int], None] = lambda _way, _seed: None
) -> EditCounts:
    """Deliver a graph in every way of a row, with so many seeds, and count ScuttleSort's edits."""
    edits: dict[str, list[int]] = {}
    for way in DELIVERED:
        runs = 1 if way == "in_order" else seeds  # the delivery isn't random
        edits[way] = []
        for seed in range(runs):
            on_run(way, seed)
            edits[way].append(_edits(graph, DELIVERIES[way](graph, seed)))
    writers = writers_of(graph.nodes)
    return EditCounts(len(graph.nodes), len(writers), edits)


def recorded_edits(graph: Graph) -> dict[str, float]:
    """The edits per message of the deliveries that its source records, by their display names."""
    ways = deliveries_of(graph).items() if is_recorded(graph) else ()
    arrivals = {
        title: delivered(graph, name) for name, title in ways if name.startswith(AS_RECEIVED)
    }
    return {title: _edits(graph, nodes) / len(nodes) for title, nodes in arrivals.items() if nodes}


def _edits(graph: Graph, arrivals: Arrivals) -> int:
    return int(LINEARIZERS["scuttlesort"].answer(replace(graph, nodes=arrivals))["edits"])


def row(name: str, counts: EditCounts) -> str:
    """A line of the table: edits per message as median, minimum and maximum of the runs."""
    cells = [spread(counts.per_message(way)) for way in DELIVERED]
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

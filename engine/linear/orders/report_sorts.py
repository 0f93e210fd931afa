"""The two sorts that the ScuttleSort report tries first (sections 2.1 and 2.2), to compare with.

Both are played by a `Timeline` under other names, so each addition costs the fewest edits.

The backward sort ranks by the longest path to a tip: a message without replies has rank 0, "now".
The report's skeleton skips a parent that its wave has visited and that ranks lower than the wave;
then ranks can be wrong after a late arrival. Here the ranks are the longest paths that it is after.

The forward sort ranks by the longest path from a root, and ranks alone: what shapes the order
inside a rank is only added in section 2.4. A missing cause is created with rank 0 when an edge
names it, so every message with a cause has rank 1 or more. (The report says that the final ranks
depend on the arrival; its skeleton, which marks `w` before it visits `w` and so has to be mended,
always ends in longest paths. The order inside a rank does.)
"""

from collections.abc import Iterable, Sequence
from typing import Any

from engine.linear.graph import Graph
from engine.linear.scuttlesort.timeline import Timeline

_BOTTOM = ""


def by_backward(graph: Graph) -> dict[str, Any]:
    """(rank from the tips, descending, then id), and the edits that keep it while nodes arrive."""
    # It is the forward order of the graph turned around, read from its end; so ids count down.
    last = len(graph.nodes)
    named = {name: f"{last - number:010d}" for number, name in enumerate(_ids(graph))}
    effects: dict[str, list[str]] = {name: [] for name in named.values()}
    for node in graph.nodes:
        for cause in node.after:
            if cause in named:
                effects[named[cause]].append(named[node.id])
    order, edits = _played((named[node.id], effects[named[node.id]]) for node in graph.nodes)
    names = {label: name for name, label in named.items()}
    return {"order": [names[label] for label in reversed(order)], "edits": edits}


def by_forward(graph: Graph) -> dict[str, Any]:
    """(rank from the roots, arrival), and the edits that keep it while nodes arrive."""
    named = {node.id: f"{number:010d}" for number, node in enumerate(graph.nodes)}
    order, edits = _played(
        [
            (_BOTTOM, []),
            *(
                (
                    named[node.id],
                    [_BOTTOM, *(named[cause] for cause in node.after if cause in named)]
                    if node.after
                    else [],
                )
                for node in graph.nodes
            ),
        ]
    )
    return {"order": [graph.nodes[int(label)].id for label in order[1:]], "edits": edits - 1}


def _ids(graph: Graph) -> list[str]:
    return sorted(node.id for node in graph.nodes)


def _played(events: Iterable[tuple[str, Sequence[str]]]) -> tuple[list[str], int]:
    timeline = Timeline()
    edits = sum(len(timeline.add(name, after)) for name, after in events)
    return list(timeline), edits

"""Example linearizers; the first is the one in the documentation."""

import runpy
from collections.abc import Iterable
from typing import Any

from tanglescope.engine.debug.replaying.edit_history import EditHistory
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.scuttlesort.timeline import Timeline
from tests.house.repository import ROOT

EXAMPLES = ROOT / "docs" / "examples"

by_ssb_sort = runpy.run_path(str(EXAMPLES / "ssb_sort.py"))["order"]

LATE_ROOT = Graph(
    (
        Node("A", received=30.0),
        Node("B", ("A",), received=10.0),
        Node("C", received=20.0),
    )
)
"""A root that is received after its reply, and something unrelated between them."""


def as_arrived(graph: Graph) -> list[str]:
    """The order of arrival, as in chat programs that append."""
    return [node.id for node in graph.nodes]


def needs_causes_first(graph: Graph) -> list[str]:
    """Fails on an effect before its cause."""
    come: set[str] = set()
    known = {node.id for node in graph.nodes}
    for node in graph.nodes:
        if not come.issuperset(known.intersection(node.after)):
            raise ValueError(f"{node.id} came too early")
        come.add(node.id)
    return sorted(come)


def leaves(graph: Graph) -> None:
    raise SystemExit(3)


def repeats(graph: Graph) -> list[str]:
    return [node.id for node in graph.nodes] * 2


def invents(graph: Graph) -> list[Any]:
    return ["nobody", None]


class Fickle:
    """Reverses its result on every call."""

    def __init__(self) -> None:
        self._step = 1

    def __call__(self, graph: Graph) -> list[str]:
        self._step = -self._step
        return sorted(node.id for node in graph.nodes)[:: self._step]


turning = Fickle()


def recorded(arrivals: Iterable[tuple[str, Iterable[str]]]) -> EditHistory:
    """The history of a new timeline to which these events are added, one per step.

    Raises as `Timeline.add` does.
    """
    history = EditHistory()
    timeline = Timeline()
    for name, after in arrivals:
        history.record(timeline.add(name, after))
    return history

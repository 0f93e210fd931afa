"""The conversation that is debugged, with data that many questions need and that is slow to get."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeAlias

from engine.debug.explaining.ordering import SCUTTLESORT, Ordering
from engine.debug.known import Known
from engine.debug.replaying.edit_history import EditHistory
from engine.debug.replaying.recording import recorded_in
from engine.linear.graph import Graph

OnProgress: TypeAlias = Callable[[object], None]
"""Reports the progress of an answer."""


class OpenGraph:
    """A graph in its order at one moment; `taken_in` are its ids in the order they came here.

    That may be another order than the one of `graph`, which goes by the times of receiving.
    Without an `ordering` the order is ScuttleSort's. `declared` says in words what a message
    declares of its place.
    """

    def __init__(
        self,
        graph: Graph,
        taken_in: Sequence[str] = (),
        ordering: Ordering | None = None,
        declared: Callable[[str], str] = lambda _: "",
    ) -> None:
        self.declared = declared
        self.graph = graph
        self.ordering = ordering or Ordering(graph, SCUTTLESORT)
        self.taken_in = tuple(taken_in) or tuple(node.id for node in graph.nodes)

    @property
    def known(self) -> Known:
        """All of it, with the timeline over it."""
        return self.ordering.known

    @cached_property
    def history(self) -> EditHistory:
        """Its arrival as received. Raises `TooManyArrivals`."""
        return recorded_in(self.ordering, self.graph.nodes)

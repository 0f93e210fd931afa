"""The conversation that is being debugged, with cached data that is slow to compute."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeAlias

from tanglescope.engine.debug.arrived_events import ArrivedEvents
from tanglescope.engine.debug.explaining.explanation import Refused
from tanglescope.engine.debug.explaining.ordering import SCUTTLESORT, Ordering
from tanglescope.engine.debug.replaying.edit_history import EditHistory
from tanglescope.engine.debug.replaying.recording import recorded_in
from tanglescope.engine.debug.shuffling.deliveries import Arrivals, as_received
from tanglescope.engine.linear.graph import Graph

OnProgress: TypeAlias = Callable[[object], None]
"""Reports the progress of an answer."""


class OpenGraph:
    """A graph in its order at one moment; `taken_in` lists its ids in order of local arrival.

    That may differ from the order in which `graph` lists them. Without an `ordering`
    the order is ScuttleSort's. `declared` holds what each message claims about its position, in
    words. `refused` finds the bad records that claim to be missing messages.
    """

    def __init__(
        self,
        graph: Graph,
        taken_in: Sequence[str] = (),
        ordering: Ordering | None = None,
        declared: Callable[[str], str] = lambda _: "",
        refused: Refused = lambda _: (),
    ) -> None:
        self.declared = declared
        self.refused = refused
        self.graph = graph
        self.ordering = ordering or Ordering(graph, SCUTTLESORT)
        self.taken_in = tuple(taken_in) or tuple(node.id for node in graph.nodes)

    @property
    def known(self) -> ArrivedEvents:
        """All of its events, with the timeline over them."""
        return self.ordering.known

    @cached_property
    def history(self) -> EditHistory:
        """The history of its arrival, as its source records it. Raises `TooManyArrivals`."""
        return recorded_in(self.ordering, self.arrivals)

    @cached_property
    def arrivals(self) -> Arrivals:
        """Its nodes in the order of arrival, as its source records it."""
        return as_received(self.graph)

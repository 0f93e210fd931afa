"""The graph that somebody debugs, with what many questions about it need and is long in making."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeAlias

from engine.debug.known import Known
from engine.debug.tape import Tape, recorded
from engine.linear.graph import Graph

Tell: TypeAlias = Callable[[object], None]
"""Lets the one who waits know how far an answer has got."""


class OpenGraph:
    """A graph at one moment; `taken_in` are its ids in the order in which they came here.

    That may be another order than the one of `graph`, which goes by the times of receiving.
    """

    def __init__(self, graph: Graph, taken_in: Sequence[str] = ()) -> None:
        self.graph = graph
        self.taken_in = tuple(taken_in) or tuple(node.id for node in graph.nodes)

    @cached_property
    def known(self) -> Known:
        """All of it, with the timeline over it."""
        return Known(self.graph.nodes)

    @cached_property
    def tape(self) -> Tape:
        """Its arrival as received."""
        return recorded((node.id, node.after) for node in self.graph.nodes)

"""What if: an order with entries that don't exist, without a writer, or with entries held back."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.linear.edits import MovedRow, moved_rows
from tanglescope.engine.linear.graph import Graph, NextEntry, free_ids, with_entries
from tanglescope.engine.linear.horizon import reach
from tanglescope.engine.linear.orders.named import linearize
from tanglescope.engine.linear.walk import effects_of


class NotSupposable(TanglescopeError):
    """An entry refers to one that is left out."""


class SupposedEntry(NamedTuple):
    """A supposed entry: by whom, and after which; after everything that is there if None."""

    writer: str
    after: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Supposition:
    """What is supposed: entries that are added, writers without entries, and entries held back."""

    added: tuple[SupposedEntry, ...] = ()
    dropped: frozenset[str] = frozenset()
    held: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.added or self.dropped or self.held)


@dataclass(frozen=True, slots=True)
class Outcome:
    """An order as it is and as it would be; the confirmed parts are None where nothing is voted on.

    `left_out` are the entries that are dropped or held back, and `waiting` those that refer to
    them, which wait. Rows of `moves` count from 1.
    """

    before: tuple[str, ...]
    confirmed_before: int | None
    order: tuple[str, ...]
    confirmed: int | None
    entries: tuple[NextEntry, ...]
    left_out: tuple[str, ...]
    waiting: tuple[str, ...]
    moves: tuple[MovedRow, ...]


def outcome(graph: Graph, supposition: Supposition, by: str) -> Outcome:
    """The order of a graph under a supposition. Raises `NotSupposable`."""
    supposed, entries, left_out, waiting = suppose(graph, supposition)
    before, after = (linearize(each, by, edits=False) for each in (graph, supposed))
    return Outcome(
        tuple(before["order"]),
        before.get("confirmed"),
        tuple(after["order"]),
        after.get("confirmed"),
        entries,
        left_out,
        waiting,
        tuple(moved_rows(before["order"], after["order"])),
    )


class _Supposed(NamedTuple):
    graph: Graph
    entries: tuple[NextEntry, ...]
    left_out: tuple[str, ...]
    waiting: tuple[str, ...]


def suppose(graph: Graph, supposition: Supposition) -> _Supposed:
    """A graph under a supposition. Raises `NotSupposable`."""
    left_out = [
        node.id
        for node in graph.nodes
        if node.id in supposition.held or node.writer in supposition.dropped
    ]
    waiting = _future(graph, left_out)
    gone = {*left_out, *waiting}
    rest = replace(graph, nodes=tuple(node for node in graph.nodes if node.id not in gone))
    entries: list[NextEntry] = []
    for name, addition in zip(free_ids(graph), supposition.added):  # noqa: B905 - ids have no end
        causes = {cause for node in rest.nodes for cause in node.after}
        heads = tuple(node.id for node in rest.nodes if node.id not in causes)
        after = heads if addition.after is None else addition.after
        if missing := gone.intersection(after):
            raise NotSupposable(
                tr(
                    "An added entry can't refer to {name}, which is left out here.",
                    name=min(missing),
                )
            )
        entries.append(NextEntry(name, addition.writer, after))
        rest = with_entries(rest, entries[-1:])
    return _Supposed(rest, tuple(entries), tuple(left_out), tuple(waiting))


def _future(graph: Graph, names: Sequence[str]) -> list[str]:
    """Everything that refers to these nodes, directly or not, by arrival."""
    effects = effects_of(graph.causes)
    future = reach(names, lambda name: effects.get(name, ())).difference(names)
    return [node.id for node in graph.nodes if node.id in future]

"""The growth of an Autobase order, arrival by arrival: what each confirmed, undid and applied.

Every arrival is a step of an edit history, so that any earlier order can be shown. Confirmed
entries stay; a rebase undoes entries at the end of the order and applies others.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tanglescope.engine.debug.replaying.edit_history import EditHistory
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.linear.autobase.logs import as_autobase
from tanglescope.engine.linear.autobase.order import Autobase
from tanglescope.engine.linear.graph import Graph, known_past


@dataclass(frozen=True, slots=True)
class Rebase:
    """What the arrival of `name` did to the order.

    The last `undo` entries, from the row `first` on (counted from 0), were undone and `applied`
    appended. An entry that waits for causes changes nothing.
    """

    name: str
    first: int
    undo: int
    applied: int
    confirmed: int
    fresh: tuple[str, ...]
    waits: bool


class Rebases:
    """The arrivals of a graph, in order, and what an Autobase did with each."""

    def __init__(
        self, graph: Graph, on_arrival: Callable[[int], None] = lambda _number: None
    ) -> None:
        self.graph = link_as_autobase(graph)
        self.history = EditHistory()
        self.steps: list[Rebase] = []
        base = Autobase(self.graph.writers)
        for number, node in enumerate(self.graph.nodes):
            on_arrival(number)
            waiting = len(base.set_aside)
            base.take_in(node)
            update = base.update()
            applied = len(base) - (base.confirmed_length - len(update.confirmed)) - update.shared
            waits = len(base.set_aside) > waiting
            first = len(base) - applied
            self.history.record(update.edits)
            self.steps.append(
                Rebase(
                    node.id,
                    first,
                    update.undo,
                    applied,
                    base.confirmed_length,
                    update.confirmed,
                    waits,
                )
            )

    def __len__(self) -> int:
        return len(self.steps)

    def since_confirmed(self, steps: int) -> int:
        """The number of consecutive steps before `steps` that confirmed nothing."""
        count = 0
        while count < steps and not self.steps[steps - 1 - count].fresh:
            count += 1
        return count


def link_as_autobase(graph: Graph) -> Graph:
    """A graph as an Autobase requires it: logs linked, batches complete, no causes outside."""
    graph = as_autobase(graph)
    return Graph(graph.nodes, graph.writers, graph.name)


def heard_by(graph: Graph, writer: str) -> Graph:
    """What a writer knew when it wrote its last node: that node and its past, by arrival.

    Empty if it has written none.
    """
    graph = link_as_autobase(graph)
    own = [node for node in graph.nodes if node.writer == writer]
    if not own:
        return Graph((), graph.writers, graph.name)
    last = max(own, key=lambda node: node.sequence or 0)
    return known_past(graph, last.id)


def rebase_in_words(rebase: Rebase, label: Callable[[str], str]) -> str:
    """What an application on top of the base had to do, and what became final."""
    if rebase.waits:
        return tr(
            "{name} waits for entries that it refers to, or for the rest of its batch.",
            name=label(rebase.name),
        )
    undone = plural("{n:,} entries are undone", "{n:,} entry is undone", rebase.undo)
    if rebase.undo:
        undone = tr(
            "{undone} by {name}, from row {row:,} on",
            undone=undone,
            name=label(rebase.name),
            row=rebase.first + 1,
        )
    applied = plural("{n:,} entries are applied", "{n:,} entry is applied", rebase.applied)
    done = tr("{undone}, {applied}", undone=undone, applied=applied)
    if not rebase.fresh:
        return tr("{done}; nothing more is confirmed.", done=done)
    final = plural(
        "{n:,} entries are confirmed by it", "{n:,} entry is confirmed by it", len(rebase.fresh)
    )
    return tr("{done}; {final}.", done=done, final=final)

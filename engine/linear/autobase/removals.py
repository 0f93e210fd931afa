"""Removed writers: the entries of an Autobase that its app doesn't show.

Autobase 7.28.1 orders the entries of a removed writer like all others, but doesn't apply those that
come after the removal. So which entries the app shows depends on the order. Until the removal is
confirmed, it can still move.
"""

from collections.abc import Sequence

from tanglescope.engine.language.wording import tr
from tanglescope.engine.linear.graph import Graph


def unshown(graph: Graph, order: Sequence[str]) -> dict[str, str]:
    """The entries that the app doesn't show, each with the entry that removed its writer.

    An optimistic entry isn't among them, because the app may accept it all the same.
    """
    return _apply_removals(graph, order)[0]


def find_removals(graph: Graph, order: Sequence[str]) -> dict[str, str]:
    """The writers who are removed at the end of an order, each with the entry that did it.

    Who has seen everything in the order, and is among them, can't write any more.
    """
    return _apply_removals(graph, order)[1]


def _apply_removals(graph: Graph, order: Sequence[str]) -> tuple[dict[str, str], dict[str, str]]:
    if not any(writer.leaving for writer in graph.writers):
        return {}, {}
    joining, leaving = dict[str, list[str]](), dict[str, list[str]]()
    for writer in graph.writers:
        for names, changes in ((writer.joining, joining), (writer.leaving, leaving)):
            for name in names:
                changes.setdefault(name, []).append(writer.key)
    nodes = {node.id: node for node in graph.nodes}
    removed_by = dict[str, str]()
    found = dict[str, str]()
    batch: list[str] = []
    for name in order:
        node = nodes[name]
        remover = removed_by.get(node.writer or "")
        if remover is not None and not node.optimistic:
            found[name] = remover
        batch.append(name)
        which, count = node.batch or (1, 1)
        if which < count:
            continue  # the entries of a batch are applied together
        for entry in batch:
            for key in joining.get(entry, ()):
                removed_by.pop(key, None)
            removed_by.update(dict.fromkeys(leaving.get(entry, ()), entry))
        batch = []
    return found, removed_by


def removal_in_words(entry: str) -> str:
    """Why the app doesn't show an entry, whose writer `entry` removed."""
    return tr("The app doesn't show it: {entry} removed its writer before.", entry=entry)

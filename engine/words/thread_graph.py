"""A thread for panels: its graph, and the labels of its authors and messages."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tanglescope.engine import words
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.library import Library
from tanglescope.engine.linear.autobase.logs import writers_of
from tanglescope.engine.linear.graph import Graph
from tanglescope.engine.tangle.names import told_apart
from tanglescope.engine.wording import tr
from tanglescope.engine.words.messages import mentions

MOST = 20_000
"""The most messages that panels study; with more, every step takes seconds."""


class TooLong(TanglescopeError):
    """A thread has more messages than a panel can study."""


@dataclass(frozen=True, slots=True)
class ThreadGraph:
    """The graph of a thread, its timeline's order, names by feed, and lines of text by key."""

    graph: Graph
    order: tuple[str, ...]
    names: Mapping[str, str]
    texts: Mapping[str, str]
    authors: Mapping[str, str]

    def name(self, feed: str) -> str:
        """The name of a feed."""
        return words.clean_name(self.names.get(feed, words.short(feed)))

    def label(self, key: str) -> str:
        """Author and text, or the beginning of an id."""
        author = self.authors.get(key)
        if author is None:
            return words.short(key)
        return f"{self.name(author)}: {words.clean(self.texts[key], 60)}"


def read_thread_graph(library: Library, address: str) -> ThreadGraph:
    """A thread of a library. Raises `UnknownConversation`, `TooLong`."""
    order = tuple(library.conversation(address).snapshot().keys)
    if len(order) > MOST:
        raise TooLong(
            tr(
                "This conversation has {order:,} messages; this panel can examine at most "
                "{value:,}.",
                order=len(order),
                value=MOST,
            )
        )
    graph = library.conversation(address).graph()
    if not graph.writers:  # a graph file needn't list the authors of its nodes
        graph = replace(graph, writers=writers_of(graph.nodes))
    messages = library.conversation(address).messages(order)
    people = {feed for message in messages.values() for feed in message.people}
    names = told_apart(library.names(people))
    call = mentions(library, messages.values())
    return ThreadGraph(
        graph,
        order,
        names,
        {
            key: words.one_line(message.content, call, message.epoch, author=message.author)
            for key, message in messages.items()
        },
        {key: message.author for key, message in messages.items()},
    )

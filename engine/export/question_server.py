"""The process that answers long questions about a graph, so that the window never waits.

A question comes through a pipe: an address, and a function of its graph that can be pickled.
The graph of the last conversation is cached for the next question. Progress goes back through the
same pipe, before the answer. To cancel a question, the parent kills the process.
"""

from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal, TypeAlias

from tanglescope.engine.debug.open_graph import OnProgress, OpenGraph
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.export.messages import pzp_words
from tanglescope.engine.export.orderings import ordering_of
from tanglescope.engine.language.languages import ENGLISH
from tanglescope.engine.language.wording import speak
from tanglescope.engine.library import Library
from tanglescope.engine.linear.orders.named import trust

GraphQuestion: TypeAlias = Callable[[OpenGraph, OnProgress], Any]
"""A question: a function of a graph and of a callback that reports progress."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply: progress, the answer, or the reason why there is no answer.

    The value of `refused` is an error message; that of `failed` describes an unexpected exception.
    """

    kind: Literal["answer", "progress", "refused", "failed"]
    value: Any


def serve(connection: Connection, database: Path, language: str = ENGLISH) -> None:
    """Answer questions, in a language, until the parent closes the pipe."""
    speak(language)
    with Library.open(database, read_only=True) as library:
        cache = _GraphCache(library)
        while True:
            try:
                address, question, orders = connection.recv()
                trust(orders)
                connection.send(_reply(cache, address, question, connection))
            except (EOFError, BrokenPipeError):
                return


def _reply(
    cache: "_GraphCache", address: str, question: GraphQuestion, connection: Connection
) -> Reply:
    try:
        answer = question(
            cache.graph(address), lambda news: connection.send(Reply("progress", news))
        )
        return Reply("answer", answer)
    except TanglescopeError as error:
        return Reply("refused", str(error))
    except BrokenPipeError:
        raise
    except Exception as error:
        return Reply("failed", f"{type(error).__name__}: {error}")


class _GraphCache:
    """Caches the graph of one conversation until it grows or another one is requested."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._place: tuple[str, int] | None = None
        self._graph: OpenGraph | None = None

    def graph(self, address: str) -> OpenGraph:
        """The current graph of the conversation at `address`. Raises `UnknownConversation`."""
        place = address, self._library.conversation(address).snapshot().revision
        if self._graph is None or place != self._place:
            self._graph = open_graph(self._library, address)
            self._place = place
        return self._graph


def open_graph(library: Library, address: str) -> OpenGraph:
    """The graph of a conversation, in the order its address names. Raises `UnknownConversation`."""
    conversation = library.conversation(address)
    ordering = ordering_of(conversation)
    numbers = conversation.numbers([node.id for node in ordering.graph.nodes])
    taken_in = sorted(numbers, key=numbers.__getitem__)

    def declared_by(key: str) -> str:
        message = conversation.messages([key]).get(key)
        return "" if message is None else pzp_words(message)

    return OpenGraph(
        ordering.graph, taken_in, ordering, declared_by, library.quarantine.refusals_of
    )

"""The subject of debugging commands: a conversation of a database, or a graph of a graph file."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import IO, Any

import click
from click.exceptions import Exit

from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import complain, first_of, name_of_file
from tanglescope.engine.commandline.common.opening import (
    Target,
    library_in,
    noted_reading,
    opened_conversation,
    target_of,
)
from tanglescope.engine.commandline.common.sources import (
    GRAPH_FILE,
    bounded_lines,
    found_graphs,
)
from tanglescope.engine.debug.explaining.explanation import Refused, refused_lines
from tanglescope.engine.debug.explaining.ordering import SCUTTLESORT, Ordering
from tanglescope.engine.debug.shuffling.deliveries import (
    AS_RECEIVED,
    DELIVERIES,
    Arrivals,
    by_hand,
    deliver_graph,
    is_recorded,
    peers_in,
)
from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.export.messages import excerpt
from tanglescope.engine.export.orderings import ordering_of
from tanglescope.engine.language.wording import count_noun, list_first
from tanglescope.engine.library import (
    Conversation,
    Library,
    StoredMessage,
    UnknownConversation,
)
from tanglescope.engine.linear.graph import Graph, GraphError, known_past
from tanglescope.engine.message.uris import cut_id
from tanglescope.engine.tangle.names import told_apart, with_id
from tanglescope.engine.tangle.titles import one_line

_SAID, _SHOWN = 32, 160  # characters of a message's text, in a sentence and in a picture
_NAMED = 40  # characters of a name and the beginning of its id
_WRITERS = 8  # writers that are listed if none matches
_NAMING = 3  # messages that refer to a missing one


class UnclearMessage(TanglescopeError):
    """The typed text matches no message, or several."""

    exit_code = ExitCode.NOT_FOUND


class UnclearWriter(TanglescopeError):
    """The typed text matches no writer, or several."""

    exit_code = ExitCode.NOT_FOUND


class WrongOrder(TanglescopeError):
    """A file with an order of arrival names an unknown message, or one message twice."""

    exit_code = ExitCode.BAD_INPUT

    def __init__(self, file: str, line: int, problem: str) -> None:
        self.place = f"{file}, line {line}"
        super().__init__(f"{self.place}: {problem}. Repair or remove the line.")


@dataclass(frozen=True)
class CommandSubject:
    """A graph, with the labels of its messages and their authors.

    `by` is its order; `caption` is a label without an id, for pictures. `conversation` is its
    source, None for a graph of a file, and `read` the same without edits and deletions, where that
    differs. `refused` finds the bad records that claim to be missing messages.
    """

    graph: Graph
    by: str
    label: Callable[[str], str]
    caption: Callable[[str], str]
    author: Callable[[str], str]
    conversation: Conversation | None = None
    refused: Refused = lambda _: ()
    read: Conversation | None = None

    @cached_property
    def ordering(self) -> Ordering:
        """The graph in its order, or in that of its conversation."""
        if self.conversation is None:
            return Ordering(self.graph, self.by)
        return ordering_of(self.conversation)

    def message(self, name: str) -> StoredMessage | None:
        """A message of the conversation; None for a graph of a file and for missing messages."""
        if self.conversation is None:
            return None
        return self.conversation.messages([name]).get(name)

    def find(self, typed: str) -> str:
        """The typed id, or the only one that begins with it or is cut to it in labels.

        Raises `UnclearMessage`.
        """
        found = _matching(typed, (node.id for node in self.graph.nodes))
        if len(found) == 1:
            return found[0]
        where = "graph" if self.conversation is None else "conversation"
        if found:
            text = f"{len(found)} ids in this {where} match {typed}. Enter more of the id."
        else:
            text = self._absence(typed, where)
        raise UnclearMessage(text)

    def find_writer(self, typed: str) -> str:
        """The typed key of a writer, or the only one that begins with it.

        Raises `UnclearWriter`.
        """
        keys = {writer.key for writer in self.graph.writers}
        keys.update(node.writer for node in self.graph.nodes if node.writer is not None)
        found = _matching(typed, sorted(keys))
        if len(found) != 1:
            listing = list_first(sorted(keys), _WRITERS, str) or "none"
            matches = "No key of a writer matches" if not found else "Several writers match"
            raise UnclearWriter(f"{matches} {typed}. The writers are: {listing}.")
        return found[0]

    def _absence(self, typed: str, where: str) -> str:
        """Why no message matches a typed id: it is missing, was refused, or is unknown."""
        known = {node.id for node in self.graph.nodes}
        missing = {
            cause: None for node in self.graph.nodes for cause in node.after if cause not in known
        }
        found = _matching(typed, missing)
        if len(found) > 1:
            return f"{len(found)} missing ids match {typed}. Enter more of the id."
        name = found[0] if found else typed
        refused = list(refused_lines([name], self.refused, self.label))
        if found:
            naming = [node.id for node in self.graph.nodes if name in node.after]
            refer = "refers" if len(naming) == 1 else "refer"
            others = list_first(naming, _NAMING, self.label)
            text = f"{self.label(name)} is missing: {others} {refer} to it."
        elif refused:
            text = f"{self.label(name)} isn't in this {where}."
        else:
            text = f"No id in this {where} matches {typed}. Use the id of one of its messages."
        return " ".join((text, *refused))


@dataclass(frozen=True, slots=True)
class Delivery:
    """The delivery that a command asks for: a kind, as a peer received it, or first by a list."""

    delivery: str
    seed: int
    order: IO[str] | None
    peer: str | None

    def of(self, graph: Graph) -> Arrivals:
        """The nodes of a graph as they arrive. Raises `WrongOrder`."""
        if self.peer is not None and self.peer not in peers_in(graph):
            peers = list_first(peers_in(graph), _WRITERS, str) or "none"
            raise click.UsageError(
                f"No arrival at {one_line(self.peer, _NAMED)} is recorded; the peers are: {peers}."
            )
        if self.order is not None:
            return by_hand(graph, ids_in(self.order, graph))
        return deliver_graph(
            graph, f"{AS_RECEIVED}:{self.peer}" if self.peer else self.delivery, self.seed
        )

    @property
    def is_given(self) -> bool:
        """Whether the sequence is chosen, not what a source records."""
        return self.order is not None or (self.delivery != AS_RECEIVED and self.peer is None)

    def in_json(self, graph: Graph) -> dict[str, Any]:
        """Its name in an answer; a possible one if nothing is chosen and nothing is recorded."""
        name = self.delivery if is_recorded(graph) or self.is_given else "possible"
        known = "by_hand" if self.order is not None else AS_RECEIVED if self.peer else name
        return {"delivery": known, "seed": self.seed, **({"peer": self.peer} if self.peer else {})}


_LINE = options.count("--line", "The line of the graph in the file.", 1)

CONVERSATION = options.together(
    options.address("A conversation in the database, or in FILE."),
    options.database,
    options.group_keys,
    options.refs,
)

PLACE = options.passed_as("place", Target, _LINE, CONVERSATION)
"""The options of a `Target`, whose `file` is an argument or option of the command."""

FILE = options.together(click.argument("file", type=options.SOURCE, required=False), PLACE)
"""The argument and the options of a `Target`."""

_SOURCE = click.argument("source", required=False, metavar="[FILE or ADDRESS]")

CONVERSATION_PLACE = options.passed_as("place", target_of, _SOURCE, CONVERSATION)
"""The same of a conversation, with an argument that may also be an address."""

FILE_OR_ADDRESS = options.passed_as("place", target_of, _SOURCE, _LINE, CONVERSATION)
"""The same of a conversation or of a graph in a file."""

DELIVERY = options.passed_as(
    "delivery",
    Delivery,
    click.option(
        "--peer", metavar="PEER", help="As this peer received them, where FILE records that."
    ),
    options.choice(
        "--delivery",
        DELIVERIES,
        AS_RECEIVED,
        "The order of arrival; as_received is what the source records, else as it lists them.",
    ),
    options.seed("The seed of a random delivery."),
    click.option(
        "--order",
        type=click.File("r", encoding="utf-8", errors="replace"),
        help="A file of ids that arrive first, one per line.",
    ),
)


def ids_in(file: IO[str], graph: Graph) -> Iterator[str]:
    """Ids of a graph, one per line, each once. Raises `WrongOrder` or `LineTooLong`."""
    known = {node.id for node in graph.nodes}
    listed: dict[str, int] = {}
    for number, line in enumerate(bounded_lines(file), start=1):
        name = line.removesuffix("\n")
        if name not in known:
            problem = f"there is no message {_quote_name(name)} in this graph"
            raise WrongOrder(file.name, number, problem)
        earlier = listed.setdefault(name, number)
        if earlier != number:
            raise WrongOrder(file.name, number, f"{_quote_name(name)} is in line {earlier} already")
        yield name


@contextmanager
def opened_subject(place: Target, by: str | None = None) -> Iterator[CommandSubject]:
    """The graph of a target, in an order or in its own. Raises the errors of reading it.

    With an address, a file is read like a database; without one, like a graph file.

    At the end, the exit code is that of bad input if parts of a file are bad.
    """
    if place.file is None and place.address is None:
        raise click.UsageError("Give a file, --in ADDRESS, or both.")
    if place.address is not None:
        with opened_conversation(place) as (library, address):
            yield _in_library(library, address, by)
    elif place.file is not None:
        graph, is_damaged = _graph_in(place.file, place.line)
        with noted_reading(place.file):
            yield CommandSubject(graph, by or SCUTTLESORT, _quote_name, _quote_name, _quote_name)
        if is_damaged:
            raise Exit(ExitCode.BAD_INPUT)


def _in_library(library: Library, address: str, by: str | None) -> CommandSubject:
    """A conversation, in an order or in its own."""
    conversation, read = (
        library.conversation(address, by, as_read=as_read) for as_read in (False, True)
    )
    labels = MessageLabels(library, conversation)
    return CommandSubject(
        conversation.graph(),
        by or conversation.order,
        labels,
        labels.caption,
        labels.author,
        conversation,
        library.quarantine.refusals_of,
        read if read.leaves_out else None,
    )


def conversation_of(place: Target, key: str) -> str:
    """The address of the first conversation that a message is in; of its thread, if it is missing.

    Raises `UnclearMessage`.
    """
    with library_in(place.database, place.group_keys) as library:
        for address in library.conversations_of(key):
            with suppress(UnknownConversation):
                if library.conversation(address).position(key) is not None:
                    return address
        with suppress(UnknownConversation):
            library.conversation(key)
            return key
        refused = refused_lines([key], library.quarantine.refusals_of, cut_id)
        text = f"No message {key} is known here; with --in ADDRESS, its beginning is enough."
        raise UnclearMessage(" ".join((text, *refused)))


def _matching(typed: str, ids: Iterable[str]) -> list[str]:
    """The typed id, or those that begin with it or are cut to it in labels."""
    beginning, _, end = typed.partition("…")
    found = [each for each in ids if each.startswith(beginning) and each.endswith(end)]
    return [typed] if typed in found else found


def _graph_in(source: Path, number: int) -> tuple[Graph, bool]:
    """The graph of a number in a source, and whether parts of it, which are reported, are bad."""
    graphs = 0
    errors: list[str] = []
    for found in found_graphs(source):
        graphs = found.number or graphs
        if found.error is not None:
            place = f"{name_of_file(source)}, {found.place}"
            said = f"{place}: {found.error.code}: {found.error}"
            if found.number == number and found.graph is None:
                advice = f". {GRAPH_FILE}" if found.error.code == "malformed" else ""
                raise GraphError(found.error.code, said + advice, place=place)
            errors += [said] if found.number in (None, number) else []
        if found.graph is not None and found.number == number:
            if errors:
                complain(first_of(errors[0], len(errors)), f"{name_of_file(source)}, {found.place}")
            graph = _known_by_head(found.graph, f"{name_of_file(source)}, {found.place}")
            return graph, bool(errors)
    has = count_noun(graphs, "line") if graphs else "no lines"
    text = f"{name_of_file(source)} has {has}, and --line is {number}. {GRAPH_FILE}"
    raise GraphError("unknown", text, place=name_of_file(source))


def _known_by_head(graph: Graph, place: str) -> Graph:
    """What a peer knows that has the head of a graph, or all of it."""
    try:
        return graph if graph.head is None else known_past(graph, graph.head)
    except GraphError as error:
        said = f"{place}: {error.code}: {error}"
        raise GraphError(error.code, said, place=place) from None


def _quote_name(name: str) -> str:
    shown = one_line(name, 60)
    return shown if shown == name and name else json.dumps(name)


class MessageLabels:
    """Labels of known messages: author, beginning of the text, and id.

    The text of a node that has none is its id, which isn't repeated.
    """

    def __init__(self, library: Library, conversation: Conversation) -> None:
        self._library = library
        self._conversation = conversation

    def __call__(self, key: str) -> str:
        """The label of a message."""
        message = self._conversation.messages([key]).get(key)
        if message is None:
            return cut_id(key)
        said = excerpt(message, self._library.names(message.people), _SAID)
        text = "" if said == one_line(key, _SAID) else f"“{said}”"
        return " ".join(filter(None, (self.author(message.author), text, cut_id(key))))

    def caption(self, key: str) -> str:
        """The author and the beginning of a message."""
        message = self._conversation.messages([key]).get(key)
        if message is None:
            return cut_id(key)
        said = excerpt(message, self._library.names(message.people), _SHOWN)
        return ": ".join(filter(None, (self.author(message.author), said)))

    def author(self, feed: str) -> str:
        """The name of an author, told apart from those of the other writers."""
        name = self._writers.get(feed) or with_id(feed, self._library.names([feed])[feed])
        return one_line(name, _NAMED)

    @cached_property
    def _writers(self) -> dict[str, str]:
        return told_apart(self._library.names(self._conversation.writers()))

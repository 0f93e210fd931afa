"""Graph files: the events of one tangle, as a file lists them, and graphs as lines of such a file.

A line of a graph file is a JSON object, and hostile input. A graph that was read has the right
types, distinct names and no cycle; otherwise, `GraphError` has a code for the fault, and where only
a cycle is wrong, what is left of the graph.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import asdict, dataclass, fields, replace
from math import isfinite
from typing import TYPE_CHECKING, Any, NoReturn

import orjson

from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.language.wording import later, quote_program, tr
from tanglescope.engine.linear.errors import CycleError
from tanglescope.engine.linear.horizon import reach
from tanglescope.engine.linear.walk import cycle_among, on_cycles, stuck
from tanglescope.engine.system.large_json import TooManyValues, load

if TYPE_CHECKING:
    import networkx


class NoTimes(TanglescopeError):
    """An order needs times, or those of receipt, and no node has one."""

    def __init__(self, *, of_receipt: bool = False) -> None:
        super().__init__(
            tr("The source doesn't record when messages came, so none is ordered by that.")
            if of_receipt
            else tr(
                "No message here has a time, so none is ordered by time and no clock is checked."
            )
        )


class NoNetworkx(TanglescopeError):
    """The package networkx isn't installed."""

    def __init__(self) -> None:
        super().__init__(tr("This needs the package networkx: pip install networkx"))


class GraphError(TanglescopeError):
    """An invalid graph; `code` is a stable identifier of the fault.

    `rest` is the graph without the nodes on cycles; None if nothing is left, or for other faults.
    """

    exit_code = ExitCode.BAD_INPUT

    def __init__(
        self,
        code: str,
        detail: str,
        name: object = None,
        rest: "Graph | None" = None,
        place: str | None = None,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.place = place
        self.name = name
        self.rest = rest


@dataclass(frozen=True, slots=True)
class Writer:
    """The author of nodes; only indexers vote in Autobase, and relayed writers never do.

    `added` and `removed` are the nodes that add and remove the writer once they are confirmed.
    Without `added`, it is a writer from the beginning. If an indexer was promoted or demoted,
    `joined` and `left` are the nodes that add it as a writer at all, and that end that.
    """

    key: str
    indexer: bool = True
    relayed: bool = False
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    joined: tuple[str, ...] | None = None
    left: tuple[str, ...] | None = None

    @property
    def joining(self) -> tuple[str, ...]:
        """The nodes that add it as a writer, as an indexer or not."""
        return self.added if self.joined is None else self.joined

    @property
    def leaving(self) -> tuple[str, ...]:
        """The nodes after which it is no writer any more."""
        return self.removed if self.left is None else self.left


@dataclass(frozen=True, slots=True)
class Node:
    """An event of a graph file; `after` holds its known and unknown causes, each once.

    With `batch` (k, n) it is the k-th of n entries that its writer appended at once.
    """

    id: str
    after: tuple[str, ...] = ()
    writer: str | None = None
    sequence: int | None = None
    depth: int | None = None
    asserted: float | None = None
    received: float | None = None
    optimistic: bool = False
    batch: tuple[int, int] | None = None
    committed: float | None = None
    """When someone else applied it, as the committer of a Git commit claims."""


@dataclass(frozen=True, slots=True)
class RecordedArrival:
    """A node that a peer got, and when, in milliseconds since 1970, if its source says so."""

    peer: str
    got: str
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes as their source lists them; with `head`, only that node and its past count.

    In an excerpt, such as a thread, sequences also count entries outside the graph. `arrivals` are
    those that the source records for each peer.
    """

    nodes: tuple[Node, ...]
    writers: tuple[Writer, ...] = ()
    name: str | float | None = None
    head: str | None = None
    is_excerpt: bool = False
    arrivals: tuple[RecordedArrival, ...] = ()

    @property
    def causes(self) -> dict[str, tuple[str, ...]]:
        """The known and unknown causes of every node."""
        return {node.id: node.after for node in self.nodes}


def read_graph(line: bytes | str) -> Graph:
    """The graph that a line of a graph file describes."""
    try:
        value = load(line.encode("utf-8", "replace") if isinstance(line, str) else line)
    except TooManyValues as error:
        raise GraphError("too-large", str(error)) from None
    except orjson.JSONDecodeError as error:
        raise GraphError(
            "malformed", tr("not JSON: {error}", error=quote_program(tr("the parser"), error))
        ) from None
    if not isinstance(value, dict):
        raise GraphError("malformed", tr("a graph must be a JSON object"))
    name = value.get("name")
    if isinstance(name, list | dict | bool):
        raise GraphError("malformed", tr("the name of a graph must be a string or a number"))
    try:
        return _graph(name, value)
    except GraphError as error:
        error.name = name
        raise


def has_times(graph: Graph) -> bool:
    """Whether any node has a time."""
    return any(node.asserted is not None or node.received is not None for node in graph.nodes)


def require_times(graph: Graph, *, of_receipt: bool = False) -> None:
    """Raise `NoTimes` if there are nodes and none has a time, or one of receipt."""
    if graph.nodes and not has_times(graph):
        raise NoTimes
    if graph.nodes and of_receipt and all(node.received is None for node in graph.nodes):
        raise NoTimes(of_receipt=True)


def known_past(graph: Graph, head: str) -> Graph:
    """The nodes known to a peer that has exactly `head` and its past, by arrival."""
    after = graph.causes
    if head not in after:
        detail = tr("the head {head!r} isn't among the nodes", head=head)
        raise GraphError("unknown", detail, graph.name)
    known = reach([head], lambda name: after.get(name, ()))
    nodes = tuple(node for node in graph.nodes if node.id in known)
    return replace(graph, nodes=nodes, head=None, arrivals=_first_arrivals(graph.arrivals, nodes))


def over_limit(graph: Graph, most: int) -> list[str]:
    """The nodes that refer to more others than `most`, their own predecessor included."""
    return [node.id for node in graph.nodes if len(node.after) > most]


def under_limit(graph: Graph, most: int, *, is_cut: bool) -> Graph:
    """The graph without the nodes over a limit of references, or with their references cut.

    Cut, a node keeps its own predecessor, then the first of the others that are in the graph.
    """
    if not is_cut:
        nodes = tuple(node for node in graph.nodes if len(node.after) <= most)
        return replace(graph, nodes=nodes)
    here = {node.id for node in graph.nodes}
    at = {(node.writer, node.sequence): node.id for node in graph.nodes}
    return replace(graph, nodes=tuple(_cut(node, most, here, at) for node in graph.nodes))


def _cut(
    node: Node, most: int, here: Set[str], at: dict[tuple[str | None, int | None], str]
) -> Node:
    if len(node.after) <= most:
        return node
    is_in_log = node.writer is not None and node.sequence is not None
    before = at.get((node.writer, (node.sequence or 0) - 1)) if is_in_log else None
    known = [cause for cause in node.after if cause in here]
    return replace(node, after=tuple(sorted(known, key=lambda cause: cause != before)[:most]))


def _graph(name: str | float | None, value: dict[str, Any]) -> Graph:
    if "nodes" not in value:
        raise GraphError("malformed", tr("it has no `nodes`, so it isn't a graph"))
    items = list(_objects(value.get("nodes"), "nodes"))
    nodes = tuple(read_node(item, place) for place, item in items)
    got = [each for place, item in items for each in read_receipts(item, place)]
    arrivals = (*got, *read_arrivals(value.get("arrivals")))
    return together(
        read_writers(value.get("writers")), nodes, name, read_head(value), arrivals=arrivals
    )


def read_head(value: dict[str, Any]) -> str | None:
    """The node named by a graph line as the last one that a peer knows."""
    head: str | None = _optional(value, "head", str, tr("the graph"))
    return head


def together(
    writers: Sequence[Writer],
    nodes: Sequence[Node],
    name: str | float | None = None,
    head: str | None = None,
    arrivals: Iterable[RecordedArrival] = (),
) -> Graph:
    """Build the graph from writers and nodes that were read one by one. Raises `GraphError`."""
    here = _each_once(nodes)
    writers = tuple(since_the_beginning(each, here.keys()) for each in writers)
    nodes = _with_predecessors(tuple(here.values()))
    if cycle := _cycle_in(nodes):
        cyclic = on_cycles({node.id: node.after for node in nodes})
        left = tuple(node for node in nodes if node.id not in cyclic)
        rest = (
            Graph(left, writers, name, head, arrivals=_first_arrivals(arrivals, left))
            if left
            else None
        )
        raise GraphError("cycle", str(CycleError(cycle)), name, rest)
    return Graph(nodes, writers, name, head, arrivals=_first_arrivals(arrivals, nodes))


def in_time(arrivals: Iterable[RecordedArrival]) -> tuple[RecordedArrival, ...]:
    """Arrivals by their times, or as they are listed if not all have one."""
    listed = tuple(arrivals)
    if any(each.at is None for each in listed):
        return listed
    return tuple(sorted(listed, key=lambda each: each.at or 0.0))


def _first_arrivals(
    arrivals: Iterable[RecordedArrival], nodes: Sequence[Node]
) -> tuple[RecordedArrival, ...]:
    """The first arrival of each of these nodes at each peer."""
    first: dict[tuple[str, str], RecordedArrival] = {}
    for each in arrivals:
        first.setdefault((each.peer, each.got), each)
    ids = {node.id for node in nodes} if first else set()
    return in_time(each for each in first.values() if each.got in ids)


def is_same(one: Node, other: Node) -> bool:
    """Whether two nodes of one id are at the same place of the graph; their times may differ."""
    return _identity(one) == _identity(other)


def contradict(one: Node, other: Node) -> bool:
    """Whether two nodes of one id can't be the same, delivered twice.

    Times of receipt may differ.
    """
    times = {one.asserted, other.asserted} - {None}
    return len(times) > 1 or not is_same(one, other)


def _identity(node: Node) -> tuple[object, ...]:
    return set(node.after), node.writer, node.sequence, node.depth, node.batch


def _each_once(nodes: Sequence[Node]) -> dict[str, Node]:
    """The nodes by id; one that was delivered again counts once. Raises `GraphError`."""
    here: dict[str, Node] = {}
    for node in nodes:
        kept = here.setdefault(node.id, node)
        if kept is not node and contradict(kept, node):
            said = tr("two different nodes have the id {name!r}", name=node.id)
            raise GraphError("duplicate", f"{said} ({_difference(kept, node)})")
    return here


def _difference(one: Node, other: Node) -> str:
    """The fields in which two nodes differ, with both values."""
    pairs = (
        (each.name, getattr(one, each.name), getattr(other, each.name)) for each in fields(one)
    )
    return "; ".join(
        f"`{name}`: {orjson.dumps(here).decode()}, {orjson.dumps(there).decode()}"
        for name, here, there in pairs
        if here != there
    )


def read_writers(value: object) -> tuple[Writer, ...]:
    """The writers that a graph line lists, each once. Raises `GraphError`."""
    writers = tuple(_writers(value))
    seen: set[str] = set()
    for name in (each.key for each in writers):
        if name in seen:
            raise GraphError("duplicate", tr("the writer {name!r} is listed twice", name=name))
        seen.add(name)
    return writers


def _writers(value: object) -> Iterator[Writer]:
    for place, item in _objects([] if value is None else value, "writers"):
        key = _required_text(item, "key", place)
        indexer = _optional(item, "indexer", bool, place)
        relayed = _optional(item, "relayed", bool, place)
        added, removed = (_ids(item, field, place) for field in ("added", "removed"))
        joined, left = (
            _ids(item, field, place) if item.get(field) is not None else None
            for field in ("joined", "left")
        )
        is_indexer = True if indexer is None else indexer
        yield Writer(key, is_indexer, bool(relayed), added, removed, joined, left)


def _ids(item: dict[str, Any], field: str, place: str) -> tuple[str, ...]:
    """One id or a list of them."""
    value = item.get(field)
    ids = [value] if isinstance(value, str) else [] if value is None else value
    if not isinstance(ids, list) or not all(isinstance(each, str) for each in ids):
        _refuse(place, tr("`{field}` must be an id or a list of ids", field=field))
    return tuple(dict.fromkeys(ids))


def since_the_beginning(writer: Writer, nodes: Set[str]) -> Writer:
    """The writer with its role before the first node; unknown nodes count as earlier."""
    if not writer.added and not writer.removed:
        return writer
    added = tuple(each for each in writer.added if each in nodes)
    removed = tuple(each for each in writer.removed if each in nodes)
    was_removed = bool(writer.removed) and not removed and not added
    return replace(writer, indexer=writer.indexer and not was_removed, added=added, removed=removed)


def read_node(item: dict[str, Any], place: str) -> Node:
    """The node that an object in a graph file describes. Raises `GraphError`."""
    identity = _required_text(item, "id", place)
    after = item.get("after")
    if not isinstance(after, list) or not all(isinstance(cause, str) for cause in after):
        _refuse(place, tr("`after` must be a list of strings"))
    writer = _optional(item, "writer", str, place)
    sequence = _optional(item, "sequence", int, place)
    if len(after) != 1 or after[0] == identity:
        # Not `dict.fromkeys`: other threads run meanwhile.
        after = {cause: None for cause in after if cause != identity}
    return Node(
        identity,
        tuple(after),
        writer,
        sequence,
        _optional(item, "depth", int, place),
        _optional(item, "asserted", float, place),
        None if _has_receipts(item) else _optional(item, "received", float, place),
        bool(_optional(item, "optimistic", bool, place)),
        _batch(item.get("batch"), writer is not None and sequence is not None, place),
        _optional(item, "committed", float, place),
    )


def _has_receipts(item: dict[str, Any]) -> bool:
    return isinstance(item.get("received"), dict)


def read_receipts(item: dict[str, Any], place: str) -> Iterator[RecordedArrival]:
    """The arrivals in the `received` of a node, if it is an object with a time for each peer."""
    if _has_receipts(item):
        for peer in item["received"]:
            at = _optional(item["received"], peer, float, f"{place}: `received`")
            yield RecordedArrival(peer, _required_text(item, "id", place), at)


def read_arrivals(value: object) -> Iterator[RecordedArrival]:
    """The arrivals that a graph line lists. Raises `GraphError`."""
    for place, item in _objects([] if value is None else value, "arrivals"):
        yield read_arrival(item, place)


def read_arrival(item: dict[str, Any], place: str) -> RecordedArrival:
    """The arrival that an object `{"peer", "got", "at"}` describes. Raises `GraphError`."""
    peer, got = (_required_text(item, field, place) for field in ("peer", "got"))
    return RecordedArrival(peer, got, _optional(item, "at", float, place))


def _batch(value: object, is_in_log: bool, place: str) -> tuple[int, int] | None:
    """The number of an entry in its batch, and the size of the batch; None outside of batches."""
    if value is None:
        return None
    if not (isinstance(value, list) and len(value) == 2 and all(type(n) is int for n in value)):
        _refuse(place, tr("`batch` must be [k, n], two whole numbers"))
    which, count = value
    if not 1 <= which <= count:
        _refuse(place, tr("`batch` must be [k, n] with 1 <= k <= n"))
    if not is_in_log:
        _refuse(place, tr("a node with `batch` needs `writer` and `sequence`"))
    return (which, count) if count > 1 else None


def _objects(value: object, field: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if not isinstance(value, list):
        raise GraphError("malformed", tr("`{field}` must be a list", field=field))
    for index, item in enumerate(value):
        place = f"{field}[{index}]"
        if not isinstance(item, dict):
            _refuse(place, tr("must be an object"))
        yield place, item


def _required_text(item: dict[str, Any], field: str, place: str) -> str:
    value = item.get(field)
    if not isinstance(value, str):
        _refuse(place, tr(_NO_SUCH[str], field=field))
    return value


_EXACT = 1 << 53
"""The largest integer that JSON represents exactly."""

_NO_SUCH = {
    str: later("`{field}` must be a string"),
    int: later("`{field}` must be a whole number"),
    float: later("`{field}` must be a number"),
    bool: later("`{field}` must be true or false"),
}


def _optional(item: dict[str, Any], field: str, kind: type, place: str) -> Any:
    """The value of `field`, or None; an integer counts as a float, a boolean never as a number."""
    value = item.get(field)
    if value is None or (isinstance(value, bool) and kind is bool):
        return value
    accepted = (int, float) if kind is float else kind
    if isinstance(value, bool) or not isinstance(value, accepted):
        _refuse(place, tr(_NO_SUCH[kind], field=field))
    # SQLite's integers have 64 bits, which suffice for times.
    if kind is float and isinstance(value, int) and abs(value) > _EXACT:
        return float(value)
    return value


def _refuse(place: str, detail: str) -> NoReturn:
    raise GraphError("malformed", f"{place}: {detail}")


def _with_predecessors(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """Every node with its predecessor in its writer's log as a cause."""
    at: dict[tuple[str | None, int], str] = {}
    for node in nodes:
        if node.writer is not None and node.sequence is not None:
            other = at.setdefault((node.writer, node.sequence), node.id)
            if other != node.id:
                detail = tr(
                    "the nodes {one!r} and {other!r} have the same place in a log",
                    one=other,
                    other=node.id,
                )
                raise GraphError("fork", detail)
    return tuple(_with_predecessor(node, at) for node in nodes)


def _with_predecessor(node: Node, at: dict[tuple[str | None, int], str]) -> Node:
    if node.sequence is None:
        return node
    previous = at.get((node.writer, node.sequence - 1))
    if previous is None or previous in node.after:
        return node
    return replace(node, after=(previous, *node.after))


def _cycle_in(nodes: Sequence[Node]) -> Sequence[str]:
    """A cycle among nodes; empty if there is none."""
    causes = {node.id: node.after for node in nodes}
    left = stuck(causes)
    return cycle_among({name: causes[name] for name in causes if name in left}) if left else ()


def to_networkx(graph: Graph) -> "networkx.DiGraph[str]":
    """A graph for networkx: edges lead from causes to effects, and nodes have their fields.

    Missing causes are nodes with `missing=True`. Raises `NoNetworkx` if it isn't installed.
    """
    try:
        import networkx
    except ImportError:
        raise NoNetworkx from None
    found = networkx.DiGraph(name=graph.name)
    known = {node.id for node in graph.nodes}
    for node in graph.nodes:
        said = {field.name: getattr(node, field.name) for field in fields(node)}
        found.add_node(node.id, missing=False, **{k: v for k, v in said.items() if k != "id"})
        found.add_nodes_from((cause for cause in node.after if cause not in known), missing=True)
    for node in graph.nodes:
        found.add_edges_from((cause, node.id) for cause in node.after)
    return found


def graph_line(graph: Graph) -> dict[str, Any]:
    """The JSON value that `read_graph` reads; sequences are included only if they are redundant.

    In a graph file, every node also follows its predecessor in its author's log. A thread has
    no such links, so its sequences would change its order.
    """
    with_sequences = _logs_are_linked(graph)
    line: dict[str, Any] = {} if graph.name is None else {"name": graph.name}
    if graph.writers:
        line["writers"] = [_writer(writer) for writer in graph.writers]
    line["nodes"] = [_node(node, with_sequences) for node in graph.nodes]
    if graph.arrivals:
        line["arrivals"] = [asdict(each) for each in graph.arrivals]
    return line


def _writer(writer: Writer) -> dict[str, Any]:
    changes = {"added": writer.added or None, "removed": writer.removed or None}
    changes |= {"joined": writer.joined, "left": writer.left}
    given = {field: _one_or_many(ids) for field, ids in changes.items() if ids is not None}
    return {"key": writer.key, "indexer": writer.indexer, "relayed": writer.relayed, **given}


def _one_or_many(ids: tuple[str, ...]) -> str | list[str]:
    return ids[0] if len(ids) == 1 else list(ids)


def _node(node: Node, with_sequence: bool) -> dict[str, Any]:
    facts = {
        "writer": node.writer,
        "sequence": node.sequence if with_sequence else None,
        "depth": node.depth,
        "asserted": _finite(node.asserted),
        "received": _finite(node.received),
        "committed": _finite(node.committed),
        "optimistic": node.optimistic or None,
        "batch": list(node.batch) if node.batch and with_sequence else None,
    }
    given = {key: value for key, value in facts.items() if value is not None}
    return {"id": node.id, "after": list(node.after), **given}


def _finite(time: float | None) -> float | None:
    # JSON can't represent other numbers, and no clock shows them.
    return time if time is not None and isfinite(time) else None


def _logs_are_linked(graph: Graph) -> bool:
    at = {
        (node.writer, node.sequence): node.id for node in graph.nodes if node.sequence is not None
    }
    return all(
        (before := at.get((node.writer, node.sequence - 1))) is None or before in node.after
        for node in graph.nodes
        if node.sequence is not None and node.writer is not None
    )


@dataclass(frozen=True, slots=True)
class NextEntry:
    """An entry that doesn't exist yet; `after` are the entries that it refers to."""

    id: str
    writer: str
    after: tuple[str, ...]


def chain(graph: Graph, heads: Iterable[str], writers: Iterable[str]) -> Iterator[NextEntry]:
    """Next entries by these writers: the first after `heads`, each other one after the last."""
    after = tuple(heads)
    for name, writer in zip(free_ids(graph), writers):  # noqa: B905 - ids have no end
        yield NextEntry(name, writer, after)
        after = (name,)


def free_ids(graph: Graph) -> Iterator[str]:
    """Ids that no node of a graph has and none refers to: `next-1`, `next-2`, and so on."""
    taken = {name for node in graph.nodes for name in (node.id, *node.after)}
    number = 0
    while True:
        number += 1
        if (name := f"next-{number}") not in taken:
            yield name


def with_entries(graph: Graph, entries: Iterable[NextEntry]) -> Graph:
    """The graph with next entries, each the last of its log and after the one before in it."""
    last: dict[str, tuple[int, str]] = {}
    for node in graph.nodes:
        if node.writer is not None and node.sequence is not None:
            place = (node.sequence, node.id)
            last[node.writer] = max(place, last.get(node.writer, place))
    nodes = list(graph.nodes)
    for entry in entries:
        sequence, own = last.get(entry.writer, (-1, ""))
        after = dict.fromkeys((*entry.after, own) if own else entry.after)
        nodes.append(Node(entry.id, tuple(after), entry.writer, sequence + 1))
        last[entry.writer] = (sequence + 1, entry.id)
    return replace(graph, nodes=tuple(nodes))

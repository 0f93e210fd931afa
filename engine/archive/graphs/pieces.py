"""Pieces of graphs: the nodes that one record of a graph file, or one Autobase, adds to a graph.

Some nodes can't be in one graph with others. Two nodes at one position of a writer's log are a
fork: the first one stays. In a cycle, all new nodes are refused, because it is unknown which of
them is false.
"""

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from pathlib import PurePath
from typing import Any, NamedTuple

import orjson

from tanglescope.engine.archive.lines import KEPT_OF_TOO_LONG
from tanglescope.engine.archive.record import Dialect, Place, Record
from tanglescope.engine.language.wording import tr
from tanglescope.engine.linear.graph import (
    GraphError,
    Node,
    RecordedArrival,
    Writer,
    contradict,
    is_same,
    known_past,
    read_arrival,
    read_arrivals,
    read_head,
    read_node,
    read_receipts,
    read_writers,
    together,
)
from tanglescope.engine.linear.walk import on_cycles
from tanglescope.engine.message.verdict import Rule, ValidationStatus, reason, refusal

GRAPH = "graph"
AUTOBASE = "autobase"
TINY_FEED = "feed"
KINDS = {Dialect.GRAPH: GRAPH, Dialect.AUTOBASE: AUTOBASE, Dialect.TINYSSB: TINY_FEED}
"""The kinds of graphs, by their source."""

MOST_REFUSED = 10_000
"""The number of refused parts of a record that are kept one by one."""

_PACKED = {".gz", ".bz2", ".xz", ".lzma"}
_WHOLE_NUMBERS = range(-(1 << 63), 1 << 63)
"""The integers that fit into a database."""


class GraphItem(NamedTuple):
    """A node with its label and text; `status` is its validation status."""

    node: Node
    label: str | None = None
    text: str | None = None
    status: str = ValidationStatus.UNVERIFIED
    references: tuple[str, ...] = ()
    """References that don't order it, such as the events that authorize an event of Matrix."""
    name: str | None = None
    """What its writer was called then."""
    raw: bytes | None = None
    """The record as it was read, if it says more than the other fields."""


class RefusedPiece(NamedTuple):
    """A part of a record that isn't a valid node: the id it claims, the problem, its bytes."""

    key: str | None
    rule: Rule
    raw: bytes = b""

    def in_words(self, known: str | None = None) -> str:
        """Why it is refused, without a full stop, after its id unless that is `known`."""
        why = why_refused(self.rule, self.raw)
        return why if self.key in (None, known) else f"{self.key}: {why}"


@dataclass(frozen=True, slots=True)
class Piece:
    """Nodes of one graph, from one record; `name` is None if the graph is named after the file.

    `facts` are the properties of the graph as a whole, as given by the source, `names` what its
    writers are called, and `arrivals` what is recorded of the arrival at peers.
    """

    kind: str
    name: str | None
    place: Place
    writers: tuple[Writer, ...]
    items: tuple[GraphItem, ...]
    refused: tuple[RefusedPiece, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)
    is_node: bool = False
    """Whether the record was a single node instead of a graph."""
    names: dict[str, str] = field(default_factory=dict)
    arrivals: tuple[RecordedArrival, ...] = ()

    @property
    def address(self) -> str:
        """The address of the graph, by its name."""
        return f"{self.kind}:{self.name}"

    @property
    def is_locked(self) -> bool:
        """Whether its nodes are encrypted, and none of the given keys decrypts them."""
        return self.facts.get("locked") is True


def name_of(piece: Piece, path: PurePath) -> str:
    """The name of a graph: its own, or that of the file, with the line number if not the first."""
    if piece.name is not None:
        return piece.name
    is_first = piece.is_node or piece.place.number == 1
    return _stem(path) if is_first else f"{_stem(path)}-{piece.place.number}"


@lru_cache(maxsize=1)
def _stem(path: PurePath) -> str:
    """The name of a file without its suffixes; each node of the file asks for it."""
    named = path.with_suffix("") if path.suffix in _PACKED else path
    return named.stem.encode("utf-8", "backslashreplace").decode()


def is_piece(value: object) -> bool:
    """Whether a value is a graph, a single node, or the arrival of one at a peer."""
    return isinstance(value, dict) and (
        isinstance(value.get("nodes"), list)
        or ("id" in value and "after" in value)
        or _is_arrival(value)
    )


def _is_arrival(value: dict[str, Any]) -> bool:
    return {"nodes", "id"}.isdisjoint(value) and {"peer", "got"} <= value.keys()


def read_piece(record: Record) -> Piece:
    """Read a record, once; unreadable nodes are refused one by one."""
    value = record.value
    assert isinstance(value, dict)
    is_node = "nodes" not in value
    kind = KINDS[record.dialect]
    refused: list[RefusedPiece] = []
    if _is_arrival(value):
        return _arrival(value, kind, record.place)
    writers: tuple[Writer, ...] = ()
    try:
        writers = () if is_node else read_writers(value.get("writers"))
    except GraphError:
        refused.append(RefusedPiece(None, Rule.SHAPE, as_json(value.get("writers"))))
    names: dict[str, str] = {}
    facts: dict[str, Any] = value.get("facts", {}) if kind != GRAPH else {}
    try:
        if not is_node or "rooms" in value:
            names = {} if is_node else _texts_in(value, "names")
            facts = {**facts, **_facts_in(value, is_node)}
    except GraphError as error:
        refused.append(RefusedPiece(None, Rule.SHAPE, str(error).encode()))
    items: list[GraphItem] = []
    arrivals: list[RecordedArrival] = []
    for item in [value] if is_node else _taken_out(value["nodes"]):
        try:
            items.append(_item(item, kind))
            arrivals += read_receipts(item, "")
        except GraphError:
            refused.append(_refused_node(item, record.raw))
    items, twice = _each_once(items)
    refused += twice
    if not is_node and value.get("head") is not None:
        items, unknown = _past_of_head(value, items)
        refused += unknown
    try:
        arrivals += () if is_node else read_arrivals(value.get("arrivals"))
    except GraphError as error:
        refused.append(RefusedPiece(None, Rule.SHAPE, str(error).encode()))
    rooms = value.get("rooms")
    of_room = rooms.graph if isinstance(rooms, Rooms) else None
    return Piece(
        kind,
        of_room if is_node else _name(value.get("name")),
        record.place,
        writers,
        tuple(items),
        (*_first_ones(refused), *_damage(value, kind)),
        facts,
        is_node,
        names,
        tuple(arrivals),
    )


def _arrival(value: dict[str, Any], kind: str, place: Place) -> Piece:
    """The piece of a line that says what a peer got."""
    refused: tuple[RefusedPiece, ...] = ()
    arrivals: tuple[RecordedArrival, ...] = ()
    try:
        arrivals = (read_arrival(value, ""),)
    except GraphError:
        refused = (RefusedPiece(None, Rule.SHAPE, as_json(value)),)
    name = _name(value.get("name"))
    return Piece(kind, name, place, (), (), refused, is_node=True, arrivals=arrivals)


def _taken_out(nodes: list[Any]) -> Iterator[Any]:
    """The nodes of a record, which are released one by one: no thread runs while a list is."""
    for place, node in enumerate(nodes):
        nodes[place] = None
        yield node


def _facts_in(value: dict[str, Any], is_node: bool) -> dict[str, Any]:
    """The properties of a graph: its title, its marked nodes, and the rooms that it is about."""
    rooms = value.get("rooms")
    facts: dict[str, Any] = {"rooms": dict(rooms)} if rooms and isinstance(rooms, Rooms) else {}
    if not is_node:
        said = {"title": _text_in(value, "title"), "marks": _texts_in(value, "marks")}
        facts |= {name: fact for name, fact in said.items() if fact}
    return facts


class Rooms(dict[str, list[Any]]):
    """The rooms that an event of Matrix names, each with its name and the time of that.

    `graph` is the name of their graph; None if it is named after the file.
    """

    def __init__(
        self, rooms: Mapping[str, list[Any]] | None = None, graph: str | None = None
    ) -> None:
        super().__init__(rooms or {})
        self.graph = graph


def _texts_in(value: dict[str, Any], field: str) -> dict[str, str]:
    """An object of texts, such as the names of writers."""
    found = value.get(field)
    if found is None:
        return {}
    if isinstance(found, dict) and all(isinstance(each, str) for each in found.values()):
        return found
    raise GraphError("malformed", tr("`{field}` must be an object with strings", field=field))


def _first_ones(refused: Sequence[RefusedPiece]) -> Sequence[RefusedPiece]:
    """The first refused parts of a record; the others are one, with their number."""
    more = len(refused) - MOST_REFUSED
    if more <= 0:
        return refused
    return [*refused[:MOST_REFUSED], RefusedPiece(None, Rule.SHAPE, b"and %d more" % more)]


def as_json(value: object, record: bytes = b"") -> bytes:
    """A part of a record as stored in the quarantine.

    Of one that is nested too deeply to be written, the beginning of the record is stored.
    """
    try:
        text = orjson.dumps(value)
    except TypeError:
        text = record
    # A copy: orjson's own bytes take 4 kB each, and a record may have millions of parts.
    return bytes(memoryview(text)[:KEPT_OF_TOO_LONG])


def _refused_node(item: object, record: bytes) -> RefusedPiece:
    """A malformed node, with the record of another system that it was made from, if any."""
    given = item if isinstance(item, dict) else {}
    key, raw = given.get("id"), given.get("raw")
    kept = raw[:KEPT_OF_TOO_LONG] if isinstance(raw, bytes) else as_json(item, record)
    return RefusedPiece(key if isinstance(key, str) else None, Rule.SHAPE, kept)


def as_read(raw: bytes) -> object:
    """A record as it was read: JSON as its value, anything else as text."""
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError:
        return raw.decode("utf-8", "replace")


def item_as_json(item: GraphItem, kept: GraphItem | None = None) -> bytes:
    """A node as stored in the quarantine, with the other one of that id that was kept."""
    return as_json(_as_json(item) | ({} if kept is None else {"kept": _as_json(kept)}))


def _as_json(item: GraphItem) -> dict[str, Any]:
    node = item.node
    more = {"label": item.label, "text": item.text, "asserted": node.asserted}
    given = {name: value for name, value in more.items() if value is not None}
    return {"id": node.id, "after": list(node.after), "writer": node.writer, **given}


def why_refused(rule: str, raw: bytes) -> str:
    """Why a record was refused, without a full stop.

    It names the field of a node that is wrong, and a node that contradicts another of its id.
    """
    if rule == Rule.DUPLICATE and b'"kept":' in raw:
        return tr("A different node with this id is already here")
    fault = fault_in(raw) if rule == Rule.SHAPE else None
    why = reason(refusal(rule))
    return why if fault is None else f"{why} ({fault})"


def fault_in(raw: bytes) -> str | None:
    """Which field of a node or graph is wrong, in words; None if the value is neither."""
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError:
        return None
    if isinstance(value, dict) and "prev_events" in value:
        return _fault_in_event(value)
    if not isinstance(value, dict) or {"id", "after", "nodes", "peer", "got"}.isdisjoint(value):
        return None
    if "nodes" in value:
        is_list = isinstance(value["nodes"], list)
        return None if is_list else tr("`{field}` must be a list", field="nodes")
    try:
        if {"id", "after"}.isdisjoint(value):
            read_arrival(value, "")
        else:
            _item(value, GRAPH)
            list(read_receipts(value, ""))
    except GraphError as error:
        return str(error).removeprefix(": ")
    return None


_OF_EVENTS = {
    "event_id": "id",
    "prev_events": "after",
    "auth_events": "references",
    "sender": "writer",
    "origin_server_ts": "asserted",
    "depth": "depth",
}
"""The fields of events of Matrix, and those of the nodes that are made from them."""


def _fault_in_event(event: dict[str, Any]) -> str | None:
    """Which field of an event of Matrix is wrong; an id that isn't given may have been computed."""
    node = {ours: event.get(theirs) for theirs, ours in _OF_EVENTS.items()}
    node |= {name: ids_in(node[name]) for name in ("after", "references")}
    for identity in ("?" if node["id"] is None else node["id"], node["id"]):
        try:
            _item(node | {"id": identity}, GRAPH)
        except GraphError as error:
            said = str(error).removeprefix(": ")
            for theirs, ours in _OF_EVENTS.items():
                said = said.replace(f"`{ours}`", f"`{theirs}`")
            return said
    return None


def ids_in(events: object) -> object:
    """The ids in a list of events, which may be pairs of an id and hashes; else as it is."""
    if not isinstance(events, list):
        return events
    return [each[0] if isinstance(each, list) and each else each for each in events]


def _item(value: object, kind: str) -> GraphItem:
    if not isinstance(value, dict):
        raise GraphError("malformed", tr("a node must be a JSON object"))
    node = read_node(value, "")
    for name, number in (
        ("sequence", node.sequence),
        ("depth", node.depth),
        ("batch", node.batch and node.batch[1]),
    ):
        if number is not None and number not in _WHOLE_NUMBERS:
            raise GraphError("malformed", tr("`{field}` is too large a number", field=name))
    label, text = _text_in(value, "label"), _text_in(value, "text")
    references = value.get("references")
    references = [] if references is None else references
    if not isinstance(references, list) or not all(isinstance(each, str) for each in references):
        said = tr("`{field}` must be an id or a list of ids", field="references")
        raise GraphError("malformed", said)
    # SQLite truncates the texts of its JSON there, so two ids would become one.
    if "\0" in "".join((node.id, *node.after, *references)):
        raise GraphError("malformed", tr("an id has the character NUL"))
    is_verified = kind != GRAPH  # a graph file can claim anything
    status = value["verdict"] if is_verified else ValidationStatus.UNVERIFIED
    called, raw = _text_in(value, "writer_name"), _raw(value, kind)
    return GraphItem(node, label, text, status, tuple(dict.fromkeys(references)), called, raw)


_SAID = {"label", "text", "references", "writer_name", "raw", "rooms", "verdict"}
_KNOWN = {each.name for each in fields(Node)} | _SAID


def _raw(value: dict[str, Any], kind: str) -> bytes | None:
    """The record that a node was made from; the node itself if it has more fields than are known.

    A record of another system is a text, or JSON.
    """
    raw = value.get("raw")
    if isinstance(raw, bytes | str):
        return raw if isinstance(raw, bytes) else raw.encode()
    if raw is not None:
        return _json_bytes(raw)
    return _json_bytes(value) if kind == GRAPH and not value.keys() <= _KNOWN else None


def _json_bytes(value: object) -> bytes:
    """A value as JSON. Raises `GraphError`: less deeply nested values are written than read."""
    try:
        return orjson.dumps(value)
    except TypeError:
        raise GraphError("malformed", tr("a value in it is nested too deeply")) from None


def _text_in(value: dict[str, Any], field: str) -> str | None:
    text = value.get(field)
    if text is None or isinstance(text, str):
        return text
    raise GraphError("malformed", tr("`{field}` must be a string", field=field))


def _name(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return orjson.dumps(value).decode()


def _each_once(items: Sequence[GraphItem]) -> tuple[list[GraphItem], list[RefusedPiece]]:
    """The items by id, each once; those that contradict the first one of their id are refused."""
    if len(items) == 1:
        return list(items), []
    here: dict[str, GraphItem] = {}
    refused = list(conflicts(items, here))
    return list(here.values()), refused


def conflicts(items: Iterable[GraphItem], here: dict[str, GraphItem]) -> Iterator[RefusedPiece]:
    """Add items to those that are `here`; those that contradict one of their id are refused."""
    for item in items:
        known = here.setdefault(item.node.id, item)
        kept = merge(known, item)
        if kept is None:
            raw = item_as_json(item, known)
            yield RefusedPiece(item.node.id, Rule.DUPLICATE, raw)
        else:
            here[item.node.id] = kept


def merge(here: GraphItem, item: GraphItem) -> GraphItem | None:
    """Merge two versions of a node; None if they contradict each other.

    A version with verified signatures takes precedence. A batch whose beginning was missing may
    turn out to be longer.
    """
    if here is item:
        return here
    if here.status != item.status and ValidationStatus.VALID in (here.status, item.status):
        return here if here.status == ValidationStatus.VALID else item
    one, other = here.node, item.node
    if here.status == ValidationStatus.VALID:
        is_one = (here.label, here.text) == (item.label, item.text)
        is_longer = is_one and (other.batch or (1, 1)) > (one.batch or (1, 1))
        one = replace(one, batch=other.batch) if is_longer else one
        other = replace(other, batch=one.batch)
        return here._replace(node=one) if is_one and is_same(one, other) else None
    texts = {here.text, item.text} - {None}
    is_other = len(texts) > 1 or contradict(one, other)
    if is_other:
        return None
    return here._replace(status=item.status, name=here.name or item.name, raw=here.raw or item.raw)


def _past_of_head(
    value: dict[str, Any], items: Sequence[GraphItem]
) -> tuple[list[GraphItem], list[RefusedPiece]]:
    """The items that a peer has which knows the line's head; all, if the head is wrong."""
    try:
        head = read_head(value)
        graph = together((), [item.node for item in items])
        known = graph if head is None else known_past(graph, head)
    except GraphError as error:
        if error.code in ("cycle", "fork"):
            return list(items), []  # they are refused when the nodes join a graph
        return list(items), [RefusedPiece(None, Rule.SHAPE, as_json({"head": value["head"]}))]
    inside = {node.id for node in known.nodes}
    return [item for item in items if item.node.id in inside], []


def _damage(value: dict[str, Any], kind: str) -> Iterator[RefusedPiece]:
    """The problems that the reader found when it verified a graph."""
    if kind != GRAPH:
        for problem in value.get("problems", ()):
            yield RefusedPiece(None, Rule.DAMAGED, problem.encode())


_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|\w{1,32});")


def with_references(text: str) -> str:
    """A text with the characters that references such as `&lt;` and `&#9829;` stand for."""
    return _REFERENCE.sub(lambda found: html.unescape(found.group()), text)


MOST = 5_000_000
"""The limit on arrows: a line with `&` or subgraphs connects every box with every other."""


@dataclass(slots=True)
class Drawing:
    """Boxes and arrows, in the order in which they are named."""

    after: dict[str, dict[str, None]] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    arrows_drawn: int = 0

    def box(self, name: str, label: str | None = None) -> None:
        """Add a box; the last label counts."""
        if name not in self.after:
            self.after[name] = {}
        if label is not None:
            self.labels[name] = label

    def arrow(self, begin: str, end: str) -> None:
        """Add an arrow between two boxes."""
        self.arrows_drawn += 1
        if self.arrows_drawn > MOST:
            raise ValueError(tr("it has more than {most:,} arrows", most=MOST))
        self.after[end][begin] = None

    def arrows(self, begins: Sequence[str], ends: Sequence[str]) -> None:
        """Add an arrow from each of the boxes `begins` to each of the boxes `ends`."""
        for end in ends:
            for begin in begins:
                self.arrow(begin, end)

    def line(self) -> dict[str, Any]:
        """The drawing as a line of a graph file: an arrow points to the later node.

        The drawing is empty afterwards, so that a large one isn't in memory twice.
        """
        return {
            "nodes": [
                {"id": name, "after": list(self.after.pop(name)), "label": self.labels.get(name)}
                for name in list(self.after)
            ]
        }


def value_of(record: bytes | None) -> object:
    """The value that a record is the JSON of; None if it isn't JSON."""
    try:
        return orjson.loads(record or b"")
    except orjson.JSONDecodeError:
        return None


class SoundGraph:
    """A graph that grows by batches of nodes."""

    def __init__(self, known: Iterable[Node] = ()) -> None:
        self._nodes: dict[str, Node] = {}
        self._at: dict[tuple[str, int], str] = {}
        self._missing: set[str] = set()
        for node in known:
            self._enter(node)

    def join(self, new: Sequence[Node]) -> dict[str, Rule]:
        """Add new nodes; return those that can't join, with the violated rules."""
        refused: dict[str, Rule] = {}
        at = self._at
        # A cycle may close where known nodes come after new ones, and new ones after known ones.
        may_close = any(map(self._is_awaited, new)) and any(
            cause in self._nodes for node in new for cause in self._causes(node)
        )
        for node in new:
            place = _place(node)
            if place is not None and at.setdefault(place, node.id) != node.id:
                refused[node.id] = Rule.FORK
        joining = {node.id: node for node in new if node.id not in refused}
        # A cycle among known nodes was refused when it arrived.
        looked_at = {**self._nodes, **joining} if may_close else joining
        cyclic = on_cycles({name: self._causes(node) for name, node in looked_at.items()})
        for name in [name for name in joining if name in cyclic]:
            refused[name] = Rule.CYCLE
            if (place := _place(joining.pop(name))) is not None:
                del at[place]
        for node in joining.values():
            self._enter(node)
        return refused

    def _enter(self, node: Node) -> None:
        self._nodes[node.id] = node
        self._missing.discard(node.id)
        self._missing.update(cause for cause in node.after if cause not in self._nodes)
        if (place := _place(node)) is not None:
            self._at[place] = node.id

    def _is_awaited(self, node: Node) -> bool:
        place = _place(node)
        return node.id in self._missing or (
            place is not None and (place[0], place[1] + 1) in self._at
        )

    def _causes(self, node: Node) -> tuple[str, ...]:
        """The causes of a node, including the one before it in its writer's log."""
        if node.writer is None or node.sequence is None:
            return node.after
        before = self._at.get((node.writer, node.sequence - 1))
        return node.after if before is None else (before, *node.after)


def unsound(items: Iterable[GraphItem]) -> list[RefusedPiece]:
    """The items that can't be in one graph with the others."""
    rules = SoundGraph().join([item.node for item in items])
    return [RefusedPiece(key, rule) for key, rule in rules.items()]


def _place(node: Node) -> tuple[str, int] | None:
    """The position of a node in its writer's log; None outside of logs."""
    if node.writer is None or node.sequence is None:
        return None
    return node.writer, node.sequence

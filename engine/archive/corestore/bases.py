"""An Autobase as stored in a Corestore: entries, members, and what is settled and signed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

import orjson

from tanglescope.engine.archive.corestore.cores import Trust
from tanglescope.engine.archive.corestore.encoding import (
    BlockPlace,
    MalformedRecord,
    RecordDecoder,
    read_clock,
)
from tanglescope.engine.archive.varints import read_varint
from tanglescope.engine.language.wording import tr
from tanglescope.engine.linear.graph import Graph, Node, Writer
from tanglescope.engine.linear.walk import least_order

MOST = 64 * 1024
"""The number of characters of a value that are shown."""


class ValueForm(StrEnum):
    """The detected form of a value."""

    NOTHING = "nothing"
    """No value: the entry only acknowledges others."""
    JSON = "json"
    TEXT = "text"
    BINARY = "binary"


@dataclass(frozen=True, slots=True)
class EntryContent:
    """A value as text; `size` counts the stored bytes."""

    form: ValueForm
    text: str
    size: int
    is_cut: bool = False


def read_content(value: bytes | None) -> EntryContent:
    """Decode a value; text may have its length before it."""
    if value is None:
        return EntryContent(ValueForm.NOTHING, "", 0)
    form, text = _text(value)
    return EntryContent(form, text[:MOST], len(value), is_cut=len(text) > MOST)


def _text(value: bytes) -> tuple[ValueForm, str]:
    framed = _text_in_frame(value)
    for candidate in (value, framed):
        if candidate is not None and _is_json(candidate):
            return ValueForm.JSON, candidate.decode()
    has_length = framed is not None and value[0] < ord(" ")
    for candidate in (None if has_length else value, framed):
        text = None if candidate is None else _readable(candidate)
        if text is not None:
            return ValueForm.TEXT, text
    return ValueForm.BINARY, value[: MOST // 2 + 1].hex()


def _readable(value: bytes) -> str | None:
    try:
        text = value.decode()
    except UnicodeDecodeError:
        return None
    is_plain = all(letter.isprintable() or letter in "\n\r\t" for letter in text[:MOST])
    return text if is_plain else None


def _is_json(value: bytes) -> bool:
    try:
        orjson.loads(value)
    except orjson.JSONDecodeError:  # also raised for too deep nesting
        return False
    return True


def _text_in_frame(value: bytes) -> bytes | None:
    """The text of a value that consists of a length and text."""
    reader = RecordDecoder(value)
    try:
        inside = reader.buffer()
    except MalformedRecord:
        return None
    return None if reader.has_more or not inside else inside


class WriterRole(StrEnum):
    """The current role of a writer in an Autobase."""

    INDEXER = "indexer"
    """Votes on the order and signs it."""
    PENDING = "pending"
    """Was added as an indexer; votes once that and its own first entry are confirmed."""
    WRITER = "writer"
    """Its entries are ordered and shown; it doesn't vote."""
    LEAVING = "pending-removal"
    """Was removed, so its entries aren't shown; votes until the removal is confirmed."""
    REMOVED = "removed"
    """Was a writer; its entries since then aren't shown."""
    UNKNOWN = "unknown"
    """Was never added, as far as this store knows."""


@dataclass(frozen=True, slots=True)
class BaseEntry:
    """One entry of a writer; `batch` (k, n) says that it is the k-th of n appended at once.

    `length` is the length of the writer's core including this entry, so the first entry has 1.
    """

    writer: str
    length: int
    heads: tuple[str, ...]
    batch: tuple[int, int]
    content: EntryContent
    optimistic: bool
    trust: Trust

    @property
    def id(self) -> str:
        """The id by which other entries refer to this one."""
        return entry_id(self.writer, self.length)


@dataclass(frozen=True, slots=True)
class Member:
    """A writer: how many of its entries are stored, and whether its signature is valid.

    `added` and `removed` are the entries that made it an indexer (a writer, if it never was one)
    and that removed it; `indexer` says whether it ever was one. If an indexer was promoted or
    demoted, `joined` and `left` are the entries that made it a writer at all, and that ended that.
    """

    key: str
    role: WriterRole
    here: int
    length: int
    trust: Trust
    why: str
    indexer: bool
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    joined: tuple[str, ...] | None = None
    left: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Base:
    """An Autobase; `entries` has only those that are valid and readable.

    `signed` are the entries that the indexers have signed, by the appends that brought them in;
    None if that is unknown. `shown` are all entries that the program which wrote the store last
    showed; the first `settled` of them were final for it. `is_locked` means that the key to the
    entries is missing.
    """

    key: str
    entries: tuple[BaseEntry, ...]
    members: tuple[Member, ...]
    signed: tuple[str, ...] | None
    shown: tuple[str, ...]
    settled: int
    is_encrypted: bool
    is_locked: bool
    problems: tuple[str, ...] = field(default=())


def entry_id(writer: str, length: int) -> str:
    """The id of an entry: the key of its writer and the length of its core."""
    return f"{writer}:{length}"


def graph_of(base: Base) -> Graph:
    """The entries as a graph, in a possible order of arrival."""
    nodes = {entry.id: _node(entry) for entry in base.entries}
    writers = tuple(
        Writer(
            member.key,
            member.indexer,
            added=member.added,
            removed=member.removed,
            joined=member.joined,
            left=member.left,
        )
        for member in base.members
    )
    return Graph(tuple(nodes[name] for name in _arrival(nodes)), writers, base.key)


@dataclass(frozen=True, slots=True)
class Agreement:
    """How much of an order is signed, and the first entry that contradicts it, if any.

    `signed` counts from the beginning, including entries that aren't shown; None if none is.
    `conflict` is the first entry that the store shows after all that is signed, and that the
    order has before the end of it.
    """

    signed: int | None
    conflict: str | None = None


def agreement(
    signed_order: Sequence[str] | None, shown: Sequence[str], order: Sequence[str]
) -> Agreement:
    """How far an order of the entries agrees with the one that the indexers signed.

    `shown` are all entries that the program which wrote the store last showed.
    """
    if signed_order is None:
        return Agreement(None)
    signed = set(signed_order)
    length = max((place for place, name in enumerate(order, 1) if name in signed), default=0)
    later = set(shown) - signed
    conflict = next((name for name in order[:length] if name in later), None)
    if conflict is not None:
        length = order.index(conflict)
    return Agreement(length, conflict)


def _node(entry: BaseEntry) -> Node:
    before = (entry_id(entry.writer, entry.length - 1),) if entry.length > 1 else ()
    after = tuple(dict.fromkeys((*before, *entry.heads)))
    is_late = (
        entry.optimistic and entry.batch == (1, 1) and entry.content.form is not ValueForm.NOTHING
    )
    return Node(
        entry.id,
        tuple(cause for cause in after if cause != entry.id),
        entry.writer,
        entry.length - 1,
        optimistic=is_late,
        batch=entry.batch if entry.batch[1] > 1 else None,
    )


def _arrival(nodes: Mapping[str, Node]) -> list[str]:
    """The names by depth, so that writers take turns, as they do in real use."""
    causes = {name: node.after for name, node in nodes.items()}
    causal = least_order(causes, lambda name: name)
    depth: dict[str, int] = {}
    for name in causal:
        depth[name] = 1 + max((depth[cause] for cause in causes[name] if cause in depth), default=0)
    # Entries in a cycle are forged; they are left out.
    return sorted(causal, key=lambda name: (depth[name], name))


def number_batches(countdowns: Sequence[int]) -> list[tuple[int, int]]:
    """For each entry of a core its number in its batch and the size of the batch: (k, n)."""
    numbered: list[tuple[int, int]] = []
    start = 0
    for place, following in enumerate(countdowns):
        if following == 1 or place == len(countdowns) - 1:
            count = place - start + following  # more than are stored, if the end is missing
            numbered += [(which + 1, count) for which in range(place - start + 1)]
            start = place + 1
    return numbered


def names(places: Iterable[tuple[bytes, int]]) -> tuple[str, ...]:
    """The names of entries given by key and length, each once."""
    return tuple(dict.fromkeys(entry_id(key.hex(), length) for key, length in places))


_INFO = b"\0\0info"
_MEMBERS = b"\1\0"
_MEMBER_KEY = len(_MEMBERS) + 32


@dataclass(frozen=True, slots=True)
class Info:
    """The state of the base after an append: its heads, and its current and pending indexers."""

    pending: frozenset[bytes]
    indexers: frozenset[bytes]
    heads: tuple[BlockPlace, ...]


BlockRun: TypeAlias = tuple[bytes, int, int]
"""Consecutive entries of a writer: its key, the first and the last."""


@dataclass(frozen=True, slots=True)
class Step:
    """One applied append: its entries, and the changes of the writers.

    `length` is the length of the view including this step.
    """

    runs: tuple[BlockRun, ...]
    length: int
    info: Info
    indexers_added: frozenset[bytes]
    indexers_removed: frozenset[bytes]
    added: frozenset[bytes]
    removed: frozenset[bytes]


@dataclass(frozen=True, slots=True)
class SystemHistory:
    """All steps, in the order in which they were applied, and the last info.

    It is incomplete if later blocks are missing, for example because a peer joined late.
    """

    steps: tuple[Step, ...] = ()
    info: Info | None = None
    active: frozenset[bytes] = field(default=frozenset())
    is_whole: bool = True


def read_history(blocks: Mapping[int, bytes]) -> SystemHistory:
    """The history in the blocks of a system view, up to the first gap."""
    steps: list[Step] = []
    seen: dict[bytes, int] = {}
    active: set[bytes] = set()
    changes: dict[bytes, tuple[bool, int]] = {}
    before = Info(frozenset(), frozenset(), ())
    last: Info | None = None
    for length, key, value in _puts(blocks):
        if key == _INFO:
            last = read_info(value)
            steps.append(_step(length, changes, seen, active, before, last))
            before = last
            changes = {}
        elif key.startswith(_MEMBERS) and len(key) == _MEMBER_KEY:
            reader = RecordDecoder(value)
            changes[key[len(_MEMBERS) :]] = (bool(reader.uint() & 2), reader.uint())
    length = steps[-1].length if steps else 1
    is_whole = all(place < length for place in blocks)
    if not is_whole:
        last = last_info(blocks) or last
    return SystemHistory(tuple(steps), last, frozenset(active), is_whole)


def last_info(blocks: Mapping[int, bytes]) -> Info | None:
    """The newest info, for a view whose beginning is missing."""
    for place in sorted(blocks, reverse=True):
        fields = dict(_fields(blocks[place])) if place else {}
        if fields.get(2) == _INFO and 3 in fields:
            return read_info(fields[3])
    return None


def read_info(encoded: bytes) -> Info:
    """The record that ends a step."""
    reader = RecordDecoder(encoded)
    version = reader.uint()
    if version > 2:
        raise MalformedRecord(
            tr("version {version} of the system view isn't known", version=version)
        )
    reader.uint()  # how many members there are
    pending = reader.array(reader.key)
    indexers = read_clock(reader)
    return Info(frozenset(pending), frozenset(key for key, _ in indexers), read_clock(reader))


def _step(
    length: int,
    changes: Mapping[bytes, tuple[bool, int]],
    seen: dict[bytes, int],
    active: set[bytes],
    before: Info,
    after: Info,
) -> Step:
    runs: list[BlockRun] = []
    for key, (_, written) in changes.items():
        known = seen.get(key, 0)
        if known < written:
            runs.append((key, known + 1, written))
            seen[key] = written
    added = {key for key, (is_removed, _) in changes.items() if not is_removed} - active
    removed = {key for key, (is_removed, _) in changes.items() if is_removed} & active
    active |= added
    active -= removed
    fresh = (after.pending - before.pending) | (after.indexers - before.indexers - before.pending)
    gone = (before.indexers | before.pending) - after.indexers - after.pending
    return Step(
        tuple(runs), length, after, fresh, frozenset(gone), frozenset(added), frozenset(removed)
    )


def _puts(blocks: Mapping[int, bytes]) -> Iterator[tuple[int, bytes, bytes]]:
    """The stored keys and values, each with the length of the view at that time."""
    place = 1  # the first block says only that this is a Hyperbee
    while place in blocks:
        fields = dict(_fields(blocks[place]))
        key, value = fields.get(2), fields.get(3)
        if key is not None and value is not None:
            yield place + 1, key, value
        place += 1


def _fields(message: bytes) -> Iterator[tuple[int, bytes]]:
    """The fields of a protocol buffer that hold bytes."""
    at = 0
    while at < len(message):
        try:
            tag, at = read_varint(message, at)
            number, at = read_varint(message, at)
        except (IndexError, ValueError):
            raise MalformedRecord(tr("a block of the system view ends too early")) from None
        if tag & 7 not in (0, 2):
            raise MalformedRecord(tr("a block of the system view holds an unknown field"))
        if tag & 7 == 2:
            if number > len(message) - at:
                raise MalformedRecord(tr("a block of the system view ends too early"))
            yield tag >> 3, message[at : at + number]
            at += number

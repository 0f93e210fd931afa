"""What a Corestore stores about one core: manifest, head, sessions, notes, blocks and Merkle tree.

Block i is the leaf 2i of the tree, and a node over 2^n leaves lies in the middle between its
children. The full trees over the first blocks of a core are its *roots*; their hash is what a
writer signs.
"""

import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TypeAlias

from tanglescope.engine.archive.corestore.encoding import (
    CoreRecord,
    DataRecord,
    KeyTable,
    MalformedRecord,
    RecordDecoder,
    number_at,
    text_at,
)
from tanglescope.engine.archive.corestore.storage import Records
from tanglescope.engine.wording import tr

_LEAF, _PARENT, _ROOTS = b"\0", b"\1", b"\2"
_SIZE = struct.Struct("<Q")

MOST_BLOCKS = 1 << 48
"""More than any disk holds; records that claim more are rejected."""


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node of the tree: its number, the number of bytes below it, and its hash."""

    index: int
    size: int
    hash: bytes


Lookup: TypeAlias = Callable[[int], TreeNode | None]


def digest(*parts: bytes) -> bytes:
    """The hash that Hypercore uses for everything."""
    return blake2b(b"".join(parts), digest_size=32).digest()


def namespace(name: str, number: int) -> bytes:
    """The n-th hash by which a package separates its uses of a key."""
    return digest(digest(name.encode()), bytes([number]))


def leaf(index: int, block: bytes) -> TreeNode:
    """The node over one block."""
    size = len(block)
    return TreeNode(2 * index, size, digest(_LEAF, _SIZE.pack(size), block))


def parent(left: TreeNode, right: TreeNode) -> TreeNode:
    """The node over two neighbours."""
    size = left.size + right.size
    if size >= 1 << 64:
        raise ValueError("a tree of more bytes than there can be")
    above = digest(_PARENT, _SIZE.pack(size), left.hash, right.hash)
    return TreeNode((left.index + right.index) // 2, size, above)


def root_indexes(length: int) -> list[int]:
    """The numbers of the roots over the first `length` blocks."""
    roots = []
    start = 0
    for bit in range(length.bit_length() - 1, -1, -1):
        if length >> bit & 1:
            roots.append(2 * start + (1 << bit) - 1)
            start += 1 << bit
    return roots


def tree_hash(roots: Iterable[TreeNode]) -> bytes:
    """The hash over the roots."""
    parts = (
        part
        for root in roots
        for part in (root.hash, _SIZE.pack(root.index), _SIZE.pack(root.size))
    )
    return digest(_ROOTS, *parts)


def roots_over(blocks: Iterable[bytes]) -> list[TreeNode]:
    """The roots over all blocks of a core."""
    roots: list[TreeNode] = []
    heights: list[int] = []
    for index, block in enumerate(blocks):
        node, height = leaf(index, block), 0
        while heights and heights[-1] == height:
            node = parent(roots.pop(), node)
            height = heights.pop() + 1
        roots.append(node)
        heights.append(height)
    return roots


def height(index: int) -> int:
    """How many levels a node lies above the leaves."""
    return (~index & (index + 1)).bit_length() - 1


def children(index: int) -> tuple[int, int]:
    """The two nodes below an inner node."""
    half = 1 << (height(index) - 1)
    return index - half, index + half


def authentic(roots: Iterable[TreeNode], blocks: Mapping[int, bytes], lookup: Lookup) -> set[int]:
    """The blocks that are proved by these roots and the stored nodes between them."""
    trusted: set[int] = set()
    search = list(roots)
    while search:
        node = search.pop()
        level = height(node.index)
        if not level:
            block = blocks.get(node.index // 2)
            if block is not None and leaf(node.index // 2, block) == node:
                trusted.add(node.index // 2)
            continue
        left, right = (lookup(child) for child in children(node.index))
        if left and right and left.size + right.size < 1 << 64 and parent(left, right) == node:
            search += (left, right)
    return trusted


def longer_roots(
    roots: Iterable[TreeNode], patch: Mapping[int, TreeNode], length: int
) -> list[TreeNode] | None:
    """The roots over more blocks: the given roots, joined with nodes from a patch.

    A patch says nothing about blocks that the roots cover; None if it lacks a node.
    """
    known = {root.index: root for root in roots}
    covered = sum(1 << height(index) for index in known)
    found = [_node_at(index, known, patch, covered) for index in root_indexes(length)]
    complete = [node for node in found if node is not None]
    return complete if len(complete) == len(found) else None


def _node_at(
    index: int, known: Mapping[int, TreeNode], patch: Mapping[int, TreeNode], covered: int
) -> TreeNode | None:
    if index in known:
        return known[index]
    level = height(index)
    first = (index - (1 << level) + 1) // 2
    if first >= covered:
        return patch.get(index)
    if not level:
        return None
    left, right = (_node_at(child, known, patch, covered) for child in children(index))
    if left is None or right is None or left.size + right.size >= 1 << 64:
        return None
    return parent(left, right)


_LINKS = 64  # sessions on sessions; Autobase makes one


@dataclass(frozen=True, slots=True)
class Signer:
    """A key that may sign."""

    namespace: bytes
    public_key: bytes


@dataclass(frozen=True, slots=True)
class Manifest:
    """The signers of a core, and how many of them must sign; its hash is the core's key.

    `prologue` is the hash and length of the unsigned beginning of the core.
    """

    version: int
    quorum: int
    may_patch: bool
    signers: tuple[Signer, ...]
    prologue: tuple[bytes, int] | None
    linked: tuple[bytes, ...]
    user_data: bytes | None
    encoded: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Head:
    """How long a core is, the hash over its roots, and the signature of it."""

    fork: int
    length: int
    root: bytes
    signature: bytes | None


@dataclass(frozen=True, slots=True)
class Core:
    """A core in a Corestore; `notes` are the user data that programs stored with it."""

    key: bytes
    manifest: Manifest | None
    data: int
    head: Head | None
    sessions: tuple[tuple[str, int], ...]
    notes: dict[str, bytes] = field(repr=False)


def cores_of(storage: Records) -> Iterator[Core | str]:
    """Every core; for an unreadable one, the reason."""
    for found, value in list(storage.range(KeyTable.CORE_BY_DISCOVERY_KEY)):
        if len(found) != 33:
            continue
        try:
            yield core_in(storage, RecordDecoder(value))
        except MalformedRecord as error:
            yield f"{found[1:].hex()}: {error}"


def core_in(storage: Records, entry: RecordDecoder) -> Core:
    """The core that an entry of the storage is about. Raises `MalformedRecord`."""
    entry.uint()  # the version of the record
    pointer, data = entry.uint(), entry.uint()
    kept = storage.get(KeyTable.CORE, pointer, CoreRecord.AUTH)
    if kept is None:
        raise MalformedRecord(tr("its key is missing"))
    auth = RecordDecoder(kept)
    key, _, flags = auth.key(), auth.key(), auth.uint()
    manifest = _manifest(auth.buffer()) if flags & 1 else None
    sessions: list[tuple[str, int]] = []
    if encoded := storage.get(KeyTable.CORE, pointer, CoreRecord.SESSIONS):
        reader = RecordDecoder(encoded)
        sessions = reader.array(lambda: (reader.string(), reader.uint()))
    notes = {
        text_at(found, len(_notes_prefix(found))): value
        for found, value in storage.range(KeyTable.DATA, data, DataRecord.USER_DATA)
    }
    return Core(key, manifest, data, head_of(storage, data), tuple(sessions), notes)


def _notes_prefix(found: bytes) -> bytes:
    """The three numbers with which the key of a note begins."""
    return found[: _after(found, 3)]


def _after(found: bytes, numbers: int) -> int:
    at = 0
    for _ in range(numbers):
        number_at(found, at)
        at += 1 if found[at] < 0xFC else {0xFC: 3, 0xFD: 5, 0xFE: 9}[found[at]]
    return at


def _manifest(encoded: bytes) -> Manifest:
    reader = RecordDecoder(encoded)
    version, flags, hashed, quorum = (reader.uint() for _ in range(4))
    if hashed:
        raise MalformedRecord(tr("its manifest names an unknown hash"))
    signers = reader.array(lambda: _signer(reader))
    prologue = (reader.key(), reader.uint()) if flags & 2 else None
    linked = reader.array(reader.key) if flags & 4 else []
    user_data = reader.buffer() if flags & 8 else None
    return Manifest(
        version,
        quorum,
        bool(flags & 1),
        tuple(signers),
        prologue,
        tuple(linked),
        user_data,
        encoded,
    )


def _signer(reader: RecordDecoder) -> Signer:
    if reader.uint():
        raise MalformedRecord(tr("its manifest names an unknown kind of signature"))
    return Signer(reader.key(), reader.key())


def head_of(storage: Records, data: int) -> Head | None:
    """The head of some data; None if there is none yet."""
    encoded = storage.get(KeyTable.DATA, data, DataRecord.HEAD)
    if encoded is None:
        return None
    reader = RecordDecoder(encoded)
    return Head(reader.uint(), reader.uint(), reader.key(), reader.optional())


def blocks_of(storage: Records, data: int) -> dict[int, bytes]:
    """The stored blocks, by their number."""
    blocks = {}
    for found, block in storage.range(KeyTable.DATA, data, DataRecord.BLOCK):
        try:
            blocks[number_at(found, _after(found, 3))] = block
        except MalformedRecord:
            continue  # treated as missing
    return blocks


def session_blocks(storage: Records, data: int) -> dict[int, bytes]:
    """The blocks of a session: those inherited from other data, then its own."""
    links: list[tuple[int, int]] = []
    limit = None
    while True:
        links.append((data, -1 if limit is None else limit))
        dependency = dependency_of(storage, data)
        if dependency is None or len(links) > _LINKS:
            break
        data, limit = dependency
    blocks: dict[int, bytes] = {}
    for source, limit in reversed(links):
        own = blocks_of(storage, source)
        blocks.update((place, block) for place, block in own.items() if limit < 0 or place < limit)
    return blocks


def dependency_of(storage: Records, data: int) -> tuple[int, int] | None:
    """The data that others inherit from, and up to which block; None if there is none."""
    encoded = storage.get(KeyTable.DATA, data, DataRecord.DEPENDENCY)
    if encoded is None:
        return None
    reader = RecordDecoder(encoded)
    return reader.uint(), reader.uint()


def tree_node(storage: Records, data: int, index: int) -> TreeNode | None:
    """A stored node of a core's tree."""
    encoded = storage.get(KeyTable.DATA, data, DataRecord.TREE, index)
    if encoded is None:
        return None
    try:
        reader = RecordDecoder(encoded)
        node = TreeNode(reader.uint(), reader.uint(), reader.key())
    except MalformedRecord:
        return None
    return node if node.index == index else None

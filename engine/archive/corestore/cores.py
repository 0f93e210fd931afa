"""What a Corestore stores about one core, and whether its blocks are what its writers signed.

That is its manifest, head, sessions, notes, blocks and Merkle tree.

Block i is the leaf 2i of the tree, and a node over 2^n leaves lies in the middle between its
children. The full trees over the first blocks of a core are its *roots*; their hash is what a
writer signs.
"""

import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import blake2b
from struct import Struct
from typing import TypeAlias

from tanglescope.engine.archive.corestore.encoding import (
    CoreRecord,
    DataRecord,
    KeyTable,
    MalformedRecord,
    RecordDecoder,
    read_numbers,
    text_at,
)
from tanglescope.engine.archive.corestore.storage import Records
from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.message.signatures import is_signed

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
        text_at(found, read_numbers(found, 3)[1]): value
        for found, value in storage.range(KeyTable.DATA, data, DataRecord.USER_DATA)
    }
    return Core(key, manifest, data, head_of(storage, data), tuple(sessions), notes)


def _manifest(encoded: bytes) -> Manifest:
    reader = RecordDecoder(encoded)
    version, flags, hashed, quorum = (reader.uint() for _ in range(4))
    if hashed:
        raise MalformedRecord(tr("its manifest names an unknown hash"))
    signers = reader.array(lambda: (reader.uint(), reader.key(), reader.key()))
    if any(kind for kind, *_ in signers):
        raise MalformedRecord(tr("its manifest names an unknown kind of signature"))
    prologue = (reader.key(), reader.uint()) if flags & 2 else None
    linked = reader.array(reader.key) if flags & 4 else []
    user_data = reader.buffer() if flags & 8 else None
    return Manifest(
        version,
        quorum,
        bool(flags & 1),
        tuple(Signer(*each) for _, *each in signers),
        prologue,
        tuple(linked),
        user_data,
        encoded,
    )


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
            *_, place = read_numbers(found, 4)[0]
            blocks[place] = block
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


_TREE = namespace("hypercore", 0)
_MANIFEST = namespace("hypercore", 3)
_LENGTH_AND_FORK = Struct("<QQ")


class Trust(StrEnum):
    """How far a core or a block may be trusted."""

    VALID = "valid"
    UNVERIFIED = "unverified"
    """Can't be verified: the signature, the manifest or a part of the tree is missing."""
    INVALID = "invalid"


@dataclass(frozen=True, slots=True)
class CoreProof:
    """The proof of a core's blocks; `why` says in words why they can't be trusted.

    `blocks` are the authentic ones, `refused` the stored ones that don't match the tree.
    """

    trust: Trust
    why: str
    blocks: frozenset[int]
    refused: tuple[int, ...] = ()

    def of(self, block: int) -> Trust:
        """How far one block may be trusted."""
        if block in self.blocks:
            return self.trust
        return Trust.INVALID if block in self.refused else Trust.UNVERIFIED


_NO_HEAD = later("its length isn't recorded")
_ROOT = later("its blocks don't have the hash that was signed")
_TREE_MISSING = later("parts of its tree are missing")


def prove(storage: Records, core: Core, blocks: Mapping[int, bytes]) -> CoreProof:
    """Verify the blocks of a core."""
    head = core.head
    if head is None:
        why = tr(_NO_HEAD) if blocks else ""
        return CoreProof(Trust.UNVERIFIED, why, frozenset())
    if head.length > MOST_BLOCKS:
        return CoreProof(Trust.INVALID, tr(_ROOT), frozenset(), tuple(sorted(blocks)))
    within = {place: block for place, block in blocks.items() if place < head.length}
    over_blocks = _roots_of_all(head, within)
    roots = over_blocks or _kept_roots(storage, core, head)
    if roots is None:
        why = tr(_TREE_MISSING) if len(within) < head.length else tr(_ROOT)
        trust = Trust.UNVERIFIED if len(within) < head.length else Trust.INVALID
        refused = tuple(sorted(within)) if trust is Trust.INVALID else ()
        return CoreProof(trust, why, frozenset(), refused)
    trust, why = _trust_in_roots(core, head, roots)
    if over_blocks:
        trusted = set(within)
    else:
        trusted = authentic(roots, within, lambda index: tree_node(storage, core.data, index))
    refused = tuple(sorted(set(within) - trusted))
    if refused and trust is Trust.VALID:
        why = tr("block {place} doesn't match the tree", place=refused[0])
    return CoreProof(trust, why, frozenset(trusted), refused)


def prove_head(storage: Records, core: Core) -> tuple[Trust, str]:
    """Whether the length of a core is signed; its blocks aren't checked."""
    head = core.head
    roots = _kept_roots(storage, core, head) if head and head.length <= MOST_BLOCKS else None
    if head is None or roots is None:
        return Trust.UNVERIFIED, tr(_TREE_MISSING)
    return _trust_in_roots(core, head, roots)


def _roots_of_all(head: Head, blocks: Mapping[int, bytes]) -> list[TreeNode] | None:
    """The roots over the blocks, if all blocks are stored and match the hash in the head."""
    if len(blocks) != head.length:
        return None
    roots = roots_over(blocks[place] for place in range(head.length))
    return roots if tree_hash(roots) == head.root else None


def _kept_roots(storage: Records, core: Core, head: Head) -> list[TreeNode] | None:
    """The stored roots, if they match the hash in the head."""
    kept = [tree_node(storage, core.data, index) for index in root_indexes(head.length)]
    roots = [node for node in kept if node is not None]
    return roots if len(roots) == len(kept) and tree_hash(roots) == head.root else None


def _trust_in_roots(core: Core, head: Head, roots: list[TreeNode]) -> tuple[Trust, str]:
    """Whether the signers of the core have signed these roots."""
    manifest = core.manifest
    if manifest is None:
        if head.signature and _is_signed_by_key(core.key, head):
            return Trust.VALID, ""
        return Trust.UNVERIFIED, tr("its manifest isn't here, so no signature can be checked")
    if len(manifest.signers) == 1 and manifest.signers[0].public_key == core.key:
        good = head.signature is not None and _is_signed_by_key(core.key, head)
    elif digest(_MANIFEST, manifest.encoded) != core.key:
        return Trust.INVALID, tr("its manifest isn't that of its key")
    elif manifest.prologue and head.length <= manifest.prologue[1]:
        good = manifest.prologue == (head.root, head.length)
        return (Trust.VALID, "") if good else (Trust.INVALID, tr("it differs from its prologue"))
    elif head.signature is None:
        return Trust.UNVERIFIED, tr("it isn't signed")
    else:
        try:
            good = _is_signed(core, manifest, head, roots)
        except MalformedRecord:
            good = False
    return (Trust.VALID, "") if good else (Trust.INVALID, tr("its signature is wrong"))


def _is_signed_by_key(key: bytes, head: Head) -> bool:
    """Whether a core without a manifest is signed by its key, which is that of its writer."""
    text = head.root + _LENGTH_AND_FORK.pack(head.length, head.fork)
    signature = head.signature or b""
    return is_signed(_TREE + text, signature, key) or is_signed(text, signature, key)


def _is_signed(core: Core, manifest: Manifest, head: Head, roots: list[TreeNode]) -> bool:
    """Whether enough signers have signed these roots, or a longer tree over them."""
    if manifest.version == 0 or not manifest.quorum > 0:
        return _is_signed_alone(manifest, head)
    reader = RecordDecoder(head.signature or b"")
    proofs = reader.array(lambda: (reader.uint(), reader.raw(64), reader.uint()))
    nodes = reader.array(lambda: TreeNode(reader.uint(), reader.uint(), reader.key()))
    patch = {node.index: node for node in nodes}
    if len(proofs) < manifest.quorum:
        return False
    tried: set[int] = set()
    for signer, signature, more in proofs[: manifest.quorum]:
        if signer in tried or signer >= len(manifest.signers) or head.length + more > MOST_BLOCKS:
            return False
        tried.add(signer)
        longer: list[TreeNode] | None = roots
        if more and manifest.may_patch:
            longer = longer_roots(roots, patch, head.length + more)
        if longer is None:
            return False
        length = head.length + more if manifest.may_patch else head.length
        text = _TREE + core.key + tree_hash(longer) + _LENGTH_AND_FORK.pack(length, head.fork)
        if not is_signed(text, signature, manifest.signers[signer].public_key):
            return False
    return True


def _is_signed_alone(manifest: Manifest, head: Head) -> bool:
    """Whether the one signer of a manifest of version 0 has signed."""
    if len(manifest.signers) != 1 or manifest.may_patch or manifest.version:
        return False
    [signer] = manifest.signers
    text = _TREE + signer.namespace + head.root + _LENGTH_AND_FORK.pack(head.length, head.fork)
    return is_signed(text, head.signature or b"", signer.public_key)

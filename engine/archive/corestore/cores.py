"""What a Corestore stores about one core: manifest, head, sessions, notes and blocks."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tanglescope.engine.archive.corestore.encoding import MalformedRecord, RecordDecoder
from tanglescope.engine.archive.corestore.keys import (
    CoreRecord,
    DataRecord,
    Table,
    number_at,
    text_at,
)
from tanglescope.engine.archive.corestore.merkle import TreeNode
from tanglescope.engine.archive.corestore.storage import Records
from tanglescope.engine.wording import tr

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
    for found, value in list(storage.range(Table.CORE_BY_DISCOVERY_KEY)):
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
    kept = storage.get(Table.CORE, pointer, CoreRecord.AUTH)
    if kept is None:
        raise MalformedRecord(tr("its key is missing"))
    auth = RecordDecoder(kept)
    key, _, flags = auth.key(), auth.key(), auth.uint()
    manifest = _manifest(auth.buffer()) if flags & 1 else None
    sessions: list[tuple[str, int]] = []
    if encoded := storage.get(Table.CORE, pointer, CoreRecord.SESSIONS):
        reader = RecordDecoder(encoded)
        sessions = reader.array(lambda: (reader.string(), reader.uint()))
    notes = {
        text_at(found, len(_notes_prefix(found))): value
        for found, value in storage.range(Table.DATA, data, DataRecord.USER_DATA)
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
    encoded = storage.get(Table.DATA, data, DataRecord.HEAD)
    if encoded is None:
        return None
    reader = RecordDecoder(encoded)
    return Head(reader.uint(), reader.uint(), reader.key(), reader.optional())


def blocks_of(storage: Records, data: int) -> dict[int, bytes]:
    """The stored blocks, by their number."""
    blocks = {}
    for found, block in storage.range(Table.DATA, data, DataRecord.BLOCK):
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
    encoded = storage.get(Table.DATA, data, DataRecord.DEPENDENCY)
    if encoded is None:
        return None
    reader = RecordDecoder(encoded)
    return reader.uint(), reader.uint()


def tree_node(storage: Records, data: int, index: int) -> TreeNode | None:
    """A stored node of a core's tree."""
    encoded = storage.get(Table.DATA, data, DataRecord.TREE, index)
    if encoded is None:
        return None
    try:
        reader = RecordDecoder(encoded)
        node = TreeNode(reader.uint(), reader.uint(), reader.key())
    except MalformedRecord:
        return None
    return node if node.index == index else None

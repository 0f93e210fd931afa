"""Corestores written record by record, so that each record can be wrong."""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from nacl.signing import SigningKey

from tanglescope.engine.archive.corestore.cores import (
    TreeNode,
    digest,
    height,
    leaf,
    namespace,
    parent,
    root_indexes,
    tree_hash,
)
from tanglescope.engine.archive.corestore.encoding import CoreRecord, DataRecord, KeyTable, key

Records = dict[bytes, bytes]

_TREE = namespace("hypercore", 0)
_MANIFEST = namespace("hypercore", 3)


def uint(number: int) -> bytes:
    """A number in compact-encoding."""
    if number < 0xFD:
        return bytes([number])
    for first, width in ((0xFD, 2), (0xFE, 4), (0xFF, 8)):
        if number < 1 << 8 * width:
            return bytes([first]) + number.to_bytes(width, "little")
    raise ValueError(number)


def framed(data: bytes) -> bytes:
    """Bytes with their length before them."""
    return uint(len(data)) + data


def tree_over(blocks: Sequence[bytes]) -> dict[int, TreeNode]:
    """Every node that Hypercore stores of a core's tree."""
    tree: dict[int, TreeNode] = {}
    for place, block in enumerate(blocks):
        node = tree[2 * place] = leaf(place, block)
        while (left := tree.get(node.index - (2 << height(node.index)))) and _is_right(node.index):
            node = parent(left, node)
            tree[node.index] = node
    return tree


def _is_right(index: int) -> bool:
    return bool(index >> (height(index) + 1) & 1)


@dataclass(slots=True)
class WrittenCore:
    """A core of one or several signers; `heads` is what they signed."""

    blocks: list[bytes]
    signers: list[SigningKey]
    quorum: int = 1
    fork: int = 0
    may_patch: bool = False
    notes: dict[str, bytes] = field(default_factory=dict)
    longer: int = 0
    """How many blocks more the signers had when they signed."""

    @property
    def manifest(self) -> bytes:
        """The signers, as hashed into the key."""
        parts = [b"\0" + bytes(32) + bytes(signer.verify_key) for signer in self.signers]
        head = uint(1) + uint(self.may_patch) + uint(0) + uint(self.quorum)
        return head + uint(len(parts)) + b"".join(parts)

    @property
    def key(self) -> bytes:
        """The hash of the manifest."""
        return digest(_MANIFEST, self.manifest)

    def signature(self) -> bytes:
        """The signatures of all signers, with a patch if they signed more blocks than are here."""
        tree = tree_over(self.blocks)
        text = _TREE + self.key + tree_hash(tree[each] for each in root_indexes(len(self.blocks)))
        text += struct.pack("<QQ", len(self.blocks), self.fork)
        proofs = [
            uint(number) + signer.sign(text).signature + uint(self.longer)
            for number, signer in enumerate(self.signers)
        ]
        first = 2 * (len(self.blocks) - self.longer)
        patch = [
            uint(node.index) + uint(node.size) + node.hash
            for node in tree.values()
            if self.longer and node.index - (1 << height(node.index)) + 1 >= first
        ]
        return uint(len(proofs)) + b"".join(proofs) + uint(len(patch)) + b"".join(patch)

    def records(self, pointer: int) -> Records:
        """The records that a Corestore has of the core."""
        blocks = self.blocks[: len(self.blocks) - self.longer]
        tree = tree_over(blocks)
        root = tree_hash(tree[each] for each in root_indexes(len(blocks)))
        signature = framed(self.signature())
        found = key(KeyTable.CORE_BY_DISCOVERY_KEY) + digest(self.key)
        data = (KeyTable.DATA, pointer)
        records = {
            found: uint(0) + uint(pointer) + uint(pointer) + uint(0),
            key(KeyTable.CORE, pointer, CoreRecord.AUTH): (
                self.key + digest(self.key) + uint(1) + framed(self.manifest)
            ),
            key(*data, DataRecord.HEAD): uint(self.fork) + uint(len(blocks)) + root + signature,
        }
        for place, block in enumerate(blocks):
            records[key(*data, DataRecord.BLOCK, place)] = block
        for node in tree.values():
            node_record = uint(node.index) + uint(node.size) + node.hash
            records[key(*data, DataRecord.TREE, node.index)] = node_record
        for name, note in self.notes.items():
            records[key(*data, DataRecord.USER_DATA) + b"\0" + name.encode() + b"\0\1"] = note
        return records


def block_key(pointer: int, place: int) -> bytes:
    """The key under which a block is stored."""
    return key(KeyTable.DATA, pointer, DataRecord.BLOCK, place)


def signer(seed: int) -> SigningKey:
    """A key that is the same in every run."""
    return SigningKey(digest(b"signer", uint(seed)))


def message(value: bytes, heads: Sequence[tuple[bytes, int]] = (), version: int = 2) -> bytes:
    """An entry of a writer's core."""
    clock = uint(len(heads)) + b"".join(each + uint(length) for each, length in heads)
    return {
        0: b"\0\0" + clock + uint(1) + framed(value) + b"\0\0",
        1: b"\1\2\0" + clock + uint(1) + framed(value),
        2: b"\2" + clock + uint(1) + framed(value) + b"\0",
    }[version]


def base_of(blocks: Sequence[bytes], seed: int = 1) -> WrittenCore:
    """An Autobase of one writer."""
    core = WrittenCore(list(blocks), [signer(seed)])
    core.notes["referrer"] = core.key
    return core


def write(folder: Path, records: Mapping[bytes, bytes]) -> Path:
    """Write a Corestore with these records besides those that it had."""
    from rocksdict import Options, Rdict

    is_there = (folder / "db").is_dir()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "CORESTORE").touch()
    options = Options(raw_mode=True)
    options.create_if_missing(True)
    families = {"corestore": Options(raw_mode=True)} if is_there else None
    database = Rdict(str(folder / "db"), options=options, column_families=families)
    if families is None:
        family = database.create_column_family("corestore", Options(raw_mode=True))
    else:
        family = database.get_column_family("corestore")
    for each, value in records.items():
        family[each] = value
    family.close()
    database.close()
    return folder

"""The Merkle tree over the blocks of a core, as Hypercore numbers it.

Block i is the leaf 2i, and a node over 2^n leaves lies in the middle between its children. The
full trees over the first blocks of a core are its *roots*; their hash is what a writer signs.
"""

import struct
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeAlias

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

"""Logs in blocks of 64 KiB: what `log.bipf` and the log of pzp-db have in common.

Blocks start at multiples of 65,536 whatever the size of the file. A record never crosses the end
of a block, and zeros fill what is left. A client writes its last block anew, as a whole, every
time it appends.
"""

from collections.abc import Callable, Iterator
from typing import BinaryIO, TypeAlias

from engine.archive.compaction import BLOCK, Compaction

Frame: TypeAlias = tuple[int, bytes, int, bool]
"""Offset, data, offset behind it, and whether it is whole: damaged bytes are no record's data."""

Split: TypeAlias = Callable[[bytes, int], Iterator[Frame]]
"""Splits a block from a position in it on; the offsets it gives are relative to the block."""

_BLOCKS_AT_ONCE = 16
_READINGS = 8


def frames(
    file: BinaryIO, offset: int, split: Split, compaction: Compaction | None = None
) -> Iterator[tuple[Frame, bool]]:
    """The frames of a log from `offset` on, and of each whether it is in the last block.

    `file` stands at the start of the block of `offset`.
    """
    for base, block, is_last in _blocks(file, offset, compaction):
        for start, data, end, is_whole in split(block, max(offset - base, 0)):
            yield (base + start, data, base + end, is_whole), is_last


def _blocks(
    file: BinaryIO, offset: int, compaction: Compaction | None
) -> Iterator[tuple[int, bytes, bool]]:
    """Offset and bytes of every block that counts, and whether it is the last."""
    base = offset - offset % BLOCK
    if compaction is None:
        yield from _blocks_of_file(file, base, None)
        return
    yield from _blocks_of_file(file, base, compaction.compacted)
    if compaction.saved:
        inside = compaction.unshifted % BLOCK
        unshifted = compaction.unshifted - inside
        if base <= unshifted:
            # What was moved already is not there twice: the block starts with the first unmoved.
            yield compaction.unshifted, compaction.saved[inside:], False
        file.seek(max(base, unshifted + BLOCK))
        yield from _blocks_of_file(file, max(base, unshifted + BLOCK), None)


def _blocks_of_file(
    file: BinaryIO, base: int, end: int | None
) -> Iterator[tuple[int, bytes, bool]]:
    chunk = file.read(_BLOCKS_AT_ONCE * BLOCK)
    while chunk and (end is None or base < end):
        following = file.read(_BLOCKS_AT_ONCE * BLOCK)
        for start in range(0, len(chunk), BLOCK):
            if end is not None and base + start >= end:
                return
            block = chunk[start : start + BLOCK]
            is_last = not following and start + BLOCK >= len(chunk)
            if is_last and file.seekable():
                block = _settled(file, base + start, block)
            yield base + start, block, is_last
        base += len(chunk)
        chunk = following


def _settled(file: BinaryIO, base: int, block: bytes) -> bytes:
    """The last block, read until it is twice the same: a client may be writing it just now."""
    for _ in range(_READINGS):
        file.seek(base)
        again = file.read(BLOCK)
        if again == block:
            break
        block = again
    return block

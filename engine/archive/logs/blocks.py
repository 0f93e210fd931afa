"""Logs in blocks of 64 KiB: the common part of `log.bipf` and the log of pzp-db.

Blocks start at multiples of 65,536 bytes. A record never crosses the end of a block; at least two
zeros fill the rest. Whenever a client appends, it rewrites the last block as a whole. After lost or
inserted bytes, all later blocks are shifted: a block then starts where a record follows zeros and
another record starts 65,536 bytes later.

While it compacts a `log.bipf`, async-append-only-log 4.3.10 keeps `log.bipf.compaction` beside it:

    version=1  start  truncate  compacted  unshifted  block        five u32LE, then one block

Blocks before `compacted` are done. The record at offset `unshifted` is the first that wasn't moved
yet; its block is saved because it may already be overwritten. Everything between is obsolete. At
the very end, `truncate` says which block will be the last.
"""

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeAlias

from tanglescope.engine.archive.source import is_zero, skip_hole

BLOCK = 1 << 16
_STATE = struct.Struct("<5I")
_NOT_YET = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Compaction:
    """The parts to read of a log whose compaction was interrupted.

    The log is read up to `compacted` bytes, then `saved` (its block, from the offset
    `unshifted`), then the log from the next block to `end` (None: to its end).
    """

    compacted: int
    unshifted: int
    saved: bytes
    end: int | None


def find_compaction(log: Path) -> Compaction | None:
    """The state of an interrupted compaction of `log`; None if there is none or it is damaged."""
    try:
        with log.with_name(log.name + ".compaction").open("rb") as file:
            state = file.read(_STATE.size + BLOCK)
    except OSError:
        return None
    if len(state) < _STATE.size:
        return None
    version, _, truncate, compacted, unshifted = _STATE.unpack_from(state)
    if version != 1:
        return None
    if truncate != _NOT_YET:
        end = (truncate + 1) * BLOCK
        return Compaction(end, end, b"", end)
    if len(state) < _STATE.size + BLOCK or unshifted < compacted * BLOCK:
        return None
    return Compaction(compacted * BLOCK, unshifted, state[_STATE.size :], None)


LogFrame: TypeAlias = tuple[int, bytes, int, bool]
"""Offset, data, the offset after it, and whether it is whole; damaged bytes belong to no record."""

Split: TypeAlias = Callable[[bytes, int], Iterator[LogFrame]]
"""Splits a block, from a position in it on, into frames with offsets relative to the block."""

_BLOCKS_AT_ONCE = 16
_BLOCKS_LOOKED_AT = 4
_ZEROS_KEPT = 2 * BLOCK
_LONGEST_HEADER = 4
_READINGS = 8


def frames(
    file: BinaryIO, offset: int, split: Split, compaction: Compaction | None = None
) -> Iterator[tuple[LogFrame, bool]]:
    """The frames of a log from `offset` on, each with whether it is in the last block.

    `file` is at the start of the block with `offset`.
    """
    for base, block, is_last in _blocks(file, offset, split, compaction):
        for start, data, end, is_whole in split(block, max(offset - base, 0)):
            yield (base + start, data, base + end, is_whole), is_last


def _blocks(
    file: BinaryIO, offset: int, split: Split, compaction: Compaction | None
) -> Iterator[tuple[int, bytes, bool]]:
    """The offset and the bytes of every current block, and whether it is the last."""
    base = offset - offset % BLOCK
    if compaction is None:
        yield from _blocks_of_file(file, base, split=split, offset=offset)
        return
    yield from _blocks_of_file(file, base, compaction.compacted)
    if compaction.saved:
        inside = compaction.unshifted % BLOCK
        unshifted = compaction.unshifted - inside
        if base <= unshifted:
            # Moved records must not appear twice: the block starts with the first unmoved one.
            yield compaction.unshifted, compaction.saved[inside:], False
        file.seek(max(base, unshifted + BLOCK))
        yield from _blocks_of_file(file, max(base, unshifted + BLOCK))


def _blocks_of_file(
    file: BinaryIO,
    base: int,
    end: int | None = None,
    split: Split | None = None,
    offset: int = 0,
) -> Iterator[tuple[int, bytes, bool]]:
    """The blocks from `base` on; `split`, used from `offset` on, finds their real starts."""
    ahead, at, has_ended = b"", 0, False
    while end is None or base < end:
        if not has_ended and len(ahead) - at <= _BLOCKS_LOOKED_AT * BLOCK:
            if len(ahead) - at > _ZEROS_KEPT and base >= offset and is_zero(ahead[at:]):
                # Blocks of zeros are empty; the ones kept show where the later blocks start.
                base += skip_hole(file, BLOCK)
            more = file.read(_BLOCKS_AT_ONCE * BLOCK)
            has_ended = len(more) < _BLOCKS_AT_ONCE * BLOCK
            ahead, at = ahead[at:] + more, 0
        if at >= len(ahead):
            return
        size = BLOCK if split is None else _size(ahead, at, max(offset - base, 0), split)
        block = ahead[at : at + size]
        is_last = has_ended and at + size >= len(ahead)
        if is_last and file.seekable():
            block = _read_settled(file, base, block)
        yield base, block, is_last
        at += size
        base += size


def _size(ahead: bytes, at: int, skip: int, split: Split) -> int:
    """The length of the block at `at`, whose first `skip` bytes are known to be intact.

    It ends where the next one seems to start, if not in the usual place, but never within a record.
    """
    if _may_begin(ahead, at + BLOCK, split):
        # When reading resumes within a block, the start of the block isn't known. If blocks are
        # shifted, any record may be in the usual place, and the block ends before it.
        block = ahead[at : at + BLOCK]
        if not skip or all(is_whole for *_, is_whole in split(block, skip)):
            return BLOCK
    window = ahead[at : at + _BLOCKS_LOOKED_AT * BLOCK]
    size, behind = BLOCK, skip
    for start, _, end, is_whole in split(window, skip):
        if not is_whole:
            continue
        if start > behind and _is_next(window, start, split):
            return start
        if start < BLOCK < end:
            size = end
        behind = end
    return size


def _is_next(window: bytes, start: int, split: Split) -> bool:
    """Whether a block seems to start with the record at `start`, followed by another one."""
    are_ends = all(not any(window[end - 2 : end]) for end in (start, start + BLOCK))
    return are_ends and _may_begin(window, start + BLOCK, split)


def _may_begin(data: bytes, at: int, split: Split) -> bool:
    """Whether a block may begin there: with a record, with only zeros, or at the end."""
    block = data[at : at + BLOCK]
    first = next(split(block, 0), None)
    return first is None or (first[3] and any(block[:_LONGEST_HEADER]))


def _read_settled(file: BinaryIO, base: int, block: bytes) -> bytes:
    """The last block, read until two reads agree: a client may be writing it at this moment."""
    for _ in range(_READINGS):
        file.seek(base)
        again = file.read(BLOCK)
        if again == block:
            break
        block = again
    return block

"""Interrupted compaction of a `log.bipf`: which of its blocks are still current.

While it compacts, async-append-only-log 4.3.10 keeps `log.bipf.compaction` beside the log:

    version=1  start  truncate  compacted  unshifted  block        five u32LE, then one block

Blocks before `compacted` are done. The record at offset `unshifted` is the first that wasn't moved
yet; its block is saved because it may already be overwritten. Everything between is obsolete. At
the very end, `truncate` says which block will be the last.
"""

import struct
from dataclasses import dataclass
from pathlib import Path

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


def interrupted(log: Path) -> Compaction | None:
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

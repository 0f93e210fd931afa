"""Interrupted compaction of a `log.bipf`: which of its blocks still say what was written last.

While it closes holes, async-append-only-log 4.3.10 keeps `log.bipf.compaction` beside the log:

    version=1  start  truncate  compacted  unshifted  block        five u32LE, then one block

Blocks before `compacted` are done. The record at offset `unshifted` is the first that was not
moved yet; its block is saved because it may be overwritten already. Everything between is
obsolete. At the very end `truncate` says which block will be the last.
"""

import struct
from dataclasses import dataclass
from pathlib import Path

BLOCK = 1 << 16
_STATE = struct.Struct("<5I")
_NOT_YET = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Compaction:
    """Where to read a log of which the compaction was interrupted.

    Up to `compacted` bytes the log is read, then `saved` (its block, up from the offset
    `unshifted`), then the log from the next block to `end` (None: to its end).
    """

    compacted: int
    unshifted: int
    saved: bytes
    end: int | None


def interrupted(log: Path) -> Compaction | None:
    """The state of an interrupted compaction of `log`; None if there was none or it is damaged."""
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

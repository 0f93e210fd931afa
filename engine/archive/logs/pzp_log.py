"""The log of pzp-db 1.0.4: JSON records in blocks of 64 KiB.

    record := size:u16LE  empty:u16LE  data[size]  zeros[empty]      data = JSON {id, msg, received}

Erasing rewrites a record in place, shorter, with the rest in `empty`; deleting leaves size 0. A
record that was erased and then deleted has an `empty` that is too small (a bug of the original,
which then mistakes the zeros for the end of the block). Reading continues at the next record,
recognized by its first key.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from tanglescope.engine.archive.lines import time_in
from tanglescope.engine.archive.logs.blocks import BLOCK, LogFrame, frames
from tanglescope.engine.archive.record import START, Cursor, Dialect, Place, Record
from tanglescope.engine.archive.source import FileReader, is_damaged, is_zero
from tanglescope.engine.message.canonical import NotJSON, TooDeep, is_json, parse
from tanglescope.engine.message.verdict import Rule

_HEADER = 4
_DATA_STARTS = b'{"id":"'


def is_pzp_log(sample: bytes) -> bool:
    """Whether a log that starts with `sample` has a record of pzp-db in its first blocks."""
    # The first record may be incomplete: it has a size, and not all of its data.
    is_begun = any(sample[:2]) and sample.startswith(b"\0\0" + _DATA_STARTS, _HEADER - 2)
    # Damage may bring the first key of a record into another archive, after bytes like sizes.
    return is_begun or any(
        is_whole and is_json(data)
        for start in range(0, len(sample), BLOCK)
        for _, data, _, is_whole in split_block(sample[start : start + BLOCK], 0)
    )


@dataclass(frozen=True, slots=True)
class PzpReader(FileReader):
    """Reads the log of a pzp-db; places of records are byte offsets, keys are message ids."""

    format: str = "log of pzp-db"
    dialect: Dialect = Dialect.PZP

    def records(self, start: Cursor = START, *, growing: bool = False) -> Iterator[Record]:
        """The records from `start` on; see `engine.archive.record.Reader`."""
        end = start.offset
        with self.source.open(end - end % BLOCK) as file:
            found = frames(file, start.offset, split_block)
            following = next(found, None)
            while following is not None:
                ((offset, data, end, is_whole), is_last), following = following, next(found, None)
                record = _read(data, Place("byte", offset), Cursor(end), is_whole)
                if growing and is_last and record.problem is not None:
                    return
                if not is_whole and following is None:
                    # Its end may be missing: it is read again when the log has grown.
                    end = offset
                yield record._replace(after=Cursor(end))
            if is_damaged(file):
                yield Record(Place("byte", end), b"", Cursor(end), problem=Rule.DAMAGED)


def split_block(block: bytes, at: int) -> Iterator[LogFrame]:
    """The frames of a block from position `at` on; see `engine.archive.logs.blocks.Split`.

    Deleted records are left out.
    """
    while at + _HEADER <= len(block):
        size = block[at] | block[at + 1] << 8
        begin = at + _HEADER
        data_end = begin + size
        end = data_end + (block[at + 2] | block[at + 3] << 8)
        data = block[begin:data_end]
        is_empty_behind = end <= len(block) and is_zero(block[data_end:end])
        if data_end <= len(block) and _is_plausible(data):
            if not is_empty_behind:
                end = data_end  # only its second length is damaged
            yield at, data, end, True
        elif size or not is_empty_behind:
            end = _next_start(block, at + 1)
            yield at, block[at:end], end, False
        elif end == begin:
            end = _next_start(block, at + 1)
            if not is_zero(block[at:end]):
                yield at, block[at:end], end, False
        at = end


def _is_plausible(data: bytes) -> bool:
    """Whether the data is plausible; if another record seems to start in it, it must be JSON."""
    if not data.startswith(_DATA_STARTS) or not data.endswith(b"}"):
        return False
    return data.find(_DATA_STARTS, 1) < 0 or is_json(data)


def _next_start(block: bytes, at: int) -> int:
    """The start of the next record, recognized by its first key; else the end of the block."""
    hit = block.find(_DATA_STARTS, at + _HEADER)
    return hit - _HEADER if hit >= 0 else len(block)


def _read(data: bytes, place: Place, after: Cursor, is_whole: bool) -> Record:
    if is_whole:
        try:
            item = parse(data)
        except TooDeep:
            return Record(place, data, after, problem=Rule.SIZE)
        except NotJSON:
            return Record(place, data, after, problem=Rule.JSON)
        if isinstance(item, dict) and isinstance(item.get("id"), str) and "msg" in item:
            received = time_in(item.get("received"))
            return Record(
                place, data, after, item["id"], item["msg"], received, dialect=Dialect.PZP
            )
    return Record(place, data, after, problem=Rule.DAMAGED)

"""Parts: the result of checking a slice, as two Parquet files that appear atomically.

A worker checks a slice and writes its part independently. The footer of the file of good messages
names the bytes it was made from, so a folder of parts is its own manifest: no separate list can
disagree with the files.
"""

import hashlib
import json
import os
import struct
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq

from engine.archive.record import Cursor, Record
from engine.archive.splitting import MIDDLE
from engine.files import make_private_folder, open_plain
from engine.pipeline.files import schemas
from engine.pipeline.files.arrow import pa
from engine.pipeline.files.slices import Slice
from engine.pipeline.files.writing import StagedFile
from engine.pipeline.memory import seldom_collected
from engine.store.arrivals.extracts import BadRecord, Batch, Extract, checked_in_runs

_RUN = 2000
_FOOTER = b"tanglescope"
_PROGRESS = struct.Struct("<QQ")
"""The bytes and records of a slice that are checked by now."""
_PROGRESS_OF = "{}.checking"
_NOTED = 256
"""The number of records after which a checking process notes its progress."""
FEW_VALUES = ["author", "type", "root", "status", "rule"]
"""Columns with repeated values, which are dictionary-encoded."""


@dataclass(frozen=True, slots=True)
class CheckedSlice:
    """A checked slice: the number of records, the bad ones, and the end position.

    `after` is the cursor behind its last record, None if it has none; `lines` are the lines in it.
    For a slice in the middle of a text archive, numbers in files and in `after` count from
    `MIDDLE`. `network` identifies the key that signatures were checked with (`network_of`).
    """

    slice: Slice
    fingerprint: str
    network: str
    records: int = 0
    good: int = 0
    rules: dict[str, int] = field(default_factory=dict)
    after: tuple[int, int] | None = None
    lines: int = 0

    def reached(self, lines_before: int) -> Cursor | None:
        """The cursor after its last record, in terms of the whole archive."""
        if self.after is None:
            return None
        offset, number = self.after
        return Cursor(offset, _whole(number, lines_before))

    def read_good(self, folder: Path, lines_before: int) -> list[Extract]:
        """The good messages, in the order of the archive."""
        columns = _columns(folder / _good(self.slice))
        columns[1] = [_whole(number, lines_before) for number in columns[1]]
        return list(map(Extract._make, zip(*columns, strict=True)))

    def messages(self, folder: Path, lines_before: int, at_once: int) -> Iterator[pa.RecordBatch]:
        """The good messages as columns (`schemas.GOOD`), so many at once."""
        file = pq.ParquetFile(folder / _good(self.slice))
        for batch in file.iter_batches(at_once):
            numbers = batch["number"].to_numpy()
            whole = np.where(numbers >= MIDDLE, numbers - MIDDLE + lines_before, numbers)
            yield batch.set_column(1, schemas.GOOD.field(1), pa.array(whole))

    def read_bad(self, folder: Path, lines_before: int) -> list[BadRecord]:
        """The bad records, in the order of the archive."""
        if not self.rules:
            return []
        columns = _columns(folder / _bad(self.slice))
        columns[1] = [_whole(number, lines_before) for number in columns[1]]
        columns[3] = [
            _whole(place, lines_before) if unit != "byte" else place
            for unit, place in zip(columns[2], columns[3], strict=True)
        ]
        return list(map(BadRecord._make, zip(*columns, strict=True)))

    def batch(self, folder: Path, lines_before: int, start: Cursor) -> Batch:
        """The whole part, as if the archive had been read at once; `start` is its beginning."""
        good, bad = self.read_good(folder, lines_before), self.read_bad(folder, lines_before)
        return Batch(self.records, good, bad, self.reached(lines_before) or start)


def network_of(hmac_key: bytes | None) -> str:
    """A fingerprint of a network that doesn't reveal its key."""
    return "" if hmac_key is None else hashlib.sha256(hmac_key).hexdigest()[:16]


def check_slice(piece: Slice, folder: Path, hmac_key: bytes | None = None) -> CheckedSlice:
    """Check every record of a slice and leave the part in `folder`."""
    make_private_folder(folder)
    with seldom_collected():
        return _check_slice(piece, folder, hmac_key)


def _check_slice(piece: Slice, folder: Path, hmac_key: bytes | None) -> CheckedSlice:
    fingerprint = piece.fingerprint()
    rules: Counter[str] = Counter()
    records = good = 0
    after: Cursor | None = None
    with (
        _noted(folder, piece) as positioned,
        StagedFile(folder / _good(piece), schemas.GOOD, FEW_VALUES) as goods,
    ):
        with StagedFile(folder / _bad(piece), schemas.BAD, ["unit", "rule"]) as bads:
            for batch in checked_in_runs(positioned, _RUN, hmac_key):
                goods.rows(batch.good)
                bads.rows(batch.bad)
                rules.update(bad.rule for bad in batch.bad)
                records += batch.records
                good += len(batch.good)
                after = batch.after
        reached = None if after is None else (after.offset, after.number)
        network, lines = network_of(hmac_key), _lines(piece, after)
        part = CheckedSlice(piece, fingerprint, network, records, good, dict(rules), reached, lines)
        goods.note(_FOOTER, json.dumps(asdict(part)))
    return part


@contextmanager
def _noted(folder: Path, piece: Slice) -> Iterator[Iterator[tuple[Cursor, Record]]]:
    """The records of a slice; how far they are read is noted for `under_way` in any process.

    A record is checked as soon as it is read.
    """
    path = folder / _progress(piece)
    with open_plain(path, os.O_RDWR | os.O_CREAT) as file:
        try:
            yield _noting(piece, file.fileno())
        finally:
            path.unlink(missing_ok=True)


def _noting(piece: Slice, note: int) -> Iterator[tuple[Cursor, Record]]:
    for before, (cursor, record) in enumerate(piece.records()):
        if before and not before % _NOTED:
            os.pwrite(note, _PROGRESS.pack(cursor.offset - piece.start, before), 0)
        yield cursor, record


def under_way(folder: Path, slices: Iterable[Slice]) -> tuple[int, int]:
    """The bytes and records that are checked of those slices that are being checked now."""
    size = records = 0
    for piece in slices:
        try:
            checked, count = _PROGRESS.unpack((folder / _progress(piece)).read_bytes())
        except (OSError, struct.error):
            continue  # not begun, or just finished
        size, records = size + min(checked, piece.size), records + count
    return size, records


def forget_under_way(folder: Path) -> None:
    """Remove what a killed job noted of slices that it was checking."""
    for path in folder.glob(_PROGRESS_OF.format("*")):
        path.unlink(missing_ok=True)


def keep_parts(
    folder: Path, slices: Iterable[Slice], network: str = ""
) -> dict[Slice, CheckedSlice]:
    """The parts of slices that were checked for a network and whose bytes are unchanged.

    Other parts of these slices are removed, so that any part that is found later is a new one.
    """
    found = parts_in(folder, slices)
    for piece, part in list(found.items()):
        if part.network != network or part.fingerprint != piece.fingerprint():
            del found[piece]
            (folder / _good(piece)).unlink()
    return found


def parts_in(folder: Path, slices: Iterable[Slice]) -> dict[Slice, CheckedSlice]:
    """The parts of those slices that have one."""
    there = {file.name for file in folder.iterdir()} if folder.is_dir() else set()
    parts = {piece: read_part_of(folder, piece) for piece in slices if _good(piece) in there}
    return {piece: part for piece, part in parts.items() if part and part.slice.is_the_same(piece)}


def read_part_of(folder: Path, piece: Slice) -> CheckedSlice | None:
    """The part of a slice, if it is there and can be read."""
    try:
        file = pq.read_metadata(folder / _good(piece))
        fields = json.loads((file.metadata or {})[_FOOTER])
        is_ours = file.schema.to_arrow_schema().equals(schemas.GOOD)
    except (OSError, pa.ArrowInvalid, KeyError, ValueError):
        return None
    if not is_ours or "network" not in fields:
        return None  # written by an older version
    after = fields.pop("after")
    return CheckedSlice(
        **fields | {"slice": Slice(**fields["slice"]), "after": after and tuple(after)}
    )


def good_files(folder: Path, parts: Iterable[CheckedSlice]) -> list[str]:
    """The files with the good messages of those parts that have any."""
    return [str(folder / _good(part.slice)) for part in parts if part.good]


def _good(piece: Slice) -> str:
    return f"{piece.name}.parquet"


def _progress(piece: Slice) -> str:
    return _PROGRESS_OF.format(piece.name)


def _bad(piece: Slice) -> str:
    return f"{piece.name}.bad.parquet"


def _columns(path: Path) -> list[list[Any]]:
    return [column.to_pylist() for column in pq.read_table(path).columns]


def _whole(number: int, lines_before: int) -> int:
    """Convert a number that may count from the middle to one of the whole archive."""
    return number - MIDDLE + lines_before if number >= MIDDLE else number


def _lines(piece: Slice, after: Cursor | None) -> int:
    passed = after.number - piece.number if after is not None and after.number else 0
    return passed + piece.lines(piece.start if after is None else after.offset)

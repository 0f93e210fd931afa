"""Parts: the result of checking a slice, as two Parquet files that appear atomically.

A worker checks a slice and writes its part independently. The footer of the file of good messages
names the bytes it was made from, so a folder of parts is its own manifest: no separate list can
disagree with the files.
"""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import pyarrow.parquet as pq

from tanglescope.engine.archive.record import Cursor
from tanglescope.engine.archive.splitting import MIDDLE
from tanglescope.engine.pipeline.files import schemas
from tanglescope.engine.pipeline.files.arrow import pa
from tanglescope.engine.pipeline.files.slices import Slice
from tanglescope.engine.pipeline.memory import seldom_collected
from tanglescope.engine.store.arrivals.extracts import BadRecord, Batch, Extract, checked_in_runs
from tanglescope.engine.store.reference_limit import ReferenceLimit
from tanglescope.engine.system.files import make_private_folder

GOOD, BAD = ".parquet", ".bad.parquet"
"""The ends of the names of the files for messages and for bad records."""

FEW_VALUES = ["author", "type", "root", "status", "rule"]
"""Columns with repeated values, which are dictionary-encoded."""

_RUN = 2000
_AT_ONCE = 8000
_FOOTER = b"tanglescope"


class StagedFile:
    """A Parquet file that gets its final name once all of it is on disk.

    A killed task leaves no such file, and a repeated task writes the same one again.
    """

    def __init__(self, path: Path, schema: pa.Schema, few_values: Sequence[str] = ()) -> None:
        self._path = path
        self._schema = schema
        self._temporary = path.with_name(f".{uuid4().hex}.tmp")
        # The file is read once and deleted, so fast compression beats small size.
        self._writer = pq.ParquetWriter(
            self._temporary,
            schema,
            compression="snappy",
            use_dictionary=list(few_values),
            write_statistics=False,
        )

    def rows(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Add rows with the fields of the schema."""
        if rows:
            columns = [
                pa.array(column, field.type)
                for column, field in zip(zip(*rows, strict=True), self._schema, strict=True)
            ]
            self._writer.write_batch(pa.RecordBatch.from_arrays(columns, schema=self._schema))

    def table(self, table: pa.Table, at_once: int) -> None:
        """Add a table, to be read in groups of so many rows."""
        self._writer.write_table(table, row_group_size=at_once)

    def note(self, name: bytes, text: str) -> None:
        """Add metadata to the footer of the file."""
        self._writer.add_key_value_metadata({name: text.encode()})

    def __enter__(self) -> "StagedFile":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            self._writer.close()
            if kind is None:
                with self._temporary.open("rb") as file:
                    os.fsync(file.fileno())
                self._temporary.replace(self._path)
        finally:
            # A disk that is full should not be filled with data that will never be read.
            self._temporary.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class CheckedSlice:
    """A checked slice: the number of records, the bad ones, and the end position.

    `after` is the cursor behind its last record, None if it has none; `lines` are the lines in it.
    For a slice in the middle of a text archive, numbers in files and in `after` count from
    `MIDDLE`. `criteria` identifies those that were applied.
    """

    slice: Slice
    fingerprint: str
    criteria: str
    records: int = 0
    good: int = 0
    rules: dict[str, int] = field(default_factory=dict)
    after: tuple[int, int] | None = None
    lines: int = 0

    def end_cursor(self, lines_before: int) -> Cursor | None:
        """The cursor after its last record, in terms of the whole archive."""
        if self.after is None:
            return None
        offset, number = self.after
        return Cursor(offset, _whole(number, lines_before))

    def messages(self, lines_before: int) -> Iterator[pa.RecordBatch]:
        """The good messages as columns (`schemas.GOOD`), some thousands at once."""
        for batch in pq.ParquetFile(self.slice.file(GOOD)).iter_batches(_AT_ONCE):
            numbers = batch["number"].to_numpy()
            whole = np.where(numbers >= MIDDLE, numbers - MIDDLE + lines_before, numbers)
            yield batch.set_column(1, schemas.GOOD.field(1), pa.array(whole))

    def read_bad(self, lines_before: int) -> list[BadRecord]:
        """The bad records, in the order of the archive."""
        if not self.rules:
            return []
        rows = map(BadRecord._make, _rows(pq.read_table(self.slice.file(BAD))))
        return [
            bad._replace(
                number=_whole(bad.number, lines_before),
                place=bad.place if bad.unit == "byte" else _whole(bad.place, lines_before),
            )
            for bad in rows
        ]

    def batch(self, lines_before: int, start: Cursor) -> Batch:
        """The whole part, as if the archive had been read at once; `start` is its beginning."""
        good = [Extract._make(row) for some in self.messages(lines_before) for row in _rows(some)]
        bad, after = self.read_bad(lines_before), self.end_cursor(lines_before) or start
        return Batch(self.records, good, bad, after)


@dataclass(frozen=True, slots=True)
class Criteria:
    """What records are checked by: the key of a network, and a collection's limit of references."""

    hmac_key: bytes | None = None
    limit: ReferenceLimit | None = None

    @property
    def fingerprint(self) -> str:
        """A text for these criteria, which doesn't reveal the key."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]


_USUAL = Criteria()


def check_slice(piece: Slice, criteria: Criteria = _USUAL) -> CheckedSlice:
    """Check every record of a slice and leave the part in its folder."""
    make_private_folder(Path(piece.folder))
    fingerprint = piece.fingerprint()
    rules: Counter[str] = Counter()
    records = good = 0
    after: Cursor | None = None
    with seldom_collected(), StagedFile(piece.file(GOOD), schemas.GOOD, FEW_VALUES) as goods:
        with StagedFile(piece.file(BAD), schemas.BAD, ["unit", "rule"]) as bads:
            records_of = piece.records()
            for batch in checked_in_runs(records_of, _RUN, criteria.hmac_key, criteria.limit):
                goods.rows(batch.good)
                bads.rows(batch.bad)
                rules.update(bad.rule for bad in batch.bad)
                records += batch.records
                good += len(batch.good)
                after = batch.after
        fields = {
            "fingerprint": fingerprint,
            "criteria": criteria.fingerprint,
            "records": records,
            "good": good,
            "rules": rules,
            "after": after and (after.offset, after.number),
            "lines": _lines(piece, after),
        }
        goods.note(_FOOTER, json.dumps(fields))
    return _part(piece, fields)


def find_part(piece: Slice) -> CheckedSlice | None:
    """The part of a slice, if it is there and can be read."""
    if not (path := piece.file(GOOD)).exists():
        return None
    try:
        file = pq.read_metadata(path)
        fields = json.loads((file.metadata or {})[_FOOTER])
        is_ours = file.schema.to_arrow_schema().equals(schemas.GOOD)
        return _part(piece, fields) if is_ours else None
    except (OSError, pa.ArrowInvalid, KeyError, TypeError, ValueError):
        return None  # of another kind, or written by another version


def kept_part(piece: Slice, criteria: Criteria = _USUAL) -> CheckedSlice | None:
    """The part of a slice that was checked by these criteria and whose bytes are unchanged.

    Any other part is removed, so that a part that is found later is a new one.
    """
    part = find_part(piece)
    wanted = (criteria.fingerprint, piece.fingerprint())
    if part and (part.criteria, part.fingerprint) == wanted:
        return part
    piece.file(GOOD).unlink(missing_ok=True)
    return None


def _part(piece: Slice, fields: dict[str, Any]) -> CheckedSlice:
    after = fields["after"]
    return CheckedSlice(piece, **fields | {"after": after and tuple(after)})


def _rows(table: pa.Table | pa.RecordBatch) -> Iterator[tuple[Any, ...]]:
    return zip(*(column.to_pylist() for column in table.columns), strict=True)


def _whole(number: int, lines_before: int) -> int:
    """Convert a number that may count from the middle to one of the whole archive."""
    return number - MIDDLE + lines_before if number >= MIDDLE else number


def _lines(piece: Slice, after: Cursor | None) -> int:
    passed = after.number - piece.number if after is not None and after.number else 0
    return passed + piece.lines(piece.start if after is None else after.offset)

"""Files that workers write atomically.

A killed task leaves no file, and a repeated task writes the same file again.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import pyarrow.parquet as pq

from tanglescope.engine.pipeline.files.arrow import pa


class StagedFile:
    """A Parquet file that gets its final name once all of it is on disk."""

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

"""Staged archives: checked, slice by slice, and not yet in any database."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812 - everybody calls it so

from engine.archive.record import Cursor
from engine.pipeline.parts import Part, good_files
from engine.pipeline.schemas import GOOD
from engine.store.extracts import Portion

ARCHIVE = 48
"""Bits of a position below the number of its archive: offsets in files are smaller."""


@dataclass(frozen=True, slots=True)
class Staged:
    """An archive whose slices are all checked: `number` among those of the import, from 0 on.

    `start` is where checking began, because a database knew what stands before it.
    """

    number: int
    path: Path
    start: Cursor
    folder: Path
    parts: list[Part]

    def portions(self) -> Iterator[tuple[Part, Portion]]:
        """All it holds, in its order, as if the archive had been read in one go."""
        lines = self.start.number
        after = self.start
        for part in self.parts:
            portion = part.portion(self.folder, lines, after)
            lines += part.lines
            after = portion.after
            yield part, portion

    def position(self, offset: int) -> int:
        """The place of a message among those of all archives."""
        return (self.number << ARCHIVE) + offset


def folder_for(staging: Path, archive: Path) -> Path:
    """Where the parts of an archive are."""
    return staging / hashlib.sha256(str(archive).encode()).hexdigest()[:16]


def messages(spark: SparkSession, archives: list[Staged]) -> DataFrame | None:
    """The good messages of all archives with their positions; None if there are none."""
    found: DataFrame | None = None
    for archive in archives:
        files = good_files(archive.folder, archive.parts)
        if not files:
            continue
        position = F.col("offset") + F.lit(archive.number << ARCHIVE)
        table = spark.read.schema(_DDL).parquet(*files).withColumn("position", position)
        found = table if found is None else found.unionByName(table)
    return found


_SPARK_TYPES = {
    "int64": "long",
    "double": "double",
    "string": "string",
    "list<item: string>": "array<string>",
    "list<element: string>": "array<string>",
}
_DDL = ", ".join(f"{field.name} {_SPARK_TYPES[str(field.type)]}" for field in GOOD)

"""The messages of archives as Spark tables: parts, with positions across all archives.

On a cluster their files must be in a folder that all machines share.
"""

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from pathlib import Path

import pyarrow.parquet as pq
from pyspark import TaskContext
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812 - the usual name

from engine.files import make_private_folder
from engine.pipeline.errors import FolderNotShared
from engine.pipeline.files import schemas
from engine.pipeline.files.arrow import pa
from engine.pipeline.files.parts import check_slice, good_files
from engine.pipeline.files.plans import StagedArchive
from engine.pipeline.files.schemas import GOOD
from engine.pipeline.files.slices import Slice
from engine.pipeline.files.writing import StagedFile


def messages(spark: SparkSession, archives: list[StagedArchive]) -> DataFrame:
    """The good messages of archives, with their positions."""
    tables = [spark.createDataFrame([], f"{_DDL}, position long")]
    for archive in archives:
        if files := good_files(archive.folder, archive.parts):
            position = F.col("offset") + F.lit(archive.position(0))
            table = spark.read.schema(_DDL).parquet(*files)
            tables.append(table.withColumn("position", position))
    return reduce(DataFrame.unionByName, tables)


_SPARK_TYPES = {
    "int64": "long",
    "double": "double",
    "string": "string",
    "list<item: string>": "array<string>",
    "list<element: string>": "array<string>",
}
_DDL = ", ".join(f"{field.name} {_SPARK_TYPES[str(field.type)]}" for field in GOOD)


def check_in_spark(
    spark: SparkSession, slices: Sequence[Slice], folder: Path, hmac_key: bytes | None = None
) -> None:
    """Check slices, each in a task whose worker reads its bytes from the file.

    The parts are written to `folder`. Messages don't pass through the JVM. The workers receive the
    key.
    """

    def check(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for number in batch["id"].to_pylist():
                part = check_slice(slices[number], folder, hmac_key)
                yield pa.RecordBatch.from_pydict({"rows": [part.records]})

    count = len(slices)
    spark.range(0, count, 1, count).mapInArrow(check, schemas.PUT).collect()


_AT_ONCE = 20_000

Find = Callable[[Iterator[pa.RecordBatch]], Iterable[pa.Table]]
"""Computes the result of a partition; it must be picklable."""


def write_found(table: DataFrame, find: Find, schema: pa.Schema, folder: Path) -> Path:
    """Write what `find` makes of each partition as Parquet; return the folder, for `read_found`.

    Raises `FolderNotShared` if less is there than the workers say.
    """
    shutil.rmtree(folder, ignore_errors=True)
    make_private_folder(folder)

    def put(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        context = TaskContext.get()
        assert context is not None, "only a worker comes here"
        count = 0
        with StagedFile(folder / f"{context.partitionId():08}.parquet", schema) as file:
            for found in find(batches):
                file.table(found, _AT_ONCE)
                count += len(found)
        yield pa.RecordBatch.from_pydict({"rows": [count]})

    answers = table.mapInArrow(put, schemas.PUT).collect()
    if sum(answer.rows for answer in answers) != _rows_in(folder):
        raise FolderNotShared(folder)
    return folder


def _rows_in(folder: Path) -> int:
    return sum(pq.read_metadata(file).num_rows for file in folder.glob("*.parquet"))


def read_found(folder: Path, at_once: int = _AT_ONCE) -> Iterator[pa.RecordBatch]:
    """The rows that were written, in batches."""
    for file in sorted(folder.glob("*.parquet")):
        yield from pq.ParquetFile(file).iter_batches(at_once)


def one_task(spark: SparkSession) -> DataFrame:
    """A table with one row, for work that runs once as a Spark task."""
    return spark.range(0, 1, 1, 1)

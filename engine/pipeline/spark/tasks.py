"""Tasks of which the workers write down what they find: only how much it is goes through the JVM.

A file is named after the partition it comes from, so a task that is tried again writes the same
one. On a cluster the folder must be one that all machines share.
"""

import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pyarrow.parquet as pq
from pyspark import TaskContext
from pyspark.sql import DataFrame, SparkSession

from engine.pipeline.errors import NotShared
from engine.pipeline.files import schemas
from engine.pipeline.files.arrow import pa
from engine.pipeline.files.writing import StagedFile
from engine.private_files import make_private_folder

_AT_ONCE = 20_000

Find = Callable[[Iterator[pa.RecordBatch]], Iterable[pa.Table]]
"""What is made of a partition; it must be known to the workers as it is."""


def put_down(table: DataFrame, find: Find, schema: pa.Schema, folder: Path) -> Path:
    """Have put down what `find` makes of each partition of a table; the folder, for `put_there`.

    Raises `NotShared` if less is there than the workers say.
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
        raise NotShared(folder)
    return folder


def _rows_in(folder: Path) -> int:
    return sum(pq.read_metadata(file).num_rows for file in folder.glob("*.parquet"))


def put_there(folder: Path, at_once: int = _AT_ONCE) -> Iterator[pa.RecordBatch]:
    """What was put down, so many rows at once."""
    for file in sorted(folder.glob("*.parquet")):
        yield from pq.ParquetFile(file).iter_batches(at_once)


def one_task(spark: SparkSession) -> DataFrame:
    """A table for work that knows by itself what to do, once."""
    return spark.range(0, 1, 1, 1)

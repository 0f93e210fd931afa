"""Checking in Spark: every slice by a free worker, the parts written where they are made."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from pyspark.sql import SparkSession

from engine.pipeline.files import schemas
from engine.pipeline.files.arrow import pa
from engine.pipeline.files.parts import check_slice
from engine.pipeline.files.slices import Slice


def check_in_spark(
    spark: SparkSession, slices: Sequence[Slice], folder: Path, hmac_key: bytes | None = None
) -> None:
    """Check slices, each in a task of its own, whose worker reads its bytes from the file.

    Their parts are in `folder` afterwards. On their way from the disk to the part the messages
    never pass through the JVM. The key goes to the workers.
    """

    def check(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for number in batch["id"].to_pylist():
                part = check_slice(slices[number], folder, hmac_key)
                yield pa.RecordBatch.from_pydict({"rows": [part.records]})

    count = len(slices)
    spark.range(0, count, 1, count).mapInArrow(check, schemas.PUT).collect()

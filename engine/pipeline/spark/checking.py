"""Checking in Spark: every slice by a free worker, the parts written where they are made."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession

from engine.pipeline.files import schemas
from engine.pipeline.files.arrow import pa
from engine.pipeline.files.parts import check_slice
from engine.pipeline.files.slices import Slice
from engine.pipeline.spark.source import slices_in_spark


def check_in_spark(
    spark: SparkSession, slices: Sequence[Slice], folder: Path, hmac_key: bytes | None = None
) -> None:
    """Check slices; their parts are in `folder` afterwards. The key goes to the workers."""
    checked(slices_in_spark(spark, slices, folder), hmac_key).collect()


def checked(slices: DataFrame, hmac_key: bytes | None = None) -> DataFrame:
    """Slices that are checked when this is computed, with how many records they hold."""

    def check(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for row in batch.to_pylist():
                folder = Path(row.pop("folder"))
                part = check_slice(Slice(**row), folder, hmac_key)
                yield pa.RecordBatch.from_pydict({"rows": [part.records]})

    return slices.mapInArrow(check, schemas.PUT)

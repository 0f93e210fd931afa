"""The archive as Spark sees it: a table of slices, each in a partition of its own.

The worker of a partition reads the bytes of its slice from the file, so that on their way from
the disk to the checked message they never pass through the JVM. On a cluster the file must be in a
folder that all machines share.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, astuple
from functools import reduce
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812 - everybody calls it so
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.types import StructType

from engine.pipeline.files import schemas
from engine.pipeline.files.parts import good_files
from engine.pipeline.files.schemas import GOOD
from engine.pipeline.files.slices import Slice
from engine.pipeline.files.staged import Staged

_NAME = "tanglescope-slices"


def slices_in_spark(spark: SparkSession, slices: Sequence[Slice], folder: Path) -> DataFrame:
    """The slices, for parts in `folder`, as a table with the columns of `schemas.SLICE`."""
    spark.dataSource.register(SliceSource)
    told = json.dumps([asdict(piece) for piece in slices])
    return spark.read.format(_NAME).option("slices", told).load(str(folder))


class SliceSource(DataSource):
    """Slices by the options `slices` (JSON) and `path` (the folder of the parts)."""

    @classmethod
    def name(cls) -> str:
        """What Spark calls it."""
        return _NAME

    def schema(self) -> str:
        """The columns of a slice."""
        return schemas.SLICE

    def reader(self, schema: StructType) -> DataSourceReader:  # noqa: ARG002 - Spark's signature
        """Reads the slices."""
        slices = [Slice(**fields) for fields in json.loads(self.options["slices"])]
        return _Reader(slices, self.options["path"])


class _Partition(InputPartition):
    def __init__(self, piece: Slice) -> None:
        super().__init__(piece.name)
        self.slice = piece


class _Reader(DataSourceReader):
    def __init__(self, slices: Sequence[Slice], folder: str) -> None:
        self._slices = slices
        self._folder = folder

    def partitions(self) -> Sequence[InputPartition]:
        return [_Partition(piece) for piece in self._slices]

    def read(self, partition: InputPartition) -> Iterator[tuple[object, ...]]:
        assert isinstance(partition, _Partition)
        yield (*astuple(partition.slice), self._folder)


def messages(spark: SparkSession, archives: list[Staged]) -> DataFrame:
    """The good messages of archives, of which there is one at least, with their positions."""
    tables = []
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

"""The messages of archives as Spark sees them: the parts, with positions among those of all.

On a cluster their files must be in a folder that all machines share.
"""

from functools import reduce

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812 - everybody calls it so

from engine.pipeline.files.parts import good_files
from engine.pipeline.files.schemas import GOOD
from engine.pipeline.files.staged import Staged


def messages(spark: SparkSession, archives: list[Staged]) -> DataFrame:
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

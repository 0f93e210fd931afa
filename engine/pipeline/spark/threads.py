"""Threads in Spark: who is in which, each ranked by the kernel that ranks them everywhere.

Threads share no messages but roots, so a partition of them needs nothing of another. One thread is
ranked in one task, however large it is; that is the limit to mind (docs/cluster.md).
"""

from collections.abc import Iterator
from pathlib import Path

import pyarrow.compute as pc
from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812 - everybody calls it so

from engine.pipeline.files import schemas
from engine.pipeline.files.arrow import pa
from engine.pipeline.ordering import order_threads
from engine.pipeline.spark.tasks import put_down

_MEMBERS_AT_ONCE = 200_000
_NO_CAUSES = "cast(array() AS array<string>) AS causes"


def kept(messages: DataFrame, exceptions: DataFrame) -> DataFrame:
    """The messages that are here once and that their feeds accept, with when they were said."""
    told = exceptions.withColumnRenamed("received", "earliest")
    found = messages.join(F.broadcast(told), "position", "left")
    received = F.when(F.col("is_out").isNull(), F.col("received")).otherwise(F.col("earliest"))
    return found.where(~F.coalesce("is_out", F.lit(False))).withColumn(
        "moment", F.least("asserted", received)
    )


def members(messages: DataFrame) -> DataFrame:
    """Who may be in which thread: `schemas.MEMBER`. Every message may be a root, of its own.

    To find out before the messages are dealt out who is one would take a join of all with all.
    """
    rest = ["key", "author", "moment", "position"]
    replies = messages.where(F.col("root").isNotNull())
    opens = F.col("title").isNotNull().alias("opens")
    return replies.select("root", *rest, "causes", F.lit(False).alias("opens")).unionByName(
        messages.select(F.col("key").alias("root"), *rest, F.expr(_NO_CAUSES), opens)
    )


def put_ordered(members: DataFrame, folder: Path) -> Path:
    """Put down every thread in its order, dealt out to many tasks: `schemas.THREAD_TABLE`."""
    is_reply = F.col("key") != F.col("root")
    dealt = members.repartition("root").sortWithinPartitions("root", is_reply, "position")
    return put_down(dealt, _order, schemas.THREAD_TABLE, folder)


def _order(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.Table]:
    return map(order_threads, _whole_threads(batches))


def _whole_threads(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.Table]:
    """Members of so many threads that ranking them costs little for each, each thread whole."""
    waiting: list[pa.RecordBatch] = []
    for batch in batches:
        waiting.append(batch)
        if sum(map(len, waiting)) >= _MEMBERS_AT_ONCE:
            table = pa.Table.from_batches(waiting)
            last = pc.index(table["root"], table["root"][-1]).as_py()
            if last:
                yield table[:last]
            waiting = table[last:].to_batches()
    if waiting:
        yield pa.Table.from_batches(waiting)

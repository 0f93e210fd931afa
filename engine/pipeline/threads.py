"""Threads in Spark: who is in which, each ranked by the kernel that ranks them everywhere.

Threads share no messages but roots, so a partition of them needs nothing of another. One thread is
ranked in one task, however large it is; that is the limit to mind (docs/cluster.md).
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812 - everybody calls it so

from engine.linear.errors import CycleError
from engine.linear.timeline import Timeline
from engine.pipeline import schemas
from engine.store.laying import Event, LaidTimeline, lay

_THREADS_AT_ONCE = 1000
_NO_CAUSES = "cast(array() AS array<string>) AS causes"


def kept(messages: DataFrame, exceptions: DataFrame) -> DataFrame:
    """The messages that are here once and that their feeds accept, with when they were said."""
    judged = F.broadcast(exceptions.select("position", "standing", "received"))
    found = messages.join(
        judged.withColumnsRenamed({"standing": "judged", "received": "earliest"}).withColumn(
            "is_exception", F.lit(True)
        ),
        "position",
        "left",
    )
    is_out = F.col("is_exception") & (F.col("judged").isNull() | (F.col("judged") == "invalid"))
    received = F.when(F.col("is_exception"), F.col("earliest")).otherwise(F.col("received"))
    return found.where(~F.coalesce(is_out, F.lit(False))).withColumn(
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


def ordered(members: DataFrame) -> DataFrame:
    """Every thread as a row: `schemas.THREAD`."""
    is_reply = F.col("key") != F.col("root")
    return (
        members.repartition("root")
        .sortWithinPartitions("root", is_reply, "position")
        .mapInArrow(_order, schemas.THREAD)
    )


def _order(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    rows = (row for batch in batches for row in _rows(batch))
    found: list[dict[str, Any]] = []
    for root, group in groupby(rows, itemgetter(0)):
        thread = list(group)
        if not is_thread(thread):
            continue
        found.append(order_thread(root, thread))
        if len(found) == _THREADS_AT_ONCE:
            yield _batch(found)
            found.clear()
    if found:
        yield _batch(found)


Member = tuple[str, str, str, float | None, int, list[str], bool]
"""A row of `schemas.MEMBER`."""


def is_thread(members: list[Member]) -> bool:
    """Whether anybody has replied, or the message opens a thread without that."""
    return len(members) > 1 or members[0][-1] or members[0][0] != members[0][1]


def order_thread(root: str, members: list[Member]) -> dict[str, Any]:
    """A row of `schemas.THREAD` out of the members, the root first, then as they came."""
    laid, refused = _lay((key, causes) for _, key, _, _, _, causes, _ in members)
    joined = [member for member in members if member[1] not in refused]
    written = Counter(author for _, _, author, *_ in joined)
    moments = [moment for _, _, _, moment, *_ in joined if moment is not None]
    return {
        "root": root,
        "first_position": min(member[4] for member in members),
        "present": members[0][1] == root,
        "messages": len(joined),
        "first": min(moments, default=None),
        "latest": max(moments, default=None),
        "authors": list(written),
        "counts": list(written.values()),
        "names": laid.names,
        "ranks": laid.ranks,
        "tips": laid.tips,
        "causes": [cause for cause, _ in laid.causes],
        "effects": [effect for _, effect in laid.causes],
        "refused": sorted(refused),
    }


def _lay(events: Iterable[Event]) -> tuple[LaidTimeline, set[str]]:
    """The order, and those left out because they would close a cycle."""
    events = list(events)
    try:
        return lay(events), set()
    except CycleError:
        pass
    timeline = Timeline()
    refused = set()
    for name, after in events:
        try:
            timeline.add(name, after)
        except CycleError:
            refused.add(name)
    return lay(event for event in events if event[0] not in refused), refused


def _rows(batch: pa.RecordBatch) -> Iterator[Member]:
    return zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _batch(rows: list[dict[str, Any]]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist(rows, schema=schemas.THREAD_TABLE)

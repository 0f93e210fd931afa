"""The steps of a plan as Spark's tables: from parts to threads and edges.

Every function takes tables and returns one; Spark does nothing until the executor writes it. On a
cluster the files of parts must be in a folder that all machines share.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from pathlib import Path

import numpy as np
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812 - the usual name

from tanglescope.engine.pipeline.executor import LoadedMessages
from tanglescope.engine.pipeline.files import schemas
from tanglescope.engine.pipeline.files.arrow import codes, pa
from tanglescope.engine.pipeline.memory import Memory
from tanglescope.engine.pipeline.ordering import each_once, latest_earlier
from tanglescope.engine.store.orders.longest_paths import Integers, Times, adjusted_times

_NEEDED = [
    *("offset", "key", "author", "sequence", "previous", "asserted", "received", "root", "causes"),
    "title",
]
_TIME = pa.float64()
_EDGE = "effect long, moment double, cause long"

_GROUPED = 200_000


def messages(spark: SparkSession, loaded: LoadedMessages) -> DataFrame:
    """The messages of all parts that are loaded, with the moments when they were said."""
    # From Arrow's tables: from lists, Spark would start another daemon of Python.
    none = spark.createDataFrame(schemas.GOOD.empty_table().select(_NEEDED))
    by_first: dict[int, list[str]] = {}
    for file, first in loaded.files():
        by_first.setdefault(first, []).append(file)
    tables = [
        spark.read.schema(none.schema)
        .parquet(*files)
        .withColumn("position", F.col("offset") + first)
        for first, files in by_first.items()
    ]
    found = reduce(DataFrame.unionByName, tables, none.withColumn("position", F.lit(0)))
    changed = pa.table(
        {
            "position": pa.array([*loaded.left_out, *loaded.dated], pa.int64()),
            "earliest": pa.array([None] * len(loaded.left_out) + [*loaded.dated.values()], _TIME),
            "is_changed": pa.array([True] * (len(loaded.left_out) + len(loaded.dated)), pa.bool_()),
        }
    )
    return (
        found.join(spark.createDataFrame(changed), "position", "left")
        .where(F.col("is_changed").isNull() | F.col("earliest").isNotNull())
        .withColumn("opens", F.col("title").isNotNull())
        .withColumn("moment", F.least("asserted", F.coalesce("earliest", "received")))
        .drop("offset", "title", "asserted", "received", "earliest", "is_changed")
    )


def members(messages: DataFrame) -> DataFrame:
    """The members of threads, each thread whole in a partition: the root first, then by arrival.

    Any message may be the root of a thread, as which it has no causes: it meets its replies in the
    partition. `opens` marks a message that opens a thread even without replies.
    """
    root, causes, opens = map(F.col, ("root", "causes", "opens"))
    no_causes = F.expr("cast(array() AS array<string>)")
    roles = F.array(
        _role(F.lit(False), F.col("key"), no_causes, opens),
        F.when(root.isNotNull(), _role(F.lit(True), root, causes, F.lit(False))),
    )
    rest = ["key", "author", "sequence", "previous", "moment", "position"]
    found = messages.select(*rest, F.explode(F.array_compact(roles)).alias("role"))
    found = found.select(*rest, "role.*")
    return found.repartition("root").sortWithinPartitions("root", "is_reply", "position")


def _role(is_reply: Column, root: Column, causes: Column, opens: Column) -> Column:
    """The columns of a member that depend on whether it is the root or a reply."""
    named = {"is_reply": is_reply, "root": root, "causes": causes, "opens": opens}
    return F.struct(*(column.alias(name) for name, column in named.items()))


def edges(messages: DataFrame) -> DataFrame:
    """What comes after what among everything, by position, sorted by effect.

    Each message is the effect of at least one row, with the moment when it was said.

    A message comes after what it names, after the root of its thread and, over a gap of its feed,
    after its author's latest earlier message, as far as these are here. `ghost` is a named message
    that isn't. `implies` is whether a message comes after its root by that edge, too; it is false
    for the edge from the root.
    """
    named = F.array_distinct(F.concat(F.array_compact(F.array("previous")), "causes"))
    root = F.array_except(F.array_compact(F.array("root")), named)
    ends = F.concat(
        F.transform(named, lambda name: F.struct(name.alias("name"), F.lit(True).alias("named"))),
        F.transform(root, lambda name: F.struct(name.alias("name"), F.lit(False).alias("named"))),
    )
    effect = F.col("position").alias("effect")
    by_name = messages.select(effect, "moment", "root", F.explode_outer(ends).alias("end"))
    by_name = by_name.select("effect", "moment", "root", "end.*")
    keys = messages.select(
        F.col("key").alias("name"), F.col("position").alias("cause"), F.col("root").alias("inside")
    )
    found = by_name.join(keys, "name", "left")
    ghost = F.when(F.col("cause").isNull() & F.col("named"), F.col("name")).alias("ghost")
    is_reply = (F.col("name") == F.col("root")) | (F.col("inside") == F.col("root"))
    implies = F.when(F.col("named"), F.when(is_reply, F.lit(True))).otherwise(F.lit(False))
    gaps = _over_gaps(messages).withColumn("ghost", F.lit(None).cast("string"))
    gaps = gaps.withColumn("implies", F.lit(None).cast("boolean"))
    every = found.select("effect", "moment", "cause", ghost, implies.alias("implies")).union(gaps)
    # One task orders them, and sorting in many would find all of them twice: first for a sample.
    return every.repartition(1).sortWithinPartitions("effect")


def needed(edges: pa.Table, places: Integers) -> tuple[Integers, Integers]:
    """The causes and effects of edges, by the indexes of their `places`.

    Those from roots that others imply are left out.
    """
    found = edges.filter(pc.field("cause").is_valid())
    cause, effect = found["cause"].to_numpy(), found["effect"].to_numpy()
    implies = found["implies"].fill_null(False).to_numpy()
    is_root = pc.invert(found["implies"]).fill_null(False).to_numpy()
    is_needed = (cause != effect) & ~(is_root & np.isin(effect, effect[implies]))
    ends = (cause[is_needed], effect[is_needed])
    return each_once(*(np.searchsorted(places, each) for each in ends))


def _over_gaps(messages: DataFrame) -> DataFrame:
    """Edges over gaps of feeds."""
    feeds = messages.select("author", "sequence", "key", "previous", "position")
    by_feed = feeds.repartition("author").sortWithinPartitions("author", "sequence")
    return by_feed.mapInArrow(_gaps, _EDGE)


def _gaps(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for feeds in whole_groups(batches, "author"):
        previous = pc.index_in(feeds["previous"], value_set=feeds["key"], skip_nulls=True)
        before = previous.fill_null(-1).to_numpy().astype(np.int64)
        earlier = latest_earlier(
            codes(feeds["author"].chunks), feeds["sequence"].to_numpy(), before
        )
        (effect,) = np.nonzero((earlier >= 0) & (earlier != before))
        position = feeds["position"].to_numpy()
        columns = (position[effect], pa.nulls(len(effect), pa.float64()), position[earlier[effect]])
        yield pa.RecordBatch.from_arrays(
            [pa.array(column) for column in columns], ["effect", "moment", "cause"]
        )


def whole_groups(
    batches: Iterator[pa.RecordBatch], column: str, size: int = _GROUPED
) -> Iterator[pa.Table]:
    """Rows of so many threads, feeds or messages that each costs little, each of them whole.

    The rows of one have the same value in the column and are adjacent.
    """
    waiting: list[pa.RecordBatch] = []
    for batch in batches:
        waiting.append(batch)
        if sum(map(len, waiting)) >= size:
            table = pa.Table.from_batches(waiting)
            last = pc.index(table[column], table[column][-1]).as_py()
            if last:
                yield table[:last]
            waiting = table[last:].to_batches()
    if waiting:
        yield pa.Table.from_batches(waiting)


# The adjusted times of all messages among everything, in one task, from edges that are sorted. The
# graph is as deep as the longest conversation, so finding them level by level would take too many
# rounds. The task processes the edges in blocks, in the order of the archives. Clients append a
# message after what it answers, so few edges lead back from a later block, and each pass over the
# blocks resolves all others. Blocks by time would be worse, because clocks are often wrong.

MOST_PASSES = 200
"""If more edges of one path lead back to an earlier block, the database orders everything."""

BYTES = 200
"""Bytes that it takes for each edge of a block, as measured."""

SHARE = 0.3
"""The share of the machine's memory that one task may use."""

_ROWS = 20_000
_READ = ["effect", "moment", "cause"]


class TooManyPasses(Exception):
    """The messages are in a cycle within a block, or too far from causal order."""


class EdgeBlock:
    """Edges into the messages from `start` to `end`: of each the cause and the effect, by index."""

    def __init__(self, table: pa.Table, places: Integers) -> None:
        effect = np.searchsorted(places, table["effect"].to_numpy())
        self.start, self.end = int(effect[0]), int(effect[-1]) + 1
        named = table["cause"].is_valid().to_numpy()
        cause = np.searchsorted(places, table["cause"].drop_null().to_numpy())
        is_edge = cause != effect[named]
        self.cause, self.effect = cause[is_edge], effect[named][is_edge]

    def adjust(self, times: Times, moments: Times) -> bool:
        """Find its adjusted times from what is known; return whether one is new or has risen."""
        here = slice(self.start, self.end)
        inside = (self.cause >= self.start) & (self.cause < self.end)
        least = moments[here].copy()
        np.fmax.at(least, self.effect[~inside] - self.start, times[self.cause[~inside]])
        ends = self.cause[inside] - self.start, self.effect[inside] - self.start
        found, stuck = adjusted_times(least, *ends)
        if len(stuck):
            raise TooManyPasses
        rises = bool((found != times[here]).any())
        times[here] = found
        return rises

    @property
    def leads_back(self) -> bool:
        """Whether a cause is in a later block."""
        return bool((self.cause >= self.end).any())

    def table(self, times: Times, places: Integers) -> pa.Table:
        """Its messages as `schemas.TIMED_TABLE`."""
        here = slice(self.start, self.end)
        return pa.table([places[here], times[here]], schema=schemas.TIMED_TABLE)


def adjust_blocks(blocks: Callable[[], Iterable[pa.Table]]) -> Iterator[pa.Table]:
    """The adjusted time of every message: `schemas.TIMED_TABLE`, sorted by position.

    `blocks()` gives the same edges every time, sorted by effect, those of a message in one block,
    and with each the message's own time. Raises `TooManyPasses`.
    """
    places, moments = _messages(blocks())
    times = np.full(len(places), np.nan)
    for _ in range(MOST_PASSES):
        rises = leads_back = False
        for table in blocks():
            block = EdgeBlock(table, places)
            rises |= block.adjust(times, moments)
            leads_back |= block.leads_back
        if not (rises and leads_back):
            break
    else:
        raise TooManyPasses
    for table in blocks():
        yield EdgeBlock(table, places).table(times, places)


def _messages(blocks: Iterable[pa.Table]) -> tuple[Integers, Times]:
    """The positions of all messages and their own times, which are infinite where unknown."""
    places, moments = [np.empty(0, np.int64)], [np.empty(0)]
    for table in blocks:
        effects, starts = np.unique(table["effect"].to_numpy(), return_index=True)
        own = table["moment"].to_numpy()
        places.append(effects)
        moments.append(np.fmin.reduceat(own, starts))
    known = np.concatenate(moments)
    return np.concatenate(places), np.where(np.isnan(known), np.inf, known)


def block_size(memory: int | None = None) -> int:
    """The number of edges in a block, given the memory of the machine in bytes."""
    if memory is None:
        memory = Memory.now().total
    return max(int(memory * SHARE) // BYTES, 1)


def read_blocks(folder: Path, size: int, columns: list[str] = _READ) -> Iterator[pa.Table]:
    """The edges that Spark wrote to a folder, in blocks of about so many."""
    batches = (
        batch
        for file in sorted(folder.glob("*.parquet"))
        for batch in pq.ParquetFile(file).iter_batches(min(size, _ROWS), columns=columns)
    )
    return whole_groups(batches, "effect", size)

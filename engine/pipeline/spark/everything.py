"""The timeline of everything: all messages of all feeds as one graph, in time order.

A message comes after its predecessor in its feed and after the messages it names in its thread. The
graph is as deep as the longest conversation, so finding adjusted times level by level would take
too many rounds: one task processes the graph in blocks (`adjust_blocks`), which Spark delivers in
the order of the archives. Clients append a message after what it answers, so few edges lead back to
an earlier block, and each pass over the blocks resolves all others. Blocks by time would be worse,
because clocks are often wrong.
"""

import hashlib
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray
from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812 - the usual name
from pyspark.sql.types import StructField, StructType

from engine.linear.longest_paths import Integers, Times, adjusted_times
from engine.pipeline.feeds import latest_earlier
from engine.pipeline.files import schemas
from engine.pipeline.files.arrow import pa
from engine.pipeline.files.columns import flat
from engine.pipeline.memory import Memory
from engine.pipeline.ordering import order_threads
from engine.pipeline.spark.source import one_task, write_found

_Run: TypeAlias = tuple[Integers, Times]

MOST_PASSES = 200
"""If more edges of one path lead back to an earlier block, the database orders everything."""


class TooManyPasses(Exception):
    """The events are in a cycle within a block, or too far from causal order."""


class TimedBatch(NamedTuple):
    """Events as given, their adjusted times, and of each the missing and the tied causes.

    These have the same adjusted time.
    """

    events: pa.RecordBatch
    times: Times
    ghosts: pa.ListArray
    tied: pa.ListArray


def adjust_blocks(
    batches: Callable[[], Iterable[pa.RecordBatch]], size: int
) -> Iterator[TimedBatch]:
    """The adjusted times of all events in the whole graph, in blocks of `size`.

    `batches()` gives the same columns `key`, `moment`, `causes` and `named` every time, each event
    once. `named` is the number of causes that are missing if they aren't here: the first ones. All
    causes in a cycle are tied. Raises `TooManyPasses`.
    """
    known = _TimedRuns()
    for number in range(MOST_PASSES):
        rises = False
        for block in _blocks(map(known.numbered, batches()), size):
            rises |= known.adjust(block, notes_missing=number == 0)
        # Events in causal order are done after one pass and need no second.
        if not (known.came_late() if number == 0 else rises):
            break
    else:
        raise TooManyPasses
    ghosts = known.ghosts()
    for batch in batches():
        holder, causes = flat(batch["causes"])
        here = ghosts[: np.searchsorted(ghosts, len(causes))]
        ghosts = ghosts[len(here) :] - len(causes)
        begin = np.searchsorted(holder, np.arange(len(batch)))
        named = batch["named"].to_numpy()
        here = here[here - begin[holder[here]] < named[holder[here]]]
        own, before = known.numbered(batch), known.times(known.digests(causes))
        times = known.times(own.names)
        is_tied = (before == times[holder]) & (known.digests(causes) != own.names[holder])
        tied = np.flatnonzero(is_tied)
        lists = (_listed(causes, holder, each, len(batch)) for each in (here, tied))
        yield TimedBatch(batch, times, *lists)


def _listed(causes: pa.Array, holder: Integers, chosen: Integers, count: int) -> pa.ListArray:
    """Some of the causes of each event."""
    offsets = np.append(0, np.cumsum(np.bincount(holder[chosen], minlength=count)))
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), causes.take(pa.array(chosen)))


class _NumberedBlock(NamedTuple):
    """Events, their own times, and the causes of each, as numbers.

    `counts` says how many causes an event has.
    """

    names: Integers
    moments: Times
    causes: Integers
    counts: Integers


def _blocks(batches: Iterable[_NumberedBlock], size: int) -> Iterator[_NumberedBlock]:
    """Blocks of `size` events or a few more."""
    waiting: list[_NumberedBlock] = []
    for batch in batches:
        waiting.append(batch)
        if sum(len(each.names) for each in waiting) >= size:
            yield _NumberedBlock(*map(np.concatenate, zip(*waiting, strict=True)))
            waiting = []
    if waiting:
        yield _NumberedBlock(*map(np.concatenate, zip(*waiting, strict=True)))


@dataclass(slots=True)
class _TimedRuns:
    """Adjusted times by digest, in sorted runs, each at least twice as long as the next.

    `missing` are causes that weren't known when they were asked for, by digest and by their places
    among the causes of all events, of which there are `edges` by now.
    """

    runs: list[_Run] = field(default_factory=list)
    missing: list[tuple[Integers, Integers]] = field(default_factory=list)
    edges: int = 0
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    def digests(self, names: pa.Array) -> Integers:
        """Numbers for names; collisions can't be constructed without the secret."""
        digest, secret = hashlib.blake2b, self.secret
        texts = [
            digest(name.encode(), digest_size=8, key=secret).digest() for name in names.to_pylist()
        ]
        return np.frombuffer(b"".join(texts), np.int64)

    def numbered(self, events: pa.RecordBatch) -> _NumberedBlock:
        """Events by their digests."""
        holder, causes = flat(events["causes"])
        counts = np.bincount(holder, minlength=len(events))
        moments = events["moment"].to_numpy(zero_copy_only=False).astype(np.float64)
        moments = np.where(np.isnan(moments), np.inf, moments)
        return _NumberedBlock(self.digests(events["key"]), moments, self.digests(causes), counts)

    def adjust(self, block: _NumberedBlock, *, notes_missing: bool) -> bool:
        """Find the times of a block from what is known; whether one is new or has risen."""
        own, moments, cause, counts = block
        effect = np.repeat(np.arange(len(own)), counts)
        is_own, place = _find(own, cause)
        before = self.times(cause[~is_own])
        if notes_missing:
            late = np.flatnonzero(~is_own)[np.isnan(before)]
            self.missing.append((cause[late], late + self.edges))
            self.edges += len(cause)
        least = moments.copy()
        np.fmax.at(least, effect[~is_own], before)
        inside = is_own & (place != effect)
        times, stuck = adjusted_times(least, place[inside], effect[inside])
        if len(stuck):
            raise TooManyPasses
        rises = bool((times != self.times(own)).any())
        self._put(own, times)
        return rises

    def times(self, digests: Integers) -> Times:
        """The adjusted times as far as they are known, NaN for the others."""
        found = np.full(len(digests), np.nan)
        for keys, times in self.runs:
            place = np.minimum(np.searchsorted(keys, digests), len(keys) - 1)
            hit = keys[place] == digests
            found[hit] = times[place[hit]]
        return found

    def came_late(self) -> bool:
        """Whether a cause that was missing when it was looked up is known by now."""
        return any(not np.isnan(self.times(causes)).all() for causes, _ in self.missing)

    def ghosts(self) -> Integers:
        """The positions of the causes that are still missing, among those of all events."""
        found = [places[np.isnan(self.times(causes))] for causes, places in self.missing]
        return np.concatenate([np.empty(0, np.int64), *found])

    def _put(self, digests: Integers, times: Times) -> None:
        if len(digests) == 0:
            return
        new = np.ones(len(digests), bool)
        for keys, values in self.runs:
            place = np.minimum(np.searchsorted(keys, digests), len(keys) - 1)
            hit = keys[place] == digests
            values[place[hit]] = times[hit]
            new &= ~hit
        if new.any():
            self.runs.append(_sorted(digests[new], times[new]))
        while len(self.runs) > 1 and 2 * len(self.runs[-1][0]) > len(self.runs[-2][0]):
            (keys, values), (more, others) = self.runs[-2:]
            self.runs[-2:] = [_sorted(np.append(keys, more), np.append(values, others))]


def _find(keys: Integers, wanted: Integers) -> tuple[NDArray[np.bool_], Integers]:
    """Which of `wanted` are among `keys`, and where."""
    if len(keys) == 0:
        return np.zeros(len(wanted), bool), np.zeros(len(wanted), np.int64)
    order = np.argsort(keys, kind="stable")
    place = order[np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)]
    return keys[place] == wanted, place


def _sorted(keys: Integers, values: Times) -> _Run:
    order = np.argsort(keys, kind="stable")
    return keys[order], values[order]


BYTES = 200
"""Bytes that it takes for each event of a block, as measured."""

SHARE = 0.3
"""The share of the machine's memory that one task may use."""

_ROWS = 20_000
_BLOCK = ["key", "moment", "causes", "named", "position"]


def nodes(messages: DataFrame) -> DataFrame:
    """Messages with all that they come after: key, position, moment, causes.

    The first `named` causes are those that they name. The others are the root, and over a gap the
    latest earlier message of the author.
    """
    fed = messages.select(
        "author", "sequence", "key", "previous", "causes", "root", "position", "moment"
    )
    kinds = {field.name: field.dataType for field in fed.schema}
    schema = StructType([*fed.schema, StructField("earlier", kinds["key"])])
    feeds = fed.repartition("author").sortWithinPartitions("author", "sequence")
    linked = feeds.mapInArrow(_with_earlier, schema)
    before = F.array_compact(F.array("previous"))
    named = F.array_distinct(F.concat(before, "causes"))
    more = F.array_except(F.array_compact(F.array("root", "earlier")), named)
    return linked.select(
        "key",
        "position",
        "moment",
        F.concat(named, F.array_except(more, F.array("key"))).alias("causes"),
        F.size(named).alias("named"),
    )


def _with_earlier(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for feeds in whole_groups(batches, "author"):
        author = feeds["author"].combine_chunks().dictionary_encode()
        previous = pc.index_in(feeds["previous"], value_set=feeds["key"], skip_nulls=True)
        before = previous.fill_null(-1).to_numpy().astype(np.int64)
        feed = _indices(author)
        earlier = latest_earlier(feed, feeds["sequence"].to_numpy(), before)
        at = pa.array(earlier, mask=earlier < 0)
        yield from feeds.append_column("earlier", feeds["key"].take(at)).to_batches()


def _indices(column: pa.Array | pa.ChunkedArray) -> Integers:
    whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    numbers: Integers = whole.indices.to_numpy().astype(np.int64)
    return numbers


def block_size(memory: int | None = None) -> int:
    """The number of events in a block, given the memory of the machine in bytes."""
    if memory is None:
        memory = Memory.now().total
    return max(int(memory * SHARE) // BYTES, 1)


def put_timed(nodes: DataFrame, blocks: Path, folder: Path, size: int | None = None) -> Path:
    """Write every event with its adjusted time among all: `schemas.TIMED_TABLE`.

    `blocks` takes them in the order of the archives. `size` is how many events a block holds;
    without it, what the machine of the task can take. If messages come in a cycle, nothing is
    written: the database knows which of them count.
    """
    nodes.sort("position").write.mode("overwrite").parquet(str(blocks))

    def adjust(_: Iterator[pa.RecordBatch]) -> Iterator[pa.Table]:
        with suppress(TooManyPasses):
            yield from _adjust_blocks(blocks, size or block_size())

    return write_found(one_task(nodes.sparkSession), adjust, schemas.TIMED_TABLE, folder)


def _adjust_blocks(folder: Path, size: int) -> Iterator[pa.Table]:
    for batch, *columns in adjust_blocks(lambda: _batches(folder, min(size, _ROWS)), size):
        yield pa.table([batch["position"], *columns], schema=schemas.TIMED_TABLE)


def _batches(folder: Path, rows: int) -> Iterator[pa.RecordBatch]:
    for file in sorted(folder.glob("*.parquet")):
        yield from pq.ParquetFile(file).iter_batches(rows, columns=_BLOCK)


_MEMBERS_AT_ONCE = 200_000
_NO_CAUSES = "cast(array() AS array<string>) AS causes"


def kept(messages: DataFrame, exceptions: DataFrame) -> DataFrame:
    """The messages that are here once and that their feeds accept, with when they were said."""
    late = exceptions.withColumnRenamed("received", "earliest")
    found = messages.join(F.broadcast(late), "position", "left")
    received = F.when(F.col("is_out").isNull(), F.col("received")).otherwise(F.col("earliest"))
    return found.where(~F.coalesce("is_out", F.lit(False))).withColumn(
        "moment", F.least("asserted", received)
    )


def members(messages: DataFrame) -> DataFrame:
    """Which message may be in which thread. Any message may be the root of one, without causes.

    Finding the roots first would take a join of all messages with all. `opens` marks a message
    that opens a thread even without replies.
    """
    rest = ["key", "author", "sequence", "previous", "moment", "position"]
    replies = messages.where(F.col("root").isNotNull())
    opens = F.col("title").isNotNull().alias("opens")
    return replies.select("root", *rest, "causes", F.lit(False).alias("opens")).unionByName(
        messages.select(F.col("key").alias("root"), *rest, F.expr(_NO_CAUSES), opens)
    )


def put_ordered(members: DataFrame, folder: Path) -> Path:
    """Write every thread in its order, in parallel tasks: `schemas.THREAD_TABLE`."""
    is_reply = F.col("key") != F.col("root")
    dealt = members.repartition("root").sortWithinPartitions("root", is_reply, "position")
    return write_found(dealt, _order, schemas.THREAD_TABLE, folder)


def _order(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.Table]:
    return map(order_threads, whole_groups(batches, "root"))


def whole_groups(batches: Iterator[pa.RecordBatch], column: str) -> Iterator[pa.Table]:
    """Rows of so many threads or feeds that each costs little, each of them whole.

    The rows of one have the same value in the column and are adjacent.
    """
    waiting: list[pa.RecordBatch] = []
    for batch in batches:
        waiting.append(batch)
        if sum(map(len, waiting)) >= _MEMBERS_AT_ONCE:
            table = pa.Table.from_batches(waiting)
            last = pc.index(table[column], table[column][-1]).as_py()
            if last:
                yield table[:last]
            waiting = table[last:].to_batches()
    if waiting:
        yield pa.Table.from_batches(waiting)

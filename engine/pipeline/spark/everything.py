"""The timeline of everything: all messages of all feeds as one graph, in the order of ranks.

A message comes after the one before it in its feed and after what it names in its thread. The
graph is as deep as the conversation is long, so ranks can't be found in rounds, one a level: one
task goes through all of it in blocks (`rank_blocks`), which Spark brings into the order of time.
"""

import hashlib
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray
from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812 - the usual name

from engine.errors import TanglescopeError
from engine.linear.longest_paths import Integers, longest_paths
from engine.pipeline.files import schemas
from engine.pipeline.files.arrow import pa
from engine.pipeline.memory import Memory
from engine.pipeline.ordering import order_threads
from engine.pipeline.spark.source import one_task, put_down

_Run: TypeAlias = tuple[Integers, NDArray[np.int32]]

MOST_PASSES = 1000
"""As often do clocks run backwards across blocks on one path before it must be a cycle."""

_CYCLE = "Messages come after each other in a cycle: they have no order."


class Unranked(TanglescopeError):
    """Events come in a cycle: some of their names can't be true."""


class EventBlock(NamedTuple):
    """Events: their names, the names of the causes of each, and where they came from.

    A name is in one block only.
    """

    names: Sequence[str]
    causes: Sequence[Sequence[str]]
    positions: Sequence[int] = ()


RankedBlock: TypeAlias = tuple[EventBlock, list[int], dict[str, list[str]]]
"""A block, the ranks of its events, and by name those of their causes that are in no block."""


def rank_blocks(blocks: Callable[[], Iterable[EventBlock]]) -> Iterator[RankedBlock]:
    """Block by block the ranks in the whole graph.

    `blocks()` gives the same blocks every time. Raises `Unranked`.
    """
    known = _RankedRuns()
    for number in range(MOST_PASSES):
        rises = False
        for block in blocks():
            rises |= known.rank(block, notes_missing=number == 0)
        # What comes in the order of its causes is done after one pass; who looks needs no second.
        if not (known.came_late() if number == 0 else rises):
            break
    else:
        raise Unranked(_CYCLE)
    ghosts = known.ghosts()
    for block in blocks():
        yield block, known.ranks(known.digests(block.names)).tolist(), ghosts


@dataclass(slots=True)
class _RankedRuns:
    """Ranks by digest: sorted runs, each at least twice as long as the next.

    `missing` are pairs of events and causes that weren't known when they were asked for, with the
    digests of the causes.
    """

    runs: list[_Run] = field(default_factory=list)
    missing: list[tuple[Integers, list[tuple[str, str]]]] = field(default_factory=list)
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    def digests(self, names: Iterable[str]) -> Integers:
        """Numbers for names; equal ones can't be constructed without the secret."""
        digest, secret = hashlib.blake2b, self.secret
        texts = [digest(name.encode(), digest_size=8, key=secret).digest() for name in names]
        return np.frombuffer(b"".join(texts), np.int64)

    def rank(self, block: EventBlock, *, notes_missing: bool) -> bool:
        """Rank a block upon what is known; whether any rank is new or has risen."""
        own = self.digests(block.names)
        effect = np.repeat(np.arange(len(own)), [len(each) for each in block.causes])
        named = [name for each in block.causes for name in each]
        cause = self.digests(named)
        is_own, place = _find(own, cause)
        before = self.ranks(cause[~is_own])
        if notes_missing:
            late = np.flatnonzero(~is_own)[before < 0]
            pairs = [(block.names[effect[edge]], named[edge]) for edge in late.tolist()]
            self.missing.append((cause[late], pairs))
        floor = np.zeros(len(own), np.int64)
        np.maximum.at(floor, effect[~is_own], before + 1)
        inside = is_own & (place != effect)
        ranks, stuck = longest_paths(floor, place[inside], effect[inside])
        if len(stuck):
            raise Unranked(_CYCLE)
        rises = bool((ranks > self.ranks(own)).any())
        self._put(own, ranks.astype(np.int32))
        return rises

    def ranks(self, digests: Integers) -> Integers:
        """The ranks as far as they are known, -1 for the others."""
        found = np.full(len(digests), -1, np.int64)
        for keys, ranks in self.runs:
            place = np.minimum(np.searchsorted(keys, digests), len(keys) - 1)
            hit = keys[place] == digests
            found[hit] = ranks[place[hit]]
        return found

    def came_late(self) -> bool:
        """Whether a cause that was missing when it was asked for is known by now."""
        return any(bool((self.ranks(causes) >= 0).any()) for causes, _ in self.missing)

    def ghosts(self) -> dict[str, list[str]]:
        """Of the events whose causes are still missing these causes."""
        found: dict[str, list[str]] = {}
        for causes, pairs in self.missing:
            for edge in np.flatnonzero(self.ranks(causes) < 0).tolist():
                event, cause = pairs[edge]
                found.setdefault(event, []).append(cause)
        return found

    def _put(self, digests: Integers, ranks: NDArray[np.int32]) -> None:
        if len(digests) == 0:
            return
        new = np.ones(len(digests), bool)
        for keys, values in self.runs:
            place = np.minimum(np.searchsorted(keys, digests), len(keys) - 1)
            hit = keys[place] == digests
            values[place[hit]] = ranks[hit]
            new &= ~hit
        if new.any():
            self.runs.append(_sorted(digests[new], ranks[new]))
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


def _sorted(keys: Integers, values: NDArray[np.int32]) -> _Run:
    order = np.argsort(keys, kind="stable")
    return keys[order], values[order]


BYTES = 1300
"""Memory that ranking takes for every event of a block, as measured."""

SHARE = 0.3
"""How much of the machine's memory one task may take."""

MOST = 10_000_000
"""Events of a block at most: a column of Arrow holds 2 GiB of names, those of causes included."""

_ROWS = 20_000
_BLOCK = ["key", "causes", "position"]


def nodes(messages: DataFrame) -> DataFrame:
    """Messages with all that they come after: `schemas.NODE`."""
    before = F.array_compact(F.array("previous"))
    causes = F.array_distinct(F.concat(before, "causes"))
    return messages.select("key", "position", "asserted", causes.alias("causes"))


def block_size(memory: int | None = None) -> int:
    """How many events fit into one block, by the memory (in bytes) of the machine that ranks."""
    if memory is None:
        memory = Memory.now().total
    return min(max(int(memory * SHARE) // BYTES, 1), MOST)


def put_ranked(nodes: DataFrame, blocks: Path, folder: Path, size: int | None = None) -> Path:
    """Write every event with its rank among all: `schemas.RANKED_TABLE`.

    `blocks` takes some of their columns as time went. `size` is how many events a block holds;
    without it, what the machine that ranks can take. Where messages come in a cycle nothing is
    ranked: the database knows which of them count.
    """
    nodes.sort("asserted", "key").write.mode("overwrite").parquet(str(blocks))

    def rank(_: Iterator[pa.RecordBatch]) -> Iterator[pa.Table]:
        with suppress(Unranked):
            yield from _rank_blocks(blocks, size or block_size())

    return put_down(one_task(nodes.sparkSession), rank, schemas.RANKED_TABLE, folder)


def _rank_blocks(folder: Path, size: int) -> Iterator[pa.Table]:
    for block, ranks, missing in rank_blocks(lambda: _blocks(folder, size)):
        ghosts = [missing.get(name, ()) for name in block.names]
        yield pa.table([block.positions, ranks, ghosts], schema=schemas.RANKED_TABLE)


def _blocks(folder: Path, size: int) -> Iterator[EventBlock]:
    rows: list[list[Any]] = [[], [], []]
    for file in sorted(folder.glob("*.parquet")):
        for batch in pq.ParquetFile(file).iter_batches(_ROWS, columns=_BLOCK):
            for column, values in zip(rows, batch.columns, strict=True):
                column += values.to_pylist()
            while len(rows[0]) >= size:
                yield EventBlock(*(column[:size] for column in rows))
                rows = [column[size:] for column in rows]
    if rows[0]:
        yield EventBlock(*rows)


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
    rest = ["key", "author", "moment", "position"]
    replies = messages.where(F.col("root").isNotNull())
    opens = F.col("title").isNotNull().alias("opens")
    return replies.select("root", *rest, "causes", F.lit(False).alias("opens")).unionByName(
        messages.select(F.col("key").alias("root"), *rest, F.expr(_NO_CAUSES), opens)
    )


def put_ordered(members: DataFrame, folder: Path) -> Path:
    """Write every thread in its order, in parallel tasks: `schemas.THREAD_TABLE`."""
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

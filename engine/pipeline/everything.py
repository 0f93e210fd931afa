"""The timeline of everything: all messages of all feeds as one graph, in the order of ranks.

A message comes after the one before it in its feed and after what it names in its thread. The
graph is as deep as the conversation is long, so ranks can't be found in rounds, one a level: one
task goes through all of it, at once where it has the memory, else in blocks
(`engine.pipeline.blocks`), which Spark brings into the order of time.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812 - everybody calls it so

from engine.pipeline.blocks import Block, rank_blocks

NODE = "key string, asserted double, causes array<string>"
"""A message and all that it comes after."""

RANKED = "key string, rank int"
"""A message and its rank among everything."""

BYTES = 1300
"""Memory that ranking takes for every event of a block, as measured."""

SHARE = 0.3
"""How much of the machine's memory one task may take."""

_ROWS = 20_000


def nodes(messages: DataFrame) -> DataFrame:
    """Messages with all that they come after: `NODE`."""
    before = F.array_compact(F.array("previous"))
    causes = F.array_distinct(F.concat(before, "causes"))
    return messages.select("key", "asserted", causes.alias("causes"))


def block_size(memory: int | None = None) -> int:
    """How many events fit into one block, by the memory (in bytes) of the machine that ranks."""
    if memory is None:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return max(int(memory * SHARE) // BYTES, 1)


def ranked(nodes: DataFrame, folder: Path, size: int | None = None) -> DataFrame:
    """Every event with its rank among all: `RANKED`. `folder` takes the events in order of time.

    `size` is how many events a block holds; without it, what the machine that ranks can take.
    """
    nodes.sort("asserted", "key").write.mode("overwrite").parquet(str(folder))
    one = nodes.sparkSession.range(0, 1, 1, 1)

    def rank(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for _ in batches:
            yield from _ranked(folder, size or block_size())

    return one.mapInArrow(rank, RANKED)


def _ranked(folder: Path, size: int) -> Iterator[pa.RecordBatch]:
    schema = pa.schema([("key", pa.string()), ("rank", pa.int32())])
    for names, ranks in rank_blocks(lambda: _blocks(folder, size)):
        table = pa.table([names, ranks], schema=schema)
        yield from table.to_batches(max_chunksize=_ROWS)


def _blocks(folder: Path, size: int) -> Iterator[Block]:
    names: list[str] = []
    causes: list[list[str]] = []
    for file in sorted(folder.glob("*.parquet")):
        for batch in pq.ParquetFile(file).iter_batches(_ROWS, columns=["key", "causes"]):
            names += batch.column("key").to_pylist()
            causes += batch.column("causes").to_pylist()
            while len(names) >= size:
                yield names[:size], causes[:size]
                del names[:size], causes[:size]
    if names:
        yield names, causes

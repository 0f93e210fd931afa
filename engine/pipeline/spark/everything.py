"""The timeline of everything: all messages of all feeds as one graph, in the order of ranks.

A message comes after the one before it in its feed and after what it names in its thread. The
graph is as deep as the conversation is long, so ranks can't be found in rounds, one a level: one
task goes through all of it in blocks (`engine.pipeline.spark.blocks`), which Spark brings into the
order of time.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812 - everybody calls it so

from engine.pipeline.files import schemas
from engine.pipeline.files.arrow import pa
from engine.pipeline.memory import Memory
from engine.pipeline.spark.blocks import EventBlock, Unranked, rank_blocks
from engine.pipeline.spark.tasks import one_task, put_down

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
    """Put down every event with its rank among all: `schemas.RANKED_TABLE`.

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

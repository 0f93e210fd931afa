"""Chains in Spark: windows find the feeds that are out of order, the kernel judges those.

Nearly every feed is whole: 1, 2, 3 ..., each naming the one before. A window sees that, and then
every message of it is what it is alone, in whatever order they came. What is emitted are the
exceptions only: second copies, earlier times of receipt, and all that `engine.store.chains` says
of the feeds that are not whole, fed to it in the order of the archive as everywhere else.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pyarrow as pa
from pyspark.sql import Column, DataFrame, Window, WindowSpec
from pyspark.sql import functions as F  # noqa: N812 - everybody calls it so

from engine.message.verdict import Verdict
from engine.pipeline import schemas
from engine.store.chains import Chains
from engine.store.extracts import verdict_of


def exceptions(messages: DataFrame) -> DataFrame:
    """The messages that are not what they are alone: `schemas.EXCEPTION`."""
    is_told = ~F.col("is_whole") | F.col("is_again") | F.col("is_earlier")
    told = _marked(messages).where(is_told)
    return told.groupBy("author").applyInArrow(_judge, schemas.EXCEPTION)


def _marked(messages: DataFrame) -> DataFrame:
    """Of every message: whether its feed is whole, it is a second copy, or a copy came earlier."""
    feed = Window.partitionBy("author")
    by_place = feed.orderBy("sequence", "key", "position")
    copies = Window.partitionBy("author", "sequence", "key")
    is_again = F.coalesce(_before("key", by_place) == F.col("key"), F.lit(False))
    is_earlier = F.col("received").isNull() | (F.col("earliest") < F.col("received"))
    return (
        messages.select(*Row._fields)
        .withColumn("is_again", is_again)
        .withColumn("earliest", F.min("received").over(copies))
        .withColumn("is_earlier", F.col("earliest").isNotNull() & is_earlier)
        .withColumn("is_next", F.col("is_again") | _is_next(by_place))
        .withColumn("is_whole", F.min("is_next").over(feed))
    )


def _is_next(feed: WindowSpec) -> Column:
    follows = F.col("sequence") == F.coalesce(_before("sequence", feed), F.lit(0)) + 1
    return follows & F.col("previous").eqNullSafe(_before("key", feed))


def _before(column: str, feed: WindowSpec) -> Column:
    return F.lag(column).over(feed)


def _judge(feed: pa.Table) -> pa.Table:
    """The exceptions in one feed; of one that is whole only copies and dated firsts are told."""
    table = feed.sort_by("position")
    if table["is_whole"][0].as_py():
        columns = [table[name].to_pylist() for name in _TOLD]
        found = [_copy(*row) for row in zip(*columns, strict=True)]
    else:
        columns = [table[name].to_pylist() for name in Row._fields]
        found = list(judge_feed(map(Row._make, zip(*columns, strict=True))))
    columns = [list(column) for column in zip(*found, strict=True)]
    return pa.table(columns or [[]] * 4, schema=schemas.EXCEPTION_TABLE)


class Row(NamedTuple):
    """A message of a feed: as much as judging needs."""

    position: int
    key: str
    author: str
    sequence: int
    previous: str | None
    standing: str
    rule: str | None
    received: float | None


Exceptional = tuple[int, str | None, str | None, float | None]
"""A row of `schemas.EXCEPTION`."""

_TOLD = ("position", "standing", "rule", "earliest", "is_again")


def _copy(
    position: int, standing: str, rule: str | None, earliest: float | None, is_again: bool
) -> Exceptional:
    if is_again:
        return position, None, None, None
    return position, standing, rule, earliest


def judge_feed(messages: Iterable[Row]) -> Iterator[Exceptional]:
    """The exceptions among messages of one feed, which come in the order of the archive."""
    chains = Chains()
    kept: dict[str, Row] = {}
    verdicts: dict[str, Verdict] = {}
    received: dict[str, float | None] = {}
    for message in messages:
        if message.key in kept:
            yield message.position, None, None, None
            received[message.key] = _earlier(received[message.key], message.received)
            continue
        verdict, others = chains.judge(message, verdict_of(message.standing, message.rule))
        verdicts.update(others)
        if verdict.is_good:
            kept[message.key] = message
            verdicts[message.key] = verdict
            received[message.key] = message.received
        else:
            yield message.position, str(verdict.standing), str(verdict.rule), None
    for key, message in kept.items():
        verdict = verdicts[key]
        is_alone = verdict == verdict_of(message.standing, message.rule)
        if not is_alone or received[key] != message.received:
            rule = None if verdict.rule is None else str(verdict.rule)
            yield message.position, str(verdict.standing), rule, received[key]


def _earlier(one: float | None, other: float | None) -> float | None:
    return min((time for time in (one, other) if time is not None), default=None)

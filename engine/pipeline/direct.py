"""The direct executor: child processes check slices; this process links and orders in arrays.

It reads all messages from their parts into one table. That works while it fits into memory; beyond
that, Spark does it.
"""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pyarrow.compute as pc
import pyarrow.parquet as pq

from tanglescope.engine.archive.processes import WorkerEnded, start_workers
from tanglescope.engine.archive.record import CheckingStopped
from tanglescope.engine.language.wording import tr
from tanglescope.engine.pipeline.budget import Budget
from tanglescope.engine.pipeline.building import OrderedMessages
from tanglescope.engine.pipeline.executor import THREADS_AT_ONCE, Executor, LoadedMessages
from tanglescope.engine.pipeline.files import schemas
from tanglescope.engine.pipeline.files.arrow import flat, pa, release
from tanglescope.engine.pipeline.files.parts import Criteria, check_slice
from tanglescope.engine.pipeline.files.slices import Slice
from tanglescope.engine.pipeline.memory import ended_for_memory
from tanglescope.engine.pipeline.ordering import (
    Flags,
    Members,
    each_once,
    latest_earlier,
    order_threads,
)
from tanglescope.engine.store.orders.longest_paths import adjusted_times, in_time_order

AT_ONCE = 200_000
"""Members of the threads that are ordered at once: more would need memory without saving time."""

_NUMBERS = ["offset", "sequence", "asserted", "received", "title"]


def read_messages(messages: LoadedMessages) -> Members:
    """All messages that are loaded, in the order of the archives."""
    left_out = pa.array(np.array(messages.left_out, np.int64))
    files, kept, parts = list(messages.files()), [], [_NOTHING]
    for file, first in files:
        part = _read(file, _NUMBERS)
        position = pc.add(part["offset"], first)
        kept.append(pc.invert(pc.is_in(position, left_out)))
        columns = [position, *part.columns[1:-1], part["title"].is_valid()]
        parts.append(pa.table(columns, schema=_NOTHING.schema).filter(kept[-1]))
    table = pa.concat_tables(parts)
    received = table["received"].to_numpy().copy()
    dated = np.array(list(messages.dated), np.int64)
    received[np.searchsorted(table["position"].to_numpy(), dated)] = list(messages.dated.values())
    moment = pc.min_element_wise(table["asserted"], pa.array(received, from_pandas=True))
    table = table.drop_columns(["asserted", "received"]).append_column("moment", moment)

    def column(name: str) -> pa.ChunkedArray:
        if name in table.column_names:
            return table[name]
        pairs = zip(files, kept, strict=True)
        found = [_read(file, [name]).filter(is_kept)[name] for (file, _), is_kept in pairs]
        chunks = [chunk for each in found for chunk in each.chunks]
        return pa.chunked_array(chunks, schemas.GOOD.field(name).type)

    return Members.of(column)


def _read(file: str, columns: list[str]) -> pa.Table:
    # Reading as a data set, in threads, takes 100 MB more: memory freed by those threads isn't
    # reused.
    return pq.ParquetFile(file).read(columns, use_threads=False)


def threads(kept: Members, at_once: int = AT_ONCE) -> Iterator[Members]:
    """The members of whole threads: up to `at_once` members, or one thread."""
    replies = np.flatnonzero(kept.root >= 0)
    opened = np.flatnonzero(np.isin(kept.key, kept.root) | kept.opens)
    thread = np.append(kept.key[opened], kept.root[replies])
    order = np.argsort(thread, kind="stable")
    thread, rows, is_reply = thread[order], np.append(opened, replies)[order], order >= len(opened)
    ends = np.append(np.flatnonzero(np.diff(thread)) + 1, len(thread))
    start = 0
    while start < len(thread):
        end = int(ends[np.searchsorted(ends, min(start + at_once, len(thread)))])
        yield _members(kept.take(rows[start:end]), is_reply[start:end])
        start = end


def _members(found: Members, is_reply: Flags) -> Members:
    """Members that are replies or roots; as the root of a thread, a message has no causes."""
    return replace(
        found,
        causes=pc.if_else(pa.array(is_reply), found.causes, None),
        root=np.where(is_reply, found.root, found.key),
        opens=found.opens & ~is_reply,
    )


def in_order(kept: Members) -> OrderedMessages | None:
    """The time order of everything; None if messages come in a cycle."""
    # The number of a name is that of its message, or above all messages if that is missing.
    count, previous, root = len(kept.key), kept.previous, kept.root
    chained = np.flatnonzero(previous >= 0)
    inside, named = flat(kept.causes)
    effect = np.append(chained, inside)
    cause = np.append(previous[chained], named.to_numpy())
    is_here = cause < count
    ghost, waiting = each_once(cause[~is_here], effect[~is_here])
    cause, effect = cause[is_here], effect[is_here]
    is_inside = (root[effect] >= 0) & ((cause == root[effect]) | (root[cause] == root[effect]))
    is_reply = (root >= 0) & (root < count)
    is_reply[effect[is_inside]] = False
    replies = np.flatnonzero(is_reply)
    before = np.where(previous < count, previous, -1)
    earlier = latest_earlier(kept.author, kept.sequence, before)
    gaps = np.flatnonzero((earlier >= 0) & (earlier != before))
    cause = np.concatenate([cause, root[replies], earlier[gaps]])
    effect = np.concatenate([effect, replies, gaps])
    is_edge = cause != effect
    edges = each_once(cause[is_edge], effect[is_edge])
    own = np.where(np.isnan(kept.moment), np.inf, kept.moment)
    times, stuck = adjusted_times(own, *edges)
    if len(stuck):
        return None
    table = pa.table({"time": times, "moment": own, "name": kept.names[:count]})
    by = [(column, "ascending") for column in table.column_names]
    order = pc.sort_indices(table, by).to_numpy().astype(np.int64)
    ghosts = kept.names.take(pa.array(ghost)).to_pylist()
    return OrderedMessages(times, edges, ghosts, waiting, in_time_order(order, times, *edges))


_NOTHING = pa.schema(
    [
        ("position", pa.int64()),
        *map(schemas.GOOD.field, _NUMBERS[1:-1]),
        ("opens", pa.bool_()),
    ]
).empty_table()


class DirectExecutor(Executor):
    """An executor on the processors of this machine."""

    weights = MappingProxyType(
        {"checking": 0.81, "linking": 0.065, "ordering": 0.085, "publishing": 0.04}
    )
    ordered = 0.55

    _kept: tuple[LoadedMessages, Members] | None = None

    def fits(self, budget: Budget) -> bool:
        """Whether arrays of all messages fit."""
        return budget.whole

    @contextmanager
    def checking(
        self, slices: Sequence[Slice], budget: Budget, criteria: Criteria
    ) -> Iterator[Sequence[Future[object]]]:
        """Check slices in processes."""
        if not slices:
            yield []
            return
        with explain_ended_workers(), start_workers(budget.processes) as pool:
            yield [pool.submit(check_slice, each, criteria) for each in slices]

    def link(self, messages: LoadedMessages) -> Iterable[pa.RecordBatch]:
        """Order threads in groups of a size at which that is fastest."""
        found = [order_threads(each) for each in threads(self._kept_of(messages))]
        release()
        batches: list[pa.RecordBatch] = pa.concat_tables(
            [schemas.THREAD_TABLE.empty_table(), *found]
        ).to_batches(THREADS_AT_ONCE)
        return batches

    def order(self, messages: LoadedMessages) -> OrderedMessages | None:
        """Order all messages at once."""
        return in_order(self._kept_of(messages))

    def stop(self) -> None:
        """Let the step go on: it takes seconds at most."""

    def end(self) -> None:
        """Forget the messages."""
        self._kept = None

    def _kept_of(self, messages: LoadedMessages) -> Members:
        """The messages, read once for all steps."""
        if self._kept is None or self._kept[0] is not messages:
            self._kept = messages, read_messages(messages)
            release()
        return self._kept[1]


@contextmanager
def explain_ended_workers() -> Iterator[None]:
    """Turn the death of a checking process into a `CheckingStopped` with an explanation."""
    before = ended_for_memory()
    try:
        yield
    except WorkerEnded:
        text = (
            tr("Memory ran out, and the system ended a process that was checking messages.")
            if ended_for_memory() > before
            else tr("A process that was checking messages was killed.")
        )
        again = tr(
            "What was checked is kept. If memory is short, close other programs or "
            "raise the memory limit of this one; then start the import again: it "
            "continues where it stopped."
        )
        raise CheckingStopped(f"{text} {again}") from None

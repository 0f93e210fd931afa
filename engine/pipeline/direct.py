"""The direct executor: child processes check slices; this process links and orders in arrays.

It reads all messages from their parts into one table of numbers. Where memory is short, it reads
names in several passes; what doesn't fit even so is for Spark.
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
from tanglescope.engine.pipeline.files.arrow import ONE_PASS, Flags, Pass, flat, pa, release, whole
from tanglescope.engine.pipeline.files.parts import Criteria, check_slice
from tanglescope.engine.pipeline.files.slices import Slice
from tanglescope.engine.pipeline.memory import ended_for_memory
from tanglescope.engine.pipeline.ordering import (
    Members,
    each_once,
    latest_earlier,
    order_threads,
)
from tanglescope.engine.store.orders.longest_paths import Integers, adjusted_times, in_time_order

AT_ONCE = 200_000
"""Members of the threads that are ordered at once: more would need memory without saving time."""

_NUMBERS = ["offset", "sequence", "asserted", "received", "title"]


def read_messages(
    messages: LoadedMessages, passes: int = 1, threads_of: Pass = ONE_PASS
) -> Members:
    """All messages that are loaded, in the order of the archives; or those of some threads.

    In several `passes`, names are numbered with a part of the keys in memory.
    """
    left_out = pa.array(np.array(messages.left_out, np.int64))
    files, kept, parts = list(messages.files()), [], [_NOTHING]
    needed = _NUMBERS if threads_of.count == 1 else [*_NUMBERS, "key", "root"]
    for file, first in files:
        part = _read(file, needed)
        position = pc.add(part["offset"], first)
        is_kept = pc.invert(pc.is_in(position, left_out))
        opens = part["title"].is_valid()
        if threads_of.count > 1:
            begins, replies = (threads_of.holds(whole(part[name])) for name in ("key", "root"))
            is_kept, opens = pc.and_(is_kept, begins | replies), pc.and_(opens, begins)
        kept.append(is_kept)
        columns = [position, *(part[name] for name in _NUMBERS[1:-1]), opens]
        parts.append(pa.table(columns, schema=_NOTHING.schema).filter(is_kept))
    table = pa.concat_tables(parts)
    received = table["received"].to_numpy().copy()
    dated = pa.array([*messages.dated], pa.int64())
    place = pc.index_in(dated, table["position"].combine_chunks())
    is_here = place.is_valid().to_numpy(zero_copy_only=False)
    received[place.drop_null().to_numpy()] = np.array([*messages.dated.values()])[is_here]
    moment = pc.min_element_wise(table["asserted"], pa.array(received, from_pandas=True))
    table = table.drop_columns(["asserted", "received"]).append_column("moment", moment)

    def chunks(name: str) -> Iterator[pa.Array]:
        if name in table.column_names:
            yield from table[name].chunks
            return
        for (file, _), is_kept in zip(files, kept, strict=True):
            for chunk in _read(file, [name]).filter(is_kept)[name].chunks:
                is_other = name == "root" and threads_of.count > 1
                yield (
                    pc.if_else(pa.array(threads_of.holds(chunk)), chunk, None)
                    if is_other
                    else chunk
                )
        release()

    return Members.of(chunks, passes)


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
    edges, (ghost, waiting) = _edges(kept)
    own = np.where(np.isnan(kept.moment), np.inf, kept.moment)
    times, stuck = adjusted_times(own, *edges)
    if len(stuck):
        return None
    found = OrderedMessages(times, edges, kept.names.take(pa.array(ghost)).to_pylist(), waiting)
    if kept.names[: len(times)].null_count:
        return found  # the database knows the names
    table = pa.table({"time": times, "moment": own, "name": kept.names[: len(times)]})
    by = [(column, "ascending") for column in table.column_names]
    order = pc.sort_indices(table, by).to_numpy().astype(np.int64)
    return found._replace(order=in_time_order(order, times, *edges))


def _edges(kept: Members) -> tuple[tuple[Integers, Integers], tuple[Integers, Integers]]:
    """The causes and effects among everything; and the missing causes, and what waits for each.

    The number of a name is that of its message, or above all messages if that is missing.
    """
    count, previous, root = len(kept.key), kept.previous, kept.root
    chained = np.flatnonzero(previous >= 0)
    inside, named = flat(kept.causes)
    effect = np.append(chained, inside).astype(np.int32)
    cause = np.append(previous[chained], named.to_numpy())
    del chained, inside, named
    is_here = cause < count
    missing = each_once(cause[~is_here], effect[~is_here])
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
    return each_once(cause[is_edge], effect[is_edge]), missing


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
    _passes = 1

    def fits(self, budget: Budget) -> bool:
        """Whether arrays of all messages fit, with a part of their names at least."""
        self._passes = budget.passes
        return budget.passes > 0

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
        if self._passes > 1:
            return self._link_in_passes(messages)
        found = [order_threads(each) for each in threads(self._kept_of(messages))]
        release()
        batches: list[pa.RecordBatch] = pa.concat_tables(
            [schemas.THREAD_TABLE.empty_table(), *found]
        ).to_batches(THREADS_AT_ONCE)
        return batches

    def order(self, messages: LoadedMessages) -> OrderedMessages | None:
        """Order all messages at once."""
        if self._passes > 1:
            return in_order(read_messages(messages, self._passes))
        return in_order(self._kept_of(messages))

    def stop(self) -> None:
        """Let the step go on: it takes seconds at most."""

    def end(self) -> None:
        """Forget the messages."""
        self._kept = None

    def _link_in_passes(self, messages: LoadedMessages) -> Iterator[pa.RecordBatch]:
        """The same, with a part of the threads in memory at a time."""
        for number in range(self._passes):
            kept = read_messages(messages, threads_of=Pass(number, self._passes))
            found = threads(kept, AT_ONCE // self._passes)
            del kept
            for table in map(order_threads, found):
                yield from table.to_batches(THREADS_AT_ONCE)
            release()

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

"""The direct executor: child processes check slices; this process links and orders in arrays.

It reads all messages from their parts into one graph, in which numbers replace names. That works
while all names fit into memory; beyond that, Spark does it.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import pyarrow.compute as pc
import pyarrow.parquet as pq

from engine.archive.errors import CheckingStopped
from engine.archive.processes import WorkerEnded, started
from engine.linear.longest_paths import (
    Integers,
    Times,
    adjusted_times,
    in_time_order,
    within_cycles,
)
from engine.pipeline.budget import Budget
from engine.pipeline.building import OrderedMessages, OrderedThreads
from engine.pipeline.executor import (
    THREADS_AT_ONCE,
    Executor,
    LoadedMessages,
)
from engine.pipeline.feeds import latest_earlier
from engine.pipeline.files import schemas
from engine.pipeline.files.arrow import pa
from engine.pipeline.files.columns import flat, numbered
from engine.pipeline.files.parts import check_slice
from engine.pipeline.files.slices import Slice
from engine.pipeline.memory import ended_for_memory
from engine.pipeline.ordering import Flags, Members, each_once, order_threads
from engine.wording import tr

AT_ONCE = 200_000
"""Members of the threads that are ordered at once: more would need memory without saving time."""

_REPEATED = ["author", "root"]
_TIMES = ["asserted", "received"]
_KEPT = ["key", "author", "sequence", "previous", "root", "causes", "opens"]


class _Edges(NamedTuple):
    """Edges between messages by number; those that are `doubtful` give way in cycles."""

    cause: Integers
    effect: Integers
    doubtful: Flags


@dataclass(frozen=True, slots=True)
class MessageGraph:
    """All messages, each once, by number: in the order of the archives, from 0 on.

    `names` has their keys, and after these the names of missing messages; -1 is no message.
    """

    names: pa.Array
    previous: Integers
    causes: pa.ListArray
    root: Integers
    author: pa.DictionaryArray
    sequence: Integers
    opens: Flags
    position: Integers
    moment: Times

    @classmethod
    def read(cls, messages: LoadedMessages) -> "MessageGraph":
        """The graph of messages that are loaded."""
        refused = np.array(messages.refused, np.int64)
        return cls.of([_part(_read(file), first, refused) for file, first in messages.files()])

    @classmethod
    def of(cls, parts: Sequence[pa.Table]) -> "MessageGraph":
        """The graph of messages with the columns of `_NOTHING`, in order.

        Of several with one key, the first counts, with the earliest time of receipt. Names are
        compared only here, all at once.
        """
        parts = [*parts, _NOTHING]
        position, asserted, received = (
            np.concatenate([table[name].to_numpy() for table in parts])
            for name in ("position", *_TIMES)
        )
        # Column by column, so that the chunks of one are freed before the next is joined.
        chunks = {name: [each for table in parts for each in table[name].chunks] for name in _KEPT}
        del parts
        root, causes = (pa.concat_arrays(chunks.pop(name)) for name in ("root", "causes"))
        names, (key, previous, cause, roots) = numbered(
            chunks.pop("key"), chunks.pop("previous"), [causes.flatten()], [root.dictionary]
        )
        rooted = np.append(roots, -1)[root.indices.fill_null(-1).to_numpy()]
        causes = pa.ListArray.from_arrays(causes.offsets, pa.array(cause))
        author, sequence, opens = (
            pa.concat_arrays(chunks.pop(name)) for name in ("author", "sequence", "opens")
        )
        sequence = sequence.to_numpy()
        opens = opens.to_numpy(zero_copy_only=False)
        is_first = np.append(True, np.diff(np.maximum.accumulate(key)) > 0)[: len(key)]
        if not is_first.all():
            again = ~is_first
            earliest = received[is_first]
            np.fmin.at(earliest, key[again], received[again])
            first = np.flatnonzero(is_first)
            causes, author = causes.take(pa.array(first)), author.take(pa.array(first))
            previous, rooted, sequence, opens, position, asserted = (
                each[first] for each in (previous, rooted, sequence, opens, position, asserted)
            )
            received = earliest
        moment = np.fmin(asserted, received)
        return cls(names, previous, causes, rooted, author, sequence, opens, position, moment)

    def __len__(self) -> int:
        return len(self.position)

    def threads(self, at_once: int = AT_ONCE) -> Iterator[Members]:
        """The members of whole threads: up to `at_once` members, or one thread."""
        replies = np.flatnonzero(self.root >= 0)
        is_root = self.opens.copy()
        is_root[self.root[replies][self.root[replies] < len(self)]] = True
        opened = np.flatnonzero(is_root)
        roots, rows = np.append(opened, self.root[replies]), np.append(opened, replies)
        order = np.argsort(roots, kind="stable")
        roots, rows, is_reply = roots[order], rows[order], order >= len(opened)
        ends = np.append(np.flatnonzero(np.diff(roots)) + 1, len(roots))
        start = 0
        while start < len(roots):
            end = int(ends[np.searchsorted(ends, min(start + at_once, len(roots)))])
            here = slice(start, end)
            yield self._members(roots[here], rows[here], is_reply[here])
            start = end

    def in_order(self) -> OrderedMessages | None:
        """The time order of everything; None if there is a cycle."""
        count = len(self)
        after, named = flat(self.causes)
        effect = np.append(np.flatnonzero(self.previous >= 0), after)
        cause = np.append(self.previous[self.previous >= 0], named.to_numpy())
        is_here = cause < count
        missing = cause[~is_here], effect[~is_here]
        edges = self._edges(cause[is_here], effect[is_here])
        ends = edges.cause, edges.effect
        own = np.where(np.isnan(self.moment), np.inf, self.moment)
        times, stuck = adjusted_times(own, *ends)
        if len(stuck) and edges.doubtful.any():
            kept = ~(within_cycles(count, *ends, stuck) & edges.doubtful)
            ends = edges.cause[kept], edges.effect[kept]
            times, stuck = adjusted_times(own, *ends)
        if len(stuck):
            return None
        ghost, waiting = each_once(*missing)
        ghosts = self.names.take(pa.array(ghost)).to_pylist()
        table = pa.table({"time": times, "moment": own, "name": self.names[:count]})
        by = [(column, "ascending") for column in table.column_names]
        order = pc.sort_indices(table, by).to_numpy().astype(np.int64)
        order = in_time_order(order, times, *ends)
        every = each_once(edges.cause, edges.effect)
        return OrderedMessages(times, every, ghosts, waiting, order)

    def _edges(self, cause: Integers, effect: Integers) -> _Edges:
        """These edges, those from roots that no other implies, and those over gaps of feeds."""
        count, numbers = len(self), np.arange(len(self))
        root = self.root[effect]
        is_inside = (root >= 0) & ((cause == root) | (self.root[cause] == root))
        is_reply = (self.root >= 0) & (self.root < count)
        is_reply[effect[is_inside]] = False
        replies = np.flatnonzero(is_reply)
        before = np.where(self.previous < count, self.previous, -1)
        feed = self.author.indices.to_numpy().astype(np.int64)
        earlier = latest_earlier(feed, self.sequence, before)
        gaps = np.flatnonzero((earlier >= 0) & (earlier != before))
        cause = np.concatenate([cause, self.root[replies], earlier[gaps]])
        effect = np.concatenate([effect, numbers[replies], gaps])
        is_edge = cause != effect
        doubtful = np.arange(len(cause)) >= len(cause) - len(gaps)
        return _Edges(cause[is_edge], effect[is_edge], doubtful[is_edge])

    def _members(self, roots: Integers, rows: Integers, is_reply: Flags) -> Members:
        # As the root of a thread, a message has no causes.
        causes = self.causes.take(pa.array(rows, mask=~is_reply))
        named = pa.ListArray.from_arrays(causes.offsets, causes.values)
        return Members(
            self.names,
            named,
            roots,
            rows,
            self.author.indices.to_numpy()[rows].astype(np.int64),
            self.sequence[rows],
            self.previous[rows],
            self.moment[rows],
            self.position[rows],
            self.opens[rows] & ~is_reply,
        )


def _read(file: str) -> pa.Table:
    # Reading as a data set, in threads, takes 100 MB more: memory freed by those threads isn't
    # reused.
    return pq.ParquetFile(file, read_dictionary=_REPEATED).read(_READ, use_threads=False)


def _part(table: pa.Table, first: int, refused: Integers) -> pa.Table:
    """The messages of a part, except refused ones, with positions that count from `first`."""
    position = table["offset"].to_numpy() + first
    opens = pa.array(table["title"].is_valid().to_numpy(), pa.bool_())
    table = table.append_column("opens", opens)
    table = table.append_column("position", pa.array(position)).drop_columns(["offset", "title"])
    is_out = np.isin(position, refused)
    return table.filter(pa.array(~is_out)) if is_out.any() else table


_READ = [*("offset", "title"), *_TIMES, *_KEPT[:-1]]
_EMPTY = {name: pa.array([], schemas.GOOD.field(name).type) for name in _READ}
_CODED = {name: _EMPTY[name].dictionary_encode() for name in _REPEATED}
_NOTHING = _part(pa.table(_EMPTY | _CODED), 0, np.empty(0, np.int64))


class DirectExecutor(Executor):
    """An executor on the processors of this machine."""

    weights = MappingProxyType(
        {"checking": 0.81, "linking": 0.07, "ordering": 0.08, "publishing": 0.04}
    )

    _graph: tuple[LoadedMessages, MessageGraph] | None = None

    @contextmanager
    def checking(
        self, slices: Sequence[Slice], budget: Budget, hmac_key: bytes | None
    ) -> Iterator[Sequence[Future[object]]]:
        """Check slices in processes."""
        if not slices:
            yield []
            return
        with explain_ended_workers(), started(budget.processes) as pool:
            yield [pool.submit(check_slice, each, hmac_key) for each in slices]

    def link(self, messages: LoadedMessages) -> OrderedThreads:
        """Order threads in groups of a size at which that is fastest."""
        none = schemas.THREAD_TABLE.empty_table()
        threads = pa.concat_tables([none, *map(order_threads, self._graph_of(messages).threads())])
        return OrderedThreads(len(threads), threads.to_batches(THREADS_AT_ONCE))

    def order(self, messages: LoadedMessages) -> OrderedMessages | None:
        """Order the whole graph at once."""
        return self._graph_of(messages).in_order()

    def stop(self) -> None:
        """Let the step go on: it takes seconds at most."""

    def end(self) -> None:
        """Forget the graph."""
        self._graph = None

    def _graph_of(self, messages: LoadedMessages) -> MessageGraph:
        """The graph of messages, read once for all steps."""
        if self._graph is None or self._graph[0] is not messages:
            self._graph = messages, MessageGraph.read(messages)
        return self._graph[1]


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

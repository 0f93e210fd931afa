"""The job in this process and a few of its children: they check, this one writes meanwhile.

Slices are loaded in their order as soon as they are checked, so that in the end only what takes
all messages is left: the orders, and the indexes.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from engine.archive.errors import CheckingStopped
from engine.archive.processes import started
from engine.archive.threads import processors
from engine.pipeline import schemas
from engine.pipeline.building import THREADS_AT_ONCE, Building, Portion
from engine.pipeline.columns import flat
from engine.pipeline.job import Arriving, Job
from engine.pipeline.ordering import order_threads
from engine.pipeline.parts import Part, check_slice
from engine.pipeline.plans import Plan
from engine.pipeline.slices import Slice
from engine.pipeline.whole import Ranked, rank_whole
from engine.store.reports import ImportReport
from engine.wording import tr

_SECONDS = 0.2


class DirectJob(Job):
    """A job for the processors of this machine."""

    def check(self) -> None:
        """Check what is not."""
        with self._checking() as arriving:
            self.await_all(arriving)

    def build(self) -> ImportReport:
        """Check, and load meanwhile."""
        return self.build_with(self._work)

    def _work(self, building: Building) -> None:
        nodes = [_nodes(_NOTHING)]

        def told(portion: Portion) -> None:
            nodes.append(_nodes(portion.new))
            self.stop_if_cancelled()

        with self._checking() as arriving:
            building.load(self.staged(arriving), told)
        self.meter.stage("publishing")
        with ThreadPoolExecutor(1) as beside:
            graph = _Graph(nodes, building.times)
            threads = beside.submit(lambda: order_threads(graph.members()))
            ranks = beside.submit(graph.ranked)
            building.index()
            building.order(threads.result().to_batches(THREADS_AT_ONCE))
            self.stop_if_cancelled()
            if (ranked := ranks.result()) is not None:
                waiting = zip(ranked.ghosts.to_pylist(), (ranked.waiting + 1).tolist(), strict=True)
                building.rank(ranked.ranks.tolist(), waiting)
        self.stop_if_cancelled()

    @contextmanager
    def _checking(self) -> Iterator[Arriving]:
        """Have the missing slices checked; who is given a plan gives its parts in their order."""
        self.meter.stage("checking")
        self.meter.checked(self.parts(), before=True)
        try:
            with started(processors()) as pool:
                checks = {
                    piece: pool.submit(check_slice, piece, each.folder, self.hmac_key)
                    for each in self.plans
                    for piece in each.missing
                }
                yield partial(self._arriving, checks)
        except BrokenProcessPool:
            raise CheckingStopped(
                tr(
                    "A process that was checking messages has been ended from outside; perhaps"
                    " memory ran out. Start the import again: it goes on where it stopped."
                )
            ) from None

    def _arriving(self, checks: dict[Slice, Future[Part]], plan: Plan) -> Iterator[Part]:
        for piece in plan.slices:
            if piece not in plan.parts:
                plan.parts[piece] = self._result(checks.pop(piece))
                self.meter.checked(self.parts())
            yield plan.parts[piece]

    def _result(self, check: Future[Part]) -> Part:
        while True:
            try:
                return check.result(timeout=_SECONDS)
            except TimeoutError:
                self.stop_if_cancelled()


_NOTHING = pa.RecordBatch.from_pylist([], schema=schemas.GOOD)
_NODE = ("key", "author", "previous", "root", "causes")


def _nodes(messages: pa.RecordBatch) -> pa.RecordBatch:
    """As much of messages as their places in threads, and among everything, take."""
    asserted, received = messages["asserted"].to_numpy(False), messages["received"].to_numpy(False)
    columns = {name: messages[name] for name in _NODE}
    columns |= {"asserted": pa.array(asserted), "received": pa.array(received)}
    return pa.RecordBatch.from_pydict(columns | {"opens": messages["title"].is_valid()})


class _Graph:
    """All messages that were loaded, in the order of their numbers."""

    def __init__(self, nodes: Sequence[pa.RecordBatch], times: Mapping[int, float]) -> None:
        table = pa.Table.from_batches(nodes)
        received = table["received"].to_numpy().copy()
        for number, time in times.items():
            received[number - 1] = time
        self._moment = np.fmin(table["asserted"].to_numpy(), received)
        self._table = table.drop_columns(["asserted", "received"])

    def members(self) -> pa.Table:
        """Who is in which thread, in the order that `order_threads` asks for."""
        table = self._table.select(["root", "key", "author"])
        table = table.append_column("moment", pa.array(self._moment, from_pandas=True))
        table = table.append_column("position", pa.array(np.arange(len(table))))
        table = table.append_column("causes", self._table["causes"])
        table = table.append_column("opens", self._table["opens"])
        replies = table.filter(pc.field("root").is_valid())
        is_root = pc.or_(table["opens"], pc.is_in(table["key"], replies["root"].combine_chunks()))
        roots = table.filter(is_root)
        none = pa.nulls(len(roots), table.schema.field("causes").type).fill_null([])
        roots = roots.set_column(0, "root", roots["key"]).set_column(5, "causes", none)
        found = pa.concat_tables([roots, replies])
        root = found["root"].combine_chunks().dictionary_encode().indices.to_numpy()
        is_reply = np.arange(len(found)) >= len(roots)
        return found.take(pa.array(np.lexsort((found["position"].to_numpy(), is_reply, root))))

    def ranked(self) -> Ranked | None:
        """Their ranks among everything; None where they come in a cycle."""
        table = self._table
        after, named = flat(table["causes"].combine_chunks())
        follows = table["previous"].is_valid().to_numpy()
        causes = pa.concat_arrays([table["previous"].combine_chunks().drop_null(), named])
        effect = np.append(np.flatnonzero(follows), after)
        return rank_whole(table["key"].combine_chunks(), effect, causes)

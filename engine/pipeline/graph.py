"""The graph of all loaded messages, read from their parts in columns.

It is used while all names fit into memory; beyond that, Spark orders the messages.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from engine.linear.longest_paths import (
    Integers,
    Times,
    adjusted_times,
    in_time_order,
    within_cycles,
)
from engine.pipeline.feeds import latest_earlier
from engine.pipeline.files import schemas
from engine.pipeline.files.arrow import pa
from engine.pipeline.files.columns import flat
from engine.pipeline.files.parts import good_files
from engine.pipeline.files.plans import StagedArchive


class TimedEvents(NamedTuple):
    """The adjusted times of events by position, and missing causes with an event's position each.

    `order` holds the positions of all events in time order.
    """

    times: Times
    waiting: Integers
    ghosts: pa.Array
    order: Integers


class FurtherEdges(NamedTuple):
    """Edges between events by position; those that are `doubtful` give way in cycles."""

    cause: Integers
    effect: Integers
    doubtful: NDArray[np.bool_]


def put_in_order(
    names: pa.Array,
    moments: Times,
    effect: Integers,
    cause: pa.Array,
    more: FurtherEdges | None = None,
) -> TimedEvents | None:
    """The time order of events with these names and times; None if there is a cycle.

    `effect` holds the positions of the events that come after the names in `cause`. Repeated names
    and names of the event itself are ignored.
    """
    found = pc.index_in(cause, value_set=names)
    is_here = found.is_valid().to_numpy(zero_copy_only=False)
    place = found.fill_null(-1).to_numpy().astype(np.int64)
    is_edge = is_here & (place != effect)
    ends = place[is_edge], effect[is_edge]
    doubtful = np.zeros(len(ends[0]), bool)
    if more is not None:
        ends = np.append(ends[0], more.cause), np.append(ends[1], more.effect)
        doubtful = np.append(doubtful, more.doubtful)
    times, stuck = adjusted_times(moments, *ends)
    if len(stuck) and doubtful.any():
        kept = ~(within_cycles(len(names), *ends, stuck) & doubtful)
        ends = ends[0][kept], ends[1][kept]
        times, stuck = adjusted_times(moments, *ends)
    if len(stuck):
        return None
    coded = cause.filter(pa.array(~is_here)).dictionary_encode()
    many = max(len(coded.dictionary), 1)
    pairs = np.unique(effect[~is_here] * many + coded.indices.to_numpy())
    ghosts = coded.dictionary.take(pa.array(pairs % many))
    order = in_time_order(_sorted(times, moments, names), times, *ends)
    return TimedEvents(times, pairs // many, ghosts, order)


def _sorted(times: Times, moments: Times, names: pa.Array) -> Integers:
    table = pa.table({"time": times, "moment": moments, "name": names})
    by = [(column, "ascending") for column in table.column_names]
    order: Integers = pc.sort_indices(table, by).to_numpy().astype(np.int64)
    return order


class PartFile(NamedTuple):
    """A file with the good messages of a part, and the position that its offsets count from."""

    file: str
    first: int


def sources(archives: Iterable[StagedArchive]) -> list[PartFile]:
    """The files of archives whose parts are complete, in order."""
    return [
        PartFile(file, each.position(0))
        for each in archives
        for file in good_files(each.folder, each.parts)
    ]


AT_ONCE = 200_000
"""Members of the threads that are ordered at once: more would need memory without saving time."""


@dataclass(frozen=True, slots=True)
class MessageGraph:
    """Messages by position: in the order of their numbers, from 0 on.

    Columns are contiguous, and repeated names are stored once.
    """

    columns: Mapping[str, pa.Array]
    position: Integers
    moment: NDArray[np.float64]

    @classmethod
    def read(cls, sources: Sequence[PartFile], exceptions: pa.Table) -> "MessageGraph":
        """The graph of all messages but the exceptions (`schemas.EXCEPTION_TABLE`)."""
        exceptions = exceptions.sort_by("position")
        left_out = exceptions.filter(exceptions["is_out"])["position"].to_numpy()
        late = exceptions.filter(pc.invert(exceptions["is_out"]))
        times = late["position"].to_numpy(), late["received"].to_numpy()
        parts = [_PartColumns.read(source, left_out, *times) for source in (*sources, None)]
        chunks = [part.columns for part in parts]
        return cls(
            # Column by column, so that the chunks of one are freed before the next is joined.
            {name: pa.concat_arrays([each.pop(name) for each in chunks]) for name in _KEPT},
            np.concatenate([part.position for part in parts]),
            np.concatenate([part.moment for part in parts]),
        )

    def threads(self, at_once: int = AT_ONCE) -> Iterator[pa.Table]:
        """The members of each thread, in the order that `order_threads` requires.

        Each table holds whole threads: up to `at_once` members, or one thread.
        """
        codes, rows, is_reply = self._members()
        ends = np.append(np.flatnonzero(np.diff(codes)) + 1, len(codes))
        start = 0
        while start < len(codes):
            end = int(ends[np.searchsorted(ends, min(start + at_once, len(codes)))])
            yield self._table(rows[start:end], is_reply[start:end])
            start = end

    def in_order(self) -> TimedEvents | None:
        """The time order of everything; None if there is a cycle."""
        after, named = flat(self.columns["causes"])
        previous = self.columns["previous"]
        follows = previous.is_valid().to_numpy(zero_copy_only=False)
        causes = pa.concat_arrays([previous.drop_null(), named])
        effect = np.append(np.flatnonzero(follows), after)
        moments = np.where(np.isnan(self.moment), np.inf, self.moment)
        return put_in_order(self.columns["key"], moments, effect, causes, self._inferred())

    def _inferred(self) -> FurtherEdges:
        """Edges from roots that are here, and over gaps of feeds."""
        key, roots = self.columns["key"], self.columns["root"]
        at = pc.index_in(roots.dictionary, value_set=key).fill_null(-1)
        root = np.append(at.to_numpy().astype(np.int64), -1)[
            roots.indices.fill_null(len(at)).to_numpy()
        ]
        replies = np.flatnonzero((root >= 0) & (root != np.arange(len(root))))
        previous = pc.index_in(self.columns["previous"], value_set=key, skip_nulls=True)
        before = previous.fill_null(-1).to_numpy().astype(np.int64)
        feed = self.columns["author"].indices.to_numpy().astype(np.int64)
        earlier = latest_earlier(feed, self.columns["sequence"].to_numpy(), before)
        gaps = np.flatnonzero((earlier >= 0) & (earlier != before))
        return FurtherEdges(
            np.append(root[replies], earlier[gaps]),
            np.append(replies, gaps),
            np.append(np.zeros(len(replies), bool), np.ones(len(gaps), bool)),
        )

    def _members(self) -> tuple[Integers, Integers, NDArray[np.bool_]]:
        """The members of all threads: thread, position, and whether they are replies."""
        roots = self.columns["root"]
        replied = roots.indices.fill_null(-1).to_numpy()
        named = pc.index_in(self.columns["key"], value_set=roots.dictionary)
        opened = named.fill_null(-1).to_numpy().astype(np.int64)
        opens = self.columns["opens"].to_numpy(zero_copy_only=False)
        is_alone = opens & (opened < 0)
        opened[is_alone] = len(roots.dictionary) + np.arange(np.count_nonzero(is_alone))
        members = np.flatnonzero(opened >= 0), np.flatnonzero(replied >= 0)
        codes = np.append(opened[members[0]], replied[members[1]])
        order = np.argsort(codes, kind="stable")
        rows, is_reply = np.append(*members), np.repeat([False, True], [*map(len, members)])
        return codes[order], rows[order], is_reply[order]

    def _table(self, rows: Integers, is_reply: NDArray[np.bool_]) -> pa.Table:
        here, replies = pa.array(rows), pa.array(rows, mask=~is_reply)
        taken = {name: self.columns[name].take(here) for name in ("key", "author", "opens")}
        root = self.columns["root"].take(replies).cast(pa.string())
        return pa.table(
            {
                "root": pc.coalesce(root, taken["key"]),
                "key": taken["key"],
                "author": taken["author"].cast(pa.string()),
                "sequence": self.columns["sequence"].take(here),
                "previous": self.columns["previous"].take(here),
                "moment": pa.array(self.moment[rows], from_pandas=True),
                "position": self.position[rows],
                "causes": self.columns["causes"].take(replies).fill_null([]),
                "opens": pc.and_(taken["opens"], pa.array(~is_reply)),
            }
        )


_READ = [
    "offset",
    "key",
    "author",
    "sequence",
    "previous",
    "asserted",
    "received",
    "root",
    "causes",
    "title",
]
_REPEATED = ["author", "root"]
_KEPT = ["key", "author", "sequence", "previous", "root", "causes", "opens"]


class _PartColumns(NamedTuple):
    """The messages of one file: their columns, ascending positions, and times."""

    columns: dict[str, pa.Array]
    position: Integers
    moment: NDArray[np.float64]

    @classmethod
    def read(
        cls,
        source: PartFile | None,
        left_out: Integers,
        late: Integers,
        times: NDArray[np.float64],
    ) -> "_PartColumns":
        """All but those at positions `left_out`; those `late` were received at these `times`.

        Where there is no source, there are no messages either.
        """
        table = _NOTHING if source is None else _read(source.file)
        position = table["offset"].to_numpy() + (source.first if source else 0)
        received = table["received"].to_numpy().copy()
        is_late, place = _found(position, late)
        received[place] = times[is_late]
        is_here = np.ones(len(table), bool)
        is_here[_found(position, left_out)[1]] = False
        moment = np.fmin(table["asserted"].to_numpy(), received)
        table = table.append_column("opens", table["title"].is_valid()).select(_KEPT)
        if not is_here.all():
            table = table.filter(pa.array(is_here))
        columns = {name: pa.concat_arrays(_chunks(table[name])) for name in _KEPT}
        return cls(columns, position[is_here], moment[is_here])


def _read(file: str) -> pa.Table:
    # Reading as a data set, in threads, takes 100 MB more: memory freed by those threads isn't
    # reused.
    return pq.ParquetFile(file, read_dictionary=_REPEATED).read(_READ, use_threads=False)


def _chunks(column: pa.ChunkedArray) -> list[pa.Array]:
    return column.chunks or [pa.nulls(0, column.type)]


def _found(places: Integers, some: Integers) -> tuple[slice, Integers]:
    """Which of the ascending values `some` are between the ends of `places`, and where."""
    if not len(places):
        return slice(0, 0), np.empty(0, np.int64)
    between = slice(*np.searchsorted(some, [places[0], places[-1] + 1]))
    return between, np.searchsorted(places, some[between])


_NOTHING = pa.schema(
    [
        field.with_type(pa.dictionary(pa.int32(), pa.string())) if name in _REPEATED else field
        for name, field in ((name, schemas.GOOD.field(name)) for name in _READ)
    ]
).empty_table()

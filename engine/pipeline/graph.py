"""The graph of all messages that were loaded, read from their parts in columns.

As long as memory holds it, each worker reads it on its own: that takes a microsecond a message,
and nothing has to be sent from one process to another.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from engine.linear.longest_paths import Integers, longest_paths
from engine.pipeline.files import schemas
from engine.pipeline.files.arrow import pa
from engine.pipeline.files.columns import flat
from engine.pipeline.files.parts import good_files
from engine.pipeline.files.plans import Staged


class Ranked(NamedTuple):
    """The ranks of events by place, and pairs of an event's place and a cause that isn't there.

    `order` are the places of all events, by rank and name.
    """

    ranks: Integers
    waiting: Integers
    ghosts: pa.Array
    order: Integers


def rank_whole(names: pa.Array, effect: Integers, cause: pa.Array) -> Ranked | None:
    """The longest path to each of the events with these names; None where they come in a cycle.

    `effect` are the places of those that come after the names in `cause`. That an event names one
    twice, or itself, makes no difference.
    """
    found = pc.index_in(cause, value_set=names)
    is_here = found.is_valid().to_numpy(zero_copy_only=False)
    place = found.fill_null(-1).to_numpy().astype(np.int64)
    is_edge = is_here & (place != effect)
    floor = np.zeros(len(names), np.int64)
    ranks, stuck = longest_paths(floor, place[is_edge], effect[is_edge])
    if len(stuck):
        return None
    coded = cause.filter(pa.array(~is_here)).dictionary_encode()
    many = max(len(coded.dictionary), 1)
    pairs = np.unique(effect[~is_here] * many + coded.indices.to_numpy())
    ghosts = coded.dictionary.take(pa.array(pairs % many))
    return Ranked(ranks, pairs // many, ghosts, _ordered(ranks, names))


def _ordered(ranks: Integers, names: pa.Array) -> Integers:
    table = pa.table({"rank": ranks, "name": names})
    by = [("rank", "ascending"), ("name", "ascending")]
    order: Integers = pc.sort_indices(table, by).to_numpy().astype(np.int64)
    return order


class PartFile(NamedTuple):
    """A file with the good messages of a part, and the position that its offsets count from."""

    file: str
    first: int


def sources(archives: Iterable[Staged]) -> list[PartFile]:
    """The files of archives of which all parts are there, in their order."""
    return [
        PartFile(file, each.position(0))
        for each in archives
        for file in good_files(each.folder, each.parts)
    ]


@dataclass(frozen=True, slots=True)
class MessageGraph:
    """Messages by place: in the order of their numbers, from 0 on."""

    table: pa.Table
    position: Integers
    moment: NDArray[np.float64]

    @classmethod
    def read(cls, sources: Sequence[PartFile], exceptions: pa.Table) -> "MessageGraph":
        """The graph of all messages but the exceptions (`schemas.EXCEPTION_TABLE`)."""
        table, position = _table(sources)
        received = table["received"].to_numpy().copy()
        late = exceptions.filter(pc.invert(exceptions["is_out"]))
        places = np.searchsorted(position, late["position"].to_numpy())
        received[places] = late["received"].to_numpy()
        left_out = exceptions.filter(exceptions["is_out"])["position"].to_numpy()
        is_here = np.ones(len(position), bool)
        is_here[np.searchsorted(position, left_out)] = False
        moment = np.fmin(table["asserted"].to_numpy(), received)
        return cls(
            table.drop_columns(["asserted", "received"]).filter(pa.array(is_here)),
            position[is_here],
            moment[is_here],
        )

    def members(self) -> pa.Table:
        """Who is in which thread, in the order that `order_threads` asks for."""
        table = self.table.select(["root", "key", "author"])
        table = table.append_column("moment", pa.array(self.moment, from_pandas=True))
        table = table.append_column("position", pa.array(self.position))
        table = table.append_column("causes", self.table["causes"])
        table = table.append_column("opens", self.table["opens"])
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
        table = self.table
        after, named = flat(table["causes"].combine_chunks())
        follows = table["previous"].is_valid().to_numpy()
        causes = pa.concat_arrays([table["previous"].combine_chunks().drop_null(), named])
        effect = np.append(np.flatnonzero(follows), after)
        return rank_whole(table["key"].combine_chunks(), effect, causes)


_READ = ["offset", "key", "author", "previous", "asserted", "received", "root", "causes", "title"]


def _table(sources: Sequence[PartFile]) -> tuple[pa.Table, Integers]:
    """All messages, and their positions, which ascend."""
    none = pa.schema([schemas.GOOD.field(name) for name in _READ]).empty_table()
    tables = [none, *(pq.read_table(source.file, columns=_READ) for source in sources)]
    table = pa.concat_tables(tables)
    first = np.repeat([0, *(source.first for source in sources)], [len(each) for each in tables])
    position: Integers = table["offset"].to_numpy() + first
    table = table.append_column("opens", table["title"].is_valid())
    return table.drop_columns(["offset", "title"]), position

"""Order many threads at once: columns in, columns out.

Threads share no messages but roots, so the union of many is ranked as one graph in which an event
is a pair of thread and key. This takes a few passes over arrays, while a timeline for each thread
takes some microseconds per event. The result is the same as that of `engine.linear`.
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from engine.linear.errors import CycleError
from engine.linear.longest_paths import Integers, longest_paths
from engine.linear.scuttlesort.timeline import Timeline
from engine.pipeline.files import schemas
from engine.pipeline.files.arrow import pa

_Flags: TypeAlias = NDArray[np.bool_]


def order_threads(members: pa.Table) -> pa.Table:
    """The orders of the threads of `members`, as `schemas.THREAD_TABLE`.

    All members of a thread are adjacent, the root first, then by arrival; no member names a cause
    twice.
    """
    threads = _Threads.of(_conversing(members))
    refused: dict[int, list[str]] = {}
    if len(threads.stuck):
        refused = {place: threads.refused(place) for place in threads.looping()}
        threads = _Threads.of(threads.without(refused))
    return threads.table(refused)


def _conversing(members: pa.Table) -> pa.Table:
    """The members of threads that have replies or that are open without any."""
    starts, thread, is_root = _bounds(members)
    is_thread = (np.bincount(thread) > 1) | _flags(members["opens"])[starts] | ~is_root[starts]
    return members.filter(pa.array(is_thread[thread]))


def _bounds(members: pa.Table) -> tuple[Integers, Integers, _Flags]:
    """Where threads start, the thread of every member, and whether it is the root."""
    root, key = members["root"], members["key"]
    is_first = np.ones(len(members), bool)
    if len(members):
        is_first[1:] = _flags(pc.not_equal(root[1:], root[:-1]))
    return np.flatnonzero(is_first), np.cumsum(is_first) - 1, _flags(pc.equal(root, key))


@dataclass(frozen=True, slots=True)
class _Threads:
    """Members by position, and edges from `cause` to `effect`.

    Positions beyond the members are missing messages.
    """

    members: pa.Table
    starts: Integers
    thread: Integers
    is_root: _Flags
    names: pa.Array
    name: Integers  # of members, then of missing messages
    whose: Integers  # thread of members, then of ghosts
    cause: Integers
    effect: Integers
    ranks: Integers
    stuck: Integers

    @classmethod
    def of(cls, members: pa.Table) -> "_Threads":
        starts, thread, is_root = _bounds(members)
        count = len(members)
        lists = _whole(members["causes"])
        texts = pa.chunked_array([*members["key"].chunks, lists.flatten()], pa.string())
        coded = _whole(texts).dictionary_encode()
        codes = coded.indices.to_numpy().astype(np.int64)
        names = max(len(coded.dictionary), 1)
        effect = pc.list_parent_indices(lists).to_numpy().astype(np.int64)
        own = thread * names + codes[:count]
        named = thread[effect] * names + codes[count:]
        is_other = named != own[effect]
        named, effect = named[is_other], effect[is_other]
        by_name = np.argsort(own, kind="stable")
        place = np.searchsorted(own, named, sorter=by_name)
        cause = by_name[np.minimum(place, max(count - 1, 0))]
        is_here = own[cause] == named
        ghosts, ghost = np.unique(named[~is_here], return_inverse=True)
        ranks, stuck = longest_paths(np.zeros(count, np.int64), cause[is_here], effect[is_here])
        cause[~is_here] = count + ghost
        name, whose = (
            np.append(*each)
            for each in ((codes[:count], ghosts % names), (thread, ghosts // names))
        )
        return cls(
            members,
            starts,
            thread,
            is_root,
            coded.dictionary,
            name,
            whose,
            cause,
            effect,
            ranks,
            stuck,
        )

    def looping(self) -> list[int]:
        """The threads that contain a cycle."""
        return list(np.unique(self.thread[self.stuck]).tolist())

    def refused(self, place: int) -> list[str]:
        """The messages left out of a thread because they would close a cycle, by arrival."""
        rows = self.members.filter(pa.array(self.thread == place)).select(["key", "causes"])
        timeline = Timeline()
        found = []
        for key, causes in zip(*(column.to_pylist() for column in rows.columns), strict=True):
            try:
                timeline.add(key, causes)
            except CycleError:
                found.append(key)
        return found

    def without(self, refused: dict[int, list[str]]) -> pa.Table:
        """The members except those that are refused."""
        keys = self.members["key"].to_pylist()
        is_kept = np.ones(len(keys), bool)
        for place, names in refused.items():
            for row in np.flatnonzero(self.thread == place).tolist():
                is_kept[row] = keys[row] not in names
        return self.members.filter(pa.array(is_kept))

    def table(self, refused: dict[int, list[str]]) -> pa.Table:
        """`schemas.THREAD_TABLE`, with the refused of some of the threads."""
        members, starts, count = self.members, self.starts, len(self.starts)
        moments = members["moment"].to_numpy()
        by_thread = np.argsort(self.whose, kind="stable")
        numbers = np.empty(len(by_thread), np.int64)
        events = _offsets(self.whose, count)
        numbers[by_thread] = np.arange(len(by_thread)) - events[self.whose[by_thread]]
        is_known = by_thread < len(members)
        ranks = np.append(self.ranks, np.zeros(len(by_thread) - len(members), np.int64))
        tips = np.ones(len(by_thread), bool)
        tips[self.cause] = tips[len(members) :] = False
        authors, counts, written = self._written()
        cause, effect, edges = numbers[self.cause], numbers[self.effect], self.thread[self.effect]
        in_order = np.lexsort((effect, cause, edges))
        columns = [
            members["root"].take(pa.array(starts)),
            _reduced(np.minimum, members["position"].to_numpy(), starts),
            self.is_root[starts],
            np.diff(np.append(starts, len(members))),
            pa.array(_reduced(np.fmin, moments, starts), from_pandas=True),
            pa.array(_reduced(np.fmax, moments, starts), from_pandas=True),
            _lists(written, authors),
            _lists(written, counts),
            _lists(events, self.names.take(pa.array(self.name[by_thread]))),
            _lists(events, pa.array(ranks[by_thread], pa.int32(), mask=~is_known)),
            _lists(events, tips[by_thread]),
            _lists(_offsets(edges, count), cause[in_order]),
            _lists(_offsets(edges, count), effect[in_order]),
            [refused.get(place, []) for place in range(count)],
        ]
        return pa.table(
            [
                _typed(each, field.type)
                for each, field in zip(columns, schemas.THREAD_TABLE, strict=True)
            ],
            schema=schemas.THREAD_TABLE,
        )

    def _written(self) -> tuple[pa.Array, Integers, Integers]:
        """The authors in each thread, how many messages of each, and where threads start there."""
        coded = _whole(self.members["author"]).dictionary_encode()
        many = max(len(coded.dictionary), 1)
        pairs, counts = np.unique(self.thread * many + coded.indices.to_numpy(), return_counts=True)
        authors = coded.dictionary.take(pa.array(pairs % many))
        return authors, counts, _offsets(pairs // many, len(self.starts))


def _offsets(threads: Integers, count: int) -> Integers:
    """Where each of `count` threads starts among values of `threads` that are sorted by them."""
    return np.append(0, np.cumsum(np.bincount(threads, minlength=count)))


def _reduced(
    function: np.ufunc, values: NDArray[np.generic], starts: Integers
) -> NDArray[np.generic]:
    return function.reduceat(values, starts) if len(starts) else values


def _lists(offsets: Integers, values: pa.Array | NDArray[np.generic]) -> pa.ListArray:
    array = values if isinstance(values, pa.Array) else pa.array(values)
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), array)


def _typed(column: object, kind: pa.DataType) -> pa.Array | pa.ChunkedArray:
    array = column if isinstance(column, pa.Array | pa.ChunkedArray) else pa.array(column, kind)
    return array if array.type == kind else array.cast(kind)


def _flags(column: pa.ChunkedArray) -> _Flags:
    flags: _Flags = column.to_numpy()
    return flags


def _whole(column: pa.ChunkedArray) -> pa.Array:
    """A column as one contiguous array."""
    found = column.combine_chunks()
    return pa.concat_arrays(found.chunks) if isinstance(found, pa.ChunkedArray) else found

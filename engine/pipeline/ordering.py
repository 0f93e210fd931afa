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
from engine.linear.longest_paths import Integers, longest_paths, within_cycles
from engine.linear.scuttlesort.timeline import Timeline
from engine.pipeline.feeds import latest_earlier
from engine.pipeline.files import schemas
from engine.pipeline.files.arrow import pa

_Flags: TypeAlias = NDArray[np.bool_]

_NONE: Integers = np.empty(0, np.int64)


def order_threads(members: pa.Table) -> pa.Table:
    """The orders of the threads of `members`, as `schemas.THREAD_TABLE`.

    All members of a thread are adjacent, the root first, then by arrival; no member names a cause
    twice. Causes are those of `engine.tangle.causes`.
    """
    threads = _Threads.of(_conversing(members))
    if len(threads.stuck):
        threads = _Threads.of(threads.members, threads.contradicted())
    refused: dict[int, list[str]] = {}
    if len(threads.stuck):
        refused = {place: threads.refused(place) for place in threads.looping()}
        threads = _Threads.of(threads.without(refused))
        if len(threads.stuck):
            threads = _Threads.of(threads.members, threads.contradicted())
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
    earlier: Integers  # the latest earlier message of a member's author, -1 for none
    ranks: Integers
    stuck: Integers
    distrusted: Integers  # threads in which sequence numbers contradict links

    @classmethod
    def of(cls, members: pa.Table, contradicted: Integers = _NONE) -> "_Threads":
        """Threads, without the causes of `contradicted` members that only follow from numbers."""
        starts, thread, is_root = _bounds(members)
        count = len(members)
        lists = _whole(members["causes"])
        texts = pa.chunked_array(
            [*members["key"].chunks, *members["previous"].chunks, lists.flatten()], pa.string()
        )
        coded = _whole(texts).dictionary_encode()
        codes = coded.indices.fill_null(-1).to_numpy().astype(np.int64)
        names = max(len(coded.dictionary), 1)
        own = thread * names + codes[:count]
        by_name = np.argsort(own, kind="stable")

        def found(named: Integers) -> tuple[Integers, _Flags]:
            place = by_name[
                np.minimum(np.searchsorted(own, named, sorter=by_name), max(count - 1, 0))
            ]
            return place, own[place] == named

        before = codes[count : 2 * count]
        place, is_here = found(thread * names + before) if count else (before, before < 0)
        previous = np.where(is_here & (before >= 0), place, -1)
        _, author = np.unique(thread * (1 << 32) + _codes(members["author"]), return_inverse=True)
        earlier = latest_earlier(author, members["sequence"].to_numpy(), previous)
        earlier[is_root] = -1
        earlier[contradicted] = -1
        effect = pc.list_parent_indices(lists).to_numpy().astype(np.int64)
        named = thread[effect] * names + codes[2 * count :]
        is_other = named != own[effect]
        named, effect = named[is_other], effect[is_other]
        cause, is_here = found(named)
        ghosts, ghost = np.unique(named[~is_here], return_inverse=True)
        cause[~is_here] = count + ghost
        cause, effect = _joined(
            (cause, effect), (earlier[earlier >= 0], np.flatnonzero(earlier >= 0)), count
        )
        answers = np.bincount(effect[cause < count], minlength=count) == 0
        answers &= is_root[starts][thread] & ~is_root
        cause, effect = _joined(
            (cause, effect), (starts[thread[answers]], np.flatnonzero(answers)), count
        )
        is_here = cause < count
        ranks, stuck = longest_paths(np.zeros(count, np.int64), cause[is_here], effect[is_here])
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
            earlier,
            ranks,
            stuck,
            np.unique(thread[contradicted]),
        )

    def contradicted(self) -> Integers:
        """The members on cycles with an author's earlier message there."""
        count = len(self.members)
        here = self.cause < count
        cause, effect = self.cause[here], self.effect[here]
        within = within_cycles(count, cause, effect, self.stuck)
        return np.unique(effect[within & (self.earlier[effect] == cause)])

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
        missing = np.full(len(by_thread) - len(members), -1)
        ranks = np.append(self.ranks, missing)
        positions = np.append(members["position"].to_numpy(), missing)
        authors, counts, written = self._written()
        cause, effect, edges = numbers[self.cause], numbers[self.effect], self.thread[self.effect]
        in_order = np.lexsort((effect, cause, edges))
        columns = [
            members["root"].take(pa.array(starts)),
            self.is_root[starts],
            np.diff(np.append(starts, len(members))),
            pa.array(_reduced(np.fmin, moments, starts), from_pandas=True),
            pa.array(_reduced(np.fmax, moments, starts), from_pandas=True),
            _lists(written, authors),
            _lists(written, counts),
            _lists(events, self.names.take(pa.array(self.name[by_thread]))),
            _lists(events, positions[by_thread]),
            _lists(events, pa.array(ranks[by_thread], pa.int32(), mask=~is_known)),
            _lists(_offsets(edges, count), cause[in_order]),
            _lists(_offsets(edges, count), effect[in_order]),
            [refused.get(place, []) for place in range(count)],
            np.isin(np.arange(count), self.distrusted),
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


def _joined(
    edges: tuple[Integers, Integers], more: tuple[Integers, Integers], count: int
) -> tuple[Integers, Integers]:
    """Edges as causes and effects, with further ones, each once."""
    cause, effect = (np.append(*each) for each in zip(edges, more, strict=True))
    most = max(int(cause.max(initial=0)) + 1, count)
    pairs = np.unique(effect * most + cause)
    return pairs % most, pairs // most


def _codes(column: pa.ChunkedArray) -> Integers:
    """A number for each different text of a column."""
    codes: Integers = _whole(column).dictionary_encode().indices.to_numpy().astype(np.int64)
    return codes


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

"""Order many threads at once: columns in, columns out.

Threads share no messages but roots, so the union of many is ranked as one graph in which an event
is a pair of thread and message. This takes a few passes over arrays, while a timeline for each
thread takes some microseconds per event. The result is the same as that of `engine.linear`.
"""

from dataclasses import dataclass, fields, replace

import numpy as np
import pyarrow.compute as pc

from tanglescope.engine.linear.errors import CycleError
from tanglescope.engine.linear.scuttlesort.timeline import Timeline
from tanglescope.engine.pipeline.files import schemas
from tanglescope.engine.pipeline.files.arrow import (
    AnyIntegers,
    Chunks,
    Flags,
    NameNumbers,
    Pass,
    RowNumbers,
    codes,
    flat,
    pa,
)
from tanglescope.engine.store.orders.longest_paths import (
    Integers,
    Times,
    longest_paths,
    within_cycles,
)

_NONE: Integers = np.empty(0, np.int64)

_NUMBERS = {
    "moment": pa.float64(),
    "position": pa.int64(),
    "opens": pa.bool_(),
    "sequence": pa.int64(),
}


@dataclass(frozen=True, slots=True)
class Members:
    """The members of threads; each name is its number in `names`, or -1 if there is none.

    A key that comes once has the number of its row. In `order_threads`, all members of a thread are
    adjacent, the root first, then by arrival. None names a cause twice; causes are those of
    `engine.tangle.causes`.
    """

    names: pa.Array
    causes: pa.ListArray
    root: RowNumbers
    key: RowNumbers
    author: RowNumbers
    sequence: Integers
    previous: RowNumbers
    moment: Times
    position: Integers
    opens: Flags

    @classmethod
    def of(cls, chunks: Chunks, passes: int = 1) -> "Members":
        """Members from a column for each field but `names`.

        With several passes over the names, a part of the keys is in memory at a time, and `names`
        has none of them.
        """
        moment, position, opens, sequence = (
            pa.chunked_array(chunks(name), kind).to_numpy() for name, kind in _NUMBERS.items()
        )
        author = codes(chunks("author"))
        lengths = [pc.list_value_length(chunk).fill_null(0) for chunk in chunks("causes")]
        offsets = np.append(0, np.cumsum(np.concatenate([_NONE, *lengths])))
        columns, others = ("key", "root", "previous"), dict[str, int]()
        found: list[RowNumbers] = []
        for number in range(passes):
            numbers = NameNumbers(chunks("key"), others, Pass(number, passes))
            some = [numbers.of(chunks(name)) for name in columns]
            some.append(numbers.of(chunk.flatten() for chunk in chunks("causes")))
            found = [*map(np.maximum, some, found)] if found else some
        key, root, previous, named = found
        causes = pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), pa.array(named))
        names = numbers.names()
        return cls(names, causes, root, key, author, sequence, previous, moment, position, opens)

    def take(self, rows: Integers) -> "Members":
        """The members in some rows."""
        columns = {each.name: getattr(self, each.name)[rows] for each in fields(self)[2:]}
        return replace(self, causes=self.causes.take(pa.array(rows)), **columns)

    def keep(self, is_kept: Flags) -> "Members":
        """Some of the members."""
        return self if is_kept.all() else self.take(np.flatnonzero(is_kept))


def order_threads(members: Members) -> pa.Table:
    """The orders of threads that have replies or that are open without any: `THREAD_TABLE`."""
    starts, thread, is_root = _bounds(members)
    is_thread = (np.bincount(thread) > 1) | members.opens[starts] | ~is_root[starts]
    threads = _Threads.of(members.keep(is_thread[thread]))
    if len(threads.stuck):
        threads = _Threads.of(threads.members, threads.find_contradicted())
    refused: dict[int, list[str]] = {}
    if len(threads.stuck):
        rows = {place: threads.find_refused(place) for place in threads.looping()}
        out = np.concatenate([np.array(each, np.int64) for each in rows.values()])
        refused = {place: threads.names(each) for place, each in rows.items()}
        threads = _Threads.of(threads.members.keep(~np.isin(np.arange(len(threads.thread)), out)))
        if len(threads.stuck):
            threads = _Threads.of(threads.members, threads.find_contradicted())
    return threads.table(refused)


def _bounds(members: Members) -> tuple[Integers, Integers, Flags]:
    """Where threads start, the thread of every member, and whether it is the root."""
    is_first = np.append(True, np.diff(members.root) != 0)[: len(members.root)]
    return np.flatnonzero(is_first), np.cumsum(is_first) - 1, members.root == members.key


@dataclass(frozen=True, slots=True)
class _Threads:
    """Members by position, and edges from `cause` to `effect`.

    Positions beyond the members are missing messages: pairs of thread and name in `ghosts`.
    """

    members: Members
    starts: Integers
    thread: Integers
    is_root: Flags
    ghosts: tuple[Integers, Integers]
    cause: Integers
    effect: Integers
    earlier: Integers  # the latest earlier message of a member's author, -1 for none
    ranks: Integers
    stuck: Integers
    ignores_sequences: Integers  # threads in which they contradict links

    @classmethod
    def of(cls, members: Members, contradicted: Integers = _NONE) -> "_Threads":
        """Threads, without the causes of `contradicted` members that only follow from numbers."""
        starts, thread, is_root = _bounds(members)
        count, names = len(thread), max(len(members.names), 1)
        own = thread * names + members.key
        by_name = np.argsort(own, kind="stable")

        def find(thread: Integers, name: AnyIntegers) -> tuple[Integers, Flags]:
            """The positions of messages in threads, and which of them are there."""
            named = thread * names + name
            place = np.minimum(np.searchsorted(own, named, sorter=by_name), max(count - 1, 0))
            place = by_name[place]
            return place, (own[place] == named) & (name >= 0)

        place, is_here = find(thread, members.previous)
        _, author = np.unique(thread * (1 << 32) + members.author, return_inverse=True)
        earlier = latest_earlier(author, members.sequence, np.where(is_here, place, -1))
        earlier[is_root] = -1
        earlier[contradicted] = -1
        effect, causes = flat(members.causes)
        named = causes.to_numpy()
        is_other = named != members.key[effect]
        named, effect = named[is_other], effect[is_other]
        cause, is_here = find(thread[effect], named)
        ghosts, ghost = np.unique(
            thread[effect[~is_here]] * names + named[~is_here], return_inverse=True
        )
        cause[~is_here] = count + ghost
        (later,) = np.nonzero(earlier >= 0)
        cause, effect = _join_edges((cause, effect), (earlier[later], later))
        answers = np.bincount(effect[cause < count], minlength=count) == 0
        (answers,) = np.nonzero(answers & is_root[starts][thread] & ~is_root)
        cause, effect = _join_edges((cause, effect), (starts[thread[answers]], answers))
        is_here = cause < count
        ranks, stuck = longest_paths(np.zeros(count, np.int64), cause[is_here], effect[is_here])
        return cls(
            members,
            starts,
            thread,
            is_root,
            (ghosts // names, ghosts % names),
            cause,
            effect,
            earlier,
            ranks,
            stuck,
            np.unique(thread[contradicted]),
        )

    def find_contradicted(self) -> Integers:
        """The members on cycles with an author's earlier message there."""
        count = len(self.thread)
        here = self.cause < count
        cause, effect = self.cause[here], self.effect[here]
        within = within_cycles(count, cause, effect, self.stuck)
        return np.unique(effect[within & (self.earlier[effect] == cause)])

    def looping(self) -> list[int]:
        """The threads that contain a cycle."""
        return list(np.unique(self.thread[self.stuck]).tolist())

    def find_refused(self, place: int) -> list[int]:
        """The members of a thread that are left out because they would close a cycle."""
        timeline, found = Timeline(), []
        for row in np.flatnonzero(self.thread == place).tolist():
            try:
                causes = map(str, self.members.causes[row].as_py())
                timeline.add(str(self.members.key[row]), list(causes))
            except CycleError:
                found.append(row)
        return found

    def names(self, rows: list[int] | Integers) -> list[str]:
        """The keys of some members."""
        keys: list[str] = self.members.names.take(pa.array(self.members.key[rows])).to_pylist()
        return keys

    def table(self, refused: dict[int, list[str]]) -> pa.Table:
        """`schemas.THREAD_TABLE`, with the refused of some of the threads."""
        members, starts, count = self.members, self.starts, len(self.starts)
        names = members.names.take(pa.array(members.key))
        rows = pa.table({"thread": self.thread, "rank": self.ranks, "name": names})
        in_order = pc.sort_indices(rows, [(name, "ascending") for name in rows.column_names])
        order = in_order.to_numpy().astype(np.int64)
        events, (whose, ghost) = _offsets(self.thread, count), self.ghosts
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order)) - events[self.thread]
        missing = _offsets(whose, count)
        beyond = np.arange(len(whose)) - missing[whose] + np.diff(events)[whose]
        places, edges = np.append(place, beyond), self.thread[self.effect]
        by_thread = np.argsort(edges, kind="stable")
        ends = _offsets(edges, count)
        columns = [
            members.names.take(pa.array(members.root[starts])),
            self.is_root[starts],
            pa.array(_reduce(np.fmin, members.moment, starts), from_pandas=True),
            pa.array(_reduce(np.fmax, members.moment, starts), from_pandas=True),
            _lists(events, members.position[order]),
            _lists(events, self.ranks[order]),
            _lists(missing, members.names.take(pa.array(ghost))),
            _lists(ends, places[self.cause[by_thread]]),
            _lists(ends, places[self.effect[by_thread]]),
            [refused.get(place, []) for place in range(count)],
            np.isin(np.arange(count), self.ignores_sequences),
        ]
        arrays = [
            (each if isinstance(each, pa.Array) else pa.array(each, field.type)).cast(field.type)
            for each, field in zip(columns, schemas.THREAD_TABLE, strict=True)
        ]
        return pa.table(arrays, schema=schemas.THREAD_TABLE)


def _join_edges(
    edges: tuple[Integers, Integers], more: tuple[Integers, Integers]
) -> tuple[Integers, Integers]:
    """Edges as causes and effects, with further ones, each once."""
    return each_once(*(np.append(*each) for each in zip(edges, more, strict=True)))


def each_once(cause: AnyIntegers, effect: AnyIntegers) -> tuple[Integers, Integers]:
    """The different ones of some edges."""
    most = int(cause.max(initial=0)) + 1
    pairs = np.sort(effect.astype(np.int64) * most + cause)
    # np.unique hashes, which takes ten times as long.
    pairs = pairs[np.append(True, pairs[1:] != pairs[:-1])[: len(pairs)]]
    return pairs % most, pairs // most


def _offsets(groups: Integers, count: int) -> Integers:
    """Where each of `count` groups starts among values that are sorted by group."""
    return np.append(0, np.cumsum(np.bincount(groups, minlength=count)))


def _reduce(function: np.ufunc, values: Times, starts: Integers) -> Times:
    reduced: Times = function.reduceat(values, starts) if len(starts) else values
    return reduced


def _lists(offsets: Integers, values: pa.Array | Integers) -> pa.ListArray:
    array = values if isinstance(values, pa.Array) else pa.array(values)
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), array)


def latest_earlier(feed: AnyIntegers, sequence: Integers, previous: AnyIntegers) -> Integers:
    """The position of the latest earlier message of each message of some feeds; -1 for none.

    That is one of its causes (`engine.tangle.causes`).

    `previous` holds the positions of the messages that are named as the previous ones; -1 for those
    that aren't here.
    """
    is_chained = (previous >= 0) & (feed[previous] == feed) & (sequence[previous] == sequence - 1)
    # Most feeds are chains from the first message on.
    (order,) = np.nonzero(np.isin(feed, feed[~is_chained & (sequence > 1)]))
    order = order[np.lexsort((sequence[order], feed[order]))]
    feeds, numbers = feed[order], sequence[order]
    is_first = np.append(True, (feeds[1:] != feeds[:-1]) | (numbers[1:] != numbers[:-1]))
    is_first = is_first[: len(order)]
    starts = np.flatnonzero(is_first)
    place = np.cumsum(is_first) - 1
    feeds, numbers = feeds[starts], numbers[starts]
    is_single = np.diff(np.append(starts, len(order))) == 1
    latest = np.maximum.accumulate(np.where(is_single, np.arange(len(starts)), -1))
    # With a gap, one with the sequence number before is on another branch.
    before = np.arange(len(starts)) - 1
    is_next = (before >= 0) & (feeds[before] == feeds) & (numbers[before] == numbers - 1)
    before -= is_next
    found = np.where(before >= 0, latest[before], -1)
    found = np.where((found >= 0) & (feeds[found] == feeds), found, -1)
    earlier = np.full(len(feed), -1, np.int64)
    earlier[order] = np.where(found >= 0, order[starts[found]], -1)[place]
    return np.where(is_chained, previous, earlier)

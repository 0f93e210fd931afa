"""Validation against feeds while messages are loaded, batch by batch.

Nearly all messages of a batch directly continue their feeds, which one vectorized test confirms.
The others are looked up in the new database (is it a duplicate?) and passed to
`engine.store.arrivals.chains`, as everywhere else. Verdicts that a later batch changes are
corrected at the end.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from engine.linear.longest_paths import Integers
from engine.message.verdict import ValidationStatus, Verdict
from engine.pipeline.files.arrow import pa
from engine.store.arrivals.chains import Chains, Find
from engine.store.arrivals.extracts import verdict_of


class JudgedRow(NamedTuple):
    """The columns of a message that validation needs."""

    key: str
    author: str
    sequence: int
    previous: str | None
    status: str
    rule: str | None
    received: float | None


Known = Callable[[Iterable[str]], Mapping[str, tuple[int, float | None]]]
"""Returns the numbers of messages that were loaded before, and when they were received."""

Odd = tuple[str | None, str | None, float | None]
"""Validation status, rule and time of receipt of a message; the status of a duplicate is None."""


class BatchJudge:
    """The `chains` of all feeds; `verdicts` and `times` hold corrections for the end."""

    def __init__(self, known: Known, find: Find = lambda _: None) -> None:
        self._known = known
        self.chains = Chains(find)
        self._claimed: set[str] = set()
        self.verdicts: dict[str, Verdict] = {}
        self.times: dict[int, float] = {}

    def odd(self, messages: pa.RecordBatch) -> dict[int, Odd]:
        """The messages of a batch whose verdict their feed changes, by position.

        `messages` has at least the columns of `JudgedRow`.
        """
        claims = pc.filter(
            messages["key"], pc.equal(messages["status"], ValidationStatus.UNVERIFIED)
        )
        self._claimed.update(claims.to_pylist())
        places = self._not_going_on(messages)
        batch = _Batch(places.tolist(), _rows(messages, places))
        here = self._known(row.key for row in batch.rows.values())
        for place, row in batch.rows.items():
            if row.key in here:
                batch.verdicts[place] = None
                self._receive(row, *here[row.key])
            else:
                self._judge(batch, place, row)
        self.chains.forget()
        return batch.odd()

    def _not_going_on(self, messages: pa.RecordBatch) -> Integers:
        """The positions of messages in feeds that aren't simply continued.

        The others are accepted.
        """
        if self._claimed and pc.any(_are_in(messages["key"], self._claimed)).as_py():
            # Some keys are only claimed, so any message may be a duplicate.
            return np.arange(len(messages))
        feeds = _FeedRuns.of(messages)
        is_other = ~feeds.are_runs
        extends = self.chains.extends
        for feed, run in feeds.runs():
            is_other[feed] = not extends(*run)
        return np.sort(feeds.order[np.repeat(is_other, feeds.lengths)])

    def _receive(self, row: JudgedRow, number: int, received: float | None) -> None:
        before = self.times.get(number, received)
        if row.received is not None and (before is None or row.received < before):
            self.times[number] = row.received

    def _judge(self, batch: "_Batch", place: int, row: JudgedRow) -> None:
        if (first := batch.new.get(row.key)) is not None:
            batch.again(place, first)
            return
        alone = verdict_of(row.status, row.rule)
        verdict, others = self.chains.judge(row, alone)
        if verdict.is_good:
            batch.new[row.key] = place
        if verdict != alone:
            batch.verdicts[place] = verdict
        for key, changed in others:
            if (here := batch.new.get(key)) is not None:
                batch.verdicts[here] = changed
            else:
                self.verdicts[key] = changed


class _FeedRuns(NamedTuple):
    """The messages of a batch, grouped by feed, in order."""

    messages: pa.RecordBatch
    order: Integers
    starts: Integers
    lengths: Integers
    are_runs: NDArray[np.bool_]
    """Returns the feeds in which each message directly follows the one before it."""

    @classmethod
    def of(cls, messages: pa.RecordBatch) -> "_FeedRuns":
        feed = messages["author"].dictionary_encode().indices.to_numpy()
        order = np.argsort(feed, kind="stable")
        starts = np.flatnonzero(np.diff(feed[order], prepend=-1))
        follows = _follow(messages.select(_CHAINED).take(pa.array(order)))
        follows[starts] = True
        lengths = np.diff(np.append(starts, len(order)))
        are_runs = np.logical_and.reduceat(follows, starts) if len(starts) else follows
        return cls(messages, order, starts, lengths, are_runs)

    def runs(self) -> Iterator[tuple[int, tuple[str, int, str | None, int, str]]]:
        """Feeds whose messages form a run, by number, as `Chains.extends` requires."""
        (feeds,) = np.nonzero(self.are_runs)
        first = self.order[self.starts[feeds]]
        last = self.order[self.starts[feeds] + self.lengths[feeds] - 1]
        firsts = self.messages.select(["author", "sequence", "previous"]).take(pa.array(first))
        lasts = self.messages.select(["sequence", "key"]).take(pa.array(last))
        columns = [column.to_pylist() for column in (*firsts.columns, *lasts.columns)]
        return zip(feeds.tolist(), zip(*columns, strict=True), strict=True)


class _Batch:
    """Results for some rows of a batch, by position."""

    def __init__(self, places: Sequence[int], rows: Sequence[JudgedRow]) -> None:
        self.rows = dict(zip(places, rows, strict=True))
        self.new: dict[str, int] = {}
        self.verdicts: dict[int, Verdict | None] = {}
        self._times: dict[int, float] = {}

    def again(self, place: int, first: int) -> None:
        """Record a duplicate."""
        self.verdicts[place] = None
        received, before = self.rows[place].received, self._received(first)
        if received is not None and (before is None or received < before):
            self._times[first] = received

    def odd(self) -> dict[int, Odd]:
        """The messages whose verdicts differ from those of their rows."""
        return {place: self._odd(place) for place in {**self.verdicts, **self._times}}

    def _odd(self, place: int) -> Odd:
        row = self.rows[place]
        verdict = self.verdicts.get(place, verdict_of(row.status, row.rule))
        if verdict is None:
            return None, None, None
        rule = None if verdict.rule is None else str(verdict.rule)
        return str(verdict.status), rule, self._received(place)

    def _received(self, place: int) -> float | None:
        return self._times.get(place, self.rows[place].received)


def _rows(messages: pa.RecordBatch, places: Integers) -> list[JudgedRow]:
    rows = messages.select(JudgedRow._fields).take(pa.array(places))
    columns = [column.to_pylist() for column in rows.columns]
    return list(map(JudgedRow._make, zip(*columns, strict=True)))


_CHAINED = ["sequence", "key", "previous"]


def _follow(messages: pa.RecordBatch) -> NDArray[np.bool_]:
    """Of each message but the first, whether it names the one before it and is the next."""
    sequence, key, previous = (messages[name] for name in _CHAINED)
    is_named = pc.fill_null(pc.equal(previous[1:], key[:-1]), fill_value=False)
    follows = np.ones(len(messages), bool)
    follows[1:] = is_named.to_numpy(zero_copy_only=False) & (np.diff(sequence.to_numpy()) == 1)
    return follows


def _are_in(keys: pa.Array, some: set[str]) -> pa.Array:
    return pc.is_in(keys, value_set=pa.array(sorted(some), pa.string()))

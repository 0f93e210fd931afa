"""Validation against feeds while messages are loaded, batch by batch.

Nearly all messages directly continue their feeds: a batch is divided into runs, in each of which a
message follows the one before it, and one comparison accepts a run. What doesn't continue its feed
is looked up in the new database (is it a second copy?) and passed to
`engine.store.arrivals.chains`, as everywhere else. Verdicts that a later batch changes are
corrected at the end.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heapify, heappop, heappush
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

_MOST_AHEAD = 1024
"""The largest number of messages that are looked up at once."""


class BatchJudge:
    """The `chains` of all feeds; `verdicts` and `times` hold corrections for the end."""

    def __init__(self, known: Known, find: Find = lambda _: None) -> None:
        self._known = known
        self._find = find
        self.chains = Chains(self._place)
        self._claimed: set[str] = set()
        self._batch: _Batch | None = None
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
        batch = self._batch = _Batch(messages, self._known)
        waiting = list(_runs(messages, self._claimed))
        heapify(waiting)
        while waiting:
            run = heappop(waiting)
            if not run.is_claimed and self.chains.extends(*run.head, *run.last):
                batch.accept(run)
                continue
            batch.look_up(run)
            self._judge(batch, run.place)
            if len(run.places) > 1:
                heappush(waiting, run.rest(batch.row(int(run.places[1]))))
        self.chains.forget()
        self._batch = None
        return batch.odd()

    def _place(self, key: str) -> tuple[str, int] | None:
        """The author and the sequence of a message that was accepted before."""
        assert self._batch is not None
        return self._batch.place(key) or self._find(key)

    def _judge(self, batch: "_Batch", place: int) -> None:
        row = batch.row(place)
        if row.key in batch.here:
            batch.verdicts[place] = None
            self._receive(row, *batch.here[row.key])
            return
        if (first := batch.first(place)) is not None:
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

    def _receive(self, row: JudgedRow, number: int, received: float | None) -> None:
        before = self.times.get(number, received)
        if row.received is not None and (before is None or row.received < before):
            self.times[number] = row.received


class _FeedRun(NamedTuple):
    """The places of messages of one feed, each of which follows the one before it.

    `head` are the author, the sequence and the predecessor of the first message, `last` are the
    sequence and the key of the last one. So many are looked up `ahead` if the first is odd.
    """

    place: int
    places: Integers
    head: tuple[str, int, str | None]
    last: tuple[int, str]
    is_claimed: bool
    ahead: int = 2

    def rest(self, row: JudgedRow) -> "_FeedRun":
        """The run without its first message; `row` is the second."""
        head = row.author, row.sequence, row.previous
        ahead = min(2 * self.ahead, _MOST_AHEAD)
        return _FeedRun(int(self.places[1]), self.places[1:], head, self.last, False, ahead)


def _runs(messages: pa.RecordBatch, claimed: set[str]) -> Iterator[_FeedRun]:
    """The runs of a batch.

    A key that is only claimed may be that of another message, which is then a second copy. So a
    message with such a key is a run by itself.
    """
    if not len(messages):
        return
    feed = messages["author"].dictionary_encode().indices.to_numpy()
    order = np.argsort(feed, kind="stable")
    begins = ~_follow(messages.select(_CHAINED).take(pa.array(order)))
    begins[1:] |= np.diff(feed[order]) != 0
    is_claimed = np.zeros(len(order), bool)
    if claimed:
        keys = pa.array(sorted(claimed), pa.string())
        found = pc.is_in(messages["key"], value_set=keys).to_numpy(zero_copy_only=False)
        is_claimed = found[order]
        begins |= is_claimed
        begins[1:] |= is_claimed[:-1]
    starts = np.flatnonzero(begins)
    ends = np.append(starts[1:], len(order))
    heads, lasts = (
        zip(*(column.to_pylist() for column in rows.columns), strict=True)
        for rows in (
            messages.select(["author", "sequence", "previous"]).take(pa.array(order[starts])),
            messages.select(["sequence", "key"]).take(pa.array(order[ends - 1])),
        )
    )
    spans = zip(
        starts.tolist(), ends.tolist(), heads, lasts, is_claimed[starts].tolist(), strict=True
    )
    for start, end, head, last, is_odd in spans:
        yield _FeedRun(int(order[start]), order[start:end], head, last, is_odd)


class _Batch:
    """Results for the messages of a batch, by place; `here` has those that were loaded before."""

    def __init__(self, messages: pa.RecordBatch, known: Known) -> None:
        self._messages = messages
        self._known = known
        self._is_accepted = np.zeros(len(messages), bool)
        self._times: dict[int, float] = {}
        self._rows: dict[int, JudgedRow] = {}
        self._looked_up: set[int] = set()
        self.here: dict[str, tuple[int, float | None]] = {}
        self.new: dict[str, int] = {}
        self.verdicts: dict[int, Verdict | None] = {}

    def accept(self, run: _FeedRun) -> None:
        """Accept all messages of a run."""
        self._is_accepted[run.places] = True

    def look_up(self, run: _FeedRun) -> None:
        """Look up the first messages of a run, if its first one wasn't."""
        if run.place not in self._looked_up:
            places = run.places[: run.ahead].tolist()
            self._looked_up.update(places)
            self.here.update(self._known(row.key for row in self._fetch(places)))

    def row(self, place: int) -> JudgedRow:
        """The message at a place."""
        (row,) = self._fetch([place])
        return row

    def place(self, key: str) -> tuple[str, int] | None:
        """The author and the sequence of a message of an accepted run; None if it is in none."""
        place = self._places.get(key)
        places = () if place is None else self._twice.get(key, [place])
        rows = (self.row(each) for each in places if self._is_accepted[each])
        return next(((row.author, row.sequence) for row in rows), None)

    def first(self, place: int) -> int | None:
        """The place of an accepted message with the same key; None if there is none before."""
        key = self.row(place).key
        if (first := self.new.get(key)) is not None:
            return first
        return next((each for each in self._twice.get(key, ()) if self._is_accepted[each]), None)

    def again(self, place: int, first: int) -> None:
        """Record a second copy."""
        self.verdicts[place] = None
        received, before = self.row(place).received, self._received(first)
        if received is not None and (before is None or received < before):
            self._times[first] = received

    def odd(self) -> dict[int, Odd]:
        """The messages whose verdicts differ from those of their rows."""
        return {place: self._odd(place) for place in {**self.verdicts, **self._times}}

    def _odd(self, place: int) -> Odd:
        row = self.row(place)
        verdict = self.verdicts.get(place, verdict_of(row.status, row.rule))
        if verdict is None:
            return None, None, None
        rule = None if verdict.rule is None else str(verdict.rule)
        return str(verdict.status), rule, self._received(place)

    def _received(self, place: int) -> float | None:
        return self._times.get(place, self.row(place).received)

    def _fetch(self, places: Sequence[int]) -> list[JudgedRow]:
        """The messages at some places."""
        new = [place for place in places if place not in self._rows]
        if new:
            rows = self._messages.select(JudgedRow._fields).take(pa.array(new, pa.int64()))
            columns = [column.to_pylist() for column in rows.columns]
            self._rows.update(
                zip(new, map(JudgedRow._make, zip(*columns, strict=True)), strict=True)
            )
        return [self._rows[place] for place in places]

    @cached_property
    def _places(self) -> dict[str, int]:
        """A place of each key."""
        return {key: place for place, key in enumerate(self._messages["key"].to_pylist())}

    @cached_property
    def _twice(self) -> dict[str, list[int]]:
        """The places of all messages whose keys are here more than once."""
        codes = self._messages["key"].dictionary_encode().indices.to_numpy()
        (twice,) = np.nonzero(np.bincount(codes)[codes] > 1)
        found: dict[str, list[int]] = {}
        for place, key in zip(
            twice.tolist(), self._messages["key"].take(pa.array(twice)).to_pylist(), strict=True
        ):
            found.setdefault(key, []).append(place)
        return found


_CHAINED = ["sequence", "key", "previous"]


def _follow(messages: pa.RecordBatch) -> NDArray[np.bool_]:
    """Of each message, whether it names the one before it and is the next; the first doesn't."""
    sequence, key, previous = (messages[name] for name in _CHAINED)
    is_named = pc.fill_null(pc.equal(previous[1:], key[:-1]), fill_value=False)
    follows = np.zeros(len(messages), bool)
    follows[1:] = is_named.to_numpy(zero_copy_only=False) & (np.diff(sequence.to_numpy()) == 1)
    return follows

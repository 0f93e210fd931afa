"""Validation against feeds while messages are loaded, batch by batch.

Nearly all messages directly continue their feeds, which a comparison shows. Only what doesn't is
looked up in the new database (is it a second copy?) and passed to `engine.store.arrivals.chains`,
as everywhere else. Verdicts that a later batch changes are corrected at the end.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import compress
from math import isnan
from typing import Any, NamedTuple

from tanglescope.engine.message.verdict import ValidationStatus, Verdict
from tanglescope.engine.store.arrivals.chains import Chains, Find
from tanglescope.engine.store.arrivals.extracts import verdict_of


class JudgedRow(NamedTuple):
    """What validation needs of a message."""

    key: str
    author: str
    sequence: int
    previous: str | None
    status: str
    rule: str | None
    received: float | None


Columns = Mapping[str, list[Any]]
"""Lists of the same length, which have at least the fields of `JudgedRow`."""

Known = Callable[[Iterable[str]], Mapping[str, tuple[int, float | None]]]
"""Returns the numbers of messages that were loaded before, and when they were received."""

Odd = tuple[str | None, str | None, float | None]
"""Validation status, rule and time of receipt of a message; the status of a duplicate is None."""

_AHEAD = 256
"""The number of messages that are looked up at once where one odd message follows another."""


class BatchJudge:
    """The `chains` of all feeds; `verdicts` and `times` hold corrections for the end."""

    def __init__(self, known: Known, find: Find = lambda _: None) -> None:
        self._known = known
        self._find = find
        self.chains = Chains(self._place)
        self._claimed: set[str] = set()
        self._columns: Columns = {}
        self._accepted: dict[str, int] = {}
        """The places in the batch of messages that count, by key."""
        self.verdicts: dict[str, Verdict] = {}
        self.times: dict[int, float] = {}

    def odd(self, columns: Columns) -> dict[int, Odd]:
        """The messages of a batch whose verdict their feed changes, by position."""
        self._columns = columns
        keys, statuses = columns["key"], columns["status"]
        if ValidationStatus.UNVERIFIED in statuses:
            # The key of another message may be claimed, which is then a second copy.
            is_claimed = [status == ValidationStatus.UNVERIFIED for status in statuses]
            self._claimed.update(compress(keys, is_claimed))
        self._accepted = accepted = {}
        odd: dict[int, Odd] = {}
        loaded: dict[str, tuple[int, float | None]] = {}
        looked_up = last = -1
        claimed, extends = self._claimed, self.chains.extends
        rows = zip(keys, columns["author"], columns["sequence"], columns["previous"], strict=True)
        for place, (key, author, sequence, previous) in enumerate(rows):
            if key not in claimed and extends(author, sequence, previous, key):
                accepted[key] = place
                continue
            if place > looked_up:
                looked_up = place + (_AHEAD if last == place - 1 else 0)
                loaded |= self._known(keys[place : looked_up + 1])
            last = place
            self._judge(place, loaded, odd)
        self.chains.forget()
        return odd

    def _judge(
        self, place: int, loaded: Mapping[str, tuple[int, float | None]], odd: dict[int, Odd]
    ) -> None:
        """Judge a message that doesn't simply continue its feed."""
        row = self._row(place)
        if row.key in loaded:
            number, received = loaded[row.key]
            if (time := earlier(row.received, self.times.get(number, received))) is not None:
                self.times[number] = time
            odd[place] = None, None, None
            return
        if (first := self._accepted.get(row.key)) is not None:
            status, rule, received = odd.get(first) or self._row(first)[-3:]
            if (time := earlier(row.received, received)) is not None:
                odd[first] = status, rule, time
            odd[place] = None, None, None
            return
        alone = verdict_of(row.status, row.rule)
        verdict, others = self.chains.judge(row, alone)
        if verdict.is_good:
            self._accepted[row.key] = place
        if verdict != alone:
            odd[place] = *_texts(verdict), row.received
        for key, changed in others:
            if (here := self._accepted.get(key)) is None:
                self.verdicts[key] = changed
            else:
                odd[here] = *_texts(changed), (odd.get(here) or self._row(here))[-1]

    def _place(self, key: str) -> tuple[str, int] | None:
        """The author and the sequence of a message that was accepted before."""
        if (place := self._accepted.get(key)) is None:
            return self._find(key)
        return self._columns["author"][place], self._columns["sequence"][place]

    def _row(self, place: int) -> JudgedRow:
        return JudgedRow._make(self._columns[name][place] for name in JudgedRow._fields)


def _texts(verdict: Verdict) -> tuple[str, str | None]:
    return str(verdict.status), None if verdict.rule is None else str(verdict.rule)


def earlier(received: float | None, before: float | None) -> float | None:
    """A time of receipt, if it is known and before another; a column has NaN for an unknown one."""
    if received is None or isnan(received):
        return None
    return received if before is None or isnan(before) or received < before else None

"""Judging while messages are loaded: what is not what it is alone, portion after portion.

Nearly every message comes right after the one before it in its feed; such a one costs a glance.
The others are asked for in the database that is being made (has it been here before?) and given to
`engine.store.chains`, as everywhere else. What a later portion says of messages of an earlier one
is kept for the end.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.message.verdict import Verdict
from engine.store.chains import Chains
from engine.store.extracts import verdict_of


class Row(NamedTuple):
    """A message of a portion: as much as judging needs."""

    key: str
    author: str
    sequence: int
    previous: str | None
    standing: str
    rule: str | None
    received: float | None


Known = Callable[[str], tuple[int, float | None] | None]
"""The number of a message that was loaded before, and when it was received."""

Odd = tuple[str | None, str | None, float | None]
"""Standing, rule and time of receipt of a message; no standing for one that was here before."""


class Judging:
    """The chains of all feeds; `verdicts` and `times` are what is to be corrected at the end."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._chains = Chains()
        self.verdicts: dict[str, Verdict] = {}
        self.times: dict[int, float] = {}

    def odd(self, rows: Sequence[Row]) -> dict[int, Odd]:
        """Those of a portion that are not what they are alone, by their places in it."""
        goes_on = self._chains.goes_on
        portion = _Portion(rows)
        for place, row in enumerate(rows):
            if goes_on(row):
                portion.new[row.key] = place
            else:
                self._judge(portion, place, row)
        return portion.odd()

    def _judge(self, portion: "_Portion", place: int, row: Row) -> None:
        if (first := portion.new.get(row.key)) is not None:
            portion.again(place, first)
            return
        may_be_here = self._chains.may_hold(row.author, row.sequence)
        if may_be_here and (found := self._known(row.key)) is not None:
            number, received = found
            portion.verdicts[place] = None
            before = self.times.get(number, received)
            if row.received is not None and (before is None or row.received < before):
                self.times[number] = row.received
            return
        alone = verdict_of(row.standing, row.rule)
        verdict, others = self._chains.judge(row, alone)
        if verdict.is_good:
            portion.new[row.key] = place
        if verdict != alone:
            portion.verdicts[place] = verdict
        for key, changed in others:
            if (here := portion.new.get(key)) is not None:
                portion.verdicts[here] = changed
            else:
                self.verdicts[key] = changed


class _Portion:
    """What is found out about the rows of a portion."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows
        self.new: dict[str, int] = {}
        self.verdicts: dict[int, Verdict | None] = {}
        self._times: dict[int, float] = {}

    def again(self, place: int, first: int) -> None:
        """A message is here a second time."""
        self.verdicts[place] = None
        received, before = self._rows[place].received, self._received(first)
        if received is not None and (before is None or received < before):
            self._times[first] = received

    def odd(self) -> dict[int, Odd]:
        """What is not as the rows say."""
        return {place: self._odd(place) for place in {**self.verdicts, **self._times}}

    def _odd(self, place: int) -> Odd:
        row = self._rows[place]
        verdict = self.verdicts.get(place, verdict_of(row.standing, row.rule))
        if verdict is None:
            return None, None, None
        rule = None if verdict.rule is None else str(verdict.rule)
        return str(verdict.standing), rule, self._received(place)

    def _received(self, place: int) -> float | None:
        return self._times.get(place, self._rows[place].received)

"""Folds: neighbouring rows of one kind that are shown as one row until they are opened.

Missing messages, likes and follows come in runs. A run is found by looking at the rows around one
of it, and nothing about it is stored, so that it stays right whatever edits the rows receive. Only
the keys of runs that the reader has opened are remembered.

No fold crosses a row whose number is divisible by `LONGEST`. So a list of a
million likes is read no further than any other, although some folds are shorter than they could be.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import Generic, TypeVar

LONGEST = 256
_AT_ONCE = 32
"""The number of rows whose kinds are asked for at once."""

Kind = TypeVar("Kind")


class Folds(Generic[Kind]):
    """The folds of a list of rows; `forget` is called after every change of the rows.

    `keys` returns at most a number of keys from a row on. `kinds` returns the kinds of keys, which
    begin at a row; None for those that are never folded.
    """

    def __init__(
        self,
        keys: Callable[[int, int], Sequence[str]],
        kinds: Callable[[int, Sequence[str]], Sequence[Kind | None]],
    ) -> None:
        self._keys = keys
        self._kinds = kinds
        self._opened: set[str] = set()
        self._runs: dict[int, range] = {}

    def forget(self) -> None:
        """Look at the rows again, because they have changed."""
        self._runs.clear()

    def run(self, row: int) -> range:
        """The rows of one kind around a row, folded or not; the row alone if it has no kind."""
        if row not in self._runs:
            run = self._find(row)
            self._runs.update(dict.fromkeys(run, run))
        return self._runs[row]

    def at(self, row: int) -> range:
        """The rows that are shown as one row, of which `row` is one."""
        run = self.run(row)
        return run if self._is_closed(run) else range(row, row + 1)

    def step(self, row: int, lines: int, count: int) -> int:
        """The row shown `lines` below, or above if negative, of `count` rows; at most the last."""
        for _ in range(abs(lines)):
            shown = self.at(row)
            if lines > 0 and shown.stop < count:
                row = shown.stop
            elif lines < 0 and shown.start > 0:
                row = self.at(shown.start - 1).start
            else:
                break
        return row

    def is_opened(self, row: int) -> bool:
        """Whether a row would be folded if the reader hadn't opened its run."""
        run = self.run(row)
        return len(run) > 1 and not self._is_closed(run)

    def open(self, row: int) -> range:
        """Show every row of the run of `row`; return the run."""
        run = self.run(row)
        self._opened.update(self._keys_of(run))
        return run

    def close(self, row: int) -> range:
        """Show the run of `row` as one row again; return the run."""
        run = self.run(row)
        self._opened.difference_update(self._keys_of(run))
        return run

    def close_all(self) -> None:
        """Show every run as one row."""
        self._opened.clear()

    def _is_closed(self, run: range) -> bool:
        return len(run) > 1 and (not self._opened or self._opened.isdisjoint(self._keys_of(run)))

    def _keys_of(self, run: range) -> Sequence[str]:
        return self._keys(run.start, len(run))

    def _find(self, row: int) -> range:
        kind = self._kinds_from(row, 1)[0]
        if kind is None:
            return range(row, row + 1)
        block = row - row % LONGEST
        start, stop = row, row + 1
        while start > block:
            first = max(block, start - _AT_ONCE)
            above = self._kinds_from(first, start - first)
            alike = _alike(reversed(above), kind)
            start -= alike
            if alike < len(above):
                break
        while stop < block + LONGEST:
            below = self._kinds_from(stop, min(_AT_ONCE, block + LONGEST - stop))
            alike = _alike(below, kind)
            stop += alike
            if alike < _AT_ONCE:
                break
        return range(start, stop)

    def _kinds_from(self, row: int, count: int) -> Sequence[Kind | None]:
        return self._kinds(row, self._keys(row, count))


def _alike(kinds: Iterable[Kind | None], kind: Kind) -> int:
    """How many of `kinds` are `kind`, up to the first that isn't."""
    return sum(1 for _ in takewhile(lambda each: each == kind, kinds))

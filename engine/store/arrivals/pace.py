"""Pace: how fast work goes on, and how long the rest of it takes at that speed."""

from collections import deque
from collections.abc import Callable
from time import monotonic

_WINDOW = 20.0
"""Seconds that are looked back on: enough to smooth portions, and to follow a change of speed."""

_LEAST = 1.0
"""Seconds of work below which no speed is known: a first portion may come at once."""


class Pace:
    """The speed of one stage of work, over the last seconds of it."""

    def __init__(
        self, done: int = 0, records: int = 0, now: Callable[[], float] = monotonic
    ) -> None:
        self._now = now
        self._seen = deque([(now(), done, records)])

    def note(self, done: int, records: int) -> None:
        """So many bytes and records are done by now."""
        now = self._now()
        self._seen.append((now, done, records))
        while len(self._seen) > 2 and self._seen[1][0] <= now - _WINDOW:
            self._seen.popleft()

    @property
    def per_second(self) -> float:
        """Records a second; 0 as long as that isn't known."""
        return self._speed(2)

    def left(self, done: int, total: int) -> float | None:
        """Seconds from `done` to `total` bytes; None as long as that isn't known."""
        speed = self._speed(1)
        return (total - done) / speed if speed > 0 else None

    def _speed(self, of: int) -> float:
        first, last = self._seen[0], self._seen[-1]
        seconds = self._now() - first[0]
        return (last[of] - first[of]) / seconds if seconds >= _LEAST else 0.0

"""Incremental garbage collection on the GUI thread, between events.

Python collects in whatever thread reaches its thresholds. On a worker's thread that would destroy
widgets in cycles there, which Qt forbids: the result is a crash that can't be reproduced. So the
automatic collector is off, and a timer does its work on the GUI thread.

A collection visits every object of a generation; an answer with a hundred thousand messages has
many. So young objects are collected often, while they are few. Older ones wait until the program
has been idle for a while, when a pause goes unnoticed.
"""

import gc
from time import process_time

from PySide6.QtCore import QObject

from tanglescope.viewer.timers import make_timer

_PATIENCE = 50  # milliseconds
_WORK = 0.005  # seconds of processor time between two looks; with less, the program is idle
REST = 600
"""Consecutive looks, half a minute, that find the program idle before old objects are collected."""
MOST_LOOKS = 72_000
"""Looks, an hour, after which old objects are collected even if the program is never idle."""


class Collector(QObject):
    """Collects garbage on the thread that created it, until `end`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._was_on = gc.isenabled()
        gc.disable()
        # Objects loaded by now stay; visiting them again and again would cost frames.
        gc.freeze()
        self._worked = process_time()
        self._resting = self._looks = 0
        self._timer = make_timer(_PATIENCE, self.look, self, repeats=True)
        self._timer.start()

    def look(self) -> None:
        """Collect young objects, or all of them when there is time."""
        young, middle, _ = gc.get_count()
        many_young, many_middle, _ = gc.get_threshold()
        self._note()
        if middle > many_middle and (self._resting >= REST or self._looks >= MOST_LOOKS):
            self._looks = 0
            gc.collect()
        elif young > many_young > 0:
            gc.collect(0)

    def end(self) -> None:
        """Turn Python's automatic collector on again."""
        self._timer.stop()
        gc.unfreeze()
        if self._was_on:
            gc.enable()

    def _note(self) -> None:
        """Note whether the program has worked since the last look."""
        worked = process_time()
        self._resting = self._resting + 1 if worked - self._worked < _WORK else 0
        self._worked = worked
        self._looks += 1

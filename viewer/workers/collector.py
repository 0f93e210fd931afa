"""Incremental garbage collection on the GUI thread, between events.

Python collects in whatever thread reaches its thresholds. On a worker's thread that would destroy
widgets which are part of a cycle there, and Qt forbids that: it ends in a crash that can't be
repeated. So the automatic collector is off, and a timer does what it would have done.

A collection goes through all that it might destroy, and answers of a hundred thousand messages
are much. So young objects are collected often, while they are few. Older ones wait until the
program has been idle for a while, when a pause isn't noticed.
"""

import gc
from time import process_time

from PySide6.QtCore import QObject, QTimer

_PATIENCE = 50  # milliseconds
_WORK = 0.005  # seconds of all threads between two looks; with less, the program rests
REST = 600
"""Looks in a row, half a minute, that find the program at rest before it is thought to be so."""
MOST_LOOKS = 72_000
"""After so many, an hour, what has grown old is collected even if the program never rests."""


class Collector(QObject):
    """Collects garbage on the thread that made it, until `end`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._was_on = gc.isenabled()
        gc.disable()
        # What the program has loaded by now stays; looking through it again and again costs frames.
        gc.freeze()
        self._worked = process_time()
        self._resting = self._looks = 0
        self._timer = QTimer(self)
        self._timer.setInterval(_PATIENCE)
        self._timer.timeout.connect(self.look)
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
        """Let Python collect again."""
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

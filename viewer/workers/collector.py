"""Garbage is collected on the window's own thread, between its events.

Python collects wherever its counters happen to run over. On a worker's thread that would destroy
widgets which are part of a cycle there, and Qt forbids that: it ends in a crash that nobody can
repeat. So the automatic collector is off, and a timer does what it would have done.
"""

import gc

from PySide6.QtCore import QObject, QTimer

_PATIENCE = 500  # milliseconds


class Collector(QObject):
    """Collects garbage on the thread that made it, until `end`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._was_on = gc.isenabled()
        gc.disable()
        # What the program has loaded by now stays; looking through it again and again costs frames.
        gc.freeze()
        self._timer = QTimer(self)
        self._timer.setInterval(_PATIENCE)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Collect the oldest generation that is due, as Python would."""
        due = [
            generation
            for generation, (count, most) in enumerate(
                zip(gc.get_count(), gc.get_threshold(), strict=True)
            )
            if most and count > most
        ]
        if 0 in due:
            gc.collect(due[-1])

    def end(self) -> None:
        """Leave it to Python again."""
        self._timer.stop()
        gc.unfreeze()
        if self._was_on:
            gc.enable()

"""Undo: the latest changes of what is hidden, pinned or marked as read."""

from collections import deque
from collections.abc import Callable

from tanglescope.engine.language.wording import tr

_MOST = 50


class Undoing:
    """The changes of a window, the latest last; another database forgets them."""

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report
        self._deeds: deque[tuple[str, Callable[[], object]]] = deque(maxlen=_MOST)

    def did(self, undone: str, undo: Callable[[], object]) -> None:
        """Note a change: what is said when it is undone, and the function that does that."""
        self._deeds.append((undone, undo))

    def watch(self, _session: object) -> None:
        """Forget what was done in another database."""
        self._deeds.clear()

    def undo(self) -> None:
        """Undo the latest change."""
        if not self._deeds:
            self._report(tr("Nothing can be undone."))
            return
        undone, undo = self._deeds.pop()
        undo()
        self._report(undone)

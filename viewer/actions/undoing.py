"""Undo: the latest changes of what is hidden, pinned or marked as read."""

from collections.abc import Callable
from typing import NamedTuple

from tanglescope.engine.wording import tr

_MOST = 50


class Deed(NamedTuple):
    """Something that can be undone: what is said then, and the function that does it."""

    undone: str
    undo: Callable[[], object]


class Undoing:
    """The changes of a window, the latest last; another database forgets them."""

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report
        self._deeds: list[Deed] = []

    def did(self, undone: str, undo: Callable[[], object]) -> None:
        """Note a change."""
        self._deeds = [*self._deeds, Deed(undone, undo)][-_MOST:]

    def watch(self, _session: object) -> None:
        """Forget what was done in another database."""
        self._deeds.clear()

    def undo(self) -> None:
        """Undo the latest change."""
        if not self._deeds:
            self._report(tr("Nothing can be undone."))
            return
        deed = self._deeds.pop()
        deed.undo()
        self._report(deed.undone)

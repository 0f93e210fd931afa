"""The tape of what happens right now: every change of the open thread is a step."""

from PySide6.QtCore import QObject, Signal

from engine.debug.tape import Tape
from engine.library import Library, LibraryChange, TimelineSnapshot
from viewer.panels.panel import Panel
from viewer.session import Session


class LiveTape(QObject):
    """Records from the moment at which it was told what is open."""

    grown = Signal()
    """There is a step more."""

    def __init__(self, panel: Panel) -> None:
        super().__init__(panel)
        self._panel = panel
        self._session: Session | None = None
        self._address = ""
        self._revision = self._heard = 0
        self.tape: Tape | None = None
        """The tape; None until the thread has been read."""

    def watch(self, session: Session | None, address: str) -> None:
        """Record a thread of a session; the one that is recorded goes on."""
        if session is not self._session:
            self.leave()
            self._session = session
            if session:
                session.changed.connect(self._record)
        if address != self._address:
            self._address, self.tape, self._heard = address, None, 0
            self._begin()

    def leave(self) -> None:
        """Record nothing any more."""
        if self._session:
            self._session.changed.disconnect(self._record)
        self._session, self._address, self.tape = None, "", None

    def _begin(self) -> None:
        address = self._address
        if address and self._session:
            self._session.ask("live tape", lambda library: _snapshot(library, address), self._start)

    def _start(self, found: tuple[TimelineSnapshot, Tape] | None) -> None:
        if not found or found[0].address != self._address:
            return
        if found[0].revision < self._heard:
            self._begin()  # a part of what came since has gone by already
        else:
            self._revision, self.tape = found[0].revision, found[1]
            self.grown.emit()

    def _record(self, change: LibraryChange) -> None:
        for timeline in change.timelines:
            if timeline.address != self._address:
                continue
            self._heard = timeline.revision
            if self.tape is None:
                continue
            if timeline.revision == self._revision + 1:
                self._revision += timeline.is_whole
                self.tape.record(timeline.edits)
                self.grown.emit()
            elif timeline.revision > self._revision:
                self.tape = None
                self._begin()  # something was missed, so the tape begins anew


def _snapshot(library: Library, address: str) -> tuple[TimelineSnapshot, Tape]:
    snapshot = library.conversation(address).snapshot()
    return snapshot, Tape(snapshot.keys)

"""The live history: every change of the open conversation is a step."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from tanglescope.engine.debug.replaying.edit_history import EditHistory
from tanglescope.engine.library import Library, LibraryChange, TimelineSnapshot
from tanglescope.engine.linear.edit_script import edits_between
from tanglescope.engine.linear.edits import Remove
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.session import Session


class LiveHistory(QObject):
    """Records from the moment at which a conversation is opened."""

    grown = Signal()
    """Emitted when a step was added."""

    def __init__(self, panel: Panel) -> None:
        super().__init__(panel)
        self._panel = panel
        self._session: Session | None = None
        self._address = ""
        self._revision = self._heard = 0
        self._is_reported = True
        self._order: Sequence[str] = ()
        self.history: EditHistory | None = None
        """The history; None until the conversation has been read."""

    def watch(self, session: Session | None, address: str) -> None:
        """Record a conversation of a session; if it is being recorded, continue."""
        if session is not self._session:
            self.leave()
            self._session = session
            if session:
                session.changed.connect(self._record)
        if address != self._address:
            self._address, self.history, self._heard = address, None, 0
            self._begin()

    def leave(self) -> None:
        """Stop recording."""
        if self._session:
            self._session.changed.disconnect(self._record)
        self._session, self._address, self.history = None, "", None

    def _begin(self) -> None:
        address = self._address
        if address and self._session:
            self._session.ask(
                "live history", lambda library: _take_snapshot(library, address), self._start
            )

    def _start(self, found: "_LiveSnapshot | None") -> None:
        if not found or found.snapshot.address != self._address:
            return
        self._is_reported = found.is_reported
        if found.is_reported and found.snapshot.revision < self._heard:
            self._begin()  # some changes since then have already been missed
        else:
            self._revision, self.history = found.snapshot.revision, found.history
            self._order = found.snapshot.keys
            self.grown.emit()

    def _look_again(self) -> None:
        """Record the changes since the last look, if edits aren't reported one by one."""
        address = self._address
        if self._session and self.history is not None:
            self._session.ask(
                "live history", lambda library: _take_snapshot(library, address), self._follow
            )

    def _follow(self, found: "_LiveSnapshot | None") -> None:
        if not found or found.snapshot.address != self._address or self.history is None:
            return
        before, self._order = self._order, found.snapshot.keys
        if not set(before) <= set(self._order):
            self._start(found)  # a message was removed, so the history begins again
        elif edits := edits_between(before, self._order):
            self.history.record(edits)
            self.grown.emit()

    def _record(self, change: LibraryChange) -> None:
        if not self._is_reported:
            self._look_again()
            return
        for timeline in change.timelines:
            if timeline.address != self._address:
                continue
            self._heard = timeline.revision
            if self.history is None:
                continue
            edits = [edit for edit in timeline.edits if not isinstance(edit, Remove)]
            if timeline.since == self._revision and len(edits) == len(timeline.edits):
                self._revision = timeline.revision if timeline.is_whole else self._revision
                self.history.record(edits)
                self.grown.emit()
            elif timeline.revision > self._revision:
                self.history = None
                self._begin()  # a change was missed, or a message went: begin again


@dataclass(frozen=True, slots=True)
class _LiveSnapshot:
    """The current state of a conversation, and whether its edits are reported as they happen."""

    snapshot: TimelineSnapshot
    history: EditHistory
    is_reported: bool


def _take_snapshot(library: Library, address: str) -> _LiveSnapshot:
    conversation = library.conversation(address)
    snapshot = conversation.snapshot()
    return _LiveSnapshot(snapshot, EditHistory(snapshot.keys), conversation.revision() is not None)

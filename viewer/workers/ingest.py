"""Reads and follows archives in a thread of its own.

It owns the only connection that writes. It reads archives one after the other, then checks the
followed ones whenever the system reports a change, or after a while. Messages that the user
publishes are written in between.
"""

from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import ImportReport, Library, LibraryChange, Progress
from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.engine.store.files.import_lock import ImportRunning, is_imported_into
from tanglescope.engine.system.files import (
    note_followed,
    note_left,
    path_as_text,
    remedy,
    system_message,
)
from tanglescope.viewer import crash
from tanglescope.viewer.workers.frame_clock import FrameClock
from tanglescope.viewer.workers.publish_queue import PublishQueue, QueuedMessage
from tanglescope.viewer.workers.worker import Worker

if TYPE_CHECKING:
    from tanglescope.engine.library import Follower

_LONGEST_WAIT = 0.5
_WAITING = Progress("waiting", 0, 0, 0, {}, 0.0)


class _ReadRequest(NamedTuple):
    """An archive to read, and keys for its encrypted parts."""

    archive: Path
    keys: tuple[bytes, ...]


class IngestWorker(Worker):
    """Writes archives into a database and reports every batch to the frame clock."""

    started_reading = Signal(str)
    progressed = Signal(object)
    finished_reading = Signal(str, object)
    grown = Signal(int, int)
    """Emitted with the number of new messages of a followed file, and of all in the database.

    If nothing is new, there are bad records.
    """
    followed = Signal(str, bool)
    """Emitted when a followed file has vanished or come back."""
    dropped = Signal(str)
    """Emitted when a followed file can't be read and is no longer followed."""
    failed = Signal(str)
    unreadable = Signal(str, str)
    """Emitted with the reason why an archive can't be read, and its path."""

    def __init__(self, database: Path, clock: FrameClock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._database = database
        self._clock = clock
        self.publish_queue = PublishQueue(clock, self)
        self._waiting: deque[_ReadRequest] = deque()
        self._touched = False
        self._cancelled = False
        self._is_reading = False
        self._trouble = ""  # why the last attempt to write the database failed

    def read(self, archive: Path, keys: Sequence[bytes] = ()) -> None:
        """Read `archive` after those requested before, then follow it.

        `keys` may decrypt Autobases in it.
        """
        with self._changed:
            self._waiting.append(_ReadRequest(archive, tuple(keys)))
            self._changed.notify()

    def publish(self, message: QueuedMessage) -> None:
        """Sign and publish a message as soon as the current batch is written."""
        with self._changed:
            self.publish_queue.put(message)
            self._changed.notify()

    def catch_up(self, folder: Path) -> None:
        """Import what was published with the identity in a folder."""
        with self._changed:
            self.publish_queue.catch_up(folder)
            self._changed.notify()

    def look(self) -> None:
        """Check the followed files at once."""
        with self._changed:
            self._touched = True
            self._changed.notify()

    def cancel(self) -> None:
        """Stop reading; messages that were read stay."""
        with self._changed:
            self._cancelled = True
            self._waiting.clear()
            self._changed.notify()

    def is_reading(self) -> bool:
        """Whether an archive is being read, or waits for that."""
        with self._changed:
            return self._is_reading or bool(self._waiting)

    def run(self) -> None:
        """Handle requests until the end."""
        try:
            with Library.open(self._database) as library:
                self._serve(library)
        except TanglescopeError as error:
            self._give_up(str(error))
        except Exception as error:
            self._give_up(crash.note(error))

    def _give_up(self, reason: str) -> None:
        self.publish_queue.close(reason)
        self.failed.emit(reason)

    def _serve(self, library: Library) -> None:
        followers: dict[Path, Follower] = {}
        try:
            while not self._ending:
                request = self._next()
                self.publish_queue.serve(library)
                if request is not None:
                    self._read(library, request, followers)
                for path in list(followers):
                    self._follow(library, path, followers)
        finally:
            for path in followers:
                note_left(path)

    def _next(self) -> "_ReadRequest | None":
        with self._changed:
            if not (self._waiting or self._touched or self._ending or self.publish_queue):
                self._changed.wait(_LONGEST_WAIT)
            self._touched = False
            self._is_reading = bool(self._waiting)
            if not self._waiting:
                return None
            self._cancelled = False  # from here on, `cancel` is about this request
            return self._waiting.popleft()

    def _read(
        self, library: Library, request: "_ReadRequest", followers: dict[Path, "Follower"]
    ) -> None:
        from tanglescope.engine.archive.opening import archive_files

        archive, keys = request
        self.started_reading.emit(path_as_text(archive))
        report: ImportReport | None = None

        def on_change(change: LibraryChange) -> None:
            self._clock.put(change)
            self.publish_queue.serve(library)

        note_followed(archive, archive_files)
        try:
            while report is None and self._may_read(library):
                with suppress(ImportRunning):  # another import began just now
                    report = library.ingest(
                        archive,
                        keys=keys,
                        on_progress=self.progressed.emit,
                        on_change=on_change,
                        cancelled=self._is_stopped,
                    )
            if not self._is_stopped():
                follower = library.follow(archive, keys)
                if archive not in followers:
                    note_followed(archive, archive_files)
                followers[archive] = follower
        except TanglescopeError as error:
            self.unreadable.emit(str(error), path_as_text(archive))
        except OSError as error:  # it existed when it was opened
            why = tr(
                "{archive} can't be read any more: {why}.",
                archive=archive,
                why=system_message(error),
            )
            self.unreadable.emit(f"{why} {remedy(error)}", path_as_text(archive))
        finally:
            note_left(archive)
        self._is_reading = False
        self.finished_reading.emit(path_as_text(archive), report)

    def _may_read(self, library: Library) -> bool:
        """Wait until no other import into the database is running; whether to read then."""
        while not self._is_stopped() and is_imported_into(self._database):
            self.progressed.emit(_WAITING)
            with self._changed:
                if not self._is_stopped():
                    self._changed.wait(_LONGEST_WAIT)
            self.publish_queue.serve(library)
        return not self._is_stopped()

    def _is_stopped(self) -> bool:
        return self._cancelled or self._ending

    def _follow(self, library: Library, archive: Path, followers: dict[Path, "Follower"]) -> None:
        follower = followers[archive]
        was_there = follower.is_there
        try:
            changes = follower.poll()
        except (DatabaseError, OSError) as error:
            # A full disk, or another process that is writing: the next attempt may succeed.
            if self._trouble != str(error):
                self._trouble = str(error)
                self.failed.emit(str(error))
            return
        except TanglescopeError as error:
            del followers[archive]
            note_left(archive)
            self.unreadable.emit(str(error), path_as_text(archive))
            self.dropped.emit(path_as_text(archive))
            return
        self._trouble = ""
        if follower.is_there is not was_there:
            self.followed.emit(path_as_text(archive), follower.is_there)
        for change in changes:
            self._clock.put(change)
            self.grown.emit(change.added, len(library))

"""The publish queue: messages to sign and publish, handed to the only thread that writes.

It is served between the batches of an import, so that publishing doesn't wait for a large archive.
"""

from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.library import Library, OwnFeed, ShownLater
from tanglescope.engine.message.writing import UnsignedMessage
from tanglescope.viewer import crash
from tanglescope.viewer.workers.frame_clock import FrameClock


@dataclass(frozen=True, slots=True)
class QueuedMessage:
    """A message to be signed with the identity in `folder`."""

    unsigned: UnsignedMessage
    folder: Path


class PublishQueue(QObject):
    """Messages to publish; any thread may add one, the writing thread publishes them."""

    published = Signal(str, str)
    """Emitted with the key of a published message, and why it isn't shown yet, if it isn't."""
    refused = Signal(str)
    """Emitted with the reason why a message wasn't published."""

    def __init__(self, clock: FrameClock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._queued: deque[QueuedMessage] = deque()
        self._closed = ""
        self._behind: set[Path] = set()
        """The folders of feeds whose latest messages the database lacks."""

    def __len__(self) -> int:
        return len(self._queued)

    def put(self, message: QueuedMessage) -> None:
        """Add a message, to be published after those before it."""
        if self._closed:
            self.refused.emit(self._closed)
        else:
            self._queued.append(message)

    def catch_up(self, folder: Path) -> None:
        """Import what was published with the identity in a folder, as soon as that is possible."""
        self._behind.add(folder)

    def close(self, reason: str) -> None:
        """Refuse all messages, waiting and new: they will not be published."""
        self._closed = reason
        while self._queued:
            self._queued.popleft()
            self.refused.emit(reason)

    def serve(self, library: Library) -> None:
        """Publish all waiting messages, and show those that were published before."""
        while self._queued:
            message = self._queued.popleft()
            try:
                self._publish(library, message)
            except ShownLater as error:
                self._show_later(error, message)
            except TanglescopeError as error:
                self._report(str(error), message)
            except Exception as error:
                self._report(crash.note(error), message)
        for folder in list(self._behind):
            try:
                for change in library.publisher(OwnFeed.open(folder)).catch_up():
                    self._clock.put(change)
            except TanglescopeError:
                continue  # it was reported; the next attempt may succeed
            except Exception as error:
                crash.note(error)
            self._behind.discard(folder)

    def _publish(self, library: Library, message: QueuedMessage) -> None:
        publisher = library.publisher(OwnFeed.open(message.folder))
        published = publisher.publish(message.unsigned)
        for change in published.changes:
            self._clock.put(change)
        self.published.emit(published.key, "")

    def _report(self, reason: str, message: QueuedMessage) -> None:
        """Report what went wrong: nothing was published, unless the message is in the log."""
        with suppress(TanglescopeError):
            key = OwnFeed.open(message.folder).find(message.unsigned.fingerprint)
            if key is not None:
                self._show_later(ShownLater(key, reason), message)
                return
        self.refused.emit(reason)

    def _show_later(self, error: ShownLater, message: QueuedMessage) -> None:
        self._behind.add(message.folder)
        self.published.emit(error.key, str(error))

"""The publish queue: messages to sign and publish, handed to the only thread that writes.

It is served between the batches of an import, so that publishing doesn't wait for a large archive.
"""

from collections import deque
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine.errors import TanglescopeError
from engine.library import Library, OwnFeed
from engine.message.writing import UnsignedMessage
from viewer import crash
from viewer.workers.frame_clock import FrameClock


@dataclass(frozen=True, slots=True)
class QueuedMessage:
    """A message to be signed with the identity in `folder`."""

    unsigned: UnsignedMessage
    folder: Path


class PublishQueue(QObject):
    """Messages to publish; any thread may add one, the writing thread publishes them."""

    published = Signal(str)
    """Emitted with the key of a published message."""
    refused = Signal(str)
    """Emitted with the reason why a message wasn't published."""

    def __init__(self, clock: FrameClock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._queued: deque[QueuedMessage] = deque()
        self._closed = ""

    def __len__(self) -> int:
        return len(self._queued)

    def put(self, message: QueuedMessage) -> None:
        """Add a message, to be published after those before it."""
        if self._closed:
            self.refused.emit(self._closed)
        else:
            self._queued.append(message)

    def close(self, reason: str) -> None:
        """Refuse all messages, waiting and new: they will not be published."""
        self._closed = reason
        while self._queued:
            self._queued.popleft()
            self.refused.emit(reason)

    def serve(self, library: Library) -> None:
        """Publish all waiting messages."""
        while self._queued:
            try:
                self._publish(library, self._queued.popleft())
            except TanglescopeError as error:
                self.refused.emit(str(error))
            except Exception as error:
                self.refused.emit(crash.note(error))

    def _publish(self, library: Library, message: QueuedMessage) -> None:
        publisher = library.publisher(OwnFeed.open(message.folder))
        published = publisher.publish(message.unsigned)
        for change in published.changes:
            self._clock.put(change)
        self.published.emit(published.key)

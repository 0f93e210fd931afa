"""The outbox: what is to be signed and published, handed to the one thread that writes.

It is served between the batches of an import, so that publishing doesn't wait for a large archive.
"""

from collections import deque
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine.errors import TanglescopeError
from engine.library import Library, OwnFeed
from engine.message.writing import Unsigned
from viewer import crash
from viewer.workers.frame_clock import FrameClock


@dataclass(frozen=True, slots=True)
class Letter:
    """A message to be signed with the identity in `folder`."""

    unsigned: Unsigned
    folder: Path


class Outbox(QObject):
    """Letters on their way; any thread may put one in, the writing one serves."""

    published = Signal(str)
    """The message with this key is out."""
    refused = Signal(str)
    """Nothing was published, and why."""

    def __init__(self, clock: FrameClock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._letters: deque[Letter] = deque()
        self._closed = ""

    def __len__(self) -> int:
        return len(self._letters)

    def put(self, letter: Letter) -> None:
        """Have a letter published after those before it."""
        if self._closed:
            self.refused.emit(self._closed)
        else:
            self._letters.append(letter)

    def close(self, reason: str) -> None:
        """Refuse what waits and all that will come: nothing serves it any more."""
        self._closed = reason
        while self._letters:
            self._letters.popleft()
            self.refused.emit(reason)

    def serve(self, library: Library) -> None:
        """Publish everything that waits."""
        while self._letters:
            try:
                self._publish(library, self._letters.popleft())
            except TanglescopeError as error:
                self.refused.emit(str(error))
            except Exception as error:
                self.refused.emit(crash.note(error))

    def _publish(self, library: Library, letter: Letter) -> None:
        publisher = library.publisher(OwnFeed.open(letter.folder))
        published = publisher.publish(letter.unsigned)
        for change in published.changes:
            self._clock.put(change)
        self.published.emit(published.key)

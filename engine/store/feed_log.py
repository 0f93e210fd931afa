"""The log of an own feed: every message that was published in it, one line of NDJSON each.

It decides what has been published. So each line is verified before it counts: the last one when
the log is opened, and every new one before it is written. A message counts from the moment its
line is complete, even without the line break. Only what follows the last message and can't be
parsed is cut off; that is what a crash leaves.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.message.canonical import NotJSON, parse
from tanglescope.engine.message.classic import examine
from tanglescope.engine.message.message import Message
from tanglescope.engine.message.writing import fingerprint
from tanglescope.engine.store.exporting import as_line
from tanglescope.engine.system.files import open_regular, unwritable

_AT_ONCE = 1 << 18
"""The number of bytes searched at once for a line break."""

_LONGEST = 1 << 20
"""More bytes than any line with a valid message."""


class WouldFork(TanglescopeError):
    """A feed that is, or may be, continued elsewhere."""


class CannotWrite(TanglescopeError):
    """The folder of the own feed can't be written; nothing was published."""


class ShownLater(TanglescopeError):
    """A message that was published, but isn't shown yet; `key` is its id."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(
            tr("Published; it will be shown once this is corrected: {reason}", reason=reason)
        )
        self.key = key


@dataclass(frozen=True, slots=True)
class FeedEnd:
    """The last known message of a feed; `asserted` is in milliseconds."""

    sequence: int = 0
    key: str | None = None
    asserted: int = 0


@dataclass(frozen=True, slots=True)
class _Tail:
    """The last message of a log, and the offset after its line."""

    end: FeedEnd
    whole: int
    lacks_break: bool = False


class FeedLog:
    """The log of `feed` at `path`."""

    def __init__(self, path: Path, feed: str) -> None:
        self.path = path
        self.feed = feed

    def end(self) -> FeedEnd:
        """The last message. Raises `WouldFork`, `CannotWrite`."""
        with reporting(self.path), open_regular(self.path) as file:
            return self._tail(file).end

    def complete(self) -> None:
        """Add the line break that the last message lacks, and sync the log."""
        with reporting(self.path), open_regular(self.path, os.O_RDWR) as file:
            tail = self._tail(file)
            if tail.lacks_break:
                _write(file, tail.whole, b"\n")
            os.fsync(file.fileno())

    def append(self, records: Iterable[dict[str, Any]]) -> FeedEnd:
        """Write messages and sync the log, so that they survive a power failure; the new end.

        If an error is raised, `find` says whether a message was published nevertheless.
        Raises `WouldFork`, `CannotWrite`.
        """
        with reporting(self.path), open_regular(self.path, os.O_RDWR) as file:
            tail = self._tail(file)
            end, lines = tail.end, [b"\n"] if tail.lacks_break else []
            for record in records:
                end = self._after(end, record)
                lines.append(as_line(record))
            file.truncate(tail.whole)
            _write(file, tail.whole, b"".join(lines))
            os.fsync(file.fileno())
        return end

    def find(self, wanted: str) -> str | None:
        """The key of the message with a fingerprint; None if it isn't in the log."""
        sequence = int(wanted.partition(" ")[0])
        with reporting(self.path), open_regular(self.path) as file:
            for line in self._backwards(file):
                key, value = self._record(line)
                if value["sequence"] == sequence and fingerprint(value) == wanted:
                    return key
                if value["sequence"] <= sequence:
                    break
        return None

    def lines(self, records: Iterable[dict[str, Any]]) -> tuple[FeedEnd, bytes]:
        """The messages of the feed from the first one on, as a new log; and their end.

        Raises `WouldFork`.
        """
        end, lines = FeedEnd(), []
        for record in records:
            end = self._after(end, record)
            lines.append(as_line(record))
        return end, b"".join(lines)

    def _tail(self, file: BinaryIO) -> _Tail:
        size = file.seek(0, os.SEEK_END)
        whole = _behind_last_break(file, size)
        rest = _between(file, whole, min(size, whole + _LONGEST))
        if _is_json(rest):
            return _Tail(self._end(rest), size, lacks_break=True)
        if whole == 0:
            return _Tail(FeedEnd(), 0)
        start = _behind_last_break(file, whole - 1)
        return _Tail(self._end(_between(file, start, whole)), whole)

    def _backwards(self, file: BinaryIO) -> Iterator[bytes]:
        """The lines of the messages, the last one first."""
        end = self._tail(file).whole
        while end:
            start = _behind_last_break(file, end - 1)
            yield _between(file, start, end)
            end = start

    def _after(self, end: FeedEnd, record: dict[str, Any]) -> FeedEnd:
        """The end after one more message, which continues the feed."""
        message = self._verify(record)
        if (message.sequence, message.previous) != (end.sequence + 1, end.key):
            raise WouldFork(
                tr(
                    "Message {n:,} of {feed} doesn't continue the log {log}; publishing could fork"
                    " the feed. Import everything that the feed has published into a new"
                    " collection, and publish from there.",
                    n=message.sequence,
                    feed=self.feed,
                    log=self.path,
                )
            )
        return _end_at(message)

    def _end(self, line: bytes) -> FeedEnd:
        key, value = self._record(line)
        return _end_at(self._verify({"key": key, "value": value}))

    def _record(self, line: bytes) -> tuple[str, dict[str, Any]]:
        try:
            record: Any = parse(line)
            key, value = record["key"], record["value"]
        except (NotJSON, LookupError, TypeError):
            raise self._damage_error() from None
        if not (isinstance(key, str) and isinstance(value, dict) and "sequence" in value):
            raise self._damage_error()
        return key, value

    def _verify(self, record: dict[str, Any]) -> Message:
        message = examine(record["value"]).message
        if message is None or (message.key, message.author) != (record["key"], self.feed):
            raise self._damage_error()
        return message

    def _damage_error(self) -> WouldFork:
        return WouldFork(
            tr(
                "The log of your own feed, {log}, is damaged: a line isn't a message of {feed} that"
                " can be verified. Publishing could fork the feed. Restore a copy of the log.",
                log=self.path,
                feed=self.feed,
            )
        )


@contextmanager
def reporting(path: Path) -> Iterator[None]:
    """Say of errors of the system that a file can't be written. Raises `CannotWrite`."""
    try:
        yield
    except OSError as error:
        raise CannotWrite(unwritable(path, error)) from None


def _end_at(message: Message) -> FeedEnd:
    return FeedEnd(message.sequence, message.key, int(message.asserted or 0))


def _write(file: BinaryIO, place: int, content: bytes) -> None:
    """Write all of it, or nothing if the disk allows that."""
    file.seek(place)
    left = memoryview(content)
    try:
        while left:
            left = left[file.write(left) :]
    except OSError:
        file.truncate(place)
        raise


def _between(file: BinaryIO, start: int, end: int) -> bytes:
    file.seek(start)
    return file.read(end - start)


def _is_json(text: bytes) -> bool:
    try:
        parse(text)
    except NotJSON:
        return False
    return True


def _behind_last_break(file: BinaryIO, end: int) -> int:
    """The offset after the last line break before `end`; 0 if there is none."""
    while end:
        start = file.seek(max(0, end - _AT_ONCE))
        if found := file.read(end - start).rfind(b"\n") + 1:
            return start + found
        end = start
    return 0

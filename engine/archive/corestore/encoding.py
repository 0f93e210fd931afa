"""compact-encoding: how Hypercore and Autobase write records."""

from collections.abc import Callable
from typing import TypeVar

from tanglescope.engine.wording import tr

T = TypeVar("T")

_WIDTHS = {0xFD: 2, 0xFE: 4, 0xFF: 8}


class MalformedRecord(ValueError):
    """A record that ends too early, or has content that no program writes."""


class RecordDecoder:
    """Reads one record from its beginning; never beyond its end."""

    __slots__ = ("_at", "_data")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def has_more(self) -> bool:
        """Whether bytes are left in the record."""
        return self._at < len(self._data)

    @property
    def done(self) -> bytes:
        """The bytes that were read."""
        return self._data[: self._at]

    def raw(self, length: int) -> bytes:
        """The next bytes."""
        end = self._at + length
        if end > len(self._data):
            raise MalformedRecord(tr("bytes are missing at {at:,}", at=self._at))
        found = self._data[self._at : end]
        self._at = end
        return found

    def uint(self) -> int:
        """A whole number of one to nine bytes."""
        first = self.raw(1)[0]
        if first < 0xFD:
            return first
        return int.from_bytes(self.raw(_WIDTHS[first]), "little")

    def buffer(self) -> bytes:
        """Bytes after their length."""
        return self.raw(self.uint())

    def optional(self) -> bytes | None:
        """Bytes after their length; None if that is zero."""
        return self.buffer() or None

    def string(self) -> str:
        """A text after its length in bytes."""
        return self.buffer().decode("utf-8", "replace")

    def key(self) -> bytes:
        """A key or hash of 32 bytes."""
        return self.raw(32)

    def array(self, item: Callable[[], T]) -> list[T]:
        """Items after their count, none of which is empty."""
        count = self.uint()
        if count > len(self._data) - self._at:
            raise MalformedRecord(tr("it counts more items than fit into it"))
        return [item() for _ in range(count)]

    def frame(self) -> "RecordDecoder":
        """A record within the record."""
        return RecordDecoder(self.buffer())

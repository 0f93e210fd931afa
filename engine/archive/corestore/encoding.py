"""How Hypercore and Autobase write: compact-encoding, keys of records, messages of a writer.

The keys are those of hypercore-storage 3, by which the records of cores are found in the database.
Their numbers are encoded so that their bytes sort like the numbers. The messages are those that a
writer appends to its core, in version 0, 1 or 2.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias, TypeVar

from tanglescope.engine.language.wording import tr

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
    def bytes_read(self) -> bytes:
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


class KeyTable(IntEnum):
    """The first number of a key."""

    HEAD = 0
    CORE_BY_DISCOVERY_KEY = 1
    CORE = 3
    DATA = 4


class CoreRecord(IntEnum):
    """The third number of a key about a core."""

    AUTH = 0
    SESSIONS = 1


class DataRecord(IntEnum):
    """The third number of a key about the data of a core."""

    HEAD = 0
    DEPENDENCY = 1
    BLOCK = 3
    TREE = 4
    USER_DATA = 6


_KEY_WIDTHS = {0xFC: 2, 0xFD: 4, 0xFE: 8}


def key(*numbers: int) -> bytes:
    """The key, or beginning of keys, that consists of these numbers."""
    return b"".join(map(_number, numbers))


def read_numbers(encoded: bytes, count: int) -> tuple[list[int], int]:
    """The first numbers of a key, and where they end."""
    numbers: list[int] = []
    at = 0
    for _ in range(count):
        if at >= len(encoded):
            raise MalformedRecord(tr("a key ends too early"))
        first, at = encoded[at], at + 1
        width = _KEY_WIDTHS.get(first, 0)
        digits = encoded[at : at + width]
        if first >= 0xFC and (not width or len(digits) < width):
            raise MalformedRecord(tr("a key lacks a number"))
        numbers.append(int.from_bytes(digits, "big") if width else first)
        at += width
    return numbers, at


def text_at(encoded: bytes, start: int) -> str:
    """The text at the end of a key, between zero bytes; zero bytes in the text are escaped."""
    text = encoded[start:]
    if not text.startswith(b"\0") or not text.endswith(b"\0\1"):
        raise MalformedRecord(tr("a key lacks a text"))
    return text[1:-2].replace(b"\0\2", b"\0").decode("utf-8", "replace")


def _number(number: int) -> bytes:
    if number < 0xFC:
        return bytes([number])
    for first, width in _KEY_WIDTHS.items():
        if number < 1 << 8 * width:
            return bytes([first]) + number.to_bytes(width, "big")
    raise MalformedRecord(tr("{number} is too large for a key", number=number))


BlockPlace: TypeAlias = tuple[bytes, int]
"""An entry: the key of its writer, and the length of the writer's core including it."""


@dataclass(frozen=True, slots=True)
class OplogBlock:
    """One block of a writer: the heads it knew, the countdown of its batch, and its value."""

    version: int
    heads: tuple[BlockPlace, ...]
    batch: int
    value: bytes | None
    optimistic: bool


def read_message(block: bytes) -> OplogBlock:
    """Decode a block. Raises `MalformedRecord`."""
    reader = RecordDecoder(block)
    version = reader.uint()
    match version:
        case 2:
            heads, batch, value = _node(reader)
            return OplogBlock(2, heads, batch, value, bool(reader.uint() & 4))
        case 1:
            reader.uint()  # the newest version that its writer understood
            flags = reader.uint()
            if flags & 1:
                _skip_checkpoints(reader)
                if not reader.uint():
                    reader.key()  # a digest
            heads, batch, value = _node(reader)
            return OplogBlock(1, heads, batch, value, bool(flags & 2))
        case 0:
            if reader.uint() & 1:
                if not reader.uint():
                    reader.array(lambda: (reader.uint(), reader.key(), reader.key()))  # signers
                _skip_checkpoints(reader)
            heads, batch, value = _node(reader)
            return OplogBlock(0, heads, batch, value, False)
        case _:
            raise MalformedRecord(
                tr("version {version} of a writer's entry isn't known", version=version)
            )


def read_clock(reader: RecordDecoder) -> tuple[BlockPlace, ...]:
    """A list of writers, with a length for each."""
    return tuple(reader.array(lambda: (reader.key(), reader.uint())))


def _node(reader: RecordDecoder) -> tuple[tuple[BlockPlace, ...], int, bytes | None]:
    heads, batch, value = read_clock(reader), reader.uint(), reader.optional()
    if not batch:
        raise MalformedRecord(tr("an entry belongs to an empty batch"))
    return heads, batch, value


def _skip_checkpoints(reader: RecordDecoder) -> None:
    reader.array(lambda: reader.uint() or (reader.raw(64), reader.uint()))

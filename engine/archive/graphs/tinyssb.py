"""tinySSB: a folder with one folder per feed, named by its public key in hexadecimal digits.

A log has packets of 120 bytes. A packet begins with a hash of its position: the feed, the sequence
number and the packet before, which aren't stored in it. The signature covers the position and the
packet. Longer contents continue in a side chain: packets that each end with the hash of the next.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson

from tanglescope.engine.archive.corestore.bases import read_content
from tanglescope.engine.archive.record import START, Dialect, FolderReader, Place, Record
from tanglescope.engine.archive.source import ArchiveSource
from tanglescope.engine.archive.varints import read_varint
from tanglescope.engine.language.wording import tr
from tanglescope.engine.message.signatures import is_signed

_PACKET = 120
_POINTER = 4
_HASH = 20
_WITH_SIDE_CHAIN = 1
_LONGEST_LOG = 1 << 26  # bytes; half a million packets
_LONGEST = 1 << 20
"""The limit on the bytes of a content."""

_DEEPEST = 20
_LONGEST_NUMBER = 8  # bytes

_FEED = re.compile(r"[0-9a-f]{64}", re.ASCII)


def feeds_in(folder: Path) -> list[Path]:
    """The logs of tinySSB in a data folder, in its folder `feeds`, or in the folder of one feed."""
    if _FEED.fullmatch(folder.name) and (folder / "log.bin").is_file():
        return [folder / "log.bin"]
    return sorted(
        path
        for base in (folder, folder / "feeds")
        for path in base.glob("*/log.bin")
        if _FEED.fullmatch(path.parent.name) and path.is_file()
    )


@dataclass(frozen=True, slots=True)
class TinyReader(FolderReader):
    """Reads all feeds of a folder each time."""

    folder: Path
    format: str = "tinySSB"
    dialect: Dialect = Dialect.TINYSSB

    @property
    def path(self) -> Path:
        """The file that identifies the folder."""
        return feeds_in(self.folder)[0]

    def files(self) -> list[Path]:
        """The logs; see `engine.archive.record.FolderReader`."""
        return feeds_in(self.folder)

    def everything(self) -> Iterator[Record]:
        """The feeds."""
        for number, path in enumerate(feeds_in(self.folder), 1):
            with ArchiveSource(path).open() as file:
                value = read_feed(path.parent.name, file.read(_LONGEST_LOG))
            yield Record(
                Place("item", number),
                b"",
                START,
                path.parent.name,
                value,
                dialect=Dialect.TINYSSB,
            )


def read_feed(feed: str, data: bytes) -> dict[str, Any]:
    """A feed as `engine.archive.graphs.pieces` reads it, up to the first invalid packet."""
    public = bytes.fromhex(feed)
    nodes: list[dict[str, Any]] = []
    previous = public[:_HASH]
    at = 0
    while at < len(data):
        packet = data[at : at + _PACKET]
        text = b"tinyssb-v0" + public + (len(nodes) + 1).to_bytes(4, "big") + previous
        content, end = _content(data, at + _PACKET, packet)
        is_framed = data[end : end + _POINTER] == at.to_bytes(_POINTER, "big")
        if not is_framed or not _is_genuine(public, text, packet):
            return _value(feed, nodes, at)
        before = nodes[-1:]
        previous = sha256(text + packet).digest()[:_HASH]
        nodes.append(
            {
                "id": previous.hex(),
                "after": [each["id"] for each in before],
                "writer": feed,
                "sequence": len(nodes) + 1,
                "verdict": "unverified" if content is None else "valid",
                "text": None if content is None else _text_of(content),
            }
        )
        at = end + _POINTER
    return _value(feed, nodes)


def _value(feed: str, nodes: list[dict[str, Any]], wrong_at: int | None = None) -> dict[str, Any]:
    value = {"name": feed, "writers": [{"key": feed}], "nodes": nodes}
    if wrong_at is None:
        return value
    problem = tr("the packet at byte {offset} of the feed is damaged or forged", offset=wrong_at)
    return value | {"problems": [problem]}


def _is_genuine(public: bytes, text: bytes, packet: bytes) -> bool:
    """Whether a packet belongs at its position, and is signed by the feed."""
    is_here = len(packet) == _PACKET and sha256(text).digest()[:7] == packet[:7]
    return is_here and is_signed(text + packet[:56], packet[56:], public)


def _content(data: bytes, at: int, packet: bytes) -> tuple[bytes | None, int]:
    """The content of a packet, None if a part is missing; and the end of its side chain."""
    if len(packet) < _PACKET or packet[7] != _WITH_SIDE_CHAIN:
        return packet[8:56], at
    try:
        size, begin = read_varint(packet[:36], 8)
    except (IndexError, ValueError):
        return None, len(data)
    content, wanted = packet[begin:36], packet[36:56]
    parts = [content]
    chunks = max(0, -(-(size - len(content)) // 100))
    end = at + chunks * _PACKET
    if size > _LONGEST or end > len(data):
        return None, end
    for chunk in (data[place : place + _PACKET] for place in range(at, end, _PACKET)):
        if sha256(chunk).digest()[:_HASH] != wanted:
            return None, end
        parts.append(chunk[:100])
        wanted = chunk[100:]
    return b"".join(parts)[:size], end


def _text_of(content: bytes) -> str:
    """A content as text: BIPF as JSON, plain text, or hexadecimal digits, without padding."""
    try:
        value, end = _value_at(content, 0, len(content))
        # Any text could be a short BIPF value; applications write lists.
        if isinstance(value, list) and not content[end:].strip(b"\0"):
            return orjson.dumps(value).decode()
    except (ValueError, TypeError, IndexError):
        pass
    return read_content(content.rstrip(b"\0")).text


class _Malformed(ValueError):
    """A value that ends too early, is nested too deep or has an unknown type."""


def _value_at(data: bytes, at: int, limit: int, depth: int = 0) -> tuple[Any, int]:
    """A value of tinySSB's BIPF before `limit`, and its end."""
    number, at = read_varint(data, at)
    end = at + (number >> 3)
    if end > limit or depth > _DEEPEST:
        raise _Malformed
    part = data[at:end]
    match number & 7:
        case 0:
            return part.decode(), end
        case 1:
            return part.hex(), end
        case 2 if len(part) <= _LONGEST_NUMBER:
            return int.from_bytes(part, "little", signed=True), end
        case 4:
            items = []
            while at < end:
                item, at = _value_at(data, at, end, depth + 1)
                items.append(item)
            return items, end
        case 6:
            return {b"\0": False, b"\1": True}.get(part), end
    raise _Malformed

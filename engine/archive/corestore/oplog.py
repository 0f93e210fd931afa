"""The messages that a writer of an Autobase appends to its core: version 0, 1 or 2."""

from dataclasses import dataclass
from typing import TypeAlias

from tanglescope.engine.archive.corestore.encoding import MalformedRecord, RecordDecoder
from tanglescope.engine.wording import tr

Place: TypeAlias = tuple[bytes, int]
"""An entry: the key of its writer, and the length of the writer's core including it."""


@dataclass(frozen=True, slots=True)
class OplogBlock:
    """One block of a writer: the heads it knew, the countdown of its batch, and its value."""

    version: int
    heads: tuple[Place, ...]
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
                _skip_digest(reader)
            heads, batch, value = _node(reader)
            return OplogBlock(1, heads, batch, value, bool(flags & 2))
        case 0:
            if reader.uint() & 1:
                _skip_signers(reader)
                _skip_checkpoints(reader)
            heads, batch, value = _node(reader)
            return OplogBlock(0, heads, batch, value, False)
        case _:
            raise MalformedRecord(
                tr("version {version} of a writer's entry isn't known", version=version)
            )


def read_clock(reader: RecordDecoder) -> tuple[Place, ...]:
    """A list of writers, with a length for each."""
    return tuple(reader.array(lambda: (reader.key(), reader.uint())))


def _node(reader: RecordDecoder) -> tuple[tuple[Place, ...], int, bytes | None]:
    heads, batch, value = read_clock(reader), reader.uint(), reader.optional()
    if not batch:
        raise MalformedRecord(tr("an entry belongs to an empty batch"))
    return heads, batch, value


def _skip_checkpoints(reader: RecordDecoder) -> None:
    reader.array(lambda: reader.uint() or (reader.raw(64), reader.uint()))


def _skip_digest(reader: RecordDecoder) -> None:
    if not reader.uint():
        reader.key()


def _skip_signers(reader: RecordDecoder) -> None:
    if not reader.uint():
        reader.array(lambda: (reader.uint(), reader.key(), reader.key()))

"""RocksDB in a child process.

A damaged database can make RocksDB loop forever or abort its process. So a child process opens it
and sends its records, and the system ends it if it computes for too long without an answer. The
parent treats a sudden end as damage. Answers come in pieces of one letter and some bytes: `v` a
value, `n` no value, `r` some records of a range, `.` its end, `e` an error in words. A child starts
whenever a store is opened, so it imports very little.
"""

import os
import struct
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tanglescope.engine.system.child_processes import (
    end_with_parent,
    limit_memory,
    limit_processor_time,
)

PIECE = 1 << 18
"""The number of bytes of records that are sent at once."""

_WORDS = "words"  # a file in the folder for the last output of libraries
_MOST_WORDS = 1 << 20
_LACKED = (b"MemoryError", b"bad_alloc", b"memory allocation of")

_LENGTHS = struct.Struct("<II")


def serve(folder: str, family: str, connection: Connection, memory: int, patience: int) -> None:
    """Open a database and send its records on request, until the parent closes the connection.

    The process may use at most `memory` bytes, and `patience` seconds of processor time for each
    piece of an answer.
    """
    end_with_parent()
    words = os.open(Path(folder, _WORDS), os.O_WRONLY | os.O_CREAT, 0o600)
    os.dup2(words, 2)  # libraries must not write to the terminal
    limit_memory(memory)
    limit_processor_time(patience)
    try:
        database, records = _open(folder, family)
        connection.send_bytes(b"." if records is not None else b"n")
        while records is not None:
            question = connection.recv_bytes()
            answers = _range(records, question[1:]) if question[:1] == b"r" else None
            for answer in answers or [_value(records, question[1:])]:
                connection.send_bytes(answer)
                limit_processor_time(patience)
        del database
    except (EOFError, ConnectionError):
        return
    except MemoryError:
        os.write(words, _LACKED[0])
    except BaseException as error:  # RocksDB's panics have no narrower class
        reason = str(error).split("\n", 1)[0][:200] or type(error).__name__
        connection.send_bytes(b"e" + reason.encode("utf-8", "replace"))


def has_lacked_memory(folder: Path) -> bool:
    """Whether the child of a folder failed because it ran out of memory."""
    with suppress(FileNotFoundError):
        with (folder / _WORDS).open("rb") as words:
            said = words.read(_MOST_WORDS)
        return any(each in said for each in _LACKED)
    return False


def records_in(piece: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values in one piece of a range."""
    at = 1
    while at < len(piece):
        key_length, value_length = _LENGTHS.unpack_from(piece, at)
        at += _LENGTHS.size
        value_at = at + key_length
        yield piece[at:value_at], piece[value_at : value_at + value_length]
        at = value_at + value_length


def _open(folder: str, family: str) -> tuple[Any, Any]:
    from rocksdict import AccessType, Options, Rdict

    families = Rdict.list_cf(folder)
    if family not in families:
        return None, None
    database = Rdict(
        folder,
        options=Options(raw_mode=True),
        column_families={name: Options(raw_mode=True) for name in families},
        access_type=AccessType.read_only(),
    )
    return database, database.get_column_family(family)


def _value(records: Any, key: bytes) -> bytes:
    value: bytes | None = records.get(key)
    return b"n" if value is None else b"v" + value


def _range(records: Any, prefix: bytes) -> Iterator[bytes]:
    items = records.iter()
    items.seek(prefix)
    piece = bytearray(b"r")
    while items.valid():
        key, value = items.key(), items.value()
        if not key.startswith(prefix):
            break
        piece += _LENGTHS.pack(len(key), len(value)) + key + value
        if len(piece) >= PIECE:
            yield bytes(piece)
            piece = bytearray(b"r")
        items.next()
    items.status()
    yield bytes(piece)
    yield b"."

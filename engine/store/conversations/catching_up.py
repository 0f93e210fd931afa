"""Catching up: process tangle data of messages that joined their threads without it.

A bulk import links threads and leaves the other tangles for its end; a database of the first
version had no tangles except threads by `root`. The table `joined` says up to which message tangle
data was processed.
"""

from contextlib import closing, suppress
from pathlib import Path

from engine.store.conversations.joining import Joining
from engine.store.files.database import connect, reading, writing
from engine.store.files.errors import DatabaseError
from engine.store.files.sqlite import Database


def catch_up_with_tangles(path: Path, database: Database) -> None:
    """Let the messages of a database join by their tangle data, if it can be written."""
    with reading(database):
        is_behind = Joining(database).is_behind
    if not is_behind:
        return
    # If it can't be written, its tangles stay as they were last processed.
    with suppress(DatabaseError), closing(connect(path)) as writable, writing(writable):
        Joining(writable).catch_up()

"""Catching up: tangle data of messages that joined their threads without regard to it.

A bulk import links threads and leaves the other tangles for its end; a database of the first
version knew no tangles but threads by `root`. The table `joined` says up to which message tangle
data has been looked at.
"""

from contextlib import closing, suppress
from pathlib import Path

from engine.store.conversations.joining import Joining
from engine.store.files.database import connect, reading, writing
from engine.store.files.errors import DatabaseError
from engine.store.files.sqlite import Database


def catch_up_with_tangles(path: Path, database: Database) -> None:
    """Let the messages of a database join by their tangle data, where it can be written."""
    with reading(database):
        is_behind = Joining(database).is_behind
    if not is_behind:
        return
    # Where it can't be written, its tangles are what they were when they were last looked at.
    with suppress(DatabaseError), closing(connect(path)) as writable, writing(writable):
        Joining(writable).catch_up()

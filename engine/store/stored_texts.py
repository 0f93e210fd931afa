"""Stored texts of private messages, for users who have asked for that.

By default, a private message is stored only as its ciphertext. Users who want to read it without
their key every time can have the text stored beside it, in this one database; then anyone who can
read the file can read the text. When this is turned off, no trace of the texts remains in the file.
Keys are never written.
"""

import json
from collections.abc import Mapping
from operator import attrgetter

from tanglescope.engine.language.wording import tr
from tanglescope.engine.message.canonical import NotJSON, parse
from tanglescope.engine.message.message import Content
from tanglescope.engine.store.files.database import writing
from tanglescope.engine.store.files.errors import DatabaseError, reports_damage
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.system.child_processes import keep_out_of_core_dumps


@reports_damage(attrgetter("_database"))
class StoredTexts:
    """The stored private texts of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def is_on(self) -> bool:
        """Whether texts are stored here."""
        return self._database.execute("SELECT 1 FROM storing_texts").fetchone() is not None

    def __len__(self) -> int:
        return self._database.number("SELECT count(*) FROM stored_texts")

    def turn_on(self) -> None:
        """Store texts from now on."""
        with writing(self._database):
            self._database.execute("INSERT OR IGNORE INTO storing_texts VALUES (1)")

    def put(self, texts: Mapping[str, Content]) -> None:
        """Store the texts of messages, by key; nothing if storing is off."""
        self._leave_no_traces()
        with writing(self._database):
            if self.is_on:
                self._database.conn.executemany(
                    "INSERT OR IGNORE INTO stored_texts (message, content)"
                    " SELECT id, ? FROM messages WHERE key = ?",
                    ((json.dumps(content), key) for key, content in texts.items()),
                )

    def turn_off(self) -> None:
        """Stop storing texts, and erase the stored ones. Raises `DatabaseError`."""
        self._leave_no_traces()
        with writing(self._database):
            self._database.execute("DELETE FROM stored_texts")
            self._database.execute("DELETE FROM storing_texts")
        # The journal still holds recently written texts until it is emptied.
        (is_busy, *_) = self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if is_busy:
            raise DatabaseError(
                tr(
                    "The text of private messages was removed, but another program is"
                    " reading the database, so traces of the text remain in the log beside it."
                    " Close that program, then turn keeping private text on and off again."
                )
            )

    def _leave_no_traces(self) -> None:
        """Let SQLite overwrite what is deleted or moved."""
        self._database.execute("PRAGMA secure_delete = ON")


def content_in(text: str | None) -> Content | None:
    """The content stored as `text`; None if it is missing or was changed."""
    if text is None:
        return None
    keep_out_of_core_dumps()
    try:
        content = parse(text.encode())
    except NotJSON:
        return None
    return content if isinstance(content, dict) else None

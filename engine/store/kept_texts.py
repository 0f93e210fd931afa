"""Kept texts: what private messages say, written down for a person who has asked for it.

What is stored of a private message is its ciphertext. A person who wants to read on without showing
the key every time may have the text kept beside it, in this one database; anyone who can read the
file can read it then. It goes as it came: of what was kept nothing stays behind in the file.
Keys are never written.
"""

import json
from collections.abc import Mapping
from operator import attrgetter

from engine.message.canonical import NotJSON, parse
from engine.message.message import Content
from engine.store.files.database import reading, writing
from engine.store.files.errors import DatabaseError, reports_damage
from engine.store.files.sqlite import Database
from engine.wording import tr


@reports_damage(attrgetter("_database"))
class KeptTexts:
    """The texts that one database keeps."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def is_on(self) -> bool:
        """Whether texts are to be kept here."""
        with reading(self._database):
            return self._database.execute("SELECT 1 FROM keeping").fetchone() is not None

    def __len__(self) -> int:
        with reading(self._database):
            return int(self._database.execute("SELECT count(*) FROM kept_texts").fetchone()[0])

    def turn_on(self) -> None:
        """Keep texts from now on."""
        with writing(self._database):
            self._database.execute("INSERT OR IGNORE INTO keeping VALUES (1)")

    def put(self, texts: Mapping[str, Content]) -> None:
        """Keep what messages say, by their keys; nothing unless keeping is on."""
        self._leave_no_traces()
        with writing(self._database):
            if self.is_on:
                self._database.conn.executemany(
                    "INSERT OR IGNORE INTO kept_texts (message, content)"
                    " SELECT id, ? FROM messages WHERE key = ?",
                    ((json.dumps(content), key) for key, content in texts.items()),
                )

    def turn_off(self) -> None:
        """Keep nothing any more, and wipe out what was kept. Raises `DatabaseError`."""
        self._leave_no_traces()
        with writing(self._database):
            self._database.execute("DELETE FROM kept_texts")
            self._database.execute("DELETE FROM keeping")
        # The journal of what was written last still holds it, until it is emptied.
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
        """Have SQLite overwrite what is deleted or moved."""
        self._database.execute("PRAGMA secure_delete = ON")


def content_in(text: str | None) -> Content | None:
    """The content that was kept as `text`; None where there is none, or it was changed."""
    if text is None:
        return None
    try:
        content = parse(text.encode())
    except NotJSON:
        return None
    return content if isinstance(content, dict) else None

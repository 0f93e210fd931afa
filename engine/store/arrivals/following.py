"""Following: importing the records that were added to an archive since the last poll."""

from collections.abc import Sequence
from operator import attrgetter
from pathlib import Path
from time import monotonic

from tanglescope.engine.archive.opening import FolderState, shape_of
from tanglescope.engine.archive.record import MissingArchive, NoLogInFolder, UnreadableArchive
from tanglescope.engine.store.arrivals.changes import LibraryChange
from tanglescope.engine.store.arrivals.importer import Importer
from tanglescope.engine.store.files.errors import path_of, reports_damage
from tanglescope.engine.store.files.import_lock import keeping_imports_off
from tanglescope.engine.store.files.sqlite import Database

LONG = 0.5
"""The duration of a poll in seconds from which on the next one is delayed."""

REST = 2
"""The delay after a long poll, as a multiple of its duration."""

LONGEST_REST = 5.0
"""The longest delay in seconds."""


@reports_damage(attrgetter("_database"))
class Follower:
    """A growing archive: each poll imports what was added since the last one."""

    def __init__(self, database: Database, archive: Path, keys: Sequence[bytes] = ()) -> None:
        self._database = database
        self._archive = archive
        self._keys = tuple(keys)
        self._shape: FolderState | None = None
        self._unreadable: FolderState | None = None
        self._resting_until = 0.0
        self.is_there = True
        """Whether the file existed at the last poll; a removed one may come back."""

    def poll(self) -> list[LibraryChange]:
        """Import the new complete records; return the changes. Raises `ArchiveError`.

        If sizes and times of the files are unchanged, or an import is running, nothing is read.
        After a long poll, as with folders that are read as a whole, there is a pause before the
        next one.
        """
        shape = shape_of(self._archive)
        changes: list[LibraryChange] = []
        self.is_there = shape is not None
        if shape is None or shape == self._shape or monotonic() < self._resting_until:
            return changes
        begun = monotonic()
        try:
            # Opened again, since an empty or replaced file may have another format now.
            importer = Importer(self._database, self._archive, growing=True, keys=self._keys)
            with keeping_imports_off(path_of(self._database)) as is_idle:
                if not is_idle:
                    return changes  # the import may be reading the same archive
                importer.run(None, changes.append, lambda: False)
        except (MissingArchive, NoLogInFolder, FileNotFoundError):
            # It was removed just now, and may come back like any removed file.
            self.is_there = False
        except UnreadableArchive:
            # A running program may replace files meanwhile: only a lasting obstacle is an error.
            if shape == self._unreadable:
                raise
            self._unreadable = shape
        else:
            self._shape = shape
            took = monotonic() - begun
            rest = min(REST * took, LONGEST_REST) if took > LONG else 0.0
            self._resting_until = begun + took + rest
        return changes

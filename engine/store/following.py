"""Following: taking in what has come to an archive since the last look."""

from pathlib import Path

from engine.archive.errors import MissingArchive, NoLogInFolder
from engine.archive.folder import find_log
from engine.store.changes import LibraryChange
from engine.store.importing import Importer
from engine.store.sqlite import Database


class Follower:
    """An archive that grows: each look takes in what has come since the last one."""

    def __init__(self, database: Database, archive: Path) -> None:
        self._database = database
        self._archive = archive
        self._shape: tuple[Path, int, int, int] | None = None
        self.is_there = True
        """Whether there was a file when it was looked for last; one that vanished may come back."""

    def poll(self) -> list[LibraryChange]:
        """Take in the complete records that are new; what they changed. Raises `ArchiveError`.

        Looks at nothing but the file's size and times if they are as they were.
        """
        shape = _shape(self._archive)
        changes: list[LibraryChange] = []
        self.is_there = shape is not None
        if self.is_there and shape != self._shape:
            try:
                # Opened anew, since what was empty or replaced may have any format now.
                importer = Importer(self._database, self._archive, growing=True)
                importer.run(None, changes.append, lambda: False)
            except (MissingArchive, NoLogInFolder, FileNotFoundError):
                # It has vanished since a line above, and may come back as any that has vanished.
                self.is_there = False
            else:
                self._shape = shape
        return changes


def _shape(archive: Path) -> tuple[Path, int, int, int] | None:
    """What changes when somebody writes to an archive; None when it is gone."""
    try:
        log = find_log(archive) if archive.is_dir() else archive
        status = log.stat()
    except (OSError, NoLogInFolder):
        return None
    return log, status.st_ino, status.st_size, status.st_mtime_ns

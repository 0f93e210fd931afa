"""Following: taking in what has come to an archive since the last look."""

from collections.abc import Sequence
from operator import attrgetter
from pathlib import Path
from time import monotonic

from engine.archive.errors import MissingArchive, NoLogInFolder, UnreadableArchive
from engine.archive.opening import Shape, shape_of
from engine.store.arrivals.changes import LibraryChange
from engine.store.arrivals.importer import Importer
from engine.store.files.errors import reports_damage
from engine.store.files.sqlite import Database

LONG = 0.5
"""Seconds of a look from which on the next one waits."""

REST = 2
"""How many times as long as a long look took until the next one."""

LONGEST_REST = 5.0
"""Seconds after which the next look comes at any rate."""


@reports_damage(attrgetter("_database"))
class Follower:
    """An archive that grows: each look takes in what has come since the last one."""

    def __init__(self, database: Database, archive: Path, keys: Sequence[bytes] = ()) -> None:
        self._database = database
        self._archive = archive
        self._keys = tuple(keys)
        self._shape: Shape | None = None
        self._unreadable: Shape | None = None
        self._resting_until = 0.0
        self.is_there = True
        """Whether there was a file when it was looked for last; one that vanished may come back."""

    def poll(self) -> list[LibraryChange]:
        """Take in the complete records that are new; what they changed. Raises `ArchiveError`.

        Looks at nothing but the sizes and times of files if they are as they were. Where a look
        takes long, as with folders that are read as a whole, there is a pause before the next.
        """
        shape = shape_of(self._archive)
        changes: list[LibraryChange] = []
        self.is_there = shape is not None
        if shape is None or shape == self._shape or monotonic() < self._resting_until:
            return changes
        # The first look that takes messages in loads NumPy, which says nothing of the next look.
        import engine.store.orders.ranking  # noqa: F401

        begun = monotonic()
        try:
            # Opened anew, since what was empty or replaced may have any format now.
            importer = Importer(self._database, self._archive, growing=True, keys=self._keys)
            importer.run(None, changes.append, lambda: False)
        except (MissingArchive, NoLogInFolder, FileNotFoundError):
            # It has vanished since a line above, and may come back as any that has vanished.
            self.is_there = False
        except UnreadableArchive:
            # A program that writes exchanges files meanwhile: only what stays so is in the way.
            if shape == self._unreadable:
                raise
            self._unreadable = shape
        else:
            self._shape = shape
            took = monotonic() - begun
            rest = min(REST * took, LONGEST_REST) if took > LONG else 0.0
            self._resting_until = begun + took + rest
        return changes

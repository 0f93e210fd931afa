"""Importing: an archive is stored batch by batch, in this process; and following one as it grows.

Several threads check, since signatures take most of the time and release the GIL; one writes.
Batches are small enough to cancel at once and to lose little in a crash, and large enough that
commits cost little compared to checking.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import attrgetter
from pathlib import Path
from time import monotonic

from tanglescope.engine.archive.checking import in_threads, processors
from tanglescope.engine.archive.graphs.pieces import why_refused
from tanglescope.engine.archive.opening import FolderState, shape_of
from tanglescope.engine.archive.record import (
    START,
    MissingArchive,
    NoLogInFolder,
    UnreadableArchive,
)
from tanglescope.engine.archive.source import choosing_refs, chosen_refs
from tanglescope.engine.language.wording import on_one_line
from tanglescope.engine.message.formats import is_message
from tanglescope.engine.message.verdict import ValidationStatus, refusal
from tanglescope.engine.sources import open_source
from tanglescope.engine.store.arrivals.archives import Archives, SeenArchive
from tanglescope.engine.store.arrivals.changes import LibraryChange
from tanglescope.engine.store.arrivals.extracts import (
    BadRecord,
    Batch,
    check_run,
    in_runs,
    together,
    with_cursors,
)
from tanglescope.engine.store.arrivals.intake import take_in
from tanglescope.engine.store.arrivals.quarantine import Quarantine
from tanglescope.engine.store.arrivals.reports import ImportReport, Pace, Progress, message_count
from tanglescope.engine.store.conversations.catalogue import KINDS
from tanglescope.engine.store.files.database import writing
from tanglescope.engine.store.files.errors import path_of, reports_damage
from tanglescope.engine.store.files.import_lock import keeping_imports_off
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.reference_limit import reference_limit
from tanglescope.engine.tangle.titles import one_line

WATCHED = 1000
"""The number of records committed together if edits are reported."""

BULK = 16_000
"""The number of records committed together otherwise."""

LONG = 0.5
"""The duration of a poll in seconds from which on the next one is delayed."""

REST = 2
"""The delay after a long poll, as a multiple of its duration."""

LONGEST_REST = 5.0
"""The longest delay in seconds."""

_RUN = 250


class Importer:
    """Imports one archive into a database."""

    def __init__(
        self,
        database: Database,
        archive: Path,
        *,
        growing: bool = False,
        hmac_key: bytes | None = None,
        keys: Sequence[bytes] = (),
    ) -> None:
        self._database = database
        self._hmac_key = hmac_key
        self._growing = growing
        self._reader = open_source(archive, keys)
        if not chosen_refs() and (kept := Archives(database).refs(self._reader.path.resolve())):
            with choosing_refs(kept):
                self._reader = open_source(archive, keys)

    def run(
        self,
        on_progress: Callable[[Progress], None] | None,
        on_change: Callable[[LibraryChange], None] | None,
        cancelled: Callable[[], bool],
    ) -> ImportReport:
        """Import everything that hasn't been imported before."""
        with writing(self._database):
            archives = Archives(self._database)
            archive = archives.recognize(self._reader.path.resolve())
            if chosen := chosen_refs():
                archives.choose(archive.path, chosen)
            has_key = self._hmac_key is not None
            if Quarantine(self._database).pardon(archive.number, has_key=has_key):
                archive = archives.advance(archive, START)
        records = self._reader.records(archive.cursor, growing=self._growing)
        runs = in_runs(with_cursors(records, archive.cursor), _RUN)
        size = BULK if on_change is None else WATCHED
        limit = reference_limit(self._database)
        check = partial(check_run, hmac_key=self._hmac_key, limit=limit)
        return take_in_all(
            self._database,
            archive,
            gather(in_threads(check, runs, processors(), size // _RUN), size, cancelled),
            on_progress,
            on_change,
            cancelled,
        )


def take_in_all(
    database: Database,
    archive: SeenArchive,
    batches: Iterable[Batch],
    on_progress: Callable[[Progress], None] | None,
    on_change: Callable[[LibraryChange], None] | None,
    cancelled: Callable[[], bool],
) -> ImportReport:
    """Commit the batches of one archive, until the end or until cancelled."""
    known_bad = Quarantine(database).of(archive.number, before=archive.cursor)
    read, added, rules, locked = 0, 0, Counter[str](), list[str]()
    first_bad: BadRecord | None = None
    pace, is_cancelled = Pace(archive.cursor.offset), False
    for batch in batches:
        taken = take_in(database, archive, batch, with_edits=on_change is not None)
        archive = taken.archive
        read += batch.records
        added += taken.change.added
        rules.update(bad.rule for bad in taken.bad)
        locked += [piece.address for piece in batch.graphs if piece.is_locked]
        first_bad = first_bad or min(
            filter(is_bad, taken.bad), key=attrgetter("offset"), default=None
        )
        if on_change is not None:
            on_change(taken.change)
        if on_progress is not None:
            on_progress(_progress(archive, read, rules, pace))
        if is_cancelled := cancelled():
            break
    settled = tuple(change for kind in KINDS for change in kind.settle(database))
    if on_change is not None and settled:
        on_change(LibraryChange(settled))
    return ImportReport(
        added,
        message_count(database),
        rules.total(),
        dict(rules),
        first_bad and in_words(archive.path, first_bad),
        is_cancelled,
        known_bad,
        locked=tuple(locked),
    )


def in_words(archive: Path, bad: BadRecord) -> str:
    """Describe a bad record: its place and the problem."""
    named = "" if bad.key is None or is_message(bad.key) else f" ({one_line(bad.key)})"
    where = f"{on_one_line(str(archive))}, {bad.at.in_words()}{named}"
    return f"{where}: {why_refused(bad.rule, bad.raw)}."


def is_bad(record: BadRecord) -> bool:
    """Whether a record in the quarantine is an error, not just of an unsupported format."""
    return refusal(record.rule).status is ValidationStatus.INVALID


def _progress(archive: SeenArchive, read: int, rules: Counter[str], pace: Pace) -> Progress:
    total = archive.path.stat().st_size
    done = min(archive.cursor.offset, total)
    pace.note(done, read)
    left = pace.estimate_left(done, total)
    return Progress("checking", done, total, read, dict(rules), pace.per_second, left)


def gather(batches: Iterable[Batch], size: int, cancelled: Callable[[], bool]) -> Iterator[Batch]:
    """Batches of about `size` records; when cancelled, the records read so far at once."""
    waiting: list[Batch] = []
    for batch in batches:
        waiting.append(batch)
        if sum(each.records for each in waiting) >= size or cancelled():
            yield together(waiting)
            waiting.clear()
    if waiting:
        yield together(waiting)


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

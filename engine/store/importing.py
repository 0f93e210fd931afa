"""Importing: an archive becomes rows, batch by batch, in this process.

Batches are small enough that a person who cancels is answered at once and that little is read
again after a crash, and large enough that committing costs nothing beside checking.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from time import monotonic

from engine.archive.checking import check
from engine.archive.opening import open_archive
from engine.archive.record import Record
from engine.message.verdict import reason
from engine.store.archives import Archives, SeenArchive
from engine.store.changes import LibraryChange
from engine.store.database import writing
from engine.store.intake import Taken, take_in
from engine.store.messages import Messages
from engine.store.reports import ImportReport, Progress
from engine.store.sqlite import Database

BATCH = 1000
"""Records that are committed together."""


class Importer:
    """The way of one archive into a database."""

    def __init__(self, database: Database, archive: Path, *, growing: bool = False) -> None:
        self._database = database
        self._path = archive.resolve()
        self._growing = growing
        self._reader = open_archive(archive)

    def run(
        self,
        on_progress: Callable[[Progress], None] | None,
        on_change: Callable[[LibraryChange], None] | None,
        cancelled: Callable[[], bool],
    ) -> ImportReport:
        """Take in everything that has not been taken in before."""
        with writing(self._database):
            archive = Archives(self._database).recognize(self._reader.path.resolve())
        tally = _Tally()
        for batch in _batches(self._reader.records(archive.cursor, growing=self._growing)):
            taken = take_in(self._database, archive, check(batch), batch[-1].after)
            archive = taken.archive
            tally.count(taken, len(batch))
            if on_change is not None:
                on_change(taken.change)
            if on_progress is not None:
                on_progress(self._progress(archive, tally))
            if cancelled():
                tally.cancelled = True
                break
        return self._report(tally)

    def _progress(self, archive: SeenArchive, tally: "_Tally") -> Progress:
        total = self._path.stat().st_size
        done = min(archive.cursor.offset, total)
        return Progress("checking", done, total, tally.read, tally.rules.total(), tally.rate())

    def _report(self, tally: "_Tally") -> ImportReport:
        messages = len(Messages(self._database))
        bad = tally.first_bad and f"{self._path}, {tally.first_bad}."
        return ImportReport(
            tally.added, messages, tally.rules.total(), dict(tally.rules), bad, tally.cancelled
        )


@dataclass(slots=True)
class _Tally:
    """What has been counted so far."""

    read: int = 0
    added: int = 0
    rules: Counter[str] = field(default_factory=Counter)
    first_bad: str | None = None
    cancelled: bool = False
    started: float = field(default_factory=monotonic)

    def count(self, taken: Taken, records: int) -> None:
        self.read += records
        self.added += taken.change.added
        self.rules.update(str(checked.verdict.rule) for checked in taken.bad)
        if taken.bad and self.first_bad is None:
            self.first_bad = f"{taken.bad[0].record.place}: {reason(taken.bad[0].verdict)}"

    def rate(self) -> float:
        seconds = monotonic() - self.started
        return self.read / seconds if seconds else 0.0


def _batches(records: Iterator[Record]) -> Iterator[list[Record]]:
    while batch := list(islice(records, BATCH)):
        yield batch

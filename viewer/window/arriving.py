"""What comes in, told at the lower edge: archives that are read, files that grow, what is bad."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject

from engine.library import ImportReport, LibraryChange
from engine.wording import tr
from viewer.session import Session
from viewer.views.activity import Activity, about_bad, short_name
from viewer.window.places import Places


class Arriving(QObject):
    """Says what a session reads; `say` is for what a reader must know."""

    def __init__(
        self,
        activity: Activity,
        places: Places,
        say: Callable[[str, str], None],
        withdraw: Callable[[str], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._activity = activity
        self._places = places
        self._say = say
        self._withdraw = withdraw
        self._empty: set[str] = set()
        self._brought: dict[str, int] = {}
        """How many messages imports have brought from archives that are read on now."""
        self._session: Session | None = None

    def watch(self, session: Session | None) -> None:
        """Tell what comes into another database, or into none."""
        self._session = session
        self._empty.clear()
        if session is None:
            return
        session.reading.connect(lambda path: self._activity.start(short_name(path)))
        session.progressed.connect(self._activity.progress)
        session.read.connect(self._finish_reading)
        session.grown.connect(self._grow)
        session.followed.connect(
            lambda path, there: self._activity.follow(short_name(path), there=there)
        )
        self._count_bad()

    def take_over(
        self, require_session: Callable[[], Session], archives: list[Path], added: int
    ) -> None:
        """Show what another process has brought, and follow archives from now on."""
        before, session = self._session, require_session()
        if session is before:  # a new one has just asked for all there is
            session.changed.emit(LibraryChange(added=added))
            self._places.catch_up()
            self._count_bad()
        self._brought = {str(archive): added for archive in archives}
        for archive in archives:
            session.read_archive(archive)

    def _finish_reading(self, path: str, report: ImportReport | None) -> None:
        # What the import has just brought is new, also when there is nothing left to read.
        if report and (brought := self._brought.pop(path, 0)):
            report = replace(report, added=report.added + brought)
        self._activity.finish(short_name(path), report)
        self._places.refresh_soon()
        self._count_bad()
        if report and report.first_bad:
            self._say(about_bad(report), path)
        elif report and not report.added and _is_empty(Path(path)):
            self._empty.add(path)
            self._say(
                tr(
                    "{path} is empty. It is followed in case it grows.",
                    path=path,
                ),
                path,
            )

    def _grow(self, added: int) -> None:
        self._activity.grow(added)
        if added:
            for path in self._empty:
                self._withdraw(path)
            self._empty.clear()
        self._count_bad()

    def _count_bad(self) -> None:
        if self._session:
            self._activity.show_quarantine(self._session.library.quarantined())


def _is_empty(file: Path) -> bool:
    """Whether there is a file without anything in it; it may have vanished by now."""
    try:
        return file.stat().st_size == 0
    except OSError:
        return False

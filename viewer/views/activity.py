"""The status bar: progress, results, and the reading position."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QResizeEvent
from PySide6.QtWidgets import QProgressBar, QPushButton, QSizePolicy, QStatusBar, QWidget

from tanglescope.engine import words
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.library import ImportReport, Progress
from tanglescope.viewer.face import Face, FacePart
from tanglescope.viewer.theme import Measured
from tanglescope.viewer.timers import make_timer
from tanglescope.viewer.tooltips import set_tooltip
from tanglescope.viewer.views import screen_reader
from tanglescope.viewer.views.buttons import make_button
from tanglescope.viewer.views.label import ElidedLabel, PlainLabel

_WHOLE = 1000
_AROUND_A_LINE = 12  # reserved even when there is nothing to cancel
_AWHILE = 8_000
"""Milliseconds for which a message stays."""


class Activity(Measured, QStatusBar):
    """Progress with a cancel button, followed files, and a link to the quarantine."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Activity"))
        self.setSizeGripEnabled(False)
        self._keep_height()
        self._file = Path()
        self._added = self._all = 0
        self._shows_position = True
        self._running: list[str] = []
        self._follows: dict[str, None] = {}
        """The paths of the followed files, the latest last."""
        self._make_labels()
        self._make_progress()
        self.addWidget(self._state, 1)
        for widget in (
            *(self.folder, self.working, self._bar, self.cancel, self.quarantine),
            *(self.unverified, self._followed, self.position),
        ):
            self.addPermanentWidget(widget)
        for widget in (self.folder, self.working, self.quarantine, self.unverified):
            widget.hide()
        self._show_running()

    def _make_labels(self) -> None:
        self._state = ElidedLabel(self, style="state", about=tr("What is going on"))
        self._state.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.working = PlainLabel(tr("Working…"), self, style="working")
        self._followed = ElidedLabel(self, style="followed", about=tr("What is followed"))
        about = tr("Whether this database is verified")
        self.unverified = ElidedLabel(self, style="unverified", about=about)
        set_tooltip(
            self.unverified,
            tr(
                "This database came from elsewhere. Its verdicts are shown as they are stored, "
                "and are being checked in the background."
            ),
        )
        self.position = PlainLabel(self, style="position")
        self.position.setAccessibleName(tr("Position in the conversation"))
        tip = tr("The selected message if it is on the screen, otherwise the first one")
        set_tooltip(self.position, tip)

    def _make_progress(self) -> None:
        """Create the bar and the buttons, and what removes a text after a while."""
        self.awhile = make_timer(_AWHILE, lambda: self._state.setText(""), self)
        what = tr("Open the folder of the file")
        self.folder = self._button(tr("Show in folder"), what, self._open_folder)
        self.awhile.timeout.connect(self.folder.hide)
        self._bar = QProgressBar(self)
        self._bar.setAccessibleName(tr("How much has been read"))
        self._bar.setRange(0, _WHOLE)
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(160)
        what = tr("Stop reading; what has been read stays")
        self.cancel = self._button(tr("Cancel"), what)
        what = tr("Show the records that couldn't be used")
        self.quarantine = self._button("", what)

    def _measure(self) -> None:
        """Keep the height of a line when the font grows."""
        self._keep_height()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show what there is room for."""
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """No minimum: what there is no room for is hidden."""
        return QSize(0, super().minimumSizeHint().height())

    def _fit(self) -> None:
        """Hide what matters least where there isn't room for all."""
        self.position.setVisible(self._shows_position and bool(self.position.text()))
        self._followed.setVisible(bool(self._followed.text()))
        for label in (self._followed, self.position):
            if super().minimumSizeHint().width() > self.width():
                label.hide()

    def _keep_height(self) -> None:
        self.setFixedHeight(self.fontMetrics().height() + _AROUND_A_LINE)

    def say_written(self, text: str, file: Path) -> None:
        """Say that a file was written, and offer its folder for as long."""
        self.say(text)
        self._file = file
        self.folder.show()
        self._fit()

    def _open_folder(self) -> None:
        folder = self._file if self._file.is_dir() else self._file.parent
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    def say(self, text: str, *, lasts: bool = False) -> None:
        """Show an event for a while, or a state until it changes."""
        self.awhile.stop()
        self.folder.hide()
        self._state.setText(text)
        screen_reader.say(self, text)
        if not lasts:
            self.awhile.start()

    def show_working(self, on: bool) -> None:
        """Show that an answer takes longer, or stop showing it."""
        self.working.setVisible(on)
        self._fit()

    def set_face(self, face: Face) -> None:
        """Show the reading position if it belongs to a face."""
        self._shows_position = face.shows(FacePart.POSITION)
        self._fit()

    def show_position(self, text: str) -> None:
        """Show the reading position; an empty text removes it."""
        self.position.setText(text)
        self.position.setAccessibleName(text or tr("Position in the conversation"))
        self._fit()

    def start(self, name: str) -> None:
        """Show that an archive is being read, or that archives are being imported."""
        self._running.append(name)
        self._show_running()
        self._bar.setValue(0)
        self.say(tr("Reading {name}…", name=name), lasts=True)

    def progress(self, name: str, progress: Progress) -> None:
        """Show the progress of reading; an import goes on in other collections, too."""
        if progress.total_bytes:
            self._bar.setValue(min(_WHOLE, _WHOLE * progress.done_bytes // progress.total_bytes))
        text = tr("Reading {name}: {how}", name=name, how=progress_text(progress))
        self.awhile.stop()
        self._state.setText(text)  # too often to be read aloud

    def finish(self, name: str, report: ImportReport | None) -> None:
        """Show that reading has ended, and what it brought to the open collection."""
        if name in self._running:
            self._running.remove(name)
        self._show_running()
        if report is None:
            self.say("")
            return
        self._added, self._all = report.added, report.messages
        self._count()

    def follow(self, path: str, *, there: bool) -> None:
        """Show that a file is followed, or that it is gone."""
        self._follows.pop(path, None)
        if there:
            self._follows[path] = None
        self._show_followed("" if there else tr("{name} is gone", name=short_name(path)))

    def drop(self, path: str = "") -> None:
        """Show that a file is no longer followed; without a path, that none is."""
        if not path:
            self._follows.clear()
        self._follows.pop(path, None)
        text = tr("{name} is no longer followed", name=short_name(path)) if path else ""
        self._show_followed(text)

    def grow(self, added: int, messages: int) -> None:
        """Add messages that have arrived from a followed file to those in the database."""
        self._added += added
        self._all = messages
        if added and not self._running:
            self._count()

    def show_quarantine(self, count: int) -> None:
        """Show the button that opens the quarantine."""
        self.quarantine.setText(plural("{n:,} bad records", "{n:,} bad record", count))
        name = plural("{n:,} bad records: show", "{n:,} bad record: show", count)
        self.quarantine.setAccessibleName(name)
        self.quarantine.setVisible(count > 0)
        self._fit()

    def show_unverified(self, text: str) -> None:
        """Show that a database isn't verified; an empty text removes the notice."""
        self.unverified.setText(text)
        self.unverified.setVisible(bool(text))
        self._fit()

    def _count(self) -> None:
        """Say how many messages were added; which are unread is said where they are listed."""
        text = plural(
            "{n:,} messages added, {all:,} in all",
            "{n:,} message added, {all:,} in all",
            self._added,
            all=self._all,
        )
        self.say(text if self._added else "")

    def _show_followed(self, lost: str) -> None:
        """Show what is followed, or that a file was `lost`; the tooltip names all files."""
        names = [short_name(path) for path in self._follows]
        several = plural("Following {n:,} archives", "Following {n:,} archive", len(names))
        one = tr("Following {name}", name=names[0]) if names else ""
        self._followed.setText(lost or (several if len(names) > 1 else one))
        self._followed.explain("\n".join(names) if len(names) > 1 else "")
        self._fit()

    def _show_running(self) -> None:
        self._bar.setVisible(bool(self._running))
        self.cancel.setVisible(bool(self._running))
        self._fit()

    def _button(self, text: str, what: str, act: Callable[[], object] | None = None) -> QPushButton:
        button = make_button(text, self, act, what=what)
        button.setFlat(True)
        set_tooltip(button, what)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        return button


def short_name(path: str) -> str:
    """The last part of a path for one line, with its parent if it is too generic."""
    found = Path(path)
    generic = found.name in {"log.offset", "log.bipf", "log", "log.ndjson"}
    return words.file_name(Path(found.parent.name) / found.name if generic else found.name)


def progress_text(progress: Progress) -> str:
    """The progress of an import; the remaining time comes first, as a small window cuts the end."""
    if progress.stage == "waiting":
        return tr("waiting until another import into this collection ends")
    parts = []
    if progress.seconds_left is not None:
        parts.append(tr("about {time} left", time=words.duration(progress.seconds_left)))
    if progress.messages:
        parts.append(plural("{n:,} records checked", "{n:,} record checked", progress.messages))
    if progress.stage == "checking" and progress.per_second:
        parts.append(tr("{number:,.0f} per second", number=progress.per_second))
    return ", ".join(parts) or tr("Getting ready…")


def about_bad(report: ImportReport, path: str) -> str:
    """The message about an archive with bad records."""
    read = plural("{n:,} messages were added.", "{n:,} message was added.", report.added)
    refused = plural(
        "{n:,} records can't be used; the first is {first}",
        "{n:,} record can't be used: {first}",
        report.quarantined,
        first=(report.first_bad or "").replace(path, short_name(path)),
    )
    return f"{read} {refused}"

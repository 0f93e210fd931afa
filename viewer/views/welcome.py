"""The start page: what the program is for, and ways to begin."""

from collections.abc import Callable, Container, Sequence
from datetime import date
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tanglescope.engine import words
from tanglescope.engine.language.wording import tr
from tanglescope.engine.store.files.collections import Collection
from tanglescope.engine.words import clean_name, times
from tanglescope.viewer import drawings
from tanglescope.viewer.session import Session
from tanglescope.viewer.theme import Measured
from tanglescope.viewer.views.activity import short_name
from tanglescope.viewer.views.buttons import make_button
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import make_column, make_row

_MOST = 6
"""The most collections that are offered at first."""

_WIDEST_HINT = 60  # letters


class Welcome(Measured, QWidget):
    """The page of an empty window, with buttons to open an archive, the sample or a collection."""

    measures_soon = True

    open_wanted = Signal()
    sample_wanted = Signal()
    collection_wanted = Signal(object)
    """Emitted with the database of the collection to open."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Welcome"))
        picture = PlainLabel(self)
        picture.setAccessibleName("Tanglescope")
        picture.setPixmap(drawings.icon("tanglescope").pixmap(64, 64))
        bold, plain = QFont.Weight.DemiBold, QFont.Weight.Normal
        self.heading = _line("", bold)
        self.hint = _line("", plain, "hint")
        self.first_step = _line("", plain, "hint")
        archive = make_button(tr("Open an archive…"), self, self.open_wanted.emit, style="primary")
        sample = make_button(
            tr("Open the sample"), self, self.sample_wanted.emit, style="secondary"
        )
        buttons = make_row(archive, sample, spacing=10)
        buttons.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._all: Sequence[Collection] = ()
        self._interrupted: Container[Path] = ()
        self._shows_all = False
        self._title = _line(tr("Your collections"), bold)
        self._collections = make_column()
        column = QVBoxLayout(self)
        column.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.setSpacing(14)
        column.addWidget(picture, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.heading)
        # In a row, the hint can have its maximum width.
        column.addLayout(make_row(1, (self.hint, 100), 1))
        column.addSpacing(6)
        column.addLayout(buttons)
        column.addWidget(self.first_step)
        column.addSpacing(12)
        column.addWidget(self._title)
        column.addLayout(self._collections)
        self.show_collections(())
        self.show_reading("")
        self._measure()

    def _measure(self) -> None:
        self.hint.setMaximumWidth(_WIDEST_HINT * self.fontMetrics().averageCharWidth())
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 1.5)
        font.setWeight(QFont.Weight.DemiBold)
        self.heading.setFont(font)

    def watch(self, session: Session | None) -> None:
        """Show which archives a session reads, until a conversation is there."""
        if session is not None:
            session.reading.connect(lambda path: self.show_reading(short_name(path)))
            session.read.connect(lambda _path, _report: self.show_reading(""))

    def show_reading(self, name: str) -> None:
        """Show what is being read; without a name, what can be opened."""
        self.heading.setText(tr("Reading {name}…", name=name) if name else tr("Read your archives"))
        self.hint.setText(
            tr("Its conversations appear here as soon as they can be read.")
            if name
            else tr(
                "Open what Patchwork, Manyverse, Oasis or another program for Secure Scuttlebutt"
                " has kept: conversations in their order, with faces and pictures. An Autobase, a"
                " Matrix room or a Git repository can be read and debugged, too. Files are only"
                " read, never changed. You can also drop them here."
            )
        )
        self.first_step.setText(
            "" if name else tr("New here? The sample is small, and begins with a tour.")
        )

    def show_collections(
        self, collections: Sequence[Collection], interrupted: Container[Path] = ()
    ) -> None:
        """Offer the collections; if there are many, the first ones, and a button for all.

        Those whose database is in `interrupted` are marked: their import was interrupted.
        """
        self._all, self._interrupted = collections, interrupted
        while (item := self._collections.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.deleteLater()
        shown = collections if self._shows_all else collections[:_MOST]
        for each in shown:
            name = _describe_collection(each)
            if each.database in interrupted:
                name = tr("{name} (import interrupted)", name=name)
            open_it = partial(self.collection_wanted.emit, each.database)
            self._offer(name, tr("Open the collection {name}", name=name), open_it)
        if len(shown) < len(collections):
            text = tr("Show all {number:,} collections", number=len(collections))
            self._offer(text, text, self._show_all)
        self._title.setVisible(bool(collections))

    def _offer(self, text: str, name: str, act: Callable[[], object]) -> None:
        button = make_button(text.replace("&", "&&"), self, act)
        button.setAccessibleName(name)
        self._collections.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)

    def _show_all(self) -> None:
        """Show all collections, with the focus on the first of the rest."""
        self._shows_all = True
        self.show_collections(self._all, self._interrupted)
        first = self._collections.itemAt(_MOST)
        if first is not None and (button := first.widget()) is not None:
            button.setFocus()


def _describe_collection(collection: Collection) -> str:
    """The name of a collection with its size and the day of its last change."""
    name = clean_name(collection.name)
    try:
        found = collection.database.stat()
    except OSError:
        return name
    day = times.short_day(found.st_mtime * 1000, date.today())
    return " · ".join((name, words.size(found.st_size), day))


def _line(text: str, weight: QFont.Weight, style: str = "") -> PlainLabel:
    label = PlainLabel(text, style=style, wraps=True)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    font = QFont()  # the style sheet sets only the weight; the size is the window's
    font.setWeight(weight)
    label.setFont(font)
    return label

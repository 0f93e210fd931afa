"""The button and the line of the panel of quorums that say what is supposed."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QPushButton, QWidget

from tanglescope.engine.debug.supposing import SupposedEntry, Supposition
from tanglescope.engine.wording import tr
from tanglescope.engine.words.thread_graph import ThreadGraph
from tanglescope.viewer.views.label import Note
from tanglescope.viewer.views.popups import Menu

_MOST_WRITERS = 20


class WhatIf(QFrame):
    """What the reader supposes: a menu to add to it, and a line with a button to end it.

    `current` returns the current message, which can be held back.
    """

    changed = Signal()
    """Emitted when something else is supposed."""

    def __init__(self, current: Callable[[], str | None], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("What is supposed"))
        self._current = current
        self.supposition = Supposition()
        self._thread: ThreadGraph | None = None
        self.button = QPushButton(tr("What if"), parent)
        self.button.setAccessibleDescription(
            tr("Suppose entries that don't exist, or that some are missing")
        )
        self.menu = Menu(tr("What if"), self.button)
        self.menu.aboutToShow.connect(self._fill)
        self.button.setMenu(self.menu)
        self.note = Note(self)
        self.end = QPushButton(tr("End"), self)
        self.end.setAccessibleDescription(tr("Show what is there again"))
        self.end.clicked.connect(lambda: self._suppose(Supposition()))
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.note, 1)
        line.addWidget(self.end)
        self.hide()

    def clear(self) -> None:
        """Suppose nothing, for another conversation."""
        self.supposition = Supposition()
        self._thread = None
        self.hide()

    def offer(self, thread: ThreadGraph, said: str) -> None:
        """Offer the writers of a thread; `said` is what is supposed."""
        self._thread = thread
        self.note.say(said)
        self.setVisible(bool(said))

    def _suppose(self, supposition: Supposition) -> None:
        self.supposition = supposition
        self.changed.emit()

    def _fill(self) -> None:
        self.menu.clear()
        for earlier in self.menu.findChildren(QMenu):
            earlier.deleteLater()
        thread, before = self._thread, self.supposition
        if thread is None:
            return
        writers = sorted(thread.graph.writers, key=lambda writer: (not writer.indexer, writer.key))
        adding = self.menu.submenu(tr("Another entry by"))
        dropping = self.menu.submenu(tr("Without the entries of"))
        for writer in writers[:_MOST_WRITERS]:
            name = thread.name(writer.key)
            added = (*before.added, SupposedEntry(writer.key))
            self._add(adding, name, replace(before, added=added))
            dropped = before.dropped ^ {writer.key}
            self._add(dropping, name, replace(before, dropped=dropped))
        key = self._current()
        hold = self._add(
            self.menu,
            tr("Without the selected message"),
            before if key is None else replace(before, held=before.held ^ {key}),
        )
        hold.setEnabled(key is not None)
        end = self._add(self.menu, tr("End"), Supposition())
        end.setEnabled(bool(before))

    def _add(self, menu: QMenu, text: str, supposition: Supposition) -> QAction:
        action = menu.addAction(text.replace("&", "&&"))
        action.triggered.connect(lambda: self._suppose(supposition))
        return action

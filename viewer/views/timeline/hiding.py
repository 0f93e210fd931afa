"""The menu of what to hide in a diagram or a timeline: linear runs, types, authors."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from tanglescope.engine import words
from tanglescope.engine.drawing.eliding import EVERYTHING, Filters
from tanglescope.engine.drawing.shape import Shape
from tanglescope.engine.wording import tr
from tanglescope.viewer.tooltips import set_tooltip
from tanglescope.viewer.views.popups import Menu

_MOST = 24  # authors, the busiest first


class HideMenu(Menu):
    """A menu of what can be hidden; hidden items are ticked."""

    changed = Signal(Filters)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr("What to hide"), parent)
        self._filters = EVERYTHING

    def offer(self, shape: Shape, names: Mapping[str, str], filters: Filters) -> None:
        """Offer the types and authors of a thread."""
        self._filters = filters
        self.clear()
        self._add(tr("Fold linear &runs"), filters.folds_runs, self._fold)
        everything = self.addAction(tr("Show &everything"))
        everything.setEnabled(bool(filters))
        everything.triggered.connect(lambda: self.changed.emit(EVERYTHING))
        self.addSection(tr("Hide types"))
        for number, count in Counter(shape.kinds).most_common(_MOST):
            if number >= 0:
                name = shape.types[number]
                called = words.clean_name(name) or tr("encrypted")
                text = tr("{name} ({number:,})", name=called, number=count)
                self._add(_plain(text), name in filters.types, partial(self._turn_type, name))
        if any(shape.feeds):
            self.addSection(tr("Hide authors"))
        for number, count in Counter(shape.authors).most_common(_MOST):
            if number >= 0 and (feed := shape.feeds[number]):
                called = words.clean_name(names.get(feed, feed))
                text = tr("{name} ({number:,})", name=called, number=count)
                self._add(_plain(text), feed in filters.feeds, partial(self._turn_author, feed))

    def _add(self, text: str, is_on: bool, act: Callable[[], None]) -> None:
        action = QAction(text, self)
        set_tooltip(action, text)  # otherwise Qt derives one from the text
        action.setCheckable(True)
        action.setChecked(is_on)
        action.triggered.connect(lambda: act())
        self.addAction(action)

    def _fold(self) -> None:
        self.changed.emit(replace(self._filters, folds_runs=not self._filters.folds_runs))

    def _turn_type(self, name: str) -> None:
        self.changed.emit(replace(self._filters, types=self._filters.types ^ {name}))

    def _turn_author(self, feed: str) -> None:
        self.changed.emit(replace(self._filters, feeds=self._filters.feeds ^ {feed}))


def _plain(text: str) -> str:
    """A text without a mnemonic."""
    return text.replace("&", "&&")

"""The menu of what to hide in a diagram or a timeline: linear runs, types, authors."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tanglescope.engine import words
from tanglescope.engine.drawing.eliding import EVERYTHING, Filters
from tanglescope.engine.drawing.shape import Shape
from tanglescope.engine.language.wording import tr
from tanglescope.viewer.views.popups import Menu

_MOST = 24  # authors, the busiest first


class HideMenu(Menu):
    """A menu of what can be hidden; hidden items are ticked."""

    changed = Signal(Filters)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr("What to hide"), parent)

    def offer(self, shape: Shape, names: Mapping[str, str], filters: Filters) -> None:
        """Offer the types and authors of a thread."""
        self.clear()
        is_folded, types, feeds = filters.folds_runs, filters.types, filters.feeds
        text = tr("Fold linear &runs")
        self._add(text, is_folded, replace(filters, folds_runs=not is_folded))
        show_all = partial(self.changed.emit, EVERYTHING)
        self.add(tr("Show &everything"), show_all).setEnabled(bool(filters))
        self.addSection(tr("Hide types"))
        for number, count in Counter(shape.kinds).most_common(_MOST):
            if number >= 0:
                name = shape.types[number]
                called = words.clean_name(name) or tr("encrypted")
                text = _plain(tr("{name} ({number:,})", name=called, number=count))
                self._add(text, name in types, replace(filters, types=types ^ {name}))
        if any(shape.feeds):
            self.addSection(tr("Hide authors"))
        for number, count in Counter(shape.authors).most_common(_MOST):
            if number >= 0 and (feed := shape.feeds[number]):
                called = words.clean_name(names.get(feed, feed))
                text = _plain(tr("{name} ({number:,})", name=called, number=count))
                self._add(text, feed in feeds, replace(filters, feeds=feeds ^ {feed}))

    def _add(self, text: str, is_on: bool, turned: Filters) -> None:
        """Add an item; what is hidden after a click on it is `turned`."""
        # Without a tooltip, Qt derives one from the text.
        self.add(text, partial(self.changed.emit, turned), is_on=is_on, tip=text)


def _plain(text: str) -> str:
    """A text without a mnemonic."""
    return text.replace("&", "&&")

"""The menu of the extra edges that a picture shows, such as tie-breaks."""

from collections.abc import Collection

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from tanglescope.engine.drawing.extra_edges import EXTRA_KINDS
from tanglescope.engine.language.wording import tr
from tanglescope.viewer.tooltips import set_tooltip
from tanglescope.viewer.views.popups import Menu


class EdgeMenu(Menu):
    """One action for each kind of extra edge; kinds that are shown have ticks."""

    changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr("Edges besides causes"), parent)
        self.kinds: dict[str, QAction] = {}
        """The actions by the names of their kinds."""
        for kind in EXTRA_KINDS:
            action = self.addAction(tr(kind.title))
            set_tooltip(action, tr(kind.help))
            action.setCheckable(True)
            action.toggled.connect(lambda _: self.changed.emit())
            self.kinds[kind.name] = action

    def offer(self, names: Collection[str]) -> None:
        """Offer only the kinds that a conversation can have."""
        for name, action in self.kinds.items():
            action.setVisible(name in names)

    def wanted_kinds(self) -> frozenset[str]:
        """The names of the kinds to show, among those that are offered."""
        shown = (name for name, action in self.kinds.items() if action.isVisible())
        return frozenset(name for name in shown if self.kinds[name].isChecked())

"""The authors of a thread, with a tick for each role that they have in its order."""

from collections import Counter
from collections.abc import Mapping

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from engine.linear.graph import Graph
from engine.wording import later, number, tr
from viewer import words
from viewer.panels.quorums.roster import Roster, RosterRole
from viewer.subjects import AuthorSubject, Subject
from viewer.tooltips import set_column_tooltip

_AUTHOR, _MESSAGES, _WRITES, _VOTES, _RELAYED = range(5)
_TOLD = {
    _WRITES: later("May keep writing: the settled line allows for more messages, and votes count"),
    _VOTES: later("Votes: a majority of those who vote confirms messages"),
    _RELAYED: later("Relayed: only in the design text of Autobase; no implementation is known"),
}


class RosterView(QTreeWidget):
    """The authors of a thread with a tick for each role."""

    changed = Signal(str, object)
    """A writer was given another `RosterRole`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("roster")
        self.setAccessibleName(tr("Writers and who of them votes"))
        self.setColumnCount(5)
        self.setHeaderLabels(
            [tr("Author"), tr("Messages"), tr("Writes"), tr("Votes"), tr("Relayed")]
        )
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setMaximumHeight(190)
        head = self.header()
        head.setAccessibleName(tr("Parts of writers"))
        head.setStretchLastSection(False)
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(_AUTHOR, QHeaderView.ResizeMode.Stretch)
        for column, told in _TOLD.items():
            set_column_tooltip(self.headerItem(), column, tr(told))
        self.itemChanged.connect(self._announce)

    def show_roster(self, graph: Graph, roster: Roster, names: Mapping[str, str]) -> None:
        """Show the roles of the writers of a graph, those who wrote most first."""
        written = Counter(node.writer for node in graph.nodes)
        current, column = self.currentItem(), max(self.currentColumn(), 0)
        keep = current.data(_AUTHOR, Qt.ItemDataRole.UserRole) if current else ""
        self.blockSignals(True)
        self.clear()
        for writer in sorted(graph.writers, key=lambda each: (-written[each.key], each.key)):
            item = QTreeWidgetItem(self, [words.clean_name(names[writer.key])])
            item.setData(_AUTHOR, Qt.ItemDataRole.UserRole, writer.key)
            item.setText(_MESSAGES, number(written[writer.key]))
            _tick(item, roster.role(writer))
            if writer.key == keep:
                self.setCurrentItem(item, column)
        self.blockSignals(False)

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """The author of a row."""
        at = None if point is None else self.viewport().mapFrom(self, point)
        item = self.currentItem() if at is None else self.itemAt(at)
        return AuthorSubject(item.data(_AUTHOR, Qt.ItemDataRole.UserRole)) if item else None

    def _announce(self, item: QTreeWidgetItem, _column: int) -> None:
        ticks = [item.checkState(column) is Qt.CheckState.Checked for column in _TOLD]
        self.changed.emit(item.data(_AUTHOR, Qt.ItemDataRole.UserRole), RosterRole(*ticks))


def _tick(item: QTreeWidgetItem, role: RosterRole) -> None:
    for column, on in zip(_TOLD, (role.writes, role.votes, role.relayed), strict=True):
        item.setCheckState(column, Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
        set_column_tooltip(item, column, tr(_TOLD[column]))
    item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)

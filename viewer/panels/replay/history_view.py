"""The order after a step of a history: rows glide, and the last changes are tinted."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from tanglescope.engine.debug.replaying.edit_history import EditHistory
from tanglescope.engine.linear.edits import Edit, Insert, Move
from tanglescope.viewer.panels.labels import Labels
from tanglescope.viewer.panels.rows_view import RowsView
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import inset
from tanglescope.viewer.views.layout.flow_layout import FlowLayout

ARRIVED, MOVED = "accent_soft", "moved"
"""The colours of inserted and of moved rows."""


class HistoryView(RowsView):
    """A list of messages in the order after some steps of a history."""

    def __init__(self, name: str, labels: Labels, theme: Theme, parent: QWidget) -> None:
        super().__init__(name, labels, theme, parent)
        self._history = EditHistory()
        self._player = self._history.player(0)
        self.last: list[tuple[str, Edit]] = []
        """The edits of the step that was played last, with the messages that they are about."""

    def load(self, history: EditHistory, step: int) -> None:
        """Show a history at a step."""
        self._history, self._player = history, history.player(step)
        self.show_rows(self._player)
        self._mark()

    def play_to(self, step: int, *, glide: bool = True) -> None:
        """Go to another step, forward or back; the rows glide when it is the next one."""
        near = glide and abs(step - self._player.steps) == 1
        before = self.places() if near else None
        player = self._history.walked(self._player, step)
        if player is not self._player:
            self._player = player
            self.show_rows(player)
        self._mark()
        self.changed(before)

    def _mark(self) -> None:
        """Tint the rows that the last step changed, and scroll to them."""
        player = self._player
        self.last = []
        if player.steps:
            player.back()
            edits = self._history.forward(player.steps)
            self.last = list(zip(player.forward(), edits, strict=True))
        self.set_marks(
            {
                name: ARRIVED if isinstance(edit, Insert) else MOVED
                for name, edit in reversed(self.last)
            }
        )
        if self.last:
            self.reveal(_final_place([edit for _, edit in self.last]))


def _final_place(edits: list[Edit]) -> int:
    """The final position of the row that the first of some edits changes."""
    place = edits[0].position if isinstance(edits[0], Insert) else edits[0].destination
    for edit in edits[1:]:
        match edit:
            case Insert(_, position):
                place += position <= place
            case Move(source, destination):
                if source == place:
                    place = destination
                else:
                    place -= source < place
                    place += destination <= place
    return place


class TitledRows(QWidget):
    """Rows under a title that wraps."""

    def __init__(self, title: PlainLabel, rows: RowsView, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(title.text())
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(title)
        self._column.addWidget(rows, 1)

    def minimumSizeHint(self) -> QSize:
        """Include all lines of the title: a splitter doesn't ask for the height at a width."""
        least = super().minimumSizeHint()
        if not self._column.hasHeightForWidth():
            return least
        return QSize(least.width(), self._column.minimumHeightForWidth(self.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the title into the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()


_SIDE = 12
_GAP = 6


def side_by_side(
    name: str, columns: Sequence[tuple[PlainLabel, RowsView]], parent: QWidget
) -> QSplitter:
    """Lists of rows side by side, each under its title."""
    found = QSplitter(Qt.Orientation.Horizontal, parent)
    found.setAccessibleName(name)
    found.setHandleWidth(1)
    found.setChildrenCollapsible(False)
    for title, rows in columns:
        title.setObjectName("column_title")
        found.addWidget(TitledRows(title, rows, found))
    return found


def lay_out(
    panel: QWidget,
    choices: FlowLayout,
    above: QVBoxLayout,
    rows: QWidget,
    status: QWidget,
    ways: FlowLayout,
) -> None:
    """Fill a panel: choices, what is `above` the rows, the rows, their texts, and buttons."""
    choices.setContentsMargins(_SIDE, 10, _SIDE, 0)
    ways.setContentsMargins(_SIDE, 0, _SIDE, 10)
    column = QVBoxLayout(panel)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(_GAP)
    above.setSpacing(_GAP)
    column.addLayout(choices)
    column.addLayout(above)
    column.addWidget(rows, 1)
    column.addLayout(inset(status, _SIDE, 0, _SIDE, 0))
    column.addLayout(ways)

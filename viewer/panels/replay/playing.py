"""The base of panels that play a history: choices, orders side by side, and what a step did."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from tanglescope.viewer.panels.answer_page import AnswerPage
from tanglescope.viewer.panels.labels import Labels
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.panels.replay.transport import Transport
from tanglescope.viewer.panels.rows_view import RowsView
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import BoxPart, inset, make_column, make_splitter
from tanglescope.viewer.views.layout.flow_layout import FlowLayout

STEP_LINES = 4
"""The height of the text about a step."""

_SIDE = 12
_GAP = 6


class PlayingPanel(Panel):
    """A panel with a player, whose keys work everywhere in it."""

    def __init__(self, step: str, page: str, theme: Theme, parent: QWidget | None) -> None:
        """Create a player that names a step, and a page with a name."""
        super().__init__(theme, parent)
        self._labels = Labels(self)
        self.transport = Transport(step, self)
        self.transport.stepped.connect(self.go)
        self.page = AnswerPage(page, self._labels, theme, self)
        self.page.set_lines(STEP_LINES)
        self.page.key_clicked.connect(self.key_clicked)

    def go(self, step: int) -> None:
        """Show another step."""
        raise NotImplementedError

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Play and step, wherever the focus is in the panel."""
        if not self.transport.obey(event):
            super().keyPressEvent(event)

    def lay_out(
        self, choices: FlowLayout, above: Sequence[BoxPart], rows: QWidget, ways: FlowLayout
    ) -> None:
        """Fill the panel: choices, what is `above` the rows, the rows, the page, and buttons."""
        choices.setContentsMargins(_SIDE, 10, _SIDE, 0)
        ways.setContentsMargins(_SIDE, 0, _SIDE, 10)
        page = inset(self.page, _SIDE, 0, _SIDE, 0)
        make_column(choices, *above, (rows, 1), page, ways, on=self, spacing=_GAP)


class TitledRows(QWidget):
    """Rows under a title that wraps."""

    def __init__(self, title: PlainLabel, rows: RowsView, parent: QWidget) -> None:
        super().__init__(parent)
        title.setObjectName("column_title")
        self.setAccessibleName(title.text())
        self._column = make_column(title, (rows, 1), on=self, spacing=0)

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


def side_by_side(name: str, parent: QWidget, *columns: tuple[PlainLabel, RowsView]) -> QSplitter:
    """Lists of rows side by side, each under its title."""
    titled = ((TitledRows(title, rows, parent), 0) for title, rows in columns)
    return make_splitter(Qt.Orientation.Horizontal, name, *titled, on=parent)

"""The head of a panel: what is chosen, in a line, and what is to be said of it below."""

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from engine.wording import tr
from viewer.views.flow import Flow
from viewer.views.label import PlainLabel

LEAST_PAGE = 24
"""The height of what is told below, where there is little room: the head is never cut for it."""


class PanelHead(QFrame):
    """Parts in a line, or in more where it is narrow, under which others stand."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("panel_head")
        self.setAccessibleName(tr("What is shown"))
        self._line = Flow()
        self._line.add(PlainLabel(title, self))
        self._inner = QVBoxLayout(self)
        self._inner.setContentsMargins(14, 10, 14, 8)
        self._inner.addLayout(self._line)

    def choose(self, part: QWidget) -> None:
        """Put something to choose with into the line, with the room that it has left."""
        self._line.add_stretching(part)

    def put_beside(self, part: QWidget) -> None:
        """Put a part behind it that is as wide as it wants to be."""
        self._line.add(part)

    def put_below(self, *parts: QWidget) -> None:
        """Put parts below the line."""
        for part in parts:
            self._inner.addWidget(part)

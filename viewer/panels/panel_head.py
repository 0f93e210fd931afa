"""The head of a panel: what is chosen, in a line, and what is to be said of it below."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.wording import tr


class PanelHead(QFrame):
    """Parts in a line under which others stand."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("panel_head")
        self.setAccessibleName(tr("What is shown"))
        self._line = QHBoxLayout()
        self._line.addWidget(QLabel(title, self))
        self._inner = QVBoxLayout(self)
        self._inner.setContentsMargins(14, 10, 14, 8)
        self._inner.addLayout(self._line)

    def choose(self, part: QWidget, stretch: int = 0) -> None:
        """Put something to choose with into the line."""
        self._line.addWidget(part, stretch)

    def put_below(self, *parts: QWidget) -> None:
        """Put parts below the line."""
        for part in parts:
            self._inner.addWidget(part)

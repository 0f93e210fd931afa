"""The sign that a panel is computing."""

from PySide6.QtCore import QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtWidgets import QWidget

from tanglescope.engine.wording import tr
from tanglescope.viewer.views.label import PlainLabel

_PATIENCE = 150
"""Milliseconds without an answer until the sign is shown."""


class WorkingSign(QObject):
    """Shows in the middle of a panel that an answer takes longer, until it has arrived."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__(panel)
        self._panel = panel
        self._questions = 0
        self._label: PlainLabel | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_PATIENCE)
        self._soon.timeout.connect(self._appear)

    def begin(self) -> None:
        """Show the sign soon: a question was asked."""
        self._questions += 1
        if self._label is None and not self._soon.isActive():
            self._soon.start()

    def end(self) -> None:
        """Remove the sign if all questions are answered."""
        self._questions -= 1
        if not self._questions:
            self.forget()

    def forget(self) -> None:
        """Remove the sign: no answer is awaited."""
        self._questions = 0
        self._soon.stop()
        if self._label is not None:
            self._label.setParent(None)
            self._label.deleteLater()
            self._label = None

    def _appear(self) -> None:
        if not self._panel.isVisible():
            return
        around = self._panel.parentWidget() or self._panel
        seen = QRect(self._panel.mapFrom(around, QPoint()), around.size()) & self._panel.rect()
        self._label = label = PlainLabel(tr("Working…"), self._panel)
        label.setObjectName("computing")
        label.setAccessibleName(label.text())
        label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        label.adjustSize()
        label.move(seen.center() - label.rect().center())
        label.show()

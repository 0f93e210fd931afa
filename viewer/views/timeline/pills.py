"""Buttons that float over the timeline: what is new below, what has moved."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QPushButton, QWidget

from engine.wording import tr
from viewer.views.timeline.timeline_view import TimelineView


class Pills(QObject):
    """Says how much is unread and leads to it."""

    def __init__(self, view: TimelineView) -> None:
        super().__init__(view)
        self._view = view
        self.new = _pill(tr("Nothing new"), view)
        self.moved = _pill(tr("Nothing moved"), view)
        self.new.clicked.connect(self.show_new)
        self.moved.clicked.connect(self.show_moved)
        view.unread_changed.connect(self.refresh, Qt.ConnectionType.QueuedConnection)
        view.installEventFilter(self)

    def refresh(self) -> None:
        """Say what is unread now."""
        new, moved = self._view.unread.counts()
        _say(self.new, tr("{new:,} new", new=new), shown=new > 0)
        _say(self.moved, tr("{moved:,} moved", moved=moved), shown=moved > 0)
        self._place()

    def show_new(self) -> None:
        """Go to the first message that came unseen; behind the last, to the end."""
        self._show(self._view.unread.new)

    def show_moved(self) -> None:
        """Go to the first message that moved unseen."""
        self._show(self._view.unread.gone)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in place when the view changes its size."""
        if watched is self._view and event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def _show(self, keys: list[str]) -> None:
        if keys and not self._view.go_to(keys[0]):
            self._view.unread.seen(keys[:1])
        self._view.setFocus()

    def _place(self) -> None:
        shown = [pill for pill in (self.new, self.moved) if not pill.isHidden()]
        area = self._view.viewport().geometry()
        width = sum(pill.width() for pill in shown) + 8 * (len(shown) - 1)
        left = area.center().x() - width // 2
        for pill in shown:
            pill.move(left, area.bottom() - pill.height() - 14)
            left += pill.width() + 8


def _pill(name: str, parent: QWidget) -> QPushButton:
    pill = QPushButton(parent)
    pill.setObjectName("pill")
    pill.setAccessibleName(name)
    pill.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    pill.setCursor(Qt.CursorShape.PointingHandCursor)
    pill.hide()
    return pill


def _say(pill: QPushButton, text: str, *, shown: bool) -> None:
    pill.setText(text)
    pill.setAccessibleName(tr("{text}: show", text=text))
    pill.adjustSize()
    pill.setVisible(shown)
    pill.raise_()

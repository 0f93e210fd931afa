"""How a reply will look, and what exactly will be signed."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QFontDatabase, QPainter, QPaintEvent, QResizeEvent, QTextOption
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QScrollArea, QWidget

from engine.wording import tr
from viewer import words
from viewer.actions.composing import Prepared
from viewer.theme import Theme
from viewer.views.look import BEFORE_GROUP, MARGIN, BubbleLook
from viewer.views.timeline.bubble import Bubble
from viewer.views.timeline.context import Context, RowMarks

_HEIGHT = 190


class ReplyPreview(QFrame):
    """A bubble beside the text that the signature will cover."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("reply_preview")
        self.setAccessibleName(tr("Preview of the reply"))
        self.bubble = _Bubble(theme)
        area = QScrollArea(self)
        area.setAccessibleName(tr("The reply as it will look"))
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(self.bubble)
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(tr("What exactly will be signed"))
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(area, 1)
        line.addWidget(self.text, 1)
        self.setFixedHeight(_HEIGHT)
        self.hide()

    def show_reply(self, prepared: Prepared | None) -> None:
        """Show a reply, or none."""
        self.bubble.show_reply(prepared)
        self.text.setPlainText(words.visible(prepared.unsigned.text) if prepared else "")

    def set_theme(self, theme: Theme) -> None:
        """Paint in `theme` from now on."""
        self.bubble.set_theme(theme)


class _Bubble(QWidget):
    """One row of a timeline, as wide as there is room for."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("reply_bubble")
        self.setAccessibleName(tr("The reply as it will look"))
        self._theme = theme
        self._prepared: Prepared | None = None
        self._bubble: Bubble | None = None

    def show_reply(self, prepared: Prepared | None) -> None:
        self._prepared = prepared
        self.setAccessibleDescription(prepared.row.spoken() if prepared else "")
        self._lay_out()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(self.rect(), self._theme.color("canvas"))
            if self._bubble:
                self._bubble.paint(painter, 0, RowMarks())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def sizeHint(self) -> QSize:
        height = self._bubble.height + BEFORE_GROUP if self._bubble else 0
        return QSize(4 * MARGIN, height)

    def _lay_out(self) -> None:
        prepared = self._prepared
        if prepared is None:
            self._bubble = None
        else:
            look = BubbleLook(self._theme, self.font(), self.width(), self.devicePixelRatioF())
            self._bubble = Bubble(prepared.row, Context(None, True, prepared.tips), look)
        self.updateGeometry()
        self.update()

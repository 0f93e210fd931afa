"""The pictures of the open conversation side by side, each linked to its message."""

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import (
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from tanglescope.engine.language.wording import plural, tr
from tanglescope.viewer.blobs.pictures import Pictures
from tanglescope.viewer.blobs.viewer import MessagePicture, PictureViewer, pictures_of
from tanglescope.viewer.models import Index
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.subjects import MessageSubject, Subject
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.label import Note
from tanglescope.viewer.views.layout.boxes import make_column
from tanglescope.viewer.views.list_keys import LongList, index_at

_SQUARE = 132
_GAP = 4
_SIDE = 320
_ROOT = QModelIndex()


class _GalleryModel(QAbstractListModel):
    """The pictures of a conversation, in its order."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.shown: list[MessagePicture] = []

    def show(self, shown: list[MessagePicture]) -> None:
        if shown != self.shown:
            self.beginResetModel()
            self.shown = shown
            self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if index.isValid() and role == Qt.ItemDataRole.AccessibleTextRole:
            return self.shown[index.row()].file.caption()
        return None


class _GalleryDelegate(QStyledItemDelegate):
    """Paints the middle of a picture as a square."""

    def __init__(self, panel: Panel) -> None:
        super().__init__(panel)
        self._panel = panel
        self.pictures: Pictures | None = None

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(_SQUARE, _SQUARE)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, _GalleryModel)
        area = option.rect.adjusted(_GAP, _GAP, -_GAP, -_GAP)
        blob = model.shown[index.row()].file.link.address
        image = self.pictures.image(blob, _SIDE) if self.pictures else None
        painter.save()
        if isinstance(image, QImage):
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            side = min(image.width(), image.height())
            left, top = (image.width() - side) // 2, (image.height() - side) // 2
            painter.drawImage(area, image, QRect(left, top, side, side))
        else:
            painter.fillRect(area, self._panel.theme.color("code"))
            painter.setPen(self._panel.theme.color("muted"))
            wrapped = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter
            painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
            painter.drawText(area.adjusted(6, 6, -6, -6), wrapped, image or tr("Loading…"))
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(self._panel.theme.color("accent"))
            painter.drawRect(area.adjusted(0, 0, -1, -1))
            painter.drawRect(area.adjusted(1, 1, -2, -2))
        painter.restore()


class GalleryPanel(Panel):
    """Pictures as squares: a click leads to the message, Enter or a double click opens it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.model = _GalleryModel(self)
        self._delegate = _GalleryDelegate(self)
        self.list = LongList(tr("Pictures of the conversation"), self)
        self.list.setModel(self.model)
        self.list.setItemDelegate(self._delegate)
        self.list.setViewMode(QListView.ViewMode.IconMode)
        self.list.setMovement(QListView.Movement.Static)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setUniformItemSizes(True)
        self.list.clicked.connect(self._go_to)
        self.list.activated.connect(self._open)
        self.status = Note(self, style="hint")
        self.status.setAlignment(Qt.AlignmentFlag.AlignTop)
        make_column((self.list, 1), self.status, on=self, margins=(14, 12, 12, 12))

    def refresh(self) -> None:
        """Reload the pictures of the conversation."""
        pictures = self.session.pictures if self.session else None
        if pictures is not self._delegate.pictures:
            self._delegate.pictures = pictures
            if pictures:
                pictures.arrived.connect(self.list.viewport().update)
                pictures.folders_changed.connect(self.refresh)
        if self.session is None or not self.address or pictures is None:
            self._show([])
            return
        address, folders = self.address, pictures.folders
        self.ask(lambda library: pictures_of(library, address, folders), self._show, "gallery")

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """The message of the picture at a point."""
        index = index_at(self.list, point, self)
        return MessageSubject(self.model.shown[index.row()].key) if index.isValid() else None

    def end(self) -> None:
        """Remove all pictures."""
        self._show([])

    def _show(self, shown: list[MessagePicture]) -> None:
        self.model.show(shown)
        self.list.setVisible(bool(shown))
        count = plural("{n:,} pictures", "{n:,} picture", len(shown))
        self.status.setText(
            count if shown else tr("There is no picture of this conversation here.")
        )

    def _go_to(self, index: QModelIndex) -> None:
        self.key_clicked.emit(self.model.shown[index.row()].key)

    def _open(self, index: QModelIndex) -> None:
        if pictures := self._delegate.pictures:
            PictureViewer(self.model.shown, index.row(), pictures, self.window())

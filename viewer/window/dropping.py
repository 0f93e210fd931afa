"""Files that are dragged onto the window: what a drop will do is shown before it is released."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from tanglescope.engine.wording import tr
from tanglescope.engine.words import clean_name
from tanglescope.viewer.dropped_files import dropped
from tanglescope.viewer.views.label import PlainLabel


class DropZones(QFrame):
    """Two areas over the window: open what is dropped, or add it to the open collection."""

    def __init__(
        self,
        window: QWidget,
        collection: Callable[[], str],
        open_files: Callable[[Sequence[Path]], object],
        add_files: Callable[[Sequence[Path]], object],
    ) -> None:
        super().__init__(window)
        self.setObjectName("drop_zones")
        self.setAccessibleName(tr("Drop files here"))
        self._collection = collection
        self._open_files, self._add_files = open_files, add_files
        self.opening = self._zone(tr("Open"))
        self.adding = self._zone("")
        line = QHBoxLayout(self)
        line.setContentsMargins(24, 24, 24, 24)
        line.setSpacing(24)
        line.addWidget(self.opening)
        line.addWidget(self.adding)
        window.setAcceptDrops(True)
        window.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the areas while files are over the window, and do what the drop was shown to do."""
        match event:
            case QDropEvent() if event.type() is QEvent.Type.Drop:
                return self._drop(event)
            case QDragEnterEvent() if dropped(event):
                self._begin()
                return True
            case QDragMoveEvent() if event.type() is QEvent.Type.DragMove and dropped(event):
                self._mark(event)
                return True
        if event.type() in (QEvent.Type.DragLeave, QEvent.Type.WindowDeactivate):
            self.hide()
        return super().eventFilter(watched, event)

    def _begin(self) -> None:
        name = clean_name(self._collection())
        self.adding.setText(tr("Add to {name}", name=name))
        self.adding.setAccessibleName(self.adding.text())
        self.adding.setVisible(bool(name))
        parent = self.parentWidget()
        assert parent is not None
        self.setGeometry(parent.rect())
        self._tell(adds=False)
        self.raise_()
        self.show()

    def _drop(self, event: QDropEvent) -> bool:
        adds = self._is_over_adding(event)
        self.hide()
        if not (files := dropped(event)):
            return False
        (self._add_files if adds else self._open_files)(files)
        return True

    def _mark(self, event: QDropEvent) -> None:
        self._tell(adds=self._is_over_adding(event))

    def _is_over_adding(self, event: QDropEvent) -> bool:
        is_offered = self.isVisible() and not self.adding.isHidden()
        return is_offered and event.position().x() >= self.adding.x() - 12

    def _tell(self, *, adds: bool) -> None:
        """Mark the area under the pointer."""
        for zone, is_current in ((self.opening, not adds), (self.adding, adds)):
            if zone.property("current") != is_current:
                zone.setProperty("current", is_current)
                zone.style().unpolish(zone)
                zone.style().polish(zone)

    def _zone(self, text: str) -> PlainLabel:
        zone = PlainLabel(text, self)
        zone.setObjectName("drop_zone")
        zone.setAccessibleName(text)
        zone.setAlignment(Qt.AlignmentFlag.AlignCenter)
        zone.setWordWrap(True)
        return zone

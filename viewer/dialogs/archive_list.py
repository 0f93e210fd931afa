"""A list of archives: files are added by a dialog or dropped, and can be removed."""

from pathlib import Path
from stat import S_ISDIR

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from tanglescope.engine import words
from tanglescope.engine.language.wording import tr
from tanglescope.engine.system.files import path_as_text, system_message
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.dropped_files import accept_files
from tanglescope.viewer.tooltips import set_tooltip
from tanglescope.viewer.views.activity import short_name
from tanglescope.viewer.views.buttons import make_button
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import make_column, make_row

_PATH = Qt.ItemDataRole.UserRole
_MOST_LINES = 10


class ArchiveList(QWidget):
    """Archives, with buttons to add and remove some."""

    changed = Signal()
    added = Signal()
    """Emitted after `changed` when archives were added."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._is_locked = False
        self.list = QListWidget(self)
        self.list.setAccessibleName(name)
        self.list.setMaximumHeight(_MOST_LINES * self.fontMetrics().lineSpacing())
        self.list.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        self.list.itemSelectionChanged.connect(self._look)
        self.empty = PlainLabel(
            *(tr("Drop archives here, or choose Add…"), self.list), style="hint", wraps=True
        )
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        QVBoxLayout(self.list).addWidget(self.empty)
        self.add_button = make_button(
            tr("Add…"), self, lambda: self.add(file_dialogs.for_archives(self))
        )
        self.remove = make_button(tr("Remove"), self, self._remove)
        beside = make_column(self.add_button, self.remove, 1, spacing=8)
        make_row((self.list, 1), beside, on=self, spacing=12)
        self.setAcceptDrops(True)
        self._look()

    def archives(self) -> list[Path]:
        """The archives in the list."""
        return [self.list.item(row).data(_PATH) for row in range(self.list.count())]

    def add(self, archives: list[Path]) -> None:
        """Add archives to the list, each once."""
        known = self.archives()
        for archive in dict.fromkeys(archives):
            if archive not in known:
                item = QListWidgetItem(f"{short_name(str(archive))}   {_size(archive)}")
                item.setData(_PATH, archive)
                set_tooltip(item, path_as_text(archive))
                self.list.addItem(item)
        self._look()
        self.added.emit()

    def clear(self) -> None:
        """Empty the list."""
        self.list.clear()
        self._look()

    def lock(self, *, on: bool) -> None:
        """Let the list be changed no more, or again."""
        self._is_locked = on
        self._look()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept files, unless the list is locked."""
        if not self._is_locked:
            accept_files(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Add the dropped files to the list."""
        if not self._is_locked:
            self.add(accept_files(event))

    def _remove(self) -> None:
        for item in self.list.selectedItems():
            self.list.takeItem(self.list.row(item))
        self._look()

    def _look(self) -> None:
        self.add_button.setEnabled(not self._is_locked)
        self.remove.setEnabled(not self._is_locked and bool(self.list.selectedItems()))
        self.empty.setVisible(not self._is_locked and not self.list.count())
        self.changed.emit()


def _size(archive: Path) -> str:
    try:
        file = archive.stat()
    except OSError as error:
        return f"({system_message(error)})"
    return tr("folder") if S_ISDIR(file.st_mode) else words.size(file.st_size)

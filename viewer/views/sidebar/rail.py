"""The rail of sections beside the list: what a reader chooses from, one click away."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from tanglescope.engine.wording import tr
from tanglescope.viewer.models.sidebar import SidebarList
from tanglescope.viewer.views.icon_button import IconButton

_SECTIONS = {
    SidebarList.THREADS: "conversations",
    SidebarList.FEEDS: "people",
    SidebarList.CHANNELS: "channels",
    SidebarList.PRIVATE: "lock",
    SidebarList.GROUPS: "groups",
    SidebarList.NEWS: "news",
}
_MARGIN = 6
_SCALE = 1.2
"""The size of the icons, as in the toolbar."""


class Rail(QFrame):
    """Buttons for the sections, and for everything."""

    chosen = Signal(object)
    """Emitted with the `SidebarList` to show."""
    everything_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self.setAccessibleName(tr("Sections"))
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN, 12, _MARGIN, 8)
        column.setSpacing(4)
        self._buttons: dict[SidebarList, IconButton] = {}
        for section, icon in _SECTIONS.items():
            button = IconButton(icon, section.title, parent=self, scale=_SCALE)
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, section=section: self.chosen.emit(section))
            self._buttons[section] = button
        everything = IconButton(
            "everything",
            tr("Everything"),
            self.everything_wanted.emit,
            parent=self,
            scale=_SCALE,
        )
        for button in (*self._buttons.values(), everything):
            column.addWidget(button)
        column.addStretch(1)

    def check(self, sidebar_list: SidebarList) -> None:
        """Mark the section that is shown."""
        for section, button in self._buttons.items():
            button.setChecked(section is sidebar_list)

"""The rail of sections beside the list: what a reader chooses from, one click away."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from tanglescope.engine.wording import tr
from tanglescope.viewer.models.sidebar import SidebarList
from tanglescope.viewer.views.buttons import IconButton
from tanglescope.viewer.views.layout.boxes import make_column

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
        self._buttons: dict[SidebarList, IconButton] = {}
        for section, icon in _SECTIONS.items():
            choose = partial(self.chosen.emit, section)
            button = IconButton(icon, section.title, choose, parent=self, scale=_SCALE)
            button.setCheckable(True)
            self._buttons[section] = button
        name, show = tr("Everything"), self.everything_wanted.emit
        everything = IconButton("everything", name, show, parent=self, scale=_SCALE)
        parts = (*self._buttons.values(), everything)
        make_column(*parts, 1, on=self, margins=(_MARGIN, 12, _MARGIN, 8), spacing=4)

    def check(self, sidebar_list: SidebarList) -> None:
        """Mark the section that is shown."""
        for section, button in self._buttons.items():
            button.setChecked(section is sidebar_list)

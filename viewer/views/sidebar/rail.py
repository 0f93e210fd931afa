"""The rail of sections beside the list: what a reader chooses from, one click away."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QToolButton, QVBoxLayout, QWidget

from tanglescope.engine.wording import tr
from tanglescope.viewer import drawings
from tanglescope.viewer.models.sidebar import SidebarList
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.tooltips import set_tooltip

_SECTIONS = {
    SidebarList.THREADS: "conversations",
    SidebarList.FEEDS: "people",
    SidebarList.CHANNELS: "channels",
    SidebarList.PRIVATE: "lock",
    SidebarList.GROUPS: "groups",
    SidebarList.NEWS: "news",
}
_MARGIN = 6


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
        self._buttons: dict[SidebarList, QToolButton] = {}
        for section in _SECTIONS:
            button = self._button(section.title)
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, section=section: self.chosen.emit(section))
            self._buttons[section] = button
        self._everything = self._button(tr("Everything"))
        self._everything.clicked.connect(self.everything_wanted)
        for button in (*self._buttons.values(), self._everything):
            column.addWidget(button)
        column.addStretch(1)

    def check(self, sidebar_list: SidebarList) -> None:
        """Mark the section that is shown."""
        for section, button in self._buttons.items():
            button.setChecked(section is sidebar_list)

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        side = round(self.fontMetrics().height() * 1.3)
        icons = (*_SECTIONS.values(), "everything")
        for name, button in zip(icons, (*self._buttons.values(), self._everything), strict=True):
            button.setIcon(drawings.icon(name, theme.colors["text"]))
            button.setIconSize(QSize(side, side))

    def _button(self, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setAccessibleName(name)
        button.setAutoRaise(True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        set_tooltip(button, name)
        return button

"""The tabs above the timeline, hidden if there is only one, and their state as a value."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QTabBar, QWidget

from tanglescope.engine.language.wording import tr
from tanglescope.viewer.subjects import Subject, subject_of_address
from tanglescope.viewer.theme import Measured
from tanglescope.viewer.tooltips import set_tab_tooltip
from tanglescope.viewer.views.buttons import IconButton


@dataclass(frozen=True, slots=True)
class Tabs:
    """The addresses of threads and views in tabs, from left to right."""

    addresses: tuple[str, ...] = ()
    current: int = 0

    @classmethod
    def of(cls, addresses: Sequence[str], current: object) -> "Tabs":
        """Tabs from the settings, which may have been altered."""
        number = current if isinstance(current, int) else 0
        return cls(tuple(addresses), max(0, min(number, len(addresses) - 1)))

    @property
    def address(self) -> str:
        """The address in the current tab; `""` without tabs."""
        return self.addresses[self.current] if self.addresses else ""

    def showing(self, address: str) -> "Tabs":
        """Tabs with another address in the current tab."""
        before, after = self.addresses[: self.current], self.addresses[self.current + 1 :]
        return replace(self, addresses=(*before, address, *after))

    def adding(self, address: str) -> "Tabs":
        """Tabs with a new one to the right of the current tab, which becomes current."""
        place = min(self.current + 1, len(self.addresses))
        before, after = self.addresses[:place], self.addresses[place:]
        return Tabs((*before, address, *after), place)

    def without(self, number: int) -> "Tabs":
        """Tabs without one, unless it is the last; its right neighbour becomes current."""
        if len(self.addresses) <= 1:
            return self
        left = self.addresses[:number] + self.addresses[number + 1 :]
        current = self.current - (number < self.current)
        return Tabs(left, min(current, len(left) - 1))

    def turned_to(self, number: int) -> "Tabs":
        """Tabs with another one current; the numbers wrap around."""
        return replace(self, current=number % len(self.addresses)) if self.addresses else self


_LONGEST = 40


class ThreadTabs(Measured, QTabBar):
    """Shows tabs and emits the user's actions; it changes nothing by itself."""

    measures_soon = True

    closed = Signal(int)
    """Emitted with the number of the tab to close."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tabs")
        self.setAccessibleName(tr("Tabs"))
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(True)
        self._addresses: tuple[str, ...] = ()
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.hide()

    def show_tabs(self, tabs: Tabs, titles: Mapping[str, str]) -> None:
        """Show these tabs by their titles."""
        self._addresses = tuple(tabs.addresses)
        self.blockSignals(True)  # set by the program, not by a click
        while self.count() > len(tabs.addresses):
            self.removeTab(self.count() - 1)
        while self.count() < len(tabs.addresses):
            self._add()
        for number, address in enumerate(tabs.addresses):
            title = titles.get(address, "…")
            short = title if len(title) <= _LONGEST else f"{title[: _LONGEST - 1]}…"
            self.setTabText(number, short.replace("&", "&&"))
            set_tab_tooltip(self, number, title)
        self.setCurrentIndex(tabs.current)
        self.blockSignals(False)
        self.setVisible(len(tabs.addresses) > 1)

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """The conversation in a tab."""
        number = self.currentIndex() if point is None else self.tabAt(point)
        return subject_of_address(self._addresses[number]) if number >= 0 else None

    def _measure(self) -> None:
        """Let the buttons grow with the font."""
        for button in self.findChildren(IconButton):
            button.adjustSize()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Close a tab that is clicked with the middle button."""
        if event.button() is Qt.MouseButton.MiddleButton:
            number = self.tabAt(event.position().toPoint())
            if number >= 0:
                self.closed.emit(number)
            return
        super().mouseReleaseEvent(event)

    def _add(self) -> None:
        button = IconButton("close", tr("Close this tab"), parent=self)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keyboard closes the current tab
        side = QTabBar.ButtonPosition.RightSide
        self.setTabButton(self.addTab(""), side, button)
        button.clicked.connect(lambda: self.closed.emit(self._number_of(button)))

    def _number_of(self, button: IconButton) -> int:
        side = QTabBar.ButtonPosition.RightSide
        return next(at for at in range(self.count()) if self.tabButton(at, side) is button)

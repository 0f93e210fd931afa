"""A tab bar that cuts no tab: tabs that don't fit are left out and offered elsewhere."""

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QTabBar, QWidget

from tanglescope.viewer.theme import Measured
from tanglescope.viewer.tooltips import set_tab_tooltip


class WholeTabs(Measured, QTabBar):
    """The first tabs, as many as fit, and always the current one."""

    measures_soon = True

    def __init__(self, texts: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        """Create tabs from their texts, each with its tooltip."""
        super().__init__(parent)
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        for text, tip in texts:
            set_tab_tooltip(self, self.addTab(text), tip)
        self._offered = frozenset(range(len(texts)))

    def turn_to(self, current: int) -> None:
        """Make a tab current without a signal, and show the first tabs that fit beside it."""
        blocked = self.blockSignals(True)
        widths = self._widths()
        # It has no width yet while it isn't visible.
        room = self.width() - widths[current] if self.isVisible() else sum(widths)
        shown = self._offered & {current}
        for number in sorted(self._offered - shown):
            room -= widths[number]
            if room >= 0:
                shown |= {number}
        for number in range(self.count()):
            self.setTabVisible(number, number in shown)
        self.setCurrentIndex(current)
        # Qt arranges tabs, and scrolls to the current one, only when the size changes.
        super().resizeEvent(QResizeEvent(self.size(), self.size()))
        self.blockSignals(blocked)

    def offer(self, numbers: Sequence[int]) -> None:
        """Set the tabs that may be shown."""
        self._offered = frozenset(numbers)
        self.turn_to(self.currentIndex())

    def minimumSizeHint(self) -> QSize:
        """The size of the widest tab."""
        return QSize(max(self._widths(), default=0), self._height())

    def sizeHint(self) -> QSize:
        """All tabs that are offered."""
        width = sum(width for each, width in enumerate(self._widths()) if each in self._offered)
        return QSize(width, self._height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many tabs as fit."""
        super().resizeEvent(event)
        self.turn_to(self.currentIndex())

    def showEvent(self, event: QShowEvent) -> None:
        """Show as many tabs as fit."""
        super().showEvent(event)
        self.turn_to(self.currentIndex())

    def _measure(self) -> None:
        self.turn_to(self.currentIndex())
        self.updateGeometry()

    def _height(self) -> int:
        """The height of a tab, also while none is shown: layouts keep the first size."""
        return max((self.tabSizeHint(each).height() for each in range(self.count())), default=0)

    def _widths(self) -> list[int]:
        """The width of each tab, including those that are left out."""
        return [self.tabSizeHint(each).width() for each in range(self.count())]

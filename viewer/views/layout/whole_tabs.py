"""A tab bar that cuts no tab: tabs that don't fit are left out and offered elsewhere."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QTabBar, QWidget

from tanglescope.viewer.tooltips import set_tab_tooltip


class WholeTabs(QTabBar):
    """The first tabs, as many as fit, and always the current one."""

    turned = Signal(int)
    """Emitted with the number, among all tabs, of the tab that the reader chose."""

    def __init__(self, texts: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        """Create tabs from their texts, each with its tooltip."""
        super().__init__(parent)
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self._texts = tuple(texts)
        self._current = 0
        self._offered = frozenset(range(len(texts)))
        self._shown: list[int] = []
        self._widths: list[int] = []
        self._show(range(len(texts)))
        self.currentChanged.connect(self._choose)

    def turn_to(self, number: int) -> None:
        """Make a tab current without a signal."""
        self._current = number
        self._fit()

    def offer(self, numbers: Sequence[int]) -> None:
        """Set the tabs that may be shown."""
        self._offered = frozenset(numbers)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """The size of the widest tab."""
        return QSize(max(self._measured(), default=0), super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """All tabs that are offered."""
        width = sum(width for each, width in enumerate(self._measured()) if each in self._offered)
        return QSize(width, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many tabs as fit."""
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Show as many tabs as fit."""
        super().showEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Measure again when the font changes."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            QTimer.singleShot(0, self, self._measure_again)

    def _measure_again(self) -> None:
        self._widths = []
        self._fit()
        self.updateGeometry()

    def _measured(self) -> list[int]:
        """The width of each tab, including those that are left out."""
        if not self._widths:
            before = self._shown
            self._show(range(len(self._texts)))
            self._widths = [self.tabSizeHint(each).width() for each in range(self.count())]
            self._show(before)
        return self._widths

    def _fit(self) -> None:
        widths = self._measured()
        if not self.isVisible():  # it has no width yet
            self._show(sorted(self._offered))
            return
        room = self.width() - widths[self._current]
        fitting = []
        for number, width in enumerate(widths):
            if number not in self._offered:
                continue
            if number == self._current:
                fitting.append(number)
                continue
            room -= width
            if room >= 0:
                fitting.append(number)
        self._show(fitting)

    def _show(self, numbers: Sequence[int]) -> None:
        blocked = self.blockSignals(True)
        if list(numbers) != self._shown:
            while self.count():
                self.removeTab(0)
            for number in numbers:
                text, tip = self._texts[number]
                set_tab_tooltip(self, self.addTab(text), tip)
            self._shown = list(numbers)
        if self._current in self._shown:
            self.setCurrentIndex(self._shown.index(self._current))
        self.blockSignals(blocked)

    def _choose(self, place: int) -> None:
        self._current = self._shown[place]
        self.turned.emit(self._current)

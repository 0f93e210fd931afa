"""What stands in the window, and where: threads, the open one, a panel beside it, the inspector."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from engine.wording import tr
from viewer.panels.table import PANELS
from viewer.settings import Settings
from viewer.theme import Theme
from viewer.views.banner import Banner
from viewer.views.hints import HintBar
from viewer.views.inspector import Inspector
from viewer.views.thread_list import ThreadList
from viewer.views.thread_tabs import ThreadTabs
from viewer.views.timeline.reading import ReadingPage
from viewer.views.welcome import Welcome
from viewer.views.workbench import Workbench


class Frame(QFrame):
    """The parts of a window in their places, joined to nothing yet but each other."""

    def __init__(self, theme: Theme, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Tanglescope")
        self.banner = Banner(theme, self)
        self.hints = HintBar(self)
        self.threads = ThreadList(theme, self)
        self.threads.hide()  # until there are some
        self.reading = ReadingPage(theme, settings, self)
        self.beside = ReadingPage(
            theme, settings, self, name=tr("Conversation beside"), answers=False
        )
        self.tabs = ThreadTabs(self)
        self.welcome = Welcome(self)
        self.inspector = Inspector(theme, self)
        self.workbench = Workbench(PANELS, theme, self)
        self.pages = QStackedWidget(self)
        self.pages.setAccessibleName(tr("Reading"))
        self.pages.addWidget(self.welcome)
        self._sides = self._put_tabs_above()
        self.workbench.marked.connect(self.reading.timeline.set_markings)
        self.workbench.filled.connect(lambda on: self.pages.setHidden(on))
        self.reading.hits_found.connect(self.workbench.show_hits)
        self._splitter = self._put_side_by_side()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banner)
        column.addWidget(self._splitter, 1)
        column.addWidget(self.hints)

    def keep(self, settings: Settings) -> None:
        """Remember how wide everything is."""
        settings.set_bytes("panes", self._splitter.saveState())
        settings.set_bytes("sides", self._sides.saveState())

    def restore(self, settings: Settings) -> None:
        """Make everything as wide as it was."""
        self._splitter.restoreState(settings.bytes("panes"))
        self._sides.restoreState(settings.bytes("sides"))

    def show_reading(self) -> None:
        """Something is open: make room for it."""
        self.pages.setCurrentIndex(1)

    def turns(self) -> dict[str, Callable[[bool], None]]:
        """What can be turned on and off of how threads are read."""
        first, second = self.reading.turns(), self.beside.turns()
        return {name: _both(turn, second[name]) for name, turn in first.items()}

    def set_theme(self, theme: Theme) -> None:
        """Paint in `theme` from now on."""
        for part in (
            self.reading,
            self.beside,
            self.threads,
            self.banner,
            self.inspector,
            self.workbench,
        ):
            part.set_theme(theme)

    def _put_tabs_above(self) -> QSplitter:
        sides = QSplitter(Qt.Orientation.Horizontal, self)
        sides.setAccessibleName(tr("The open conversation and the one beside"))
        sides.setHandleWidth(1)
        sides.setChildrenCollapsible(False)
        sides.addWidget(self.reading)
        sides.addWidget(self.beside)
        sides.setSizes([500, 500])
        page = QFrame(self)
        page.setAccessibleName(tr("Reading"))
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs)
        column.addWidget(sides, 1)
        self.pages.addWidget(page)
        return sides

    def _put_side_by_side(self) -> QSplitter:
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setAccessibleName(tr("Conversations and the open one"))
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        for part in (self.threads, self.pages, self.workbench, self.inspector):
            splitter.addWidget(part)
        splitter.setStretchFactor(1, 1)
        splitter.setStretchFactor(2, 1)
        splitter.setSizes([320, 860, 620, 340])
        return splitter


def _both(turn: Callable[[bool], None], other: Callable[[bool], None]) -> Callable[[bool], None]:
    def turned(on: bool) -> None:
        turn(on)
        other(on)

    return turned

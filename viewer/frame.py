"""What stands in the window, and where: threads, the open one, a panel beside it, the inspector."""

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QFrame, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from viewer.panels.table import PANELS
from viewer.settings import Settings
from viewer.theme import Theme
from viewer.views.banner import Banner
from viewer.views.hints import HintBar
from viewer.views.inspector import Inspector
from viewer.views.reading import ReadingPage
from viewer.views.thread_list import ThreadList
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
        self.welcome = Welcome(self)
        self.inspector = Inspector(theme, self)
        self.workbench = Workbench(PANELS, theme, self)
        self.pages = QStackedWidget(self)
        self.pages.setAccessibleName("Reading")
        self.pages.addWidget(self.welcome)
        self.pages.addWidget(self.reading)
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

    def state(self) -> QByteArray:
        """How wide everything is."""
        return self._splitter.saveState()

    def restore(self, state: QByteArray) -> None:
        """Make everything as wide as it was."""
        self._splitter.restoreState(state)

    def set_theme(self, theme: Theme) -> None:
        """Paint in `theme` from now on."""
        for part in (self.reading, self.threads, self.banner, self.inspector, self.workbench):
            part.set_theme(theme)

    def _put_side_by_side(self) -> QSplitter:
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setAccessibleName("Threads and the open one")
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        for part in (self.threads, self.pages, self.workbench, self.inspector):
            splitter.addWidget(part)
        splitter.setStretchFactor(1, 1)
        splitter.setStretchFactor(2, 1)
        splitter.setSizes([320, 860, 620, 340])
        return splitter

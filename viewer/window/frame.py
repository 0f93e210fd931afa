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
        # Each part is made inside of what holds it: a move would style all its widgets again.
        self._splitter = _splitter(tr("Conversations and the open one"), self)
        self.threads = ThreadList(theme, self._splitter)
        self.threads.hide()  # until there are some
        self.pages = QStackedWidget(self._splitter)
        self.pages.setAccessibleName(tr("Reading"))
        self.welcome = Welcome(self.pages)
        page = QFrame(self.pages)
        page.setAccessibleName(tr("Reading"))
        self.tabs = ThreadTabs(page)
        self._sides = _splitter(tr("The open conversation and the one beside"), page)
        self.reading = ReadingPage(theme, settings, self._sides)
        self.beside = ReadingPage(
            theme, settings, self._sides, name=tr("Conversation beside"), answers=False
        )
        self.workbench = Workbench(PANELS, theme, self._splitter)
        self.inspector = Inspector(theme, self._splitter)
        self._sides.setSizes([500, 500])
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setStretchFactor(2, 1)
        self._splitter.setSizes([320, 860, 620, 340])
        _stack(page, self.tabs, self._sides)
        self.pages.addWidget(self.welcome)
        self.pages.addWidget(page)
        _stack(self, self.banner, self._splitter, self.hints)
        self.workbench.marked.connect(self.reading.timeline.set_markings)
        self.workbench.filled.connect(lambda on: self.pages.setHidden(on))
        self.reading.hits_found.connect(self.workbench.show_hits)

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


def _splitter(name: str, parent: QWidget) -> QSplitter:
    """Parts side by side: all widgets that are made inside of it."""
    splitter = QSplitter(Qt.Orientation.Horizontal, parent)
    splitter.setAccessibleName(name)
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
    return splitter


def _stack(outer: QWidget, *parts: QWidget) -> None:
    """Put `parts` below each other; splitters get the room that is left."""
    column = QVBoxLayout(outer)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    for part in parts:
        column.addWidget(part, int(isinstance(part, QSplitter)))


def _both(turn: Callable[[bool], None], other: Callable[[bool], None]) -> Callable[[bool], None]:
    def turned(on: bool) -> None:
        turn(on)
        other(on)

    return turned

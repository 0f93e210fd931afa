"""The parts of the window and their layout: sidebar, timeline, panel, inspector."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from engine.wording import tr
from viewer.dropped_files import let_files_pass
from viewer.motion import set_motion
from viewer.panels.table import PANELS
from viewer.settings import Settings
from viewer.theme import Theme
from viewer.views.banner import Banner
from viewer.views.hints import HintBar
from viewer.views.inspector import Inspector
from viewer.views.layout.panes import Panes
from viewer.views.layout.scroller import Scroller
from viewer.views.thread_list import ThreadList
from viewer.views.thread_tabs import ThreadTabs
from viewer.views.timeline.reading import ReadingPage, WritingPage
from viewer.views.timeline.skeleton import Skeleton
from viewer.views.welcome import Welcome
from viewer.views.workbench import Workbench


class Frame(QFrame):
    """The parts of a window in their layout, before they are connected to anything else."""

    def __init__(self, theme: Theme, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Tanglescope")
        self.banner = Banner(theme, self)
        # Each part is created inside its container: moving it would style all its widgets again.
        self.panes = Panes(self)
        self.threads = ThreadList(theme, self.panes)
        self.threads.hide()  # until there are conversations
        self.pages = QStackedWidget(self.panes.centre)
        self.pages.setAccessibleName(tr("Reading"))
        empty = Scroller(self.pages)
        self.welcome = Welcome(empty.viewport())
        empty.hold(self.welcome)
        page = QFrame(self.pages)
        page.setAccessibleName(tr("Reading"))
        self.tabs = ThreadTabs(page)
        self._sides = _splitter(tr("First and second timeline"), page)
        self.reading = WritingPage(theme, settings, self._sides)
        self.beside = ReadingPage(theme, settings, self._sides, name=tr("Second timeline"))
        self.workbench = Workbench(PANELS, self.reading.theme, self.panes.centre)
        self.inspector = Inspector(self.reading.theme, self.panes)
        self.hints = HintBar(self)  # after all that is above it, for the order of Tab
        self.panes.hold(self.threads, self.pages, self.workbench, self.inspector, self.beside)
        self._sides.setSizes([500, 500])
        _stack(page, self.tabs, self._sides)
        self.skeleton = Skeleton(theme, self.pages)
        self.pages.addWidget(empty)
        self.pages.addWidget(page)
        self.pages.addWidget(self.skeleton)
        _stack(self, self.panes, self.hints)
        self.workbench.marked.connect(self.reading.timeline.set_markings)
        self.workbench.filled.connect(lambda on: self.panes.fill(on=on))
        self.reading.hits_found.connect(self.workbench.show_hits)
        let_files_pass(self)

    def keep(self, settings: Settings) -> None:
        """Store the widths of all parts."""
        self.panes.keep(settings)
        settings.set_bytes("sides", self._sides.saveState())

    def restore(self, settings: Settings) -> None:
        """Restore the widths of all parts."""
        self.panes.restore(settings)
        self._sides.restoreState(settings.bytes("sides"))

    def parts_to_close(self) -> tuple[QWidget, ...]:
        """The parts that the reader can close or hide."""
        return self.banner, self.threads, self.beside, self.workbench, self.inspector, self.hints

    def show_reading(self) -> None:
        """Show the page of the open conversation."""
        self.pages.setCurrentIndex(1)

    def show_welcome(self) -> None:
        """Show the start page."""
        self.pages.setCurrentIndex(0)

    def show_loading(self) -> None:
        """Show that a collection is being loaded."""
        self.skeleton.show_loading()
        self.pages.setCurrentWidget(self.skeleton)

    def turns(self) -> dict[str, Callable[[bool], None]]:
        """The switches for how threads are shown, and where panels are."""
        first, second = self.reading.turns(), self.beside.turns()
        return {
            **{name: _both(turn, second[name]) for name, turn in first.items()},
            "below": lambda on: self.panes.dock(below=on),
            "motion": lambda on: set_motion(on=on),
        }

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        for part in (self.reading, self.beside, self.threads, self.banner, self.skeleton):
            part.set_theme(theme)
        self.inspector.set_theme(self.reading.theme)
        self.workbench.set_theme(self.reading.theme)


def _splitter(name: str, parent: QWidget) -> QSplitter:
    """A splitter with all widgets that are created inside it."""
    splitter = QSplitter(Qt.Orientation.Horizontal, parent)
    splitter.setAccessibleName(name)
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
    return splitter


def _stack(outer: QWidget, *parts: QWidget) -> None:
    """Stack `parts` vertically; splitters get the remaining room."""
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

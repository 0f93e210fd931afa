"""The parts of the window and their layout: sidebar, timeline, panel, inspector."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from tanglescope.engine.language.wording import tr
from tanglescope.engine.words import clean_name
from tanglescope.viewer.dropped_files import accept_files, let_files_pass
from tanglescope.viewer.motion import set_motion
from tanglescope.viewer.panels.table import PANELS
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.theme import Measured, Theme
from tanglescope.viewer.timers import make_timer
from tanglescope.viewer.views.banner import Banner
from tanglescope.viewer.views.hints import HintBar
from tanglescope.viewer.views.inspector import Inspector
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import NamedFrame, make_column, make_row
from tanglescope.viewer.views.layout.scroller import Scroller
from tanglescope.viewer.views.sidebar.thread_list import ThreadList
from tanglescope.viewer.views.thread_tabs import ThreadTabs
from tanglescope.viewer.views.timeline.reading import ReadingPage, WritingPage
from tanglescope.viewer.views.timeline.skeleton import Skeleton
from tanglescope.viewer.views.welcome import Welcome
from tanglescope.viewer.window.workbench import Workbench


class Frame(NamedFrame):
    """The parts of a window in their layout, before they are connected to anything else."""

    def __init__(self, theme: Theme, settings: Settings, parent: QWidget) -> None:
        super().__init__("Tanglescope", parent)
        self.banner = Banner(self)
        # Each part is created inside its container: moving it would style all its widgets again.
        self.panes = Panes(self)
        self.threads = ThreadList(theme, self.panes)
        self.threads.hide()  # until there are conversations
        self.pages = QStackedWidget(self.panes.centre)
        self.pages.setAccessibleName(tr("Reading"))
        empty = Scroller(self.pages)
        self.welcome = Welcome(empty.viewport())
        empty.hold(self.welcome)
        page = NamedFrame(tr("Reading"), self.pages)
        self.tabs = ThreadTabs(page)
        self._sides = _splitter(tr("First and second timeline"), page)
        self.reading = WritingPage(theme, settings, self._sides)
        self.beside = ReadingPage(theme, settings, self._sides, name=tr("Second timeline"))
        self.workbench = Workbench(PANELS, self.reading.theme, self.panes.centre)
        self.inspector = Inspector(self.reading.theme, self.panes)
        self.hints = HintBar(self)  # after all that is above it, for the order of Tab
        self.banner.stay_above(self.hints)
        self.panes.hold(self.threads, self.pages, self.workbench, self.inspector, self.beside)
        self._sides.setSizes([500, 500])
        make_column(self.tabs, (self._sides, 1), on=page, spacing=0)
        self.skeleton = Skeleton(theme, self.pages)
        self.pages.addWidget(empty)
        self.pages.addWidget(page)
        self.pages.addWidget(self.skeleton)
        make_column((self.panes, 1), self.hints, on=self, spacing=0)
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

    def turns(self) -> dict[str, Sequence[Callable[[bool], None]]]:
        """The switches for how threads are shown, and where panels are."""
        first, second = self.reading.turns(), self.beside.turns()
        return {
            **{name: (turn, second[name]) for name, turn in first.items()},
            "below": [lambda on: self.panes.dock(below=on)],
            "motion": [lambda on: set_motion(on=on)],
        }

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        for part in (self.reading, self.beside, self.threads, self.skeleton):
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


_LETTERS_OF_THREADS = 24
LETTERS_OF_TIMELINE = 60
_LETTERS_OF_PANEL = 32
_LETTERS_OF_INSPECTOR = 28
"""The width in letters that each part gets before another one has to give way."""
_USUAL = 380, 320
"""The widths of list and inspector until the reader changes them, in pixels."""
_ROOMY = 6
"""The extra width in letters of timeline and panel if the list is beside them, too."""
_LINES = 24
"""The lines that a timeline and a panel below it need; in a lower window the panel covers both."""


class Panes(Measured, QSplitter):
    """Arranges the parts of the window in the room that there is."""

    threads_turned = Signal(bool)
    """Emitted when the list of conversations is shown or hidden."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setAccessibleName(tr("Conversations and the open one"))
        self._are_there = False
        self._soon = make_timer(0, self._measure, self)
        self._wish: bool | None = None
        """Whether the reader wants to see the list; None where there is room."""
        self._liked = _USUAL
        """The widths that list and inspector have where there is room."""
        self.splitterMoved.connect(self._note_widths)
        self._wants_below = self._fills = False
        self._states: dict[Qt.Orientation, QByteArray] = {}
        self.centre = _splitter(tr("The open conversation and a panel"), self)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)

    def hold(
        self,
        threads: QWidget,
        timeline: QWidget,
        panel: Workbench,
        inspector: QWidget,
        second: QWidget,
    ) -> None:
        """Set the parts; those in the middle were created inside `centre`.

        The `second` timeline is shown beside the first one, inside of `timeline`. Moving a part
        into another widget would style all its widgets again.
        """
        self._threads, self._timeline = threads, timeline
        self._panel, self._inspector, self._second = panel, inspector, second
        for number, part in enumerate((threads, self.centre, inspector)):
            self.insertWidget(number, part)
        for number in range(2):
            self.centre.setStretchFactor(number, 1)
        self.centre.setSizes([560, 480])
        self.setStretchFactor(1, 1)
        self.setSizes([_USUAL[0], 815, _USUAL[1]])
        for part in (panel, inspector, second):
            part.installEventFilter(self)
        panel.turned.connect(lambda _: self._measure())
        panel.width_changed.connect(self._soon.start)

    @property
    def is_below(self) -> bool:
        """Whether a panel is below the timeline, by choice or for lack of room."""
        return self.centre.orientation() is Qt.Orientation.Vertical

    def offer_threads(self, *, there: bool) -> None:
        """Set whether there are conversations to list."""
        self._are_there = there
        self._measure()

    def turn_threads(self) -> None:
        """Show the list of conversations, for now even without room, or hide it."""
        self._wish = self._threads.isHidden()
        self._measure()

    def fill(self, *, on: bool) -> None:
        """Let a panel cover the timeline, or show both again."""
        self._fills = on
        self._measure()

    def dock(self, *, below: bool) -> None:
        """Put panels below the timeline, or beside it if there is room."""
        self._wants_below = below
        self._measure()

    def keep(self, settings: Settings) -> None:
        """Store the sizes of all parts."""
        self._states[self.centre.orientation()] = self.centre.saveState()
        settings.side_widths = self._liked
        for orientation, state in self._states.items():
            settings.set_bytes(_name(orientation), state)

    def restore(self, settings: Settings) -> None:
        """Restore the sizes of all parts."""
        self._liked = settings.side_widths or _USUAL
        for orientation in (Qt.Orientation.Vertical, Qt.Orientation.Horizontal):
            state = settings.bytes(_name(orientation))
            if not state.isEmpty():
                self._states[orientation] = state
                self.centre.restoreState(state)
        self._measure()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the parts in the new size."""
        super().resizeEvent(event)
        self._measure()

    def event(self, event: QEvent) -> bool:
        """Arrange the parts again soon after one of them needs more room."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._soon.start()
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrange the parts again when one of them is shown or hidden."""
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._measure()
        return super().eventFilter(watched, event)

    def _measure(self) -> None:
        shows_threads, below = self._fitting()
        if self._wish and self._has_room():
            self._wish = None
        if self._threads.isHidden() == shows_threads:
            self._threads.setVisible(shows_threads)
            self.threads_turned.emit(shows_threads)
        orientation = Qt.Orientation.Vertical if below else Qt.Orientation.Horizontal
        if orientation is not self.centre.orientation():
            self._states[self.centre.orientation()] = self.centre.saveState()
            self.centre.setOrientation(orientation)
            if orientation in self._states:
                self.centre.restoreState(self._states[orientation])
        covers = not self._panel.isHidden() and (self._fills or (below and not self._is_high()))
        self._cover(on=covers)
        if not covers:
            QTimer.singleShot(0, self, self._give_room)

    def _cover(self, *, on: bool) -> None:
        """Hide the timeline under a panel, which gets its focus, or show it again.

        Qt would move the focus to the next widget in the order of Tab, such as a button in the
        status bar, which Space and Return press.
        """
        focus = self.window().focusWidget()
        had_focus = focus is not None and self._timeline.isAncestorOf(focus)
        self._timeline.setHidden(on)
        if on and had_focus:
            self._panel.focus_tabs()

    def _give_room(self) -> None:
        """Move width from parts that can spare it to parts that need it."""
        if not self.isVisible():
            return
        sizes = threads, _, inspector = self.sizes()
        roomy = self._is_crowded(shows_threads=bool(threads), below=self.is_below)
        needed = self._centre_needed(below=self.is_below, roomy=roomy) + self.centre.handleWidth()
        liked = [self._liked[0] if threads else 0, self._liked[1] if inspector else 0]
        missing = max(0, needed + sum(liked) - sum(sizes))
        liked[0] -= self._room_to_give(self._threads, _LETTERS_OF_THREADS, liked[0], missing)
        missing = max(0, needed + sum(liked) - sum(sizes))
        liked[1] -= self._room_to_give(self._inspector, _LETTERS_OF_INSPECTOR, liked[1], missing)
        if liked != [threads, inspector]:
            self.setSizes([liked[0], sum(sizes) - sum(liked), liked[1]])
        timeline, panel = self.centre.sizes()
        if timeline and panel and not self.is_below:
            both = timeline + panel
            more = _ROOMY if roomy else 0
            panel = max(self._least(self._panel, _LETTERS_OF_PANEL), self._panel.width_liked())
            wide = min(timeline, both - panel)
            wide = max(wide, min(both, self._least(self._timeline, LETTERS_OF_TIMELINE + more)))
            if wide != timeline:
                self.centre.setSizes([wide, both - wide])

    def _note_widths(self) -> None:
        """Remember the widths that the reader has given to list and inspector."""
        threads, _, inspector = self.sizes()
        self._liked = threads or self._liked[0], inspector or self._liked[1]

    def _room_to_give(self, part: QWidget, letters: int, wide: int, missing: int) -> int:
        """How much of the missing width a part at the side can give."""
        return min(missing, max(0, wide - self._least(part, letters))) if wide else 0

    def _is_high(self) -> bool:
        return self.height() >= _LINES * self.fontMetrics().lineSpacing()

    def _fitting(self) -> tuple[bool, bool]:
        """Whether the list is shown and the panel is below, in the first arrangement that fits."""
        ways = list(self._ways())
        return next((way for way in ways if self._needed(*way) <= self.width()), ways[-1])

    def _has_room(self) -> bool:
        """Whether the list would be shown without the reader's wish, too."""
        wish, self._wish = self._wish, None
        shows_threads, _ = self._fitting()
        self._wish = wish
        return shows_threads

    def _ways(self) -> Iterator[tuple[bool, bool]]:
        shown = self._are_there and self._wish is not False
        for below in (True,) if self._wants_below else (False, True):
            yield shown, below
            if shown and self._wish is None:
                yield False, below

    def _needed(self, shows_threads: bool, below: bool) -> int:
        """The minimum width of all parts together."""
        roomy = self._is_crowded(shows_threads=shows_threads, below=below)
        wide = self._centre_needed(below=below, roomy=roomy)
        if shows_threads:
            wide += self._least(self._threads, _LETTERS_OF_THREADS)
        if not self._inspector.isHidden():
            wide += self._least(self._inspector, _LETTERS_OF_INSPECTOR)
        return wide + 4 * self.handleWidth()

    def _is_crowded(self, *, shows_threads: bool, below: bool) -> bool:
        """Whether list, timeline and panel are side by side although the list could be hidden."""
        return shows_threads and not below and self._wish is None and not self._panel.isHidden()

    def _centre_needed(self, *, below: bool, roomy: bool) -> int:
        """The minimum width of timeline and panel together."""
        more = _ROOMY if roomy else 0
        liked = self._panel.width_liked() if roomy else 0
        parts = ((self._timeline, LETTERS_OF_TIMELINE), (self._panel, _LETTERS_OF_PANEL))
        wide = [
            self._least(part, letters + more) for part, letters in parts if self._is_wanted(part)
        ]
        if below:
            return max(wide, default=0)
        return max(sum(wide), sum(wide[:-1]) + liked)

    def _is_wanted(self, part: QWidget) -> bool:
        return not (self._fills if part is self._timeline else part.isHidden())

    def _least(self, part: QWidget, letters: int) -> int:
        if part is self._timeline and not self._second.isHidden():
            letters += LETTERS_OF_TIMELINE
        wide = letters * self.fontMetrics().averageCharWidth()
        if part is self._panel:
            wide = max(wide, self._panel.width_wanted())
        return max(part.minimumSizeHint().width(), part.minimumWidth(), wide)


def _name(orientation: Qt.Orientation) -> str:
    """The key for the sizes of the centre in the settings."""
    return "panel_below" if orientation is Qt.Orientation.Vertical else "panel_beside"


class DropZones(NamedFrame):
    """Two areas over the window: open what is dropped, or add it to the open collection.

    The first isn't there if what is dropped would be added anyway.
    """

    def __init__(
        self,
        window: QWidget,
        collection: Callable[[], str],
        open_files: Callable[[Sequence[Path]], object],
        add_files: Callable[[Sequence[Path]], object],
        always_adds: Callable[[Sequence[Path]], bool],
    ) -> None:
        super().__init__(tr("Drop files here"), window, style="drop_zones")
        self._collection = collection
        self._open_files, self._add_files = open_files, add_files
        self._always_adds = always_adds
        self.opening = self._zone(tr("Open"))
        self.adding = self._zone("")
        make_row(self.opening, self.adding, on=self, margins=(24, 24, 24, 24), spacing=24)
        window.setAcceptDrops(True)
        window.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the areas while files are over the window, and do what the drop was shown to do."""
        match event:
            case QDropEvent() if event.type() is QEvent.Type.Drop:
                return self._drop(event)
            case QDragEnterEvent() if files := accept_files(event):
                self._begin(files)
                return True
            case QDragMoveEvent() if event.type() is QEvent.Type.DragMove and accept_files(event):
                self._tell(adds=self._is_over_adding(event))
                return True
        if event.type() in (QEvent.Type.DragLeave, QEvent.Type.WindowDeactivate):
            self.hide()
        return super().eventFilter(watched, event)

    def _begin(self, files: Sequence[Path]) -> None:
        name = clean_name(self._collection())
        self.adding.setText(tr("Add to {name}", name=name))
        self.adding.setVisible(bool(name))
        self.opening.setVisible(not name or not self._always_adds(files))
        parent = self.parentWidget()
        assert parent is not None
        self.setGeometry(parent.rect())
        self._tell(adds=self.opening.isHidden())
        self.raise_()
        self.show()

    def _drop(self, event: QDropEvent) -> bool:
        adds = self._is_over_adding(event)
        self.hide()
        if not (files := accept_files(event)):
            return False
        (self._add_files if adds else self._open_files)(files)
        return True

    def _is_over_adding(self, event: QDropEvent) -> bool:
        is_offered = self.isVisible() and not self.adding.isHidden()
        is_over = self.opening.isHidden() or event.position().x() >= self.adding.x() - 12
        return is_offered and is_over

    def _tell(self, *, adds: bool) -> None:
        """Mark the area under the pointer."""
        for zone, is_current in ((self.opening, not adds), (self.adding, adds)):
            if zone.property("current") != is_current:
                zone.setProperty("current", is_current)
                zone.style().unpolish(zone)
                zone.style().polish(zone)

    def _zone(self, text: str) -> PlainLabel:
        zone = PlainLabel(text, self, style="drop_zone", wraps=True)
        zone.setAlignment(Qt.AlignmentFlag.AlignCenter)
        return zone

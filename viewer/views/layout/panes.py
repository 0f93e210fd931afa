"""The panes of a window: conversations, the open one, a panel beside or below, inspector.

A narrow window has no room for all of them side by side. Then the list of conversations is hidden,
and the panel moves below the timeline, so that none of them is cut.
"""

from collections.abc import Iterator

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from engine.wording import tr
from viewer.settings import Settings
from viewer.views.workbench import Workbench

_LETTERS_OF_THREADS = 24
LETTERS_OF_TIMELINE = 60
_LETTERS_OF_PANEL = 32
_LETTERS_OF_INSPECTOR = 28
"""The width in letters that each part gets before another one has to give way."""
_USUAL = 345, 320
"""The widths of list and inspector until the reader changes them, in pixels."""
_ROOMY = 6
"""The extra width in letters of timeline and panel if the list is beside them, too."""
_LINES = 24
"""The lines that a timeline and a panel below it need; in a lower window the panel covers both."""


class Panes(QSplitter):
    """Arranges the parts of the window in the room that there is."""

    threads_turned = Signal(bool)
    """Emitted when the list of conversations is shown or hidden."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setAccessibleName(tr("Conversations and the open one"))
        self._are_there = False
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._arrange)
        self._wish: bool | None = None
        """Whether the reader wants to see the list; None where there is room."""
        self._liked = _USUAL
        """The widths that list and inspector have where there is room."""
        self.splitterMoved.connect(self._note_widths)
        self._wants_below = self._fills = False
        self._states: dict[Qt.Orientation, QByteArray] = {}
        self.centre = QSplitter(Qt.Orientation.Horizontal, self)
        self.centre.setAccessibleName(tr("The open conversation and a panel"))
        for splitter in (self, self.centre):
            splitter.setHandleWidth(1)
            splitter.setChildrenCollapsible(False)

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
        panel.turned.connect(lambda _: self._arrange())
        panel.width_changed.connect(self._soon.start)

    @property
    def is_below(self) -> bool:
        """Whether a panel is below the timeline, by choice or for lack of room."""
        return self.centre.orientation() is Qt.Orientation.Vertical

    def offer_threads(self, *, there: bool) -> None:
        """Set whether there are conversations to list."""
        self._are_there = there
        self._arrange()

    def turn_threads(self) -> None:
        """Show the list of conversations, for now even without room, or hide it."""
        self._wish = self._threads.isHidden()
        self._arrange()

    def fill(self, *, on: bool) -> None:
        """Let a panel cover the timeline, or show both again."""
        self._fills = on
        self._arrange()

    def dock(self, *, below: bool) -> None:
        """Put panels below the timeline, or beside it if there is room."""
        self._wants_below = below
        self._arrange()

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
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the parts in the new size."""
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Arrange the parts again when the font changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._arrange()

    def event(self, event: QEvent) -> bool:
        """Arrange the parts again soon after one of them needs more room."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._soon.start()
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrange the parts again when one of them is shown or hidden."""
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._arrange()
        return super().eventFilter(watched, event)

    def _arrange(self) -> None:
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
        liked[0] -= self._given(self._threads, _LETTERS_OF_THREADS, liked[0], missing)
        missing = max(0, needed + sum(liked) - sum(sizes))
        liked[1] -= self._given(self._inspector, _LETTERS_OF_INSPECTOR, liked[1], missing)
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

    def _given(self, part: QWidget, letters: int, wide: int, missing: int) -> int:
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

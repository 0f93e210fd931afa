"""The tour of a window: its five parts, and when it is shown."""

from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from tanglescope.engine.language.wording import later
from tanglescope.viewer.face import Face
from tanglescope.viewer.session import Session
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.views.hints import Hinting
from tanglescope.viewer.views.sidebar.thread_list import ThreadList
from tanglescope.viewer.views.timeline.timeline_view import TimelineView
from tanglescope.viewer.views.toolbar import ToolBar
from tanglescope.viewer.views.tour import Tour, TourStep
from tanglescope.viewer.window.facing import Facing
from tanglescope.viewer.window.menus import Menus
from tanglescope.viewer.window.opening import Opening
from tanglescope.viewer.window.workbench import Workbench

_PANEL = "why"
"""The panel that the tour shows."""


class Touring(QObject):
    """Shows the tour: once after the sample was opened from the start page, and when asked for."""

    ended = Signal()
    """Emitted when the reader has seen it, or left it."""

    def __init__(
        self,
        threads: ThreadList,
        timeline: TimelineView,
        tools: ToolBar,
        workbench: Workbench,
        opening: Opening,
        facing: Facing,
        menus: Menus,
        hinting: Hinting,
        settings: Settings,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._threads, self._timeline, self._tools = threads, timeline, tools
        self._workbench, self._opening, self._facing = workbench, opening, facing
        self._menus, self._hinting, self._settings = menus, hinting, settings
        self._is_awaited = False
        """Whether the tour begins when a conversation is open."""
        self._before: tuple[Face, str] | None = None
        """The face and the panel before the tour changed them."""
        self.tour = Tour(parent, self._steps())
        self.tour.ended.connect(self._end)
        opening.opened.connect(lambda _: self._begin_if_awaited())

    def watch(self, session: Session | None) -> None:
        """Leave the tour when the collection is closed."""
        if session is None:
            self.tour.leave()

    def open_sample(self) -> None:
        """Open the sample; the first time, with the tour."""
        self._is_awaited = not self._settings.toured
        self._menus.action("open_sample").trigger()

    def begin(self) -> None:
        """Show the tour, on the sample if no conversation is open."""
        if self._opening.address:
            self._begin()
        else:
            self._is_awaited = True
            self._menus.action("open_sample").trigger()

    def _begin_if_awaited(self) -> None:
        if self._is_awaited:
            self._is_awaited = False
            QTimer.singleShot(0, self.tour, self._begin)

    def _begin(self) -> None:
        self._settings.toured = True
        self._settings.hinted = [*self._settings.hinted, "lanes"]  # the tour says the same
        self._hinting.end()
        self.tour.begin()

    def _end(self) -> None:
        self._timeline.setFocus()
        self.ended.emit()

    def _steps(self) -> tuple[TourStep, ...]:
        def button(command: str) -> QWidget | None:
            return self._tools.widgetForAction(self._menus.action(command))

        return (
            TourStep(
                later("Conversations"),
                later(
                    "All conversations of the open collection, the latest first. The icons beside"
                    " them, or the heading above them, lead to other lists: people, channels,"
                    " private messages, news."
                ),
                lambda: self._threads if self._threads.isVisible() else button("threads"),
            ),
            TourStep(
                later("The open conversation"),
                later(
                    "Each message is below those that it answers, even if a clock was wrong. The"
                    " lines lead from each message to those that follow it. Where they fork, two"
                    " people didn't know of each other's message."
                ),
                lambda: self._timeline,
            ),
            TourStep(
                later("One search field"),
                later(
                    "Type a name, a word or a month: people, conversations and messages appear"
                    " while you type. Ctrl+G leads here."
                ),
                self._tools.finder,
            ),
            TourStep(
                later("Two faces"),
                later(
                    "This button turns from the face for reading to the one for debugging, and"
                    " back. F12 does the same."
                ),
                lambda: button("face"),
            ),
            TourStep(
                later("A panel for debugging"),
                later(
                    "Panels explain the order. This one says why the selected message is in its"
                    " row; others replay what arrived, or compare orders."
                ),
                lambda: self._workbench,
                self._show_panel,
                self._restore,
            ),
        )

    def _show_panel(self) -> None:
        self._before = self._facing.face, self._workbench.name()
        if self._timeline.current_key() is None:
            self._timeline.step(1)
        self._workbench.open_panel(_PANEL)

    def _restore(self) -> None:
        """Show the face and the panel that were there before."""
        if self._before is None:
            return
        (face, panel), self._before = self._before, None
        show = partial(self._workbench.open_panel, panel)
        (show if panel else self._workbench.close_panel)()
        self._facing.turn(face)

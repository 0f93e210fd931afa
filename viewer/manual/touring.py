"""The tour of a window: a card explains one part after another, and a light is on that part."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QShortcut
from PySide6.QtWidgets import QWidget

from tanglescope.engine.language.wording import later, tr
from tanglescope.viewer.face import Face
from tanglescope.viewer.session import Session
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.timers import make_timer
from tanglescope.viewer.views import screen_reader
from tanglescope.viewer.views.buttons import make_button
from tanglescope.viewer.views.hints import Hinting
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import NamedFrame, make_column, make_row
from tanglescope.viewer.views.sidebar.thread_list import ThreadList
from tanglescope.viewer.views.timeline.timeline_view import TimelineView
from tanglescope.viewer.views.toolbar import ToolBar
from tanglescope.viewer.window.facing import Facing
from tanglescope.viewer.window.menus import Menus
from tanglescope.viewer.window.opening import Opening
from tanglescope.viewer.window.workbench import Workbench

_LETTERS = 46
"""The width of the card."""
_GAP = 12
"""The space between the card and the part, and between the card and the edges of the window."""
_SHADE = 70
"""How dark everything but the part is, of 255."""
_BEND, _RING = 10, 3


@dataclass(frozen=True, slots=True)
class TourStep:
    """One part of the window: how to find it, and what is said about it.

    The part is None, or hidden, where there is no room for it.
    """

    title: str
    text: str
    part: Callable[[], QWidget | None]
    begin: Callable[[], object] = lambda: None
    """Called before the step is shown."""
    end: Callable[[], object] = lambda: None
    """Called before another step is shown, and when the tour ends."""


class Tour(QObject):
    """Leads through steps until the reader leaves."""

    ended = Signal()

    def __init__(self, window: QWidget, steps: Sequence[TourStep]) -> None:
        super().__init__(window)
        self._window, self._steps = window, steps
        self._step = 0
        self._watched: QWidget | None = None
        self.light = _Light(window)
        self.card = _Card(window)
        self.card.back.clicked.connect(lambda: self.turn_to(self._step - 1))
        self.card.next.clicked.connect(lambda: self.turn_to(self._step + 1))
        self.card.leave.clicked.connect(self.leave)
        self._escape = QShortcut(Qt.Key.Key_Escape, window)
        self._escape.activated.connect(self.leave)
        self._escape.setEnabled(False)
        self._soon = make_timer(0, self._place, self)

    def is_shown(self) -> bool:
        """Whether the tour is shown."""
        return not self.card.isHidden()

    def begin(self) -> None:
        """Show the first step."""
        if not self.is_shown():
            self._window.installEventFilter(self)
            self._escape.setEnabled(True)
            self._show(0)

    def turn_to(self, step: int) -> None:
        """Show another step; after the last one, the tour ends."""
        self._steps[self._step].end()
        if step < len(self._steps):
            self._show(step)
        else:
            self._finish()

    def leave(self) -> None:
        """End the tour."""
        if self.is_shown():
            self.turn_to(len(self._steps))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the part, and the size of the window."""
        if event.type() in _MOVING and self.is_shown():
            self._soon.start()
        return super().eventFilter(watched, event)

    def _show(self, step: int) -> None:
        self._step = step
        shown = self._steps[step]
        shown.begin()
        self._watch(shown.part())
        number = tr("{step} of {steps}", step=step + 1, steps=len(self._steps))
        self.card.show_step(tr(shown.title), tr(shown.text), number)
        self.card.back.setEnabled(step > 0)
        is_last = step == len(self._steps) - 1
        self.card.next.setText(tr("Done") if is_last else tr("Next"))
        for part in (self.light, self.card):
            part.show()
            part.raise_()
        self._place()  # the style has set the fonts and margins only now
        self.card.next.setFocus(Qt.FocusReason.TabFocusReason)
        screen_reader.say(self.card, self.card.accessibleName())

    def _watch(self, part: QWidget | None) -> None:
        if self._watched is not None:
            self._watched.removeEventFilter(self)
        self._watched = part
        if part is not None:
            part.installEventFilter(self)

    def _place(self) -> None:
        room, part = self._window.rect(), self._watched
        area = QRect()
        if part is not None and part.isVisible():
            area = QRect(part.mapTo(self._window, QPoint(0, 0)), part.size()).intersected(room)
        self.light.setGeometry(room)
        self.light.point_at(area)
        size = self.card.size_in(room.width() - 2 * _GAP)
        self.card.setGeometry(QRect(beside(area, size, room), size))

    def _finish(self) -> None:
        self._window.removeEventFilter(self)
        self._watch(None)
        self._escape.setEnabled(False)
        self.ended.emit()  # first, so that the focus is elsewhere when the card is hidden
        for part in (self.card, self.light):
            part.hide()


_MOVING = frozenset({QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide})


def beside(part: QRect, card: QSize, room: QRect) -> QPoint:
    """Where a card is beside a part of a window, or inside it where there is no room beside it."""
    inner = room.adjusted(_GAP, _GAP, -_GAP, -_GAP)
    width, height = card.width(), card.height()
    if part.isEmpty():
        return inner.center() - QPoint(width // 2, height // 2)
    level, middle = part.top() + _GAP, part.center().x() - width // 2
    corners = (
        QPoint(part.right() + _GAP, level),
        QPoint(part.left() - _GAP - width, level),
        QPoint(middle, part.bottom() + _GAP),
        QPoint(middle, part.top() - _GAP - height),
        QPoint(part.right() - _GAP - width, part.bottom() - _GAP - height),
    )
    for corner in corners:
        placed = _inside(QRect(corner, card), inner)
        if not placed.intersects(part):
            return placed.topLeft()
    return _inside(QRect(corners[-1], card), inner).topLeft()


def _inside(area: QRect, room: QRect) -> QRect:
    """An area that was moved into a room."""
    left = max(room.left(), min(area.left(), room.right() + 1 - area.width()))
    top = max(room.top(), min(area.top(), room.bottom() + 1 - area.height()))
    return QRect(QPoint(left, top), area.size())


class _Card(NamedFrame):
    """What is said about one part, and the ways to the others."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(tr("Tour"), window, style="tour_card")
        self.title = PlainLabel(self, style="tour_title")
        self.text = PlainLabel(self, wraps=True)
        self.number = PlainLabel(self, style="hint")
        self.leave = make_button(tr("Leave the tour"), self, style="secondary")
        self.back = make_button(tr("Back"), self, style="secondary")
        self.next = make_button(tr("Next"), self, style="primary")
        # The focus begins at Next.
        QWidget.setTabOrder(self.next, self.back)
        QWidget.setTabOrder(self.back, self.leave)
        line = make_row(self.number, 1, self.leave, self.back, self.next, spacing=8)
        parts = (self.title, self.text, line)
        make_column(*parts, on=self, margins=(18, 14, 18, 14), spacing=10)
        self.hide()

    def show_step(self, title: str, text: str, number: str) -> None:
        """Show one step."""
        for label, said in ((self.title, title), (self.text, text), (self.number, number)):
            label.setText(said)
        self.setAccessibleName(
            tr("Tour, {number}: {title}. {text}", number=number, title=title, text=text)
        )

    def size_in(self, most: int) -> QSize:
        """Its size where it may have this width."""
        width = _LETTERS * self.fontMetrics().averageCharWidth()
        width = min(most, max(width, self.minimumSizeHint().width()))
        return QSize(width, self.heightForWidth(width))


class _Light(QWidget):
    """A shade over the window with a hole, which leaves the mouse to what is below."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAccessibleName(tr("The part that the tour explains"))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._hole = QRect()
        self.hide()

    def point_at(self, area: QRect) -> None:
        """Leave this area light."""
        self._hole = area
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the shade, and a ring around the area."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shade, hole = QPainterPath(), QPainterPath()
        shade.addRect(QRectF(self.rect()))
        inset = _RING / 2
        ring = QRectF(self._hole).adjusted(inset, inset, -inset, -inset)
        if not self._hole.isEmpty():
            hole.addRoundedRect(ring, _BEND, _BEND)
        painter.fillPath(shade.subtracted(hole), QColor(0, 0, 0, _SHADE))
        painter.setPen(QPen(self.palette().highlight(), _RING))
        painter.drawPath(hole)


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

"""The panel of private groups: a map of all tangles of a group, and its members at any moment."""

from collections.abc import Container
from math import ceil

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from tanglescope.engine.drawing.tangle_map import (
    BOX_HEIGHT,
    BOX_WIDTH,
    MapBox,
    Point,
    TangleMap,
    TieRoute,
)
from tanglescope.engine.language.wording import later, plural, tr
from tanglescope.engine.tangle.group_history import GroupEvent
from tanglescope.engine.tangle.groups import GroupMoment, moment
from tanglescope.viewer.panels.group_words import (
    GroupStudy,
    epoch_color,
    groups,
    legend,
    one_group,
    page,
    strand_color,
)
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.panels.replay.scrubber import Scrubber
from tanglescope.viewer.subjects import MessageSubject, Subject
from tanglescope.viewer.theme import Measured, Theme, Themed
from tanglescope.viewer.views import screen_reader
from tanglescope.viewer.views.choice_box import ChoiceBox
from tanglescope.viewer.views.facts import FactPage, hint
from tanglescope.viewer.views.label import HtmlLabel
from tanglescope.viewer.views.layout.boxes import make_column, make_splitter
from tanglescope.viewer.views.typography import TextPainter, fill_round, small, strong, write

_LINE = 16
"""The line height for which a map is laid out; it is scaled up for larger text."""
_LEAST_ROWS = 2
"""Rows that are visible even in a low panel."""
_HEAD = 30
_CORNER = 5.0
_FAINT = 0.22
_WIDTHS = {"group": 3.0, "epoch": 2.2, "members": 2.6, "thread": 1.6, "feed": 1.2}


class GroupMap(Themed, Measured, QAbstractScrollArea):
    """Paints the visible part; messages can be selected with mouse and keyboard."""

    chosen = Signal(str)
    entered = Signal(str)
    """A message was double-clicked, or Enter was pressed on it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("group_map")
        self.setAccessibleName(tr("All tangles of the group"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.theme = theme
        self._study: GroupStudy | None = None
        self._events: dict[str, GroupEvent] = {}
        self._known: Container[str] | None = None
        self._key: str | None = None

    def show_group(self, study: GroupStudy | None) -> None:
        """Show a group, or none."""
        self._study = study
        self._events = {event.key: event for event in study.story.events} if study else {}
        self.updateGeometry()
        self._set_ranges()
        self.viewport().update()

    def show_moment(self, key: str | None, known: Container[str] | None) -> None:
        """Mark a message, and paint faint what its author did not know; None: all is known."""
        self._key, self._known = key, known
        event = self._events.get(key or "")
        screen_reader.describe(
            self, self._study.spoken_text(event) if self._study and event else tr("Now")
        )
        self._reveal()
        self.viewport().update()

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the lines, then the boxes over them, then the names over all."""
        if self._study is None:
            return
        seen = QRectF(self.viewport().rect()).translated(self._offset())
        with TextPainter(self.viewport()) as painter:
            painter.translate(-self._offset())
            painter.translate(0, self.head)
            scale = self.scale
            top = (seen.top() - self.head) / scale - BOX_HEIGHT
            bottom = seen.bottom() / scale
            painter.save()
            painter.scale(scale, scale)
            # The feeds are at the bottom, below what the specification draws.
            for route in reversed(self._map().routes):
                if route.points[0][1] <= bottom and route.points[-1][1] >= top:
                    self._paint_route(painter, self._study, route)
            painter.restore()
            for box in self._map().boxes:
                if top <= box.y <= bottom:
                    self._paint_box(painter, self._study, box)
        self._paint_head(self._study)

    def _paint_route(self, painter: QPainter, study: GroupStudy, route: TieRoute) -> None:
        kind = route.strand.partition(" ")[0]
        pen = QPen(QColor(strand_color(study, route.strand, self.theme)), _WIDTHS[kind])
        if kind == "group":
            pen.setDashPattern([2.2, 1.4])
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setOpacity(1.0 if self._is_known(route.effect) else _FAINT)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(_round_corners(route.points))

    def _paint_box(self, painter: QPainter, study: GroupStudy, box: MapBox) -> None:
        theme, event = self.theme, self._events[box.key]
        area = self.area(box)
        current = box.key == self._key
        # Opaque below faint boxes, too, so that no line shows through.
        painter.setOpacity(1.0)
        fill_round(painter, theme.color("canvas"), area, 7)
        painter.setOpacity(1.0 if self._is_known(box.key) else 2 * _FAINT)
        pen = QPen(theme.color("accent" if current else "line"), 2.0 if current else 1.0)
        if event.is_set_aside:
            pen = QPen(theme.color("ghost"), 1.2, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(theme.color("accent_soft" if current else "bubble"))
        painter.drawRoundedRect(area, 7, 7)
        color = epoch_color(study.epoch(event.epoch), theme)
        stripe = QRectF(area.x() + 5, area.y() + 7, 3.5, area.height() - 14)
        fill_round(painter, QColor(color), stripe, 1.7)
        inside = area.adjusted(14, 0, -8, 0)
        write(painter, study.label(event), self._small(), theme.color("text"), inside)

    def _paint_head(self, study: GroupStudy) -> None:
        theme = self.theme
        scale, head = self.scale, self.head
        wide = BOX_WIDTH * scale
        with TextPainter(self.viewport()) as painter:
            width = self.viewport().width()
            painter.fillRect(0, 0, width, head, theme.color("canvas"))
            painter.setPen(theme.color("line"))
            painter.drawLine(0, head, width, head)
            painter.translate(-self._offset().x(), 0)
            bold, middle = strong(self._small()), Qt.AlignmentFlag.AlignCenter
            for feed, left in study.map.columns:
                area = QRectF(left * scale, 0, wide, head)
                write(painter, study.name(feed), bold, theme.author(feed), area, middle)

    def _is_known(self, key: str) -> bool:
        return self._known is None or key in self._known

    def _small(self) -> QFont:
        return small(self.font(), 0.92)

    # Measures

    @property
    def scale(self) -> float:
        """The scale of the map, so that larger text fits."""
        return max(1.0, QFontMetrics(self._small()).height() / _LINE)

    @property
    def head(self) -> int:
        """The height of the header with the names of the feeds."""
        return round(_HEAD * self.scale)

    def area(self, box: MapBox) -> QRectF:
        """The position of a box, unscrolled, below the header."""
        scale = self.scale
        return QRectF(box.x * scale, box.y * scale, BOX_WIDTH * scale, BOX_HEIGHT * scale)

    def minimumSizeHint(self) -> QSize:
        """A few rows, or the height of the map, with room for the scroll bar."""
        last = self._map().boxes[:_LEAST_ROWS][-1:]
        rows = ceil(self.area(last[0]).bottom()) if last else 0
        bar = self.horizontalScrollBar().sizeHint().height()
        return QSize(super().minimumSizeHint().width(), self.head + rows + bar)

    def _measure(self) -> None:
        """Grow with the font."""
        self.updateGeometry()
        self._set_ranges()
        self._reveal()

    # Scrolling

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Limit scrolling to the map."""
        super().resizeEvent(event)
        self._set_ranges()
        self._reveal()

    def _set_ranges(self) -> None:
        drawn, scale = self._map(), self.scale
        for bar, size, seen in (
            (self.horizontalScrollBar(), drawn.width * scale, self.viewport().width()),
            (self.verticalScrollBar(), drawn.height * scale + self.head, self.viewport().height()),
        ):
            bar.setRange(0, max(0, ceil(size) - seen))
            bar.setPageStep(seen)
            bar.setSingleStep(40)

    def _reveal(self) -> None:
        box = next((box for box in self._map().boxes if box.key == self._key), None)
        if box is None:
            return
        area = self.area(box)
        for bar, begin, size, margin in (
            (self.horizontalScrollBar(), area.x(), area.width(), 12),
            (self.verticalScrollBar(), area.y(), area.height() + self.head, 40),
        ):
            least = begin + size + margin - bar.pageStep()
            bar.setValue(round(min(max(bar.value(), least), max(0, begin - margin))))

    def _offset(self) -> QPointF:
        return QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def _map(self) -> TangleMap:
        return self._study.map if self._study else TangleMap((), (), (), 0.0, 0.0)

    # Mouse and keys

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """The message of a box."""
        key = self._key
        if point is not None:
            key = self._key_at(QPointF(self.viewport().mapFrom(self, point)))
        return MessageSubject(key) if key else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a message."""
        if (key := self._key_at(event.position())) is not None:
            self.chosen.emit(key)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Enter a message."""
        if (key := self._key_at(event.position())) is not None:
            self.entered.emit(key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step through the messages in their order, or open one."""
        keys = [box.key for box in self._map().boxes]
        here = keys.index(self._key) if self._key in keys else len(keys)
        steps = {
            Qt.Key.Key_Up: here - 1,
            Qt.Key.Key_Down: here + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: len(keys) - 1,
        }
        pressed = Qt.Key(event.key())
        if pressed in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and here < len(keys):
            self.entered.emit(keys[here])
        elif pressed in steps and keys:
            self.chosen.emit(keys[max(0, min(steps[pressed], len(keys) - 1))])
        else:
            event.ignore()

    def _key_at(self, point: QPointF) -> str | None:
        place = point + self._offset() - QPointF(0, self.head)
        for box in self._map().boxes:
            if self.area(box).contains(place):
                return box.key
        return None


def _round_corners(points: tuple[Point, ...]) -> QPainterPath:
    """A path with rounded corners."""
    path = QPainterPath(QPointF(*points[0]))
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        path.lineTo(_toward(corner, before))
        path.quadTo(QPointF(*corner), _toward(corner, after))
    path.lineTo(QPointF(*points[-1]))
    return path


def _toward(corner: Point, other: Point) -> QPointF:
    """A point on the way from one corner to another, at most halfway."""
    across, down = other[0] - corner[0], other[1] - corner[1]
    length = abs(across) + abs(down)
    part = min(_CORNER, length / 2) / length
    return QPointF(corner[0] + across * part, corner[1] + down * part)


_WIDE = 640  # pixels; a panel below the timeline of a window of 1024 has more

_NOTHING = later(
    "No private group can be read here. Give the keys of a group with File > Private"
    " messages > Read group keys, or choose File > Samples > Open the sample of a group."
)


class GroupPanel(Panel):
    """One group; the scrubber, the map and the current message all choose the moment."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._followed: str | None = None
        """The message that was current when it was last gone to."""
        self._study: GroupStudy | None = None
        self._moment: GroupMoment | None = None
        self._rows: dict[str, int] = {}
        """The number of each message of the group, in the order of the scrubber."""
        self.choice = ChoiceBox(self, tr("Private group"))
        self.choice.activated.connect(lambda _: self._ask_for(self.choice.currentData()))
        self._legend = HtmlLabel(self)
        self._legend.setObjectName("hint")
        self._legend.setAccessibleName(tr("Legend: the line of each tangle"))
        self._legend.setWordWrap(True)
        self.map = GroupMap(theme, self)
        self.map.chosen.connect(self._choose)
        self.map.entered.connect(self.key_clicked)
        self.page = FactPage(tr("Epochs and members"), self, style="facts")
        self.page.key_clicked.connect(self._follow)
        self.scrubber = Scrubber(tr("Steps of the group"), self)
        self.scrubber.moved.connect(lambda _: self._find_moment())
        self._parts = make_splitter(
            Qt.Orientation.Vertical,
            tr("Map of the group, epochs and members"),
            (self.map, 3),
            (self.page, 2),
            on=self,
            is_airy=True,
        )
        above = self.choice, self.scrubber, self._legend
        make_column(*above, (self._parts, 1), on=self, margins=(12, 10, 12, 4), spacing=8)
        self._show(None)

    def refresh(self) -> None:
        """Reload the groups if anything has changed."""
        if self.session:
            self.ask_if_changed(groups, self._offer)
            if self.key != self._followed:
                self.show_key()

    def show_key(self) -> None:
        """Go to the moment of the current message, if it belongs to the group."""
        self._followed = self.key
        if self.key and self.key in self._rows:
            self._choose(self.key)

    def write_again(self) -> None:
        """Write texts again in the colours of the theme."""
        if self._study is None:
            self.page.setHtml(hint(tr(_NOTHING), self.theme))
        elif self._moment:
            self._legend.setText(legend(self._study, self.theme))
            self.page.setHtml(page(self._study, self._moment, self._event(), self.theme))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the facts beside the map if there is room, otherwise below it."""
        super().resizeEvent(event)
        across = Qt.Orientation.Horizontal if self.width() >= _WIDE else Qt.Orientation.Vertical
        self._parts.setOrientation(across)

    # Answers

    def _offer(self, found: list[tuple[str, str]]) -> None:
        chosen = self._study.group.root if self._study else self.address
        self.choice.offer(found, chosen)
        self.choice.setVisible(len(found) > 0)
        if found:
            self._ask_for(self.choice.currentData())
        else:
            self._show(None)

    def _ask_for(self, root: str) -> None:
        self.ask_of_archive(lambda library: one_group(library, root), self._show, "one")

    def _show(self, study: GroupStudy | None) -> None:
        stays = self._study and study and self._study.group.root == study.group.root
        event = self._event() if stays else None
        self._study, self._moment = study, None
        self.map.show_group(study)
        for part in (self._legend, self.map, self.scrubber):
            part.setVisible(study is not None)
        if study is None:
            self._rows = {}
            self.write_again()
            return
        count = len(study.story.events)
        self._rows = {event.key: row for row, event in enumerate(study.story.events)}
        self.scrubber.set_range(count, self._rows.get(event.key, count) if event else count)
        self._find_moment()
        if not stays:
            self.show_key()

    # The moment

    def _event(self) -> GroupEvent | None:
        """The event that is shown; None for now."""
        if self._study is None or self.scrubber.is_at_end():
            return None
        return self._study.story.events[self.scrubber.value()]

    def _choose(self, key: str) -> None:
        self.scrubber.slider.setValue(self._rows[key])

    def _find_moment(self) -> None:
        if (study := self._study) is None:
            return
        event = self._event()
        at = event.key if event else None
        self.map.show_moment(at, None if self._moment is None or at is None else {at})
        self._report(study, event)
        self.ask_of_archive(lambda _library: moment(study.group, at), self._show_moment, "moment")

    def _report(self, study: GroupStudy, event: GroupEvent | None) -> None:
        count = len(study.story.events)
        if event is None:
            text = plural("Now, after {n:,} messages", "Now, after {n:,} message", count)
        else:
            number, what = self.scrubber.value() + 1, study.spoken_text(event)
            text = tr("{number:,} of {all:,} · {what}", number=number, all=count, what=what)
        self.scrubber.set_text(text)

    def _show_moment(self, found: GroupMoment) -> None:
        self._moment = found
        event = self._event()
        known = None if event is None else found.known
        self.map.show_moment(event.key if event else None, known)
        self.write_again()

    def _follow(self, key: str) -> None:
        """Follow a link to a message: in the map, otherwise in the timeline."""
        event = self._event()
        if event and event.key == key:
            self.key_clicked.emit(key)
        else:
            self._choose(key)

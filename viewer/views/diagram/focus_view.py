"""A few messages and their neighbours, as boxes in layers."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from tanglescope.engine.drawing.edge_paths import bend
from tanglescope.engine.drawing.extra_edges import ExtraEdges
from tanglescope.engine.drawing.layered import BOX_HEIGHT, BOX_WIDTH, Focus, Route
from tanglescope.engine.drawing.svg import Card, middle
from tanglescope.engine.language.wording import tr
from tanglescope.viewer.subjects import MessageSubject, Subject, ask_for_menu
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views import screen_reader
from tanglescope.viewer.views.diagram.diagram_painter import edge_pen, paint_box, paint_extra
from tanglescope.viewer.views.diagram.panned_view import PannedView
from tanglescope.viewer.views.typography import TextPainter

_LEAST, _MOST = 0.15, 2.0
_BOX = QRectF(-BOX_WIDTH / 2, -BOX_HEIGHT / 2, BOX_WIDTH, BOX_HEIGHT)


class FocusView(PannedView):
    """One focus graph, in its original size or scaled to fit."""

    key_clicked = Signal(str)
    """Emitted with a selected message."""
    key_opened = Signal(str)
    """Emitted with a message whose neighbourhood to show."""
    left = Signal()
    """Emitted to return to the whole diagram."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.focus: Focus | None = None
        self.current: str | None = None
        self._cards: Mapping[str, Card] = {}
        self._extra: Sequence[ExtraEdges] = ()
        self._scale = 1.0
        self._origin = QPointF()
        self._fits = True
        self.setAccessibleName(tr("A part of the conversation, for reading"))

    def show_focus(
        self, focus: Focus, cards: Mapping[str, Card], extra: Sequence[ExtraEdges] = ()
    ) -> None:
        """Replace the messages."""
        self.focus, self._cards, self._extra = focus, cards, extra
        self._fits = True
        self._fit()

    def forget(self) -> None:
        """Show no messages."""
        self.focus, self._cards, self._extra = None, {}, ()
        self.set_current(None)

    def set_current(self, key: str | None) -> None:
        """Mark the current message."""
        self.current = key
        card = self._cards.get(key or "")
        screen_reader.describe(self, f"{card.author}: {card.text}" if card else "")
        self.update()

    def show_whole(self) -> None:
        """Show everything at once."""
        self._fits = True
        self._fit()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom in or out."""
        at = at or QPointF(self.width() / 2, self.height() / 2)
        scale = min(_MOST, max(_LEAST, self._scale * factor))
        self._origin = at - (at - self._origin) * (scale / self._scale)
        self._scale, self._fits = scale, False
        self.update()

    def pan(self, x: float, y: float) -> None:
        """Scroll the boxes by pixels."""
        self._origin -= QPointF(x, y)
        self._fits = False
        self.update()

    def _fit(self) -> None:
        if self.focus is None:
            return
        drawn = self.focus.layered
        fits = min(self.width() / drawn.width, self.height() / drawn.height)
        self._scale = min(1.0, max(_LEAST, fits))
        left = (self.width() - drawn.width * self._scale) / 2
        top = max(0.0, (self.height() - drawn.height * self._scale) / 2)
        self._origin = QPointF(left, top)
        self.update()

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint edges, then boxes."""
        with TextPainter(self) as painter:
            painter.fillRect(self.rect(), self.theme.color("canvas"))
            if self.focus is None:
                return
            painter.translate(self._origin)
            painter.scale(self._scale, self._scale)
            for route in self.focus.layered.routes:
                self._paint_route(painter, route)
            self._paint_extra(painter)
            for key, place in self.focus.layered.boxes.items():
                self._paint_box(painter, key, QPointF(*place))

    def _paint_route(self, painter: QPainter, route: Route) -> None:
        effect = self._cards.get(route.edge.effect)
        color = self.theme.author(effect.hue if effect else "")
        cause = self._cards.get(route.edge.cause)
        dashed = bool(route.edge.elided) or not (cause and cause.hue)
        path = QPainterPath(QPointF(*route.points[0]))
        for begin, end in zip(route.points, route.points[1:], strict=False):
            one, other = bend(begin, end, 1, 0)
            path.cubicTo(QPointF(*one), QPointF(*other), QPointF(*end))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(edge_pen(color, 1.6, dashed=dashed))
        painter.drawPath(path)
        if route.edge.elided:
            text = tr("{number:,} hidden", number=route.edge.elided)
            room = painter.fontMetrics().boundingRect(text).adjusted(-3, 0, 3, 0).toRectF()
            room.moveCenter(QPointF(*middle(route)))
            painter.fillRect(room, self.theme.color("canvas"))
            painter.setPen(self.theme.color("muted"))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_extra(self, painter: QPainter) -> None:
        assert self.focus is not None
        boxes, room = self.focus.layered.boxes, (BOX_WIDTH * 2 / 3, BOX_HEIGHT)
        for edges in self._extra:
            color = self.theme.color(edges.kind.color)
            for begin, end in edges.pairs:
                ends = QPointF(*boxes[begin]), QPointF(*boxes[end])
                paint_extra(painter, edges.kind, ends, room, color)

    def _paint_box(self, painter: QPainter, key: str, place: QPointF) -> None:
        assert self.focus is not None
        card, theme = self._cards.get(key), self.theme
        hue = card.hue if card else ""
        color = theme.author(hue)
        box = _BOX.translated(place)
        colors = (color, theme.color("text"))
        paint_box(painter, box, colors, theme, self.font(), card, is_outlined=not hue)
        if key in self.focus.keys:
            painter.setPen(QPen(color, 3))
            painter.drawLine(box.topLeft() + QPointF(1, 8), box.bottomLeft() + QPointF(1, -8))
        if key == self.current:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("accent"), 2.5))
            painter.drawRoundedRect(box.adjusted(-3, -3, 3, 3), 9, 9)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit everything again, if everything was visible."""
        super().resizeEvent(event)
        if self._fits:
            self._fit()

    # Mouse and keyboard

    def _click(self, event: QMouseEvent) -> None:
        if (key := self._under(event.position())) is not None:
            self._choose(key)
            if event.button() is Qt.MouseButton.RightButton:
                ask_for_menu(self, event)

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """The message at a point."""
        key = self.current if point is None else self._under(QPointF(point))
        return MessageSubject(key) if key else None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show the neighbourhood of another message."""
        if (key := self._under(event.position())) is not None:
            self.key_opened.emit(key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from box to box, zoom, or return to the whole."""
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Backspace):
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _open(self) -> None:
        if self.current:
            self.key_opened.emit(self.current)

    def _under(self, point: QPointF) -> str | None:
        if self.focus is None:
            return None
        inside = (point - self._origin) / self._scale
        boxes = self.focus.layered.boxes.items()
        return next((k for k, at in boxes if _BOX.translated(*at).contains(inside)), None)

    def _choose(self, key: str) -> None:
        self.set_current(key)
        self.key_clicked.emit(key)

    def _walk(self, x: int, y: int) -> None:
        """Go to the nearest box in a direction."""
        boxes = self.focus.layered.boxes if self.focus else {}
        if not boxes:
            return
        if self.current is None or self.current not in boxes:
            self._choose(next(iter(boxes)))
            return
        here = boxes[self.current]

        def away(key: str) -> float:
            across, down = boxes[key][0] - here[0], boxes[key][1] - here[1]
            ahead, aside = (across * x, down) if x else (down * y, across)
            return ahead + 2 * abs(aside) if ahead > 0 and (y or not aside) else float("inf")

        nearest = min(boxes, key=away)
        if away(nearest) < float("inf"):
            self._choose(nearest)

"""The whole diagram as a strip at its side, with the visible part and all marks.

Its picture is computed from top to bottom, in slices that fit into a frame.
"""

from time import perf_counter

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from tanglescope.engine.drawing.plan import Plan
from tanglescope.engine.language.wording import tr
from tanglescope.viewer.subjects import MessageSubject, Subject
from tanglescope.viewer.views.diagram.diagram_canvas import DiagramCanvas
from tanglescope.viewer.views.diagram.diagram_painter import overview

WIDTH, _LEAST_WIDTH = 76, 36
_SHARE = 6
"""The diagram gets so many times the width of a narrow strip."""
_MARGIN = 6
_LEAST = 5.0  # pixels of the frame around the visible part
_TALLEST = 3.0  # pixels of a row: a short tangle doesn't fill the strip
_REACH = 3.0  # pixels around the pointer
_CELLS = 4_000  # messages counted between two looks at the clock
_TIME = 0.003  # seconds of counting per frame


class Minimap(QWidget):
    """Shows the whole diagram; a click or a drag scrolls to a part of it."""

    def __init__(self, view: DiagramCanvas, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._image = QImage()
        self._painted: tuple[object, ...] = ()
        self._counted = 0
        """Rows of the picture that are there."""
        self.fit_into(WIDTH * _SHARE)
        self.setAccessibleName(tr("Overview of the diagram"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        view.moved.connect(self.update)

    def fit_into(self, width: int) -> None:
        """Be narrower in a narrow panel."""
        self.setFixedWidth(max(_LEAST_WIDTH, min(WIDTH, width // _SHARE)))

    def sizeHint(self) -> QSize:
        """The height of the diagram."""
        return QSize(WIDTH, 200)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the kept picture and the marks on it."""
        theme = self._view.theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(self.rect(), theme.color("window"))
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawLine(QPointF(0.5, 0), QPointF(0.5, self.height()))
            plan = self._view.plan
            if plan is None or not plan.diagram.rows:
                return
            area = self._area()
            painter.drawImage(area, self._picture(round(area.height())))
            for number in self._view.hits:
                self._mark(painter, number, theme.color("warning"))
            if self._view.current is not None:
                y = self._mark(painter, self._view.current, theme.color("accent"))
                painter.fillRect(QRectF(1, y - 0.5, self.width(), 1), theme.color("accent"))
            painter.setPen(QPen(theme.color("accent"), 1.5))
            soft = QColor(theme.color("accent"))
            soft.setAlphaF(0.10)
            painter.setBrush(soft)
            painter.drawRoundedRect(self._frame(), 3, 3)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Scroll to the clicked position; the right button opens a menu."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._look_at(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Scroll along with the drag."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._look_at(event.position())

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """The message near a point, or the current one without a point."""
        plan, number = self._view.plan, self._view.current
        if plan is None or not plan.diagram.rows:
            return None
        if point is not None:
            area, port = self._area(), self._view.port
            down = max(0.5, _REACH * port.rows / area.height())
            across = max(0.5, _REACH * port.columns / area.width())
            number = plan.diagram.nearest(*self._place(QPointF(point)), across, down)
        return MessageSubject(plan.shown.shape.keys[number]) if number is not None else None

    def _look_at(self, point: QPointF) -> None:
        if self._view.plan and self._view.plan.diagram.rows:
            self._view.center(*self._place(point))

    def _place(self, point: QPointF) -> tuple[float, float]:
        """The row and the column at a point."""
        area, port = self._area(), self._view.port
        row = (point.y() - area.top()) / area.height() * port.rows - 0.5
        return row, (point.x() - area.left()) / area.width() * port.columns - 0.5

    def _area(self) -> QRectF:
        """The area of the picture."""
        height = min(self.height() - 2.0 * _MARGIN, _TALLEST * self._view.port.rows)
        return QRectF(_MARGIN, _MARGIN, self.width() - 2 * _MARGIN, max(1.0, height))

    @property
    def is_painted(self) -> bool:
        """Whether the whole picture is painted."""
        return self._counted >= self._image.height()

    def _picture(self, height: int) -> QImage:
        """The picture, with a few more rows than in the previous frame."""
        plan, theme = self._view.plan, self._view.theme
        assert plan is not None
        wanted = (plan, theme.name, height)
        if wanted != self._painted:
            size = QSize(len(plan.density.columns), min(height, plan.diagram.rows))
            self._image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
            self._image.fill(Qt.GlobalColor.transparent)
            self._painted, self._counted = wanted, 0
        deadline = perf_counter() + _TIME
        while not self.is_painted and (perf_counter() < deadline or not self.isVisible()):
            self._count_on(plan)
        if not self.is_painted:
            self.update()
        return self._image

    def _count_on(self, plan: Plan) -> None:
        """Count a few more rows."""
        image, step = self._image, plan.diagram.rows / self._image.height()
        rows = min(max(1, _CELLS // image.width()), image.height() - self._counted)
        strip = overview(plan, self._view.theme, self._counted * step, step, rows)
        with QPainter(image) as painter:
            painter.drawImage(0, self._counted, strip)
        self._counted += rows

    def _frame(self) -> QRectF:
        """The frame around the visible part."""
        area, port = self._area(), self._view.port
        top, left = port.place(0, 0)
        bottom, right = port.place(port.width, port.height)
        across, down = area.width() / port.columns, area.height() / port.rows
        frame = QRectF(
            QPointF(area.left() + (left + 0.5) * across, area.top() + (top + 0.5) * down),
            QPointF(area.left() + (right + 0.5) * across, area.top() + (bottom + 0.5) * down),
        )
        if frame.height() < _LEAST:
            frame = frame.adjusted(0, -_LEAST / 2, 0, _LEAST / 2)
        return frame & area.adjusted(-3, -3, 3, 3)

    def _mark(self, painter: QPainter, number: int, color: QColor) -> float:
        """Mark a message at its position and at the edge; return its y coordinate."""
        area, port = self._area(), self._view.port
        row, column = self._view.place(number)
        x = area.left() + (column + 0.5) / port.columns * area.width()
        y = area.top() + (row + 0.5) / port.rows * area.height()
        painter.fillRect(QRectF(x - 2, y - 2, 4, 4), color)
        painter.fillRect(QRectF(self.width() - 4, y - 1, 4, 2), color)
        return y

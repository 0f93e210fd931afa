"""A layout that wraps: widgets side by side if they fit, the others below."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QSpacerItem, QWidget

from tanglescope.viewer.views.layout.boxes import make_row

_Line = list[tuple[QLayoutItem, int]]
"""The parts of a line, with their widths."""

_ENDLESS = 1 << 20
"""A width in which everything is on one line, in pixels."""


class FlowLayout(QLayout):
    """Lines of parts. A stretching part takes the room that is left in its line."""

    def __init__(self, margins: tuple[int, int, int, int] = (0, 0, 0, 0)) -> None:
        super().__init__()
        self.setContentsMargins(*margins)
        self.setSpacing(8)
        self._items: list[QLayoutItem] = []
        self._stretching: list[QLayoutItem] = []

    def add(self, *parts: QWidget) -> None:
        """Append parts with their preferred width."""
        for part in parts:
            self.addWidget(part)

    def add_stretching(self, *parts: QWidget) -> None:
        """Append parts that stretch beyond their preferred width."""
        self.add(*parts)
        self._stretching += self._items[-len(parts) :]

    def add_space(self) -> None:
        """Align the rest of the line to the right."""
        self.addItem(QSpacerItem(0, 0))
        self._stretching.append(self._items[-1])

    # Called by Qt

    def addItem(self, item: QLayoutItem) -> None:
        """Append an item."""
        self._items.append(item)

    def count(self) -> int:
        """The number of parts."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """A part."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove a part and return it."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Horizontally, so that fewer lines are needed."""
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:
        """A narrower layout needs more height."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all lines for a width."""
        margins = self.contentsMargins()
        lines = self._lines(QSize(width, 0).shrunkBy(margins).width())
        high = sum(map(_height, lines)) + self.spacing() * max(0, len(lines) - 1)
        return QSize(0, high).grownBy(margins).height()

    def sizeHint(self) -> QSize:
        """One line."""
        widths = [item.sizeHint().width() for item in self._visible_items()]
        wide = sum(widths) + self.spacing() * max(0, len(widths) - 1)
        wide = QSize(wide, 0).grownBy(self.contentsMargins()).width()
        return QSize(wide, self.heightForWidth(_ENDLESS))

    def minimumSize(self) -> QSize:
        """The size of the widest part."""
        largest = QSize(0, 0)
        for item in self._visible_items():
            largest = largest.expandedTo(item.minimumSize())
        return largest.grownBy(self.contentsMargins())

    def setGeometry(self, rectangle: QRect) -> None:
        """Position all parts."""
        super().setGeometry(rectangle)
        inside = rectangle.marginsRemoved(self.contentsMargins())
        top = inside.top()
        for line in self._lines(inside.width()):
            height, left = _height(line), inside.left()
            for item, width in line:
                wanted = min(height, item.sizeHint().height())
                item.setGeometry(QRect(left, top + (height - wanted) // 2, width, wanted))
                left += width + self.spacing()
            top += height + self.spacing()

    # Lines

    def _visible_items(self) -> list[QLayoutItem]:
        return [item for item in self._items if item.spacerItem() or not item.isEmpty()]

    def _lines(self, room: int) -> list[_Line]:
        lines: list[_Line] = []
        left = 0
        for item in self._visible_items():
            width = max(item.minimumSize().width(), min(room, item.sizeHint().width()))
            if not lines or width > left:
                lines.append([])
                left = room
            lines[-1].append((item, width))
            left -= width + self.spacing()
        return [self._stretch(line, room) for line in lines]

    def _stretch(self, line: _Line, room: int) -> _Line:
        growing = [item for item, _ in line if item in self._stretching]
        if not growing:
            return line
        rest = room - sum(width for _, width in line) - self.spacing() * (len(line) - 1)
        share = max(0, rest) // len(growing)
        return [(item, width + share * (item in growing)) for item, width in line]


def together(parent: QWidget, *parts: QWidget) -> QWidget:
    """Parts that stay side by side in one line of a flow."""
    found = QWidget(parent)
    make_row(*parts, on=found, spacing=8)
    return found


def _height(line: _Line) -> int:
    return max(item.sizeHint().height() for item, _ in line)

"""How a cell of a list of lines is painted: names in their authors' colours, the faint in grey."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from viewer.models.lines import LineRole
from viewer.theme import Theme

_AUTHOR = 1


class LineDelegate(QStyledItemDelegate):
    """Paints cells; in lines that have a feed the column after the number is its author's."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Choose the colour of a cell."""
        super().initStyleOption(option, index)
        line = index.data(LineRole)
        color = self.theme.color("muted" if line.faint else "text")
        if line.feed and index.column() == _AUTHOR:
            color = self.theme.author(line.feed)
        for role in (QPalette.ColorRole.Text, QPalette.ColorRole.HighlightedText):
            option.palette.setColor(role, color)
        option.state &= ~QStyle.StateFlag.State_HasFocus  # the row is enough of a mark

"""The field in the middle of the toolbar, with the parts that were picked and the list below."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from tanglescope.engine.store.query import Term, write_query
from tanglescope.engine.wording import tr
from tanglescope.viewer.avatar import avatar
from tanglescope.viewer.dropped_files import let_files_pass
from tanglescope.viewer.panels.search.form import Chip
from tanglescope.viewer.panels.search.quick_answers import (
    Pick,
    Picks,
    QuickRow,
    QuickSection,
    answers,
    picks,
)
from tanglescope.viewer.session import Session
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.icon_button import IconButton
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.list_keys import LongList
from tanglescope.viewer.views.popups import Menu
from tanglescope.viewer.views.search_field import SearchField
from tanglescope.viewer.views.typography import row_painted, small

_LEAST, _USUAL, _MOST = 150, 240, 520  # pixels
_MOST_SHOWN = 14  # rows
_MOST_YEARS = 30
RowRole = Qt.ItemDataRole.UserRole
_ROOT = QModelIndex()
_Index = QModelIndex | QPersistentModelIndex


class QuickModel(QAbstractListModel):
    """The rows below the field, with headings, which can't be chosen."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rows: list[QuickRow | str] = []

    def show(self, rows: Sequence[QuickRow]) -> None:
        """Replace the rows."""
        self.beginResetModel()
        self._rows = []
        section = None
        for row in rows:
            if row.section is not section and row.section is not QuickSection.ALL:
                self._rows.append(tr(str(row.section.value)))
            section = row.section
            self._rows.append(row)
        self.endResetModel()

    def next(self, row: int, step: int) -> int:
        """The next row in a direction that can be chosen; the same one at the end."""
        place = row + step
        while 0 <= place < len(self._rows) and isinstance(self._rows[place], str):
            place += 1 if step > 0 else -1
        return place if 0 <= place < len(self._rows) else row

    def rowCount(self, parent: _Index = _ROOT) -> int:
        """The number of rows with headings."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """A heading can't be chosen."""
        if index.isValid() and isinstance(self._rows[index.row()], str):
            return Qt.ItemFlag.ItemNeverHasChildren
        return super().flags(index)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A row, or its text."""
        row = self._rows[index.row()]
        if role == RowRole:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            parts = (row,) if isinstance(row, str) else (row.text, row.beside)
            return ", ".join(filter(None, parts))
        return None


class _QuickDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, _index: _Index) -> QSize:
        """The same size for every row."""
        return QSize(120, option.fontMetrics.height() + 14)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Draw a heading, or a row: its face, its text, and what is beside that."""
        row: QuickRow | str = index.data(RowRole)
        if isinstance(row, str):
            font = small(option.font)
            font.setWeight(QFont.Weight.DemiBold)
            painter.setFont(font)
            painter.setPen(self.theme.color("muted"))
            area = option.rect.adjusted(18, 0, -18, -3)
            painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, row)
            return
        with row_painted(painter, option, self.theme) as area:
            self._paint_row(painter, option.font, area.adjusted(10, 0, -10, 0), row)

    def _paint_row(self, painter: QPainter, font: QFont, area: QRect, row: QuickRow) -> None:
        metrics, side = QFontMetrics(font), area.height() - 10
        base = area.top() + (area.height() + metrics.ascent() - metrics.descent()) // 2
        if row.feed:
            color = self.theme.author(row.feed).name()
            ratio = painter.device().devicePixelRatioF()
            corner = QPoint(area.left(), area.top() + 5)
            painter.drawPixmap(corner, avatar(row.feed, side, ratio, color))
            area.setLeft(area.left() + side + 8)
        elide = Qt.TextElideMode.ElideRight
        beside = metrics.elidedText(row.beside, elide, area.width() // 3)
        width = metrics.horizontalAdvance(beside)
        painter.setFont(font)
        painter.setPen(self.theme.color("muted"))
        painter.drawText(area.right() - width, base, beside)
        text = metrics.elidedText(row.text, elide, area.width() - width - (16 if width else 0))
        painter.setPen(self.theme.color("accent" if row.section is QuickSection.ALL else "text"))
        painter.drawText(area.left(), base, text)


class QuickSearch(QFrame):
    """One field for people, conversations and messages; people and months are picked as chips."""

    person_chosen = Signal(str)
    """Emitted with a feed."""
    conversation_chosen = Signal(str)
    """Emitted with an address."""
    message_chosen = Signal(str, str)
    """Emitted with the address of a conversation, and a message in it."""
    all_wanted = Signal(str)
    """Emitted with a query whose results are wanted in the panel."""
    address_typed = Signal(str)
    """Emitted with typed or pasted text that may be an address."""
    left = Signal()
    """Emitted when Escape is pressed."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("quick_search")
        self.setAccessibleName(tr("Search people, conversations, messages"))
        self._theme = theme
        self._session: Session | None = None
        self._picked: list[Pick] = []
        self._enters = False
        """Whether Return was pressed before the rows arrived."""
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(4)
        self.chips = QHBoxLayout()
        self.chips.setSpacing(4)
        self.field = self._make_field()
        self.picker = IconButton(
            "filter",
            tr("Limit the search to a person or a month"),
            self._ask_for_picks,
            parent=self,
        )
        line.addLayout(self.chips)
        line.addWidget(self.field, 1)
        line.addWidget(self.picker)
        self.model = QuickModel(self)
        self.popup = self._make_popup()
        self.setMinimumWidth(_LEAST)
        self.setMaximumWidth(_MOST)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.field.installEventFilter(self)
        let_files_pass(self)
        self.set_theme(theme)

    def sizeHint(self) -> QSize:
        """The width that it has where the toolbar is full."""
        return QSize(_USUAL, super().sizeHint().height())

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self._session = session
        self.clear()

    def clear(self) -> None:
        """Forget what was searched."""
        self._pick_only([])
        self.field.forget()
        self.popup.hide()

    def begin(self) -> None:
        """Focus the field."""
        self.field.setFocus()
        self.field.selectAll()
        self._ask()

    def pick(self, pick: Pick) -> None:
        """Limit the search to a person or a month; another one replaces it."""
        others = [each for each in self._picked if each.term.field != pick.term.field]
        self._pick_only([*others, pick])
        self.field.setFocus()
        self._ask()

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        self._theme = self._delegate.theme = theme

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close the list when the field is left."""
        if watched is self.field and event.type() is QEvent.Type.FocusOut:
            QTimer.singleShot(0, self, self._close_if_left)
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the list below the field."""
        super().resizeEvent(event)
        self._place()

    def _close_if_left(self) -> None:
        if not self.field.hasFocus():
            self.popup.hide()

    # Asking

    def _terms(self) -> list[Term]:
        return [each.term for each in self._picked]

    def _ask(self) -> None:
        text, terms = self.field.text(), self._terms()
        if self._session is None:
            return

        def show(rows: list[QuickRow] | None) -> None:
            if rows is not None and (text, terms) == (self.field.text(), self._terms()):
                self._show(rows)

        self._session.ask("quick search", lambda library: answers(library, text, terms), show)

    def _show(self, rows: Sequence[QuickRow]) -> None:
        self.model.show(rows)
        self.list.selectionModel().clear()
        is_asked = bool(self.field.text().strip() or self._picked)
        self._nothing.setVisible(is_asked and not rows)
        self.list.setVisible(bool(rows))
        self.popup.setVisible(is_asked and self.field.hasFocus())
        self._place()
        if self._enters:
            self._enter()

    def _place(self) -> None:
        """Put the list below the field, on top of everything."""
        if self.popup.isHidden():
            return
        window, metrics = self.window(), self.fontMetrics()
        rows = min(_MOST_SHOWN, self.model.rowCount()) or 1
        width = min(window.width() - 16, max(self.width(), 60 * metrics.averageCharWidth()))
        height = rows * (metrics.height() + 14) + 14
        corner = self.mapTo(window, QPoint(0, self.height() + 4))
        middle = corner.x() + (self.width() - width) // 2
        left = max(8, min(window.width() - width - 8, middle))
        below = window.height() - corner.y() - 8
        self.popup.setGeometry(QRect(left, corner.y(), width, min(height, below)))
        self.popup.raise_()

    # Choosing

    def _step(self, rows: int) -> None:
        place = self.model.next(self.list.currentIndex().row(), rows)
        if place >= 0:
            self.list.setCurrentIndex(self.model.index(place))

    def _enter(self) -> None:
        """Open the chosen row, or else the first one."""
        if self.field.is_waiting():
            self._enters = True
            self.field.hurry()
            return
        self._enters = False
        index = self.list.currentIndex()
        if not index.isValid():
            index = self.model.index(self.model.next(-1, 1))
        self._choose(index)

    def _choose(self, index: QModelIndex) -> None:
        row = index.data(RowRole) if index.isValid() else None
        if not isinstance(row, QuickRow):
            return
        self.popup.hide()
        match row.section:
            case QuickSection.PERSON:
                self.person_chosen.emit(row.feed)
            case QuickSection.CONVERSATION:
                self.conversation_chosen.emit(row.address)
            case QuickSection.MESSAGE:
                self.message_chosen.emit(row.address, row.key)
            case QuickSection.ALL:
                written = filter(None, (self.field.text().strip(), write_query(self._terms())))
                self.all_wanted.emit(" ".join(written))

    def _leave(self) -> None:
        self.clear()
        self.left.emit()

    # Picking

    def _pick_only(self, picked: list[Pick]) -> None:
        while (item := self.chips.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self._picked = picked
        for each in picked:
            chip = Chip(each.term, each.called, self)
            chip.clicked.connect(lambda _=False, each=each: self._drop(each))
            self.chips.addWidget(chip)

    def _drop(self, pick: Pick) -> None:
        self._pick_only([each for each in self._picked if each != pick])
        self.field.setFocus()
        self._ask()

    def _ask_for_picks(self) -> None:
        if self._session is not None:
            self._session.ask("what to pick", picks, self._offer_picks)

    def _offer_picks(self, found: Picks | None) -> None:
        if found is None:
            return
        menu = Menu(tr("Limit the search"), self, is_for_once=True)
        self._add_picks(menu.submenu(tr("Person")), found.people)
        months = menu.submenu(tr("Month"))
        for year, each in found.years[:_MOST_YEARS]:
            self._add_picks(months.submenu(str(year)), each)
        menu.popup(self.picker.mapToGlobal(self.picker.rect().bottomLeft()))

    def _add_picks(self, menu: Menu, found: Sequence[Pick]) -> None:
        menu.setEnabled(bool(found))
        for each in found:
            action = menu.addAction(each.called.replace("&", "&&"))
            action.triggered.connect(lambda _=False, each=each: self.pick(each))

    # Construction

    def _make_field(self) -> SearchField:
        name = tr("Search people, conversations, messages")
        field = SearchField(name, self, is_above_list=True)
        field.suggest(tr("Search"), name)
        field.paused.connect(self._ask)
        field.textChanged.connect(lambda text: None if text else self._ask())
        field.entered.connect(lambda _: self._enter())
        field.address_typed.connect(self.address_typed)
        field.stepped.connect(self._step)
        field.left.connect(self._leave)
        return field

    def _make_popup(self) -> QFrame:
        popup = QFrame(self.window())
        popup.setObjectName("quick_found")
        popup.setAccessibleName(tr("What was found"))
        self.list = LongList(popup)
        self.list.setAccessibleName(tr("What was found"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setMouseTracking(True)
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setModel(self.model)
        self._delegate = _QuickDelegate(self._theme, self.list)
        self.list.setItemDelegate(self._delegate)
        self.list.clicked.connect(self._choose)
        self._nothing = PlainLabel(tr("Nothing found"), popup)
        self._nothing.setObjectName("hint")
        self._nothing.setContentsMargins(12, 4, 12, 4)
        column = QVBoxLayout(popup)
        column.setContentsMargins(4, 6, 4, 6)
        column.addWidget(self._nothing)
        column.addWidget(self.list, 1)
        popup.hide()
        return popup

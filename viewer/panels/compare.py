"""Compare orders: two to four of them side by side, and how far they are apart."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPointF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QWidget,
)

from tanglescope.engine.debug.comparison import (
    LEFT_OUT,
    ComparedOrders,
    Crossings,
    OrderColumn,
    compare_by,
    comparison_json,
    drawing,
    drawn_names,
    usual_orders,
)
from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import GivenFacts, Library
from tanglescope.engine.linear.orders.named import known_orders, order_name, orders_without
from tanglescope.engine.system.files import keep_off, unwritable
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.panels.answer_page import AnswerPage
from tanglescope.viewer.panels.labels import Labels, labels_of
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.panels.rows_view import RowsView
from tanglescope.viewer.theme import Theme, Themed
from tanglescope.viewer.tooltips import set_tooltip
from tanglescope.viewer.views.buttons import make_button
from tanglescope.viewer.views.choice_box import ChoiceBox
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import (
    NamedFrame,
    inset,
    make_column,
    make_row,
    make_splitter,
)
from tanglescope.viewer.views.layout.flow_layout import FlowLayout

_LEAST_GAP, _MOST_GAP = 28, 64
_NARROW = 200
"""Pixels that each column gets before the lines get more than their minimum."""
_BROKEN = "danger_soft"
"""The tint of messages that are above a message they follow."""


class CrossingView(Themed, NamedFrame):
    """Columns that scroll together."""

    chosen = Signal(str)

    def __init__(self, labels: Labels, theme: Theme, parent: QWidget) -> None:
        super().__init__(tr("Orders side by side"), parent)
        self._labels = labels
        self.theme = theme
        self._line = make_row(on=self, spacing=0)
        self._found = Crossings((), (), ())
        self.columns: list[RowsView] = []
        self._gaps: list[_Gap] = []
        self._key: str | None = None

    def show_crossings(self, found: Crossings) -> None:
        """Show these orders."""
        self._found = found
        while len(self.columns) > len(found.columns):
            self._drop()
        while len(self.columns) < len(found.columns):
            self._add()
        for view, column in zip(self.columns, found.columns, strict=True):
            view.setAccessibleName(tr("The order {by}", by=order_name(column.by)))
            view.show_rows(_Names(found, column))
            broken = (found.names[column.rows[row]] for row in column.broken)
            view.set_marks(dict.fromkeys(broken, _BROKEN))
        for number, gap in enumerate(self._gaps):
            gap.show_between(found, number)
        self._share_out()
        self.set_key(self._key)

    def set_key(self, key: str | None) -> None:
        """Mark the current message and its lines."""
        self._key = key
        for view in self.columns:
            view.set_key(key)
        for gap in self._gaps:
            gap.set_key(key)

    def reveal(self, key: str) -> None:
        """Scroll to a message in the first of the orders."""
        for number in range(len(self._found.columns)):
            if (row := self._found.row(number, key)) is not None:
                self.columns[number].reveal(row)
                return

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give narrow columns the room that the lines don't need."""
        super().resizeEvent(event)
        self._share_out()

    def _share_out(self) -> None:
        """Make the columns equally wide, apart from the scroll bar of the last one."""
        spare = self.width() - _NARROW * len(self.columns)
        wide = max(_LEAST_GAP, min(spare // max(1, len(self._gaps)), _MOST_GAP))
        for gap in self._gaps:
            gap.setFixedWidth(wide)
        if not self.columns:
            return
        bar = self.columns[-1].verticalScrollBar().sizeHint().width()
        each = max(1, (self.width() - wide * len(self._gaps) - bar) // len(self.columns))
        for view in self.columns:
            self._line.setStretchFactor(view, each)
        self._line.setStretchFactor(self.columns[-1], each + bar)

    def _add(self) -> None:
        view = RowsView(tr("An order"), self._labels, self.theme, self)
        view.chosen.connect(self.chosen)
        view.scrolled.connect(lambda: self._scroll(view))
        if self.columns:
            gap = _Gap(self.columns[-1], view, self.theme, self)
            self._gaps.append(gap)
            self._line.addWidget(gap)
            self.columns[-1].setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.columns.append(view)
        self._line.addWidget(view, 1)

    def _drop(self) -> None:
        for part in (self.columns.pop(), self._gaps.pop() if self._gaps else None):
            if part is not None:
                self._line.removeWidget(part)
                part.hide()
                part.deleteLater()
        if self.columns:
            self.columns[-1].setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)

    def _scroll(self, source: RowsView) -> None:
        for view in self.columns:
            # A shorter order can't follow to the end, and mustn't pull the others back.
            with QSignalBlocker(view):
                view.verticalScrollBar().setValue(source.verticalScrollBar().value())
        for gap in self._gaps:
            gap.update()


class _Names(Sequence[str]):
    """The names of a column, by row."""

    def __init__(self, found: Crossings, column: OrderColumn) -> None:
        self._found = found
        self._column = column

    def __len__(self) -> int:
        return len(self._column.rows)

    def __getitem__(self, row: int) -> str:  # type: ignore[override] # it isn't sliced
        return self._found.names[self._column.rows[row]]


class _Gap(Themed, QWidget):
    """The lines between two columns."""

    def __init__(self, left: RowsView, right: RowsView, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Lines between two orders"))
        self.setFixedWidth(_MOST_GAP)
        self._left = left
        self._right = right
        self.theme = theme
        self._found = Crossings((), (), ())
        self._number = 0
        self._key: str | None = None

    def show_between(self, found: Crossings, number: int) -> None:
        """Draw the lines between column `number` and the next one."""
        self._found, self._number = found, number
        self.update()

    def set_key(self, key: str | None) -> None:
        """Highlight the line of a message."""
        self._key = key
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the lines of all messages that are visible on either side."""
        if len(self._found.columns) < self._number + 2:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            left, right = self._found.columns[self._number : self._number + 2]
            numbers = {left.rows[row] for row in self._left.visible() if row < len(left.rows)}
            numbers |= {right.rows[row] for row in self._right.visible() if row < len(right.rows)}
            for number in sorted(
                numbers, key=lambda number: self._found.names[number] == self._key
            ):
                rows = left.places[number], right.places[number]
                if LEFT_OUT not in rows:
                    self._paint_line(painter, number, rows, left, right)

    def _paint_line(
        self,
        painter: QPainter,
        number: int,
        rows: tuple[int, int],
        left: OrderColumn,
        right: OrderColumn,
    ) -> None:
        if self._found.names[number] == self._key:
            color, width = "accent", 2.5
        elif rows[0] in left.broken or rows[1] in right.broken:
            color, width = "danger", 1.5
        else:
            color, width = ("quote", 1.0) if rows[0] == rows[1] else ("muted", 1.2)
        painter.setPen(QPen(self.theme.color(color), width))
        start = QPointF(0, self._left.middle_of(rows[0]))
        end = QPointF(self.width(), self._right.middle_of(rows[1]))
        bend = self.width() / 2
        path = QPainterPath(start)
        path.cubicTo(start + QPointF(bend, 0), end - QPointF(bend, 0), end)
        painter.drawPath(path)


_FIRST = (*usual_orders("scuttlesort"), "")
_LEAST = 2  # orders that are compared
_LETTERS = 36
"""The preferred width of a column in letters, with the lines beside it."""


def _read(library: Library, address: str) -> tuple[str, GivenFacts]:
    """The order in which a conversation is read, and the facts that its messages declare."""
    conversation = library.conversation(address)
    return conversation.order, conversation.given_facts()


class ComparePanel(Panel):
    """Columns of orders with crossing lines; violations of causality are red."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._labels = labels = Labels(self)
        self._compared: ComparedOrders | None = None
        self._asked = self._shown = ""
        self._without = orders_without(times=True, receipts=True, hides=False)
        self.choices = [self._choice(number) for number in range(len(_FIRST))]
        self._status = PlainLabel(self, style="hint")
        what = tr("Save the comparison as SVG or JSON")
        self.export = make_button(tr("Export…"), self, self._choose_file, what=what)
        self.view = CrossingView(labels, theme, self)
        self.view.chosen.connect(self.key_clicked)
        name = tr("Differences between the orders")
        self.page = AnswerPage(name, labels, theme, self, margin=12)
        self.page.key_clicked.connect(self._follow)
        self._lay_out()

    def refresh(self) -> None:
        """Compare the order of the open conversation with others."""
        self.view.set_key(self.key)
        self.export.setEnabled(False)
        if self.session is None or not self.address:
            self._report(tr("Open a conversation to compare its orders."))
            return
        address = self.address
        if address != self._asked:
            self._asked = address
            self.ask(lambda library: _read(library, address), self._follow_order)
        else:
            self._compare()

    def leave_thread(self) -> None:
        """Prepare for another conversation, or the same one in another order."""
        self._asked = ""

    def _follow_order(self, read: tuple[str, GivenFacts]) -> None:
        """Put the order of the conversation first, unless it is compared already."""
        by, given = read
        chosen = [choice.chosen_value() for choice in self.choices]
        without = orders_without(times=given.times, receipts=given.receipts, hides=given.hides)
        self._offer(without)
        none = {"", by} | without
        usual = usual_orders(by, times=given.times)
        others = [name for name in dict.fromkeys((*chosen, *usual)) if name not in none]
        wanted = [by, *others][: max(_LEAST, sum(map(bool, chosen)))]
        for choice, name in zip(self.choices, [*wanted, "", "", ""], strict=False):
            with QSignalBlocker(choice):
                choice.choose(name)
        self._compare()

    def _compare(self) -> None:
        by = self.orders()
        if len(by) < _LEAST:
            self._report(tr("Choose at least two different orders."))
        else:
            self._status.setText(tr("Reading the conversation…"))
            self.compute(partial(compare_by, by=by), self._show, on_progress=self._show_progress)

    def show_key(self) -> None:
        """Mark another message in all orders."""
        self.view.set_key(self.key)
        if self.key is not None:
            self.view.reveal(self.key)

    def end(self) -> None:
        """Forget the comparison."""
        self._compared, self._asked, self._shown = None, "", ""

    def width_liked(self) -> int:
        """Room for names and the beginning of the texts in every column."""
        return len(self.view.columns) * _LETTERS * self.fontMetrics().averageCharWidth()

    def orders(self) -> tuple[str, ...]:
        """The chosen orders, each once."""
        return tuple(
            dict.fromkeys(filter(None, (choice.chosen_value() for choice in self.choices)))
        )

    def write(self, file: Path) -> None:
        """Save the comparison in a file: as a drawing, or as data if its name ends in `.json`."""
        if self._compared is None:
            return
        address, found = self.address, self._compared.crossings
        if file.suffix == ".json":
            self.compute(
                partial(comparison_json, by=self.orders()), partial(self._keep, file), "export"
            )
        else:

            def draw(library: Library) -> str:
                labels = labels_of(library, address, drawn_names(found))
                return drawing(found, lambda key: labels[key].spoken_text())

            self.ask(draw, partial(self._keep, file), "export")

    def _show(self, found: ComparedOrders) -> None:
        self._compared = found
        self.export.setEnabled(True)
        self._status.setText("")
        self.view.show_crossings(found.crossings)
        self.page.show_only("", found.lines)
        if self._shown != self.address:
            self._shown = self.address
            self.show_key()

    def _show_progress(self, name: object) -> None:
        self._status.setText(tr("Ordering by {name}…", name=order_name(str(name))))

    def _report(self, sentence: str) -> None:
        self.page.show_only("", (sentence,))

    def _follow(self, key: str) -> None:
        self.view.reveal(key)
        self.key_clicked.emit(key)

    def _choose_file(self) -> None:
        kinds = tr("Drawing (*.svg);;Data (*.json)").split(";;")
        file = file_dialogs.where_to_write(self, tr("Save the comparison"), "orders.svg", *kinds)
        if file is not None:
            self.write(file)

    def _keep(self, file: Path, text: str) -> None:
        try:
            keep_off(file)
            file.write_text(text, encoding="utf-8")
        except OSError as error:
            self.said.emit(unwritable(file, error))
        else:
            self._status.setText(tr("Saved in {name}", name=file.name))

    def _choose(self) -> None:
        self.cancel()
        self.refresh()

    def _offer(self, without: frozenset[str]) -> None:
        """Offer the orders `without` those by times that aren't there."""
        if without == self._without:
            return
        self._without = without
        for number, choice in enumerate(self.choices):
            self._fill(choice, number)

    def _fill(self, choice: ChoiceBox, number: int) -> None:
        known = [(name, order_name(name)) for name in known_orders() if name not in self._without]
        choice.offer(known if number < _LEAST else [("", tr("no other")), *known])

    def _choice(self, number: int) -> ChoiceBox:
        choice = ChoiceBox(self)
        set_tooltip(choice, tr("An order, or a command, file.py:function or plug-in of your own"))
        field = choice.let_type(tr("Order {number}", number=number + 1))
        self._fill(choice, number)
        with QSignalBlocker(choice):
            choice.choose(_FIRST[number])
        choice.activated.connect(self._choose)
        field.returnPressed.connect(self._choose)
        return choice

    def _lay_out(self) -> None:
        top = FlowLayout((12, 10, 12, 6))
        top.add_stretching(*self.choices)
        top.add(self.export)
        name = tr("The orders and how they differ")
        parts = (self.view, 0), (self.page, 0)
        both = make_splitter(Qt.Orientation.Vertical, name, *parts, on=self)
        both.setSizes([460, 200])
        make_column(top, (both, 1), inset(self._status, 12, 0, 12, 6), on=self, spacing=0)

"""The panel of tangles: a table of all tangles, and one of the messages of the selected one."""

from collections.abc import Callable, Iterable, Sequence
from heapq import nlargest
from html import escape

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from tanglescope.engine import words
from tanglescope.engine.language.wording import tr
from tanglescope.engine.store.conversations.address import split_order
from tanglescope.engine.tangle.growth import Candidate, Status
from tanglescope.engine.words.rows import NO_NUMBER, TableLine
from tanglescope.engine.words.tangles import (
    TangleStudies,
    TangleStudy,
    author,
    every_tangle,
    obstacle,
    one_tangle,
    says,
    status_text,
)
from tanglescope.viewer.models import Index
from tanglescope.viewer.models.lines import LineRole, LinesModel
from tanglescope.viewer.panels.panel import LEAST_PAGE, Panel
from tanglescope.viewer.subjects import MessageSubject, Subject, subject_of_address
from tanglescope.viewer.theme import Measured, Theme, Themed
from tanglescope.viewer.views.facts import FactPage, hint, link
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import make_column, make_splitter
from tanglescope.viewer.views.list_keys import LongTable, index_at
from tanglescope.viewer.views.search_field import SearchField
from tanglescope.viewer.views.timeline.texts import alignment_of

_AUTHOR = 1


class LineDelegate(QStyledItemDelegate):
    """Paints cells; in lines with a feed, the column after the number has its author's colour."""

    def __init__(self, view: "LinesView") -> None:
        super().__init__(view)
        self._view = view

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Choose the colour of a cell."""
        super().initStyleOption(option, index)
        line = index.data(LineRole)
        theme = self._view.theme
        color = theme.color("muted" if line.faint else "text")
        if line.feed and index.column() == _AUTHOR:
            color = theme.author(line.feed)
        for role in (QPalette.ColorRole.Text, QPalette.ColorRole.HighlightedText):
            option.palette.setColor(role, color)
        option.state &= ~QStyle.StateFlag.State_HasFocus  # the row is marked already
        # The text is on the side of the window's direction, but has its own.
        side = QStyle.visualAlignment(option.direction, option.displayAlignment)
        option.displayAlignment = side | Qt.AlignmentFlag.AlignAbsolute
        leftward = alignment_of(option.text) is Qt.AlignmentFlag.AlignRight
        left, right = Qt.LayoutDirection.RightToLeft, Qt.LayoutDirection.LeftToRight
        option.direction = left if leftward else right


def _message_of(line: TableLine) -> Subject:
    return MessageSubject(line.key)


_EMPTY = ("", NO_NUMBER)
_LETTER = 7
"""Pixels per letter in the font size for which widths are given."""
_LEAST_ROWS = 3
"""Rows that are visible even in a low panel."""
_SQUEEZED = 0.7
"""The share of its width that a column keeps in a narrow panel."""
_PADDING = 24
"""The margins that the style sheet and Qt leave beside the text of a cell, in pixels."""
_MEASURED = 50
"""The most texts of a column whose widths are measured."""


class LinesView(Themed, Measured, LongTable):
    """A table with a current line; `widths` are those of the columns, 0 for a share of the rest.

    Empty columns are hidden.
    """

    measures_soon = True

    turned = Signal(int)
    """Emitted with the number of the new current line."""
    entered_line = Signal(int)
    """Emitted when a line was double-clicked or Enter was pressed on it."""

    def __init__(
        self,
        name: str,
        headers: Sequence[str],
        widths: Sequence[int],
        theme: Theme,
        parent: QWidget,
    ) -> None:
        self.lines = LinesModel(headers)
        super().__init__(name, self.lines, parent)
        self.lines.setParent(self)
        self.subject_of: Callable[[TableLine], Subject | None] = _message_of
        """What lines are about: messages, unless something else is said."""
        self.current_line: int | None = None
        """The number of the current line, also while the filter leaves it out."""
        self.theme = theme
        self.setItemDelegate(LineDelegate(self))
        self.setSelectionMode(LongTable.SelectionMode.SingleSelection)
        self.setWordWrap(False)
        self._widths = tuple(widths)
        self._longest: dict[int, str] = {}
        """The longest text of each column that shares the rest."""
        self._measure()
        self.selectionModel().currentRowChanged.connect(self._turn)
        self.lines.modelReset.connect(self._stay)
        self.doubleClicked.connect(self._enter)

    def _measure(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 12)
        self._set_widths()
        self._keep_rows()

    def sort_on_click(self) -> None:
        """Let headers sort; until one is clicked, lines keep their original order."""
        self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)

    def show_lines(self, lines: Sequence[TableLine]) -> None:
        """Replace the lines; the current one stays current if it still exists."""
        key = None if self.current_line is None else self.lines.line(self.current_line).key
        self.current_line = None
        self.lines.show_lines(lines)
        for column in range(self.lines.columnCount()):
            is_empty = bool(lines) and all(line.cells[column] in _EMPTY for line in lines)
            self.setColumnHidden(column, is_empty)
            if not self._widths[column]:
                self._longest[column] = self._widest(line.cells[column] for line in lines)
        self._set_widths()
        self._keep_rows()
        self.current_line = None if key is None else self.lines.number_of(key)
        if self.current_line is not None:
            self.turn_to(self.current_line)

    def _widest(self, cells: Iterable[str | int]) -> str:
        """The widest text, among those with the most letters: measuring all takes too long."""
        candidates = nlargest(_MEASURED, {str(cell) for cell in cells}, key=len)
        return max(candidates, key=self._advance, default="")

    def turn_to(self, number: int) -> None:
        """Make a line current and scroll to it."""
        row = self.lines.row_of(number)
        if row is not None:
            self.setCurrentIndex(self.lines.index(row, 0))
            self.scrollTo(self.currentIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens a line; a digit sorts by the column with that number, again in reverse."""
        column = event.key() - Qt.Key.Key_1
        if self.isSortingEnabled() and 0 <= column < self.lines.columnCount():
            self._sort_by(column)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._enter(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _sort_by(self, column: int) -> None:
        header, up = self.horizontalHeader(), Qt.SortOrder.AscendingOrder
        again = header.sortIndicatorSection() == column and header.sortIndicatorOrder() is up
        self.sortByColumn(column, Qt.SortOrder.DescendingOrder if again else up)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the columns into the new width, and keep the current line visible."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._set_widths()
            self.updateGeometries()  # the columns fit now, so no scroll bar is needed
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """The subject of a line."""
        index = index_at(self, point)
        if not index.isValid():
            return None
        return self.subject_of(index.data(LineRole))

    def _turn(self, index: QModelIndex) -> None:
        if index.isValid():
            self.current_line = self.lines.number_in(index.row())
            self.turned.emit(self.current_line)

    def _stay(self) -> None:
        """Keep the current line when others are inserted or filtered out."""
        if self.current_line is not None:
            blocked = self.selectionModel().blockSignals(True)
            self.turn_to(self.current_line)
            self.selectionModel().blockSignals(blocked)

    def _enter(self, index: QModelIndex) -> None:
        self.entered_line.emit(self.lines.number_in(index.row()))

    def _set_widths(self) -> None:
        header = self.horizontalHeader()
        header.setMinimumSectionSize(36)
        letter = self.fontMetrics().averageCharWidth()
        least = [
            max(width * letter // _LETTER, header.sectionSizeHint(column))
            for column, width in enumerate(self._widths)
        ]
        seen = [place for place in range(len(least)) if not self.isColumnHidden(place)]
        squeezed = [
            max(round(width * _SQUEEZED), header.sectionSizeHint(column))
            for column, width in enumerate(least)
        ]
        bar = self.verticalScrollBar().sizeHint().width() + 2 * self.frameWidth()
        self.setMinimumWidth(sum(squeezed[column] for column in seen) + bar)
        room = self.viewport().width()
        fits = sum(least[column] for column in seen) <= room
        for column, width in enumerate(least if fits else squeezed):
            if self._widths[column]:
                header.resizeSection(column, width)
        self._share(room - sum(header.sectionSize(each) for each in seen if self._widths[each]))

    def _keep_rows(self) -> None:
        """Keep the height of a few rows."""
        head = self.horizontalHeader().sizeHint().height()
        rows = _LEAST_ROWS * self.verticalHeader().defaultSectionSize()
        self.setMinimumHeight(head + rows + 2 * self.frameWidth())

    def _share(self, room: int) -> None:
        """Divide the room between the other columns: the first gets what the rest doesn't need."""
        header = self.horizontalHeader()
        columns = [each for each, width in enumerate(self._widths) if not width]
        seen = [each for each in columns if not self.isColumnHidden(each)]
        for column in columns:
            if column in seen[1:]:
                least = header.sectionSizeHint(column)
                needed = max(least, self._advance(self._longest.get(column, "")) + _PADDING)
                header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
                header.resizeSection(column, max(least, min(needed, room // len(seen))))
            else:
                header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)

    def _advance(self, text: str) -> int:
        return self.fontMetrics().horizontalAdvance(text)


class TanglesPanel(Panel):
    """All tangles, the messages of one, and the reason why a message isn't in it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._followed: str | None = None
        """The message that was current when it was last gone to."""
        self._studies: TangleStudies | None = None
        self._shown: TangleStudy | None = None
        self.filter = SearchField(tr("Filter the tangles"), self)
        self.filter.suggest(tr("Filter by name, root or beginning"))
        self.tangles = LinesView(
            tr("Tangles"),
            (tr("Name"), tr("Root"), tr("Begins with"), tr("Messages"), tr("Waiting")),
            (96, 124, 0, 78, 64), theme, self,
        )  # fmt: skip
        self.tangles.sort_on_click()
        self.filter.paused.connect(lambda: self.tangles.lines.filter_by(self.filter.text()))
        self.tangles.subject_of = self._tangle_of
        self.tangles.turned.connect(self._turn)
        self.extent = PlainLabel(self, style="column_title")
        self.messages = LinesView(
            tr("Messages of the tangle"), ("#", tr("Author"), tr("Says"), tr("Status")),
            (52, 108, 0, 0), theme, self,
        )  # fmt: skip
        self.messages.turned.connect(self._show_message)
        self.messages.entered_line.connect(self._enter)
        self.page = FactPage(
            tr("What the message comes after, and what it waits for"), self, style="facts"
        )
        self.page.set_least_lines(LEAST_PAGE)
        self.page.key_clicked.connect(self._follow)
        self._lay_out()
        self._say("")

    def refresh(self) -> None:
        """Reload the tangles if anything has changed."""
        if self.session:
            self.ask_if_changed(every_tangle, self._take)
            if self.key != self._followed:
                self.show_key()

    def write_again(self) -> None:
        """Write texts again in the colours of the theme."""
        row = self.messages.current_line
        if row is not None:
            self._show_message(row)

    def show_key(self) -> None:
        """Show the current message of the timeline, if it is in the selected tangle."""
        self._followed = self.key
        row = self.messages.lines.number_of(self.key) if self.key else None
        if row is not None:
            self.messages.turn_to(row)

    # Answers

    def _take(self, study: TangleStudies) -> None:
        if self._shown:
            self._ask_for(self._shown.name, self._shown.root)
        self._studies = study
        self.tangles.show_lines(study.lines)
        if self._shown is None and study.tangles:
            self.tangles.turn_to(self._likeliest(study))
        elif not study.tangles:
            self._say(tr("No SSB message here is in a tangle."))

    def _likeliest(self, study: TangleStudies) -> int:
        """The tangle to begin with: one of the open thread, or the first one."""
        open_now = split_order(self.address)[0]
        addresses = [tangle.address for tangle in study.tangles]
        return addresses.index(open_now) if open_now in addresses else 0

    def _turn(self, row: int) -> None:
        if self._studies:
            tangle = self._studies.tangles[row]
            self._ask_for(tangle.tangle_name, tangle.root)

    def _tangle_of(self, line: TableLine) -> Subject | None:
        """The conversation of a line in the upper list."""
        number = self.tangles.lines.number_of(line.key)
        if self._studies is None or number is None:
            return None
        return subject_of_address(self._studies.tangles[number].address)

    def _ask_for(self, name: str, root: str) -> None:
        self.ask_of_archive(
            lambda library: one_tangle(library, name, root), self._show_tangle, "one"
        )

    def _show_tangle(self, study: TangleStudy) -> None:
        before, self._shown = self._shown, study
        new = before is None or (before.name, before.root) != (study.name, study.root)
        name, extent = words.tangle_name(study.name), study.extent
        self.extent.setText(f"{name} · {extent}")
        self.extent.setAccessibleName(tr("The tangle {name}: {extent}", name=name, extent=extent))
        had_it = self.key is not None and self.messages.lines.number_of(self.key) is not None
        self.messages.show_lines(study.lines)
        if new and study.lines:
            self.messages.turn_to(0)
        if new or not had_it:  # the current message may have just arrived
            self.show_key()

    # One message

    def _show_message(self, row: int) -> None:
        if self._shown and row < len(self._shown.lines):
            key = self._shown.lines[row].key
            self.page.setHtml(_html(self._shown, self._shown.candidates[key], self.theme))

    def _enter(self, row: int) -> None:
        if self._shown:
            self.key_clicked.emit(self._shown.lines[row].key)

    def _follow(self, key: str) -> None:
        """Follow a link to a message: in this tangle, otherwise in the timeline."""
        row = self.messages.lines.number_of(key)
        current = self.messages.current_line
        if row is None or row == current:
            self.key_clicked.emit(key)
        else:
            self.messages.turn_to(row)

    def _say(self, sentence: str) -> None:
        self.page.setHtml(hint(sentence, self.theme))

    # Construction

    def _lay_out(self) -> None:
        one = QWidget(self)
        make_column(self.extent, (self.messages, 1), on=one, spacing=4)
        parts = make_splitter(
            Qt.Orientation.Vertical,
            tr("Tangles, messages, one message"),
            (self.tangles, 4),
            (one, 5),
            (self.page, 2),
            on=self,
            is_airy=True,
        )
        parts.setSizes([240, 300, 130])
        make_column(self.filter, (parts, 1), on=self, margins=(12, 10, 12, 10), spacing=8)


def _html(study: TangleStudy, candidate: Candidate, theme: Theme) -> str:
    message = study.messages.get(candidate.key)
    who = author(message, study.call)
    said = link(candidate.key, says(message, candidate.key, study.call), theme)
    lines = [f"<b>{escape(who)}</b> {said}"]
    lines.append(_mute(escape(status_text(candidate)), theme))
    why = dict(candidate.waits_for)
    for cause in candidate.causes:
        text = _text_of(study, cause)
        note = tr("({why}, so it waits)", why=obstacle(why[cause])) if cause in why else ""
        after = _mute(escape(tr("after")), theme)
        lines.append(f"{after} {link(cause, text, theme)} {_mute(escape(note), theme)}")
    if candidate.status is Status.SET_ASIDE and not why:
        lines.append(tr("It names something that isn't a message, so it will never connect."))
    return "".join(f'<p style="margin: 3px 0">{line}</p>' for line in lines)


def _text_of(study: TangleStudy, key: str) -> str:
    message = study.messages.get(key)
    who = author(message, study.call)
    text = says(message, key, study.call)
    return f"{who}: {text}" if who else text


def _mute(html: str, theme: Theme) -> str:
    return f'<span style="color: {theme.colors["muted"]}">{html}</span>'

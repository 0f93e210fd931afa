"""The query of a search: one line in the query language, with names for the ids in it."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QCompleter,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QWidget,
)

from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.store.query import (
    ANY,
    FIELDS,
    Query,
    Term,
    read_query,
    terms_of,
    write_query,
)
from tanglescope.viewer.models import Index
from tanglescope.viewer.tooltips import set_tooltip
from tanglescope.viewer.views.buttons import REDRAWN, draw_icon
from tanglescope.viewer.views.label import Note
from tanglescope.viewer.views.layout.boxes import NamedFrame, make_column
from tanglescope.viewer.views.layout.flow_layout import FlowLayout
from tanglescope.viewer.views.list_keys import LongList
from tanglescope.viewer.views.popups import Menu
from tanglescope.viewer.views.search_field import SearchField

_LONGEST_CHIP = 40  # characters
_MEANINGS = {
    "author": later("Author"),
    "channel": later("Channel"),
    "type": later("Type"),
    "in": later("In a conversation"),
    "on": later("On a day, in a month or year"),
    "after": later("From a day, month or year on"),
    "before": later("Before a day, month or year"),
}
_ANY_TYPE = Term("type", (ANY,))
_REMOVING = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


class Completion(NamedTuple):
    """A value of a filter, and its name."""

    value: str
    called: str


class Chip(QPushButton):
    """A part of a query; a click or the Delete key removes it."""

    def __init__(self, term: Term, called: str, parent: QWidget) -> None:
        short = called if len(called) <= _LONGEST_CHIP else f"{called[: _LONGEST_CHIP - 1]}…"
        super().__init__(f"{short} ".replace("&", "&&"), parent)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the cross is behind the text
        self.term = term
        self.setObjectName("chip")
        self.setAccessibleName(tr("Remove {term}", term=called))
        set_tooltip(self, tr("Remove {term}", term=called))
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the font and the theme."""
        super().changeEvent(event)
        if event.type() in REDRAWN:
            draw_icon(self, "close")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove the part with the Delete key, as with a click."""
        if event.key() in _REMOVING:
            self.click()
        else:
            super().keyPressEvent(event)


class _CompletionDelegate(QStyledItemDelegate):
    """Shortens completions that are wider than the list."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Wish for no width; the list gives all it has."""
        return QSize(0, super().sizeHint(option, index).height())


class SearchForm(NamedFrame):
    """A field for a query; reports the query when typing pauses."""

    asked = Signal()
    entered = Signal(str)
    """Emitted when Return is pressed in the field."""
    stepped = Signal(int)
    """Emitted with the number of rows to move down in the list of hits."""
    left = Signal()
    """Emitted when Escape is pressed in the field."""
    address_typed = Signal(str)
    """Emitted with typed or pasted text that may be an address."""
    completion_wanted = Signal(str, str)
    """Emitted with a filter and the beginning of its value, to request completions."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("What to search for"), parent, style="search_form")
        self._names: Mapping[str, str] = {}
        self._remarked, self._remarks = "", tuple[str, ...]()
        self.words = self._make_field()
        self.completer = self._make_completer()
        self.more = self._make_more()
        self.acts = self._make_acts()
        self.chips = NamedFrame(tr("Parts of the search"), self)
        self._flow = FlowLayout()
        self.chips.setLayout(self._flow)
        self.chips.hide()
        self._status = Note(self, style="hint")
        self._status.setAccessibleName(tr("Nothing is wrong with the search"))
        self._status.hide()
        top = FlowLayout()
        top.add_stretching(self.words)
        top.add(self.more)
        parts = top, self.acts, self.chips, self._status
        column = make_column(*parts, on=self, margins=(16, 12, 16, 8), spacing=6)
        column.setAlignment(self.acts, Qt.AlignmentFlag.AlignLeft)

    def is_waiting(self) -> bool:
        """Whether it waits for typing to pause."""
        return self.words.is_waiting()

    def query(self) -> Query:
        """The text of the query."""
        return read_query(self.words.text())

    def take(self) -> Query:
        """The query to search for; its faulty parts are reported below the field."""
        query = self.query()
        types = [term.value for term in query.terms if term.field == "type"]
        self.acts.setChecked(ANY in types)
        self.acts.setEnabled(types in ([], [ANY]))
        self._report()
        self._show_chips(query.terms)
        return query

    def show_remarks(self, remarks: Sequence[str]) -> None:
        """Show below the field, beside the errors of the query, why it finds nothing."""
        self._remarked, self._remarks = self.words.text(), tuple(remarks)
        self._report()

    def _report(self) -> None:
        """Show what is wrong with the text of the field, as far as it is known."""
        remarks = self._remarks if self.words.text() == self._remarked else ()
        text = "\n".join((*self.query().problems, *remarks))
        self._status.setText(text)
        self._status.setAccessibleName(text or tr("Nothing is wrong with the search"))
        self._status.setVisible(bool(text))

    def show_names(self, names: Mapping[str, str]) -> None:
        """Set the names of authors and conversations, by their text in the query."""
        self._names = {**self._names, **names}
        self._show_chips(self.query().terms)

    def remove(self, term: Term) -> None:
        """Remove a part of the query."""
        kept = [each for each in self.query().terms if each != term]
        self.words.setText(write_query(kept))
        self.words.setFocus()

    def begin_field(self, name: str) -> None:
        """Append a filter to the query."""
        before = self.words.text().rstrip()
        self.words.setText(f"{before} {name}:".lstrip())
        self.words.setFocus()
        self._complete()

    # Chips

    def _show_chips(self, terms: Sequence[Term]) -> None:
        """Show the parts that have another name than what is written in the field."""
        shown = [term for term in terms if self._term_text(term) != str(term)]
        chips = self.chips.findChildren(Chip)
        if [(chip.term, chip.accessibleName()) for chip in chips] == [
            (term, tr("Remove {term}", term=self._term_text(term))) for term in shown
        ]:
            return
        for chip in chips:
            chip.setParent(None)
            chip.deleteLater()
        for term in shown:
            chip = Chip(term, self._term_text(term), self.chips)
            chip.clicked.connect(lambda _=False, term=term: self.remove(term))
            self._flow.add(chip)
            chip.show()
        self.chips.setVisible(bool(shown))

    def _term_text(self, term: Term) -> str:
        """A part in words, with the names of authors and conversations."""
        name = self._names.get(term.value)
        if not term.field or name is None:
            return str(term)
        return f"{'-' if term.is_excluded else ''}{term.field}:{name}"

    # Completion

    def offer(self, completions: Sequence[Completion]) -> None:
        """Offer values for the filter that is being typed."""
        self._values.clear()
        for value, called in completions:
            item = QStandardItem(called)
            item.setData(value, Qt.ItemDataRole.UserRole)
            self._values.appendRow(item)
        written = self._term_at_cursor()
        is_whole = written is not None and [written.value] == [each.value for each in completions]
        if completions and not is_whole and self.words.hasFocus():
            self.completer.setCompletionPrefix("")
            self.completer.complete(QRect(QPoint(), self.words.size()))
            # Qt has made the first one the current one, which Return would take.
            self._popup.selectionModel().clear()
        else:
            self._popup.hide()

    def is_written(self, field: str, begun: str) -> bool:
        """Whether this filter is still being typed."""
        term = self._term_at_cursor()
        return term is not None and (term.field, term.value) == (field, begun)

    def _term_at_cursor(self) -> Term | None:
        """The part of the query before the cursor."""
        place = self.words.cursorPosition()
        ends = (term for term in terms_of(self.words.text()) if term.end == place)
        return next((term for term in ends if not term.is_quoted and len(term.values) == 1), None)

    def _complete(self) -> None:
        term = self._term_at_cursor()
        if term is None:
            self.offer(())
        elif term.field:
            self.completion_wanted.emit(term.field, term.value)
        else:
            begun = term.value.casefold()
            fits = [name for name in FIELDS if len(begun) > 1 and name.startswith(begun)]
            self.offer(
                [Completion(f"{name}:", f"{name}:   {tr(_MEANINGS[name])}") for name in fits]
            )

    def _take(self, value: str) -> None:
        """Insert a completion."""
        if (term := self._term_at_cursor()) is None:
            return
        text = self.words.text()
        if term.field:
            written = str(Term(term.field, (value,), term.is_excluded)) + " "
        else:
            written = ("-" if term.is_excluded else "") + value
        self.words.setText(text[: term.start] + written + text[term.end :])
        self.words.setCursorPosition(term.start + len(written))
        if not term.field:
            self._complete()

    # Construction

    def _make_field(self) -> SearchField:
        field = SearchField(tr("Words to search for in all messages"), self, is_above_list=True)
        field.setMinimumWidth(160)
        field.suggest(
            tr("Search: oak author:ann after:2015"),
            tr("Words, “phrases”, -excluded, oak OR ash, author:ann, after:2015-08"),
        )
        field.paused.connect(self.asked)
        field.textEdited.connect(lambda _: self._complete())
        field.entered.connect(self._enter)
        field.address_typed.connect(self.address_typed)
        field.stepped.connect(self.stepped)
        field.left.connect(self.left)
        return field

    def _enter(self, text: str) -> None:
        if self._popup.isVisible() and self._popup.currentIndex().isValid():
            return  # Return accepts this completion; the field gets the key first
        self.words.hurry()
        self.entered.emit(text)

    def _make_completer(self) -> QCompleter:
        self._values = QStandardItemModel(self)
        completer = QCompleter(self._values, self)
        completer.setWidget(self.words)
        completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._popup = LongList(tr("Matching values"), self)
        self._popup.setObjectName("completions")
        completer.setPopup(self._popup)  # which gets a delegate of Qt's
        self._popup.setItemDelegate(_CompletionDelegate(self._popup))
        completer.activated[  # type: ignore[index]  # the stubs know no overloads
            "QModelIndex"
        ].connect(lambda index: self._take(str(index.data(Qt.ItemDataRole.UserRole))))
        return completer

    def _turn_acts(self, on: bool) -> None:
        """Ask for every type, or for what people have said."""
        kept = [each for each in self.query().terms if each != _ANY_TYPE]
        self.words.setText(write_query([*kept, _ANY_TYPE] if on else kept))

    def _make_acts(self) -> QPushButton:
        button = QPushButton(tr("Likes and follows"), self)
        button.setCheckable(True)
        button.setAccessibleName(tr("Likes and follows"))
        set_tooltip(button, tr("Also find likes, follows, and messages that can't be decrypted"))
        button.clicked.connect(self._turn_acts)
        return button

    def _make_more(self) -> QToolButton:
        button = QToolButton(self)
        button.setText(tr("Add a filter"))
        button.setAccessibleName(tr("Add a filter"))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = Menu(tr("Filters of the search"), button)
        for name in FIELDS:
            menu.add(tr(_MEANINGS[name]), partial(self.begin_field, name))
        button.setMenu(menu)
        return button

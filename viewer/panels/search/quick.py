"""The field in the middle of the toolbar, with the parts that were picked and the list below."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.store.query import read_query, write_query
from tanglescope.viewer.dropped_files import let_files_pass
from tanglescope.viewer.models.finding import Finding, FoundGroup, Most, find
from tanglescope.viewer.models.found_model import FoundModel, FoundRole
from tanglescope.viewer.panels.search.advice import Pick, Picks, picks
from tanglescope.viewer.panels.search.form import Chip
from tanglescope.viewer.panels.search.found_list import FoundList
from tanglescope.viewer.session import Session
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views import screen_reader
from tanglescope.viewer.views.buttons import IconButton
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import NamedFrame, make_column, make_row
from tanglescope.viewer.views.popups import Menu
from tanglescope.viewer.views.search_field import SearchField

_LEAST, _USUAL, _MOST = 150, 240, 520  # pixels
_MOST_FOUND = Most(people=3, conversations=5, nodes=8, messages=8)
_MOST_SHOWN = 14  # rows
_MOST_YEARS = 30


class QuickSearch(NamedFrame):
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
        super().__init__(tr("Search people, conversations, messages"), parent, style="quick_search")
        self._session: Session | None = None
        self._picked: list[Pick] = []
        self._enters = False
        """Whether Return was pressed before the rows arrived."""
        self.chips = make_row(spacing=4)
        self.field = self._make_field()
        what = tr("Limit the search to a person or a month")
        self.picker = IconButton("filter", what, self._ask_for_picks, parent=self)
        make_row(self.chips, (self.field, 1), self.picker, on=self, spacing=4)
        self.model = FoundModel(self)
        self.popup = self._make_popup(theme)
        self.setMinimumWidth(_LEAST)
        self.setMaximumWidth(_MOST)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.field.installEventFilter(self)
        let_files_pass(self)

    def sizeHint(self) -> QSize:
        """The width that it has where the toolbar is full."""
        return QSize(_USUAL, super().sizeHint().height())

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self._session = session
        self.list.set_pictures(session.pictures if session else None)
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
        self.list.set_theme(theme)

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

    def _query_text(self) -> str:
        """The query: what is typed and what was picked."""
        written = self.field.text().strip(), write_query(each.term for each in self._picked)
        return " ".join(filter(None, written))

    def _ask(self) -> None:
        if self._session is None:
            return
        written = self._query_text()
        query = read_query(written)

        def show(rows: list[Finding] | None) -> None:
            if rows is not None and written == self._query_text():
                self._show(rows)

        self._session.ask("quick search", lambda library: find(library, query, _MOST_FOUND), show)

    def _show(self, rows: Sequence[Finding]) -> None:
        written = self._query_text()
        more = tr("All results for “{words}”", words=written)
        has_said = any(each.group in (FoundGroup.MESSAGE, FoundGroup.NODE) for each in rows)
        self.model.show([*rows, *([Finding(FoundGroup.ALL, more)] if has_said else [])])
        self.list.selectionModel().clear()
        is_asked = bool(written)
        self._nothing.setVisible(is_asked and not rows)
        self.list.setVisible(bool(rows))
        self.popup.setVisible(is_asked and self.field.hasFocus())
        self._place()
        if self.popup.isVisible():
            found = plural("{n:,} results", "{n:,} result", len(rows))
            screen_reader.say(self.field, found if rows else tr("Nothing found"))
        if self._enters:
            self._enter()

    def _place(self) -> None:
        """Put the list below the field, on top of everything."""
        if self.popup.isHidden():
            return
        window, metrics = self.window(), self.fontMetrics()
        width = min(window.width() - 16, max(self.width(), 80 * metrics.averageCharWidth()))
        height = (self.list.height_of(_MOST_SHOWN) or metrics.height() + 14) + 14
        corner = self.mapTo(window, QPoint(0, self.height() + 4))
        middle = corner.x() + (self.width() - width) // 2
        left = max(8, min(window.width() - width - 8, middle))
        below = window.height() - corner.y() - 8
        self.popup.setGeometry(QRect(left, corner.y(), width, min(height, below)))
        self.popup.raise_()

    # Choosing

    def _enter(self) -> None:
        """Open the chosen row, or else the first one."""
        if self.field.is_waiting():
            self._enters = True
            self.field.hurry()
            return
        self._enters = False
        if self.list.choose_row() is not None:
            self._choose(self.list.currentIndex())

    def _choose(self, index: QModelIndex) -> None:
        row = index.data(FoundRole)
        if not isinstance(row, Finding):
            return
        self.popup.hide()
        match row.group:
            case FoundGroup.PERSON:
                self.person_chosen.emit(row.feed)
            case FoundGroup.CONVERSATION:
                self.conversation_chosen.emit(row.address)
            case FoundGroup.ALL:
                self.all_wanted.emit(self._query_text())
            case _:
                self.message_chosen.emit(row.address, row.key)

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
        menu.add_names((each.called, partial(self.pick, each)) for each in found)

    # Construction

    def _make_field(self) -> SearchField:
        name = tr("Search people, conversations, messages")
        field = SearchField(name, self, is_above_list=True)
        field.suggest(tr("Search"), name)
        field.paused.connect(self._ask)
        field.textChanged.connect(lambda text: None if text else self._ask())
        field.entered.connect(lambda _: self._enter())
        field.address_typed.connect(self.address_typed)
        field.stepped.connect(lambda rows: self.list.step(rows))
        field.left.connect(self._leave)
        return field

    def _make_popup(self, theme: Theme) -> QFrame:
        popup = NamedFrame(tr("What was found"), self.window(), style="quick_found")
        self.list = FoundList(self.model, theme, tr("What was found"), popup)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.clicked.connect(self._choose)
        self._nothing = PlainLabel(tr("Nothing found"), popup, style="hint")
        self._nothing.setContentsMargins(12, 4, 12, 4)
        make_column(self._nothing, (self.list, 1), on=popup, margins=(4, 6, 4, 6))
        popup.hide()
        return popup

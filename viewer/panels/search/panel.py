"""Search in everything: the first hits at once, the number of messages when it is known."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QWidget

from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.library import Hit, Library, search_address
from tanglescope.engine.library.typed_address import looks_like_address, resolve
from tanglescope.engine.store.query import Term, read_query
from tanglescope.viewer.models.finding import Finding, FoundGroup, Most, find, find_messages
from tanglescope.viewer.models.found_model import PAGE, FoundModel, FoundRole
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.panels.search.advice import (
    Advice,
    completions,
    names_in_query,
    to_leave_out,
)
from tanglescope.viewer.panels.search.form import SearchForm
from tanglescope.viewer.panels.search.found_list import FoundList
from tanglescope.viewer.session import Session
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.timers import make_timer
from tanglescope.viewer.views.buttons import make_button
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import make_column, make_row

T = TypeVar("T")

_NOTHING = read_query("")
_MOST = Most(people=3, conversations=5, nodes=200, messages=PAGE)
_LOOK_AGAIN = 1000  # milliseconds


class SearchPanel(Panel):
    """Finds people, conversations, messages and nodes by words, author, type and time."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(tr("Search"))
        self._query = _NOTHING
        self._address = ""
        """What is said of an id or address in the field; `""` if it holds a search."""
        self._searched: Session | None = None
        self._count: int | None = None
        """How many were found, as far as they are counted."""
        self._is_counted = False
        self._is_in_vain = False
        """Whether nothing was found so far."""
        self._awaiting = make_timer(_LOOK_AGAIN, self._look_again, self, repeats=True)
        self._enters = False
        self.model = FoundModel(self)
        self.model.more_wanted.connect(self._ask_for_page)
        self.form = SearchForm(self)
        self.form.asked.connect(self._search)
        self.form.address_typed.connect(self.text_entered)
        self.form.entered.connect(self._enter)
        self.form.left.connect(self.left)
        self.form.completion_wanted.connect(self._complete)
        self.advice = Advice(self)
        self.advice.taken.connect(self.form.remove)
        self.list = FoundList(self.model, self.theme, tr("What was found"), self)
        self.list.clicked.connect(self._go)
        self.list.activated.connect(self._go)
        self.form.stepped.connect(self.list.step)
        self.status = PlainLabel(self, style="hint")
        what = tr("Read all that was found as a timeline")
        self.as_timeline = make_button(
            tr("Read as a timeline"), self, self._open_timeline, what=what
        )
        foot = make_row((self.status, 1), self.as_timeline, margins=(16, 8, 16, 12))
        make_column(self.form, self.advice, (self.list, 1), foot, on=self, spacing=0)
        self._report()

    def is_settled(self) -> bool:
        """Whether no question is waiting or about to be asked."""
        return super().is_settled() and not self.form.is_waiting()

    def refresh(self) -> None:
        """Search another database; in the same one, add new hits and count again."""
        if self.session is not self._searched:
            self._searched = self.session
            self.list.set_pictures(self.session.pictures if self.session else None)
            self._begin()
        elif self._query.searched_question.asks:
            self._ask_for_new()
            self._ask_for_count()
            self._ask_for_remarks()

    takes_words = True

    def begin_typing(self) -> None:
        """Focus the field."""
        self.form.words.setFocus()
        self.form.words.selectAll()

    def ask_for(self, query: str) -> None:
        """Search for the messages that match a query."""
        self.form.words.setText(query)
        self._search()

    def _search(self) -> None:
        address = self._about_address()
        query = _NOTHING if address else self.form.take()
        if (query.terms, address) != (self._query.terms, self._address):
            self._query, self._address = query, address
            self._begin()
            self._ask_for_names()
            self._ask_for_remarks()

    def _about_address(self) -> str:
        """What the field holds if that is an id or address instead of a search."""
        text = self.form.words.text()
        if self.session is None or not looks_like_address(self.session.library, text):
            return ""
        place = resolve(self.session.library, text)
        if place.address:
            return tr("An id or address, not a search: Enter goes there.")
        return place.reason

    def _ask_for_names(self) -> None:
        """Ask for the names of the authors and conversations in the query."""
        values = [term.value for term in self.form.query().terms if term.field in ("author", "in")]
        if values:
            self.ask_of_archive(
                lambda library: names_in_query(library, values), self.form.show_names, "names"
            )

    def _ask_of_query(
        self, question: Callable[[Library], T], then: Callable[[T], object], kind: str
    ) -> None:
        """Answer a question about the query, unless another one has been asked meanwhile."""
        query = self._query
        self.ask_of_archive(
            question, lambda found: then(found) if query is self._query else None, kind
        )

    def _ask_for_remarks(self) -> None:
        """Ask why the query finds nothing, if its author or conversation isn't searched."""
        searched = self._query.searched_question
        self._ask_of_query(
            lambda library: library.search_remarks(searched), self.form.show_remarks, "remarks"
        )

    def _complete(self, field: str, begun: str) -> None:
        self.ask_of_archive(
            lambda library: completions(library, field, begun),
            lambda found: self.form.offer(found) if self.form.is_written(field, begun) else None,
            "completions",
        )

    def _begin(self) -> None:
        self._count, self._is_counted, self._enters = None, False, False
        self._is_in_vain = False
        self.advice.hide()
        self.model.begin()
        if self._query.searched_question.asks:
            self._ask_for_first()
            self._ask_for_count()
        else:
            self.model.show([])
        self._report()

    def _ask_for_first(self) -> None:
        query = self._query

        def show(found: list[Finding]) -> None:
            self.model.show(found)
            self._report()
            if self._enters:
                self._go_to_found()

        self._ask_of_query(lambda library: find(library, query, _MOST), show, "first")

    def _ask_for_page(self, after: Hit) -> None:
        searched = self._query.searched_question
        self._ask_of_query(
            lambda library: find_messages(library, searched, after, PAGE), self.model.add, "page"
        )

    def _ask_for_new(self) -> None:
        """Show what has arrived since the list was filled."""
        query = self._query

        def show(found: list[Finding]) -> None:
            if not self.model.put_on_top(found):
                self._begin()

        # Also while the list is empty: its first page may have been found before they arrived.
        self._ask_of_query(lambda library: find(library, query, _MOST), show, "new")

    def _ask_for_count(self, below: int | None = None, before: int = 0) -> None:
        """Count the hits in batches, the newest messages first, and show the count after each."""
        searched = self._query.searched_question

        def show(counted: tuple[int, int | None]) -> None:
            here, rest = counted
            self._count, self._is_counted = before + here, rest is None
            self._report()
            if rest is not None:
                self._ask_for_count(rest, before + here)
                return
            if self._awaits_messages():
                self._awaiting.start()
            if not self._count and not self.model.rowCount():
                self._is_in_vain = True
                self._advise()

        self._ask_of_query(lambda library: library.found.count_part(searched, below), show, "count")

    def _advise(self) -> None:
        """Suggest parts to leave out, because nothing was found."""
        terms = self.form.query().terms

        def look(library: Library) -> tuple[bool, list[Term]]:
            return not len(library), to_leave_out(library, terms)

        def show(found: tuple[bool, list[Term]]) -> None:
            is_empty, fewer = found
            if terms != self.form.query().terms or not self._is_in_vain:
                return
            if is_empty:
                self.advice.show_empty()
            else:
                self.advice.show_terms(fewer, more_follow=self._awaits_messages())

        self.ask_of_archive(look, show, "advice")

    def _look_again(self) -> None:
        """Search again when the import has ended: its last write may have come before its end."""
        if not self._awaits_messages():
            self._awaiting.stop()
            self.refresh()

    def _awaits_messages(self) -> bool:
        return self.session is not None and self.session.awaits_messages()

    def _report(self) -> None:
        if self._address:
            text = self._address
        elif self.session is None or not self._query.searched_question.asks:
            text = tr("Words, an author, a type or a time")
        elif self._count and not self._is_counted:
            text = plural("{n:,} messages so far…", "{n:,} message so far…", self._count)
        elif self._is_counted:
            text = self._count_sentence(self._count or 0)
        else:
            text = tr("Counting…") if self.model.rowCount() else tr("Searching…")
        self.status.setText(text)
        self.status.setAccessibleName(text)
        self.as_timeline.setEnabled(bool(self.model.fetched_rows(FoundGroup.MESSAGE)))

    def _count_sentence(self, count: int) -> str:
        """How many messages were found, perhaps while others are still being imported."""
        nodes = len(self.model.fetched_rows(FoundGroup.NODE))
        if not count and self.model.rowCount() and not nodes:
            return tr("No messages")
        if not count and not nodes:
            return tr("Nothing found")
        if nodes == _MOST.nodes:
            apart = tr("{n:,} or more in graphs and sets", n=nodes)
        else:
            apart = plural("{n:,} in graphs and sets", "{n:,} in graphs and sets", nodes)
        if not count:
            return apart
        if self._awaits_messages():
            return plural(
                "{n:,} messages so far. An archive is still being read.",
                "{n:,} message so far. An archive is still being read.",
                count,
            )
        said = plural("{n:,} messages", "{n:,} message", count)
        return f"{said}, {apart}" if nodes else said

    def _open_timeline(self) -> None:
        self.thread_wanted.emit(str(search_address(self._query.searched_question)))

    def _go(self, index: QModelIndex) -> None:
        match index.data(FoundRole):
            case Finding(group=FoundGroup.PERSON) as found:
                self.key_clicked.emit(found.feed)
            case Finding(group=FoundGroup.CONVERSATION) as found:
                self.thread_wanted.emit(found.address)
            case Finding() as found:
                self.hit_chosen.emit(found.address, found.key)

    def _enter(self, text: str) -> None:
        """Open the row chosen with the arrow keys, otherwise the first; an address is opened."""
        if self.session and not resolve(self.session.library, text).address:
            self._go_to_found()

    def _go_to_found(self) -> None:
        self._enters = not self.model.rowCount()  # then the first row is opened when it arrives
        if self.list.choose_row() is not None:
            self._go(self.list.currentIndex())

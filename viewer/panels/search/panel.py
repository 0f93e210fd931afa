"""Search in all messages: the first hits at once, their number when it is known."""

from datetime import date

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QSize,
    Qt,
    QTimer,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QTextLayout
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListView,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from tanglescope.engine.library import Hit, Library, Question, search_address
from tanglescope.engine.store.query import Term
from tanglescope.engine.typed_address import Found, looks_like_address, resolve, why_not_found
from tanglescope.engine.wording import plural, tr
from tanglescope.engine.words import times
from tanglescope.viewer.markdown import qt_span
from tanglescope.viewer.models.excerpt import Span
from tanglescope.viewer.models.found_model import FoundMessage, FoundModel, FoundRole, find
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.panels.search.advice import (
    Advice,
    PeopleRow,
    completions,
    names_in_query,
    people,
    to_leave_out,
)
from tanglescope.viewer.panels.search.form import SearchForm
from tanglescope.viewer.session import Session
from tanglescope.viewer.subjects import MessageSubject, Subject
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.list_keys import LongList
from tanglescope.viewer.views.typography import row_painted

_NOTHING = Question("")
_LEAST_OF_NAME = 2  # characters
_LOOK_AGAIN = 1000  # milliseconds


class FoundDelegate(QStyledItemDelegate):
    """A message in two lines: who and when, and what was said."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme

    def sizeHint(
        self, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """The same size for all rows, so that long lists aren't measured."""
        return QSize(120, 2 * option.fontMetrics.height() + 24)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw one message."""
        found: FoundMessage = index.data(FoundRole)
        with row_painted(painter, option, self.theme) as area:
            self._write(painter, option.font, area.adjusted(12, 8, -12, -8), found)

    def _write(self, painter: QPainter, font: QFont, area: QRect, found: FoundMessage) -> None:
        bold = QFont(font)
        bold.setWeight(QFont.Weight.DemiBold)
        metrics, base = QFontMetrics(font), area.top() + QFontMetrics(font).ascent()
        when = times.short_day(found.asserted, date.today())
        painter.setFont(font)
        painter.setPen(self.theme.color("muted"))
        painter.drawText(area.right() - metrics.horizontalAdvance(when), base, when)
        room = area.width() - metrics.horizontalAdvance(when) - 16
        elide = Qt.TextElideMode.ElideRight
        author = QFontMetrics(bold).elidedText(found.author, elide, room)
        named = QFontMetrics(bold).horizontalAdvance(author) + 8
        place = metrics.elidedText(found.place, elide, max(0, room - named))
        painter.drawText(area.left() + named, base, place)
        painter.setFont(bold)
        painter.setPen(self.theme.author(found.feed))
        painter.drawText(area.left(), base, author)
        painter.setPen(self.theme.color("text"))
        text = metrics.elidedText(found.text, elide, area.width())
        line = QTextLayout(text, font)
        line.setFormats([mark for span in found.spans if (mark := self._mark(span, text))])
        line.beginLayout()
        line.createLine()
        line.endLayout()
        line.draw(painter, QPointF(area.left(), area.top() + metrics.height() + 4))

    def _mark(self, span: Span, text: str) -> QTextLayout.FormatRange | None:
        """The area in which a span of the text is highlighted, as far as it is visible."""
        if span[0] >= len(text):
            return None
        mark = QTextLayout.FormatRange()
        mark.start, mark.length = qt_span(text, *span)
        mark.format.setBackground(self.theme.color("moved"))
        mark.format.setFontWeight(QFont.Weight.DemiBold)
        return mark


class HitList(LongList):
    """The list of hits."""

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """The message of a row."""
        at = None if point is None else self.viewport().mapFrom(self, point)
        index = self.currentIndex() if at is None else self.indexAt(at)
        return MessageSubject(index.data(FoundRole).hit.key) if index.isValid() else None


class SearchPanel(Panel):
    """Finds messages in all threads by words, author, type and time."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(tr("Search"))
        self._question = _NOTHING
        self._address = ""
        """What is said of an id or address in the field; `""` if it holds a search."""
        self._searched: Session | None = None
        self._count: int | None = None
        """How many were found, as far as they are counted."""
        self._is_counted = False
        self._is_in_vain = False
        """Whether nothing was found so far."""
        self._awaiting = QTimer(self)
        self._awaiting.setInterval(_LOOK_AGAIN)
        self._awaiting.timeout.connect(self._look_again)
        self._enters = False
        self.model = FoundModel(self)
        self.model.more_wanted.connect(self._ask_for_page)
        self.form = SearchForm(self)
        self.form.asked.connect(self._search)
        self.form.address_typed.connect(self.text_entered)
        self.form.entered.connect(self._enter)
        self.form.stepped.connect(self._step)
        self.form.left.connect(self.left)
        self.form.completion_wanted.connect(self._complete)
        self.people = PeopleRow(self)
        self.people.chosen.connect(self.key_clicked)
        self.advice = Advice(self)
        self.advice.taken.connect(self.form.remove)
        self.list = self._make_list()
        self.status = PlainLabel(self)
        self.status.setObjectName("hint")
        self.as_timeline = QPushButton(tr("Read as a timeline"), self)
        self.as_timeline.setAccessibleDescription(tr("Read all that was found as a timeline"))
        self.as_timeline.clicked.connect(self._open_timeline)
        foot = QHBoxLayout()
        foot.setContentsMargins(16, 8, 16, 12)
        foot.addWidget(self.status, 1)
        foot.addWidget(self.as_timeline)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.form)
        column.addWidget(self.people)
        column.addWidget(self.advice)
        column.addWidget(self.list, 1)
        column.addLayout(foot)
        self.paint_in(theme)
        self._report()

    def is_settled(self) -> bool:
        """Whether no question is waiting or about to be asked."""
        return super().is_settled() and not self.form.is_waiting()

    def refresh(self) -> None:
        """Search another database; in the same one, add new hits and count again."""
        if self.session is not self._searched:
            self._searched = self.session
            self._begin()
        elif self._question.asks:
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

    def show_key(self) -> None:
        """Do nothing: hits don't depend on the current message."""

    def paint_in(self, theme: Theme) -> None:
        """Apply `theme`."""
        self._delegate.theme = theme
        self.list.viewport().update()

    def _search(self) -> None:
        address = self._about_address()
        question = _NOTHING if address else self.form.question()
        if (question, address) != (self._question, self._address):
            self._question, self._address = question, address
            self._begin()
            self._ask_for_names()
            self._ask_for_people()
            self._ask_for_remarks()

    def _about_address(self) -> str:
        """What the field holds if that is an id or address instead of a search."""
        text = self.form.words.text()
        if self.session is None or not looks_like_address(self.session.library, text):
            return ""
        place = resolve(self.session.library, text)
        if isinstance(place, Found):
            return tr("An id or address, not a search: Enter goes there.")
        return why_not_found(place)

    def _ask_for_names(self) -> None:
        """Ask for the names of the authors and conversations in the query."""
        values = [term.value for term in self.form.query().terms if term.field in ("author", "in")]
        if values:
            self.ask_of_archive(
                lambda library: names_in_query(library, values), self.form.show_names, "names"
            )

    def _ask_for_people(self) -> None:
        """Ask which people have a name that begins with the words, if they are nothing else."""
        terms = self.form.query().terms
        begun = " ".join(term.value for term in terms)
        if len(begun) < _LEAST_OF_NAME or not all(term.is_plain for term in terms):
            self.people.show_people([])
            return
        question = self._question

        def show(found: list[tuple[str, str]]) -> None:
            if question == self._question:
                self.people.show_people(found)

        self.ask_of_archive(lambda library: people(library, begun), show, "people")

    def _ask_for_remarks(self) -> None:
        """Ask why the query finds nothing, if its author or conversation isn't searched."""
        question = self._question

        def show(remarks: list[str]) -> None:
            if question == self._question:
                self.form.show_remarks(remarks)

        self.ask_of_archive(lambda library: library.search_remarks(question), show, "remarks")

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
        if self._question.asks:
            self._ask_for_page(None)
            self._ask_for_count()
        else:
            self.model.add([])
        self._report()

    def _ask_for_page(self, after: Hit | None) -> None:
        question = self._question

        def show(page: list[FoundMessage]) -> None:
            if question == self._question:
                self.model.add(page)
                self._report()
                if self._enters:
                    self._go_to_hit()

        self.ask_of_archive(lambda library: find(library, question, after), show, "page")

    def _ask_for_new(self) -> None:
        """Show the hits that have arrived since the list was filled."""
        question = self._question

        def show(page: list[FoundMessage]) -> None:
            if question == self._question and not self.model.put_on_top(page):
                self._begin()

        # Also while the list is empty: its first page may have been found before they arrived.
        self.ask_of_archive(lambda library: find(library, question, None), show, "new")

    def _ask_for_count(self, below: int | None = None, before: int = 0) -> None:
        """Count the hits in batches, the newest messages first, and show the count after each."""
        question = self._question

        def show(counted: tuple[int, int | None]) -> None:
            if question != self._question:
                return
            here, rest = counted
            self._count, self._is_counted = before + here, rest is None
            self._report()
            if rest is not None:
                self._ask_for_count(rest, before + here)
                return
            if self._awaits_messages():
                self._awaiting.start()
            if not self._count:
                self._is_in_vain = True
                self._advise()

        self.ask_of_archive(
            lambda library: library.found.count_part(question, below), show, "count"
        )

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
        elif self.session is None or not self._question.asks:
            text = tr("Words, an author, a type or a time")
        elif self._count and not self._is_counted:
            text = plural("{n:,} messages so far…", "{n:,} message so far…", self._count)
        elif self._is_counted:
            text = _counted(self._count or 0, more_follow=self._awaits_messages())
        else:
            text = tr("Counting…") if self.model.rowCount() else tr("Searching…")
        self.status.setText(text)
        self.status.setAccessibleName(text)
        self.as_timeline.setEnabled(bool(self.model.rowCount()))

    def _open_timeline(self) -> None:
        self.thread_wanted.emit(str(search_address(self._question)))

    def _go(self, index: QModelIndex) -> None:
        if index.isValid():
            found = self.model.message(index.row())
            self.hit_chosen.emit(found.address, found.hit.key)

    def _step(self, rows: int) -> None:
        last = self.model.rowCount() - 1
        row = max(0, min(last, self.list.currentIndex().row() + rows))
        self.list.setCurrentIndex(self.model.index(row))

    def _enter(self, text: str) -> None:
        """Show the hit selected with the arrow keys, otherwise the first; an address is opened."""
        if self.session and not isinstance(resolve(self.session.library, text), Found):
            self._go_to_hit()

    def _go_to_hit(self) -> None:
        self._enters = not self.model.rowCount()  # then the first hit is shown when it arrives
        if not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.index(0))
        self._go(self.list.currentIndex())

    def _make_list(self) -> QListView:
        view = HitList(self)
        view.setObjectName("found")
        view.setAccessibleName(tr("Messages that were found"))
        self._delegate = FoundDelegate(self.theme, view)
        view.setModel(self.model)
        view.setItemDelegate(self._delegate)
        view.setUniformItemSizes(True)
        view.setMouseTracking(True)
        view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setFrameShape(QListView.Shape.NoFrame)
        view.clicked.connect(self._go)
        view.activated.connect(self._go)
        return view


def _counted(count: int, *, more_follow: bool) -> str:
    """How many messages were found, perhaps while others are still being imported."""
    if not count:
        return tr("Nothing found")
    if more_follow:
        return plural(
            "{n:,} messages so far. An archive is still being read.",
            "{n:,} message so far. An archive is still being read.",
            count,
        )
    return plural("{n:,} messages", "{n:,} message", count)

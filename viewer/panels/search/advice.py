"""Help for searches: what limits them, completions, and which parts of a query to leave out."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, islice

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from tanglescope.engine import words
from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import Library, Listing, UnknownConversation, feed_named
from tanglescope.engine.store.query import Term, is_searched, read_query, write_query
from tanglescope.engine.words import times
from tanglescope.viewer.models.thread_model import title
from tanglescope.viewer.panels.search.form import Completion
from tanglescope.viewer.views.label import Note
from tanglescope.viewer.views.layout.boxes import NamedFrame, make_column
from tanglescope.viewer.views.layout.flow_layout import FlowLayout

_MOST = 12  # completions
_MOST_PEOPLE = 20  # offered
_MOST_TRIED = 6  # parts of a query
_LONGEST = 60
_TYPES = ("post", "vote", "about", "contact", "channel", "blog", "gathering", "git-repo")


class Advice(NamedFrame):
    """Suggestions when nothing was found: a button for each part that could be left out."""

    taken = Signal(object)
    """Emitted with the `Term` to leave out."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr("What to try"), parent, style="search_form")
        self.status = Note(self, style="hint")
        self._buttons = NamedFrame(tr("Search without a part"), self)
        self._flow = FlowLayout()
        self._buttons.setLayout(self._flow)
        make_column(self.status, self._buttons, on=self, margins=(16, 4, 16, 8))
        self.hide()

    def show_terms(self, terms: Sequence[Term], *, more_follow: bool = False) -> None:
        """Offer to leave out one of these terms, or suggest another search.

        While messages are still being imported, they are the reason to give.
        """
        for button in self._buttons.findChildren(QPushButton):
            button.setParent(None)
            button.deleteLater()
        for term in terms:
            called = tr("Without {term}", term=words.clean(str(term), _LONGEST))
            button = QPushButton(called.replace("&", "&&"), self._buttons)
            button.setAccessibleName(called)
            button.clicked.connect(lambda _=False, term=term: self.taken.emit(term))
            self._flow.add(button)
            button.show()
        self._buttons.setVisible(bool(terms))
        self._say(_advice(is_reducible=bool(terms), more_follow=more_follow))

    def show_empty(self) -> None:
        """Say that there is nothing to search yet."""
        self._buttons.hide()
        self._say(
            tr("There are no messages here yet. Imported messages appear here if they match.")
        )

    def _say(self, text: str) -> None:
        self.status.setText(text)
        self.status.setAccessibleName(text)
        self.show()


def _advice(*, is_reducible: bool, more_follow: bool) -> str:
    """The text above the parts to leave out, or in their place."""
    reducing = tr("No message matches the whole search. Without one part, there are hits:")
    if more_follow:
        running = tr("An archive is still being read. Its messages appear here if they match.")
        return f"{running} {reducing}" if is_reducible else running
    if is_reducible:
        return reducing
    return tr("Check the spelling, type only the beginning of a word, or use other words.")


def completions(library: Library, field: str, begun: str) -> list[Completion]:
    """The values of a filter that begin with a text."""
    match field:
        case "author":
            names = library.found.names(begun, _MOST) if begun else []
            return [Completion(name, words.clean_name(name)) for name in names]
        case "channel":
            return [Completion(each, each) for each in library.found.channels(begun, _MOST)]
        case "type":
            return [Completion(each, each) for each in _TYPES if each.startswith(begun.lower())]
        case "in" if begun:
            found = chain.from_iterable(
                library.conversations(listing=listing, words=begun) for listing in Listing
            )
            searched = (each for each in found if is_searched(each.address))
            return [Completion(each.address, title(each)) for each in islice(searched, _MOST)]
        case _:
            return []


def names_in_query(library: Library, values: Sequence[str]) -> dict[str, str]:
    """The names of authors and conversations, by id and address."""
    feeds = {value for value in values if feed_named(value)}
    called = {feed: words.clean_name(name) for feed, name in library.names(feeds).items()}
    for value in values:
        if value not in feeds:
            try:
                called[value] = title(library.conversation(value).summary())
            except UnknownConversation:
                continue
    return called


def to_leave_out(library: Library, terms: Sequence[Term]) -> list[Term]:
    """The parts of a query without which there are hits."""
    if len(terms) < 2:
        return []

    def finds(left_out: Term) -> bool:
        rest = [term for term in terms if term is not left_out]
        return bool(library.found.page(read_query(write_query(rest)).searched_question, 1))

    return [term for term in terms[:_MOST_TRIED] if finds(term)]


@dataclass(frozen=True, slots=True)
class Pick:
    """A part of a search that is picked instead of typed, and its name."""

    term: Term
    called: str


@dataclass(frozen=True, slots=True)
class Picks:
    """The people and the months, by year, that a search can be limited to."""

    people: tuple[Pick, ...]
    years: tuple[tuple[int, tuple[Pick, ...]], ...]


def picks(library: Library) -> Picks:
    """What a search can be limited to in a collection: its people and its months."""
    feeds = library.conversations(listing=Listing.FEEDS)
    most = sorted(feeds, key=lambda each: -each.messages)[:_MOST_PEOPLE]
    people_found = tuple(Pick(Term("author", (each.root,)), title(each)) for each in most)
    known = [*feeds, *library.threads()]
    begins = (each.first or each.latest for each in known)
    first = times.moment(min(filter(None, begins), default=None))
    last = times.moment(max((each.latest for each in known if each.latest), default=None))
    if first is None or last is None:
        return Picks(people_found, ())
    years = []
    for year in range(last.year, first.year - 1, -1):
        months = (
            Pick(Term("on", (f"{year:04}-{number:02}",)), times.month(year, number))
            for number in range(1, 13)
            if (first.year, first.month) <= (year, number) <= (last.year, last.month)
        )
        years.append((year, tuple(months)))
    return Picks(people_found, tuple(years))

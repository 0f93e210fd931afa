"""What the field of the toolbar finds while one types: people, conversations and messages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from tanglescope.engine import words
from tanglescope.engine.library import Library, Listing
from tanglescope.engine.store.query import Term, read_query, terms_of, write_query
from tanglescope.engine.wording import later, tr
from tanglescope.engine.words import times
from tanglescope.engine.words.messages import mentions
from tanglescope.viewer.models.found_model import find
from tanglescope.viewer.models.thread_model import people as people_of
from tanglescope.viewer.models.thread_model import title
from tanglescope.viewer.panels.search.advice import people

_MOST_CONVERSATIONS = 5
_MOST_MESSAGES = 8
_MOST_PEOPLE = 20
_LONGEST = 120  # letters


class QuickSection(Enum):
    """What a row leads to; the value is the heading above the first of its kind."""

    PERSON = later("People")
    CONVERSATION = later("Conversations")
    MESSAGE = later("Messages")
    ALL = ""
    """All messages that match, in the panel."""


@dataclass(frozen=True, slots=True)
class QuickRow:
    """A row below the field: its text, what is beside it, and what it leads to."""

    section: QuickSection
    text: str
    beside: str = ""
    feed: str = ""
    address: str = ""
    key: str = ""


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


def answers(library: Library, text: str, terms: Sequence[Term]) -> list[QuickRow]:
    """The rows for a text and the terms that were picked."""
    query = " ".join(filter(None, (text.strip(), write_query(terms))))
    if not query:
        return []
    rows: list[QuickRow] = []
    if text.strip() and not terms:
        rows += _people(library, text)
        rows += _conversations(library, text)
    rows += _messages(library, query)
    return rows


def _people(library: Library, text: str) -> Iterator[QuickRow]:
    for feed, name in people(library, text.strip()):
        called = words.clean(name, _LONGEST)
        yield QuickRow(QuickSection.PERSON, called, tr("Profile"), feed=feed)


def _conversations(library: Library, text: str) -> Iterator[QuickRow]:
    wanted, _ = times.month_among(text)
    found = library.conversations(listing=Listing.THREADS, words=wanted) if wanted else []
    for each in found[:_MOST_CONVERSATIONS]:
        yield QuickRow(
            QuickSection.CONVERSATION, title(each), people_of(each), address=each.address
        )


def _messages(library: Library, query: str) -> Iterator[QuickRow]:
    question = read_query(query).searched
    if not question.asks:
        return
    found = find(library, question, None, _MOST_MESSAGES)
    for each in found:
        yield QuickRow(
            QuickSection.MESSAGE,
            f"{each.author}: {each.text}",
            each.title,
            feed=each.feed,
            address=each.address,
            key=each.hit.key,
        )
    yield from _unindexed(library, query, _MOST_MESSAGES - len(found))
    if found:
        yield QuickRow(QuickSection.ALL, tr("All messages with “{words}”", words=query), "")


def _unindexed(library: Library, query: str, most: int) -> Iterator[QuickRow]:
    """Nodes of graphs and PZP messages with the words of a query that has only words."""
    if not all(term.is_plain for term in terms_of(query)):
        return
    found = library.search_unindexed(query, max(0, most))
    call = mentions(library, [message for message, _ in found])
    for message, summary in found:
        name = words.clean_name(message.name) if message.name else call(message.author)
        said = words.one_line(message.content, call, message.epoch, author=message.author)
        yield QuickRow(
            QuickSection.MESSAGE,
            f"{name}: {words.clean(said, _LONGEST)}",
            title(summary),
            feed=message.author,
            address=summary.address,
            key=message.key,
        )


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

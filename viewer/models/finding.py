"""What a search finds: people, conversations, nodes of graphs and PZP messages, and messages.

The search field of the toolbar and the panel ask the same questions and list the same rows. Hits
are highlighted as the index finds them: whole words in any case, with or without accents. The last
word may be incomplete, and punctuation within a word turns it into a phrase.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import cache
from typing import NamedTuple

from tanglescope.engine import words
from tanglescope.engine.language.readable import unwrap
from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.library import Hit, Library, Listing, Question, StoredMessage
from tanglescope.engine.store.query import Query
from tanglescope.engine.tangle.titles import plain
from tanglescope.engine.words import clean, times
from tanglescope.engine.words.messages import mentions
from tanglescope.viewer.models.thread_model import people as people_of
from tanglescope.viewer.models.thread_model import title

_TOKEN = re.compile(r"(?:[^\W_]|[\u0300-\u036f])+")
_AHEAD = 24
"""Characters shown before the first hit."""
_LONGEST = 200

Span = tuple[int, int]


class Excerpt(NamedTuple):
    """A part of a text, and the spans of the hits in it."""

    text: str
    spans: tuple[Span, ...] = ()


def excerpt(text: str, words: str, phrases: Sequence[str] = ()) -> Excerpt:
    """The part of a text around the first word or phrase, or its beginning if none is in it."""
    found = spans(text, words, phrases)
    if not found:
        return Excerpt(clean(text, _LONGEST))
    start = text.rfind(" ", 0, max(0, found[0][0] - _AHEAD)) + 1
    ellipsis = "… " if start else ""
    part = ellipsis + text[start : start + _LONGEST]
    if start + _LONGEST < len(text):
        part += "…"
    shift = len(ellipsis) - start
    inside = ((first + shift, last + shift) for first, last in found)
    return Excerpt(part, tuple(span for span in inside if span[1] <= _LONGEST))


def spans(text: str, words: str, phrases: Sequence[str] = ()) -> list[Span]:
    """Where the words and phrases are in a text, from its beginning to its end."""
    single = [phrase for word in words.split() if (phrase := _folded_tokens(word))]
    unfinished = single[-1] if single else None
    sought = single + [phrase for each in phrases if (phrase := _folded_tokens(each))]
    tokens = [(_fold_case_and_marks(each[0]), *each.span()) for each in _TOKEN.finditer(text)]
    found: set[Span] = set()
    for phrase in sought:
        for first in range(len(tokens) - len(phrase) + 1):
            here = tokens[first : first + len(phrase)]
            if _fits([each[0] for each in here], phrase, may_go_on=phrase is unfinished):
                found.add((here[0][1], here[-1][2]))
    return _apart(sorted(found))


def _fits(tokens: Sequence[str], phrase: Sequence[str], *, may_go_on: bool) -> bool:
    if tokens[:-1] != phrase[:-1]:
        return False
    return tokens[-1].startswith(phrase[-1]) if may_go_on else tokens[-1] == phrase[-1]


def _apart(found: Sequence[Span]) -> list[Span]:
    """The spans without those that overlap an earlier one."""
    apart: list[Span] = []
    for span in found:
        if not apart or span[0] >= apart[-1][1]:
            apart.append(span)
    return apart


def _folded_tokens(word: str) -> list[str]:
    return [_fold_case_and_marks(each) for each in _TOKEN.findall(word)]


def _fold_case_and_marks(token: str) -> str:
    if token.isascii():
        return token.lower()
    letters = unicodedata.normalize("NFD", token.lower())
    return "".join(each for each in letters if not unicodedata.combining(each))


class FoundGroup(Enum):
    """What a row leads to, in the order of the list; the value is the heading above its group."""

    PERSON = later("People")
    CONVERSATION = later("Conversations")
    NODE = later("Graphs and sets")
    MESSAGE = later("Messages")
    ALL = ""
    """All messages that match, in the panel."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A row: who or what was found, the part of its text around the hits, and where it is."""

    group: FoundGroup
    text: str
    spans: tuple[Span, ...] = ()
    """The spans of the hits in the text."""
    place: str = ""
    """The title of its conversation, or the authors of the conversation that it is."""
    author: str = ""
    feed: str = ""
    portrait: str = ""
    asserted: float | None = None
    address: str = ""
    """The address of its conversation."""
    key: str = ""
    hit: Hit | None = None
    """The place of a message among all hits."""

    def in_words(self, today: date) -> str:
        """The row for a screen reader."""
        match self.group:
            case FoundGroup.PERSON:
                return tr("Profile of {name}", name=self.text)
            case FoundGroup.NODE | FoundGroup.MESSAGE:
                place = tr("in {conversation}", conversation=self.place)
                when = times.short_day(self.asserted, today)
                return ", ".join(filter(None, (self.author, when, self.text, place)))
            case FoundGroup.CONVERSATION:
                return ", ".join(filter(None, (tr("Conversation"), self.text, self.place)))
            case _:
                return self.text


class Most(NamedTuple):
    """How many rows of each group are looked for."""

    people: int
    conversations: int
    nodes: int
    messages: int


def find(library: Library, query: Query, most: Most) -> list[Finding]:
    """The first rows of each group; words alone find more than messages."""
    question, rows = query.searched_question, list[Finding]()
    if query.terms and all(term.is_plain for term in query.terms):
        text = " ".join(term.value for term in query.terms)
        rows += _people(library, text, most.people)
        rows += _conversations(library, text, most.conversations)
        rows += _nodes(library, text, most.nodes)
    return rows + find_messages(library, question, None, most.messages)


def find_messages(
    library: Library, question: Question, after: Hit | None, most: int
) -> list[Finding]:
    """The next messages that match, after a hit."""
    if not question.asks:
        return []
    hits = library.found.page(question, most, after)
    messages = library.messages([hit.key for hit in hits])
    describe = _describing(library, list(messages.values()), question)
    address_of = {key: library.conversations_of(key)[0] for key in messages}
    place = cache(lambda address: title(library.conversation(address).summary()))
    return [
        describe(messages[hit.key], FoundGroup.MESSAGE, address, place(address), hit)
        for hit in hits
        if (address := address_of.get(hit.key)) is not None
    ]


def _people(library: Library, begun: str, most: int) -> Iterator[Finding]:
    """The people with a name that begins so."""
    feeds = library.found.people(begun, most)
    names, portraits = library.names(feeds), library.portraits.of(feeds)
    for feed in feeds:
        part = excerpt(words.clean_name(names[feed]), begun)
        yield Finding(
            FoundGroup.PERSON, *part, tr("Profile"), feed=feed, portrait=portraits.get(feed, "")
        )


def _conversations(library: Library, text: str, most: int) -> Iterator[Finding]:
    """The conversations with these words in their titles, or by people with such names."""
    wanted, _ = times.month_among(text)
    found = library.conversations(listing=Listing.THREADS, words=wanted) if wanted else []
    portraits = library.portraits.of([each.feeds[0] for each in found[:most] if each.feeds])
    for each in found[:most]:
        feed = each.feeds[0] if each.feeds else ""
        yield Finding(
            FoundGroup.CONVERSATION,
            *excerpt(title(each), wanted),
            people_of(each),
            feed=feed,
            portrait=portraits.get(feed, ""),
            address=each.address,
        )


def _nodes(library: Library, text: str, most: int) -> Iterator[Finding]:
    """The nodes of graphs and the PZP messages with these words, which the index doesn't have."""
    found = library.search_unindexed(text, most)
    describe = _describing(library, [message for message, _ in found], Question(text))
    for message, summary in found:
        yield describe(message, FoundGroup.NODE, summary.address, title(summary), None)


def _describing(
    library: Library, messages: Sequence[StoredMessage], question: Question
) -> Callable[[StoredMessage, FoundGroup, str, str, Hit | None], Finding]:
    """A function that describes each of these messages as found by a question."""
    call = mentions(library, messages)
    portraits = library.portraits.of([message.author for message in messages])

    def describe(
        message: StoredMessage, group: FoundGroup, address: str, place: str, hit: Hit | None
    ) -> Finding:
        named = words.clean_name(message.name) if message.name else call(message.author)
        return Finding(
            group,
            *_excerpt(message, call, question),
            place,
            named,
            message.author,
            portraits.get(message.author, ""),
            message.asserted,
            address,
            hit.key if hit else message.key,
            hit,
        )

    return describe


def _excerpt(message: StoredMessage, call: words.Call, question: Question) -> Excerpt:
    """The part of a message around the hits, or the sentence for its type."""
    phrases = question.all_phrases
    line = words.one_line(message.content, call, message.epoch, author=message.author)
    begun = excerpt(line, question.words, phrases)
    if begun.spans or isinstance(message.content, str) or words.warning_of(message.content):
        return begun
    text = words.text_of(message.content)
    if text is None:
        return begun
    whole = excerpt(unwrap(plain(text)), question.words, phrases)
    return whole if whole.spans else begun

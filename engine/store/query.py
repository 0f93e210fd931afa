"""The language of searches: words, phrases and fields in one line.

    oak "old tree" -vote author:ann after:2015-08

All terms must hold. Words and phrases in quotes occur in the text, `-` excludes what follows,
and `oak OR ash` asks for one of the two. Fields are `author:` (or `from:`, `writer:`), `channel:`,
`type:`, `in:` (a conversation), `on:`, `after:` (from that time on) and `before:` (until that
time). A value with spaces is quoted, and two quotes within a quoted value mean one. Anything else
is a word, so that web addresses can be searched. Likes, follows and what can't be decrypted are
left out unless a type is given; `type:any` finds every type.
"""

import dataclasses
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from math import inf
from typing import Any

from tanglescope.engine.language.wording import tr
from tanglescope.engine.message.keys import is_feed_id
from tanglescope.engine.message.message import Content
from tanglescope.engine.store.conversations.catalogue import narrowing
from tanglescope.engine.store.search import Question, WordIndex, expression, words_to_index
from tanglescope.engine.tangle.references import channel_of, feed_reference

FIELDS = ("author", "channel", "type", "in", "on", "after", "before")
"""The fields of a query, as they are written before a colon."""
MOST_TERMS = 1000
"""The number of terms of a query that count."""

ANY = "any"
"""The type that asks for every type, also for those that are usually left out."""
DELETED = "deleted"
"""The type that asks for what authors deleted, too."""
_ALIASES = {"from": "author", "writer": "author"}  # as in mail programs, and in graph files

_TOKEN = re.compile(
    rf"""(?P<minus>-?)(?:(?P<field>{"|".join((*FIELDS, *_ALIASES))}):)?
    (?:"(?P<quoted>(?:[^"]|"")*)(?:"|\Z) | (?P<bare>\S*))""",
    re.VERBOSE | re.IGNORECASE,
)
_SPACE = re.compile(r"\s+")
_OR = "OR"


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a query: a word, a phrase, alternatives, or a field and its value.

    Only alternatives have several values. `start` and `end` say where it is written in the text.
    """

    field: str
    values: tuple[str, ...]
    is_excluded: bool = False
    is_quoted: bool = False
    start: int = dataclasses.field(default=0, compare=False)
    end: int = dataclasses.field(default=0, compare=False)

    @property
    def value(self) -> str:
        """The value, or the first alternative."""
        return self.values[0]

    @property
    def is_plain(self) -> bool:
        """Whether it is only a word that must occur."""
        return not (self.field or self.is_excluded or self.is_quoted or len(self.values) > 1)

    def __str__(self) -> str:
        """The term as it is written."""
        sign = "-" if self.is_excluded else ""
        name = f"{self.field}:" if self.field else ""
        in_field = bool(name or sign)
        values = [
            _query_text(each, in_field=in_field, is_quoted=self.is_quoted) for each in self.values
        ]
        return f"{sign}{name}{f' {_OR} '.join(values)}"


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query: its terms, the question, and the problems."""

    terms: tuple[Term, ...]
    question: Question
    problems: tuple[str, ...] = ()

    @property
    def searched_question(self) -> Question:
        """The question as it is searched: without a type, for what people have said only."""
        has_type = any(term.field == "type" and not term.is_excluded for term in self.terms)
        return replace(self.question, only_said=not has_type)


def read_query(text: str) -> Query:
    """Parse a query; every text is one. Invalid terms are left out of the question and reported."""
    terms = terms_of(text)
    asked, problems = Question(""), []
    for term in terms:
        try:
            asked = _narrow(asked, term)
        except ValueError as error:
            problems.append(str(error))
    if any(islice(_terms(text), MOST_TERMS, None)):
        problems.append(tr("Only the first {most:,} terms of a search count.", most=MOST_TERMS))
    return Query(terms, asked, tuple(problems))


def is_searched(address: str) -> bool:
    """Whether “in:” accepts an address."""
    return narrowing(address) is not None


def terms_of(text: str) -> tuple[Term, ...]:
    """The terms of a query that count."""
    return _with_alternatives(list(islice(_terms(text), MOST_TERMS)))


def _terms(text: str) -> Iterator[Term]:
    place = 0
    while place < len(text):
        if space := _SPACE.match(text, place):
            place = space.end()
            continue
        term = _term(text, place)
        place = max(term.end, place + 1)
        if term.value or term.field:
            yield term


def write_query(terms: Iterable[Term]) -> str:
    """A query with these terms, in one line."""
    return " ".join(str(term) for term in terms if term.value or term.field)


def _term(text: str, place: int) -> Term:
    """The term that begins at a place."""
    found = _TOKEN.match(text, place)
    assert found is not None  # the pattern also matches the empty text
    written, quoted = (found["field"] or "").lower(), found["quoted"]
    name = _ALIASES.get(written, written)
    minus, bare = bool(found["minus"]), found["bare"] or ""
    if minus and quoted is None and not name and not bare:
        minus, bare = False, "-"  # a dash alone is a word
    value = bare if quoted is None else quoted.replace('""', '"')
    is_quoted = quoted is not None and not name
    return Term(name, (value,), minus, is_quoted, place, found.end())


def _with_alternatives(terms: Sequence[Term]) -> tuple[Term, ...]:
    """The terms, with alternatives joined by `OR` made one term."""
    joined: list[Term] = []
    place = 0
    while place < len(terms):
        term = terms[place]
        between = joined and _is_or(term) and place + 1 < len(terms)
        if between and _is_text(joined[-1]) and _is_text(terms[place + 1]):
            before, after = joined.pop(), terms[place + 1]
            values = (*before.values, after.value)
            joined.append(Term("", values, start=before.start, end=after.end))
            place += 2
        else:
            # An `OR` that joins nothing is an ordinary word.
            joined.append(replace(term, is_quoted=True) if _is_or(term) else term)
            place += 1
    return tuple(joined)


def _is_or(term: Term) -> bool:
    return term.is_plain and term.value == _OR


def _is_text(term: Term) -> bool:
    """Whether `OR` may join it to another term."""
    return not (term.field or term.is_excluded or _is_or(term))


def _query_text(value: str, *, in_field: bool, is_quoted: bool) -> str:
    """A value in the form of a query, quoted if necessary."""
    if is_quoted or not _is_bare(value, in_field=in_field):
        return '"' + value.replace('"', '""') + '"'
    return value


def _is_bare(value: str, *, in_field: bool) -> bool:
    """Whether a value needs no quotes."""
    if in_field:
        return not value.startswith('"') and _SPACE.search(value) is None
    found = _TOKEN.fullmatch(value)
    return value == "-" or (found is not None and found["bare"] == value and value != _OR)


def _narrow(asked: Question, term: Term) -> Question:
    """A question with one more term. Raises `ValueError` with a description of the problem."""
    if not term.field:
        return _with_text(asked, term)
    if not term.value.strip():
        raise ValueError(tr("Enter a value for “{field}:”.", field=term.field))
    if term.field in ("on", "after", "before"):
        return _within(asked, term)
    name, value = _meant(term)
    if (name, value) == ("type", ANY):
        return asked
    if (name, value) == ("type", DELETED) and not term.is_excluded:
        return replace(asked, deleted=True)
    if term.is_excluded:
        return replace(asked, without=(*asked.without, (name, value)))
    if getattr(asked, name) not in (None, value):
        raise ValueError(tr("“{field}:” has two different values. Keep one.", field=term.field))
    given: dict[str, Any] = {name: value}
    return replace(asked, **given)


def _with_text(asked: Question, term: Term) -> Question:
    if term.is_excluded:
        return replace(asked, without=(*asked.without, ("", term.value)))
    if len(term.values) > 1:
        return replace(asked, either=(*asked.either, term.values))
    if term.is_quoted:
        return replace(asked, phrases=(*asked.phrases, term.value))
    return replace(asked, words=f"{asked.words} {term.value}".strip())


def _meant(term: Term) -> tuple[str, str]:
    """The field of a question that a term sets, and its value."""
    value = term.value.strip()
    match term.field:
        case "author":
            feed = feed_reference(value)
            return "author", feed if is_feed_id(feed) else value
        case "channel":
            if (channel := channel_of(value)) is None:
                raise ValueError(tr("“{text}” can't be the name of a channel.", text=value))
            return "channel", channel
        case "in":
            if (found := narrowing(value)) is None:
                raise ValueError(tr("“in:” takes the address of a conversation of SSB messages."))
            return found
        case _:
            return term.field, value


def _within(asked: Question, term: Term) -> Question:
    """A question with a narrower span of time."""
    if (span := extent(term.value)) is None:
        raise ValueError(
            tr(
                "“{text}” isn't a date such as 2015, 2015-08 or 2015-08-01.",
                text=term.value.strip(),
            )
        )
    since, until = span
    if term.field == "on" and term.is_excluded:
        raise ValueError(tr("“on:” can't be excluded. Use “before:” or “after:”."))
    if term.field != "on":
        is_lower = (term.field == "after") is not term.is_excluded
        since, until = (since, inf) if is_lower else (-inf, since)
    lower = max(since, -inf if asked.since is None else asked.since)
    upper = min(until, inf if asked.until is None else asked.until)
    return replace(
        asked,
        since=None if lower == -inf else lower,
        until=None if upper == inf else upper,
    )


def extent(text: str) -> tuple[float, float] | None:
    """The begin and end of a year, month or day (2015, 2015-08, 2015-08-01), in milliseconds."""
    parts = text.strip().split("-")
    if not 1 <= len(parts) <= 3 or not all(part.isascii() and part.isdigit() for part in parts):
        return None
    try:
        year, month, day = (*map(int, parts), 1, 1)[:3]
        first = datetime(year, month, day)
        if len(parts) == 3:
            end = first + timedelta(days=1)
        else:
            whole = 12 if len(parts) == 1 else 1
            end = datetime(year + (month + whole - 1) // 12, (month + whole - 1) % 12 + 1, 1)
        return 1000 * first.timestamp(), 1000 * end.timestamp()
    except (OverflowError, ValueError, OSError):
        return None


class ContentIndex:
    """The words of some contents, which needn't be in a database; they stay in memory."""

    def __init__(self, contents: Iterable[tuple[int, Content, str]]) -> None:
        """Index contents, each with a number and with words that aren't in it."""
        self._index = WordIndex(in_memory=True)
        self._index.put(
            (number, "\n".join((*words_to_index(content), more)))
            for number, content, more in contents
        )

    def matching(self, asked: Question) -> set[int] | None:
        """The numbers of the contents with the words of a question; None if it has none."""
        words = expression(asked)
        return self._index.matching(words) if words else None

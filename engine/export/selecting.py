"""A part of a conversation: the messages that match a query, or the rows between two of them.

The language is that of searches (`engine.store.query`), and the words are found by the same index,
so a query means the same here. Here it is also about what a search doesn't know: nodes of graphs,
decrypted messages, and whether an entry of an Autobase is confirmed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tanglescope.engine.errors import ExitCode, NotFound, TanglescopeError
from tanglescope.engine.export.messages import plain_text
from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import Conversation, Library, Question, StoredMessage
from tanglescope.engine.linear.orders.named import linearize
from tanglescope.engine.message.uris import cut_id
from tanglescope.engine.store.query import ContentIndex, Term, read_query, terms_of, write_query
from tanglescope.engine.tangle.links import Link, links_in
from tanglescope.engine.tangle.references import channel_of

CONFIRMED = "confirmed"
"""The word for confirmed entries, in conversations that vote; in quotes, it is a word."""

_AT_ONCE = 500


class UnclearQuery(TanglescopeError):
    """A query with parts that mean nothing, or rows that are the wrong way round."""

    exit_code = ExitCode.USAGE


@dataclass(frozen=True, slots=True)
class Part:
    """The requested part: messages that match a query, from one row to another."""

    only: str | None = None
    first: str | None = None
    last: str | None = None


def keys_of(library: Library, conversation: Conversation, wanted: Part) -> list[str]:
    """The messages of a part, in the order of the conversation.

    Raises `NotFound` for an unknown row, and `UnclearQuery`.
    """
    order = conversation.in_order()
    first = 0 if wanted.first is None else row_of(order, wanted.first)
    last = len(order) - 1 if wanted.last is None else row_of(order, wanted.last)
    if first > last and order:
        raise UnclearQuery(
            tr(
                "{first} is in row {row:,}, below {last}. Swap the two.",
                first=cut_id(order[first]),
                row=first + 1,
                last=cut_id(order[last]),
            )
        )
    keys = order[first : last + 1]
    if wanted.only is None:
        return keys
    matches = _Matching(library, conversation, keys).of(wanted.only)
    return [key for key in keys if key in matches]


def row_of(order: Sequence[str], typed: str) -> int:
    """The row of a message, counted from 0: of its id, or the only one that begins so.

    Raises `NotFound`.
    """
    begin, _, end = typed.partition("…")
    found = [row for row, key in enumerate(order) if key.startswith(begin) and key.endswith(end)]
    exact = [row for row in found if order[row] == typed] or found
    if len(exact) == 1:
        return exact[0]
    if exact:
        text = tr(
            "{count} ids in this conversation match {id}. Enter more of the id.",
            count=len(exact),
            id=typed,
        )
    else:
        text = tr(
            "No id in this conversation matches {id}. Use the id of one of its messages.", id=typed
        )
    raise NotFound(text)


@dataclass(frozen=True)
class _Matching:
    """Some messages of a conversation, and which of them match."""

    library: Library
    conversation: Conversation
    keys: Sequence[str]

    def of(self, text: str) -> set[str]:
        """The messages that match a query. Raises `UnclearQuery`."""
        states: list[Term] = []
        terms: list[Term] = []
        for term in terms_of(text):
            is_state = term.values == (CONFIRMED,) and not (term.field or term.is_quoted)
            (states if is_state and self._confirmed_entries is not None else terms).append(term)
        query = read_query(write_query(terms))
        if query.problems:
            raise UnclearQuery("\n".join(query.problems))
        found = set(self.keys)
        for term in states:
            confirmed = self._confirmed_entries or frozenset()
            found = found - confirmed if term.is_excluded else found & confirmed
        for condition in self._conditions(query.question):
            found = {key for key in found if condition(key)}
        return found

    def _conditions(self, asked: Question) -> Iterator[Callable[[str], bool]]:
        yield self._words(asked, without_words=True)
        if (since := asked.since) is not None:
            yield lambda key: (time := self._messages[key].asserted) is not None and time >= since
        if (until := asked.until) is not None:
            yield lambda key: (time := self._messages[key].asserted) is not None and time < until
        for field in ("author", "type", "channel", "thread"):
            if (value := getattr(asked, field)) is not None:
                yield self._condition(field, value)
        for field, value in asked.without:
            yield _negate(self._condition(field, value))

    def _condition(self, field: str, value: str) -> Callable[[str], bool]:
        match field:
            case "author":
                return self._author(value)
            case "type":
                return lambda key: self._messages[key].type == value
            case "channel":
                link = Link("channel", channel_of(value) or "")
                return lambda key: link in links_in(self._messages[key].content)
            case "thread":
                return set(self.library.conversation(value).in_order()).__contains__
            case _:
                return self._words(Question("", phrases=(value,)), without_words=False)

    def _words(self, asked: Question, *, without_words: bool) -> Callable[[str], bool]:
        if (found := self._index.matching(asked)) is None:
            return lambda _: without_words
        return {self.keys[number] for number in found}.__contains__

    def _author(self, value: str) -> Callable[[str], bool]:
        """Whether a message is by an author: of an id, or else of a name or beginning of either."""
        here = {message.author for message in self._messages.values()}
        if value in here:
            return lambda key: self._messages[key].author == value
        begin = value.casefold()

        def is_meant(key: str) -> bool:
            message = self._messages[key]
            names = (message.author, self._names.get(message.author), message.name)
            return any(name is not None and name.casefold().startswith(begin) for name in names)

        return is_meant

    @cached_property
    def _messages(self) -> dict[str, StoredMessage]:
        found: dict[str, StoredMessage] = {}
        for first in range(0, len(self.keys), _AT_ONCE):
            found |= self.conversation.messages(self.keys[first : first + _AT_ONCE])
        return found

    @cached_property
    def _names(self) -> Mapping[str, str]:
        people = {feed for message in self._messages.values() for feed in message.people}
        return self.library.names(people)

    @cached_property
    def _index(self) -> ContentIndex:
        messages = ((number, self._messages[key]) for number, key in enumerate(self.keys))
        return ContentIndex((number, each.content, self._more(each)) for number, each in messages)

    def _more(self, message: StoredMessage) -> str:
        """What is found beside the text: labels of sets, and the ids of nodes."""
        if message.depth is not None:
            return plain_text(message, self._names)
        return "" if message.has_signed_text else message.key

    @cached_property
    def _confirmed_entries(self) -> frozenset[str] | None:
        """The confirmed entries; None if nothing is voted on."""
        finality = self.conversation.finality()
        if finality is not None:
            order = self.library.conversation(
                str(self.conversation.address.in_order_by(None))
            ).in_order()
            return frozenset(order[: finality.confirmed])
        graph = self.conversation.graph() if not self.conversation.given_facts().links else None
        if graph is None or not any(writer.indexer for writer in graph.writers):
            return None
        answer = linearize(graph, "autobase", edits=False)
        return frozenset(answer["order"][: answer["confirmed"]])


def _negate(condition: Callable[[str], bool]) -> Callable[[str], bool]:
    return lambda key: not condition(key)

"""Views: messages of many threads that meet a condition, in the order of everything.

A channel, the messages that mention a feed, and the results of a search are parts of the timeline
of everything. Each of them is a kind of conversations.
"""

import json
from abc import abstractmethod
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import islice
from math import inf
from typing import TYPE_CHECKING

import orjson

from tanglescope.engine.language.wording import local_day, tr
from tanglescope.engine.linear.edit_script import common_ends
from tanglescope.engine.linear.horizon import Edges, Horizon, ProvenCause, horizon
from tanglescope.engine.message.message import content_of
from tanglescope.engine.message.uris import usual
from tanglescope.engine.store.arrivals.changes import TimelineSnapshot
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.conversations.everything import PartOfEverything, up_to_date
from tanglescope.engine.store.conversations.kind import Kind, Listing
from tanglescope.engine.store.conversations.source import REMEMBERED, Source
from tanglescope.engine.store.conversations.table import (
    SCUTTLESORT,
    TIMESTAMP,
    ConversationSummary,
    ConversationTable,
)
from tanglescope.engine.store.files.database import reading
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.messages import StoredMessage
from tanglescope.engine.store.orders.everything import Everything
from tanglescope.engine.store.orders.members import OrderedMembers, StoredMembers
from tanglescope.engine.store.orders.order_cache import LONG, StoredKeys, keys_of
from tanglescope.engine.store.search import (
    Question,
    Within,
    WordIndex,
    expression,
    is_lasting,
    may_hold,
    members,
    needed_part,
    nothing_more,
    numbers_of,
    parameters,
    question_text,
    read_question,
    words_to_index,
)
from tanglescope.engine.tangle.links import links_in
from tanglescope.engine.tangle.references import channel_of, names_feed
from tanglescope.engine.tangle.thread import identity
from tanglescope.engine.tangle.titles import one_line

if TYPE_CHECKING:
    from tanglescope.engine.store.orders.members import MessagePlace

_LINKING = "SELECT message AS id FROM links WHERE target = :subject AND kind = :kind"
_LINKED = f"EXISTS ({_LINKING} AND message = here.id)"

_TESTED, _TIMES = 256, 16
"""How many messages are tested one by one, at 3 to 25 µs each, and how often."""

_FEW = 50_000
"""How many members are read as fast as messages are tested so often."""


@dataclass(frozen=True, slots=True)
class Condition:
    """The condition of a view: in SQL for the message `here`, and as an expression for its text.

    `query` selects the numbers of all messages that meet both as `id`; `values` are the parameters.
    `part` is the `needed_part` of the text.
    `is_lasting` means that what a message meets or doesn't meet never changes.
    """

    sql: str
    values: Mapping[str, object]
    query: str
    text: str = ""
    part: str = ""
    is_lasting: bool = False


@dataclass(slots=True)
class _ReadView:
    """A view that was read: the last message that was tested, and its members.

    `numbers` are those in the order of the whole, which was `among` when it was filtered. `state`
    and `ordered` are the states of the database in which members and order were read.
    """

    state: tuple[int, int]
    last: int
    members: set[int]
    ordered: tuple[int, int] | None = None
    among: "array[int]" = field(default_factory=lambda: array("i"))
    numbers: "array[int]" = field(default_factory=lambda: array("i"))


class ReadViews:
    """The views that were read last, brought up to date with what has arrived since.

    Only new messages are tested, and only the part of the whole that has changed is filtered.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._views: dict[tuple[str, str, int], _ReadView] = {}

    def members(self, condition: Condition, whole: OrderedMembers) -> set[int]:
        """The numbers of all messages that meet a condition now."""
        return self._read(condition, whole).members

    def order(self, condition: Condition, whole: OrderedMembers) -> "array[int]":
        """Those that are in the order of a whole conversation, in that order."""
        with reading(self._database):
            view = self._read(condition, whole)
            if view.ordered != view.state:
                among = whole.blocks.numbers()
                view.numbers = _filtered_again(view, among)
                view.ordered, view.among = view.state, among
        return view.numbers

    def _read(self, condition: Condition, whole: OrderedMembers) -> _ReadView:
        key = condition.query, repr(condition.values), whole.number
        with reading(self._database):
            ((version,),) = self._database.execute("PRAGMA data_version")
            state = int(version), self._database.conn.total_changes
            view = self._views.pop(key, None)
            last = self._database.number("SELECT ifnull(max(id), 0) FROM messages")
            if view is None or not (condition.is_lasting or view.state == state):
                found = set(self._database.numbers(condition.query, condition.values))
                view = _ReadView(state, last, found)
            elif view.state != state:
                since = f"SELECT id FROM ({condition.query}) WHERE id > {view.last}"
                view.members.update(self._database.numbers(since, condition.values))
                view.state, view.last = state, last
        self._views[key] = view
        while len(self._views) > REMEMBERED:
            del self._views[next(iter(self._views))]
        return view


def _filtered_again(view: _ReadView, among: "array[int]") -> "array[int]":
    """The order of a view, filtered only where the order of the whole differs from before."""
    before, members = view.among, view.members
    first, rest = common_ends(before, among)
    # The part that differs begins after the last member of the common beginning.
    above = next(filter(members.__contains__, reversed(before[:first])), None)
    start = 0 if above is None else view.numbers.index(above) + 1
    old = sum(map(members.__contains__, before[first : len(before) - rest]))
    new = filter(members.__contains__, among[first : len(among) - rest])
    return view.numbers[:start] + array("i", new) + view.numbers[start + old :]


class ViewConversation(PartOfEverything):
    """The messages of the database that meet a condition."""

    is_part = True

    def __init__(self, source: Source, address: Address, title: str, condition: Condition) -> None:
        super().__init__(source, address)
        self._title = title
        self._stated = condition

    @property
    def _condition(self) -> Condition:
        """What its messages meet now."""
        return self._stated

    @property
    def _is_stored(self) -> bool:
        """Whether the conversation that it is a part of is stored."""
        return True

    @property
    def _sought(self) -> Condition:
        """What those of the whole meet that are in it."""
        return self._condition

    def part(self, key: str | None, count: int) -> TimelineSnapshot | None:
        """Some successive messages: the first ones, or those around one of them.

        None if it is part of a short order, of which all is read as fast.
        """
        with reading(self._database):
            whole = self._whole()
            if not self._is_stored or len(whole.blocks) < LONG:
                return None
            place = None if key is None or not self._inside([key]) else whole.place(key)
            above, below = whole.blocks.around(0 if place is None else place.position)
            numbers = self._next(above, count)[::-1] + self._next(below, count)
            keys = StoredKeys(self._database, numbers)
            return TimelineSnapshot(str(self.address), len(keys), keys, {}, is_part=True)

    def _next(self, numbers: Iterator[int], count: int) -> "array[int]":
        """The first numbers that are in the view, at most so many."""
        found = array("i")
        for _ in range(_TIMES):
            some = list(islice(numbers, _TESTED))
            found.extend(filter(self._among(some).__contains__, some))
            if len(found) >= count or len(some) < _TESTED:
                return found[:count]
            if self._has_few():
                break
        inside = self._members().__contains__
        found.extend(islice(filter(inside, numbers), count - len(found)))
        return found

    def _has_few(self) -> bool:
        sought = self._sought
        some = f"SELECT count(*) FROM (SELECT 1 FROM ({sought.query}) LIMIT {_FEW})"
        return self._database.number(some, sought.values) < _FEW

    def summary(self) -> ConversationSummary:
        rows = self._database.execute(
            "SELECT count(*), feeds.key, min(asserted), max(asserted)"
            " FROM messages AS here JOIN feeds ON feeds.id = here.author WHERE "
            + f"here.id IN ({self._condition.query})"
            + " GROUP BY here.author",
            self._condition.values,
        ).fetchall()
        return ConversationSummary.at(
            self.address,
            self._title,
            sum(count for count, *_ in rows),
            self._source.names.people().count(feed for _, feed, *_ in rows),
            min((first for *_, first, _ in rows if first is not None), default=None),
            max((latest for *_, latest in rows if latest is not None), default=None),
            order=self.order,
        )

    def headline(self, messages: int) -> ConversationSummary:
        """The summary of so many messages, without their authors and times."""
        return ConversationSummary.at(self.address, self._title, messages, 0, order=self.order)

    def snapshot(self) -> TimelineSnapshot:
        """The messages of the view; their number is its revision."""
        up_to_date(self._source)
        numbers = self._ordered_numbers()
        keys = keys_of(self._database, numbers)
        return TimelineSnapshot(str(self.address), len(numbers), keys, {})

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """The edges between these messages and others of the view."""
        every = super().edges(keys)
        inside = self._inside({name for each in every.values() for ends in each for name in ends})
        return {
            key: Edges(*(tuple(filter(inside.__contains__, ends)) for ends in each))
            for key, each in every.items()
        }

    def horizon(self, key: str) -> Horizon | None:
        """The part of the view in the past and the future of a message among everything.

        A path between two messages of a view may lead through others.
        """
        with reading(self._database):
            members = set(self._ordered_numbers())
            if self.numbers([key]).get(key) not in members:
                return None
            found = self._whole().horizon(key)
            return None if found is None else self._restrict(found, members)

    def _whole(self) -> OrderedMembers:
        """The stored conversation that it is a part of."""
        return Everything(self._database)

    def _restrict(self, whole: Horizon, members: Set[int]) -> Horizon:
        """A horizon, restricted to the messages of the view."""
        inside = self._keys(members)
        near = None if whole.examined is None else whole.examined & inside
        past, future = whole.past & inside, whole.future & inside
        found = horizon(whole.key, past, future, (), len(inside if near is None else near))
        return replace(found, examined=near, missing=whole.missing)

    def _keys(self, numbers: Iterable[int]) -> set[str]:
        return set(StoredKeys(self._database, array("i", numbers)))

    def _ordered_numbers(self) -> "array[int]":
        """The numbers of the messages, in the order of the whole."""
        views, whole = self._source.part(ReadViews), self._whole()
        ordered = views.order(self._sought, whole)
        if not isinstance(whole, Everything) or not whole.is_behind:
            return ordered
        # Messages that aren't in order yet are at the end in order of arrival.
        rest = views.members(self._sought, whole).difference(ordered)
        return ordered + array("i", sorted(self._among(rest)))

    def _members(self) -> set[int]:
        """The numbers of all messages that meet the condition."""
        return self._source.part(ReadViews).members(self._sought, self._whole())

    def _inside(self, keys: Collection[str]) -> set[str]:
        """The messages that are in the view."""
        numbers = self.numbers(list(keys))
        inside = self._among(numbers.values())
        return {key for key, number in numbers.items() if number in inside}

    def holds_any(self, keys: Collection[str]) -> bool:
        """Whether any of some messages is in it; found without reading the others."""
        return bool(self._inside(keys))

    def _among(self, numbers: Collection[int]) -> set[int]:
        """Those of some messages that are in the view; found without looking for all that are."""
        return matching(self._database, self._stated, numbers)


def matching(database: Database, condition: Condition, numbers: Collection[int]) -> set[int]:
    """Those of some messages that meet a condition."""
    rows = database.execute(
        f"""SELECT here.id, {"here.value" if condition.text else "NULL"}
            FROM json_each(:numbers) AS wanted CROSS JOIN messages AS here
                ON here.id = wanted.value AND here.status <> 'invalid' AND {condition.sql}""",
        {**condition.values, "numbers": str(list(numbers))},
    ).fetchall()
    if not condition.text:
        return {number for number, _ in rows}
    index = WordIndex(in_memory=True)
    some = ((number, value) for number, value in rows if may_hold(value, condition.part))
    index.index((number, *words_to_index(content_of(value))) for number, value in some)
    return index.matching(condition.text)


class _LinkedMessages(Kind):
    """The messages with a link of a kind to some target: a channel, or a feed."""

    link: str
    bounds: tuple[str, str]
    """The texts between which the targets sort."""

    @abstractmethod
    def address(self, target: str) -> Address:
        """The address of the messages that link to a target."""

    def titles(self, source: Source, targets: Sequence[str]) -> Mapping[str, str]:
        """The titles of conversations, by the targets of their links."""
        return dict(zip(targets, targets, strict=True))

    def find(self, source: Source, address: Address) -> ViewConversation:
        target = address.subject
        values = {"subject": target, "kind": self.link}
        condition = Condition(_LINKED, values, _LINKING, is_lasting=True)
        return ViewConversation(source, address, self.titles(source, [target])[target], condition)

    def summaries(self, source: Source) -> Sequence[ConversationSummary]:
        values = (*self.bounds, self.link)
        rows = source.database.execute(_TARGETS, values).fetchall()
        people = source.names.people()
        several: dict[str, list[str]] = {}
        if people.feeds:
            for target, feed in source.database.execute(_LINKING_PEOPLE, values):
                several.setdefault(target, []).append(feed)
        titles = self.titles(source, [target for target, *_ in rows])
        listed = (
            ConversationSummary.at(
                self.address(target),
                titles[target],
                count,
                people.count(several[target]) if target in several else authors,
                latest=latest,
                order=TIMESTAMP,
            )
            for target, count, authors, latest in rows
        )
        return sorted(listed, key=lambda each: (-(each.latest or -inf), each.root))

    def holding(self, source: Source, messages: Sequence[StoredMessage]) -> Mapping[str, int]:
        return Counter(str(each) for message in messages for each in self.addresses_of(message))

    def addresses_of(self, message: StoredMessage) -> Iterable[Address]:
        """The conversations that a message is in."""
        links = links_in(message.content)
        return (self.address(link.target) for link in links if link.kind == self.link)


_TARGETS = """SELECT target, count, authors, asserted FROM (
        SELECT target, count(*) AS count, count(DISTINCT author) AS authors, max(message) AS last
        FROM links CROSS JOIN messages ON messages.id = message
        WHERE target >= ? AND target < ? AND kind = ? GROUP BY target
    ) JOIN messages ON messages.id = last"""
"""The targets of links, each with the numbers of messages and of authors, and the latest time."""

_LINKING_PEOPLE = """SELECT DISTINCT target, feeds.key FROM links
    CROSS JOIN messages ON messages.id = message JOIN feeds ON feeds.id = author
    WHERE target >= ? AND target < ? AND kind = ?"""


class Channels(_LinkedMessages):
    """Channels, by their names: `#name`."""

    kinds = ("channel",)
    listing = Listing.CHANNELS
    link = "channel"
    bounds = ("#", "$")

    def address(self, target: str) -> Address:
        return Address("channel", target, short=target)

    def read(self, text: str) -> Address | None:
        name = text.removeprefix("channel:")
        if not name.startswith("#") and name == text:
            return None
        channel = channel_of(name)
        return self.address(channel) if channel else None

    def narrowing(self, text: str) -> tuple[str, str] | None:
        """A channel is a field of its own."""
        address = self.read(text)
        return None if address is None else ("channel", address.subject)

    def of(self, source: Source, key: str, message: StoredMessage | None) -> Iterable[Address]:
        return () if message is None else self.addresses_of(message)


class Mentions(_LinkedMessages):
    """The messages that mention a feed: `to @ID`."""

    kinds = ("mentions",)
    listing = Listing.MENTIONS
    link = "mention"
    bounds = ("@", "A")

    def address(self, target: str) -> Address:
        return mentions_address(target)

    def titles(self, source: Source, targets: Sequence[str]) -> Mapping[str, str]:
        called = source.names.of(targets)
        return {feed: tr("Mentions of {name}", name=called[feed]) for feed in targets}

    def read(self, text: str) -> Address | None:
        for prefix in ("mentions:", "to "):
            if text.startswith(prefix) and names_feed(feed := usual(text.removeprefix(prefix))):
                return mentions_address(feed)
        return None


class Searches(Kind):
    """The results of a search: `find {question}`."""

    def read(self, text: str) -> Address | None:
        """The address of the results of a question."""
        for prefix in ("search:", "find "):
            if text.startswith(prefix) and (asked := read_question(text.removeprefix(prefix))):
                return search_address(asked)
        return None

    def find(self, source: Source, address: Address) -> "FoundConversation | None":
        """All messages that match a question, in the order of their thread or of everything."""
        question = read_question(address.subject)
        return None if question is None else FoundConversation(source, address, question)


class FoundConversation(ViewConversation):
    """The messages that match a question; those of a thread or tangle are in its order."""

    def __init__(self, source: Source, address: Address, question: Question) -> None:
        self._anywhere = _condition(replace(question, thread=None), source.within)
        self._finds_deleted = question.deleted
        title = tr("Found: {asked}", asked=_question_line(question))
        super().__init__(source, address, title, _condition(question, source.within))
        self._searched = question.thread
        if self._searched is not None:
            self.order = SCUTTLESORT

    @property
    def _condition(self) -> Condition:
        """The texts that are read now: a message is found by its latest version."""
        return self._read_now(self._stated)

    @property
    def _sought(self) -> Condition:
        return self._read_now(self._anywhere)

    @property
    def _is_stored(self) -> bool:
        if self._searched is None:
            return True
        is_apart = self._source.within(self._searched) != nothing_more("")
        return not is_apart and self._number() is not None

    def _read_now(self, condition: Condition) -> Condition:
        hidden, origins = self._outdated_numbers()
        if not hidden:
            return condition
        values = {"hidden": json.dumps(sorted(hidden)), "origins": json.dumps(origins)}
        query = f"""SELECT DISTINCT ifnull(
                (SELECT value FROM json_each(:origins) WHERE key = CAST(found.id AS TEXT)), found.id
            ) AS id FROM ({condition.query}) AS found
            WHERE found.id NOT IN (SELECT value FROM json_each(:hidden))"""
        return replace(condition, values={**condition.values, **values}, query=query)

    def _outdated_numbers(self) -> tuple[frozenset[int], dict[int, int]]:
        """The messages whose texts aren't read, and those whose texts are read in other places."""
        outdated = self._source.outdated_texts()
        numbers = self._source.numbers(list(outdated.origins.values()))
        hidden = outdated.replaced | (frozenset() if self._finds_deleted else outdated.deleted)
        return hidden, {version: numbers[key] for version, key in outdated.origins.items()}

    def _among(self, numbers: Collection[int]) -> set[int]:
        here = set(numbers)
        hidden, origins = self._outdated_numbers()
        versions = {version for version, number in origins.items() if number in here}
        found = matching(self._database, self._anywhere, (here | versions) - hidden)
        inside = {origins.get(each, each) for each in found} & here
        if self._searched is None:
            return inside
        in_thread = _condition(Question("", thread=self._searched), self._source.within)
        return matching(self._database, in_thread, inside)

    def position(self, key: str) -> "MessagePlace | None":
        """The position of a message; its rank is that in its thread."""
        found = super().position(key)
        if found is None or (number := self._number()) is None:
            return found
        within = OrderedMembers(self._database, number).place(key)
        return found if within is None else replace(found, rank=within.rank)

    def proven_causes(self, key: str) -> Sequence[ProvenCause]:
        """The causes of a message in its thread or among everything, with all that proves them."""
        if (number := self._number()) is None:
            return super().proven_causes(key)
        with reading(self._database):
            return StoredMembers(self._database, number).proven_causes(key)

    def ranks(self, keys: Sequence[str]) -> Mapping[str, int] | None:
        """The ranks of some of its messages among everything; None if they are in their thread."""
        return super().ranks(keys) if self._searched is None else None

    def _whole(self) -> OrderedMembers:
        """The thread or tangle that is searched, or everything."""
        number = self._number()
        return super()._whole() if number is None else OrderedMembers(self._database, number)

    def _number(self) -> int | None:
        """The number of the stored conversation that is searched; None for other questions."""
        if (found := identity(self._searched or "")) is None:
            return None
        name, root = found
        return ConversationTable(self._database).numbers(name, [root]).get(root)

    def _ordered_numbers(self) -> "array[int]":
        if self._searched is None or self._is_stored:
            return super()._ordered_numbers()
        numbers = orjson.loads(self._source.within(self._searched))
        return array("i", filter(self._members().__contains__, numbers))


def _condition(question: Question, within: Within) -> Condition:
    """The condition for matching a question."""
    return Condition(
        members(question),
        parameters(question, within),
        numbers_of(question),
        expression(question),
        needed_part(question),
        is_lasting(question),
    )


def mentions_address(feed: str) -> Address:
    """The address of the messages that mention a feed."""
    return Address("mentions", feed, short=f"to {feed}")


def is_channel(text: str) -> bool:
    """Whether a text is the address of a channel, as in links of messages."""
    return Channels().read(text) is not None


def search_address(question: Question) -> Address:
    """The address of the messages that match a question."""
    subject = question_text(question)
    return Address("search", subject, short=f"find {subject}")


def _question_line(question: Question) -> str:
    """A question as one line."""
    texts = [question.words.strip(), *question.phrases]
    said = [_quote(text) for text in texts if text]
    said += [tr("one of {words}", words=", ".join(map(_quote, group))) for group in question.either]
    if question.author:
        said.append(tr("by {author}", author=question.author))
    if question.type:
        said.append(tr("of type {type}", type=question.type))
    if question.channel:
        said.append(tr("in {channel}", channel=question.channel))
    if question.since is not None:
        said.append(tr("since {since}", since=local_day(question.since)))
    if question.until is not None:
        said.append(tr("until {until}", until=local_day(question.until - 1)))
    for name, value in question.without:
        what = f"{name}:{value}" if name else _quote(value)
        said.append(tr("without {what}", what=what))
    return one_line(" ".join(said), 200)


def _quote(text: str) -> str:
    return tr("“{text}”", text=text)

"""The timeline of everything in the database: all messages except invalid ones, in time order.

A transaction that adds messages finds their adjusted times, raises those of the messages that
waited for them, and edits the stored order. If that affects many messages, for example when an
archive has a history in reverse, it leaves all to `catch_up`; until then the timeline is unchanged.
Its revision is the number of the last message in it, and of the times that known messages turned
out to be older.
"""

from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.linear.horizon import Edges, Horizon, closure, horizon
from engine.linear.proofs import CauseReason, ProvenCause
from engine.store.arrivals.changes import TimelineChange, TimelineSnapshot
from engine.store.conversations.address import Address
from engine.store.conversations.conversation import (
    NAMES,
    TIMESTAMP,
    ConversationSummary,
    DatabaseConversation,
)
from engine.store.conversations.kind import Kind
from engine.store.conversations.source import Source
from engine.store.files.database import connect, reading, writing
from engine.store.files.errors import DatabaseError
from engine.store.files.sqlite import Database, in_chunks
from engine.store.messages import MessagePlace, NewMessage, StoredMessage
from engine.store.orders.everything_graph import (
    causes_by_number,
    causes_of,
    effects_of,
)
from engine.store.orders.everything_order import EverythingOrder
from engine.store.orders.order_cache import keys_of
from engine.tangle.metafeeds import People
from engine.tangle.thread import EVERYTHING, causes_in_everything, thread_root
from engine.wording import tr

if TYPE_CHECKING:
    from engine.store.orders.everything_arrays import DerivedTimes

NEAR = 10_000
"""The number of messages before and after one that are searched for its past and future."""

_MOST_CAUSES = 20


class Everything:
    """The adjusted times of all messages except invalid ones."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.order = EverythingOrder(database)

    @property
    def is_behind(self) -> bool:
        """Whether there are messages that aren't in order yet."""
        return self._last() < self._one("SELECT ifnull(max(id), 0) FROM messages")

    # Writing, within a transaction of the caller

    def add(
        self, new: Sequence[NewMessage], redated: Collection[str] = ()
    ) -> TimelineChange | None:
        """Put messages in order that were just added, and known ones with `redated`, earlier times.

        Returns the change of the order; None if it is left to `catch_up`, as it is while earlier
        messages aren't in order yet.
        """
        if not (new or redated) or (new and self._last() != new[0].number - 1):
            return None
        if not new and self.is_behind:
            return None
        # NumPy takes 25 MB and time to load, which is too much for reading alone.
        from engine.store.orders.adjusting import Addition, count_redated

        change = Addition(self._database, new, redated, self.revision()).write()
        if change is None and not new:
            self._forget()
            count_redated(self._database)
        return change

    def put(
        self, rows: Iterable[tuple[int, float | None]], ghosts: Iterable[tuple[str, int]]
    ) -> None:
        """Write adjusted times and ghosts that were computed elsewhere, by message numbers."""
        connection = self._database.conn
        connection.executemany("INSERT INTO adjusted_times (message, time) VALUES (?, ?)", rows)
        connection.executemany("INSERT INTO ghosts (cause, message) VALUES (?, ?)", ghosts)

    def _forget(self) -> None:
        self._database.execute("DELETE FROM adjusted_times")
        self._database.execute("DELETE FROM ghosts")
        self.order.write(array("i"))

    # Writing, in one of its own

    def catch_up(self) -> None:
        """Put everything in order again if any message isn't."""
        if not self.is_behind:
            return
        from engine.store.orders.everything_arrays import DerivedTimes

        with writing(self._database):
            self._forget()
            last = self._one("SELECT ifnull(max(id), 0) FROM messages")
            derived = DerivedTimes.read(self._database, last)
            self.put(derived.rows(), derived.edges.ghosts)
            self.order.sort_anew(derived.tied())

    def derived(self) -> "DerivedTimes":
        """The adjusted times derived again for all messages that have one."""
        from engine.store.orders.everything_arrays import DerivedTimes

        return DerivedTimes.read(self._database, self._last())

    # Reading

    def snapshot(self) -> TimelineSnapshot:
        """The present order."""
        with reading(self._database):
            waiting: dict[str, list[str]] = {}
            for key, ghost in self._database.execute(
                "SELECT key, cause FROM ghosts JOIN messages ON id = message ORDER BY cause"
            ):
                waiting.setdefault(key, []).append(ghost)
            missing = {key: tuple(ghosts) for key, ghosts in waiting.items()}
            keys = keys_of(self._database, self.order.numbers())
            return TimelineSnapshot(EVERYTHING, self.revision(), keys, missing)

    def people(self, people: People, count: int) -> tuple[int, list[str]]:
        """The number of people, and the main feeds of those with the most messages."""
        known: dict[str, int] = {}
        for marks, some in in_chunks(list(people.feeds)):
            known.update(
                self._database.execute(
                    f"SELECT key, sequence FROM feeds WHERE key IN ({marks})", some
                )
            )
        most = self._database.execute(
            "SELECT key, sequence FROM feeds ORDER BY sequence DESC, key LIMIT ?",
            (count + len(known),),
        )
        written = people.together({**dict(most.fetchall()), **known})
        number = self._one("SELECT count(*) FROM feeds") - len(known) + people.count(known)
        return number, [feed for feed, _ in written.most_common(count)]

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """The causes and effects of each of these; ghosts have effects, too."""
        effects = effects_of(self._database, keys)
        causes = {named.key: named.causes for named in causes_of(self._database, keys)}
        return {
            key: Edges(
                tuple(sorted(causes.get(key, ()))),
                tuple(sorted(name for _, name in effects.get(key, ()))),
            )
            for key in keys
        }

    def position(self, key: str) -> MessagePlace | None:
        """The position of a message; None if it isn't in the order."""
        found = self._database.execute(
            "SELECT id, time FROM messages JOIN adjusted_times ON message = id WHERE key = ?",
            (key,),
        ).fetchone()
        if found is None or found[1] is None:
            return None
        position = self.order.position(*found)
        return None if position is None else MessagePlace(position, len(self))

    def horizon(self, key: str) -> Horizon | None:
        """The past and the future of a message or ghost; None if it is unknown.

        Only messages near it are searched. Among these the horizon is complete: what is on a path
        between two of them is between them. Ghosts are those that only these messages name.
        """
        numbers = self.order.numbers()
        if (window := self._window(key, numbers)) is None:
            return None
        near = numbers[window]
        causes = {named.key: named.causes for named in causes_by_number(self._database, near)}
        effects: dict[str, list[str]] = {}
        for name, before in causes.items():
            for cause in before:
                effects.setdefault(cause, []).append(name)
        outside = list(effects.keys() - causes.keys())
        elsewhere = self._named_elsewhere(outside, set(near)) - {key}
        ghosts = set(outside).difference((name for name, _ in self._numbers(outside)), elsewhere)
        inside = causes.keys() | ghosts
        past = closure(key, lambda name: inside.intersection(causes.get(name, ())))
        future = closure(key, lambda name: effects.get(name, ()))
        found = horizon(key, past, future, ghosts, len(causes))
        return found if len(near) == len(numbers) else replace(found, examined=inside)

    def _window(self, key: str, numbers: "array[int]") -> slice | None:
        """The part to search: around a message and its causes, or around messages with a ghost."""
        found = [number for _, number in self._numbers([key])]
        for named in list(causes_by_number(self._database, found)):
            found += [number for _, number in self._numbers(named.causes[:_MOST_CAUSES])]
        if not found:
            naming = "SELECT message FROM ghosts WHERE cause = ? LIMIT ?"
            rows = self._database.execute(naming, (key, _MOST_CAUSES))
            found = [number for (number,) in rows]
        places = [numbers.index(number) for number in found if number in numbers]
        places = [place for place in places if abs(place - places[0]) <= 2 * NEAR]
        return slice(max(0, min(places) - NEAR), max(places) + NEAR + 1) if places else None

    def _named_elsewhere(self, ghosts: Sequence[str], near: Set[int]) -> set[str]:
        """Those of the ghosts that other messages than these name, too."""
        return {
            cause
            for marks, some in in_chunks(ghosts)
            for cause, number in self._database.execute(
                f"SELECT cause, message FROM ghosts WHERE cause IN ({marks})", some
            )
            if number not in near
        }

    def _numbers(self, keys: Sequence[str]) -> Iterator[tuple[str, int]]:
        """The known ones of the messages, with their numbers."""
        for marks, some in in_chunks(keys):
            yield from self._database.execute(
                f"SELECT key, id FROM messages WHERE key IN ({marks})", some
            )

    def __len__(self) -> int:
        """How many messages are in the order."""
        return len(self.order)

    def revision(self) -> int:
        """The revision of the order."""
        return self._last() + self._one("SELECT ifnull(sum(count), 0) FROM redated")

    def _last(self) -> int:
        """The number of the last message in order."""
        return self._one("SELECT ifnull(max(message), 0) FROM adjusted_times")

    def _one(self, question: str, *values: object) -> int:
        ((number,),) = self._database.execute(question, values)
        return int(number)


def catch_up(path: Path) -> None:
    """Bring the timeline of everything in the database at `path` up to date."""
    with closing(connect(path)) as database:
        Everything(database).catch_up()


def up_to_date(source: Source) -> Everything:
    """The timeline of everything, brought up to date if the database can be written."""
    everything = Everything(source.database)
    if everything.is_behind and not source.database.conn.in_transaction:
        # If it can't be written, messages that aren't in order yet are at the end.
        with suppress(DatabaseError):
            catch_up(source.path)
    return everything


class PartOfEverything(DatabaseConversation):
    """A conversation in time order, whose messages have their causes and ranks of everything."""

    order = TIMESTAMP

    def ranks(self, keys: Sequence[str]) -> Mapping[str, int] | None:
        """The ranks of some of its messages among everything."""
        from engine.store.orders.everything_arrays import EverythingRanks

        ranks = self._source.part(EverythingRanks).read()
        numbers = self._source.numbers(keys)
        return {key: ranks[number] for key, number in numbers.items() if number in ranks}

    def linked(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """The known ones of the messages, with their causes among everything."""
        causes = {named.key: named.causes for named in causes_of(self._database, keys)}
        return self._source.messages(keys, lambda entry: causes.get(entry.key, ()))

    def proven(self, key: str) -> Sequence[ProvenCause]:
        """The causes of a message among everything, each with all that proves it."""
        message = self._source.messages([key]).get(key)
        if message is None:
            return []
        said = causes_in_everything(key, None, message.content)
        return [
            ProvenCause(cause, tuple(proof for proof, holds in proofs.items() if holds))
            for named in causes_of(self._database, [key])
            for cause in named.causes
            for proofs in (
                {
                    CauseReason.NAMED: cause in said,
                    CauseReason.ROOT: cause == thread_root(message.content),
                    CauseReason.FEED: cause in (message.previous, named.earlier),
                },
            )
        ]


class EverythingConversation(PartOfEverything):
    """All messages of all feeds as one conversation."""

    is_searched_alone = True

    def __init__(self, source: Source) -> None:
        super().__init__(source, ADDRESS)
        self._everything = Everything(source.database)

    def summary(self) -> ConversationSummary:
        """What a list shows of it; its times aren't stored."""
        number, feeds = self._everything.people(self._source.names.people(), NAMES)
        called = self._source.names_of(feeds)
        return ConversationSummary(
            address=EVERYTHING,
            kind=EVERYTHING,
            root="",
            present=True,
            messages=len(self._everything),
            authors=number,
            title=tr("Everything"),
            order=self.order,
            names=tuple(called[feed] for feed in feeds),
        )

    def snapshot(self) -> TimelineSnapshot:
        """The order of everything in the database, brought up to date."""
        return up_to_date(self._source).snapshot()

    def revision(self) -> int | None:
        """The revision of the stored order; None while messages are missing there."""
        return None if self._everything.is_behind else self._everything.revision()

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """The causes and effects of each of these; ghosts have effects, too."""
        return self._everything.edges(keys)

    def position(self, key: str) -> MessagePlace | None:
        """The position of a message; None if it isn't in the order."""
        return self._everything.position(key)

    def horizon(self, key: str) -> Horizon | None:
        """The past and the future of a message or ghost; None if it is unknown."""
        return self._everything.horizon(key)


class EverythingKind(Kind):
    """The kind with one conversation, that of everything."""

    kinds = (EVERYTHING,)
    listing = None

    def read(self, text: str) -> Address | None:
        """The address, if a text is its name."""
        return ADDRESS if text.removesuffix(":") == EVERYTHING else None

    def find(self, source: Source, address: Address) -> EverythingConversation:
        """All messages of all feeds."""
        return EverythingConversation(source)

    def summaries(self, source: Source, words: Sequence[str]) -> list[ConversationSummary]:
        """The conversation, if its name has all words."""
        summary = EverythingConversation(source).summary()
        return [summary] if summary.messages and summary.mentions(words) else []

    def of(self, source: Source, key: str, message: StoredMessage | None) -> Iterable[Address]:
        """Every classic message is in it."""
        return () if message is None else [ADDRESS]


ADDRESS = Address(EVERYTHING, "", short=EVERYTHING)

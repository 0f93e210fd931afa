"""The timeline of everything in the database: all messages except invalid ones, in time order."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tanglescope.engine.language.wording import tr
from tanglescope.engine.linear.horizon import CauseReason, Edges, ProvenCause
from tanglescope.engine.store.arrivals.changes import TimelineChange, TimelineSnapshot
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.conversations.conversation import (
    DatabaseConversation,
    OrderedConversation,
)
from tanglescope.engine.store.conversations.kind import Kind
from tanglescope.engine.store.conversations.source import Source
from tanglescope.engine.store.conversations.table import NAMES, TIMESTAMP, ConversationSummary
from tanglescope.engine.store.files.database import connect, reading
from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.messages import StoredMessage
from tanglescope.engine.store.orders.everything import Everything
from tanglescope.engine.store.orders.everything_graph import feed_causes
from tanglescope.engine.store.orders.members import NumberedEdges
from tanglescope.engine.tangle.metafeeds import People
from tanglescope.engine.tangle.thread import EVERYTHING, causes_in_everything, thread_root

if TYPE_CHECKING:
    from tanglescope.engine.drawing.shape import Shape


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
        from tanglescope.engine.store.orders.everything_arrays import EverythingRanks

        ranks = self._source.part(EverythingRanks).read()
        numbers = self._source.numbers(keys)
        return {key: ranks[number] for key, number in numbers.items() if number in ranks}

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """The causes and effects of each of these among everything; ghosts have effects, too."""
        with reading(self._database):
            everything = Everything(self._database)
            causes, effects = everything.causes(keys), everything.effects(keys)
        return {key: Edges(tuple(causes[key]), tuple(effects[key])) for key in keys}

    def numbered_edges(self) -> NumberedEdges:
        """The edges of everything."""
        return Everything(self._database).numbered_edges()

    def messages_with_causes(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """The known ones of the messages, with their causes among everything."""
        causes = Everything(self._database).causes(keys)
        return self._source.messages(keys, lambda entry: tuple(causes[entry.key]))

    def proven_causes(self, key: str) -> Sequence[ProvenCause]:
        """The causes of a message among everything, each with all that proves it."""
        message = self._source.messages([key]).get(key)
        if message is None:
            return []
        said = causes_in_everything(key, None, message.content)
        feed = feed_causes(self._database, "key = ?", key)[key]
        return [
            ProvenCause(cause, tuple(proof for proof, holds in proofs.items() if holds))
            for cause in Everything(self._database).causes([key])[key]
            for proofs in (
                {
                    CauseReason.NAMED: cause in said,
                    CauseReason.ROOT: cause == thread_root(message.content),
                    CauseReason.FEED: cause in feed,
                },
            )
        ]


class EverythingConversation(OrderedConversation, PartOfEverything):
    """All messages of all feeds as one conversation."""

    is_searched_alone = True

    def __init__(self, source: Source) -> None:
        super().__init__(source, ADDRESS)
        self._everything = Everything(source.database)

    @property
    def _members(self) -> Everything:
        return self._everything

    def summary(self) -> ConversationSummary:
        """What a list shows of it; its times aren't stored."""
        number, feeds = _people(self._database, self._source.names.people(), NAMES)
        called = self._source.names.of(feeds)
        whole = ConversationSummary.at(ADDRESS, tr("Everything"), len(self._everything), number)
        return replace(whole, order=self.order, names=tuple(called[feed] for feed in feeds))

    def snapshot(self) -> TimelineSnapshot:
        """The order of everything in the database, brought up to date."""
        everything = up_to_date(self._source)
        with reading(self._database):
            revision, keys = everything.revision(), everything.keys()
            return TimelineSnapshot(EVERYTHING, revision, keys, everything.waiting())

    def revision(self) -> int | None:
        """The revision of the stored order; None while messages are missing there."""
        return None if self._everything.is_behind else self._everything.revision()

    def holds_any(self, keys: Collection[str]) -> bool:
        """Whether any of some messages is in it; found without reading the order."""
        return any(self.position(key) is not None for key in keys)

    def shape(self) -> "Shape":
        """Everything without its texts, read in two passes."""
        from tanglescope.engine.store.orders.shapes import everything_shape

        private = self._source.private
        with reading(self._database):
            opened = self._source.messages(private.opened_keys()) if private else {}
            types = {key: message.type for key, message in opened.items()}
            return everything_shape(self._database, self.in_order(), types)


def _people(database: Database, people: People, count: int) -> tuple[int, list[str]]:
    """The number of people, and the main feeds of those with the most messages."""
    question = "SELECT key, sequence FROM feeds WHERE key IN ({marks})"
    known: dict[str, int] = dict(database.among(question, people.feeds))
    most = database.execute(
        "SELECT key, sequence FROM feeds WHERE sequence + waiting > 0"
        " ORDER BY sequence DESC, key LIMIT ?",
        (count + len(known),),
    )
    written = people.together({**dict(most.fetchall()), **known})
    ((number,),) = database.execute("SELECT count(*) FROM feeds WHERE sequence + waiting > 0")
    feeds = [feed for feed, _ in written.most_common(count)]
    return number - len(known) + people.count(known), feeds


class EverythingKind(Kind):
    """The kind with one conversation, that of everything."""

    kinds = (EVERYTHING,)

    def read(self, text: str) -> Address | None:
        """The address, if a text is its name."""
        return ADDRESS if text.removesuffix(":") == EVERYTHING else None

    def find(self, source: Source, address: Address) -> EverythingConversation:
        """All messages of all feeds."""
        return EverythingConversation(source)

    def summaries(self, source: Source) -> Sequence[ConversationSummary]:
        """The conversation, unless it is empty."""
        summary = EverythingConversation(source).summary()
        return [summary] if summary.messages else []

    def settle(self, database: Database) -> Iterable[TimelineChange]:
        """Put messages in order that were left out because too many times would have changed."""
        Everything(database).catch_up()
        return ()

    def of(self, source: Source, key: str, message: StoredMessage | None) -> Iterable[Address]:
        """Every classic message is in it."""
        return () if message is None else [ADDRESS]


ADDRESS = Address(EVERYTHING, "", short=EVERYTHING)

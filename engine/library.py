"""The library: the one door through which window and command line reach messages and orders.

    with Library.open(Path("mine.db")) as library:
        library.ingest(Path("log.offset"))
        for thread in library.threads():
            print(thread.title, library.order(thread.root))

A library belongs to one thread of the program; several may be open on one database, in one
process or in many: one writes, the others read.
"""

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from engine.drawing.shape import Shape
from engine.linear.edges import Edges
from engine.linear.graph import Graph
from engine.linear.horizon import Horizon
from engine.message.formats import is_message
from engine.message.private import Keyring
from engine.store.archives import Archives
from engine.store.changes import LibraryChange, TimelineChange, TimelineSnapshot
from engine.store.database import connect, is_known, is_moved, reading
from engine.store.everything import Everything
from engine.store.graphs import ORDERS, graph_of
from engine.store.inspection import Inspection, Place, held_against, inspect
from engine.store.kept_orders import read_through
from engine.store.kept_texts import KeptTexts
from engine.store.messages import Messages, StoredMessage
from engine.store.names import Names
from engine.store.private_threads import IN_PRIVATE, PrivateThread, PrivateThreads
from engine.store.pzp_tangles import PzpTangles
from engine.store.quarantine import Quarantine, QuarantinedRecord
from engine.store.reports import ImportReport, Progress, held
from engine.store.search import Hit, Question, Search
from engine.store.sqlite import Database
from engine.store.tangles import feed_entries, feed_sizes, tangled
from engine.store.thread_orders import ThreadOrders
from engine.store.threads import Threads, ThreadSummary, UnknownThread
from engine.store.views import View, ViewKind, Views, view_at, view_of
from engine.store.votes import Votes
from engine.tangle.everything import EVERYTHING
from engine.tangle.groups import Group
from engine.tangle.growth import Growth, grow
from engine.tangle.listing import TangleSummary, tangles_in, with_all_kinds
from engine.tangle.metafeeds import Person
from engine.tangle.references import feed_reference, message_reference
from engine.tangle.rules import FEED, THREAD, Entry, rule_of

if TYPE_CHECKING:
    from engine.drawing.proof import Proof
    from engine.pipeline.importing import Engine, import_archives, is_bulk
    from engine.store.check.running import Advance, Checkup
    from engine.store.following import Follower
    from engine.store.own_feed import OwnFeed, WouldFork
    from engine.store.publishing import FeedWentOn, Publisher

_LATER = {
    "Engine": "engine.pipeline.importing",
    "FeedWentOn": "engine.store.publishing",
    "Follower": "engine.store.following",
    "OwnFeed": "engine.store.own_feed",
    "Proof": "engine.drawing.proof",
    "Publisher": "engine.store.publishing",
    "WouldFork": "engine.store.own_feed",
    "import_archives": "engine.pipeline.importing",
    "is_bulk": "engine.pipeline.importing",
}
"""What is imported when it is asked for: those who only read don't wait for it."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(_LATER[name]), name)
    globals()[name] = found
    return found


__all__ = [
    "EVERYTHING",
    "ORDERS",
    "Edges",
    "Engine",
    "FeedWentOn",
    "Follower",
    "Hit",
    "Horizon",
    "ImportReport",
    "Inspection",
    "Library",
    "LibraryChange",
    "OwnFeed",
    "PrivateThread",
    "PrivateThreads",
    "Progress",
    "Proof",
    "Publisher",
    "QuarantinedRecord",
    "Question",
    "StoredMessage",
    "TangleSummary",
    "ThreadSummary",
    "TimelineChange",
    "TimelineSnapshot",
    "UnknownThread",
    "View",
    "ViewKind",
    "WouldFork",
    "import_archives",
    "is_bulk",
    "view_at",
    "view_of",
]


class Library:
    """Everything that one database knows, and the ways to tell it more."""

    def __init__(self, path: Path, database: Database) -> None:
        self.path = path
        self._database = database
        self._messages = Messages(database)
        self._names = Names(database)
        self._names.opened = lambda: self._private
        self.kept_texts = KeptTexts(database)
        self._votes = Votes(database)
        self._threads = Threads(database)
        self._orders = ThreadOrders(database)
        self._everything = Everything(database)
        self.views = Views(database)
        self.archives = Archives(database)
        self._quarantine = Quarantine(database)
        self.found = Search(database)
        self.pzp = PzpTangles(database)
        self._private: PrivateThreads | None = None
        self._refreshed: PrivateThreads | None = None  # the same, when it is ours to refresh

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> Self:
        """Open a database, made when it is missing. Raises `DatabaseError`."""
        return cls(path, connect(path, read_only=read_only))

    def close(self) -> None:
        """Let the database go."""
        self.lock()
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Private messages

    def unlock(self, keyring: Keyring) -> PrivateThreads:
        """Open private messages, in memory, until `lock`; what was opened, for `share`."""
        self.lock()
        private = PrivateThreads(connect(self.path, read_only=True), keyring)
        self._private = self._refreshed = private
        private.refresh()
        return private

    def share(self, private: PrivateThreads) -> None:
        """Read what another library has unlocked and goes on to refresh."""
        self._private, self._refreshed = private, None

    def lock(self) -> None:
        """Forget the keys and all that they opened."""
        if self._refreshed:
            self._refreshed.close()
        self._private = self._refreshed = None

    # Reading

    def threads(self, words: str = "") -> list[ThreadSummary]:
        """The conversations, the latest first; every word must occur in the title or a name."""
        wanted = words.casefold().split()
        with reading(self._database):
            found = self._threads.summaries(self._names, wanted)
            if self._refreshed is not None:
                self._refreshed.refresh()
            others = self.pzp.summaries(self._names.of)
            if self._private is not None:
                others += self._private.summaries(self._names.of)
            found += [thread for thread in others if thread.mentions(wanted)]
        return sorted(found, key=lambda thread: (-(thread.latest or 0), thread.root))

    def thread(self, root: str) -> ThreadSummary:
        """One conversation, or the view of an address. Raises `UnknownThread`."""
        if (view := view_at(root)) is not None:
            return self.views.summary(view)
        match self._apart(root):
            case Everything() as all_of_them:
                return all_of_them.summary(self._names)
            case PrivateThreads() | PzpTangles() as apart:
                return apart.summary(root, self._names.of)
        with reading(self._database):
            found = self._threads.summaries(self._names, root=root)
        if not found:
            raise UnknownThread(root)
        return found[0]

    def timeline(self, root: str) -> TimelineSnapshot:
        """A conversation, or `EVERYTHING` as it is ranked, or a view. Raises `UnknownThread`."""
        if (apart := self._apart(root)) is not None:
            return apart.snapshot(root)
        with reading(self._database):
            number = self._number(root)
            return TimelineSnapshot(
                root,
                self._threads.revision(root),
                self._orders.keys(number),
                self._orders.waiting(number),
                self._threads.feeds(number),
            )

    def revision(self, root: str) -> int | None:
        """The revision of a conversation's timeline, without reading it; None for a view."""
        return None if self._apart(root) is not None else self._threads.revision(root)

    def version(self) -> int:
        """A number that is another one as soon as anybody else has written."""
        return int(self._database.execute("PRAGMA data_version").fetchone()[0])

    def is_moved(self) -> bool:
        """Whether the file of the database was moved, removed or replaced while it is open."""
        return is_moved(self._database)

    def is_known(self) -> bool:
        """Whether this program made the database for this user, or checked all of it."""
        return is_known(self._database)

    def everything(self) -> TimelineSnapshot:
        """All messages of all feeds in one order, brought up to date. Raises `DatabaseError`."""
        return self._everything.caught_up(self.path)

    def adopted(self, snapshot: TimelineSnapshot) -> TimelineSnapshot:
        """A snapshot that another library made of this database, to be read through this one."""
        return read_through(self._database, snapshot)

    def edges(self, root: str, keys: Sequence[str]) -> dict[str, Edges]:
        """What joins these to others in a conversation, ghosts too. Raises `UnknownThread`."""
        if (apart := self._apart(root)) is not None:
            return apart.edges(root, keys)
        with reading(self._database):
            return self._orders.edges(self._number(root), keys)

    def horizon(self, root: str, key: str) -> Horizon | None:
        """What a message of a conversation could know of, and what has known of it since.

        None when it is not in the conversation. Raises `UnknownThread`.
        """
        if (apart := self._apart(root)) is not None:
            return apart.horizon(root, key)
        with reading(self._database):
            return self._orders.horizon(self._number(root), key)

    def place(self, root: str, key: str) -> Place | None:
        """Where a message stands in a conversation; None for a ghost. Raises `UnknownThread`."""
        if (apart := self._apart(root)) is not None:
            return apart.place(root, key)
        return self._orders.place(self._number(root), key)

    def inspect(self, root: str, key: str, beside: str | None = None) -> Inspection:
        """All that is known of a message or ghost of a conversation. Raises `UnknownThread`."""
        with reading(self._database):
            root = EVERYTHING if view_at(root) else root
            found = inspect(self, root, key)
            return held_against(self, root, found, self.shape(root), beside) if beside else found

    def order(self, root: str, by: str = "scuttlesort") -> list[str]:
        """The keys of a conversation in one of `ORDERS`. Raises `UnknownThread`."""
        with reading(self._database):
            if by == "scuttlesort":
                return self._keys(root)
            from engine.linear.orders import order_of

            return order_of(self.graph(root), by)

    def graph(self, root: str) -> Graph:
        """A conversation as a graph, in the order of arrival. Raises `UnknownThread`."""
        with reading(self._database):
            keys = self._keys(root)
            messages = self.messages(keys, thread=root)
            return graph_of(root, messages.values(), self._numbers(root, keys))

    def shape(self, root: str) -> Shape:
        """A conversation without its words, to be drawn and counted. Raises `UnknownThread`."""
        from engine.store.shapes import shape_of, stored_shape

        with reading(self._database):
            keys = self._keys(root)
            if self._apart(root) is not None:
                return shape_of(keys, self.messages(keys, thread=root), self._numbers(root, keys))
            return stored_shape(self._database, self._number(root), keys)

    def messages(
        self, keys: Sequence[str], *, thread: str | None = None
    ) -> dict[str, StoredMessage]:
        """Those messages that are known, with their causes in `thread`, else in their own."""
        if thread is not None and thread in self.pzp:
            return self.pzp.messages(keys, thread)
        thread = EVERYTHING if thread is not None and view_at(thread) else thread
        found = self._messages.get(keys, thread)
        if self._private is not None:
            for key, message in found.items():
                if (content := self._private.content(key)) is not None:
                    found[key] = message.opened(content, thread and thread.removesuffix(IN_PRIVATE))
        return found

    def value(self, key: str) -> str | None:
        """The canonical text of a message, as its author signed it."""
        return self._messages.value(key) if is_message(key) else self.pzp.value(key)

    def names(self, feeds: Iterable[str]) -> dict[str, str]:
        """What feeds are called; a short form of the key for those nobody has named."""
        return self._names.of(feeds)

    def person(self, feed: str) -> Person:
        """The person who writes in a feed: root metafeed, subfeeds, and the classic feed."""
        return self._names.person(feed)

    def votes(self, keys: Sequence[str]) -> dict[str, int]:
        """How many people vote for a message, where anybody does."""
        return self._votes.of(keys)

    def search(self, question: Question, count: int = 50) -> list[str]:
        """The keys of messages that fit, the newest arrivals first; `found` pages and counts."""
        return [hit.key for hit in self.found.page(question, count)]

    def quarantine(self, first: int = 0, count: int = 100) -> list[QuarantinedRecord]:
        """A page of the records that were refused, oldest first."""
        return self._quarantine.page(first, count)

    def quarantined(self) -> int:
        """How many records were refused."""
        return len(self._quarantine)

    def __len__(self) -> int:
        """How many messages there are."""
        return held(self._database)

    def tangles(self) -> list[TangleSummary]:
        """The tangles that readable messages say they belong to, the largest first."""
        return tangles_in(self._tangled())

    def every_tangle(self) -> list[TangleSummary]:
        """The tangles of `tangles`, then the conversations, then the feeds."""
        threads = [each for each in self.threads() if each.root not in self.pzp]
        found = {each.root.removesuffix(IN_PRIVATE): each.messages for each in threads}
        return with_all_kinds(self.tangles(), found.items(), feed_sizes(self._database))

    def tangle(self, name: str, root: str) -> Growth:
        """A tangle of a name: what is connected, set aside or excluded, and why.

        A `thread` has those in it by `root` and `branch`, too; the root of a `feed` is its author.
        """
        rule = rule_of(name)
        if name == FEED:
            return grow(rule, root, feed_entries(self._database, feed_reference(root)))
        root = message_reference(root)
        is_talk = name == THREAD and self._threads.numbers([root])
        return grow(rule, root, self._tangled(root, *self._keys(root) if is_talk else ()))

    def group(self, root: str) -> Group:
        """The private group that begins with the message `root`, as far as it can be read."""
        return Group(root, self._tangled(root))

    def reply(self, root: str, text: str, within: str = THREAD) -> dict[str, Any]:
        """The content of a post after everything that is known of a public conversation.

        It names the tips of every tangle that it writes: the thread, `within`, and those that the
        root begins.

        Raises `UnknownThread` if nothing is known, `PrivateThread` if it is not public.
        """
        if self._private is not None and root in self._private:
            raise PrivateThread(root)
        from engine.store.answering import answer

        with reading(self._database):
            return answer(
                self._database,
                message_reference(root),
                text,
                within,
                self._threads,
                self._orders,
                self._messages,
            )

    def export(self, feed: str, file: Path) -> int:
        """Write the valid messages of a feed to a file of NDJSON; how many. Raises `OSError`."""
        from engine.store.exporting import export_feed

        with reading(self._database):
            return export_feed(self._database, feed, file)

    def check(
        self,
        *,
        quick: bool = False,
        hmac_key: bytes | None = None,
        keyring: Keyring | None = None,
        on_progress: "Callable[[Advance], None] | None" = None,
    ) -> "Checkup":
        """Compare all that can be derived again with what is kept. Raises `DatabaseError`.

        A quick check leaves out signatures, the words of the search, and archives.
        `hmac_key` is that of the network, if it has one: databases don't keep it. With a
        `keyring`, texts that are kept of private messages are compared with what it opens.
        """
        from engine.store.check.running import check_up

        return check_up(
            self._database, quick=quick, hmac_key=hmac_key, keyring=keyring, tell=on_progress
        )

    # Writing

    def ingest(
        self,
        archive: Path,
        *,
        on_progress: Callable[[Progress], None] | None = None,
        on_change: Callable[[LibraryChange], None] | None = None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> ImportReport:
        """Take in what is new in an archive, in transactions. Raises `ArchiveError`."""
        from engine.store.importing import Importer

        importer = Importer(self._database, archive)
        return importer.run(on_progress, on_change, cancelled)

    def follow(self, archive: Path) -> "Follower":
        """Watch an archive that grows."""
        from engine.store.following import Follower

        return Follower(self._database, archive)

    def publisher(self, own: "OwnFeed") -> "Publisher":
        """Whoever previews and publishes messages of an own feed here."""
        from engine.store.publishing import Publisher

        return Publisher(self._database, own)

    def _tangled(self, root: str = "", *more: str) -> list[Entry]:
        """The readable messages with tangle data; `more` are those that are in a tangle without."""
        with reading(self._database):
            opened = self._private.opened() if self._private is not None else []
            return list(tangled(self._database, self.messages, opened, root, more))

    def _keys(self, root: str) -> list[str]:
        apart = self._apart(root)
        return list(apart.snapshot(root).keys if apart else self._orders.keys(self._number(root)))

    def _numbers(self, root: str, keys: Sequence[str]) -> dict[str, int]:
        return self.pzp.numbers() if root in self.pzp else self._messages.numbers(keys)

    def _apart(self, root: str) -> PrivateThreads | Everything | Views | PzpTangles | None:
        """What keeps the timeline of `root`, where it is not that of a public thread."""
        if root == EVERYTHING:
            return self._everything
        if view_at(root) is not None:
            return self.views
        if self._private is not None and root in self._private:
            return self._private
        return self.pzp if root in self.pzp else None

    def _number(self, root: str) -> int:
        if (number := self._threads.numbers([root]).get(root)) is None:
            raise UnknownThread(root)
        return number

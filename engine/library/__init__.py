"""The library: the interface of window and command line to messages and orders.

    with Library.open(Path("mine.db")) as library:
        library.ingest(Path("log.offset"))
        for thread in library.threads():
            print(thread.title, library.conversation(thread.address).in_order())

A library must be used in one thread only; several may be open on one database, in one
process or in several: one writes, the others read.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from tanglescope.engine.language.wording import tr
from tanglescope.engine.linear.horizon import Edges, Horizon
from tanglescope.engine.linear.orders.named import ORDERS
from tanglescope.engine.reduce.activities import Activity
from tanglescope.engine.store.activities import Activities, Votes
from tanglescope.engine.store.arrivals.archives import Archives
from tanglescope.engine.store.arrivals.changes import (
    LibraryChange,
    TimelineChange,
    TimelineSnapshot,
)
from tanglescope.engine.store.arrivals.quarantine import Quarantine, QuarantinedRecord
from tanglescope.engine.store.arrivals.reports import (
    IMPORT_STAGES,
    Countdown,
    ImportReport,
    Progress,
    holds_feeds,
    holds_only_graphs,
    message_count,
)
from tanglescope.engine.store.conversations.address import Address, UnknownConversation
from tanglescope.engine.store.conversations.catalogue import Catalogue
from tanglescope.engine.store.conversations.conversation import (
    Conversation,
    ExcludedMessage,
    GivenFacts,
)
from tanglescope.engine.store.conversations.feeds import feed_address, feed_named
from tanglescope.engine.store.conversations.kind import Kind, Listing
from tanglescope.engine.store.conversations.private import PrivateConversation
from tanglescope.engine.store.conversations.private_messages import PrivateMessages
from tanglescope.engine.store.conversations.pzp import PzpTangles
from tanglescope.engine.store.conversations.source import Source
from tanglescope.engine.store.conversations.table import ConversationSummary
from tanglescope.engine.store.conversations.threads import replies
from tanglescope.engine.store.conversations.views import (
    is_channel,
    mentions_address,
    search_address,
)
from tanglescope.engine.store.conversations.wrapped import ReadWords
from tanglescope.engine.store.files.database import connect, is_known, is_moved, reading
from tanglescope.engine.store.files.errors import reports_damage
from tanglescope.engine.store.files.import_lock import importing_alone, is_imported_into
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.messages import StoredMessage, ids_beginning
from tanglescope.engine.store.new_messages import ReadMark, latest_number
from tanglescope.engine.store.orders.members import MessagePlace
from tanglescope.engine.store.orders.order_cache import read_through
from tanglescope.engine.store.profiles import Portraits, Profile, Profiles, consents
from tanglescope.engine.store.reference_limit import (
    LEAST_CUT,
    LimitTooLow,
    ReferenceLimit,
    limit_references,
    over_limit,
    reference_limit,
)
from tanglescope.engine.store.search import Hit, Question, Search
from tanglescope.engine.store.stored_texts import StoredTexts
from tanglescope.engine.system.collecting import without_collecting
from tanglescope.engine.tangle.growth import Growth
from tanglescope.engine.tangle.metafeeds import Person
from tanglescope.engine.tangle.references import message_reference
from tanglescope.engine.tangle.thread import EVERYTHING, identity

if TYPE_CHECKING:
    from tanglescope.engine.blobs.folders import BlobFolders
    from tanglescope.engine.drawing.shape import Proof
    from tanglescope.engine.message.private import Keyring
    from tanglescope.engine.pipeline.importing import (
        Engine,
        import_archives,
        is_bulk,
        room_warning,
        spark_missing,
    )
    from tanglescope.engine.store.arrivals.importer import Follower
    from tanglescope.engine.store.check.running import Advance, Checkup
    from tanglescope.engine.store.feed_log import ShownLater, WouldFork
    from tanglescope.engine.store.inspection import Inspection
    from tanglescope.engine.store.own_feed import OwnFeed
    from tanglescope.engine.store.publishing import PreviewOutdated, Publisher
    from tanglescope.engine.tangle.groups import Group

_LATER = {
    "Engine": "tanglescope.engine.pipeline.importing",
    "PreviewOutdated": "tanglescope.engine.store.publishing",
    "Follower": "tanglescope.engine.store.arrivals.importer",
    "Inspection": "tanglescope.engine.store.inspection",
    "OwnFeed": "tanglescope.engine.store.own_feed",
    "Proof": "tanglescope.engine.drawing.shape",
    "Publisher": "tanglescope.engine.store.publishing",
    "ShownLater": "tanglescope.engine.store.feed_log",
    "WouldFork": "tanglescope.engine.store.feed_log",
    "import_archives": "tanglescope.engine.pipeline.importing",
    "is_bulk": "tanglescope.engine.pipeline.importing",
    "room_warning": "tanglescope.engine.pipeline.importing",
    "spark_missing": "tanglescope.engine.pipeline.importing",
}
"""Imported on first use, so that code that only reads starts fast."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(_LATER[name]), name)
    globals()[name] = found
    return found


__all__ = [
    "EVERYTHING",
    "IMPORT_STAGES",
    "LEAST_CUT",
    "ORDERS",
    "Activity",
    "Address",
    "Conversation",
    "ConversationSummary",
    "Edges",
    "Engine",
    "ExcludedMessage",
    "Follower",
    "GivenFacts",
    "Hit",
    "Horizon",
    "ImportReport",
    "Inspection",
    "Library",
    "LibraryChange",
    "LimitTooLow",
    "Listing",
    "MessagePlace",
    "OwnFeed",
    "PreviewOutdated",
    "PrivateConversation",
    "PrivateMessages",
    "Profile",
    "Progress",
    "Proof",
    "Publisher",
    "QuarantinedRecord",
    "Question",
    "ReadMark",
    "ReferenceLimit",
    "ShownLater",
    "StoredMessage",
    "TimelineChange",
    "TimelineSnapshot",
    "UnknownConversation",
    "WouldFork",
    "feed_address",
    "feed_named",
    "import_archives",
    "is_bulk",
    "is_channel",
    "mentions_address",
    "room_warning",
    "search_address",
    "spark_missing",
]


@reports_damage(attrgetter("_database"))
class Library:
    """Everything that one database contains, and the ways to add to it."""

    def __init__(self, path: Path, database: Database, kinds: Sequence[Kind] | None = None) -> None:
        self.path = path
        self._database = database
        self._source = Source(path, database)
        self._catalogue = Catalogue(self._source, kinds)
        self.stored_texts = StoredTexts(database)
        self.votes = Votes(database)
        self.portraits = Portraits(database)
        self._profiles = Profiles(database, self._source.names)
        self.activities = Activities(self._database)
        self.archives = Archives(database)
        self.quarantine = Quarantine(database)
        self.found = Search(database, self._source.within, self._source.outdated_texts)
        self._refreshed: PrivateMessages | None = None  # set if this library refreshes them

    @classmethod
    def open(
        cls, path: Path, *, read_only: bool = False, kinds: Sequence[Kind] | None = None
    ) -> Self:
        """Open or create a database; `kinds` limits the kinds of conversations.

        Raises `DatabaseError`.
        """
        is_imported_into(path)  # removes the lock of an import that was killed
        return cls(path, connect(path, read_only=read_only), kinds)

    def close(self) -> None:
        """Close the database."""
        self.lock()
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Private messages

    def unlock(self, keyring: "Keyring") -> PrivateMessages:
        """Decrypt private messages, in memory, until `lock`; the result is for `share`."""
        self.lock()
        private = PrivateMessages(connect(self.path, read_only=True), keyring)
        self._source.private = self._refreshed = private
        private.refresh()
        return private

    def share(self, private: PrivateMessages) -> None:
        """Use the private messages that another library has decrypted and refreshes."""
        self._source.private, self._refreshed = private, None

    def lock(self) -> None:
        """Forget the keys and all decrypted messages."""
        if self._refreshed:
            self._refreshed.close()
        self._source.private = self._refreshed = None
        self._source.drop(ReadWords)

    # Conversations

    def conversation(
        self, address: str, by: str | None = None, *, as_read: bool = False
    ) -> Conversation:
        """The conversation with an address, in one of `ORDERS` or in its own order.

        With `as_read`, it is without the messages that only edit or delete others, whose effect is
        read there. Raises `UnknownConversation`.
        """
        found = self._catalogue.conversation(address, by)
        return self._catalogue.as_read(found) if as_read else found

    def conversations(
        self, *, listing: Listing | None = None, kind: str | None = None, words: str = ""
    ) -> list[ConversationSummary]:
        """The conversations of a list or a kind, or all, kind by kind; the latest are first.

        Every one of the words must occur in the title or a name.
        """
        if self._refreshed is not None:
            self._refreshed.refresh()
        return self._catalogue.summaries(listing=listing, kind=kind, words=words)

    def kinds(self) -> list[str]:
        """The kinds of conversations for `conversations`, in alphabetical order."""
        return self._catalogue.kinds()

    def conversations_of(self, key: str) -> list[str]:
        """The addresses of the conversations of a message."""
        with reading(self._database):
            return self._catalogue.of(key)

    def ids_beginning(self, short: str, most: int = 2) -> list[str]:
        """The known ids of messages and feeds that a shortened id can mean, `most` at most."""
        with reading(self._database):
            return ids_beginning(self._database, short, most)

    def addresses_beginning(self, short: str, most: int = 2) -> list[str]:
        """The known addresses that a kind with a shortened id can mean, `most` at most."""
        return self._catalogue.beginning(short.strip(), most)

    def latest(self) -> int:
        """The number of the latest message; 0 if there is none."""
        return latest_number(self._database)

    def numbers(self, keys: Sequence[str]) -> dict[str, int]:
        """The numbers of the known messages; they ascend in the order of arrival."""
        return self._source.numbers(keys)

    def unread(self, mark: ReadMark) -> dict[str, int]:
        """The number of unread messages of each conversation with any, by address."""
        return self._catalogue.unread(mark)

    def canonical(self, address: str) -> str:
        """The canonical form of an address."""
        return self._catalogue.canonical(address)

    def threads(self, words: str = "") -> list[ConversationSummary]:
        """The threads, the latest first; every word must occur in the title or a name."""
        return self.conversations(listing=Listing.THREADS, words=words)

    @property
    def pzp(self) -> PzpTangles:
        """The tangles of PZP messages, with the sets among them."""
        return self._source.part(PzpTangles)

    @contextmanager
    def one_version(self) -> Iterator[None]:
        """Answer several queries from one version of the database, despite later writes."""
        with reading(self._database):
            yield

    def version(self) -> int:
        """A number that changes whenever another connection has written."""
        return int(self._database.execute("PRAGMA data_version").fetchone()[0])

    def state(self) -> tuple[int, ...]:
        """A value that changes whenever messages are written or decrypted."""
        return self._source.version

    def is_moved(self) -> bool:
        """Whether the file of the database was moved, removed or replaced while it is open."""
        return is_moved(self._database)

    def is_known(self) -> bool:
        """Whether this program created the database for this user, or checked it in full."""
        return is_known(self._database)

    def adopt_snapshot(self, snapshot: TimelineSnapshot) -> TimelineSnapshot:
        """A snapshot from another library on this database, read through this library."""
        return read_through(self._database, snapshot)

    def inspect(
        self, address: str, key: str, beside: str | None = None, *, as_read: bool = False
    ) -> "Inspection":
        """Everything known about a message, even a missing one. Raises `UnknownConversation`."""
        from tanglescope.engine.store.inspection import held_against, inspect

        with reading(self._database):
            conversation = self.conversation(address, as_read=as_read)
            joined = self.conversations_of(key)
            found = inspect(self._source, self.votes, conversation, key, joined)
            return held_against(self._source, conversation, found, beside) if beside else found

    # Messages

    def messages(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """The known ones of the messages, with their causes in their own threads."""
        return self._source.messages(keys, by_opened=True)

    def value(self, key: str) -> str | None:
        """The canonical text of a message, as signed by its author."""
        from tanglescope.engine.message.formats import is_message

        with reading(self._database):
            return self._source.value(key) if is_message(key) else self.pzp.value(key)

    def encrypted_keys(self) -> list[str]:
        """The keys of all messages that are encrypted and not decrypted."""
        return self._source.encrypted_keys()

    def names(self, feeds: Iterable[str]) -> dict[str, str]:
        """The names of feeds; a short form of the key for those without a name."""
        return self._source.names.of(feeds)

    def profile(self, feed: str) -> Profile:
        """The profile of the person behind a feed, from public messages."""
        return self._catalogue.profile_as_read(self._profiles.of(feed))

    def consents(self) -> dict[str, bool]:
        """What people last said about being shown on public web pages, by feed."""
        return consents(self._database)

    def blob_folders(self, named: Iterable[Path] = ()) -> "BlobFolders":
        """The folders with blobs beside the archives, after those that the user named."""
        from tanglescope.engine.blobs.folders import BlobFolders
        from tanglescope.engine.store.files.tilde_friends import tables_in

        archives = self.archives.paths()
        return BlobFolders.of(archives, named, tables_in(archives))

    def person(self, feed: str) -> Person:
        """The person who writes in a feed: root metafeed, subfeeds, and the classic feed."""
        return self._source.names.person(feed)

    def search(self, question: Question, count: int = 50) -> list[str]:
        """The keys of matching messages, the newest arrivals first; `found` pages and counts."""
        with reading(self._database):
            return [hit.key for hit in self.found.page(question, count)]

    def search_unindexed(
        self, words: str, count: int = 50
    ) -> list[tuple[StoredMessage, ConversationSummary]]:
        """The nodes of graphs and PZP messages with these words, and their conversations.

        At most `count`; of each conversation the newest first.
        """
        found: list[tuple[StoredMessage, ConversationSummary]] = []
        for summary in self._catalogue.list_unindexed():
            if len(found) < count:
                keys = self.find_in(summary.address, words, count - len(found))
                messages = self.conversation(summary.address).messages(keys)
                found += [(messages[key], summary) for key in keys if key in messages]
        return found

    def search_remarks(self, question: Question) -> list[str]:
        """The reasons why a search finds nothing: an unknown author, a private conversation."""
        with reading(self._database):
            author, address = question.author, question.thread
            remarks = []
            if author is not None and not self.found.knows_author(author):
                remarks.append(tr("No author here has the id or name “{name}”.", name=author))
            if address is not None and (remark := self._why_not_searched(address)):
                remarks.append(remark)
            return remarks

    def _why_not_searched(self, address: str) -> str | None:
        try:
            is_private = self.conversation(address).summary().private
        except UnknownConversation:
            return tr("No conversation here has the address {address}.", address=address)
        if not is_private:
            return None
        return tr(
            "The search covers public messages only. To search private ones, open their"
            " conversation and use Find (Ctrl+F)."
        )

    def find_in(self, address: str, words: str, count: int = 50) -> list[str]:
        """The keys of messages with these words, the newest first; some may be elsewhere."""
        conversation = self.conversation(address)
        with reading(self._database):
            found = conversation.find(words, count)
        return self.search(conversation.question(words), count) if found is None else found

    def __len__(self) -> int:
        """The number of messages."""
        with reading(self._database):
            return message_count(self._database)

    def holds_only_graphs(self) -> bool:
        """Whether the database contains only graphs."""
        return holds_only_graphs(self._database)

    def holds_feeds(self) -> bool:
        """Whether the database contains messages of feeds."""
        return holds_feeds(self._database)

    def tangles(self) -> list[ConversationSummary]:
        """The conversations that are tangles, named tangles first."""
        listed = (each for listing in Listing for each in self.conversations(listing=listing))
        return sorted(
            (each for each in listed if each.tangle_name), key=lambda each: not each.tangle
        )

    def tangle(self, name: str, root: str) -> Growth:
        """A tangle of a name: its connected, waiting and excluded messages, with reasons.

        A `thread` includes replies by `root` and `branch`; the root of a `feed` is its author.
        """
        return self._catalogue.tangle(name, root)

    def group(self, root: str) -> "Group":
        """The private group that begins with the message `root`, from its decrypted messages."""
        from tanglescope.engine.tangle.groups import Group

        return Group(root, self._source.tangle_entries(root))

    def reply(self, address: str, text: str, within: str = "") -> dict[str, Any]:
        """The content of a reply to a public conversation.

        It names the tips of each of its tangles: the thread, that of the address or `within`, and
        those that the root begins.

        Raises:
            UnknownConversation: no message of it is known.
            PrivateConversation: it isn't public.
        """
        from tanglescope.engine.store.publishing import answer

        with reading(self._database):
            written = message_reference(address)
            if (named := identity(written)) is None:
                raise UnknownConversation(address)
            # A message without replies may not be in a conversation.
            with suppress(UnknownConversation):
                if not self.conversation(written).is_public:
                    raise PrivateConversation(written)
            name, root = named
            return answer(self._database, root, replies(self._source, root), text, within or name)

    def export(self, feed: str, file: Path) -> int:
        """Write the valid messages of a feed to an NDJSON file and count them. Raises `OSError`."""
        from tanglescope.engine.store.exporting import export_feed

        with reading(self._database):
            return export_feed(self._database, feed, file)

    def check(
        self,
        *,
        quick: bool = False,
        hmac_key: bytes | None = None,
        keyring: "Keyring | None" = None,
        on_progress: "Callable[[Advance], None] | None" = None,
    ) -> "Checkup":
        """Check stored values against what can be derived again. Raises `DatabaseError`.

        A quick check leaves out signatures, the search index, and archives.
        `hmac_key` is that of the network, if it has one: databases don't keep it. With a
        `keyring`, texts that are kept of private messages are compared with what it opens.
        """
        from tanglescope.engine.store.check.running import check_up

        return check_up(
            self._database, quick=quick, hmac_key=hmac_key, keyring=keyring, on_progress=on_progress
        )

    # Writing

    def ingest(
        self,
        archive: Path,
        *,
        keys: Sequence[bytes] = (),
        on_progress: Callable[[Progress], None] | None = None,
        on_change: Callable[[LibraryChange], None] | None = None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> ImportReport:
        """Import new records of an archive, in several transactions.

        `keys` may decrypt Autobases. Raises `ArchiveError`, and `ImportRunning` during another
        import.
        """
        from tanglescope.engine.store.arrivals.importer import Importer

        if on_progress is not None:
            on_progress = Countdown().of(on_progress)
        with without_collecting():
            importer = Importer(self._database, archive, keys=keys)
            with importing_alone(self.path):
                return importer.run(on_progress, on_change, cancelled)

    def follow(self, archive: Path, keys: Sequence[bytes] = ()) -> "Follower":
        """Follow a growing archive."""
        from tanglescope.engine.store.arrivals.importer import Follower

        return Follower(self._database, archive, keys)

    @property
    def reference_limit(self) -> ReferenceLimit | None:
        """How many others new messages and nodes may refer to; None without a limit."""
        return reference_limit(self._database)

    def over_limit(self, most: int) -> int:
        """How many messages and nodes here refer to more than `most` others."""
        with reading(self._database):
            return over_limit(self._database, most)

    def limit_references(self, limit: ReferenceLimit | None) -> None:
        """Set or lift that limit; what is here stays. Raises `LimitTooLow`."""
        limit_references(self._database, limit)

    def publisher(self, own: "OwnFeed") -> "Publisher":
        """The publisher: previews, signs and stores the user's own messages."""
        from tanglescope.engine.store.publishing import Publisher

        return Publisher(self._database, own)

    def adopt(self, folder: Path, secret: Path, understood: str = "") -> "OwnFeed":
        """Publish with the `secret` of another program, after all that is known of its feed.

        The new feed is in `folder`. Raises what `OwnFeed.adopt` raises.
        """
        from tanglescope.engine.store.publishing import adopt

        return adopt(self._database, folder, secret, understood)

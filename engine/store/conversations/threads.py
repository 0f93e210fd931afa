"""Threads and tangles of any name.

A thread is a root and every public message that replies in it. Another tangle is a root and the
messages with tangle data of its name. Public ones are stored in the database; those of private
messages, such as messages in a group, grow in memory as the messages are decrypted.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from tanglescope.engine.language.wording import tr
from tanglescope.engine.message.message import Content, content_of
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.conversations.conversation import (
    Conversation,
    Extra,
    ExtraFact,
    ExtraFinder,
)
from tanglescope.engine.store.conversations.kind import (
    SEARCHED,
    Kind,
    Listing,
)
from tanglescope.engine.store.conversations.private import (
    opened_beginning,
    opened_conversation,
    opened_growth,
    opened_summaries,
)
from tanglescope.engine.store.conversations.source import Source
from tanglescope.engine.store.conversations.stored import (
    StoredConversation,
    count_joined,
    with_beginners,
)
from tanglescope.engine.store.conversations.table import (
    THREAD,
    ConversationSummary,
    ConversationTable,
    roots_of,
    thread_address,
)
from tanglescope.engine.store.files.database import reading
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.messages import IdColumn, StoredMessage
from tanglescope.engine.store.new_messages import UnreadSince
from tanglescope.engine.store.orders.members import OrderedMembers, is_member
from tanglescope.engine.tangle.growth import Growth, grow
from tanglescope.engine.tangle.references import message_reference, names_message
from tanglescope.engine.tangle.rules import EPOCH, GROUP, MEMBERS, rule_of, thread_roots
from tanglescope.engine.tangle.thread import identity, memberships, opens_thread

_GROWN = """WITH unread AS MATERIALIZED (
    SELECT id, key FROM messages
        WHERE id > :number AND id NOT IN (SELECT value FROM json_each(:later))
) SELECT root, sum(new) FROM (
    SELECT target AS root, count(*) AS new FROM unread
        CROSS JOIN links ON links.message = unread.id AND links.kind = 'root' GROUP BY target
    UNION ALL
    SELECT key, 1 FROM unread
) JOIN conversations USING (root) WHERE conversations.name = :name GROUP BY root"""

"""Threads that have grown by messages with that root, or by the root itself."""


_ANSWERS = f"""SELECT DISTINCT answers.key FROM (
    SELECT here.key FROM members CROSS JOIN messages AS here
        ON {is_member("members.conversation", "here")}
        WHERE members.conversation = :number AND :key = :root
    UNION SELECT :key
) AS inside CROSS JOIN links ON links.target = inside.key AND links.kind IN ('branch', 'fork')
    JOIN messages AS answers ON answers.id = links.message
    WHERE answers.status <> 'invalid' AND (links.kind = 'fork' OR NOT EXISTS
        (SELECT 1 FROM links AS other WHERE other.message = answers.id AND other.kind = 'root'))
    ORDER BY answers.id"""


def replies(source: Source, root: str) -> Sequence[str]:
    """The messages of the thread of a root, with the root itself if it is known."""
    with reading(source.database):
        number = ConversationTable(source.database).number(THREAD, root)
        return [] if number is None else OrderedMembers(source.database, number).keys()


def stored_thread_count(database: Database) -> int:
    """The number of threads stored in the database."""
    question = "SELECT count(*) FROM conversations WHERE name = ?"
    return database.number(question, (THREAD,))


def _root(content: Content) -> object:
    """The `root` field of a message."""
    return content.get("root") if isinstance(content, dict) else None


LINKED = (
    f"messages ON messages.key = conversations.root AND name = '{THREAD}'",
    "links ON links.target = conversations.root AND links.kind = 'root'"
    f" AND name = '{THREAD}' CROSS JOIN messages ON messages.id = links.message",
)
"""Joins, in SQL, from `conversations` to `messages` that are in one without tangle data."""


def lacking(database: Database) -> Iterator[tuple[str, str]]:
    """The missing threads of roots with replies, and of posts: a sentence, and what it is about."""
    for (root,) in database.execute(
        "SELECT target FROM links WHERE kind = 'root'"
        " EXCEPT SELECT root FROM conversations WHERE name = ?",
        (THREAD,),
    ):
        yield tr("Messages reply in it, but no such thread is stored."), f"{THREAD} {root}"
    for key, value in database.execute(
        "SELECT key, value FROM messages WHERE type = 'post' AND NOT EXISTS"
        " (SELECT 1 FROM conversations WHERE root = key AND name = ?)",
        (THREAD,),
    ):
        if opens_thread(content_of(value)):
            what = tr("It opens a thread, but no such thread is stored.")
            yield what, tr("message {key}", key=key)


def by_data_alone(database: Database) -> Iterator[tuple[str, str]]:
    """The names and roots of the conversations that exist only by tangle data.

    These are tangles, and threads that nothing replies in by `root` and that no post opens.
    """
    for name, root, value in database.execute(
        "SELECT name, root, value FROM conversations LEFT JOIN messages ON key = root"
        " WHERE name <> ? OR NOT EXISTS"
        " (SELECT 1 FROM links WHERE target = root AND kind = 'root')",
        (THREAD,),
    ):
        if name != THREAD or value is None or not opens_thread(content_of(value)):
            yield name, root


class ThreadConversation(StoredConversation):
    """The thread of a root."""

    @property
    def extras(self) -> Mapping[str, ExtraFinder]:
        """The messages outside that answer a message here, or for the root, any message here.

        They name it in `branch` and no root, or their own thread forks off.
        """
        return {**super().extras, "answers": ExtraFinder(self._answers, on_request=True)}

    def _answers(self, key: str) -> Extra | None:
        with reading(self._database):
            given = {"number": self._number, "root": self.address.subject, "key": key}
            found = self._database.column(_ANSWERS, given)
            inside = self._joined_keys(found)
        outside = tuple(key for key in found if key not in inside)
        title = tr("Also answered by ({number:,})", number=len(outside))
        return Extra(title, [ExtraFact(keys=outside)], outside) if outside else None


class _StoredKind(Kind):
    """Threads or tangles, which messages join in the database."""

    def id_columns(self, kind: str) -> Sequence[IdColumn]:
        return [roots_of(kind)]

    def holding(self, source: Source, messages: Sequence[StoredMessage]) -> Mapping[str, int]:
        claims = (
            (address.kind, address.subject, each.key)
            for each in messages
            for address in self.of(source, each.key, each)
        )
        return count_joined(source, claims)


class Threads(_StoredKind):
    """Public threads, by the keys of their roots."""

    kinds = (THREAD,)
    listing = Listing.THREADS

    def read(self, text: str) -> Address | None:
        """The address of a key, with or without `thread:`."""
        root = text.removeprefix("thread:")
        return thread_address(message_reference(root)) if names_message(root) else None

    def find(self, source: Source, address: Address) -> ThreadConversation | None:
        """The thread of a root; None if there is none."""
        number = ConversationTable(source.database).number(THREAD, address.subject)
        if number is None:
            return None
        return ThreadConversation(source, address, number, rule_of(THREAD))

    def summaries(self, source: Source) -> Sequence[ConversationSummary]:
        found = ConversationTable(source.database).summaries(source.names, threads=True)
        return with_beginners(source, found)

    def latest_without(
        self, source: Source, addresses: Sequence[str], left_out: Collection[str]
    ) -> Mapping[str, float | None]:
        """The latest time in threads without some messages."""
        return ConversationTable(source.database).latest_without(THREAD, addresses, left_out)

    def count_unread(self, source: Source, news: UnreadSince) -> Mapping[str, int]:
        """The number of unread messages in each thread, by `root` or by tangle data."""
        grown = count_joined(
            source,
            (
                (THREAD, root, entry.key)
                for entry in news.tangle_entries
                for root in thread_roots(entry.content)
                if root != _root(entry.content)  # otherwise it is found by its link
            ),
        )
        for root, count in source.database.execute(_GROWN, {**news.parameters, "name": THREAD}):
            grown[str(thread_address(root))] += count
        return grown

    def tangle(self, source: Source, name: str, root: str) -> Growth | None:
        """The thread of a root, with waiting and excluded messages."""
        if name != THREAD:
            return None
        root = message_reference(root)
        return grow(rule_of(THREAD), root, source.tangle_entries(root, replies(source, root)))

    def of(self, source: Source, key: str, message: StoredMessage | None) -> Iterable[Address]:
        """The threads that a public message replies in, and its own."""
        if message is None or message.private or message.type is None:
            return ()
        roots = [*thread_roots(message.content), message.key]
        known = ConversationTable(source.database).numbers(THREAD, roots)
        return [thread_address(root) for root in roots if root in known]


class Tangles(_StoredKind):
    """Tangles by their names and the keys of their roots."""

    kinds = ("chess", EPOCH, GROUP, MEMBERS)
    listing = Listing.TANGLES

    def read(self, text: str) -> Address | None:
        """The address `NAME:KEY`."""
        found = identity(text)
        return found and Address(*found)

    def kinds_in(self, source: Source) -> Iterable[str]:
        """The usual names of tangles, and those of the tangles in a database."""
        stored = ConversationTable(source.database).names() - {THREAD}
        return {
            *self.kinds,
            *stored,
            *(each.kind for each in opened_summaries(source, threads=False)),
        }

    def beginning(self, source: Source, text: str, most: int) -> Iterable[Address]:
        """The tangles that an address with a shortened id can mean."""
        opened = islice(opened_beginning(opened_summaries(source, threads=False), text), most)
        return [*opened, *super().beginning(source, text, most)]

    def find(self, source: Source, address: Address) -> Conversation | None:
        """A tangle of public or decrypted messages; None if there is none."""
        if (opened := opened_conversation(source, address)) is not None:
            return opened
        number = ConversationTable(source.database).number(address.kind, address.subject)
        if number is None or address.kind == THREAD:
            return None
        return StoredConversation(source, address, number, rule_of(address.kind))

    def summaries(self, source: Source) -> Sequence[ConversationSummary]:
        public = ConversationTable(source.database).summaries(source.names, threads=False)
        opened = opened_summaries(source, threads=False)
        known = {each.address for each in opened}
        kept = [each for each in public if each.address not in known]
        return with_beginners(source, [*kept, *(each for each in opened if each.kind != GROUP)])

    def count_unread(self, source: Source, news: UnreadSince) -> Mapping[str, int]:
        """The number of unread messages in each tangle."""
        claims = (
            (name, root, entry.key)
            for entry in news.tangle_entries
            for name, root, _ in memberships(entry)
            if name != THREAD
        )
        opened = opened_growth(source, opened_summaries(source, threads=False), news)
        return {**count_joined(source, claims), **opened}

    def narrowing(self, text: str) -> tuple[str, str] | None:
        """A tangle is a field of its own, with its address as the value."""
        address = message_reference(text)
        return None if identity(address) is None else (SEARCHED, address)

    def tangle(self, source: Source, name: str, root: str) -> Growth:
        """The tangle of a name and a root, with waiting and excluded messages."""
        return grow(rule_of(name), root, source.tangle_entries(root))

    def of(self, source: Source, key: str, message: StoredMessage | None) -> Iterable[Address]:
        """The tangles that a message is a candidate of."""
        claimed = () if message is None else memberships(message.entry)
        return [Address(name, root) for name, root, _ in claimed if name != THREAD]

"""Publishing: a message of the own feed, from its position in the feed to the timelines.

The feed continues at the end of its log, or of the database if that knows more. A message is first
written to the log, and then imported from there like any other archive.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from time import time
from typing import TYPE_CHECKING, Any

from engine.errors import TanglescopeError
from engine.message.canonical import canonical
from engine.message.keys import message_id
from engine.message.message import Content
from engine.message.verdict import ValidationStatus
from engine.message.writing import UnsignedMessage, sign
from engine.store.arrivals.importer import Importer
from engine.store.conversations.address import UnknownConversation
from engine.store.conversations.private import PrivateConversation
from engine.store.exporting import feed_records
from engine.store.files.errors import reports_damage
from engine.store.files.sqlite import Database
from engine.store.messages import Messages
from engine.store.own_feed import FeedEnd, OwnFeed, WouldFork
from engine.store.tangles import connected_after
from engine.tangle.growth import Growth, grow
from engine.tangle.replies import names_written, reply
from engine.tangle.rules import THREAD, rule_of
from engine.wording import tr

if TYPE_CHECKING:
    from engine.store.arrivals.changes import LibraryChange


class PreviewOutdated(TanglescopeError):
    """The preview is outdated: another message was published at its position."""


@dataclass(frozen=True, slots=True)
class PublishedMessage:
    """A published message: its key, and the changes for observers."""

    key: str
    changes: tuple["LibraryChange", ...]


@reports_damage(attrgetter("_database"))
class Publisher:
    """Writes an own feed into its log and into a database."""

    def __init__(self, database: Database, own: OwnFeed, clock: Callable[[], float] = time) -> None:
        self._database = database
        self._own = own
        self._clock = clock

    def preview(self, content: Content) -> UnsignedMessage:
        """The message that would be signed if `content` were published now. Raises `WouldFork`."""
        with self._own.writing():
            logged, known = self._own.end(), self._end()
        end = known if known.sequence > logged.sequence else logged
        now = max(round(self._clock() * 1000), end.asserted + 1)
        return UnsignedMessage(self._own.feed, end.sequence + 1, end.key, now, content)

    def publish(self, unsigned: UnsignedMessage) -> PublishedMessage:
        """Sign and publish the previewed message.

        Raises:
            PreviewOutdated: something else was published after the preview.
            NotSignable: other programs wouldn't accept the message; `MessageTooLong` is one reason.
            WouldFork: log and database know different branches of the feed.
            CannotWrite: the log of the feed can't be written.
        """
        with self._own.writing():
            changes = self._catch_up()
            end = self._end()
            if (unsigned.sequence, unsigned.previous) != (end.sequence + 1, end.key):
                raise PreviewOutdated(
                    tr("Another message was published meanwhile. Look at yours again.")
                )
            value = sign(unsigned, self._own.identity)
            received = round(self._clock() * 1000)
            key = message_id(canonical(value))
            self._own.append([{"key": key, "value": value, "timestamp": received}])
            changes += self._catch_up()
        return PublishedMessage(key, tuple(changes))

    def catch_up(self) -> list["LibraryChange"]:
        """Import messages published elsewhere, or just before a crash. Raises `WouldFork`."""
        with self._own.writing():
            return self._catch_up()

    def _catch_up(self) -> list["LibraryChange"]:
        """Bring log and database to the same end."""
        changes: list[LibraryChange] = []
        logged = self._own.end()
        importer = Importer(self._database, self._own.log, growing=True)
        importer.run(None, changes.append, lambda: False)
        if logged.sequence and self._key_at(logged.sequence) != logged.key:
            raise WouldFork(
                tr(
                    "{log} and this database have different messages of your own feed; publishing "
                    "would fork it. Import the log into a new database.",
                    log=self._own.log,
                )
            )
        if self._end().sequence > logged.sequence:
            missing = feed_records(self._database, self._own.feed, after=logged.sequence)
            self._own.append(missing)
        return changes

    def _end(self) -> FeedEnd:
        """The last message of the feed in the database, proven from the first on."""
        row = self._database.execute(
            "SELECT feeds.sequence, latest, asserted FROM feeds"
            " LEFT JOIN messages ON messages.key = latest WHERE feeds.key = ?",
            (self._own.feed,),
        ).fetchone()
        sequence, latest, asserted = row or (0, None, None)
        return FeedEnd(sequence, latest, int(asserted or 0))

    def _key_at(self, sequence: int) -> str | None:
        """The message at a sequence of the feed in the database, proven from the first on."""
        row = self._database.execute(
            "SELECT messages.key FROM messages JOIN feeds ON feeds.id = author"
            " WHERE feeds.key = ? AND messages.sequence = ? AND status = ?",
            (self._own.feed, sequence, ValidationStatus.VALID),
        ).fetchone()
        return row[0] if row else None


def answer(
    database: Database, root: str, replies: Sequence[str], text: str, within: str
) -> dict[str, Any]:
    """The content of a post after all known messages of the tangles of `root`.

    `replies` are the messages of its thread, `within` the name of the tangle to write in.

    Raises:
        UnknownConversation: no message of it is known.
        PrivateConversation: it isn't public.
    """
    messages = Messages(database)
    in_thread = connected_after(database, THREAD, [root, *replies])
    known = messages.get(in_thread)
    if not known:
        raise UnknownConversation(root)
    if root in known and known[root].type is None:
        raise PrivateConversation(root)
    opening = known[root].content if root in known else ""

    def grown(name: str) -> Growth:
        keys = connected_after(database, name, in_thread)
        found = known | messages.get([key for key in keys if key not in known])
        return grow(rule_of(name), root, (found[key].entry for key in keys if key in found))

    thread, *others = map(grown, names_written(opening, within))
    return reply(text, thread, others)

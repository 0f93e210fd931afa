"""Publishing: a message of the own feed, from its position in the feed to the timelines.

The feed continues at the end of its log, or of the database if that knows more. If a collection of
the user, or the note beside the secret, knows a later message, publishing would fork the feed and
is refused. A message is first written to the log, and then imported from there like any other
archive: once it is in the log it is published, whatever happens afterwards.
"""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Any

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.message.canonical import NotJSON, canonical, parse
from tanglescope.engine.message.classic import examine, shorter
from tanglescope.engine.message.identity import read_identity
from tanglescope.engine.message.keys import message_id
from tanglescope.engine.message.message import Content, Message
from tanglescope.engine.message.verdict import ValidationStatus
from tanglescope.engine.message.writing import UnsignedMessage, sign
from tanglescope.engine.store.arrivals.extracts import references_of
from tanglescope.engine.store.arrivals.importer import Importer
from tanglescope.engine.store.conversations.address import UnknownConversation
from tanglescope.engine.store.conversations.private import PrivateConversation
from tanglescope.engine.store.exporting import feed_records
from tanglescope.engine.store.feed_log import FeedEnd, ShownLater, WouldFork
from tanglescope.engine.store.files.collections import Collections, default_database
from tanglescope.engine.store.files.database import connect, reading
from tanglescope.engine.store.files.errors import path_of, reporting_damage, reports_damage
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.messages import Messages
from tanglescope.engine.store.own_feed import OwnFeed
from tanglescope.engine.store.reference_limit import ReferenceLimit, reference_limit
from tanglescope.engine.store.tangles import connected_after
from tanglescope.engine.tangle.growth import Growth, grow
from tanglescope.engine.tangle.replies import names_written, reply
from tanglescope.engine.tangle.rules import THREAD, rule_of

if TYPE_CHECKING:
    from tanglescope.engine.store.arrivals.changes import LibraryChange

LAST_TIME = 253_402_300_799_999
"""The end of the year 9999 in milliseconds: a clock that says more is wrong."""

_MOST = 100
"""The number of messages that are verified to find one that the log lacks."""


class TooManyNamed(TanglescopeError):
    """The collection would refuse the message for its references."""

    def __init__(self, named: int, limit: ReferenceLimit) -> None:
        super().__init__(
            tr(
                "The message refers to {named:,} others, the one before it in your feed included."
                " This collection takes {most:,} at most: see its limit of references.",
                named=named,
                most=limit.most,
            )
        )


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
        """The message that would be signed if `content` were published now.

        Raises `WouldFork`, and `TooManyNamed` if this collection would refuse it.
        """
        with self._own.writing():
            logged, known = self._own.end(), self._end()
            end = known if known.sequence > logged.sequence else logged
            self._require_latest(end)
        # A later time than that of the message before, unless that is impossible.
        time = max(self._now(), end.asserted + 1 if end.asserted < LAST_TIME else 0)
        unsigned = UnsignedMessage(self._own.feed, end.sequence + 1, end.key, time, content)
        self._require_few_references(unsigned)
        return unsigned

    def publish(self, unsigned: UnsignedMessage) -> PublishedMessage:
        """Sign and publish the previewed message; a message in the log is never signed again.

        Raises:
            ShownLater: it is published, but something failed afterwards.
            PreviewOutdated: something else was published after the preview.
            NotSignable: other programs wouldn't accept the message; `MessageTooLong` is one reason.
            WouldFork: a database, or the note beside the secret, knows another end of the feed.
            TooManyNamed: it refers to more others than this collection takes.
            CannotWrite: the log of the feed can't be written.
        """
        with self._own.writing():
            if (key := self._own.find(unsigned.fingerprint)) is not None:
                return PublishedMessage(key, tuple(self._taken_in(key)))
            changes = self._catch_up()
            end = self._end()
            self._require_latest(end)
            if (unsigned.sequence, unsigned.previous) != (end.sequence + 1, end.key):
                raise PreviewOutdated(
                    tr("Another message was published meanwhile. Look at yours again.")
                )
            self._require_few_references(unsigned)
            key = self._log(unsigned)
            changes += self._taken_in(key)
        return PublishedMessage(key, tuple(changes))

    def catch_up(self) -> list["LibraryChange"]:
        """Import messages published elsewhere, or just before a crash. Raises `WouldFork`."""
        with self._own.writing():
            return self._catch_up()

    def _log(self, unsigned: UnsignedMessage) -> str:
        """Sign a message into the log; return its key."""
        value = sign(unsigned, self._own.identity)
        key = message_id(canonical(value))
        try:
            self._own.append([{"key": key, "value": value, "timestamp": self._now()}])
        except TanglescopeError as error:
            if self._own.find(unsigned.fingerprint) is None:
                raise
            raise ShownLater(key, str(error)) from error
        return key

    def _taken_in(self, key: str) -> list["LibraryChange"]:
        """Import a message that is in the log. Raises `ShownLater`."""
        try:
            with reporting_damage(self._database):
                return self._catch_up()
        except (TanglescopeError, OSError, sqlite3.Error) as error:
            raise ShownLater(key, str(error)) from error

    def _catch_up(self) -> list["LibraryChange"]:
        """Bring log and database to the same end."""
        changes: list[LibraryChange] = []
        self._own.complete()
        logged = self._own.end()
        importer = Importer(self._database, self._own.path, growing=True)
        importer.run(None, changes.append, lambda: False)
        self._require_in_database(logged)
        if (end := self._end()).sequence > logged.sequence:
            missing = feed_records(self._database, self._own.feed, after=logged.sequence)
            self._own.append(missing)
        published = self._own.published_end()
        if published is not None and published.sequence <= end.sequence:
            self._require_in_database(published)
        self._own.note(end)
        return changes

    def _require_in_database(self, end: FeedEnd) -> None:
        """Make sure that a published message isn't on another branch. Raises `WouldFork`."""
        here = self._database.column(
            "SELECT messages.key FROM messages JOIN feeds ON feeds.id = author"
            " WHERE feeds.key = ? AND messages.sequence = ? AND status = ?",
            (self._own.feed, end.sequence, ValidationStatus.VALID),
        )
        if end.sequence and here != [end.key]:
            raise WouldFork(
                tr(
                    "{log} and this database have different messages of your own feed; publishing "
                    "would fork it. Import the log into a new database.",
                    log=self._own.path,
                )
            )

    def _require_latest(self, end: FeedEnd) -> None:
        """Make sure that no later message of the feed is known. Raises `WouldFork`."""
        _require_no_other(self._database, self._own.feed, end)
        published = self._own.published_end()
        if published is None and end.sequence == 0:
            raise WouldFork(
                tr(
                    "The log {log} is empty, and there is no record of what {feed} has published."
                    " A second first message would fork the feed. Restore the log, or import the"
                    " messages of the feed. If it has never published anything, move {folder}"
                    " away: then a new identity is created.",
                    log=self._own.path,
                    feed=self._own.feed,
                    folder=self._own.path.parent,
                )
            )
        if published is not None and published.sequence > end.sequence:
            raise WouldFork(
                tr(
                    "{log} ends before message {n:,}, the last one that {feed} has published: it"
                    " was emptied, cut or taken from an older copy. Publishing would fork the feed."
                    " Restore the latest copy of the log, or import the missing messages.",
                    log=self._own.path,
                    n=published.sequence,
                    feed=self._own.feed,
                )
            )

    def _require_few_references(self, unsigned: UnsignedMessage) -> None:
        """Make sure that the collection takes a message. Raises `TooManyNamed`."""
        limit = reference_limit(self._database)
        if limit is None or limit.is_cut:
            return
        named = len(references_of(unsigned.previous, unsigned.content))
        if named > limit.most:
            raise TooManyNamed(named, limit)

    def _now(self) -> int:
        """The clock's time in milliseconds; 0 if it is certainly wrong."""
        now = round(self._clock() * 1000)
        return now if 0 <= now <= LAST_TIME else 0

    def _end(self) -> FeedEnd:
        """The last message of the feed in the database, proven from the first on."""
        return _proven_end(self._database, self._own.feed)


def adopt(database: Database, folder: Path, secret: Path, understood: str) -> OwnFeed:
    """Publish in the feed of another program, after all that is known of it.

    Raises what `OwnFeed.adopt` raises.
    """
    feed = read_identity(secret).feed
    with reading(database):
        _require_no_other(database, feed, _proven_end(database, feed))
        return OwnFeed.adopt(folder, secret, feed_records(database, feed), understood=understood)


def _proven_end(database: Database, feed: str) -> FeedEnd:
    row = database.execute(
        "SELECT feeds.sequence, latest, asserted FROM feeds"
        " LEFT JOIN messages ON messages.key = latest WHERE feeds.key = ?",
        (feed,),
    ).fetchone()
    sequence, latest, asserted = row or (0, None, None)
    return FeedEnd(sequence, latest, int(asserted or 0))


def _require_no_other(database: Database, feed: str, end: FeedEnd) -> None:
    """Make sure that no collection of the user has another message at the end of a feed.

    A collection that can't be read says nothing. Raises `WouldFork`.
    """
    own = path_of(database)
    if (other := _other_than(database, feed, end)) is not None:
        raise _known_in(own, other)
    for collection in Collections(default_database()).all():
        with suppress(TanglescopeError, OSError):
            if collection.database.samefile(own):
                continue
            with closing(connect(collection.database, read_only=True, as_written=True)) as opened:
                other = _other_than(opened, feed, end)
        if other is not None:
            raise _known_in(collection.database, other)


def _other_than(database: Database, feed: str, end: FeedEnd) -> Message | None:
    """A signed message of a feed that comes after `end`, or is another one in its place."""
    with reading(database):
        rows = database.execute(
            "SELECT value FROM messages JOIN feeds ON feeds.id = author WHERE feeds.key = ?"
            " AND messages.sequence >= ? AND messages.key IS NOT ?"
            " ORDER BY messages.sequence DESC LIMIT ?",
            (feed, max(end.sequence, 1), end.key, _MOST),
        ).fetchall()
    return next(filter(None, (_signed_by(feed, text) for (text,) in rows)), None)


def _signed_by(feed: str, text: str) -> Message | None:
    """The message with a text, if its signature proves that its author made it."""
    with suppress(NotJSON):
        value = parse(text.encode())
        message = examine(value).message
        # Without the key, others can only add bytes after the 64 of a signature.
        if message is not None and message.author == feed and shorter(message) is None:
            return message
    return None


def _known_in(database: Path, other: Message) -> WouldFork:
    return WouldFork(
        tr(
            "{database} has message {n:,} of {feed}, which doesn't follow what is known here."
            " Publishing would fork the feed. If the messages before it are missing, import them;"
            " publish where all of them are.",
            database=database,
            n=other.sequence,
            feed=other.author,
        )
    )


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

    def grow_tangle(name: str) -> Growth:
        keys = connected_after(database, name, in_thread)
        found = known | messages.get([key for key in keys if key not in known])
        return grow(rule_of(name), root, (found[key].entry for key in keys if key in found))

    thread, *others = map(grow_tangle, names_written(opening, within))
    limit = reference_limit(database)
    return reply(text, thread, others, None if limit is None else limit.most)

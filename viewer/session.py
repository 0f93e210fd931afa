"""A session: an open database, the archives that are imported, and background threads."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal, SignalInstance

from tanglescope.engine.archive.keyrings import read_keys
from tanglescope.engine.blobs.folders import BlobFolders
from tanglescope.engine.blobs.thumbnails import Thumbnails
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.library import (
    ConversationSummary,
    Library,
    LibraryChange,
    PrivateMessages,
    ReadMark,
    mentions_address,
)
from tanglescope.engine.linear.orders.named import trust
from tanglescope.engine.message.identity import read_identity
from tanglescope.engine.message.private import Keyring, Keys, read_group_keys
from tanglescope.engine.store.files.errors import replaced_in_words
from tanglescope.engine.store.files.import_lock import is_imported_into
from tanglescope.engine.system.files import is_database, is_there, make_private_folder, missing
from tanglescope.engine.words import times
from tanglescope.viewer.blobs.pictures import Pictures
from tanglescope.viewer.models.sidebar import SidebarFilter, SidebarList
from tanglescope.viewer.settings import DatabaseSettings, MemoryStore, Settings
from tanglescope.viewer.timers import make_timer
from tanglescope.viewer.workers.database_watch import DatabaseWatch
from tanglescope.viewer.workers.frame_clock import FrameClock
from tanglescope.viewer.workers.ingest import IngestWorker
from tanglescope.viewer.workers.publish_queue import QueuedMessage
from tanglescope.viewer.workers.question_process import QuestionProcess
from tanglescope.viewer.workers.questions import Questions

_MOST_HITS = 10_000


def nothing_at(path: Path) -> TanglescopeError:
    """The error for a path that leads nowhere."""
    return TanglescopeError(missing(path))


_PATIENCE = 1000  # milliseconds until the mark is stored


class News(QObject):
    """How far the reader has read a collection; every number of unread messages follows from it.

    The mark is kept in the settings.

    Without a mark nothing is unread: while the first import runs, everything is there for the
    first time.
    """

    changed = Signal()
    """Emitted when messages have been read."""

    def __init__(self, library: Library, kept: DatabaseSettings, parent: QObject) -> None:
        super().__init__(parent)
        self._library, self._kept = library, kept
        self.mark = self._stored_mark()
        """How far it has been read; None until its first import is over."""
        self._soon = make_timer(_PATIENCE, self.keep, self)

    def begin(self, listed: Sequence[ConversationSummary] = ()) -> None:
        """Call everything read that is here; what arrives from now on is unread."""
        counts = {} if self.mark is None else self.mark.counts
        apart = {each.address: each.messages for each in listed if each.address in counts}
        self._change(ReadMark(self._library.latest(), counts={**counts, **apart}))

    def put_back(self, mark: ReadMark) -> None:
        """Call read again what an earlier mark called so, and nothing else."""
        self._kept.read_mark = mark
        self._change(mark)

    def read(self, keys: Sequence[str]) -> None:
        """Note messages that the reader has seen."""
        if self.mark is not None:
            self._change(self.mark.with_read(self._library.numbers(keys).values()))

    def count(self, address: str, messages: int) -> None:
        """Note how much has been read of a conversation whose messages are numbered apart."""
        if self.mark is not None and self.mark.counts.get(address) != messages:
            self._change(self.mark.counting(address, messages))

    def keep(self) -> None:
        """Store the mark; another window may have read other messages of the collection."""
        self._soon.stop()
        if self.mark is not None and self.mark.is_anything:
            there = self._stored_mark()
            self.mark = self.mark if there is None else self.mark.join(there)
            self._kept.read_mark = self.mark

    def _stored_mark(self) -> ReadMark | None:
        """The stored mark, unless it is that of a removed database with the same name."""
        mark = self._kept.read_mark
        return mark if mark is not None and mark.number <= self._library.latest() else None

    def _change(self, mark: ReadMark) -> None:
        if mark != self.mark:
            self.mark = mark
            self._soon.start()
            self.changed.emit()


class Session(QObject):
    """One open database: the window reads it, and one worker writes it."""

    # Lists are passed as objects: Qt would copy a `list`, with every element, for each receiver.
    changed = Signal(object)
    threads_found = Signal(object, object)
    found = Signal(str, object)
    reading = Signal(str)
    progressed = Signal(object)
    read = Signal(str, object)
    grown = Signal(int, int)
    followed = Signal(str, bool)
    dropped = Signal(str)
    failed = Signal(str)
    """Emitted with a failure of the database or an archive, or of work on the whole collection."""
    unreadable = Signal(str, str)
    """Emitted with the reason why an archive can't be read, and its path."""
    unanswered = Signal(str)
    """Emitted with the reason why a question about the open conversation wasn't answered."""
    published = Signal(str, str)
    """Emitted with the key of a published message, and why it isn't shown yet, if it isn't."""
    not_published = Signal(str)
    """Emitted with the reason why a message wasn't published."""
    waited = Signal(bool)
    """Emitted when answers begin or cease to take longer than a moment."""
    unlocked = Signal()
    """Emitted when private messages have been decrypted."""

    def __init__(
        self, database: Path, parent: QObject | None = None, settings: Settings | None = None
    ) -> None:
        super().__init__()
        self.database = database
        self.is_open = True
        """Whether questions are answered: not after `close`."""
        self.settings = settings or Settings(MemoryStore())
        self.kept = self.settings.of(database)
        """The settings of the database."""
        trust(self.settings.own_orders)
        self._worker: IngestWorker | None = None
        self.reads_now = False
        """Whether this window is reading an archive at the moment."""
        self.is_imported_into: Callable[[], bool] = lambda: False
        """Whether an import process is writing into the database."""
        _make_where_there_is_none(database)
        self.library = Library.open(database, read_only=True)
        with ExitStack() as if_damaged:
            if_damaged.callback(self.library.close)
            blob_folders = self._blob_folders()
            self.news = News(self.library, self.kept, self)
            """How far the collection has been read."""
            if self.library.latest():
                self._begin_news()
            self.database_watch = DatabaseWatch(self.library.version, self.library.is_moved, self)
            if_damaged.pop_all()
        # The threads below are ended by `close` only, so nothing after this reads the database.
        self.setParent(parent)
        self._clock = FrameClock(self._announce, self)
        self._questions = Questions(database, self)
        self._questions.failed.connect(self.failed)
        self.database_watch.moved.connect(self._report_moved)
        self.database_watch.failed.connect(self.failed)
        self._panels = Questions(database, self)
        self._panels.failed.connect(self.unanswered)
        self._followed = Questions(database, self)
        self._followed.failed.connect(self.unanswered)
        self.question_process = QuestionProcess(database, self)
        self.question_process.failed.connect(self.unanswered)
        self._late: set[object] = set()
        for asked in (self._questions, self._panels, self._followed, self.question_process):
            asked.awaited.turned.connect(partial(self._note_late, asked))
        self.pictures = Pictures(blob_folders, Thumbnails(), self)
        self.read.connect(lambda: self._look_for_blobs())
        self.reading.connect(self._begin_reading)
        self.read.connect(self._end_reading)
        self._keyring = Keyring()
        self._base_keys: dict[str, list[bytes]] = {}
        self.private: PrivateMessages | None = None
        """What was unlocked."""
        self.is_unlocking = False
        """Whether private messages are being decrypted."""
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._look)

    def awaits_messages(self) -> bool:
        """Whether archives are being read or imported, so that messages are still missing.

        Another window or a command may import, too.
        """
        return self.is_reading() or is_imported_into(self.database)

    def is_reading(self) -> bool:
        """Whether this window is reading or importing archives, or is about to."""
        waits = self._worker is not None and self._worker.is_reading()
        return self.reads_now or waits or self.is_imported_into()

    def find_threads(self, sidebar_filter: SidebarFilter) -> None:
        """Request the threads, feeds or channels that match a filter; `threads_found` answers."""
        me = self.own_feed
        self._read(
            "threads",
            lambda library: (sidebar_filter, _offers(library, sidebar_filter, me)),
            self.threads_found,
        )

    def find(self, address: str, words: str) -> None:
        """Ask which messages of a conversation contain `words`; `found` answers."""

        def find_keys(library: Library) -> tuple[str, list[str]]:
            return words, library.find_in(address, words, _MOST_HITS)

        self._read("find", find_keys, self.found)

    def _read(
        self, kind: str, question: Callable[[Library], tuple[Any, ...]], found: SignalInstance
    ) -> None:
        """Ask a question, and emit its answer, even if there is a later question by then."""

        def emit(answer: tuple[Any, ...] | None) -> None:
            if answer is not None:
                found.emit(*answer)

        self._questions.ask(kind, question, emit, also_late=True)

    def ask(
        self, kind: str, question: Callable[[Library], Any], then: Callable[[Any], None]
    ) -> None:
        """Ask a question for a panel, on a thread where long answers delay nothing else."""
        self._panels.ask(kind, question, then)

    def follow(
        self, kind: str, question: Callable[[Library], Any], then: Callable[[Any], None]
    ) -> None:
        """Ask for what is open, on a thread that waits for no panel."""
        self._followed.ask(kind, question, then)

    def read_archive(self, archive: Path) -> None:
        """Read `archive` into the database and follow it."""
        if not is_there(archive):
            raise nothing_at(archive)
        self._watcher.addPath(str(archive))
        self._writer().read(archive, self.base_keys())

    def add_blob_folder(self, folder: Path) -> None:
        """Add a folder with files of messages."""
        self.kept.add_blob_folder(folder)
        self._look_for_blobs()

    def base_keys(self) -> list[bytes]:
        """The keys of encrypted Autobases that were given."""
        return [key for keys in self._base_keys.values() for key in keys]

    def read_archive_with(self, archive: Path, address: str, key: bytes) -> None:
        """Read an archive again with a key of one of its Autobases."""
        self._base_keys.setdefault(address, []).insert(0, key)
        self.read_archive(archive)

    def has_tried(self, address: str) -> bool:
        """Whether a key was entered for an Autobase."""
        return address in self._base_keys

    def publish(self, message: QueuedMessage) -> None:
        """Sign a message and publish it; `published` or `not_published` answers."""
        self._writer().publish(message)

    def catch_up(self, folder: Path) -> None:
        """Show what was published with the identity in a folder."""
        self._writer().catch_up(folder)

    def unlock(self, secret: Path) -> None:
        """Decrypt private messages with the identity in a `secret` file. Raises `NotASecret`."""
        self._unlock(replace(self._keyring, identity=read_identity(secret)))

    def unlock_groups(self, path: Path) -> None:
        """Decrypt private messages with the keys in a file or in the keyring folder of a program.

        Raises `NotASecret` or `NotALevelDB`.
        """
        self._unlock(self._keyring.with_keys(read_keys(path)))

    def unlock_with_group_keys(self, text: str) -> None:
        """Decrypt the messages of groups whose keys are in a text. Raises `NotASecret`."""
        self._unlock(self._keyring.with_keys(Keys(groups=read_group_keys(text))))

    def unlock_nothing(self) -> None:
        """Lock all private messages except those whose text the database keeps."""
        self._unlock(self._keyring)

    @property
    def own_feed(self) -> str | None:
        """The feed of the person who has decrypted their private messages."""
        return self._keyring.identity.feed if self._keyring.identity else None

    def when_read(self, archive: Path, act: Callable[[], object]) -> None:
        """Call a function once, as soon as an archive has been read."""

        def look(path: str, _: object) -> None:
            if Path(path) == archive:
                self.read.disconnect(look)
                act()

        self.read.connect(look)

    def cancel(self) -> bool:
        """Stop reading; messages that were read stay. Whether anything was being read."""
        if self._worker:
            self._worker.cancel()
        return self.reads_now

    def close(self) -> None:
        """End all work; the current batch is finished or rolled back."""
        self.is_open = False
        self.news.keep()
        # Drop answers under way: their receivers would take them for the next database's.
        self.blockSignals(True)
        if self._worker:
            self._worker.end()
        self.database_watch.end()
        self._questions.end()
        self._panels.end()
        self._followed.end()
        self.question_process.end()
        self.pictures.end()
        self._clock.forget()
        self.library.close()

    def _writer(self) -> IngestWorker:
        """The only thread that writes; it starts when it is first needed."""
        if self._worker is None:
            self._worker = worker = IngestWorker(self.database, self._clock, self)
            worker.started_reading.connect(self.reading)
            worker.progressed.connect(self.progressed)
            worker.finished_reading.connect(self.read)
            worker.grown.connect(self.grown)
            worker.followed.connect(self.followed)
            worker.dropped.connect(self.dropped)
            worker.failed.connect(self.failed)
            worker.unreadable.connect(self.unreadable)
            worker.publish_queue.published.connect(self.published)
            worker.publish_queue.refused.connect(self.not_published)
            worker.start()
        return self._worker

    def _begin_reading(self) -> None:
        self.reads_now = True

    def _end_reading(self) -> None:
        self.reads_now = False
        self._begin_news()

    def _begin_news(self) -> None:
        """Call everything read once the first import is over."""
        is_over = not self.awaits_messages() and not self.kept.unfinished
        if self.news.mark is None and is_over:
            self.news.begin()

    def _note_late(self, asked: object, late: bool) -> None:
        """Note that a thread takes longer, or has answered everything."""
        was_late = bool(self._late)
        (self._late.add if late else self._late.discard)(asked)
        if bool(self._late) is not was_late:
            self.waited.emit(not was_late)

    def _unlock(self, keyring: Keyring) -> None:
        self._keyring = keyring
        self.is_unlocking = True
        self._questions.ask(
            "unlock", lambda library: library.unlock(keyring), self._share, also_late=True
        )

    def _share(self, private: PrivateMessages | None) -> None:
        self.is_unlocking = False
        if private is None:
            return
        self.private = private
        private.conversations.report = self._clock.put
        self.library.share(private)
        for ask in (self.ask, self.follow):
            ask("share", lambda library: library.share(private), lambda _: None)
        self.unlocked.emit()

    def _look(self, path: str) -> None:
        # A replaced file is no longer watched.
        if path not in self._watcher.files():
            self._watcher.addPath(path)
        if self._worker:
            self._worker.look()

    def _look_for_blobs(self) -> None:
        self.pictures.look_in(self._blob_folders())

    def _blob_folders(self) -> BlobFolders:
        return self.library.blob_folders(self.kept.blob_folders)

    def _report_moved(self) -> None:
        self.failed.emit(replaced_in_words(self.database))

    def _announce(self, change: LibraryChange) -> None:
        self.database_watch.note_own_work()
        if change.added and (private := self.private) is not None:
            self.follow("decrypt", lambda _: private.refresh(), lambda _: None)
        self.changed.emit(change)


def _make_where_there_is_none(database: Path) -> None:
    """Create the database if it is missing; a read-only connection can't."""
    if not is_database(database):
        make_private_folder(database.parent)
        Library.open(database).close()


def _offers(
    library: Library, sidebar_filter: SidebarFilter, me: str | None
) -> list[ConversationSummary]:
    """The conversations of a list; mentions are those of the user, if it is known who that is."""
    words, month = times.month_among(sidebar_filter.words)
    found = library.conversations(listing=sidebar_filter.sidebar_list.listing, words=words)
    if month is not None:
        found = [each for each in found if _is_during(each, *month)]
    if sidebar_filter.sidebar_list in (SidebarList.PRIVATE, SidebarList.GROUPS):
        is_group = sidebar_filter.sidebar_list is SidebarList.GROUPS
        private = (each for each in found if each.private and bool(each.tangle) is is_group)
        found = sorted(private, key=lambda each: -(each.latest or 0))
    if sidebar_filter.sidebar_list is SidebarList.MENTIONS and me is not None:
        found = [each for each in found if each.address == str(mentions_address(me))]
    return sidebar_filter.sorting.sort(found)


def _is_during(conversation: ConversationSummary, begin: float, end: float) -> bool:
    """Whether a conversation had begun and hadn't ended in a span of time."""
    first, latest = conversation.first, conversation.latest
    return first is not None and latest is not None and first < end and latest >= begin

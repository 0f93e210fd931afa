"""Private conversations: what a keyring opens, kept in memory.

The database holds ciphertext, and beside it the texts of `engine.store.kept_texts` if a person
has asked for them. Here every encrypted message is tried once; what opens
becomes threads of its own, in the same order as public ones. Trying takes a while where there
are many, so one thread of the program may `refresh` while others read. Several may ask for it:
they take turns, and nobody else may use the connection that they read through.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from threading import Lock

from engine.errors import TanglescopeError
from engine.linear.edges import Edges
from engine.linear.errors import CycleError
from engine.linear.horizon import Horizon, closure, horizon
from engine.linear.timeline import Timeline
from engine.message.message import Content, Message
from engine.message.private import Keyring
from engine.store.changes import TimelineSnapshot
from engine.store.contents import content_of
from engine.store.inspection import Place, place
from engine.store.kept_texts import content_in
from engine.store.sqlite import Database
from engine.store.threads import NAMES, ThreadSummary
from engine.tangle.thread import causes_in_thread, opens_thread, thread_root
from engine.tangle.titles import title_of
from engine.wording import tr

IN_PRIVATE = " in private"
"""Stands after the root of a public thread in the name of a private talk about it."""

_AT_ONCE = 2000

_MOST_CORRESPONDENTS = 500
"""Feeds whom an envelope of one's own is tried with: 0.2 ms each."""

Called = Callable[[list[str]], Mapping[str, str]]
"""What feeds are called."""


class PrivateThread(TanglescopeError):
    """A conversation that must not be answered in public."""

    def __init__(self, root: str) -> None:
        super().__init__(
            tr(
                "The conversation {root} is private, and what is published here is"
                " public: an answer would tell everybody of it. Answer in the program it"
                " was written with.",
                root=root,
            )
        )


@dataclass(slots=True)
class _Thread:
    """One private conversation."""

    timeline: Timeline = field(default_factory=Timeline)
    waiting: dict[str, tuple[str, ...]] = field(default_factory=dict)
    authors: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    title: str = ""
    is_present: bool = False
    is_post: bool = False

    @property
    def is_talk(self) -> bool:
        """Whether it is a conversation, not a lone message of some other kind."""
        return self.is_post or len(self.timeline) > self.is_present


class PrivateThreads:
    """What one person can read beside what everybody can."""

    def __init__(self, database: Database, keyring: Keyring) -> None:
        self._database = database
        self._keyring = keyring
        self._contents: dict[str, Content] = {}
        self._threads: dict[str, _Thread] = {}
        self._tried = 0  # the number of the last message that was tried
        self._own: list[tuple[Message, float | None]] = []  # by oneself, to who knows whom
        self._correspondents: set[str] = set()
        self._is_closed = False
        self._turn = Lock()  # whose turn it is to refresh
        self._lock = Lock()  # around what is read and changed, never for long

    @property
    def count(self) -> int:
        """How many messages have been opened so far."""
        return len(self._contents)

    def __contains__(self, root: object) -> bool:
        return root in self._threads

    def refresh(self) -> None:
        """Try the encrypted messages that have come since the last time."""
        with self._turn:
            if not self._is_closed:
                self._refresh()

    def close(self) -> None:
        """Let the connection go; what has been opened can be read further on."""
        with self._turn:
            if not self._is_closed:
                self._is_closed = True
                self._database.close()

    def _refresh(self) -> None:
        while batch := list(self._untried()):
            for number, message, received, kept in batch:
                # What a key opens is what was said; a text that was kept may have been forged.
                if self._open(self._keyring, message, received):
                    pass
                elif kept is not None:
                    self._admit(message, kept, received)
                elif self._is_own(message):
                    self._own.append((message, received))
                self._tried = number
        if self._own:
            self._open_own()

    def content(self, key: str) -> Content | None:
        """What the message says; None where it is public or locked."""
        return self._contents.get(key)

    def opened(self) -> list[str]:
        """The keys of all messages that opened, as they arrived, those that have just come too."""
        self.refresh()
        return list(self._contents)

    def texts(self) -> dict[str, Content]:
        """What all messages say that opened, by their keys."""
        with self._lock:
            return dict(self._contents)

    def snapshot(self, root: str) -> TimelineSnapshot:
        """The order of a private conversation; its length is its revision."""
        with self._lock:
            thread = self._threads[root]
            keys = list(thread.timeline)
            waiting = {
                key: missing
                for key, causes in thread.waiting.items()
                if (missing := tuple(sorted(c for c in causes if c not in thread.timeline)))
            }
        return TimelineSnapshot(root, len(keys), keys, waiting)

    def edges(self, root: str, keys: Sequence[str]) -> dict[str, Edges]:
        """What joins these messages to others of a private conversation."""
        with self._lock:
            timeline = self._threads[root].timeline
            return {key: timeline.edges(key) for key in keys}

    def place(self, root: str, key: str) -> Place | None:
        """Where a message of a private conversation stands."""
        with self._lock:
            return place(self._threads[root].timeline, key)

    def horizon(self, root: str, key: str) -> Horizon | None:
        """What a message of a private conversation could know of, and what knows of it."""
        with self._lock:
            timeline = self._threads[root].timeline
            ghosts = timeline.ghosts
            if key not in timeline and key not in ghosts:
                return None
            past = closure(key, lambda name: timeline.edges(name).causes)
            future = closure(key, lambda name: timeline.edges(name).effects)
            return horizon(key, past, future, ghosts, len(timeline))

    def summaries(self, called: Called) -> list[ThreadSummary]:
        """The private conversations for a list."""
        with self._lock:
            shown = {root: thread for root, thread in self._threads.items() if thread.is_talk}
            names = called([feed for thread in shown.values() for feed in thread.authors])
            return [_summary(root, thread, names) for root, thread in shown.items()]

    def summary(self, root: str, called: Called) -> ThreadSummary:
        """One of the private conversations."""
        with self._lock:
            thread = self._threads[root]
            return _summary(root, thread, called(list(thread.authors)))

    def _open(self, keyring: Keyring, message: Message, received: float | None) -> bool:
        content = keyring.open(message)
        if content is not None:
            self._admit(message, content, received)
        return content is not None

    def _admit(self, message: Message, content: Content, received: float | None) -> None:
        with self._lock:
            self._contents[message.key] = content
            self._join(message, content, received)

    def _is_own(self, message: Message) -> bool:
        me = self._keyring.identity
        return me is not None and me.feed == message.author

    def _open_own(self) -> None:
        """Try what one wrote oneself with everybody it may be for: an envelope does not say."""
        rows = self._database.execute(
            "SELECT key FROM feeds ORDER BY id LIMIT ?", (_MOST_CORRESPONDENTS,)
        )
        people = [feed for (feed,) in rows if feed not in self._correspondents]
        if people:
            ring = replace(self._keyring, group_keys=(), correspondents=tuple(people))
            self._own = [each for each in self._own if not self._open(ring, *each)]
            self._correspondents.update(people)

    def _untried(self) -> Iterator[tuple[int, Message, float | None, Content | None]]:
        rows = self._database.execute(
            """SELECT messages.id, messages.key, feeds.key, messages.sequence, previous, asserted,
                received, value, kept_texts.content
            FROM messages JOIN feeds ON feeds.id = author
            LEFT JOIN kept_texts ON kept_texts.message = messages.id
            WHERE messages.id > ? AND type IS NULL ORDER BY messages.id LIMIT ?""",
            (self._tried, _AT_ONCE),
        )
        for number, key, author, sequence, previous, asserted, received, value, kept in rows:
            content, text = content_of(value), value.encode()
            message = Message(key, author, sequence, previous, asserted, content, text)
            yield number, message, received, content_in(kept)

    def _join(self, message: Message, content: Content, received: float | None) -> None:
        root = thread_root(content) or message.key
        causes = causes_in_thread(message.key, content, root)
        thread = self._threads.setdefault(self._name(root), _Thread())
        try:
            thread.timeline.add(message.key, causes)
        except CycleError:
            # Only who forged a key can name what names it.
            causes = ()
            thread.timeline.add(message.key, causes)
        if causes:
            thread.waiting[message.key] = causes
        thread.authors[message.author] += 1
        times = [time for time in (message.asserted, received) if time is not None]
        thread.times += [min(times)] if times and isfinite(min(times)) else []
        if message.key == root:
            thread.is_present, thread.title = True, title_of(content)
            thread.is_post = opens_thread(content)

    def _name(self, root: str) -> str:
        """The root; told apart from the thread of a public message, if it is one."""
        row = self._database.execute("SELECT type FROM messages WHERE key = ?", (root,)).fetchone()
        return root if row is None or row[0] is None else root + IN_PRIVATE


def _summary(root: str, thread: _Thread, names: Mapping[str, str]) -> ThreadSummary:
    return ThreadSummary(
        root=root,
        present=thread.is_present,
        messages=len(thread.timeline),
        authors=len(thread.authors),
        title=thread.title,
        names=tuple(names[feed] for feed, _ in thread.authors.most_common(NAMES)),
        first=min(thread.times, default=None),
        latest=max(thread.times, default=None),
        private=True,
    )

"""Conversations of private messages, in memory: they grow as messages are decrypted.

Decrypted messages form threads of their own, and join the tangles that they have data of, such as
that of a group.
"""

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from threading import Lock
from typing import TypeAlias

from tanglescope.engine.linear.errors import CycleError
from tanglescope.engine.linear.scuttlesort.timeline import Timeline
from tanglescope.engine.message.message import Content
from tanglescope.engine.store.conversations.table import THREAD
from tanglescope.engine.store.orders.order_cache import LARGE
from tanglescope.engine.tangle.causes import JoinedMembers, SignedMember, Written
from tanglescope.engine.tangle.groups import epoch_of
from tanglescope.engine.tangle.growth import Growth
from tanglescope.engine.tangle.memberships import memberships
from tanglescope.engine.tangle.rules import EPOCH, Admitted, RuleEntry, rule_of, thread_roots
from tanglescope.engine.tangle.titles import MOST_READ, title_of

Identity: TypeAlias = tuple[str, str]
"""The name and the root of a conversation."""


@dataclass(slots=True)
class DecryptedMessages:
    """One private conversation: its order and its sums; `growth` is set for a tangle."""

    root: str
    growth: Growth | None = None
    known: JoinedMembers = field(init=False)
    authors: Counter[str] = field(default_factory=Counter)
    first: float | None = None
    latest: float | None = None
    titles: dict[str, str] = field(default_factory=dict)
    """The titles of its messages with text."""
    is_present: bool = False
    is_post: bool = False
    also_in: Sequence[Identity] = ()
    """The tangles of other names that the root of a thread belongs to."""
    public: int = -1
    """The revision of its public part that has been added."""
    _numbers: "array[int]" = field(default_factory=lambda: array("i"))

    def __post_init__(self) -> None:
        self.known = JoinedMembers(self.root)

    @property
    def timeline(self) -> Timeline:
        """Its order."""
        return self.known.timeline

    def in_numbers(self, numbers: Mapping[str, int]) -> "array[int]":
        """The numbers of its messages in order, cached until more join."""
        if len(self._numbers) != len(self.timeline):
            self._numbers = array("i", map(numbers.__getitem__, self.timeline))
        return self._numbers

    @property
    def title(self) -> str:
        """That of its root; if that isn't here, that of the first text."""
        if self.is_present:
            return self.titles.get(self.root, "")
        first = self.timeline.names(0, MOST_READ)
        return next((self.titles[key] for key in first if key in self.titles), "")

    @property
    def is_lone(self) -> bool:
        """Whether it has only a root."""
        return self.growth is None and len(self.timeline) <= self.is_present

    def add(self, entry: RuleEntry, root: str, time: float | None) -> None:
        """Let a message join; in a tangle, when all its causes have joined."""
        if self.growth is not None:
            joined = self.growth.add(entry)
            for key in joined:
                self._join(self.growth.entry(key), self.growth.causes(key))
        else:
            self._reply(entry, root)
        if time is not None and isfinite(time):
            self.first = time if self.first is None else min(self.first, time)
            self.latest = time if self.latest is None else max(self.latest, time)
        if entry.key == root:
            self.is_present = True
            # Also one that names a group and isn't in it: it is read nowhere else.
            content = entry.content
            self.is_post = isinstance(content, dict) and content.get("type") == "post"

    def _reply(self, entry: RuleEntry, root: str) -> None:
        admitted = rule_of(THREAD).admit(entry, root)
        causes = admitted.causes if isinstance(admitted, Admitted) else ()
        try:
            self._join(entry, causes)
        except CycleError:
            # Only messages with forged keys can name each other.
            self._join(entry, ())

    def _join(self, entry: RuleEntry, named: Sequence[str]) -> None:
        written = Written(entry.key, entry.sequence, entry.previous)
        self.known.join(SignedMember(written, entry.author, named))
        if title := title_of(entry.content):
            self.titles[entry.key] = title
        self.authors[entry.author] += 1


class PrivateIndex:
    """The conversations of all decrypted messages; `lock` is held while they change."""

    def __init__(self, lock: Lock) -> None:
        self.lock = lock
        self.numbers: dict[str, int] = {}
        """The numbers of all messages that are in these conversations."""
        self._all: dict[Identity, DecryptedMessages] = {}

    def add(self, number: int, entry: RuleEntry, time: float | None) -> None:
        """Let a message join its threads and tangles; the caller holds the lock."""
        self.numbers[entry.key] = number
        joined = list(belongs_to(entry))
        for name, root in joined:
            self._of(name, root).add(entry, root, time)
        if (own := self._all.get((THREAD, entry.key))) is not None:
            own.also_in = [each for each in joined if each[0] != THREAD]

    def settle(self) -> None:
        """Compute the numbers of large ones, so that they open at once."""
        for opened in list(self._all.values()):
            if len(opened.timeline) >= LARGE:
                with self.lock:
                    opened.in_numbers(self.numbers)

    def one(self, identity: Identity) -> DecryptedMessages | None:
        """The conversation of a name and a root; None if none of its messages was decrypted."""
        return self._all.get(identity)

    def threads(self) -> list[tuple[Identity, DecryptedMessages]]:
        """All private threads, without lone messages that aren't posts or are in a tangle.

        A message in a group is read there; it becomes a thread once it has a reply.
        """
        with self.lock:
            return [
                each for each in self._all.items() if each[1].growth is None and self._is_one(*each)
            ]

    def is_thread(self, root: str) -> bool:
        """Whether a root has a thread, as `threads` lists them."""
        with self.lock:
            opened = self._all.get((THREAD, root))
            return opened is not None and self._is_one((THREAD, root), opened)

    def tangles(self) -> list[tuple[Identity, DecryptedMessages]]:
        """All tangles with private messages in them."""
        with self.lock:
            return [each for each in self._all.items() if each[1].growth is not None]

    def epoch(self, key: str, content: Content) -> int | None:
        """The number of the epoch that a message begins or changes in its group."""
        if (found := epoch_of(key, content)) is None:
            return None
        group, epoch = found
        with self.lock:
            opened = self._all.get((EPOCH, group))
            if opened is None or epoch not in opened.timeline:
                return None
            return opened.timeline.position(epoch)

    def _is_one(self, identity: Identity, opened: DecryptedMessages) -> bool:
        """Whether a private thread is more than one message that is read elsewhere."""
        if not opened.is_lone:
            return True
        return opened.is_post and not any(
            identity[1] in self._all[tangle].timeline for tangle in opened.also_in
        )

    def _of(self, name: str, root: str) -> DecryptedMessages:
        if (name, root) not in self._all:
            growth = None if name == THREAD else Growth(rule_of(name), root)
            self._all[name, root] = DecryptedMessages(root, growth)
        return self._all[name, root]


def belongs_to(entry: RuleEntry) -> Iterator[Identity]:
    """The threads that a message replies in, else its own; and its tangles of other names."""
    for root in thread_roots(entry.content) or (entry.key,):
        yield THREAD, root
    for name, root, _ in memberships(entry):
        if name != THREAD:
            yield name, root

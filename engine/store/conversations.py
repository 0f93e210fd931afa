"""Conversations: how messages that are new join the threads they belong to.

A message may join two: the thread it replies in, and its own, once somebody has replied to it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.linear.edits import Edit
from engine.linear.errors import CycleError
from engine.message.verdict import Rule, invalid
from engine.store.changes import TimelineChange
from engine.store.contents import content_of
from engine.store.extracts import Extract
from engine.store.messages import Messages, NewMessage
from engine.store.sqlite import Database
from engine.store.thread_orders import Event, Missing, ThreadOrders
from engine.store.threads import Arrival, Threads
from engine.tangle.titles import title_of


class _Member(NamedTuple):
    """As much of a message as a thread needs of it; only the thread's root has a `title`."""

    key: str
    feed: int
    time: float | None
    causes: Sequence[str]
    title: str | None


class Conversations:
    """The threads of a database with their orders, as one transaction changes them."""

    def __init__(self, database: Database) -> None:
        self._messages = Messages(database)
        self._threads = Threads(database)
        self._orders = ThreadOrders(database)

    def join(self, new: Sequence[NewMessage], *, with_edits: bool = True) -> list[TimelineChange]:
        """Let messages that were just added join their threads; what changed in each.

        Without edits, threads that are new are ordered at once, and nothing is answered.
        """
        joining, numbers, begun = self._threads_of(new)
        if with_edits:
            changes = (
                self._extend(numbers[root], root, members) for root, members in joining.items()
            )
            return [change for change in changes if change is not None]
        self._put(
            {numbers[root]: members for root, members in joining.items()},
            {numbers[root] for root in begun},
        )
        return []

    def date_back(self, earlier: Iterable[Extract]) -> None:
        """Count anew the times of threads with messages now known to be received earlier."""
        # Where a key can't be proven the thread that a second record tells need not be the first's.
        self._threads.date(self._threads.with_messages([each.key for each in earlier]))

    def _threads_of(
        self, new: Sequence[NewMessage]
    ) -> tuple[dict[str, list[_Member]], dict[str, int], list[str]]:
        """Who joins which thread, the root first; the threads' numbers; those that begin now."""
        fresh = {message.extract.key: message for message in new}
        replies: dict[str, list[NewMessage]] = {}
        wanted: dict[str, None] = {}
        for message in new:
            root = message.extract.root
            if root is not None:
                replies.setdefault(root, []).append(message)
                wanted.setdefault(root)
            if message.extract.title is not None:
                wanted.setdefault(message.extract.key)
        numbers = self._threads.numbers([*wanted, *(key for key in fresh if key not in wanted)])
        begun = [root for root in wanted if root not in numbers]
        # The root of a thread that somebody now replies in may have been here for long.
        old = self._roots([root for root in begun if root not in fresh])
        joining: dict[str, list[_Member]] = {}
        for root in (*begun, *(key for key in fresh if key in numbers)):
            if root in fresh:
                joining[root] = [_root(fresh[root])]
            elif root in old:
                joining[root] = [old[root]]
        for root, messages in replies.items():
            joining.setdefault(root, []).extend(map(_reply, messages))
        return joining, numbers | self._threads.enter(begun), begun

    def _extend(self, thread: int, root: str, members: Sequence[_Member]) -> TimelineChange | None:
        edits, waiting, joined = self._place(thread, members)
        if not joined:
            return None
        self._threads.join({thread: [_arrival(member) for member in joined]})
        revision = self._threads.revision(root)
        numbers = self._messages.numbers(member.key for member in joined)
        self._orders.kept.follow(thread, revision, edits, numbers)
        causes = {member.key: tuple(member.causes) for member in joined}
        return TimelineChange(root, revision, tuple(edits), waiting, causes)

    def _place(
        self, thread: int, members: Sequence[_Member]
    ) -> tuple[list[Edit], Missing, Sequence[_Member]]:
        try:
            edits, waiting = self._orders.extend(thread, _events(members))
        except CycleError:
            if len(members) == 1:
                # Only where ids can't be proven can messages name each other.
                self._messages.judge([(members[0].key, invalid(Rule.CYCLE))])
                return [], {}, []
            parts = [self._place(thread, [member]) for member in members]
            edits = [edit for part in parts for edit in part[0]]
            waiting = {key: causes for part in parts for key, causes in part[1].items()}
            return edits, waiting, [member for part in parts for member in part[2]]
        return edits, waiting, members

    def _put(self, joining: Mapping[int, list[_Member]], new: Collection[int]) -> None:
        """Let members join threads by their numbers, some of them new, without edits."""
        events = {thread: _events(members) for thread, members in joining.items()}
        refused = self._orders.put(events, new)
        self._messages.judge((key, invalid(Rule.CYCLE)) for _, key in refused)
        joined = {
            thread: [_arrival(each) for each in members if (thread, each.key) not in refused]
            for thread, members in joining.items()
        }
        self._threads.join({thread: arrivals for thread, arrivals in joined.items() if arrivals})

    def _roots(self, keys: Sequence[str]) -> dict[str, _Member]:
        """Messages that were here before, each as the root of its own thread."""
        stored = self._messages.get(keys)
        feeds = self._messages.feeds(keys)
        return {
            key: _Member(
                key, feeds[key], moment(each.asserted, each.received), (), title_of(each.content)
            )
            for key, each in stored.items()
        }


def _root(new: NewMessage) -> _Member:
    extract = new.extract
    title = extract.title
    if title is None:
        title = title_of(content_of(extract.value))
    time = moment(extract.asserted, extract.received)
    return _Member(extract.key, new.feed, time, (), title)


def _reply(new: NewMessage) -> _Member:
    extract = new.extract
    time = moment(extract.asserted, extract.received)
    return _Member(extract.key, new.feed, time, extract.causes, None)


def _events(members: Iterable[_Member]) -> list[Event]:
    return [(member.key, member.causes) for member in members]


def _arrival(member: _Member) -> Arrival:
    return Arrival(member.feed, member.time, member.title)


def moment(asserted: float | None, received: float | None) -> float | None:
    """When a message was said, as far as anybody can know: no clock may put it too late."""
    if asserted is None or received is None:
        return received if asserted is None else asserted
    return min(asserted, received)

"""Conversations: how messages that are new join the threads they belong to.

A message may join two: the thread it replies in, and its own, once somebody has replied to it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite

from engine.linear.edits import Edit
from engine.linear.errors import CycleError
from engine.message.message import Content
from engine.message.verdict import Rule, invalid
from engine.store.changes import TimelineChange
from engine.store.messages import Messages, NewMessage
from engine.store.sqlite import Database
from engine.store.thread_orders import Missing, ThreadOrders
from engine.store.threads import Arrival, Threads
from engine.tangle.thread import causes_in_thread, opens_thread, thread_root
from engine.tangle.titles import title_of


@dataclass(frozen=True, slots=True)
class _Member:
    """As much of a message as a thread needs of it."""

    key: str
    feed: int
    time: float | None
    content: Content


class Conversations:
    """The threads of a database with their orders, as one transaction changes them."""

    def __init__(self, database: Database) -> None:
        self._messages = Messages(database)
        self._threads = Threads(database)
        self._orders = ThreadOrders(database)

    def join(self, new: Iterable[NewMessage]) -> list[TimelineChange]:
        """Let messages that were just added join their threads; what changed in each."""
        fresh = {each.message.key: _member(each) for each in new}
        replies = {key: thread_root(member.content) for key, member in fresh.items()}
        roots = dict.fromkeys(root for root in replies.values() if root is not None)
        roots |= dict.fromkeys(key for key in fresh if opens_thread(fresh[key].content))
        numbers = self._threads.numbers([*roots, *fresh])
        begun = [root for root in roots if root not in numbers]
        joining = {root: [root] for root in (*begun, *(key for key in fresh if key in numbers))}
        numbers |= {root: self._threads.enter(root) for root in begun}
        for key, root in replies.items():
            if root is not None:
                joining.setdefault(root, []).append(key)
        # The root of a thread that somebody now replies in may have been here for long.
        members = fresh | self._members([root for root in begun if root not in fresh])
        changes = (
            self._extend(numbers[root], root, [members[key] for key in keys if key in members])
            for root, keys in joining.items()
        )
        return [change for change in changes if change is not None]

    def _extend(self, thread: int, root: str, members: Sequence[_Member]) -> TimelineChange | None:
        edits, waiting, joined = self._place(thread, root, members)
        if not joined:
            return None
        revision = self._threads.join(thread, root, [_arrival(member) for member in joined])
        return TimelineChange(root, revision, tuple(edits), waiting)

    def _place(
        self, thread: int, root: str, members: Sequence[_Member]
    ) -> tuple[list[Edit], Missing, Sequence[_Member]]:
        events = [(each.key, causes_in_thread(each.key, each.content, root)) for each in members]
        try:
            edits, waiting = self._orders.extend(thread, events)
        except CycleError:
            if len(members) == 1:
                # Only where ids can't be proven can messages name each other.
                self._messages.judge([(members[0].key, invalid(Rule.CYCLE))])
                return [], {}, []
            parts = [self._place(thread, root, [member]) for member in members]
            edits = [edit for part in parts for edit in part[0]]
            waiting = {key: causes for part in parts for key, causes in part[1].items()}
            return edits, waiting, [member for part in parts for member in part[2]]
        return edits, waiting, members

    def _members(self, keys: Sequence[str]) -> dict[str, _Member]:
        stored = self._messages.get(keys)
        feeds = self._messages.feeds(keys)
        return {
            key: _Member(key, feeds[key], _moment(each.asserted, each.received), each.content)
            for key, each in stored.items()
        }


def _member(new: NewMessage) -> _Member:
    message = new.message
    return _Member(message.key, new.feed, _moment(message.asserted, new.received), message.content)


def _arrival(member: _Member) -> Arrival:
    return Arrival(member.key, member.feed, member.time, title_of(member.content))


def _moment(asserted: float | None, received: float | None) -> float | None:
    """When a message was said, as far as anybody can know: no clock may put it too late."""
    times = [time for time in (asserted, received) if time is not None and isfinite(time)]
    return min(times, default=None)

"""Past and future in the timeline of everything.

The graph of everything isn't stored, and a traversal by database queries takes seconds. So its
edges are held in memory, by message number, and new edges are added as messages arrive.
"""

from collections.abc import Set
from typing import NamedTuple

from engine.linear.horizon import closure
from engine.store.files.database import reading
from engine.store.files.sqlite import Database, in_chunks
from engine.store.orders.everything_graph import all_named


class MessageReach(NamedTuple):
    """The numbers of all messages in the past and in the future of one."""

    past: Set[int]
    future: Set[int]


_LATE = """SELECT EXISTS (
        SELECT 1 FROM messages AS new CROSS JOIN messages AS far ON far.author = new.author
            AND far.sequence > new.sequence AND far.id <= :last
        WHERE new.id > :last AND far.status IN ('gap', 'forked')
    ) OR EXISTS (
        SELECT 1 FROM messages AS new
        CROSS JOIN conversations ON conversations.root = new.key
        CROSS JOIN members ON members.conversation = conversations.id AND members.message <= :last
        WHERE new.id > :last
    )"""
"""Whether messages after the `last` one are causes of others that don't name them."""


class EverythingReach:
    """The edges of the graph of everything, in memory."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._last = 0
        self._causes: dict[int, list[int]] = {}
        self._effects: dict[int, list[int]] = {}
        self._wanted: dict[str, list[int]] = {}
        """Missing causes, each with the messages that name it."""

    def of(self, number: int) -> MessageReach:
        """The past and the future of a message."""
        with reading(self._database):
            self._follow()
        return MessageReach(
            closure(number, lambda each: self._causes.get(each, ())),
            closure(number, lambda each: self._effects.get(each, ())),
        )

    def _follow(self) -> None:
        """Add the edges of new messages."""
        ((last,),) = self._database.execute("SELECT ifnull(max(id), 0) FROM messages")
        if last == self._last:
            return
        if self._last and self._database.execute(_LATE, {"last": self._last}).fetchone()[0]:
            self._causes, self._effects, self._wanted, self._last = {}, {}, {}, 0
        came = list(all_named(self._database, last, after=self._last))
        named = {key for each in came for key in (each.key, *each.causes)}
        numbers = self._numbers(list(named)) if self._last else self._all_numbers()
        for each in came:
            for effect in self._wanted.pop(each.key, ()):
                self._join(numbers[each.key], effect)
        for each in came:
            for cause in each.causes:
                if cause in numbers:
                    self._join(numbers[cause], numbers[each.key])
                else:
                    self._wanted.setdefault(cause, []).append(numbers[each.key])
        self._last = last

    def _join(self, cause: int, effect: int) -> None:
        self._causes.setdefault(effect, []).append(cause)
        self._effects.setdefault(cause, []).append(effect)

    def _all_numbers(self) -> dict[str, int]:
        """The numbers of all messages of everything."""
        question = "SELECT key, id FROM messages WHERE status <> 'invalid'"
        return dict(self._database.execute(question).fetchall())

    def _numbers(self, keys: list[str]) -> dict[str, int]:
        """The numbers of the messages that are part of everything."""
        return {
            key: number
            for marks, some in in_chunks(keys)
            for key, number in self._database.execute(
                f"SELECT key, id FROM messages WHERE key IN ({marks}) AND status <> 'invalid'",
                some,
            )
        }

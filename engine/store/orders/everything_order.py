"""The order of everything: the numbers of all messages in time order.

It is stored in blocks (`engine.store.orders.order_blocks`), and new messages are inserted at their
positions in the transaction that finds their adjusted times. After an import of an archive as a
whole, and when too many adjusted times change at once, it is sorted and written anew.

The time of a message is the earlier of its claimed and its received time; without either, it comes
last. If another archive shows that it was received earlier, that is its time.
"""

from array import array
from collections.abc import Collection, Iterable

from engine.store.files.sqlite import Database, in_chunks
from engine.store.orders.everything_graph import MOMENT
from engine.store.orders.order_blocks import OrderBlocks, SortKey

NUMBER = 0
"""The number of everything among the stored orders."""


class EverythingOrder(OrderBlocks):
    """The order of all messages with an adjusted time."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, NUMBER, self._stored)

    def is_sorted(self, tied: Iterable[tuple[int, int]]) -> bool:
        """Whether the stored order is the one that follows from adjusted times."""
        return self.numbers() == self._sorted_out(tied) and self.is_sound()

    def sort_anew(self, tied: Iterable[tuple[int, int]]) -> None:
        """Write the whole order, within a transaction of the caller.

        `tied` are the causes and effects with the same adjusted time.
        """
        self.write(self._sorted_out(tied))

    def _sorted_out(self, tied: Iterable[tuple[int, int]]) -> "array[int]":
        from engine.store.orders.everything_arrays import sorted_out

        return sorted_out(self._database, tied)

    def _stored(self, numbers: Collection[int]) -> dict[int, SortKey]:
        """The stored sort keys of messages."""
        found: dict[int, SortKey] = {}
        for marks, some in in_chunks(list(numbers)):
            rows = self._database.execute(
                f"SELECT id, ifnull(time, 9e999), {MOMENT}, key FROM messages"
                f" JOIN adjusted_times ON message = id WHERE id IN ({marks})",
                some,
            )
            found.update((number, SortKey(*key)) for number, *key in rows)
        return found

"""The order of everything: the numbers of all messages in time order.

It is stored in blocks (`engine.store.orders.order_blocks`), and new messages are inserted at their
positions in the transaction that finds their adjusted times. After an import of an archive as a
whole, and when too many adjusted times change at once, it is sorted and written anew.

The time of a message is the earlier of its claimed and its received time; without either, it comes
last. If another archive shows that it was received earlier, that is its time.
"""

from array import array
from collections.abc import Collection, Iterable, Mapping

from engine.linear.edits import Edit
from engine.store.files.sqlite import Database, in_chunks
from engine.store.orders.everything_graph import MOMENT
from engine.store.orders.order_blocks import OrderBlocks, SortKey

NUMBER = 0
"""The number of everything among the stored orders."""


class EverythingOrder:
    """The order of all messages with an adjusted time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._blocks = OrderBlocks(database, NUMBER)

    def __len__(self) -> int:
        """The number of messages in the order."""
        return len(self._blocks)

    def numbers(self) -> "array[int]":
        """The numbers of all messages in their order."""
        return self._blocks.numbers()

    def position(self, number: int, adjusted: float) -> int | None:
        """The position of a message, given its adjusted time; None if it isn't in the order."""
        return self._blocks.position(number, adjusted, self._sort_keys)

    def is_sound(self, tied: Iterable[tuple[int, int]]) -> bool:
        """Whether the stored order is the one that follows from adjusted times."""
        return self.numbers() == self._sorted_out(tied) and self._blocks.is_sound()

    # Writing, within a transaction of the caller

    def write(self, numbers: "array[int]") -> None:
        """Write the whole order."""
        self._blocks.write(numbers)

    def sort(self, tied: Iterable[tuple[int, int]]) -> None:
        """Write the whole order, sorted by adjusted time.

        `tied` are the causes and effects with the same adjusted time.
        """
        self._blocks.write(self._sorted_out(tied))

    def edit(
        self,
        keys: Mapping[int, SortKey],
        causes: Mapping[int, Collection[int]],
        new: Mapping[int, str],
    ) -> list[Edit]:
        """Insert `new` messages and move others, before their adjusted times are written.

        The arguments are those of `OrderBlocks.sort`. Raises `CycleError`.
        """
        return self._blocks.sort(keys, causes, new, self._sort_keys)

    def _sorted_out(self, tied: Iterable[tuple[int, int]]) -> "array[int]":
        from engine.store.orders.everything_arrays import sorted_out

        return sorted_out(self._database, tied)

    def _sort_keys(self, numbers: Collection[int]) -> dict[int, SortKey]:
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

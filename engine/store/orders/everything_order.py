"""The order of everything: the numbers of all messages, sorted by (rank, key).

It is stored in blocks (`engine.store.orders.order_blocks`), and new messages are inserted at their
positions in the transaction that ranks them. After an import of an archive as a whole, and when too
many ranks change at once, it is sorted from ranks and keys and written anew.
"""

from array import array
from bisect import bisect
from collections import defaultdict
from collections.abc import Collection, Mapping

from engine.linear.edits import Edit
from engine.store.files.sqlite import Database, in_chunks
from engine.store.orders.order_blocks import OrderBlocks, SortKey

NUMBER = 0
"""The number of everything among the stored orders."""

_DENSE = 16
"""The largest ratio of numbers to messages at which an array is used."""


class EverythingOrder:
    """The order of all ranked messages."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._blocks = OrderBlocks(database, NUMBER)

    def __len__(self) -> int:
        """The number of messages in the order."""
        return len(self._blocks)

    def numbers(self) -> "array[int]":
        """The numbers of all messages in their order."""
        return self._blocks.numbers()

    def position(self, number: int, key: SortKey) -> int | None:
        """The position of a message, given its rank and key; None if it isn't in the order."""
        return self._blocks.position(number, key, self._sort_keys)

    @property
    def is_missing(self) -> bool:
        """Whether messages were ranked without being put in order."""
        ranked = "SELECT EXISTS (SELECT 1 FROM ranks WHERE rank IS NOT NULL)"
        return not len(self) and bool(self._database.execute(ranked).fetchone()[0])

    def is_sound(self) -> bool:
        """Whether the stored order is the one that follows from ranks and keys."""
        return self.numbers() == self.sorted_out() and self._blocks.is_sound()

    # Writing, within a transaction of the caller

    def write(self, numbers: "array[int] | None" = None) -> None:
        """Write the whole order; it is sorted from ranks and keys unless it is known."""
        self._blocks.write(self.sorted_out() if numbers is None else numbers)

    def edit(
        self, ranks: Mapping[int, int], new: Mapping[int, str], lifted: Collection[int]
    ) -> list[Edit]:
        """Insert `new` messages and move `lifted` ones, before their ranks are written.

        `ranks` are the new ranks by message number, and `new` the keys of new messages.
        """
        keys = self._sort_keys(lifted)
        moved = {number: (ranks[number], keys[number][1]) for number in lifted}
        came = {number: (ranks[number], key) for number, key in new.items()}
        return self._blocks.sort(moved, came, new, self._sort_keys)

    def sorted_out(self) -> "array[int]":
        """The order computed from ranks and keys."""
        rank_of = self._ranks().__getitem__
        # The index returns sorted keys; the stable sort by rank keeps their order.
        by_key = self._database.execute(
            "SELECT id FROM messages WHERE id BETWEEN 0 AND ? ORDER BY key", (self._revision(),)
        )
        numbers = sorted((number for (number,) in by_key), key=rank_of)
        return array("i", numbers[bisect(numbers, -1, key=rank_of) :])

    def _ranks(self) -> "array[int] | defaultdict[int, int]":
        """Ranks by message number; -1 if there is none."""
        ((count,),) = self._database.execute("SELECT count(*) FROM ranks")
        last = self._revision()
        ranks: array[int] | defaultdict[int, int]
        if last <= _DENSE * (count + 1):
            ranks = array("i", [-1]) * (last + 1)
        else:  # Forged numbers may be too far apart for an array.
            ranks = defaultdict(lambda: -1)
        ranked = "SELECT message, rank FROM ranks WHERE rank IS NOT NULL AND message >= 0"
        for number, rank in self._database.execute(ranked):
            ranks[number] = rank
        return ranks

    def _sort_keys(self, numbers: Collection[int]) -> dict[int, SortKey]:
        """The ranks and keys of messages."""
        found: dict[int, SortKey] = {}
        for marks, some in in_chunks(list(numbers)):
            rows = self._database.execute(
                "SELECT id, ifnull(rank, 0), key FROM messages JOIN ranks ON message = id"
                f" WHERE id IN ({marks})",
                some,
            )
            found.update((number, (rank, key)) for number, rank, key in rows)
        return found

    def _revision(self) -> int:
        ((number,),) = self._database.execute("SELECT ifnull(max(message), 0) FROM ranks")
        return int(number)

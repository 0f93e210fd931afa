"""The list of levels: all events by rank, and within a level by name.

A level holds the names of one rank, sorted. Neither ranks nor positions are stored: the rank of a
level is its index in this list, so inserting a level raises all later ones at once. Levels are
stored in blocks of bounded size. For each block there are two prefix sums, the ranks and the
positions before it, which are updated from the left as far as they are needed: an edit invalidates
only those to its right, and most edits are near the end.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain

FULL = 128
"""Levels in a block that is filled from its end; with twice as many it is split."""


class Level(list[str]):
    """The sorted names of one rank, and its location: `block.levels[place]`."""

    __slots__ = ("block", "place")

    block: "LevelBlock"
    place: int


class LevelBlock:
    """Consecutive levels, the number of names in each, and in all of them."""

    __slots__ = ("counts", "events", "levels", "number", "size")

    levels: list[Level]
    counts: list[int]

    def __init__(self, number: int, levels: list[Level]) -> None:
        self.number = number
        self.adopt(levels)

    def adopt(self, levels: list[Level]) -> None:
        """Replace the levels of the block."""
        self.levels = levels
        self.counts = [len(level) for level in levels]
        self.size = len(levels)
        self.events = sum(self.counts)
        for place, level in enumerate(levels):
            level.block = self
            level.place = place


class Levels:
    """All levels in order of rank; ranks and positions count from 0."""

    __slots__ = (
        "_blocks",
        "_first_position",
        "_first_rank",
        "_placed",
        "_ranked",
        "count",
        "events",
    )

    def __init__(self) -> None:
        self.count = 0
        self.events = 0
        self._blocks: list[LevelBlock] = [LevelBlock(0, [])]
        self._first_rank = [0]
        self._first_position = [0]
        # The sums are valid for the blocks up to and including these.
        self._ranked = 0
        self._placed = 0

    @classmethod
    def of(cls, levels: list[Level]) -> "Levels":
        """A list of these levels, whose names are in memory."""
        made = cls()
        if levels:
            made._blocks = [
                LevelBlock(number, levels[start : start + FULL])
                for number, start in enumerate(range(0, len(levels), FULL))
            ]
            made._first_rank = [0] * len(made._blocks)
            made._first_position = [0] * len(made._blocks)
            made.count = len(levels)
            made.events = sum(block.events for block in made._blocks)
        return made

    def __iter__(self) -> Iterator[str]:
        for block in self._blocks:
            yield from chain.from_iterable(block.levels)

    def names(self, first: int, count: int) -> list[str]:
        """At most `count` names, from the position `first` on."""
        last = len(self._blocks) - 1
        self._sum_positions(last)
        number = bisect_right(self._first_position, first) - 1
        skipped = first - self._first_position[number]
        found: list[str] = []
        while len(found) < skipped + count and number <= last:
            found += chain.from_iterable(self._blocks[number].levels)
            number += 1
        return found[skipped : skipped + count]

    def lowest(self) -> list[str]:
        """The names of rank 0."""
        block = self._blocks[0]
        return list(block.levels[0]) if block.size else []

    def rank(self, level: Level) -> int:
        """The number of levels before this one."""
        number = level.block.number
        if number > self._ranked:
            self._sum_ranks(number)
        return self._first_rank[number] + level.place

    def position(self, level: Level, name: str) -> int:
        """The position of a name of the level in the whole order."""
        return self._start(level) + bisect_left(level, name)

    def put_above(self, below: Level | None, name: str) -> tuple[Level, int]:
        """Insert a name directly above a level (None: at the bottom).

        Return its level and position.
        """
        if below is None:
            block = self._blocks[0]
            place = 0
        else:
            block = below.block
            place = below.place + 1
        if place == block.size:
            block, place = self._reach(block, place)
        level = block.levels[place]
        index = bisect_left(level, name) if level else 0
        level.insert(index, name)
        block.counts[place] += 1
        block.events += 1
        self.events += 1
        if block is self._blocks[-1]:
            return level, self.events - sum(block.counts[place:]) + index
        if block.number < self._placed:
            self._placed = block.number
        return level, self._start(level) + index

    def put_all(self, members: Sequence[tuple[int, str]]) -> tuple[list[Level], list[int]]:
        """Insert names into the levels of these ranks; return the levels and positions.

        The names ascend by rank. Levels that are missing at the end are added.
        """
        last_rank = members[-1][0]
        while self.count <= last_rank:
            self.append()
        last = self._block_at(last_rank).number
        if last > self._placed:
            self._sum_positions(last)
        levels: list[Level] = []
        positions: list[int] = []
        counts: list[int] = []
        lowest = first = end = start = summed = 0
        for rank, name in members:
            if rank >= end:
                block = self._block_at(rank)
                first = self._first_rank[block.number]
                end = first + block.size
                # The prefix sum doesn't include yet what was inserted into earlier blocks.
                start = self._first_position[block.number] + len(positions)
                counts = block.counts
                summed = 0
                if not levels:
                    lowest = block.number
            place = rank - first
            if place != summed:
                start += sum(counts[summed:place])
                summed = place
            level = block.levels[place]
            index = bisect_left(level, name) if level else 0
            level.insert(index, name)
            counts[place] += 1
            block.events += 1
            levels.append(level)
            positions.append(start + index)
        self.events += len(members)
        if lowest < self._placed:
            self._placed = lowest
        return levels, positions

    def take_all(self, members: Sequence[tuple[Level, str]]) -> list[int]:
        """Remove names from their levels; return their former positions, ascending."""
        last = members[-1][0].block.number
        if last > self._placed:
            self._sum_positions(last)
        positions: list[int] = []
        counts: list[int] = []
        block = None
        start = summed = 0
        for level, name in members:
            if level.block is not block:
                block = level.block
                start = self._first_position[block.number]
                counts = block.counts
                summed = 0
            place = level.place
            if place != summed:
                start += sum(counts[summed:place])
                summed = place
            index = bisect_left(level, name)
            del level[index]
            counts[place] -= 1
            block.events -= 1
            positions.append(start + index)
            # The removed names were before all that follow.
            start += 1
        self.events -= len(members)
        lowest = members[0][0].block.number
        if lowest < self._placed:
            self._placed = lowest
        return positions

    def lift(self, level: Level, name: str, rise: int) -> tuple[Level, int, int]:
        """Move a name up by `rise` levels.

        Returns its new level, its old position, and the number of names that it passed.
        """
        block = end = level.block
        place = level.place
        goal = place + rise
        if goal >= block.size:
            end, goal = self._reach(block, goal)
        index = bisect_left(level, name)
        source = self._start(level) + index
        del level[index]
        counts = block.counts
        counts[place] -= 1
        passed = len(level) - index
        if end is block:
            passed += sum(counts[place + 1 : goal])
        else:
            passed += sum(counts[place + 1 :]) + sum(end.counts[:goal])
            passed += sum([other.events for other in self._blocks[block.number + 1 : end.number]])
            block.events -= 1
            end.events += 1
            counts = end.counts
            self._placed = min(self._placed, block.number)
        higher = end.levels[goal]
        index = bisect_left(higher, name) if higher else 0
        higher.insert(index, name)
        counts[goal] += 1
        return higher, source, passed + index

    def append(self) -> Level:
        """Add an empty level after all others."""
        block = self._blocks[-1]
        if block.size >= FULL:
            block = LevelBlock(block.number + 1, [])
            self._blocks.append(block)
            self._first_rank.append(0)
            self._first_position.append(0)
        level = Level()
        level.block = block
        level.place = block.size
        block.levels.append(level)
        block.counts.append(0)
        block.size += 1
        self.count += 1
        return level

    def insert_before(self, level: Level, number: int) -> None:
        """Insert empty levels before a level, so that it and all later ones rise by `number`."""
        block = level.block
        index = level.place
        new = [Level() for _ in range(number)]
        for empty in new:
            empty.block = block
        block.levels[index:index] = new
        block.counts[index:index] = [0] * number
        block.size += number
        for place in range(index, block.size):
            block.levels[place].place = place
        self.count += number
        self._ranked = min(self._ranked, block.number)
        if block.size > 2 * FULL:
            self._split(block)

    def _split(self, block: LevelBlock) -> None:
        number = block.number
        self._placed = min(self._placed, number)
        levels = block.levels
        block.adopt(levels[:FULL])
        new = [
            LevelBlock(number + index, levels[index * FULL : (index + 1) * FULL])
            for index in range(1, -(-len(levels) // FULL))
        ]
        self._blocks[number + 1 : number + 1] = new
        for later in range(number + 1 + len(new), len(self._blocks)):
            self._blocks[later].number = later
        unknown = [0] * len(new)
        self._first_rank[number + 1 : number + 1] = unknown
        self._first_position[number + 1 : number + 1] = unknown

    def _reach(self, block: LevelBlock, place: int) -> tuple[LevelBlock, int]:
        """The level with this offset from the first level of a block; missing ones are added."""
        while place >= block.size:
            if block is self._blocks[-1]:
                self.append()
            else:
                place -= block.size
                block = self._blocks[block.number + 1]
        return block, place

    def _start(self, level: Level) -> int:
        """The position that the first name of a level has, or would have."""
        block = level.block
        place = level.place
        if block is self._blocks[-1]:
            return self.events - sum(block.counts[place:])
        if block.number > self._placed:
            self._sum_positions(block.number)
        first = self._first_position[block.number]
        if 2 * place > block.size:
            return first + block.events - sum(block.counts[place:])
        return first + sum(block.counts[:place])

    def _block_at(self, rank: int) -> LevelBlock:
        """The block with the level of a rank below `count`."""
        known = self._ranked
        first = self._first_rank[known]
        if first <= rank < first + self._blocks[known].size:
            return self._blocks[known]
        while self._first_rank[known] + self._blocks[known].size <= rank:
            known = min(known + 8, len(self._blocks) - 1)
            self._sum_ranks(known)
        return self._blocks[bisect_right(self._first_rank, rank, 0, known + 1) - 1]

    def _sum_ranks(self, last: int) -> None:
        known = self._ranked
        if known < last:
            sizes = [block.size for block in self._blocks[known:last]]
            self._first_rank[known : last + 1] = _sums(self._first_rank[known], sizes)
            self._ranked = last

    def _sum_positions(self, last: int) -> None:
        known = self._placed
        if known < last:
            sizes = [block.events for block in self._blocks[known:last]]
            self._first_position[known : last + 1] = _sums(self._first_position[known], sizes)
            self._placed = last


def _sums(first: int, sizes: Iterable[int]) -> Iterator[int]:
    return accumulate(sizes, initial=first)

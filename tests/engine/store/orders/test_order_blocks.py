"""Orders in blocks: the same as a plain list after any edits, which are the fewest."""

from array import array
from collections.abc import Collection, Iterator
from contextlib import closing
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear.edit_script import edits_between
from tanglescope.engine.linear.edits import Insert, apply
from tanglescope.engine.linear.errors import CycleError
from tanglescope.engine.linear.walk import least_order
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.orders import order_blocks
from tanglescope.engine.store.orders.order_blocks import TABLES, OrderBlocks, SortKey

CONVERSATION = 7


class Timed:
    """Messages with times and causes, an order in blocks, and the same order as a list."""

    def __init__(self, database: Database) -> None:
        for statement in TABLES:
            database.execute(statement)
        self.moments: dict[int, float] = {}
        self.causes: dict[int, set[int]] = {}
        self.keys: dict[int, SortKey] = {}
        self.blocks = OrderBlocks(database, CONVERSATION, self.stored)
        self.other = OrderBlocks(database, 8)

    def begin(self, moments: dict[int, float], causes: dict[int, set[int]] | None = None) -> None:
        self.moments = moments
        self.causes = {number: (causes or {}).get(number, set()) for number in moments}
        self.keys = self.found()
        self.blocks.write(self.order())

    def stored(self, numbers: Collection[int]) -> dict[int, SortKey]:
        return {number: self.keys[number] for number in numbers}

    def found(self) -> dict[int, SortKey]:
        """The sort keys of all."""
        times: dict[int, float] = {}
        for number in self.order():
            before = [times[cause] for cause in self.causes[number]]
            times[number] = max([self.moments[number], *before])
        return {each: SortKey(times[each], self.moments[each], name(each)) for each in times}

    def order(self) -> list[int]:
        return least_order(self.causes, lambda number: (self.moments[number], name(number)))

    def position(self, number: int) -> int | None:
        return self.blocks.position(number, self.keys[number].adjusted)

    def change(self, new: dict[int, float], edges: Collection[tuple[int, int]] = ()) -> None:
        """Let messages come, with edges from a cause to an effect."""
        before = list(map(name, self.order()))
        self.moments |= new
        self.causes |= {number: set() for number in new}
        for cause, effect in edges:
            self.causes[effect].add(cause)
        keys = self.found()
        tied = {
            each: {one for one in self.causes[each] if keys[one].adjusted == keys[each].adjusted}
            for each in keys
        }
        moved: set[int] = set()
        for each in self.order():
            if self.keys.get(each) != keys[each] or tied[each] & moved:
                moved.add(each)
        names = {number: name(number) for number in new}
        edits = self.blocks.sort({n: keys[n] for n in moved}, tied, names)
        self.keys = keys
        after = list(map(name, self.order()))
        assert len(edits) == len(edits_between(before, after))
        apply(edits, before)
        assert before == after


def name(number: int) -> str:
    """A name that sorts otherwise than the numbers do."""
    return f"%{number * 7919 % 1000:03}"


@pytest.fixture
def timed() -> Iterator[Timed]:
    with closing(Database.in_memory()) as database:
        yield Timed(database)


times = st.sampled_from([0.0, 1.0, 1.5, 3.0, inf])


@given(data=st.data(), full=st.sampled_from([2, 3, 8]), several=st.sampled_from([1, 3]))
def test_after_any_edits_it_is_in_time_order(data: st.DataObject, full: int, several: int) -> None:
    with closing(Database.in_memory()) as database, pytest.MonkeyPatch.context() as patch:
        patch.setattr(order_blocks, "FULL", full)
        patch.setattr(order_blocks, "_FILLED", max(1, full - 1))
        patch.setattr(order_blocks, "_SEVERAL", several)
        timed = Timed(database)
        start = data.draw(st.integers(0, 12))
        # Causes are before effects in this order, in which they arrive at any time.
        line = data.draw(st.permutations(range(1, 40)))
        timed.begin({number: data.draw(times) for number in range(1, start + 1)})
        timed.other.write(timed.order()[::-1])
        for _ in range(data.draw(st.integers(0, 5))):
            first = len(timed.keys) + 1
            new = {first + n: data.draw(times) for n in range(data.draw(st.integers(0, 5)))}
            here = [each for each in line if each < first + len(new)]
            some = st.sampled_from(here or [0])
            pairs = data.draw(st.lists(st.tuples(some, some), max_size=6)) if here else []
            ends = (sorted(pair, key=line.index) for pair in pairs)
            edges = {(one, two) for one, two in ends if one != two and new.keys() & {one, two}}
            timed.change(new, edges)
            order = timed.order()
            assert list(timed.blocks.numbers()) == order
            assert list(timed.blocks.beginning(3)) == order[:3]
            assert len(timed.blocks) == len(order)
            assert timed.blocks.is_sound()
            assert [timed.position(n) for n in order] == [*range(len(order))]
        assert len(timed.other) == start


numbers = st.lists(st.integers(1, 60), unique=True, max_size=40)


@given(orders=st.lists(numbers, max_size=5))
def test_an_order_is_replaced_by_any_other(orders: list[list[int]]) -> None:
    with closing(Database.in_memory()) as database, pytest.MonkeyPatch.context() as patch:
        patch.setattr(order_blocks, "_FILLED", 4)
        blocks = Timed(database).blocks
        before: list[int] = []
        for order in orders:
            assert list(blocks.write(array("i", order))) == before
            assert list(blocks.numbers()) == (before := order)
            assert blocks.is_sound()


def test_an_order_that_grows_at_its_end_is_written_from_there_on(timed: Timed) -> None:
    timed.blocks.write(array("i", range(1, 20 * order_blocks.FULL)))
    before = timed.blocks._database.conn.total_changes
    timed.blocks.write(array("i", range(1, 20 * order_blocks.FULL + 3)))
    assert timed.blocks._database.conn.total_changes - before <= 3


def test_one_arrival_rewrites_one_block(timed: Timed) -> None:
    count = 20 * order_blocks.FULL
    timed.begin({number: float(number // 3) for number in range(1, count + 1)})
    database = timed.blocks._database
    before = database.conn.total_changes
    for number, time in ((count + 1, float(count)), (count + 2, 9.0)):
        key = SortKey(time, time, "%z")
        timed.blocks.sort({number: key}, {number: ()}, {number: "%z"})
        timed.keys[number] = key
    assert database.conn.total_changes - before == 2


@given(
    kept=st.dictionaries(st.integers(1, 40), st.integers(0, 3)),
    come=st.dictionaries(st.integers(1, 40), st.integers(0, 3)),
    full=st.sampled_from([2, 3, 8]),
)
def test_an_order_by_rank_is_by_rank_and_key(
    kept: dict[int, int], come: dict[int, int], full: int
) -> None:
    with closing(Database.in_memory()) as database, pytest.MonkeyPatch.context() as patch:
        patch.setattr(order_blocks, "FULL", full)
        patch.setattr(order_blocks, "_FILLED", max(1, full - 1))
        timed = Timed(database)
        timed.keys = {each: SortKey(rank, 0, name(each)) for each, rank in kept.items()}
        before = sorted(kept, key=lambda each: timed.keys[each])
        timed.blocks.write(before)
        keys = {each: SortKey(rank, 0, name(each)) for each, rank in come.items()}
        new = {each: name(each) for each in come.keys() - kept.keys()}
        edits = timed.blocks.sort(keys, None, new)
        timed.keys |= keys
        after = sorted(timed.keys, key=lambda each: timed.keys[each])
        assert list(timed.blocks.numbers()) == after
        shown = list(map(name, before))
        apply(edits, shown)
        assert shown == list(map(name, after))
        assert timed.blocks.is_sound()


def test_one_of_many_with_the_same_rank_is_found_by_bisection(timed: Timed) -> None:
    count = 20 * order_blocks.FULL
    timed.keys = {each: SortKey(1, 0, f"%{each:06}") for each in range(1, count + 1)}
    timed.blocks.write(list(timed.keys))
    read: list[int] = []

    def sort_keys(numbers: Collection[int]) -> dict[int, SortKey]:
        read.extend(numbers)
        return timed.stored(numbers)

    key = SortKey(1, 0, "%012345a")
    blocks = OrderBlocks(timed.blocks._database, CONVERSATION, sort_keys)
    edits = blocks.sort({count + 1: key}, None, {count + 1: key.key})
    assert edits == [Insert(key.key, 12345)]
    assert len(read) < 20


def test_an_order_that_is_appended_to_has_full_blocks(timed: Timed) -> None:
    for number in range(1, 3 * order_blocks.FULL):
        key = SortKey(float(number), float(number), f"%{number:06}")
        timed.blocks.sort({number: key}, {number: ()}, {number: key.key})
        timed.keys[number] = key
    rows = timed.blocks._database.execute("SELECT rows FROM order_blocks ORDER BY label").fetchall()
    assert [n for (n,) in rows] == [order_blocks.FULL, order_blocks.FULL, order_blocks.FULL - 1]


def test_a_message_that_is_not_in_the_order_has_no_position(timed: Timed) -> None:
    timed.keys = {1: SortKey(0.0, 0.0, "%a"), 2: SortKey(1.0, 1.0, "%b")}
    assert timed.position(1) is None
    timed.blocks.write([1])
    assert timed.position(2) is None


def test_messages_that_wait_for_each_other_are_refused(timed: Timed) -> None:
    timed.begin({1: 0.0})
    keys = {number: SortKey(1.0, 1.0, name(number)) for number in (2, 3)}
    with pytest.raises(CycleError):
        timed.blocks.sort(keys, {2: [3], 3: [2]}, {2: name(2), 3: name(3)})
    assert list(timed.blocks.numbers()) == [1]


def test_where_times_are_equal_few_keys_are_read(timed: Timed) -> None:
    count = 20 * order_blocks.FULL
    timed.begin(
        {number: 5.0 - (number > 1) for number in range(1, count + 1)},
        {number: {number - 1} for number in range(2, count + 1)},
    )
    read: list[int] = []

    def stored(numbers: Collection[int]) -> dict[int, SortKey]:
        read.extend(numbers)
        return timed.stored(numbers)

    key = SortKey(5.0, 3.0, "%z")
    blocks = OrderBlocks(timed.blocks._database, CONVERSATION, stored)
    blocks.sort({count + 1: key}, {count + 1: [count]}, {count + 1: "%z"})
    assert timed.blocks.numbers()[-1] == count + 1
    assert len(read) < 100

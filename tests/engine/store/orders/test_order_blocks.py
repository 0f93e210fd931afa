"""Orders in blocks: the same as a plain list after any edits, which are the fewest."""

from collections.abc import Collection, Iterator
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.linear.edit_script import edits_between
from engine.linear.edits import Insert, ListEdit, Move, Remove, apply
from engine.store.files.sqlite import Database
from engine.store.orders import order_blocks
from engine.store.orders.order_blocks import TABLES, OrderBlocks, SortKey

CONVERSATION = 7


class Ranked:
    """Messages with ranks that rise, an order in blocks, and the same order as a list."""

    def __init__(self, database: Database) -> None:
        for statement in TABLES:
            database.execute(statement)
        self.keys: dict[int, SortKey] = {}
        self.blocks = OrderBlocks(database, CONVERSATION)
        self.other = OrderBlocks(database, 8)
        self.copy = OrderBlocks(database, 9)

    def stored(self, numbers: Collection[int]) -> dict[int, SortKey]:
        return {number: self.keys[number] for number in numbers}

    def order(self) -> list[int]:
        return sorted(self.keys, key=self.keys.__getitem__)

    def position(self, number: int) -> int | None:
        return self.blocks.position(number, self.keys[number], self.stored)

    def change(self, raised: dict[int, int], new: dict[int, int]) -> None:
        """Raise the ranks of some messages, and let new ones arrive."""
        before = list(map(name, self.order()))
        came = {number: (rank, name(number)) for number, rank in new.items()}
        moved = {number: (rank, name(number)) for number, rank in raised.items()}
        names = {number: name(number) for number in new}
        edits = self.blocks.sort(moved, came, names, self.stored)
        self.copy.apply(edits, {names[number]: number for number in new})
        self.keys |= moved | came
        after = list(map(name, self.order()))
        assert len(edits) == len(edits_between(before, after))
        apply(edits, before)
        assert before == after


def name(number: int) -> str:
    """A name that sorts otherwise than the numbers do."""
    return f"%{number * 7919 % 1000:03}"


@pytest.fixture
def ranked() -> Iterator[Ranked]:
    with closing(Database.in_memory()) as database:
        yield Ranked(database)


@given(data=st.data(), full=st.sampled_from([2, 3, 8]), several=st.sampled_from([1, 3]))
def test_after_any_edits_it_is_the_sorted_list(
    data: st.DataObject, full: int, several: int
) -> None:
    with closing(Database.in_memory()) as database, pytest.MonkeyPatch.context() as patch:
        patch.setattr(order_blocks, "FULL", full)
        patch.setattr(order_blocks, "_LAID", max(1, full - 1))
        patch.setattr(order_blocks, "_SEVERAL", several)
        ranked = Ranked(database)
        start = data.draw(st.integers(0, 12))
        ranked.keys = {n: (data.draw(st.integers(0, 5)), name(n)) for n in range(1, start + 1)}
        ranked.blocks.write(ranked.order())
        ranked.copy.write(ranked.order())
        ranked.other.write(ranked.order()[::-1])
        for _ in range(data.draw(st.integers(0, 5))):
            known = sorted(ranked.keys)
            chosen = data.draw(st.sets(st.sampled_from(known), max_size=4)) if known else set()
            raised = {n: ranked.keys[n][0] + data.draw(st.integers(0, 3)) for n in sorted(chosen)}
            first = len(known) + 1
            new = {
                first + n: data.draw(st.integers(0, 8)) for n in range(data.draw(st.integers(0, 6)))
            }
            ranked.change(raised, new)
            order = ranked.order()
            assert list(ranked.blocks.numbers()) == list(ranked.copy.numbers()) == order
            assert len(ranked.blocks) == len(order)
            assert ranked.blocks.is_sound()
            assert ranked.copy.is_sound()
            assert [ranked.position(n) for n in order] == [*range(len(order))]
        assert len(ranked.other) == start


def test_one_arrival_rewrites_one_block(ranked: Ranked) -> None:
    count = 20 * order_blocks.FULL
    ranked.keys = {number: (number // 3, f"%{number:06}") for number in range(1, count + 1)}
    ranked.blocks.write(ranked.order())
    database = ranked.blocks._database
    before = database.conn.total_changes
    ranked.blocks.sort({}, {count + 1: (count, "%z")}, {count + 1: "%z"}, ranked.stored)
    ranked.keys[count + 1] = (count, "%z")
    ranked.blocks.sort({}, {count + 2: (9, "%z")}, {count + 2: "%z"}, ranked.stored)
    assert database.conn.total_changes - before == 2


def test_an_order_that_is_appended_to_has_full_blocks(ranked: Ranked) -> None:
    for number in range(1, 3 * order_blocks.FULL):
        key = (number, f"%{number:06}")
        ranked.blocks.sort({}, {number: key}, {number: key[1]}, ranked.stored)
        ranked.keys[number] = key
    rows = ranked.blocks._database.execute(
        "SELECT rows FROM order_blocks ORDER BY label"
    ).fetchall()
    assert [n for (n,) in rows] == [order_blocks.FULL, order_blocks.FULL, order_blocks.FULL - 1]


def test_a_message_that_is_not_in_the_order_has_no_position(ranked: Ranked) -> None:
    ranked.keys = {1: (0, "%a"), 2: (1, "%b")}
    assert ranked.position(1) is None
    ranked.blocks.write([1])
    assert ranked.position(2) is None


@given(
    start=st.integers(0, 12),
    steps=st.lists(st.tuples(st.sampled_from("imr"), st.integers(0, 99), st.integers(0, 99))),
    full=st.sampled_from([2, 5]),
)
def test_edits_by_position_are_those_of_a_list(
    start: int, steps: list[tuple[str, int, int]], full: int
) -> None:
    with closing(Database.in_memory()) as database, pytest.MonkeyPatch.context() as patch:
        patch.setattr(order_blocks, "FULL", full)
        patch.setattr(order_blocks, "_LAID", full - 1)
        blocks, items = Ranked(database).blocks, list(range(1, start + 1))
        blocks.write(items)
        names = list(map(name, items))
        for kind, one, other in steps:
            edits: list[ListEdit] = []
            if kind == "i":
                edits = [Insert(name(len(items) + 1), one % (len(names) + 1))]
                items.append(len(items) + 1)
            elif names and kind == "m":
                edits = [Move(one % len(names), other % len(names))]
            elif names:
                edits = [Remove(names[one % len(names)], one % len(names))]
            blocks.apply(edits, {name(number): number for number in items})
            apply(edits, names)
            assert [name(number) for number in blocks.numbers()] == names
            assert blocks.is_sound()

import pytest
from hypothesis import given

from tanglescope.engine.debug.supposing import (
    NotSupposable,
    SupposedEntry,
    Supposition,
    outcome,
    suppose,
)
from tanglescope.engine.linear.orders.named import linearize
from tests.engine.linear.autobase_graphs import Logs, drawn, logs

RACE = drawn("a0 b0 c0:a0 a1:c0 c1:c0,b0 b1:c1", "abc").graph


def test_an_entry_that_is_added_knows_everything() -> None:
    found = outcome(RACE, Supposition(added=(SupposedEntry("a"), SupposedEntry("b"))), "autobase")
    assert [(entry.writer, entry.after) for entry in found.entries] == [
        ("a", ("a1", "b1")),
        ("b", ("next-1",)),
    ]
    assert found.order[-2:] == ("next-1", "next-2")
    assert (found.confirmed_before, found.confirmed) == (1, 1)


def test_or_what_it_is_said_to_know() -> None:
    found = outcome(RACE, Supposition(added=(SupposedEntry("b", ("b0",)),)), "scuttlesort")
    assert found.entries[0].after == ("b0",)
    assert found.confirmed is None


def test_what_refers_to_an_entry_that_is_held_back_waits() -> None:
    found = outcome(RACE, Supposition(held=frozenset({"c1"})), "autobase")
    assert found.left_out == ("c1",)
    assert found.waiting == ("b1",)
    assert set(found.order) == {"a0", "b0", "c0", "a1"}


def test_a_writer_that_wrote_nothing_leaves_no_entries() -> None:
    found = outcome(RACE, Supposition(dropped=frozenset({"b"})), "autobase")
    assert found.left_out == ("b0", "b1")
    assert found.waiting == ("c1",)
    assert found.order == ("a0", "c0", "a1")


def test_an_added_entry_cannot_refer_to_what_is_left_out() -> None:
    supposition = Supposition(added=(SupposedEntry("a", ("c1",)),), held=frozenset({"b0"}))
    with pytest.raises(NotSupposable, match="c1"):
        suppose(RACE, supposition)


def test_rows_that_change_are_named() -> None:
    found = outcome(RACE, Supposition(held=frozenset({"a1"})), "autobase")
    assert [tuple(each) for each in found.moves] == [("c1", 5, 4), ("b1", 6, 5)]


@given(logs())
def test_to_suppose_nothing_changes_nothing(found: Logs) -> None:
    same = outcome(found.graph, Supposition(), "autobase")
    assert not Supposition()
    assert list(same.before) == list(same.order) == linearize(found.graph, "autobase")["order"]
    assert same.confirmed_before == same.confirmed
    assert not same.moves

"""State over an order: what a row changes, and where two orders part."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.reduce.folding import (
    FoldedRow,
    StateChange,
    changes_between,
    fold,
    parting,
)

STATES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["", "a", "a/b", "~"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["", "a", "a/b", "~"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": 2}, [("/a", (1,), (2,))]),
        ({"a": 1}, {"b": 1}, [("/a", (1,), ()), ("/b", (), (1,))]),
        ({"a/b": {"~": 1}}, {"a/b": {"~": None}}, [("/a~1b/~0", (1,), (None,))]),
        (["x", "y"], ["y", "z"], [("", ("x",), ("z",))]),
        (["x", "y"], ["y", "x"], [("", ("x", "y"), ("y", "x"))]),
        ([1], [True], [("", (1,), (True,))]),
        ([1, {"a": 2}, 3], [1, {"a": 3}, 3], [("", ({"a": 2},), ({"a": 3},))]),
        ([1], [1, 2, 1], [("", (), (2, 1))]),
        (None, {}, [("", (None,), ({},))]),
    ],
)
def test_a_change_says_its_place_and_both_values(
    before: Any, after: Any, changes: list[tuple[Any, ...]]
) -> None:
    assert list(changes_between(before, after)) == [StateChange(*each) for each in changes]


@given(one=STATES, other=STATES)
def test_nothing_changes_only_between_equal_states(one: Any, other: Any) -> None:
    assert not changes_between(one, one)
    assert bool(changes_between(one, other)) == (repr_of(one) != repr_of(other))


def repr_of(state: Any) -> str:
    """A state as text, in which the order of names doesn't matter."""
    if isinstance(state, dict):
        return repr({name: repr_of(state[name]) for name in sorted(state)})
    return repr([repr_of(each) for each in state]) if isinstance(state, list) else repr(state)


def rows(*states: Any) -> list[FoldedRow]:
    return [FoldedRow(str(number), state) for number, state in enumerate(states)]


def test_two_orders_part_where_their_states_first_differ() -> None:
    found = parting(rows(1, 2, 3), rows(1, 5, 3))
    assert found is not None
    assert (found.row, found.changes) == (1, (StateChange("", (2,), (5,)),))
    assert parting(rows(1, 2), rows(1, 2, 2)) is None
    longer = parting(rows(1, 2), rows(1, 2, 2, 4))
    assert longer is not None
    assert (longer.row, longer.one) == (3, None)
    assert parting(rows(), rows()) is None
    assert parting(rows(), rows(None)) is None


@given(one=st.lists(STATES), other=st.lists(STATES))
def test_before_they_part_states_are_the_same(one: list[Any], other: list[Any]) -> None:
    found = parting(rows(*one), rows(*other))
    same = min(len(one), len(other)) if found is None else min(found.row, len(one), len(other))
    assert list(map(repr_of, one[:same])) == list(map(repr_of, other[:same]))
    backward = parting(rows(*other), rows(*one))
    assert (found and found.row) == (backward and backward.row)


def test_a_reducer_gets_the_messages_in_their_order() -> None:
    seen: list[str] = []

    def step(message: Any) -> list[str]:
        seen.append(message["key"])
        return list(seen)

    found = list(fold(step, [{"key": "b"}, {"key": "a"}]))
    assert found == [FoldedRow("b", ["b"]), FoldedRow("a", ["b", "a"])]

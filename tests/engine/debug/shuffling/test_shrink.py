from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.debug.shuffling.shrink import (
    by_distance,
    inversions,
    shrunk,
    simplest,
    small_cases,
    straightened,
)


def descending(numbers: list[int]) -> int:
    """Pairs in the wrong order, found by comparing all pairs."""
    return sum(a > b for index, a in enumerate(numbers) for b in numbers[index + 1 :])


@given(st.lists(st.integers()))
def test_inversions_are_the_pairs_that_descend(numbers: list[int]) -> None:
    assert inversions(numbers) == descending(numbers)


@given(
    st.integers(1, 40),
    st.lists(st.sets(st.integers(0, 39), max_size=4), min_size=1, max_size=4),
)
def test_of_what_is_shrunk_nothing_can_be_left_out(size: int, culprits: list[set[int]]) -> None:
    def fails(items: list[int]) -> bool:
        return any(needed <= set(items) for needed in culprits)

    items = list(range(size))
    if not fails(items):
        return
    kept = shrunk(items, fails)
    assert fails(kept)
    assert kept == sorted(kept)
    assert not any(fails([item for item in kept if item != left_out]) for left_out in kept)


def test_what_could_not_be_left_out_at_first_is_tried_again() -> None:
    failing = [{0, 1, 2}, {0, 2}, {2}]
    assert shrunk([0, 1, 2], lambda items: set(items) in failing) == [2]


@given(st.permutations(range(7)), st.integers(2, 21))
def test_what_is_straightened_fails_and_no_two_neighbours_can_be_swapped(
    order: list[int], limit: int
) -> None:
    def fails(items: list[int]) -> bool:
        return descending(items) >= limit

    if not fails(order):
        return
    straight = straightened(order, fails, lambda item: item)
    assert descending(straight) == limit


def test_what_is_put_straight_may_need_fewer() -> None:
    failing = [(2, 1, 0), (1, 2, 0), (1, 2)]
    assert simplest([2, 1, 0], lambda items: tuple(items) in failing, lambda item: item) == [1, 2]


def test_small_cases_come_by_size_as_long_as_all_of_a_size_can_be_tried() -> None:
    cases = list(small_cases("abcd", 4, tries=4 + 12))
    assert cases == [(c,) for c in "abcd"] + [(a, b) for a in "abcd" for b in "abcd" if a < b]
    assert list(small_cases("abcd", 2, tries=1000)) == [(c,) for c in "abcd"]


def test_permutations_come_by_distance() -> None:
    orders = by_distance("abc")
    assert orders[0] == ("a", "b", "c")
    assert set(orders) == set(permutations("abc"))
    counts = [inversions([ord(each) for each in order]) for order in orders]
    assert counts == sorted(counts)

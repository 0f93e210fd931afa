from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear import Edit, Insert, Move, apply, edit_script
from tanglescope.engine.linear.edit_script import (
    edits_between,
    fewest_moves,
    heaviest_increasing,
    inversions,
    merge_edits,
    removals,
)
from tests.engine.linear import oracle


@st.composite
def wanderings(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """An order, as a permutation of the positions before, and the elements that moved."""
    size = draw(st.integers(1, 24))
    wanderers = sorted(draw(st.sets(st.integers(0, size - 1), min_size=1)))
    others = [item for item in range(size) if item not in wanderers]
    order = list(others)
    wanderers_in_new_order = draw(st.permutations(wanderers)) if draw(st.booleans()) else wanderers
    places = sorted(
        draw(
            st.lists(
                st.integers(0, size - 1),
                min_size=len(wanderers),
                max_size=len(wanderers),
                unique=True,
            )
        )
    )
    for place, item in zip(places, wanderers_in_new_order, strict=True):
        order.insert(place, item)
    return order, wanderers


@given(wanderings())
def test_moves_lead_to_the_new_order_and_are_the_fewest(case: tuple[list[int], list[int]]) -> None:
    order, wanderers = case
    came = [item for item in order if item in wanderers]
    origins = [wanderers.index(item) for item in came]
    moves = fewest_moves(wanderers, [order.index(item) for item in came], origins)
    replica = list(range(len(order)))
    apply(moves, replica)
    assert replica == order
    assert len(moves) == oracle.fewest_edits(list(range(len(order))), order)


@given(wanderings())
def test_wanderers_in_order_need_no_origins(case: tuple[list[int], list[int]]) -> None:
    order, wanderers = case
    places = [index for index, item in enumerate(order) if item in wanderers]
    moves = fewest_moves(wanderers, places)
    rest = iter(item for item in order if item not in wanderers)
    mine = iter(wanderers)
    new = [next(mine) if index in places else next(rest) for index in range(len(order))]
    replica = list(range(len(order)))
    apply(moves, replica)
    assert replica == new
    assert len(moves) == oracle.fewest_edits(list(range(len(order))), new)


@st.composite
def scripts(draw: st.DrawFn) -> tuple[int, list[Edit]]:
    length = now = draw(st.integers(0, 12))
    edits: list[Edit] = []
    for number in range(draw(st.integers(0, 20))):
        if now > 1 and draw(st.booleans()):
            edits.append(Move(draw(st.integers(0, now - 1)), draw(st.integers(0, now - 1))))
        else:
            edits.append(Insert(f"new {number}", draw(st.integers(0, now))))
            now += 1
    return length, edits


@given(scripts(), st.sampled_from([1, 32]))
def test_merged_edits_do_the_same_with_the_fewest_edits(
    case: tuple[int, list[Edit]], full: int
) -> None:
    length, edits = case
    before = [f"old {number}" for number in range(length)]
    expected = list(before)
    apply(edits, expected)
    normal = edit_script._FULL
    edit_script._FULL = full
    try:
        merged = merge_edits(edits, length)
    finally:
        edit_script._FULL = normal
    replica = list(before)
    apply(merged, replica)
    assert replica == expected
    assert len(merged) == oracle.fewest_edits(before, expected)


@given(
    before=st.lists(st.integers(0, 12), unique=True),
    after=st.lists(st.integers(0, 12), unique=True),
    packed=st.booleans(),
    compared=st.sampled_from([1, 3, 4096]),
)
def test_any_list_is_reached_from_any_other(
    before: list[int], after: list[int], *, packed: bool, compared: int
) -> None:
    old, new = (array("i", before), array("i", after)) if packed else (before, after)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(edit_script, "_COMPARED", compared)
        gone = removals(old, new)
        assert [before[position] for position in gone] == [
            number for number in reversed(before) if number not in after
        ]
        kept = [number for number in before if number in after]
        edits = edits_between(array("i", kept) if packed else kept, new, _texts)
    items = list(map(str, kept))
    apply(edits, items)
    assert items == list(map(str, after))
    moves = sum(isinstance(edit, Move) for edit in edits)
    stay = heaviest_increasing([(place, 1, after.index(each)) for place, each in enumerate(kept)])
    assert moves == len(kept) - len(stay)


def _texts(numbers: list[int]) -> list[str]:
    return list(map(str, numbers))


def descending(numbers: list[int]) -> int:
    """Pairs in the wrong order, found by comparing all pairs."""
    return sum(a > b for index, a in enumerate(numbers) for b in numbers[index + 1 :])


@given(st.lists(st.integers()))
def test_inversions_are_the_pairs_that_descend(numbers: list[int]) -> None:
    assert inversions(numbers) == descending(numbers)

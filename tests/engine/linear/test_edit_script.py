from hypothesis import given
from hypothesis import strategies as st

from engine.linear import Edit, Insert, Move, apply, edit_script
from engine.linear.edit_script import fewest_moves, merge_edits
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

from hypothesis import given
from hypothesis import strategies as st

from engine.linear import Edit, Insert, Move, apply
from engine.linear.scuttlesort import merging
from engine.linear.scuttlesort.merging import merge_edits
from tests.engine.linear import oracle


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
    normal = merging._FULL
    merging._FULL = full
    try:
        merged = merge_edits(edits, length)
    finally:
        merging._FULL = normal
    replica = list(before)
    apply(merged, replica)
    assert replica == expected
    assert len(merged) == oracle.fewest_edits(before, expected)

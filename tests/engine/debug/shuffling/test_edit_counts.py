from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.debug.shuffling.edit_counts import Bin, distribution


@given(numbers=st.lists(st.integers(0, 500)), most=st.integers(1, 30))
def test_every_number_falls_into_one_of_few_equal_bins(numbers: list[int], most: int) -> None:
    bins = distribution(numbers, most)
    assert len(bins) <= most
    assert len({each.high - each.low for each in bins}) <= 1
    for each in bins:
        assert each.count == sum(each.low <= number <= each.high for number in numbers)
    assert sum(each.count for each in bins) == len(numbers)


def test_one_number_is_one_bin() -> None:
    assert distribution([7, 7]) == (Bin(7, 7, 2),)
    assert distribution([]) == ()

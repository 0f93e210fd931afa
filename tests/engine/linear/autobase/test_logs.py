from tanglescope.engine.linear.autobase.logs import NEVER, join, reached, tick, within


def test_an_empty_clock_knows_nothing() -> None:
    assert join([], 3) == (0, 0, 0)


def test_merged_clocks_know_all_that_each_of_them_knows() -> None:
    assert join([(1, 5, 0), (2, 3, 0)], 3) == (2, 5, 0)


def test_clocks_may_have_no_columns() -> None:
    assert join([(), ()], 0) == ()


def test_a_tick_counts_in_one_column() -> None:
    assert tick((4, 5, 6), 1, 9) == (4, 9, 6)


def test_a_place_is_reached_when_more_entries_are_known() -> None:
    assert reached((1, 2, 3), [1, 1, NEVER]) == 1
    assert within((1, 2, 3), [1, 2, NEVER])
    assert not within((1, 2, 3), [1, 1, NEVER])

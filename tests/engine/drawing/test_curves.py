"""The curves of edges: no two share a line."""

from itertools import pairwise

from tanglescope.engine.drawing.curves import bend, bow_of


def test_between_two_columns_an_edge_is_upright_at_both_ends() -> None:
    assert bend((0, 0), (10, 20), 2, 10) == ((0, 10), (10, 10))


def test_an_edge_never_goes_up_even_where_numbers_are_rounded() -> None:
    (_, first), (_, second) = bend((0, 0.35), (1, 4.65), 4, 1)
    assert first <= second


def test_down_a_column_a_longer_edge_bows_farther_and_never_a_whole_column() -> None:
    assert bow_of(1) == 0
    bows = [bow_of(rows) for rows in range(1, 49)]
    assert all(less < more for less, more in pairwise(bows))
    assert bows[-1] < 1
    (x, _), (other, _) = bend((5, 0), (5, 60), 3, 20)
    assert x == other > 5

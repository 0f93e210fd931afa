"""Ranks by blocks are the ranks of the whole."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pipeline.blocks import Unranked, longest_paths, rank_blocks
from tests.engine.linear import oracle
from tests.engine.linear.strategies import delivered


def ranks_by_blocks(events: dict[str, list[str]], size: int) -> dict[str, int]:
    rows = list(events.items())
    blocks = [rows[start : start + size] for start in range(0, len(rows), size)]
    found = rank_blocks(lambda: [([n for n, _ in b], [c for _, c in b]) for b in blocks])
    return {name: rank for names, ranks in found for name, rank in zip(names, ranks, strict=True)}


@given(delivered(), st.integers(1, 13))
def test_blocks_of_any_size_in_any_order_give_the_longest_paths(
    events: dict[str, list[str]], size: int
) -> None:
    assert ranks_by_blocks(events, size) == oracle.ranks(events)


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_history_told_backwards_takes_as_many_passes_as_it_needs(size: int) -> None:
    names = [str(number) for number in range(200)]
    events = {name: names[max(0, i - 1) : i] for i, name in enumerate(names)}
    backwards = dict(reversed(events.items()))
    assert ranks_by_blocks(backwards, size) == {name: i for i, name in enumerate(names)}


@pytest.mark.parametrize("size", [1, 2])
def test_a_cycle_is_told(size: int) -> None:
    with pytest.raises(Unranked):
        ranks_by_blocks({"a": ["b"], "b": ["a"]}, size)


def test_a_floor_lifts_what_comes_after() -> None:
    ranks = longest_paths(np.array([5, 0, 0]), np.array([0, 1]), np.array([1, 2]))
    assert ranks.tolist() == [5, 6, 7]

"""Ranks by blocks are the ranks of the whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pipeline.spark.blocks import EventBlock, Unranked, rank_blocks
from tests.engine.linear import oracle
from tests.engine.linear.strategies import delivered


def in_blocks(events: dict[str, list[str]], size: int) -> list[EventBlock]:
    rows = list(events.items())
    parts = (rows[start : start + size] for start in range(0, len(rows), size))
    return [
        EventBlock([name for name, _ in part], [causes for _, causes in part]) for part in parts
    ]


def ranks_by_blocks(events: dict[str, list[str]], size: int) -> dict[str, int]:
    found = rank_blocks(lambda: in_blocks(events, size))
    return {
        name: rank
        for block, ranks, _ in found
        for name, rank in zip(block.names, ranks, strict=True)
    }


@given(delivered(), st.integers(1, 13))
def test_blocks_of_any_size_in_any_order_give_the_longest_paths(
    events: dict[str, list[str]], size: int
) -> None:
    assert ranks_by_blocks(events, size) == oracle.ranks(events)


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_history_told_backwards_takes_as_many_passes_as_it_needs(size: int) -> None:
    names = [str(number) for number in range(60)]
    events = {name: names[max(0, i - 1) : i] for i, name in enumerate(names)}
    backwards = dict(reversed(events.items()))
    assert ranks_by_blocks(backwards, size) == {name: i for i, name in enumerate(names)}


@pytest.mark.parametrize("size", [1, 2])
def test_a_cycle_is_told(size: int) -> None:
    with pytest.raises(Unranked):
        ranks_by_blocks({"a": ["b"], "b": ["a"]}, size)


@given(delivered(), st.integers(1, 13))
def test_causes_that_are_in_no_block_are_told(events: dict[str, list[str]], size: int) -> None:
    missing = {name: set(causes) - events.keys() for name, causes in events.items()}
    expected = {name: ghosts for name, ghosts in missing.items() if ghosts}
    for _, _, ghosts in rank_blocks(lambda: in_blocks(events, size)):
        assert {name: set(names) for name, names in ghosts.items()} == expected

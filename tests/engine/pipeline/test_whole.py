"""Ranks that are found at once are the longest paths."""

import numpy as np
import pyarrow as pa
from hypothesis import given

from engine.pipeline.whole import Ranked, rank_whole
from tests.engine.linear import oracle
from tests.engine.linear.strategies import delivered, digraphs

Events = dict[str, list[str]]


def ranked(events: Events) -> Ranked | None:
    effect = [place for place, causes in enumerate(events.values()) for _ in causes]
    causes = [cause for causes in events.values() for cause in causes]
    names = pa.array(list(events), pa.string())
    return rank_whole(names, np.array(effect, np.int64), pa.array(causes, pa.string()))


@given(delivered() | digraphs())
def test_ranks_are_the_longest_paths_and_a_cycle_has_none(events: Events) -> None:
    found = ranked(events)
    expected = oracle.ranks(events)
    assert (found is None) == (expected is None)
    if found is not None:
        assert dict(zip(events, found.ranks.tolist(), strict=True)) == expected


@given(delivered())
def test_causes_that_are_not_there_are_told_once(events: Events) -> None:
    found = ranked(events)
    assert found is not None
    names = list(events)
    waiting = [names[place] for place in found.waiting.tolist()]
    pairs = list(zip(waiting, found.ghosts.to_pylist(), strict=True))
    assert len(pairs) == len(set(pairs))
    assert set(pairs) == {
        (name, cause) for name, causes in events.items() for cause in causes if cause not in events
    }

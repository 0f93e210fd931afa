"""Ranks of a whole graph at once, as long as memory holds it: names by their places in columns."""

from typing import NamedTuple

import numpy as np
import pyarrow.compute as pc

from engine.linear.longest_paths import Integers, longest_paths
from engine.pipeline.files.arrow import pa


class Ranked(NamedTuple):
    """The ranks of events by place, and pairs of an event's place and a cause that isn't there."""

    ranks: Integers
    waiting: Integers
    ghosts: pa.Array


def rank_whole(names: pa.Array, effect: Integers, cause: pa.Array) -> Ranked | None:
    """The longest path to each of the events with these names; None where they come in a cycle.

    `effect` are the places of those that come after the names in `cause`. That an event names one
    twice, or itself, makes no difference.
    """
    found = pc.index_in(cause, value_set=names)
    is_here = found.is_valid().to_numpy(zero_copy_only=False)
    place = found.fill_null(-1).to_numpy().astype(np.int64)
    is_edge = is_here & (place != effect)
    floor = np.zeros(len(names), np.int64)
    ranks, stuck = longest_paths(floor, place[is_edge], effect[is_edge])
    if len(stuck):
        return None
    coded = cause.filter(pa.array(~is_here)).dictionary_encode()
    many = max(len(coded.dictionary), 1)
    pairs = np.unique(effect[~is_here] * many + coded.indices.to_numpy())
    return Ranked(ranks, pairs // many, coded.dictionary.take(pa.array(pairs % many)))

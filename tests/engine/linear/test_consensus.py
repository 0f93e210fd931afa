"""What the consensus keeps up to date, against the same worked out afresh."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.linear.clocks import join, tick
from engine.linear.consensus import Consensus
from engine.linear.logs import Entry
from engine.linear.standing import Standing
from tests.engine.linear.autobase_graphs import Logs, drawn, from_vector, logs
from tests.vectors.autobase import load


class Fed:
    """A consensus that gets the entries of indexers, with clocks made from causes."""

    def __init__(self, logs: Logs) -> None:
        self.columns = {key: column for column, key in enumerate(logs.indexers)}
        self.consensus = Consensus(len(self.columns))
        self.clocks: dict[str, tuple[int, ...]] = {}

    def add(self, name: str, after: Sequence[str], writer: str) -> None:
        clock = join([self.clocks[cause] for cause in after], len(self.columns))
        column = self.columns.get(writer)
        if column is not None:
            clock = tick(clock, column, clock[column] + 1)
            self.consensus.add(name, column, clock)
        self.clocks[name] = clock


def unconfirmed(consensus: Consensus) -> list[Entry]:
    logs = consensus.logs
    return [entry for log, out in zip(logs, logs.confirmed, strict=True) for entry in log[out:]]


def backers(consensus: Consensus, entry: Entry) -> int:
    """Whose first entry that this one does not know, knows it."""
    bits = 1 << entry.column
    for column, log in enumerate(consensus.logs):
        unknown = log[max(entry.clock[column], consensus.logs.confirmed[column]) :]
        if column != entry.column and unknown and unknown[0].knows(entry):
            bits |= 1 << column
    return bits


def told(standing: Standing) -> tuple[Any, ...]:
    alive = standing.alive & ~standing.acked
    return standing.rivals, standing.acks, standing.acked, standing.newer, alive


def check(consensus: Consensus) -> None:
    tails = consensus.logs.tails()
    for entry in unconfirmed(consensus):
        assert entry.backers == backers(consensus, entry)
        enough = entry.backers.bit_count() >= consensus.logs.majority
        assert (entry.standing is not None) == (enough and (entry.merge or entry in tails))
        fresh = Standing(entry, consensus.logs)
        assert (entry in consensus._ready) == (fresh.is_confirmed and entry.standing is not None)
        if entry in consensus._live:
            assert entry.standing is not None
            assert told(entry.standing) == told(fresh)
        elif entry.standing:
            assert fresh.is_hopeless
            current = consensus._current(entry)
            assert current is not None
            assert told(current) == told(fresh)


@given(logs(max_size=30), st.lists(st.booleans(), min_size=30, max_size=30))
def test_nothing_that_is_kept_is_out_of_date(logs: Logs, cuts: list[bool]) -> None:
    fed = Fed(logs)
    for entry, cut in zip(logs.entries, cuts, strict=False):
        fed.add(entry.name, entry.after, entry.writer)
        check(fed.consensus)
        if cut:
            for _ in fed.consensus.confirm():
                pass
            check(fed.consensus)


@pytest.mark.parametrize("vector", load("long_gossip")[::4], ids=lambda vector: str(vector["name"]))
def test_nothing_is_out_of_date_in_long_histories(vector: dict[str, Any]) -> None:
    logs = from_vector(vector)
    fed = Fed(logs)
    for entry in logs.entries:
        fed.add(entry.name, entry.after, entry.writer)
        for _ in fed.consensus.confirm():
            pass
        check(fed.consensus)


def test_an_indexer_backs_a_rival_once_its_entry_before_has_come_out() -> None:
    logs = drawn("a0 e0 a1:e0 b0:a0 c0:b0 b1:c0 d0:b1", indexers="abcde")
    fed = Fed(logs)
    for entry in logs.entries:
        fed.add(entry.name, entry.after, entry.writer)
    [[released]] = fed.consensus.confirm()
    assert released.name == "a0"
    check(fed.consensus)

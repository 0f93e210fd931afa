"""Chains in memory: however many wait, nobody is judged again who can't be decided yet."""

from typing import NamedTuple

import pytest

from engine.message.verdict import VALID, Standing
from engine.store.arrivals import chains as subject
from engine.store.arrivals.chains import Chains

MANY = 300


class Message(NamedTuple):
    author: str
    key: str
    sequence: int
    previous: str | None


def told(chains: Chains, key: str, sequence: int, previous: str | None) -> list[tuple[str, str]]:
    """What is told when a message comes: of itself, then of those who waited."""
    verdict, others = chains.judge(Message("alice", key, sequence, previous), VALID)
    return [(each, known.standing) for each, known in [(key, verdict), *others]]


@pytest.mark.parametrize("cause", ["a branch that lost", "a message that is refused"])
def test_those_who_wait_for_others_cost_nothing(
    cause: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger signs as many messages as he likes; all pairs of them would take hours."""
    chains = Chains()
    told(chains, "first", 1, None)
    if cause == "a branch that lost":
        told(chains, "second", 2, "first")
    for number in range(MANY):
        told(chains, f"waiting {number}", 4, f"nobody {number}")
    judged: list[object] = []
    judge = subject.judge

    def counted(*given: object) -> object:
        judged.append(given)
        return judge(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(subject, "judge", counted)
    standing = Standing.FORKED if cause == "a branch that lost" else Standing.INVALID
    for number in range(MANY):
        assert told(chains, f"cause {number}", 3, "first") == [(f"cause {number}", standing)]
    assert len(judged) == MANY


def test_who_waits_goes_the_way_of_the_one_before_it() -> None:
    chains = Chains()
    told(chains, "first", 1, None)
    told(chains, "on the branch", 4, "branch")
    told(chains, "goes on", 4, "third")
    told(chains, "goes on, too", 4, "third")
    told(chains, "fifth", 5, "goes on")
    told(chains, "branch", 3, "second")
    told(chains, "third", 3, "second")
    assert chains._chains["alice"].row == (1, "first", 6)
    assert told(chains, "second", 2, "first") == [
        ("second", Standing.VALID),
        ("branch", Standing.VALID),
        ("third", Standing.FORKED),
        ("on the branch", Standing.VALID),
        ("goes on", Standing.FORKED),
        ("goes on, too", Standing.FORKED),
        ("fifth", Standing.FORKED),
    ]
    assert chains._chains["alice"].row == (4, "on the branch", 0)

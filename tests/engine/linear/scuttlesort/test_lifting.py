from collections.abc import Iterator

import pytest
from hypothesis import given

from tanglescope.engine.linear import Timeline, apply
from tanglescope.engine.linear.scuttlesort import lifting
from tests.engine.linear import oracle
from tests.engine.linear.strategies import delivered

pytestmark = pytest.mark.usefixtures("small_blocks")


@pytest.fixture(scope="module", params=[0, 1, 3], ids="one by one up to {}".format, autouse=True)
def few(request: pytest.FixtureRequest) -> Iterator[int]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lifting, "FEW", request.param)
        yield request.param


def follow(events: dict[str, list[str]]) -> None:
    """Check order, replica and number of edits after every addition."""
    timeline = Timeline()
    replica: list[str] = []
    known: dict[str, list[str]] = {}
    for name, after in events.items():
        known[name] = after
        order = oracle.order(known)
        fewest = oracle.fewest_edits(replica, order)
        edits = timeline.add(name, after)
        apply(edits, replica)
        assert list(timeline) == replica == order
        assert len(edits) == fewest


@given(delivered(20))
def test_one_by_one_and_all_at_once_end_alike_with_the_fewest_moves(
    events: dict[str, list[str]],
) -> None:
    follow(events)


def test_a_chain_beside_a_reversed_one_rises_as_a_whole() -> None:
    chains = {
        feed: [(f"{feed}{index}", [f"{feed}{index - 1}"] * (index > 0)) for index in range(10)]
        for feed in "ab"
    }
    follow(dict(chains["b"] + chains["a"][::-1]))


def test_a_chain_that_waited_passes_all_of_another() -> None:
    length = lifting.FEW + 12
    other = {f"a{index:02}": [f"a{index - 1:02}"] * (index > 0) for index in range(length)}
    chain = {f"b{index:02}": [f"b{index - 1:02}" if index else "x"] for index in range(length)}
    follow({**other, **chain, "x": [f"a{length - 1:02}"]})

import json

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from engine import simulate as model
from engine.commandline.simulate import simulate
from tests.engine.linear import oracle

# SHA-256 of the names in order of delivery, from the generators that the figures were made with.
DIGESTS = {
    "500 16 in_order 0": "e89933c5a28cba5885b9d3fbe1dbae72f2330f64f1b0d7c1311e2ebfa465c1da",
    "500 16 random_feed 0": "7721f9e578a34744431d12c6ef60bfe05452711e124e1fbcbf6b18b55a750a29",
    "500 16 random_event 0": "70b25d791d8d1a23a22402cbae201689729957103294a7fe0c03a6ed81db62aa",
    "500 16 feed_by_feed 0": "8c2eb100b288cf379c68ac55689506c8c2e166f6cc711a2433ec0a76def78a57",
    "500 16 delayed 0": "9d9f7fd13ff290a48e29c76136356f68ae65c47576872919f7b92355ca5bca5c",
    "500 16 shuffled 0": "f906b6ce1c4be89b08f0aebe1b904e1adeefb4c3b7f57c1609aa1b8b776d2aae",
    "500 16 reverse 0": "7ea4740bfcfcc304d4593983ef5018bb3b6b8e652c9cd8c02be3945177704663",
    "1001 3 in_order 42": "f5459b77bb75db4fdc9b5eb12a84a59c7359ea702b6920a8555bfd0168ef9695",
    "1001 3 random_feed 42": "04cfdf8b605b563a59d1f3e30bb6e7aac957e14785e3e3567559420541aa845f",
    "1001 3 random_event 42": "cf00270b30e185efd94f6716ef95d85005b2a4a13a979c7b06b9c5b566dd5445",
    "1001 3 feed_by_feed 42": "06e092daf0b6b340c1a4a255416e1f64de44e18736a8f18b81c89bcff3e35685",
    "1001 3 delayed 42": "0bb0d087d36e116a05b45c98026001a36e37bd1f272b879d52853bc310acddf8",
    "1001 3 shuffled 42": "91f850dcd046cd09e169715f2c36805c83be86e6d02e1e76050faeb6f4cc6568",
    "1001 3 reverse 42": "2367eb05543b42774928807c44b7fec7042a96f7abc74d016601acb7fadb2ca0",
}


@pytest.mark.parametrize(("case", "digest"), DIGESTS.items())
def test_the_same_seed_gives_the_tangle_that_it_has_always_given(case: str, digest: str) -> None:
    events, feeds, delivery, seed = case.split()
    tangle = model.paper(int(events), int(feeds), int(seed))
    outcome = model.simulate(tangle, model.DELIVERIES[delivery](tangle, int(seed)))
    assert outcome.digest == digest


def made() -> st.SearchStrategy[model.Tangle]:
    numbers = (st.integers(0, 60), st.integers(2, 9), st.integers())
    return st.one_of(
        st.builds(model.paper, *numbers),
        st.builds(model.chat, *numbers),
        st.builds(model.crowd, *numbers, active=st.integers(1, 9)),
    )


@given(made())
def test_tangles_are_logs_that_refer_to_what_was_there(tangle: model.Tangle) -> None:
    last: dict[int, str] = {}
    seen: set[str] = set()
    for name, after, feed in tangle:
        assert set(after) <= seen
        assert name not in seen
        if feed in last:
            assert after[0] == last[feed]
        seen.add(name)
        last[feed] = name


@given(made(), st.sampled_from(list(model.DELIVERIES)), st.integers())
def test_deliveries_bring_every_event_once(tangle: model.Tangle, name: str, seed: int) -> None:
    order = model.DELIVERIES[name](tangle, seed)
    assert sorted(order) == list(range(len(tangle)))
    if name not in ("shuffled", "reverse"):
        for feed in {event.feed for event in tangle}:
            log = [index for index in order if tangle[index].feed == feed]
            assert log == sorted(log)


def test_there_are_two_events_of_every_rank() -> None:
    tangle = model.paper(400, 16)
    ranks = oracle.ranks({event.name: event.after for event in tangle})
    assert sorted(ranks.values()) == [rank // 2 for rank in range(400)]


def test_edits_are_counted_for_every_addition() -> None:
    tangle = model.paper(300, 8)
    order = model.random_feed(tangle)
    known: dict[str, tuple[str, ...]] = {}
    before: list[str] = []
    expected = []
    for index in order:
        known[tangle[index].name] = tangle[index].after
        after = oracle.order(known)
        expected.append(oracle.fewest_edits(before, after))
        before = after
    assert model.simulate(tangle, order).edits == expected


def test_percentiles_are_of_the_nearest_rank() -> None:
    outcome = model.Outcome([5, 1, 4, 2, 3], 0.0, "")
    assert [outcome.percentile(share) for share in (0.0, 0.2, 0.5, 0.99, 1.0)] == [1, 1, 3, 5, 5]
    assert model.Outcome([], 0.0, "").percentile(0.5) == 0


def answer(*arguments: str) -> dict[str, object]:
    result = CliRunner().invoke(simulate, [*arguments, "--json"])
    assert result.exit_code == 0
    return json.loads(result.stdout)


def test_the_command_answers_with_figures() -> None:
    given = answer("--events", "500", "--feeds", "16", "--delivery", "random_feed", "--seed", "0")
    assert given["digest"] == DIGESTS["500 16 random_feed 0"]
    assert given["cpu_us_per_event"] > 0
    assert given["edits_p50"] <= given["edits_per_event"] <= given["edits_p99"]
    assert given["edits_p99"] <= given["edits_max"]
    assert [given[key] for key in ("events", "feeds", "delivery", "seed")] == [
        500,
        16,
        "random_feed",
        0,
    ]


@pytest.mark.parametrize("kind", ["paper", "chat", "crowd"])
def test_no_events_are_answered_too(kind: str) -> None:
    given = answer("--events", "0", "--feeds", "40", "--tangle", kind)
    assert given["edits_per_event"] == given["edits_max"] == given["cpu_us_per_event"] == 0


def test_people_read_text() -> None:
    result = CliRunner().invoke(simulate, ["--events", "100", "--delivery", "in_order"])
    assert "1.00 edits an event" in result.stdout


@pytest.mark.parametrize(
    "arguments",
    [["--feeds", "1"], ["--references", "2"], ["--events", "-1"], ["--seed", str(2**63)]],
)
def test_what_cannot_be_simulated_is_a_matter_of_usage(arguments: list[str]) -> None:
    assert CliRunner().invoke(simulate, arguments).exit_code == 2

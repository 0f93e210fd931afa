import hashlib
import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.commandline.debugging.edits import simulate
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.linear import simulate as model
from tanglescope.engine.linear.graph import read_graph
from tanglescope.engine.linear.orders.named import linearize
from tests.engine.linear import oracle

# SHA-256 of the names in order of delivery, from the generators that made the figures.
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


# SHA-256 of the lines "name after,after feed" of whole tangles, from the same generators.
TANGLES = {
    "paper 1001 3 42 hash": "a61b9fcdb01d176fe563afb1a67d17a2cfd63df6fc42133b93b08038c6dbcc2c",
    "paper 4096 64 7 feed": "d2d640b1bcf7946068b02fc3d6f091a830e04a4c6b0b557198b4b648a43d3789",
    "chat 1001 3 42 hash": "8a6b77b03bfaee554a76572d3978a3b1fdd0c51b624c503f67a71ad3f68f08a5",
    "chat 4096 64 7 feed": "f86b1da5a205b9bb12fa6f5302aee1028998e8e9be5a2b700f027691171b1a73",
}


@pytest.mark.parametrize(("case", "digest"), TANGLES.items())
def test_the_same_seed_gives_the_links_that_it_has_always_given(case: str, digest: str) -> None:
    kind, events, feeds, seed, names = case.split()
    make = {"paper": model.paper, "chat": model.chat}[kind]
    tangle = make(int(events), int(feeds), int(seed), names)
    lines = "\n".join(f"{name} {','.join(after)} {feed}" for name, after, feed in tangle)
    assert hashlib.sha256(lines.encode()).hexdigest() == digest


@given(count=st.integers(0, 60), feeds=st.integers(2, 9), references=st.integers(0, 9))
def test_events_of_the_paper_refer_to_the_longest_other_feeds(
    count: int, feeds: int, references: int
) -> None:
    tangle = model.paper(count, feeds, 3, references=references)
    for first in range(0, count, 2):
        tips = {
            event.feed: (number // 2, event.name) for number, event in enumerate(tangle[:first])
        }
        for event in tangle[first : first + 2]:
            longest = sorted(
                (tip for feed, tip in tips.items() if feed != event.feed), reverse=True
            )
            own = [tips[event.feed][1]] if event.feed in tips else []
            assert event.after == (*own, *(name for _, name in longest[:references]))


def test_more_references_leave_the_feeds_as_they_are() -> None:
    one, three = (model.paper(500, 16, 1, references=count) for count in (1, 3))
    assert [event.name for event in one] == [event.name for event in three]
    assert one == model.paper(500, 16, 1)


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
    outcome = model.DeliveryCost([5, 1, 4, 2, 3], 0.0, "")
    assert [outcome.percentile(share) for share in (0.0, 0.2, 0.5, 0.99, 1.0)] == [1, 1, 3, 5, 5]
    assert model.DeliveryCost([], 0.0, "").percentile(0.5) == 0


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


SMALL = ("--events", "300", "--feeds", "8", "--seed", "5")


def test_several_seeds_are_answered_with_means_and_percentiles_of_their_runs() -> None:
    given = answer(*SMALL, "--seeds", "4")
    assert [given[key] for key in ("events", "feeds", "seed", "seeds")] == [300, 8, 5, 4]
    runs = given["runs"]
    assert [run["seed"] for run in runs] == [5, 6, 7, 8]
    for run in runs:
        alone = answer("--events", "300", "--feeds", "8", "--seed", str(run["seed"]))
        assert {**run, "cpu_us_per_event": 0} == {**alone, "cpu_us_per_event": 0}
    for figure, spread in given["over_runs"].items():
        values = sorted(run[figure] for run in runs)
        assert spread["mean"] == pytest.approx(sum(values) / 4)
        assert [spread[key] for key in ("min", "p10", "p50", "p90", "max")] == [
            values[0],
            values[0],
            values[1],
            values[3],
            values[3],
        ]


def test_people_read_a_table_of_several_seeds() -> None:
    result = CliRunner().invoke(
        simulate, ["--events", "100", "--delivery", "in_order", "--seeds", "3"]
    )
    heading, _, first, *_ = result.stdout.splitlines()
    assert heading.endswith("seeds 0 to 2")
    assert first.split() == ["edits", "per", "event", *["1.00"] * 6]


@pytest.mark.parametrize("kind", ["paper", "chat", "crowd"])
@pytest.mark.parametrize("delivery", ["random_feed", "reverse"])
def test_a_graph_line_has_the_order_and_the_edits_of_the_tangle(
    kind: str, delivery: str, tmp_path: Path
) -> None:
    wanted = [*SMALL, "--tangle", kind, "--delivery", delivery, "--references", "2"]
    written = CliRunner().invoke(simulate, [*wanted, "--graph"]).stdout
    file = tmp_path / "graphs.ndjson"
    given = answer(*wanted, "--graph", str(file), "--seeds", "2")
    first, second = file.read_text().splitlines()
    assert written.splitlines() == [first]
    for line, run in zip((first, second), given["runs"], strict=True):
        found = linearize(read_graph(line), "scuttlesort")
        assert found["edits"] == round(run["edits_per_event"] * 300)
        arrived = [node.id for node in read_graph(line).nodes]
        assert hashlib.sha256("\n".join(arrived).encode()).hexdigest() == run["digest"]
        after = {node.id: node.after for node in read_graph(line).nodes}
        assert found["order"] == oracle.order(after)


def test_a_file_for_graphs_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for file, why in ((pipe, "it isn't a regular file"), (tmp_path / "no" / "file", "No such")):
        with pytest.raises(TanglescopeError, match=f"{file} can't be written: {why}"):
            CliRunner().invoke(simulate, [*SMALL, "--graph", str(file)], catch_exceptions=False)
    assert pipe.is_fifo()


@pytest.mark.parametrize("kind", ["paper", "chat", "crowd"])
def test_no_events_are_answered_too(kind: str) -> None:
    given = answer("--events", "0", "--feeds", "40", "--tangle", kind)
    assert given["edits_per_event"] == given["edits_max"] == given["cpu_us_per_event"] == 0


def test_a_limit_of_references_refuses_or_cuts_events_and_counts_them() -> None:
    three = ("--events", "60", "--feeds", "4", "--references", "2")
    free = answer(*three)
    assert (free["max_references"], free["over_limit"]) == (2, 55)
    cut = answer(*three, "--max-references", "2", "--over", "cut")
    refused = answer(*three, "--max-references", "2")
    assert refused["over_limit"] == cut["over_limit"] == 55
    assert cut["digest"] == free["digest"] != refused["digest"]
    assert answer(*three, "--max-references", "3")["over_limit"] == 0


def test_people_read_text() -> None:
    result = CliRunner().invoke(simulate, ["--events", "100", "--delivery", "in_order"])
    assert "1.00 edits per event; of a single addition: median 1," in result.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["--feeds", "1"],
        ["--references", "-1"],
        ["--events", "-1"],
        ["--seed", str(2**63)],
        ["--seeds", "0"],
    ],
)
def test_what_cannot_be_simulated_is_a_matter_of_usage(arguments: list[str]) -> None:
    assert CliRunner().invoke(simulate, arguments).exit_code == 2

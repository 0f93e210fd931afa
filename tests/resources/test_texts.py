"""The examples of SIP 9, SIP 10 and the group exclusion spec, with their expected results."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import tools.texts
from tanglescope import resources
from tanglescope.engine.library import Library
from tanglescope.engine.linear.horizon import closure
from tanglescope.engine.tangle.groups import (
    Group,
    Preference,
    PreferenceReason,
    fork_witnesses,
    preferred_epoch,
)
from tanglescope.engine.tangle.growth import Growth, grow
from tanglescope.engine.tangle.rules import EPOCH, FEED, GROUP, MEMBERS, THREAD, RuleEntry, rule_of

TOLD: dict[str, dict[str, str]] = json.loads((tools.texts.SAMPLES / "texts.json").read_text())
SIP_9_THREAD, SIP_10_THREAD = "SIP 9, Tangle Origin", "SIP 10, Threads"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    path = tmp_path_factory.mktemp("texts") / "library.db"
    with resources.sample_archive("texts") as archive, Library.open(path) as opened:
        report = opened.ingest(archive)
        assert report.quarantined == 0
        yield opened


@pytest.fixture(scope="module")
def entries() -> list[RuleEntry]:
    with resources.sample_archive("texts") as archive:
        records = [json.loads(line) for line in archive.read_text().splitlines()]
    return [
        RuleEntry(
            record["key"],
            record["value"]["content"],
            record["value"]["author"],
            record["value"]["sequence"],
            record["value"]["previous"],
        )
        for record in records
    ]


def letters(text: str, keys: list[str]) -> str:
    """The messages, by their names in the text."""
    names = {key: letter for letter, key in TOLD[text].items()}
    return " ".join(names[key] for key in keys)


def grown(name: str, text: str, root: str, entries: list[RuleEntry]) -> Growth:
    return grow(rule_of(name), TOLD[text][root], entries)


def previous(growth: Growth, text: str) -> dict[str, str]:
    """The table of a text: the previous messages of each message."""
    return {
        letters(text, [key]): letters(text, list(growth.causes(key))) for key in growth.candidates
    }


def test_the_files_are_what_their_tool_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = {
        name: (tools.texts.SAMPLES / name).read_text()
        for name in ("texts.ndjson", "texts.json", "odd.ndjson")
    }
    monkeypatch.setattr(tools.texts, "SAMPLES", tmp_path)
    tools.texts.main()
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == written


def test_the_classic_feed_of_sip_9(entries: list[RuleEntry]) -> None:
    text = "SIP 9, classic feed"
    author = next(entry.author for entry in entries if entry.key == TOLD[text]["A"])
    growth = grow(rule_of(FEED), author, entries)
    assert letters(text, growth.connected) == "A B C D"
    assert previous(growth, text) == {"A": "", "B": "A", "C": "B", "D": "C"}


def test_the_multi_author_tangle_of_sip_9(entries: list[RuleEntry], library: Library) -> None:
    text = "SIP 9, multi-author tangle"
    growth = grown("chess", text, "A", entries)
    assert previous(growth, text) == {"A": "", "B": "A", "X": "B", "Y": "B", "M": "X Y"}
    assert letters(text, growth.tips) == "M"
    assert library.tangle("chess", TOLD[text]["A"]).connected == growth.connected
    pairs = growth.concurrent_pairs(set(growth.connected))
    assert {frozenset(pair) for pair in pairs} == {frozenset(TOLD[text][each] for each in "XY")}


def test_the_lists_of_the_thread_of_sip_9(entries: list[RuleEntry]) -> None:
    growth = grown(THREAD, SIP_9_THREAD, "A", entries)
    immediate = {key: growth.causes(key) for key in growth.connected}

    def before(key: str) -> frozenset[str]:
        return closure(key, immediate.__getitem__)

    everything = {
        letters(SIP_9_THREAD, [key]): "".join(
            sorted(letters(SIP_9_THREAD, sorted(before(key))).split())
        )
        for key in immediate
    }
    assert everything == {"A": "", "B": "A", "C": "AB", "D": "AB", "E": "ABCD"}
    assert previous(growth, SIP_9_THREAD) == {"A": "", "B": "A", "C": "B", "D": "B", "E": "C D"}


def test_the_orders_of_the_thread_of_sip_9(library: Library) -> None:
    root = TOLD[SIP_9_THREAD]["A"]
    assert letters(SIP_9_THREAD, library.conversation(root, "asserted").in_order()) == "B A C D E"
    assert letters(SIP_9_THREAD, library.conversation(root, "timestamp").in_order()) == "A B C D E"


def test_f_would_list_only_e(library: Library) -> None:
    content = library.reply(TOLD[SIP_9_THREAD]["A"], "F")
    assert content["branch"] == [TOLD[SIP_9_THREAD]["E"]]


def test_the_thread_of_sip_10(entries: list[RuleEntry], library: Library) -> None:
    growth = grown(THREAD, SIP_10_THREAD, "A", entries)
    assert letters(SIP_10_THREAD, growth.set_aside) == "Y"
    assert letters(SIP_10_THREAD, growth.tips) == "N"
    listed = {"A": "", "B": "A", "C": "B", "D": "B", "M": "C D", "N": "M"}
    for letter, after in listed.items():
        causes = growth.causes(TOLD[SIP_10_THREAD][letter])
        assert letters(SIP_10_THREAD, list(causes)) == after
    order = library.conversation(TOLD[SIP_10_THREAD]["A"], "timestamp").in_order()
    assert letters(SIP_10_THREAD, order) == "A B C D M Y N"


def test_all_the_tangles_of_a_group_together(entries: list[RuleEntry]) -> None:
    text = "Section 4.10.4"
    tangles = {
        "epoch": grown(EPOCH, text, "0_init", entries),
        "members 0": grown(MEMBERS, text, "0_init", entries),
        "members 1": grown(MEMBERS, text, "1_init", entries),
        "group": grown(GROUP, text, "0_init", entries),
    }
    assert {name: letters(text, growth.connected) for name, growth in tangles.items()} == {
        "epoch": "0_init 1_init",
        "members 0": "0_init 0_add_0 0_add_1 0_remove_2",
        "members 1": "1_init 1_add_0",
        "group": "0_init 0_add_0 0_add_1 0_remove_2 1_init 1_add_0",
    }
    for growth in tangles.values():
        assert not growth.set_aside
        assert len(growth.tips) == 1


def figure(title: str, entries: list[RuleEntry]) -> tuple[Group, dict[str, frozenset[str]]]:
    """A group, and the members of its epochs by their letters."""
    keys = TOLD[title]
    group = Group(next(iter(keys.values())), entries)
    called = {
        entry.author: entry.content["name"]
        for entry in entries
        if isinstance(entry.content, dict) and entry.content["type"] == "about"
    }
    return group, {
        epoch: frozenset(called[feed] for feed in group.membership(key).added)
        for epoch, key in keys.items()
    }


@pytest.mark.parametrize(
    ("title", "members", "preferred", "reason"),
    [
        ("Figure 1", {"G": "abcd", "H": "abd"}, "H", PreferenceReason.ONLY),
        ("Figure 2", {"X": "abcd", "L": "abc", "R": "abc"}, "L", PreferenceReason.LEAST_SECRET),
        ("Figure 3", {"X": "abcd", "L": "ab", "R": "abc"}, "L", PreferenceReason.SUBSET),
        ("Figure 4", {"X": "abcd", "L": "abd", "R": "abc"}, "L", PreferenceReason.OVERLAP),
        (
            "Figure 4, settled",
            {"X": "abcd", "L": "abd", "R": "abc", "L2": "ab"},
            "L2",
            PreferenceReason.SUBSET,
        ),
        ("Figure 5", {"X": "abcd", "L": "ab", "R": "cd"}, None, PreferenceReason.DISJOINT),
        ("Figure 6", {"X": "abcd", "L": "ab", "R": "abcd"}, "L", PreferenceReason.SUBSET),
        ("Figure 9", {"X": "abcde", "Y": "abde"}, "Y", PreferenceReason.ONLY),
        ("Figure 10", {"X": "abcde", "Y": "abde", "Z": "ab"}, "Z", PreferenceReason.SUBSET),
    ],
)
def test_the_epochs_of_a_figure(
    title: str,
    members: dict[str, str],
    preferred: str | None,
    reason: PreferenceReason,
    entries: list[RuleEntry],
) -> None:
    group, found = figure(title, entries)
    assert found == {epoch: frozenset(people) for epoch, people in members.items()}
    preference = preferred_epoch(group)
    expected = None if preferred is None else TOLD[title][preferred]
    assert (preference.epoch, preference.reason) == (expected, reason)


def test_the_fork_of_figure_4_ends_with_its_witnesses(entries: list[RuleEntry]) -> None:
    group, _ = figure("Figure 4", entries)
    settled, members = figure("Figure 4, settled", entries)
    left, right = TOLD["Figure 4"]["L"], TOLD["Figure 4"]["R"]
    witnesses = fork_witnesses(group, [left, right])
    assert witnesses == settled.membership(TOLD["Figure 4, settled"]["L2"]).added
    preference = preferred_epoch(group)
    assert preference == Preference(
        left, PreferenceReason.OVERLAP, group.membership(left).added - witnesses
    )
    assert members["L2"] == frozenset("ab")


def test_the_member_that_figure_9_finds_missing(entries: list[RuleEntry]) -> None:
    group, members = figure("Figure 10", entries)
    (missing,) = group.missing_members(TOLD["Figure 10"]["Z"])
    assert missing in group.membership(TOLD["Figure 10"]["Y"]).added
    assert members["X"] | members["Z"] == frozenset("abcde")
    complete, _ = figure("Figure 9", entries)
    assert not complete.missing_members(TOLD["Figure 9"]["Y"])

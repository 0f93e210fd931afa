"""The history of a group: the picture of the spec, and deviations from it."""

import json

from tanglescope import resources
from tanglescope.engine.tangle.group_history import MEMBERS_OF, GroupAction, history_of
from tanglescope.engine.tangle.groups import MOST_PAIRS, Group, PreferenceReason, moment
from tanglescope.engine.tangle.rules import RuleEntry
from tests.engine.tangle.stories import Story as Written
from tests.vectors import tangle as vectors


def of_the_text() -> tuple[Group, dict[str, str]]:
    with resources.sample_archive("texts") as archive:
        records = [json.loads(line) for line in archive.read_text().splitlines()]
        told = json.loads(archive.with_suffix(".json").read_text())["Section 4.10.4"]
    values = [(record["key"], record["value"]) for record in records]
    entries = [
        RuleEntry(key, value["content"], value["author"], value["sequence"])
        for key, value in values
    ]
    labels = {key: label for label, key in told.items()}
    return Group(told["0_init"], entries), labels


def test_the_picture_of_all_tangles_together_is_that_of_the_text() -> None:
    group, labels = of_the_text()
    story = history_of(group)
    drawn = {
        name.replace(group.root, "0").split()[0]: [
            (labels[effect], labels[cause]) for cause, effect in ties
        ]
        for name, ties in story.strands.items()
        if not name.startswith(MEMBERS_OF)
    }
    # linkStyle 0 and 5 to 9 of the text
    assert drawn["epoch"] == [("1_init", "0_init")]
    assert sorted(drawn["group"]) == [
        ("0_add_0", "0_init"),
        ("0_add_1", "0_add_0"),
        ("0_remove_2", "0_add_1"),
        ("1_add_0", "1_init"),
        ("1_init", "0_remove_2"),
    ]
    # linkStyle 1 to 3, and 4
    members = {
        labels[name.removeprefix(MEMBERS_OF)]: [labels[effect] for _, effect in ties]
        for name, ties in story.strands.items()
        if name.startswith(MEMBERS_OF)
    }
    assert members["1_init"] == ["1_add_0"]
    assert sorted(members["0_init"]) == ["0_add_0", "0_add_1", "0_remove_2"]
    # All six are Z's, so that its feed connects them in the order in which Z wrote them.
    assert len(drawn["feed"]) == 5


def test_everybody_does_what_the_text_says_in_its_epoch() -> None:
    group, labels = of_the_text()
    told = [(labels[each.key], each.action, len(each.people)) for each in history_of(group).events]
    assert told == [
        ("0_init", GroupAction.BEGIN, 0),
        ("0_add_0", GroupAction.ADD, 1),
        ("0_add_1", GroupAction.ADD, 2),
        ("0_remove_2", GroupAction.EXCLUDE, 1),
        ("1_init", GroupAction.BEGIN, 0),
        ("1_add_0", GroupAction.ADD, 2),
    ]
    epochs = [labels[each.epoch or ""] for each in history_of(group).events]
    assert epochs == ["0_init"] * 4 + ["1_init"] * 2


def test_posts_are_in_the_only_last_epoch_that_they_know() -> None:
    written = Written("X", "ab")
    written.split("a", "X", "b", to="Y", members="a")
    for key, previous in {"%old": ["X/1"], "%new": ["Y"], "%both": ["%old", "%new"]}.items():
        said = {"type": "post", "tangles": {"group": {"root": "X", "previous": previous}}}
        written.entries.append(RuleEntry(key, said, "a"))
    epochs = {each.key: each.epoch for each in history_of(written.group).events}
    assert (epochs["%old"], epochs["%new"], epochs["%both"]) == ("X", "Y", "Y")


def test_with_two_last_epochs_the_preferred_one_is_unknown() -> None:
    written = Written("X", "ab")
    written.split("a", "X", "b", to="Y", members="a")
    written.split("a", "X", "b", to="Z", members="a")
    data = {"group": {"root": "X", "previous": ["Y", "Z"]}}
    written.entries.append(RuleEntry("%post", {"type": "post", "tangles": data}, "a"))
    assert {each.key: each.epoch for each in history_of(written.group).events}["%post"] is None


def test_conversations_in_a_group_are_tied_as_conversations_too() -> None:
    root, answer = (f"%{letter * 42}A=.sha256" for letter in "RS")
    written = Written("X", "ab")
    data = {"group": {"root": "X", "previous": ["X/1"]}}
    written.entries.append(RuleEntry(root, {"type": "post", "tangles": data}, "a"))
    data = {"group": {"root": "X", "previous": [root]}}
    content = {"type": "post", "root": root, "branch": root, "tangles": data}
    written.entries.append(RuleEntry(answer, content, "b"))
    assert history_of(written.group).strands["thread"] == ((root, answer),)


def test_what_is_set_aside_is_reported_as_such() -> None:
    written = Written("X", "ab")
    data = {"group": {"root": "X", "previous": ["%missing", "X/1"]}}
    written.entries.append(RuleEntry("%late", {"type": "post", "tangles": data}, "b"))
    story = history_of(written.group)
    assert [each.key for each in story.events if each.is_set_aside] == ["%late"]
    assert ("X/1", "%late") in story.strands["group"]


def test_forged_cycles_do_no_harm() -> None:
    written = Written("X", "ab")
    for key, other in (("%1", "%2"), ("%2", "%1")):
        data = {"group": {"root": "X", "previous": [other]}}
        written.entries.append(RuleEntry(key, {"type": "post", "tangles": data}, "a"))
    assert {"%1", "%2"} <= {each.key for each in history_of(written.group).events}


def test_a_real_group_is_described_completely() -> None:
    vector = vectors.load("ssb_tribes2")
    entries = (RuleEntry(each["key"], each["content"], each["author"]) for each in vector["alice"])
    group = Group(vector["group"]["root"], entries)
    story = history_of(group)
    assert {each.key for each in story.events} == set(group.group.connected)
    deeds = [each.action for each in story.events]
    assert (deeds.count(GroupAction.BEGIN), deeds.count(GroupAction.EXCLUDE)) == (2, 1)
    assert not any(each.is_set_aside for each in story.events)


def test_a_moment_is_what_the_author_of_a_message_knew() -> None:
    written = Written("X", "abcd")
    written.split("a", "X", "c", to="L", members="abd")
    written._latest["X"] = "X/1"
    written.split("b", "X", "d", to="R", members="abc")
    group = written.group
    now = moment(group)
    assert [each.key for each in now.epochs] == ["X", "L", "R"]
    assert now.preference.reason is PreferenceReason.OVERLAP
    assert now.epochs[0].members == frozenset("ab")
    assert len(now.epochs[0].concurrent) == 1
    begun = moment(group, "X/1")
    assert [each.key for each in begun.epochs] == ["X"]
    assert begun.epochs[0].members == frozenset("abcd")
    assert begun.known == {"X", "X/1"}
    left = moment(group, "L")
    assert [(each.key, each.members) for each in left.epochs] == [
        ("X", frozenset("abd")),
        ("L", frozenset()),
    ]
    assert left.epochs[1].missing == frozenset("abd")
    assert left.preference.epoch == "L"


def test_a_moment_lists_a_bounded_number_of_concurrent_changes() -> None:
    written = Written("X", "a")
    for person in range(1000):
        written._latest["X"] = "X/1"
        written.add(str(person), "X", "b")
    (epoch,) = moment(written.group).epochs
    assert len(epoch.changes) == 1001
    assert len(epoch.concurrent) == MOST_PAIRS
    assert all(one.author != other.author for one, other in epoch.concurrent)

"""The members of a private group, when they joined, and who added them."""

import pytest

from tanglescope.engine.tangle.groups import Group, MemberChange, UnknownEpoch
from tanglescope.engine.tangle.growth import grow
from tanglescope.engine.tangle.moment import moment
from tanglescope.engine.tangle.references import message_reference
from tanglescope.engine.tangle.rules import RuleEntry, rule_of
from tests.engine.tangle.stories import Story
from tests.vectors import tangle as vectors


def people(letters: str) -> frozenset[str]:
    return frozenset(letters)


def test_who_added_and_excluded_whom() -> None:
    story = Story("X", "ab")
    add = story.add("b", "X", "c")
    exclude = story.exclude("a", "X", "b")
    assert story.group.changes("X") == (
        MemberChange("X/1", "a", added=people("ab")),
        MemberChange(add, "b", added=people("c")),
        MemberChange(exclude, "a", excluded=people("b")),
    )


def test_a_change_counts_from_its_arrival_on() -> None:
    story = Story("X", "ab")
    add = story.add("b", "X", "c")
    group = Group("X", made_up_keys=True)
    told = []
    for entry in story.entries:
        group.add(entry)
        told.append([change.key for change in group.changes("X")])
    assert told == [[], ["X/1"], ["X/1", add]]


def test_anyone_who_names_no_one_changes_nothing() -> None:
    story = Story("X", "ab")
    story.add("b", "X", "")
    story.exclude("b", "X", "")
    assert [change.key for change in story.group.changes("X")] == ["X/1"]


def test_members_at_any_point() -> None:
    story = Story("X", "ab")
    add = story.add("b", "X", "c")
    exclude = story.exclude("a", "X", "b")
    group = story.group
    at = {key: group.membership("X", key).members for key in ("X", "X/1", add, exclude)}
    assert at == {
        "X": people(""),
        "X/1": people("ab"),
        add: people("abc"),
        exclude: people("ac"),
    }
    assert group.membership("X").members == people("ac")
    assert group.membership("X").added == people("abc")


def test_any_message_of_the_group_is_a_point() -> None:
    story = Story("X", "ab")
    said = {"type": "post", "tangles": {"group": {"root": "X", "previous": ["X/1"]}}}
    story.entries.append(RuleEntry("%post", said, "b"))
    story.add("b", "X", "c")
    assert story.group.membership("X", "%post").members == people("ab")


def test_an_addition_and_an_exclusion_that_did_not_know_of_each_other() -> None:
    story = Story("X", "ab")
    add = story.add("b", "X", "c")
    story._latest["X"] = "X/1"
    exclude = story.exclude("a", "X", "c")
    group = story.group
    (pair,) = group.concurrent_changes("X")
    assert set(pair) == {
        MemberChange(add, "b", added=people("c")),
        MemberChange(exclude, "a", excluded=people("c")),
    }


def test_a_change_that_is_set_aside_changes_nothing_yet() -> None:
    story = Story("X", "ab")
    first = story.add("b", "X", "c")
    story.add("b", "X", "d")
    entries = [entry for entry in story.entries if entry.key != first]
    group = Group("X", entries, made_up_keys=True)
    assert group.membership("X").members == people("ab")
    assert group.members_tangle("X").waits_for("X/3") == (first,)
    group.add(next(entry for entry in story.entries if entry.key == first))
    assert group.membership("X").members == people("abcd")


def test_anyone_who_waits_is_known_though_no_one_has_joined() -> None:
    tangles = {"members": {"root": "X", "previous": ["%missing"]}}
    content = {"type": "group/add-member", "recps": ["X", "c"], "tangles": tangles}
    begun = {"root": None, "previous": None}
    root = RuleEntry("X", {"type": "group/init", "tangles": {"group": begun, "epoch": begun}})
    group = Group("X", [root, RuleEntry("%add", content, "a")], made_up_keys=True)
    assert group.epochs == ["X"]
    assert group.members_tangle("X").set_aside == ["%add"]
    assert moment(group).known == {"X", "%add"}


def test_the_members_of_an_epoch_exclude_what_their_tangle_excludes() -> None:
    story = Story("X", "ab")
    data = {"empty": {"root": "X", "previous": []}, "unclear": 7, "other": {"root": "Y"}}
    odd = [
        RuleEntry(key, {"type": "post", "tangles": {"members": each}}, "a")
        for key, each in data.items()
    ]
    for arrival in ([*odd, *story.entries], [*story.entries, *odd]):
        growth = Group("X", arrival, made_up_keys=True).members_tangle("X")
        alone = grow(rule_of("members", made_up_keys=True), "X", arrival)
        assert set(growth.excluded) == set(alone.excluded)
        assert {each.key for each in growth.excluded} == {"empty", "unclear"}


def test_locked_messages_are_in_no_tangle() -> None:
    story = Story("X", "ab")
    group = Group(
        "X", [*story.entries, RuleEntry("%locked", "c2VjcmV0.box2", "b")], made_up_keys=True
    )
    assert "%locked" not in group.group.candidates


@pytest.mark.parametrize("odd", [None, 7, "a", {}, [None, 7, ["a"]]])
def test_odd_lists_of_people_name_no_one(odd: object) -> None:
    story = Story("X", "a")
    for field, kind in {"recps": "group/add-member", "excludes": "group/exclude"}.items():
        tangles = {"members": {"root": "X", "previous": ["X/1"]}}
        story.entries.append(RuleEntry(kind, {"type": kind, field: odd, "tangles": tangles}, "a"))
    assert story.group.membership("X").members == people("a")


def test_recipients_may_be_people_only_as_the_spec_draws_them() -> None:
    person, other = (f"@{letter * 43}=.ed25519" for letter in "AB")
    tangles = {"members": {"root": "X", "previous": ["X/1"]}}
    story = Story("X", "a")
    for recipients in ([person], ["group", other]):
        content = {"type": "group/add-member", "recps": recipients, "tangles": tangles}
        story.entries.append(RuleEntry(recipients[-1], content, "a"))
    assert story.group.membership("X").members == {*people("a"), person, other}


def test_both_names_of_an_exclusion_mean_it() -> None:
    for kind in ("group/exclude", "group/exclude-member"):
        tangles = {"members": {"root": "X", "previous": ["X/1"]}}
        content = {"type": kind, "excludes": ["b"], "tangles": tangles}
        story = Story("X", "ab")
        story.entries.append(RuleEntry("%exclude", content, "a"))
        assert story.group.membership("X").members == people("a")


def test_anything_but_an_epoch_has_no_members() -> None:
    with pytest.raises(UnknownEpoch):
        Story("X", "ab").group.changes("X/1")


def real(reader: str) -> Group:
    vector = vectors.load("ssb_tribes2")
    entries = (RuleEntry(each["key"], each["content"], each["author"]) for each in vector[reader])
    return Group(vector["group"]["root"], entries)


@pytest.mark.parametrize("reader", ["alice", "bob"])
def test_a_real_group_has_the_members_that_its_program_lists(reader: str) -> None:
    vector = vectors.load("ssb_tribes2")
    group = real(reader)
    first, second = group.epochs
    assert first == message_reference(vector["group"]["root"])
    assert group.membership(second).added == set(vector["members"][0]["added"])
    alice, bob, carol = (vector["ids"][name] for name in ("alice", "bob", "carol"))
    assert group.membership(first).added == {alice, bob, carol}
    assert group.membership(first).excluded == {carol}
    assert group.membership(second).members == {alice, bob}
    assert not group.missing_members(second)


def test_anyone_who_was_excluded_knows_of_one_epoch() -> None:
    group = real("carol")
    assert len(group.epochs) == 1
    assert len(group.membership(group.epochs[0]).members) == 3

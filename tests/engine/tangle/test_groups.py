"""The members of a private group, when they joined, and who added them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.tangle.groups import (
    Group,
    MemberChange,
    Preference,
    PreferenceReason,
    UnknownEpoch,
    fork_witnesses,
    moment,
    preferred_epoch,
)
from tanglescope.engine.tangle.growth import grow
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


def set_of(letters: str) -> frozenset[str]:
    return frozenset(letters)


def figure_1() -> Story:
    story = Story("G", "abcd")
    story.split("a", "G", "c", to="H", members="abd")
    return story


def figure_2() -> Story:
    story = Story("X", "abcd")
    story.split("b", "X", "d", to="R", members="abc")
    story.split("a", "X", "d", to="L", members="abc")
    return story


def figure_3() -> Story:
    story = Story("X", "abcd")
    story.split("a", "X", "cd", to="S", members="ab")
    story.split("b", "X", "d", to="R", members="abc")
    return story


def figure_4() -> Story:
    story = Story("X", "abcd")
    story.split("a", "X", "c", to="L", members="abd")
    story.split("b", "X", "d", to="R", members="abc")
    return story


def figure_5() -> Story:
    story = Story("X", "abcd")
    story.split("a", "X", "cd", to="L", members="ab")
    story.split("c", "X", "ab", to="R", members="cd")
    return story


def figure_9() -> Story:
    story = Story("X", "abcd")
    story.add("b", "X", "e")
    story.split("b", "X", "c", to="Y", members="abde")
    story.split("a", "X", "cd", to="Z", members="ab")
    return story


def test_an_epoch_is_preferred_to_those_that_lead_to_it() -> None:
    assert preferred_epoch(figure_1().group) == Preference("H", PreferenceReason.ONLY)


def test_anyone_who_is_left_behind_prefers_the_last_epoch_they_are_in() -> None:
    assert preferred_epoch(figure_1().group, member="c") == Preference("G", PreferenceReason.ONLY)
    assert preferred_epoch(figure_1().group, member="x") == Preference(
        None, PreferenceReason.UNKNOWN
    )


def test_among_equal_members_the_least_key_wins() -> None:
    for member in (None, *"abc"):
        preference = preferred_epoch(figure_2().group, member)
        assert preference == Preference("L", PreferenceReason.LEAST_SECRET)


def test_fewer_members_win_whatever_the_keys() -> None:
    for member in (None, *"ab"):
        assert preferred_epoch(figure_3().group, member) == Preference("S", PreferenceReason.SUBSET)
    assert preferred_epoch(figure_3().group, "c") == Preference("R", PreferenceReason.ONLY)


def test_overlapping_members_want_a_new_epoch() -> None:
    group = figure_4().group
    for member in (None, *"ab"):
        assert preferred_epoch(group, member) == Preference(
            "L", PreferenceReason.OVERLAP, set_of("d")
        )
    assert fork_witnesses(group, ["L", "R"]) == set_of("ab")


def test_the_new_epoch_settles_it() -> None:
    story = figure_4()
    story.split("a", "L", "d", to="L2", members="ab")
    assert preferred_epoch(story.group) == Preference("L2", PreferenceReason.SUBSET)


def test_without_anybody_in_both_there_are_two_groups() -> None:
    group = figure_5().group
    assert preferred_epoch(group) == Preference(None, PreferenceReason.DISJOINT)
    assert preferred_epoch(group, "a") == Preference("L", PreferenceReason.ONLY)
    assert preferred_epoch(group, "d") == Preference("R", PreferenceReason.ONLY)


def test_anyone_who_is_added_later_can_settle_it() -> None:
    story = figure_5()
    story.add("d", "R", "ab")
    for member in (None, *"ab"):
        assert preferred_epoch(story.group, member) == Preference("L", PreferenceReason.SUBSET)
    assert preferred_epoch(story.group, "c") == Preference("R", PreferenceReason.ONLY)


def test_three_at_once_are_settled_by_the_same_rules() -> None:
    story = figure_2()
    story.split("c", "X", "d", to="C", members="abc")
    assert preferred_epoch(story.group) == Preference("C", PreferenceReason.LEAST_SECRET)
    story.split("c", "X", "ab", to="S", members="c")
    assert preferred_epoch(story.group) == Preference("S", PreferenceReason.SUBSET)


def test_a_member_added_later_has_to_be_added_to_every_epoch() -> None:
    group = figure_9().group
    assert group.expected_members("Z") == set_of("abe")
    assert group.missing_members("Z") == set_of("e")
    assert group.expected_members("Y") == set_of("abde")
    assert not group.missing_members("Y")


@pytest.mark.parametrize("secret", [None, "REDACTED", 7, "AAAA"])
def test_without_the_keys_nothing_is_decided_by_them(secret: object) -> None:
    story = figure_2()
    entries = [
        RuleEntry(each.key, {**each.content, "secret": secret} if each.key == "R" else each.content)
        for each in story.entries
    ]
    assert preferred_epoch(Group("X", entries, made_up_keys=True)) == Preference(
        None, PreferenceReason.LOCKED
    )


def test_of_an_unknown_group_nothing_is_preferred() -> None:
    assert preferred_epoch(Group("%unknown")) == Preference(None, PreferenceReason.UNKNOWN)


@given(st.permutations(figure_4().entries))
def test_the_order_of_arrival_decides_nothing(entries: list[RuleEntry]) -> None:
    assert preferred_epoch(Group("X", entries, made_up_keys=True)) == preferred_epoch(
        figure_4().group
    )

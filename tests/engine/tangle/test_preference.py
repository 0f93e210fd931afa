"""The figures of the group exclusion spec, and the preferred epoch in each."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.tangle.groups import Group
from tanglescope.engine.tangle.preference import (
    Preference,
    PreferenceReason,
    fork_witnesses,
    preferred_epoch,
)
from tanglescope.engine.tangle.rules import RuleEntry
from tests.engine.tangle.stories import Story


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

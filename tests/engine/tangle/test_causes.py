"""Causes in a conversation of signed messages."""

from contextlib import suppress
from copy import deepcopy

import pytest
from hypothesis import given

from tanglescope.engine.linear.edits import apply
from tanglescope.engine.linear.errors import CycleError
from tanglescope.engine.linear.proofs import CauseReason, ProvenCause
from tanglescope.engine.linear.scuttlesort.timeline import Timeline
from tanglescope.engine.tangle.causes import (
    JoinedMembers,
    ShownCause,
    SignedMember,
    Written,
    causes_among,
    shown_causes,
)
from tests.engine.linear import oracle
from tests.engine.tangle.members import ROOT, conversations, expected


def member(
    author: str, sequence: int, *named: str, previous: str = "elsewhere", key: str = ""
) -> SignedMember:
    """A message whose key, unless given, is its author and its sequence number."""
    return SignedMember(Written(key or f"{author}{sequence}", sequence, previous), author, named)


def test_the_root_is_first_although_only_a_missing_branch_is_named() -> None:
    root, reply = member("a", 1, key=ROOT), member("b", 1, "missing")
    assert causes_among([root, reply], ROOT)["b1"] == ("missing", ROOT)
    assert causes_among([reply], ROOT)["b1"] == ("missing",)


def test_a_message_comes_after_the_latest_earlier_one_of_its_author_gaps_or_not() -> None:
    feed = [member("a", 3, ROOT), member("a", 9, ROOT), member("a", 20, ROOT)]
    causes = causes_among(feed, ROOT)
    assert causes == {"a3": (ROOT,), "a9": (ROOT, "a3"), "a20": (ROOT, "a9")}


def test_branches_of_a_fork_are_concurrent() -> None:
    feed = [
        member("a", 5, ROOT),
        member("a", 6, ROOT, previous="a5", key="one"),
        member("a", 7, ROOT, previous="one", key="one more"),
        member("a", 6, ROOT, previous="a5", key="other"),
        member("a", 7, ROOT, previous="other", key="other more"),
        member("a", 9, ROOT),
    ]
    causes = causes_among(feed, ROOT)
    assert causes["one more"] == (ROOT, "one")
    assert causes["other more"] == (ROOT, "other")
    assert causes["a9"] == (ROOT, "a5")


def test_another_message_in_the_place_of_the_previous_one_is_on_another_branch() -> None:
    feed = [member("a", 5, ROOT), member("a", 7, ROOT), member("a", 8, ROOT, previous="other")]
    assert causes_among(feed, ROOT)["a8"] == (ROOT, "a5")


def test_what_is_chained_counts_more_than_the_numbers_of_a_liar() -> None:
    liars = [member("a", 9, ROOT), member("b", 1, "a9"), member("a", 5, "b1")]
    causes = causes_among(liars, ROOT, distrusted=True)
    assert causes == {"a9": (ROOT,), "b1": ("a9",), "a5": ("b1",)}


@given(conversations())
def test_causes_are_those_of_the_definition(members: list[SignedMember]) -> None:
    found = causes_among(members, ROOT)
    assert {key: set(causes) for key, causes in found.items()} == expected(members)


@given(conversations(forks=False))
def test_a_root_is_first_and_no_feed_runs_backwards(members: list[SignedMember]) -> None:
    timeline = Timeline()
    timeline.extend(causes_among(members, ROOT).items())
    order = list(timeline)
    assert ROOT not in order[1:]
    for one in members:
        for other in members:
            if one.author == other.author and one.written.sequence < other.written.sequence:
                assert other.key == ROOT or order.index(one.key) < order.index(other.key)


@given(conversations() | conversations(lies=True))
def test_members_that_join_one_by_one_end_in_the_same_order_and_edges(
    members: list[SignedMember],
) -> None:
    known = JoinedMembers(ROOT)
    for count, new in enumerate(members, 1):
        known.join(new)
        found = {key: known.timeline.edges(key).causes for key in known.timeline}
        for distrusted in (False, True):
            causes = causes_among(members[:count], ROOT, distrusted)
            with suppress(CycleError):
                timeline = Timeline()
                timeline.extend(causes.items())
                break
        assert found == {key: tuple(sorted(each)) for key, each in causes.items()}
        assert list(known.timeline) == list(timeline) == oracle.order(causes)


@given(conversations(forks=False))
def test_without_forks_a_replica_follows_by_edits(members: list[SignedMember]) -> None:
    known = JoinedMembers(ROOT)
    replica: list[str] = []
    for new in members:
        arrival = known.arrival(new)
        assert arrival is not None
        apply(Timeline.add(deepcopy(known.timeline), *arrival), replica)
        known.join(new)
        assert replica == list(known.timeline)


@given(conversations(lies=True))
def test_liars_are_ordered_by_what_is_named(members: list[SignedMember]) -> None:
    causes = causes_among(members, ROOT, distrusted=True)
    other_way_round = causes_among(members[::-1], ROOT, distrusted=True)
    assert {key: set(each) for key, each in causes.items()} == {
        key: set(each) for key, each in other_way_round.items()
    }
    timeline = Timeline()
    timeline.extend(causes.items())
    assert len(timeline) == len(members)
    trusting = Timeline()
    try:
        trusting.extend(causes_among(members, ROOT).items())
    except CycleError:
        return
    assert list(trusting) == list(timeline)


def test_a_message_that_fills_a_gap_on_another_branch_needs_all_edges_again() -> None:
    known = JoinedMembers(ROOT)
    for each in (
        member("a", 5, ROOT),
        member("a", 6, ROOT, previous="a5"),
        member("a", 8, ROOT, previous="a7"),
    ):
        known.join(each)
    assert known.arrival(member("a", 7, ROOT, previous="other")) is None


def test_a_root_stays_the_latest_earlier_message_of_its_author() -> None:
    late = [
        member("a", 1, key=ROOT),
        member("a", 2, "b1", previous=ROOT),
        member("b", 1, ROOT),
    ]
    known = JoinedMembers(ROOT)
    for each in late:
        known.join(each)
    assert known.timeline.edges("a2").causes == ("b1", ROOT)


@pytest.mark.parametrize("late", range(4))
def test_a_late_message_leaves_no_trace_of_its_lateness(late: int) -> None:
    feed = [member("a", number, "missing", ROOT) for number in (2, 4, 6, 8)]
    feed.append(feed.pop(late))
    known = JoinedMembers(ROOT)
    for each in feed:
        known.join(each)
    assert list(known.timeline) == ["a2", "a4", "a6", "a8"]
    assert known.timeline.edges("a6").causes == ("a4", "missing", ROOT)


def test_pictures_show_what_is_named_and_else_the_root_or_the_earlier_message() -> None:
    named = ShownCause("named", is_named=True, is_here=True)
    missing = ShownCause("missing", is_named=True, is_here=False)
    root = ShownCause(ROOT, is_named=False, is_here=True)
    earlier = ShownCause("earlier", is_named=False, is_here=True)
    assert shown_causes([earlier, missing, named, root], ROOT) == ["missing", "named"]
    assert shown_causes([earlier, missing, root], ROOT) == ["missing", ROOT]
    assert shown_causes([earlier, missing], ROOT) == ["earlier", "missing"]
    assert shown_causes([], ROOT) == []


def test_every_cause_has_all_that_proves_it() -> None:
    known = JoinedMembers(ROOT)
    for each in (
        member("a", 1, key=ROOT),
        member("b", 1, ROOT),
        member("b", 2, "b1", "missing", previous="b1"),
        member("b", 9, "missing"),
        member("c", 1, "missing"),
        member("a", 2, "missing", previous=ROOT),
    ):
        known.join(each)
    named, root, feed = CauseReason.NAMED, CauseReason.ROOT, CauseReason.FEED
    missing = ProvenCause("missing", (named,))
    assert known.proven(ROOT) == ()
    assert known.proven("b1") == (ProvenCause(ROOT, (named, root)),)
    assert known.proven("b2") == (ProvenCause("b1", (named, feed)), missing)
    assert known.proven("b9") == (ProvenCause("b2", (feed,)), missing)
    assert known.proven("c1") == (missing, ProvenCause(ROOT, (root,)))
    assert known.proven("a2") == (missing, ProvenCause(ROOT, (root, feed)))
    assert known.proven("missing") == ()


@given(conversations() | conversations(lies=True))
def test_every_cause_is_proven(members: list[SignedMember]) -> None:
    known = JoinedMembers(ROOT)
    for new in members:
        known.join(new)
    for each in members:
        proven = known.proven(each.key)
        assert tuple(cause.name for cause in proven) == known.timeline.edges(each.key).causes
        assert all(cause.because for cause in proven)

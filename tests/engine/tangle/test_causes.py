"""Causes in a conversation of signed messages."""

from hypothesis import given

from tanglescope.engine.linear.errors import CycleError
from tanglescope.engine.linear.scuttlesort.timeline import Timeline
from tanglescope.engine.tangle.causes import (
    ShownCause,
    SignedMember,
    Written,
    causes_among,
    shown_causes,
)
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
    causes = causes_among(liars, ROOT, ignores_sequences=True)
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


@given(conversations(lies=True))
def test_liars_are_ordered_by_what_is_named(members: list[SignedMember]) -> None:
    causes = causes_among(members, ROOT, ignores_sequences=True)
    other_way_round = causes_among(members[::-1], ROOT, ignores_sequences=True)
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


def test_pictures_show_what_is_named_and_else_the_root_or_the_earlier_message() -> None:
    named = ShownCause("named", is_named=True, is_here=True)
    missing = ShownCause("missing", is_named=True, is_here=False)
    root = ShownCause(ROOT, is_named=False, is_here=True)
    earlier = ShownCause("earlier", is_named=False, is_here=True)
    assert shown_causes([earlier, missing, named, root], ROOT) == ["missing", "named"]
    assert shown_causes([earlier, missing, root], ROOT) == ["missing", ROOT]
    assert shown_causes([earlier, missing], ROOT) == ["earlier", "missing"]
    assert shown_causes([], ROOT) == []

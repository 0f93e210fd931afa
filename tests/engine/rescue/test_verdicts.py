"""Verdicts on feeds: one chain, what is missing, and the branches beside it."""

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.rescue.ledger import Entry
from tanglescope.engine.rescue.verdicts import FeedPlan, SequenceSpan, plan_feed


def chain(names: str, first: int = 1, after: str | None = None, sources: int = 1) -> list[Entry]:
    """Messages that follow one another, named by letters."""
    entries = []
    for sequence, name in enumerate(names, first):
        entries.append(Entry(ord(name), name, sequence, after, sources, 0.0, 0))
        after = name
    return entries


def plan(*chains: list[Entry]) -> FeedPlan:
    entries = [entry for each in chains for entry in each]
    return plan_feed(sorted(entries, key=lambda entry: (entry.sequence, entry.is_extended)))


def names(plan: FeedPlan) -> tuple[str, list[str]]:
    """What was kept, and the branches."""
    branches = ["".join(entry.key for entry in branch.entries) for branch in plan.branches]
    return "".join(entry.key for entry in plan.kept), branches


def rivals(plan: FeedPlan) -> list[str]:
    """What was kept beside each branch."""
    kept = [plan.rival(branch).entries for branch in plan.branches]
    return ["".join(entry.key for entry in entries) for entries in kept]


def test_a_whole_feed_is_kept() -> None:
    found = plan(chain("abcd"))
    assert names(found) == ("abcd", [])
    assert found.gaps == ()
    assert found.last == 4


def test_gaps_are_reported_from_the_first_message_on() -> None:
    found = plan(chain("cd", 3, "b"), chain("gh", 7, "f"), chain("j", 10, "i"))
    assert names(found) == ("cdghj", [])
    assert found.gaps == (SequenceSpan(1, 2), SequenceSpan(5, 6), SequenceSpan(9, 9))


def test_of_two_branches_the_one_with_more_messages_is_kept() -> None:
    found = plan(chain("abc"), chain("xyz", 3, "b"))
    assert names(found) == ("abxyz", ["c"])
    assert [entry.key for entry in found.rival(found.branches[0]).entries] == ["x", "y", "z"]


def test_of_equal_branches_the_one_that_was_read_first_is_kept() -> None:
    assert names(plan(chain("abc"), chain("xy", 2, "a"))) == ("abc", ["xy"])
    assert names(plan(chain("axy"), chain("bc", 2, "a"))) == ("axy", ["bc"])


def test_two_first_messages_are_a_fork() -> None:
    assert names(plan(chain("ab"), chain("x"))) == ("ab", ["x"])


def test_a_branch_whose_beginning_is_missing_is_not_joined_to_the_other() -> None:
    """`z` names a second message that isn't here, so it contradicts `b`."""
    found = plan(chain("abc"), chain("z", 3, "y"))
    assert names(found) == ("abc", ["z"])


def test_a_chain_goes_on_across_a_gap_where_nothing_contradicts_it() -> None:
    found = plan(chain("ab"), chain("efg", 5, "d"), chain("x", 2, "a"))
    assert names(found) == ("abefg", ["x"])
    assert found.gaps == (SequenceSpan(3, 4),)


def test_a_message_in_a_wrong_place_is_left_out() -> None:
    """Signed with sequence 7 after message 2: no program accepts it."""
    found = plan(chain("abc"), chain("x", 7, "b"))
    assert names(found) == ("abc", ["x"])
    assert rivals(found) == ["c"]
    found = plan(chain("abc"), chain("x", 7, "c"))
    assert names(found) == ("abc", ["x"])
    assert rivals(found) == [""], "it contradicts nothing that was kept"


def test_a_branch_whose_beginning_is_missing_contradicts_the_end() -> None:
    """`z` names a third message that isn't here, so it contradicts `c`."""
    found = plan(chain("abc"), chain("z", 4, "y"))
    assert names(found) == ("abc", ["z"])
    assert rivals(found) == ["c"]


def test_a_copy_with_bytes_after_its_signature_is_no_fork() -> None:
    copy = chain("B", 2, "a")[0]._replace(is_extended=1)
    found = plan(chain("abc"), [copy])
    assert names(found) == ("abc", ["B"])
    assert found.branches[0].is_copy
    found = plan(chain("ab"), [copy])
    assert names(found) == ("ab", ["B"])


def test_a_branch_knows_who_holds_it() -> None:
    found = plan(chain("abc", sources=1), chain("xyz", 2, "a", sources=2), chain("w", 5, "z", 4))
    assert names(found) == ("axyzw", ["bc"])
    assert found.branches[0].sources == 1
    assert found.rival(found.branches[0]).sources == 6


@st.composite
def trees(draw: st.DrawFn) -> list[Entry]:
    """Some messages of a feed that forks anywhere, of which some are lost."""
    entries: list[Entry] = []
    for number in range(draw(st.integers(1, 25))):
        before = draw(st.sampled_from([None, *entries]))
        sequence, previous = (1, None) if before is None else (before.sequence + 1, before.key)
        entries.append(Entry(number, str(number), sequence, previous, 1, 0.0, 0))
    kept = draw(st.lists(st.sampled_from(entries), min_size=1, unique=True))
    return sorted(kept, key=lambda entry: entry.sequence)


@given(entries=trees())
def test_what_is_kept_is_one_chain_and_the_longest(entries: list[Entry]) -> None:
    found = plan_feed(entries)
    assert [entry.sequence for entry in found.kept] == sorted(
        {entry.sequence for entry in found.kept}
    )
    for before, after in zip(found.kept, found.kept[1:], strict=False):
        assert after.sequence > before.sequence + 1 or after.previous == before.key
    everything = [*found.kept, *(entry for branch in found.branches for entry in branch.entries)]
    assert sorted(everything) == sorted(entries)
    assert len(found.kept) == longest(entries)
    assert all(found.rival(branch).entries for branch in found.branches)
    missing = {number for gap in found.gaps for number in range(gap.first, gap.last + 1)}
    assert missing == set(range(1, found.last + 1)) - {entry.sequence for entry in found.kept}


def longest(entries: list[Entry]) -> int:
    """The length of the longest chain, by trying all."""
    keys = {entry.key for entry in entries}

    def continues(before: Entry, after: Entry) -> bool:
        if after.previous in keys:
            return after.previous == before.key
        return before.sequence < after.sequence - 1

    def from_(entry: Entry) -> int:
        return 1 + max(
            (from_(each) for each in entries if continues(entry, each)),
            default=0,
        )

    return max(map(from_, entries))

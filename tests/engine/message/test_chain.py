from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.message.chain import FeedChains, FeedState
from tanglescope.engine.message.message import Message
from tanglescope.engine.message.verdict import Rule, ValidationStatus, Verdict


def message(sequence: int, branch: str = "a", previous: str | None = None) -> Message:
    if previous is None and sequence > 1:
        previous = f"%{branch}{sequence - 1}"
    return Message(f"%{branch}{sequence}", "@ann", sequence, previous, 0.0, {}, b"")


def judged(*messages: Message) -> list[Verdict]:
    feeds = FeedChains()
    return [feeds.judge(message) for message in messages]


def statuses(*messages: Message) -> list[ValidationStatus]:
    return [verdict.status for verdict in judged(*messages)]


VALID, GAP, FORKED, INVALID = (
    ValidationStatus.VALID,
    ValidationStatus.GAP,
    ValidationStatus.FORKED,
    ValidationStatus.INVALID,
)


def test_a_feed_in_order_is_valid() -> None:
    assert statuses(*map(message, range(1, 6))) == [VALID] * 5


def test_without_its_first_message_a_feed_is_a_gap() -> None:
    assert statuses(message(2), message(3)) == [GAP, GAP]


def test_a_missing_message_leaves_a_gap_that_does_not_move_the_feed() -> None:
    assert statuses(message(1), message(3), message(4), message(2)) == [VALID, GAP, GAP, VALID]


def test_the_branch_that_came_first_stays_and_the_other_is_forked_to_its_end() -> None:
    other = [message(2, "b", "%a1"), message(3, "b"), message(4, "b"), message(5, "b")]
    assert statuses(message(1), message(2), *other, message(3)) == [VALID] * 2 + [FORKED] * 4 + [
        VALID
    ]


def test_a_second_first_message_is_a_fork() -> None:
    assert statuses(message(1), message(1, "b")) == [VALID, FORKED]


def test_a_message_seen_before_is_a_duplicate_and_changes_nothing() -> None:
    verdicts = judged(message(1), message(2), message(1), message(2), message(3))
    assert [v.rule for v in verdicts] == [None, None, Rule.DUPLICATE, Rule.DUPLICATE, None]


def test_a_sequence_that_contradicts_its_predecessor_is_invalid() -> None:
    verdict = judged(message(1), message(5, "a", "%a1"))[1]
    assert (verdict.status, verdict.rule) == (INVALID, Rule.SEQUENCE)


def test_a_message_that_names_any_other_than_the_one_before_it_is_invalid() -> None:
    branch = [message(2, "b", "%a1"), message(3, "b")]
    there = [message(1), message(2), message(3), *branch]
    for sequence, previous in (
        (2, "%a2"),
        (3, "%a1"),
        (4, "%a1"),
        (5, "%a3"),
        (5, "%b3"),
        (4, "%b2"),
    ):
        verdict = judged(*there, message(sequence, "c", previous))[-1]
        assert (verdict.status, verdict.rule) == (INVALID, Rule.SEQUENCE)
    for sequence, previous in ((3, "%b2"), (4, "%b3"), (2, "%a1"), (3, "%unknown")):
        assert judged(*there, message(sequence, "c", previous))[-1].status is FORKED


def test_feeds_are_independent_of_each_other() -> None:
    feeds = FeedChains()
    feeds.judge(message(1))
    assert feeds.state("@ann") == FeedState(1, "%a1")
    assert feeds.state("@bob") is None


@given(st.permutations(range(1, 8)))
def test_exactly_what_continues_the_feed_is_accepted(order: list[int]) -> None:
    accepted = 0
    for number, status in zip(order, statuses(*map(message, order)), strict=True):
        assert status is (VALID if number == accepted + 1 else GAP)
        accepted += status is VALID


@given(st.permutations([(n, b) for n in range(1, 5) for b in "ab"]))
def test_only_one_of_two_branches_is_accepted_in_any_order(
    order: list[tuple[int, str]],
) -> None:
    messages = [message(n, b) for n, b in order]
    passed = [m for m, s in zip(messages, statuses(*messages), strict=True) if s is VALID]
    assert [m.sequence for m in passed] == list(range(1, len(passed) + 1))
    assert len({m.key[1] for m in passed}) <= 1

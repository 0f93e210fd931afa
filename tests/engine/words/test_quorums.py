"""The texts of the quorums panel for made-up facts."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from tanglescope.engine.debug.explaining.voting import EntryStatus, Liveness
from tanglescope.engine.linear.autobase.consensus import ConfirmationProgress, IndexerState
from tanglescope.engine.linear.autobase.quorums import Quorum
from tanglescope.engine.linear.graph import Graph
from tanglescope.engine.words import quorums as words
from tanglescope.engine.words.inspection import Fact
from tanglescope.engine.words.thread_graph import ThreadGraph
from tests.engine.german import untranslated

NAMES = {"@a": "Ann", "@b": "Bob", "@c": "Cyn", "@d": "Dov", "@e": "Eve"}
TEXTS = {f"%{number}": f"text {number}" for number in range(20)}
TALK = ThreadGraph(Graph(()), tuple(TEXTS), NAMES, TEXTS, dict.fromkeys(TEXTS, "@a"))
SILENT = IndexerState("@b", has_seen=False, ack=None, rivals=(), confirms=False, agrees=False)
ACKED = replace(SILENT, has_seen=True, ack="%1")
AGAINST = replace(SILENT, has_seen=True, rivals=("%2", "%3"))
NO_QUORUM = Quorum((), 0, 0)


def progress(*states: IndexerState, majority: int = 2, acks: int = 0, more: int = 0) -> Any:
    """Progress that lacks `acks` acks and `more` confirmations."""
    return SimpleNamespace(
        majority=majority, states=states, missing_acks=acks, missing_confirmations=more
    )


def status(seen: ConfirmationProgress | None = None, **facts: Any) -> EntryStatus:
    return replace(EntryStatus("%0", False, NO_QUORUM, seen, ()), **facts)


def moment(order: int, confirmed: int, waiting: int = 0) -> Any:
    return SimpleNamespace(order=range(order), confirmed=confirmed, waiting=range(waiting))


def line(settled: int = 0, held_by: Iterable[str] = (), unruly: Iterable[str] = ()) -> Any:
    return SimpleNamespace(settled=settled, held_by=held_by, unruly=unruly)


class Steps(SimpleNamespace):
    def __len__(self) -> int:
        return 2000

    def since_confirmed(self, step: int) -> int:
        return self.quiet if step == 1 else -1


def step(quiet: int = 0, **facts: Any) -> Any:
    rebase = SimpleNamespace(name="%1", undo=1000, applied=2000, fresh=(), waits=False)
    return Steps(steps=[SimpleNamespace(**{**vars(rebase), **facts})], quiet=quiet)


@pytest.mark.parametrize(
    ("number", "mark"), [(0, ""), (1, "1′"), (4, "4′"), (5, "5′+"), (6, "5′+")]
)
def test_a_degree_has_a_mark(number: int, mark: str) -> None:
    assert words.degree(number) == mark


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "none: no majority has voted"),
        (1, "1′: a majority has voted"),
        (2, "2′: a majority knows of the 1′"),
        (4, "4′: a majority knows of the 3′"),
        (5, "5′ or more"),
        (9, "5′ or more"),
    ],
)
def test_a_degree_is_explained_in_the_facts(number: int, text: str) -> None:
    found = words.sections(TALK, status(quorum=Quorum((), number, 0)))[0]
    assert found.facts[0] == Fact("Degree", text)


def test_a_row_is_marked_with_its_state() -> None:
    assert words.pills(0, final=False) == ()
    (final,) = words.pills(0, final=True)
    assert (final.text, final.color, final.ground) == ("✓", "accent", "")
    assert final.tooltip == "Confirmed: it keeps its position"
    _, degree = words.pills(2, final=True)
    assert (degree.text, degree.color, degree.ground) == ("2′", "muted", "bubble")
    assert degree.tooltip == "Quorum 2′: a majority knows of the 1′"


@pytest.mark.parametrize(
    ("order", "confirmed", "label"),
    [
        (2000, 2000, "Confirmed: 2,000 · nothing can move"),
        (2001, 2000, "Confirmed: 2,000 · 1 message can still move"),
        (4000, 2000, "Confirmed: 2,000 · 2,000 messages can still move"),
    ],
)
def test_the_confirmed_line_counts_the_messages_on_both_sides(
    order: int, confirmed: int, label: str
) -> None:
    found = words.confirmed_line(moment(order, confirmed))
    assert (found.label, found.color) == (label, "accent")


def test_only_conversations_that_are_no_autobase_get_a_note() -> None:
    assert words.supposition(is_autobase=True) == ""
    assert words.supposition(is_autobase=False).startswith("This isn't an Autobase.")


@pytest.mark.parametrize(
    ("found", "settled", "text"),
    [
        (moment(2000, 1000), None, "1,000 of 2,000 confirmed"),
        (moment(2, 1, 1), None, "1 of 2 confirmed · 1 message set aside"),
        (moment(2, 1, 2000), None, "1 of 2 confirmed · 2,000 messages set aside"),
        (moment(2, 1), line(1000), "1 of 2 confirmed · 1,000 settled in the timeline"),
        (
            moment(2, 1, 1),
            line(3, ["@b", "@a"]),
            "1 of 2 confirmed · 1 message set aside"
            " · 3 settled in the timeline, limited by Ann and Bob",
        ),
        (
            moment(2, 1),
            line(3, ["@b"], ["@c"]),
            "1 of 2 confirmed · nothing is settled in the timeline:"
            " Cyn replied without naming their own latest message",
        ),
    ],
)
def test_a_summary_counts_final_messages(found: Any, settled: Any, text: str) -> None:
    assert words.summary(TALK, found, settled) == text


@pytest.mark.parametrize(
    ("rebases", "text"),
    [
        (step(fresh=("%1",)), "undo 1,000, apply 2,000, 1 more message confirmed"),
        (step(fresh=TEXTS), "undo 1,000, apply 2,000, 20 more messages confirmed"),
        (step(quiet=1), "undo 1,000, apply 2,000, nothing confirmed"),
        (step(quiet=2), "undo 1,000, apply 2,000, nothing confirmed, as in the previous step"),
        (
            step(quiet=3000),
            "undo 1,000, apply 2,000, nothing confirmed, as in the previous 2,999 steps",
        ),
        (step(waits=True), "It is set aside until its causes are here."),
    ],
)
def test_an_arrival_is_reported_with_its_effects(rebases: Any, text: str) -> None:
    assert words.arrival(TALK, rebases, 1) == f"Step 1 of 2,000 — Ann: text 1\n{text}"
    assert words.arrival(TALK, rebases, 0) == "Before the first entry"


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (Liveness(0, (), (), ()), "No writer votes, so nothing is ever confirmed."),
        (Liveness(3, (), (), ("@a",)), ""),
        (
            Liveness(3, (), (), ("@b", "@a")),
            "Too many voters have written nothing: Ann and Bob.",
        ),
        (Liveness(4, (), (), ("@a",)), ""),
        (
            Liveness(4, (), (), ("@a", "@b")),
            "Too many voters have written nothing: Ann and Bob.",
        ),
        (Liveness(3, ("%1", "%2"), ("%1",), ()), ""),
        (
            Liveness(3, ("%1",), ("%1",), ()),
            "The message that could be next has a rival that too many writers saw first, because"
            " all write at once.",
        ),
        (
            Liveness(3, tuple(TEXTS), tuple(TEXTS), ()),
            "20 messages could be next, and each has a rival that too many writers saw first,"
            " because all write at once.",
        ),
    ],
)
def test_an_order_that_confirms_nothing_says_why(found: Liveness, text: str) -> None:
    assert words.liveness(TALK, found) == text


@pytest.mark.parametrize(
    ("found", "word", "part"),
    [
        (status(confirmed=True), "Confirmed", "It keeps its position"),
        (status(), "Can still move", "the first message of a voter"),
        (status(progress(ACKED, ACKED)), "Can still move", "has all the votes it needs"),
        (
            status(progress(ACKED, SILENT, SILENT, acks=1, more=2)),
            "Can still move",
            "It has 1 of 2 acks",
        ),
        (
            status(progress(ACKED, ACKED, SILENT, more=2)),
            "Can still move",
            "A majority has acknowledged it; 2 more",
        ),
        (
            status(progress(AGAINST, AGAINST, SILENT, acks=2, more=2)),
            "Contested",
            "2 of 3 saw a rival before it, so it can't get 2 acks",
        ),
        # Those who acked it hadn't seen the rival before.
        (
            status(progress(AGAINST, replace(AGAINST, ack="%1"), SILENT, acks=1, more=2)),
            "Can still move",
            "It has 1 of 2 acks",
        ),
    ],
)
def test_a_message_is_final_or_says_what_it_lacks(found: EntryStatus, word: str, part: str) -> None:
    state, sentence = words.verdict(found)
    assert state == word
    assert part in sentence


@pytest.mark.parametrize(
    ("state", "fact"),
    [
        (SILENT, Fact("Bob", "hasn't seen it, as far as is known")),
        (
            replace(SILENT, has_seen=True),
            Fact("Bob", "has seen it, but hasn't acknowledged it yet"),
        ),
        (ACKED, Fact("Bob", "acknowledged it in “text 1”", "%1")),
        (
            replace(ACKED, confirms=True),
            Fact("Bob", "acknowledged it in “text 1”, and knows that a majority did", "%1"),
        ),
        (AGAINST, Fact("Bob", "gives no ack: saw “text 2” first", "%2")),
        (replace(ACKED, ack="%gone"), Fact("Bob", "acknowledged it in “%gone”", "%gone")),
    ],
)
def test_voters_are_listed_with_what_they_know(state: IndexerState, fact: Fact) -> None:
    _, votes = words.sections(TALK, status(progress(state, majority=1000)))
    assert votes.title == "The voters (a majority is 1,000)"
    assert votes.facts == [fact]


def test_the_quorum_of_a_message_names_who_voted_and_the_best_rival() -> None:
    (alone,) = words.sections(TALK, status())
    assert alone.title == "Quorum"
    assert [each.label for each in alone.facts] == ["Degree", "Votes"]
    assert alone.facts[1].text == "0"
    quorum = Quorum(("@b", "@a"), 1, 2)
    (found,) = words.sections(TALK, status(quorum=quorum))
    assert [(each.label, each.text) for each in found.facts[1:]] == [
        ("Best rival", "2′"),
        ("Votes", "2: Ann and Bob"),
    ]


@pytest.mark.parametrize(
    ("feeds", "text"),
    [
        ("a", "Ann"),
        ("cba", "Ann, Bob and Cyn"),
        ("dcba", "Ann, Bob, Cyn and 1 more"),
        ("edcba", "Ann, Bob, Cyn and 2 more"),
    ],
)
def test_a_long_list_of_people_names_three(feeds: str, text: str) -> None:
    assert words.names(TALK, [f"@{feed}" for feed in feeds]) == text


def test_a_dozen_rivals_are_linked_and_the_others_counted() -> None:
    keys = tuple(TEXTS)
    (_, rivals) = words.sections(TALK, status(rivals=keys[:12]))
    assert rivals.title == "Concurrent, and not confirmed either (12)"
    assert rivals.facts[1] == Fact("Ann", "text 1", "%1")
    assert len(rivals.facts) == 12
    (_, rivals) = words.sections(TALK, status(rivals=keys))
    assert rivals.facts[12:] == [Fact("", "and 8 more")]


def test_a_confirmed_message_lists_neither_voters_nor_rivals() -> None:
    found = status(progress(ACKED), confirmed=True, rivals=("%1",))
    assert [each.title for each in words.sections(TALK, found)] == ["Quorum"]


SENTENCES: list[Callable[[], Iterable[str]]] = [
    lambda: [each.tooltip for each in words.pills(1, final=True) + words.pills(2, final=False)],
    lambda: [words.confirmed_line(moment(2, count)).label for count in (0, 1, 2)],
    lambda: [words.supposition(is_autobase=False), words.arrival(TALK, step(), 0)],
    lambda: [words.summary(TALK, moment(2, 1, count), line(1, ["@a"])) for count in (0, 1, 2)],
    lambda: [words.settled(TALK, line(1)), words.settled(TALK, line(1, (), ["@a"]))],
    lambda: [words.arrival(TALK, step(quiet=count), 1) for count in (1, 2, 3)],
    lambda: [words.arrival(TALK, step(waits=True), 1), words.arrival(TALK, step(fresh="a"), 1)],
    lambda: [
        words.liveness(TALK, Liveness(0, (), (), ())),
        words.liveness(TALK, Liveness(1, (), (), ("@a",))),
        words.liveness(TALK, Liveness(1, ("%1",), ("%1",), ())),
        words.liveness(TALK, Liveness(1, ("%1", "%2"), ("%1", "%2"), ())),
    ],
    lambda: [
        text
        for found in (
            status(),
            status(confirmed=True),
            status(progress()),
            status(progress(ACKED, ACKED, acks=1, more=1)),
            status(progress(ACKED, ACKED, more=1)),
            status(progress(AGAINST, AGAINST, acks=1, more=1)),
        )
        for text in words.verdict(found)
    ],
    lambda: [
        each.text
        for state in (SILENT, replace(SILENT, has_seen=True), ACKED, AGAINST)
        for each in words.sections(TALK, status(progress(state)))[1].facts
    ],
    lambda: [each.title for each in words.sections(TALK, status(progress(), rivals=("%1",)))[1:]],
    lambda: [
        words.sections(TALK, status(quorum=Quorum((), number, 0)))[0].facts[0].text
        for number in (0, 1, 2, 5)
    ],
    lambda: [words.names(TALK, NAMES), words.names(TALK, ["@a", "@b"])],
]


@pytest.mark.parametrize("number", range(len(SENTENCES)))
def test_every_sentence_has_a_german_translation(number: int) -> None:
    assert not untranslated(SENTENCES[number])

"""The texts of the quorums panel for made-up facts."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tanglescope.engine.debug.explaining.voting import EntryStatus, Liveness
from tanglescope.engine.debug.supposing import SupposedEntry, Supposition
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.library import Library
from tanglescope.engine.linear.autobase.consensus import ConfirmationProgress, IndexerState
from tanglescope.engine.linear.autobase.quorums import Quorum
from tanglescope.engine.linear.autobase.settlement import Settlement
from tanglescope.engine.linear.graph import Graph, Writer
from tanglescope.engine.words import quorums as words
from tanglescope.engine.words import short
from tanglescope.engine.words.inspection import Fact
from tanglescope.engine.words.quorums import (
    Roster,
    RosterRole,
    StudyMoment,
    ThreadGraph,
    moment_of,
    read_thread_graph,
    study,
    votes_on,
)
from tanglescope.engine.words.rows import Border, Tone
from tests.engine.german import untranslated
from tests.engine.store.libraries import library_of
from tests.viewer.panels.stalled_thread import StalledThread
from tests.viewer.windows import Talk

NAMES = {"@a": "Ann", "@b": "Bob", "@c": "Cyn", "@d": "Dov", "@e": "Eve"}
TEXTS = {f"%{number}": f"text {number}" for number in range(20)}
TALK = ThreadGraph(Graph(()), tuple(TEXTS), NAMES, TEXTS, dict.fromkeys(TEXTS, "@a"))
SILENT = IndexerState("@b", has_seen=False, ack=None, rivals=(), confirms=False, agrees=False)
ACKED = replace(SILENT, has_seen=True, ack="%1")
CONFIRMS = replace(ACKED, confirms=True)
AGAINST = replace(SILENT, has_seen=True, rivals=("%2", "%3"))
NO_QUORUM = Quorum((), 0, 0)


def progress(*states: IndexerState, majority: int = 2) -> ConfirmationProgress:
    return ConfirmationProgress(majority, states)


def status(seen: ConfirmationProgress | None = None, **facts: Any) -> EntryStatus:
    return replace(EntryStatus("%0", False, NO_QUORUM, seen, ()), **facts)


def moment(order: int, confirmed: int, waiting: int = 0) -> Any:
    return SimpleNamespace(order=range(order), confirmed=confirmed, waiting=range(waiting))


def line(settled: int = 0, held_by: Iterable[str] = (), unruly: Iterable[str] = ()) -> Any:
    return SimpleNamespace(settled_length=settled, held_by=held_by, unruly=unruly)


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
        (status(progress(CONFIRMS, CONFIRMS)), "Can still move", "has all the votes it needs"),
        (
            status(progress(ACKED, SILENT, SILENT)),
            "Can still move",
            "It has 1 of 2 acks",
        ),
        (
            status(progress(ACKED, ACKED, SILENT)),
            "Can still move",
            "A majority has acknowledged it; 2 more",
        ),
        (
            status(progress(AGAINST, AGAINST, SILENT)),
            "Contested",
            "2 of 3 saw a rival before it, so it can't get 2 acks",
        ),
        # Those who acked it hadn't seen the rival before.
        (
            status(progress(AGAINST, replace(AGAINST, ack="%1"), SILENT)),
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
            CONFIRMS,
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
    lambda: [
        words.settled_sentence(TALK, line(1)),
        words.settled_sentence(TALK, line(1, (), ["@a"])),
    ],
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
            status(progress(ACKED, SILENT)),
            status(progress(ACKED, CONFIRMS)),
            status(progress(ACKED, ACKED)),
            status(progress(AGAINST, AGAINST)),
            status(progress(CONFIRMS, CONFIRMS)),
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


GRAPH = Graph((), (Writer("a"), Writer("b", indexer=False), Writer("c")))


def test_writers_have_the_roles_of_the_graph() -> None:
    roster = Roster({})
    assert roster.indexers(GRAPH) == GRAPH.writers
    assert roster.list_writers(GRAPH) == GRAPH.writers


def test_a_role_set_by_hand_changes_one_writer() -> None:
    roster = (
        Roster({}).with_role("b", RosterRole(votes=True)).with_role("c", RosterRole(relayed=True))
    )
    assert roster.indexers(GRAPH) == (Writer("a"), Writer("b"), Writer("c", relayed=True))


def test_a_writer_set_as_gone_neither_votes_nor_holds_the_line_back() -> None:
    roster = Roster({}).with_role("a", RosterRole(writes=False))
    assert roster.indexers(GRAPH)[0] == Writer("a", indexer=False)
    assert roster.list_writers(GRAPH) == GRAPH.writers[1:]


@dataclass
class SettledQuarrel:
    """A quarrel that ends in agreement: its library, and short names for its messages."""

    library: Library
    quarrel: StalledThread
    names: dict[str, str]

    @property
    def root(self) -> str:
        return self.quarrel.root.key

    def rows(self, shown: StudyMoment) -> list[tuple[str, str, str, bool]]:
        """Return for each row its message, its pills, the label below it, and whether it is new."""
        return [
            (
                self.names[row.key],
                " ".join(pill.text for pill in row.pills),
                row.below.label if row.below else "",
                row.fresh,
            )
            for row in shown.rows.all
        ]


@pytest.fixture(scope="module")
def settled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SettledQuarrel]:
    quarrel = StalledThread()
    peace = quarrel.settle()
    said = [quarrel.root, *quarrel.rivals, quarrel.ann_again, *peace]
    names = ["question", "bob", "cyn", "again", *(f"peace {number}" for number in range(1, 7))]
    with library_of(tmp_path_factory.mktemp("quarrel"), *quarrel.said, *peace) as library:
        yield SettledQuarrel(
            library, quarrel, dict(zip((each.key for each in said), names, strict=True))
        )


def test_rows_show_what_is_confirmed_so_far(settled: SettledQuarrel) -> None:
    found = study(settled.library, settled.root, Roster({}), "", Supposition())
    assert not found.is_autobase
    assert settled.rows(moment_of(found, 0)) == []
    assert settled.rows(moment_of(found, 1)) == [("question", "", "", True)]
    early = moment_of(found, 4)
    assert settled.rows(early) == [
        ("question", "✓ 2′", "Confirmed: 1 · 3 messages can still move", False),
        ("bob", "", "", False),
        ("cyn", "", "", False),
        ("again", "", "", True),
    ]
    assert [row.tone for row in early.rows.all] == [Tone.USUAL, *[Tone.MUTED] * 3]
    assert [(row.name, row.text) for row in early.rows.all][:2] == [
        ("Ann", "Who is right?"),
        ("Bob", "I am."),
    ]
    assert early.rows.edges([settled.root])[settled.root].effects == tuple(
        row.key for row in early.rows.all[1:]
    )
    assert early.summary.startswith("1 of 4 confirmed · 8 settled in the timeline")
    assert early.arrival == "Step 4 of 10 — Ann: Well?\nundo 0, apply 1, nothing confirmed"
    assert len(early.liveness.contested) == 3


def test_a_step_after_the_last_arrival_is_the_last_step(settled: SettledQuarrel) -> None:
    found = study(settled.library, settled.root, Roster({}), "", Supposition())
    last = moment_of(found, 99)
    assert (last.step, moment_of(found, 10).step) == (10, 10)
    assert settled.rows(last)[-3:] == [
        ("peace 4", "✓ 2′", "Confirmed: 8 · 2 messages can still move", False),
        ("peace 5", "1′", "", False),
        ("peace 6", "", "", True),
    ]


def test_quorums_are_counted_at_the_end_of_a_long_order_only(
    settled: SettledQuarrel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tanglescope.engine.words.quorums._MARKED", 1)
    found = study(settled.library, settled.root, Roster({}), "", Supposition())
    assert [pills for _, pills, _, _ in settled.rows(moment_of(found, 10))] == [*"✓" * 8, "", ""]
    assert [*found.markings.signs.values()] == [*"✓" * 8]


def test_a_peer_knows_what_reached_it_and_the_timeline_marks_all(
    settled: SettledQuarrel,
) -> None:
    found = study(
        settled.library, settled.root, Roster({}), settled.quarrel.bob.feed, Supposition()
    )
    assert len(found.rebases) == 8
    assert moment_of(found, 99).summary.startswith("6 of 8 confirmed")
    signs = [(settled.names[key], sign) for key, sign in found.markings.signs.items()]
    assert signs[-2:] == [("peace 4", "✓"), ("peace 5", "1′")]
    assert len(signs) == 9, "nothing has voted for the last"
    ((above, lines),) = found.markings.borders.items()
    assert settled.names[above] == "peace 4"
    assert lines == (
        Border("Autobase: confirmed up to here", "accent"),
        Border("ScuttleSort: settled up to here", "warning"),
    )


def test_without_votes_nothing_is_confirmed_and_the_line_stays(settled: SettledQuarrel) -> None:
    quarrel = settled.quarrel
    silent = RosterRole(votes=False)
    roster = Roster({each.feed: silent for each in (quarrel.ann, quarrel.bob, quarrel.cyn)})
    found = study(settled.library, settled.root, roster, "", Supposition())
    assert found.markings.signs == {}
    ((above, lines),) = found.markings.borders.items()
    assert (settled.names[above], len(lines)) == ("peace 4", 1)


def test_a_timeline_in_another_order_has_no_line_of_scuttlesort(settled: SettledQuarrel) -> None:
    found = study(settled.library, f"{settled.root}?by=asserted", Roster({}), "", Supposition())
    assert found.settled is None
    assert not found.is_autobase
    lines = [line for lines in found.markings.borders.values() for line in lines]
    assert lines == [Border("Autobase: confirmed up to here", "accent")]


def test_an_indexer_has_no_vote_before_the_entry_that_adds_it_is_confirmed(tmp_path: Path) -> None:
    nodes = [
        {"id": "a0", "writer": "a", "sequence": 1, "after": []},
        {"id": "b0", "writer": "b", "sequence": 1, "after": ["a0"]},
        {"id": "a1", "writer": "a", "sequence": 2, "after": ["b0"]},
    ]
    writers = [{"key": "a"}, {"key": "b", "added": ["a0"]}]
    with Library.open(tmp_path / "own.db") as library:
        (file := tmp_path / "base.json").write_text(
            json.dumps({"name": "base", "writers": writers, "nodes": nodes})
        )
        library.ingest(file)
        found = study(library, "graph:base", Roster({}), "", Supposition())
    counts = [len(moment_of(found, step).moment.indexers) for step in range(4)]
    assert counts[0] == 1
    assert counts[-1] == 2


def test_supposed_entries_are_in_the_study_but_leave_no_mark_in_the_timeline(
    settled: SettledQuarrel,
) -> None:
    writer = settled.quarrel.bob.feed
    args = settled.library, settled.root, Roster({}), ""
    real = study(*args, Supposition())
    found = study(*args, Supposition(added=(SupposedEntry(writer),)))
    shown = moment_of(found, len(found.rebases))
    assert (shown.rows.all[-1].text, shown.rows.all[-1].feed) == ("supposed entry", writer)
    assert len(found.rebases) == len(real.rebases) + 1
    assert found.markings == real.markings


def test_the_moment_says_what_would_settle_it(settled: SettledQuarrel) -> None:
    found = study(settled.library, settled.root, Roster({}), "", Supposition())
    shown = moment_of(found, len(found.rebases))
    last = shown.moment.order[-1]
    status, needed = votes_on(shown.moment, last)
    assert status is not None
    assert not status.confirmed
    assert isinstance(needed, Settlement)
    assert isinstance(shown.settlement, Settlement)
    assert 0 < len(needed.entries) <= len(shown.settlement.entries)
    said = words.settles(found.thread, shown.settlement)
    names = [found.thread.name(entry.writer) for entry in shown.settlement.entries]
    assert said.endswith(f"by {', '.join(names)}.")
    [section] = words.prospect(found.thread, status, needed)
    assert section.title == "What would confirm it"


def test_messages_are_labelled_with_author_and_text(tmp_path: Path) -> None:
    talk = Talk(answers=2)
    long = talk.answer("x" * 100)
    with library_of(tmp_path, *talk.said) as library:
        read = read_thread_graph(library, talk.root.key)
    assert read.order == tuple(each.key for each in talk.answers)
    assert {node.id for node in read.graph.nodes} == {*read.order}
    assert read.name(talk.ann.feed) == "Ann"
    assert read.name("@somebody.ed25519") == short("@somebody.ed25519")
    assert read.label(talk.root.key) == "Ann: Where are the bicycles?"
    bob = short(talk.bob.feed)
    assert read.label(long.key) == f"{bob}: {'x' * 59}…"
    assert read.label("%unknown.sha256") == short("%unknown.sha256")


def test_two_people_of_one_name_are_told_apart(tmp_path: Path) -> None:
    talk = Talk(answers=2)
    namesake = talk.bob.say({"type": "about", "about": talk.bob.feed, "name": "Ann"})
    with library_of(tmp_path, *talk.said, namesake) as library:
        read = read_thread_graph(library, talk.root.key)
    ann, bob = read.name(talk.ann.feed), read.name(talk.bob.feed)
    assert ann != bob
    assert ann.startswith("Ann ")
    assert bob.startswith("Ann ")


def test_a_thread_that_is_too_long_is_refused_with_its_length(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = Talk(answers=4)
    with library_of(tmp_path, *talk.said) as library:
        monkeypatch.setattr(words, "MOST", 5)
        assert len(read_thread_graph(library, talk.root.key).order) == 5
        monkeypatch.setattr(words, "MOST", 4)
        with pytest.raises(TanglescopeError) as found:
            read_thread_graph(library, talk.root.key)
    text = "This conversation has 5 messages; this panel can examine at most 4."
    assert str(found.value) == text


def test_a_graph_file_that_does_not_list_its_writers_has_those_of_its_nodes(tmp_path: Path) -> None:
    nodes = [
        {"id": "x", "after": [], "writer": "ann"},
        {"id": "y", "after": ["x"], "writer": "bob"},
    ]
    writers = {}
    with Library.open(tmp_path / "library.db") as library:
        for name, listed in (("none", {}), ("one", {"writers": [{"key": "ann"}]})):
            path = tmp_path / f"{name}.json"
            path.write_text(json.dumps({"name": name, **listed, "nodes": nodes}))
            library.ingest(path)
        for each in library.conversations():
            graph = read_thread_graph(library, each.address).graph
            writers[each.title] = [writer.key for writer in graph.writers]
    assert writers == {"Graph none": ["ann", "bob"], "Graph one": ["ann"]}

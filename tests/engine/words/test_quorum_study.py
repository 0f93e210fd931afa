"""The data of the quorums panel for a stalled thread."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tanglescope.engine.debug.supposing import SupposedEntry, Supposition
from tanglescope.engine.library import Library
from tanglescope.engine.linear.autobase.settlement import Settlement
from tanglescope.engine.linear.graph import Graph, Writer
from tanglescope.engine.words import quorums as words
from tanglescope.engine.words.quorum_study import (
    Roster,
    RosterRole,
    StudyMoment,
    moment_of,
    study,
    votes_on,
)
from tanglescope.engine.words.rows import Border, Tone
from tests.engine.store.libraries import library_of
from tests.viewer.panels.stalled_thread import StalledThread

GRAPH = Graph((), (Writer("a"), Writer("b", indexer=False), Writer("c")))


def test_writers_have_the_roles_of_the_graph() -> None:
    roster = Roster({})
    assert roster.indexers(GRAPH) == GRAPH.writers
    assert roster.listed(GRAPH) == GRAPH.writers


def test_a_role_set_by_hand_changes_one_writer() -> None:
    roster = (
        Roster({}).with_role("b", RosterRole(votes=True)).with_role("c", RosterRole(relayed=True))
    )
    assert roster.indexers(GRAPH) == (Writer("a"), Writer("b"), Writer("c", relayed=True))


def test_a_writer_set_as_gone_neither_votes_nor_holds_the_line_back() -> None:
    roster = Roster({}).with_role("a", RosterRole(writes=False))
    assert roster.indexers(GRAPH)[0] == Writer("a", indexer=False)
    assert roster.listed(GRAPH) == GRAPH.writers[1:]


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
    monkeypatch.setattr("tanglescope.engine.words.quorum_study._MARKED", 1)
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

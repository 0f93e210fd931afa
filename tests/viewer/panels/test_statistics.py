from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from tanglescope.engine.drawing.statistics import Delay, Statistics
from tanglescope.engine.library import Library
from tanglescope.viewer.panels.statistics import StatisticsPanel, _blocks, _figures
from tanglescope.viewer.session import Session
from tanglescope.viewer.theme import load
from tanglescope.viewer.views.charts import Figure, NamedBar, NamedBars, Series
from tests.engine.store.libraries import write
from tests.viewer.windows import Talk, destroy
from tools.walk import faults


@pytest.fixture
def panel(talk: Talk, tmp_path: Path, application: QApplication) -> Iterator[StatisticsPanel]:
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", talk.said))
    session = Session(tmp_path / "own.db")
    made = StatisticsPanel(load("light"))
    made.resize(700, 500)
    made.show_place(session, talk.root.key, None)
    yield made
    session.close()
    destroy(made, session)


def test_a_thread_is_reported_in_numbers(panel: StatisticsPanel, talk: Talk, qtbot: QtBot) -> None:
    qtbot.waitUntil(panel.is_settled)
    description = panel.charts.accessibleDescription()
    assert "messages: 41" in description
    assert "ranks deep: 41" in description
    assert "forks: 0" in description
    assert "at most 1 tip at once" in description
    assert "Ann 1" in description
    panel.set_theme(load("dark"))
    assert not panel.grab().isNull()


def test_charts_are_stacked_in_a_narrow_panel(panel: StatisticsPanel, qtbot: QtBot) -> None:
    qtbot.waitUntil(panel.is_settled)
    assert panel.charts.heightForWidth(320) > panel.charts.heightForWidth(900)


def test_there_is_a_scroll_bar_only_if_not_all_fits(panel: StatisticsPanel, qtbot: QtBot) -> None:
    qtbot.waitUntil(panel.is_settled)
    [area] = panel.findChildren(QScrollArea)
    panel.resize(400, 400)
    panel.show()
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    panel.resize(1000, 800)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() == 0)


def test_nothing_is_cut_at_the_side_of_a_narrow_panel(panel: StatisticsPanel, qtbot: QtBot) -> None:
    qtbot.waitUntil(panel.is_settled)
    [area] = panel.findChildren(QScrollArea)
    panel.resize(280, 400)
    panel.show()
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    assert faults(panel) == []


def test_a_link_leads_to_the_slowest_message(panel: StatisticsPanel, qtbot: QtBot) -> None:
    qtbot.waitUntil(panel.is_settled)
    assert not panel.slowest.isHidden()
    assert panel.slowest.text() == "Go to the longest delay"
    assert panel.slowest.accessibleDescription() == "Go to the message that took longest"
    assert panel.slowest.parentWidget() is panel.charts.parentWidget(), "they scroll together"
    with qtbot.waitSignal(panel.key_clicked):
        panel.slowest.click()
    for none_was_slow in (replace(FACTS, longest_delay=Delay("%1", 0.0)), NOTHING):
        panel._show((none_was_slow, {}))
        assert panel.slowest.isHidden()


def test_without_a_thread_there_are_no_numbers(panel: StatisticsPanel, qtbot: QtBot) -> None:
    qtbot.waitUntil(panel.is_settled)
    panel.show_place(panel.session, "", None)
    assert panel.charts.accessibleDescription() == ""
    assert panel.slowest.isHidden()
    assert not panel.grab().isNull()


FACTS = Statistics(
    messages=1_000,
    ghosts=2,
    edges=5,
    ranks=7,
    width=4,
    forks=3,
    merges=1,
    participants=(("@a", 600), ("@b", 400)),
    types=(("post", 998), ("", 2)),
    longest_delay=Delay("%1", 90_000.0),
    delays=(1, 0, 0, 2, 0),
    tips=(1, 3, 2),
    activity=(5, 6),
    begin=0.0,
    end=86_400_000.0,
)
"""Statistics of a conversation in which all numbers differ."""

NOTHING = replace(
    FACTS, participants=(), ghosts=0, types=(), longest_delay=None, delays=(0,) * 5, begin=None
)


def test_every_number_has_a_label() -> None:
    assert _figures(FACTS) == [
        Figure("1,000", "messages"),
        Figure("2", "participants"),
        Figure("7", "ranks deep"),
        Figure("4", "in the widest rank"),
        Figure("3", "forks"),
        Figure("1", "merge"),
        Figure("2", "missing"),
        Figure("1 minute", "longest delay"),
    ]
    words = [figure.word for figure in _figures(replace(NOTHING, messages=1))]
    assert words == ["message", "ranks deep", "in the widest rank", "forks", "merge"]
    at_once = replace(FACTS, longest_delay=Delay("%1", 0.0))
    assert "longest delay" not in [figure.word for figure in _figures(at_once)]


def test_every_chart_has_bars_and_a_summary() -> None:
    ends, people, times, delays, types = _blocks(FACTS, {"@a": "Ann"}, load("light"))
    assert ends == Series(
        "Tips along the conversation",
        (1, 3, 2),
        "first message",
        "last message",
        "at most 3 tips at once",
    )
    assert isinstance(people, NamedBars)
    assert people.title == "Messages per author"
    assert [(row.name, row.count, row.feed) for row in people.rows] == [
        ("Ann", 600, "@a"),
        ("@b", 400, "@b"),
    ]
    assert people.rows[0].color == load("light").author("@a").name()
    assert people.summary == "written by Ann 600, @b 400"
    assert isinstance(times, Series)
    assert (times.title, times.values) == ("Messages over time", (5, 6))
    assert times.summary == f"written from {times.begin} to {times.end}"
    assert isinstance(delays, NamedBars)
    assert delays.title == "How late messages arrived"
    assert [(row.name, row.count) for row in delays.rows] == [
        ("under a minute", 1),
        ("under an hour", 0),
        ("under a day", 0),
        ("under a week", 2),
        ("longer", 0),
    ]
    assert delays.summary.startswith("delays: 1 under a minute, 0 under an hour")
    assert types == NamedBars(
        "Types",
        [NamedBar("post", 998), NamedBar("encrypted", 2)],
        "messages by type: 998 post, 2 encrypted",
    )


def test_unknown_numbers_have_no_chart() -> None:
    titles = [block.title for block in _blocks(NOTHING, {}, load("light"))]
    assert titles == ["Tips along the conversation"]
    one = replace(NOTHING, types=(("post", 3),), end=None, begin=0.0)
    assert len(_blocks(one, {}, load("light"))) == 1
    (alone,) = _blocks(replace(NOTHING, tips=()), {}, load("light"))
    assert alone.summary == "at most 0 tips at once"


def test_authors_of_few_messages_share_a_row() -> None:
    feeds = tuple((f"@{number:02}", 1 + number) for number in range(12))
    many = replace(FACTS, participants=feeds)
    assert len(_blocks(many, {}, load("light"))[1].rows) == 12  # type: ignore[union-attr]
    many = replace(FACTS, participants=(*feeds, ("@x", 2), ("@y", 3)))
    people = _blocks(many, {}, load("light"))[1]
    assert isinstance(people, NamedBars)
    assert len(people.rows) == 13
    assert people.rows[-1] == NamedBar("2 others", 5, is_rest=True)

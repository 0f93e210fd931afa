"""PZP messages have no time: lists and timelines show the depth instead."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tanglescope.engine.words import times
from tanglescope.viewer.models.row import Row
from tanglescope.viewer.views.timeline.context import day_above
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.reduce.scenarios import EXAMPLE, entries_of
from tests.viewer.windows import Open, set_window


@pytest.fixture
def window(open_window: Open, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    return set_window(open_window, tmp_path, qtbot)


def rows(window: MainWindow) -> list[Row]:
    return [window.model.row(number) for number in range(window.model.rowCount())]


def test_rows_show_the_declared_depth(window: MainWindow) -> None:
    shown = [row for row in rows(window) if row.message is not None]
    values = {entry.id: json.loads(json.dumps(entry.value)) for entry in entries_of(EXAMPLE)}
    declared = {key: value["metadata"]["tangles"] for key, value in values.items()}
    root = EXAMPLE["moot"]
    depths = {key: tangles.get(root, {"depth": 0})["depth"] for key, tangles in declared.items()}
    assert len(shown) > 3
    assert [row.clock for row in shown] == [f"depth {depths[row.key]}" for row in shown]


def test_depth_domain_and_account_replace_the_time_and_are_named(window: MainWindow) -> None:
    row = rows(window)[1]
    assert row.message is not None
    assert row.time is None
    received = times.full(row.message.received)
    assert row.moment.startswith(f"{row.clock}, domain {row.message.type}, account ")
    assert row.moment.endswith(f", received {received}")
    assert row.moment in row.spoken_text()


def test_rows_without_times_have_no_day_above_them(window: MainWindow) -> None:
    above = [None, *rows(window)]
    assert not any(day_above(row, before) for row, before in zip(rows(window), above, strict=False))


def test_lists_and_heading_show_the_depth_of_a_tangle(window: MainWindow) -> None:
    assert window._session is not None
    summary = window._session.library.conversation(EXAMPLE["moot"]).summary()
    assert summary.depth == max(row.message.depth or 0 for row in rows(window) if row.message)
    model, spoken = window.threads.model, Qt.ItemDataRole.AccessibleTextRole
    listed = [model.index(number).data(spoken) for number in range(model.rowCount())]
    assert any(each.endswith(f", depth {summary.depth}") for each in listed)
    assert f"depth {summary.depth}" in window.reading.heading._extent

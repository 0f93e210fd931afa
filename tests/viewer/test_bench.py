"""The conversation that benchmarks of the window make is one that the window can show."""

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bench.viewer import apply, named, opening
from tanglescope.engine.linear.edits import Insert


def test_a_made_conversation_is_shown_and_follows_edits(
    application: QApplication, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    view = opening(application, 200)
    qtbot.addWidget(view)
    assert view.timeline.rowCount() == 200
    view.go_to(named(150))
    assert view.current_key() == named(150)
    apply(view, [Insert("%new", 20)])
    view.viewport().repaint()
    assert view.timeline.rowCount() == 201
    assert "to the first picture" in capsys.readouterr().out

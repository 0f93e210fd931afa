"""How a panel handles answers to its questions."""

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Library
from tanglescope.viewer.panels import panel as subject
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.session import Session
from tanglescope.viewer.theme import Theme, load
from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of, write


class RecordingSession:
    """A session whose answers the test gives by hand."""

    is_open = True

    def __init__(self) -> None:
        self.waiting: list[Callable[[Any], None]] = []
        self.kinds: list[str] = []

    def ask(self, kind: str, _question: object, then: Callable[[Any], None]) -> None:
        self.kinds.append(kind)
        self.waiting.append(then)

    def answer(self, answer: object) -> None:
        self.waiting.pop()(answer)


class AnswerPanel(Panel):
    """A panel that stores its answers."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.answers: list[str] = []

    def refresh(self) -> None:
        """Do nothing."""


def no_question(_library: Library) -> str:
    raise AssertionError("the session answers by itself")


@pytest.fixture
def recording() -> RecordingSession:
    return RecordingSession()


@pytest.fixture
def panel(qtbot: QtBot, recording: RecordingSession) -> AnswerPanel:
    panel = AnswerPanel(load("light"))
    qtbot.addWidget(panel)
    panel.show_place(cast(Session, recording), "%one", None)
    return panel


def test_an_answer_about_a_thread_is_dropped_when_another_is_open(
    panel: AnswerPanel, recording: RecordingSession
) -> None:
    panel.ask(no_question, panel.answers.append)
    panel.show_place(panel.session, "%two", None)
    recording.answer("about one")
    assert panel.answers == []
    assert panel.is_settled()


def test_an_answer_about_the_archive_is_used_in_every_thread(
    panel: AnswerPanel, recording: RecordingSession
) -> None:
    panel.ask_of_archive(no_question, panel.answers.append)
    panel.show_place(panel.session, "%two", None)
    assert not panel.is_settled()
    recording.answer("about all")
    assert panel.answers == ["about all"]
    assert panel.is_settled()


def test_no_answer_is_used_in_another_archive(
    panel: AnswerPanel, recording: RecordingSession
) -> None:
    panel.ask_of_archive(no_question, panel.answers.append)
    panel.show_place(cast(Session, RecordingSession()), "%one", None)
    recording.answer("about the other archive")
    assert panel.answers == []


def test_a_replaced_question_has_no_effect(panel: AnswerPanel, recording: RecordingSession) -> None:
    panel.ask(no_question, panel.answers.append)
    recording.answer(None)
    assert panel.answers == []
    assert panel.is_settled()


@pytest.fixture
def session(tmp_path: Path, application: QApplication) -> Iterator[Session]:
    library_of(tmp_path, Author("ann").say(post("hello"))).close()
    owner = QObject()  # else the collector may delete it on another thread
    made = Session(tmp_path / "library.db", owner)
    yield made
    made.close()


def test_a_question_is_answered_again_only_after_a_change(
    panel: AnswerPanel, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts: list[int] = []
    panel.show_place(session, "", None)

    def answers() -> list[int]:
        panel.ask_if_changed(len, counts.append)
        found = counts.copy()
        counts.clear()
        return found

    with Library.open(tmp_path / "library.db") as library:
        monkeypatch.setattr(session, "ask", lambda _, question, then: then(question(library)))
        assert (answers(), answers()) == ([1], [])
        library.ingest(write(tmp_path / "more.ndjson", [Author("ben").say(post("hi"))]))
        assert (answers(), answers()) == ([2], [])
        session.private = opened = SimpleNamespace(count=0)  # type: ignore[assignment]
        assert answers() == [2], "something was unlocked"
        opened.count = 1
        assert answers() == [2], "a message that had arrived before was opened since"
        assert answers() == []


def test_a_panel_without_a_field_or_a_view_of_its_own_offers_neither(panel: AnswerPanel) -> None:
    assert not panel.takes_words
    assert panel.visible_selection("light") is None
    assert panel.width_liked() == 0


def test_questions_of_different_kinds_are_answered_beside_each_other(
    panel: AnswerPanel, recording: RecordingSession
) -> None:
    panel.ask(no_question, panel.answers.append)
    panel.ask_of_archive(no_question, panel.answers.append, "other")
    assert recording.kinds == ["AnswerPanel ", "AnswerPanel other"]


def test_a_panel_shows_that_an_answer_takes_longer(
    qtbot: QtBot, recording: RecordingSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subject, "_PATIENCE", 0)
    panel = AnswerPanel(load("light"))
    qtbot.addWidget(panel)
    panel.resize(400, 300)
    QScrollArea(panel).resize(400, 300)
    panel.show()

    def shown() -> list[str]:
        return [label.text() for label in panel.findChildren(QLabel)]

    panel.show_place(cast("Session", recording), "one", None)
    for kind in ("first", "second"):
        panel.ask_of_archive(no_question, panel.answers.append, kind)
    assert shown() == []
    qtbot.waitUntil(lambda: shown() == ["Working…"])
    recording.answer("b")
    assert shown() == ["Working…"], "one answer is still awaited"
    recording.answer("a")
    assert shown() == []
    panel.ask_of_archive(no_question, panel.answers.append)
    qtbot.waitUntil(lambda: shown() == ["Working…"])
    panel.show_place(cast("Session", RecordingSession()), "one", None)
    assert shown() == [], "another collection was opened"

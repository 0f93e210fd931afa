import errno
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Library
from tanglescope.viewer.workers.question_process import QuestionProcess
from tests.engine.store.libraries import write
from tests.viewer.panels.questions import count, die, never
from tests.viewer.windows import Talk

PATIENCE = 20_000  # in milliseconds: a process has to start


@pytest.fixture(autouse=True)
def processes_are_forked() -> None:
    """Replace the fixture of all tests: here processes start as in the program."""


@pytest.fixture
def process(talk: Talk, tmp_path: Path, application: QApplication) -> Iterator[QuestionProcess]:
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", talk.said))
    owner = QObject()  # else the collector may delete it on another thread
    process = QuestionProcess(tmp_path / "own.db", owner)
    yield process
    process.end()
    owner.deleteLater()


def test_answers_come_after_progress(process: QuestionProcess, talk: Talk, qtbot: QtBot) -> None:
    heard: list[object] = []
    process.ask("size", talk.root.key, count, heard.append, heard.append)
    qtbot.waitUntil(lambda: len(heard) == 2, timeout=PATIENCE)
    assert heard == ["counting", 41]


def test_a_waiting_question_is_replaced_by_the_latest_of_its_kind(
    process: QuestionProcess, talk: Talk, qtbot: QtBot
) -> None:
    answers: list[object] = []
    running: list[object] = []
    turned: list[bool] = []
    process.awaited.turned.connect(turned.append)
    process.ask("long", talk.root.key, never, answers.append, running.append)
    qtbot.waitUntil(lambda: running == ["begun"], timeout=PATIENCE)
    qtbot.waitUntil(lambda: turned == [True])
    process.ask("size", talk.root.key, count, lambda answer: answers.append(("first", answer)))
    process.ask("size", talk.bread.key, count, lambda answer: answers.append(("second", answer)))
    assert answers == [("first", None)]
    process.cancel("long")
    qtbot.waitUntil(lambda: len(answers) == 3, timeout=PATIENCE)
    assert answers[1:] == [None, ("second", 1)]
    assert turned == [True, False]


def test_a_cancelled_question_gets_no_answer(
    process: QuestionProcess, talk: Talk, qtbot: QtBot
) -> None:
    answers: list[object] = []

    def cancel(_news: object) -> None:
        process.cancel("size")

    process.ask("size", talk.root.key, count, answers.append, cancel)
    qtbot.waitUntil(lambda: len(answers) == 1, timeout=PATIENCE)
    assert answers == [None]


def test_a_process_that_dies_is_reported_and_the_next_question_starts_another(
    process: QuestionProcess, talk: Talk, qtbot: QtBot
) -> None:
    answers: list[object] = []
    with qtbot.waitSignal(process.failed, timeout=PATIENCE) as said:
        process.ask("die", talk.root.key, die, answers.append)
    assert "Try again" in said.args[0]
    process.ask("size", talk.root.key, count, answers.append)
    qtbot.waitUntil(lambda: answers == [None, 41], timeout=PATIENCE)


def test_a_process_can_be_ended_during_a_question(
    process: QuestionProcess, talk: Talk, qtbot: QtBot
) -> None:
    running: list[object] = []
    process.ask("long", talk.root.key, never, running.append, running.append)
    qtbot.waitUntil(lambda: running == ["begun"], timeout=PATIENCE)
    process.end()
    assert running == ["begun"]


def test_a_process_that_cannot_be_started_is_reported_and_started_later(
    process: QuestionProcess, talk: Talk, qtbot: QtBot
) -> None:
    answers: list[object] = []
    with pytest.MonkeyPatch.context() as without:
        without.setattr("multiprocessing.context.SpawnProcess.start", refused)
        with qtbot.waitSignal(process.failed, timeout=PATIENCE) as said:
            process.ask("size", talk.root.key, count, answers.append)
    assert "Too many open files" in said.args[0]
    process.ask("size", talk.root.key, count, answers.append)
    qtbot.waitUntil(lambda: answers == [None, 41], timeout=PATIENCE)


def refused(_process: object) -> None:
    raise OSError(errno.EMFILE, "Too many open files")

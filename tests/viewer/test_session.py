from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from engine.library import Library
from tests.viewer.windows import bury
from viewer.session import Session


@pytest.mark.parametrize("closed", [True, False])
def test_nobody_hears_of_a_session_that_is_closed(
    closed: bool, application: QApplication, tmp_path: Path
) -> None:
    owner = QObject()
    session = Session(tmp_path / "library.db", owner)
    asked, heard = Event(), []
    session.found.connect(lambda *answer: heard.append(answer))

    def question(_: Library) -> tuple[str, list[str]]:
        asked.set()
        return "words", []

    session._questions.ask("find", question)
    asked.wait()
    if closed:
        session.close()
    else:
        session._questions.end()
    application.processEvents()
    assert heard == ([] if closed else [("words", [])])
    session.close()
    bury(owner)

"""Answers go to the object that asked, or are dropped."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from pytestqt.qtbot import QtBot

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.library import Library
from tanglescope.viewer.workers.questions import Questions


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Questions]:
    Library.open(tmp_path / "library.db").close()
    asking = Questions(tmp_path / "library.db")
    yield asking
    asking.end()


def test_an_answer_goes_to_the_receiver_that_asked(asking: Questions, qtbot: QtBot) -> None:
    answers: list[int] = []
    asking.ask("size", len, answers.append)
    qtbot.waitUntil(lambda: answers == [0])


def test_only_the_latest_question_of_a_kind_is_answered(asking: Questions, qtbot: QtBot) -> None:
    answers: list[tuple[str, object]] = []
    asking.ask("size", lambda _: "old", lambda found: answers.append(("first", found)))
    asking.ask("size", lambda _: "new", lambda found: answers.append(("second", found)))
    qtbot.waitUntil(lambda: answers == [("first", None), ("second", "new")])


def test_a_repeated_question_waits_for_all_earlier_ones(asking: Questions, qtbot: QtBot) -> None:
    go_on = Event()
    answered: list[str] = []
    asking.ask("hold", lambda _: go_on.wait(), lambda _: None)
    asking.ask("size", lambda _: answered.append("size, at first"), lambda _: None)
    asking.ask("unlock", lambda _: answered.append("unlock"), lambda _: None)
    asking.ask("size", lambda _: answered.append("size"), lambda _: None)
    go_on.set()
    qtbot.waitUntil(lambda: answered == ["unlock", "size"])


def test_a_question_that_fails_is_answered_with_nothing(asking: Questions, qtbot: QtBot) -> None:
    answers: list[object] = []

    def fail(_library: Library) -> None:
        raise TanglescopeError("The disk is gone.")

    with qtbot.waitSignal(asking.failed) as failed:
        asking.ask("size", fail, answers.append)
    qtbot.waitUntil(lambda: answers == [None])
    assert failed.args == ["The disk is gone."]


def test_a_late_failure_does_not_affect_a_later_question(asking: Questions, qtbot: QtBot) -> None:
    begun, go_on = Event(), Event()
    answers: list[tuple[str, object]] = []

    def fail_late(_library: Library) -> None:
        begun.set()
        go_on.wait()
        raise TanglescopeError("The disk was gone.")

    asking.ask("size", fail_late, lambda found: answers.append(("first", found)))
    begun.wait()
    asking.ask("size", lambda _: "new", lambda found: answers.append(("second", found)))
    with qtbot.waitSignal(asking.failed):
        go_on.set()
    qtbot.waitUntil(lambda: answers == [("first", None), ("second", "new")])


def test_the_waiting_state_lasts_until_the_last_answer(asking: Questions, qtbot: QtBot) -> None:
    go_on = Event()
    answers: list[str] = []
    turned: list[bool] = []
    asking.awaited.turned.connect(turned.append)

    def wait(_library: Library) -> None:
        go_on.wait()

    def fail(_library: Library) -> None:
        raise TanglescopeError("The disk is gone.")

    asking.ask("long", wait, lambda _: answers.append("long"))
    asking.ask("size", len, lambda _: answers.append("overtaken"))
    asking.ask("size", fail, lambda _: answers.append("size"))
    qtbot.waitUntil(lambda: turned == [True])
    go_on.set()
    qtbot.waitUntil(lambda: turned == [True, False])
    assert answers == ["overtaken", "long", "size"]

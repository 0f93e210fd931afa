import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine.debug.shuffling.shuffle import (
    DeliveryTrace,
    ShuffleAnswer,
    Trial,
    usual_times,
)
from tanglescope.engine.library import Library
from tanglescope.engine.linear.graph import read_graph
from tanglescope.viewer.panels.shuffle import ShufflePanel
from tanglescope.viewer.theme import load
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write
from tests.house.repository import ROOT
from tests.viewer.panels.disordered_thread import PATIENCE, DisorderedThread, open_panel
from tests.viewer.panels.pictures import AnsweringSession, SilentProcess
from tests.viewer.windows import Open


class ReplyBeforeCause(DisorderedThread):
    """A thread in which a reply is received before its cause, and another message between them."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Author("cyn").say(post("Shall we?"), received=0.0)
        self.late = self.ann.say(post("Here is how", self.root), received=30_000.0)
        self.third = self.bob.say(post("Good", self.root, self.late), received=10_000.0)
        self.aside = Author("dan").say(post("Else?", self.root), received=20_000.0)


@pytest.fixture
def example_plugin(monkeypatch: pytest.MonkeyPatch) -> str:
    # Like PYTHONPATH: the process that runs the test inherits the window's path.
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "examples"))
    return "ssb_sort:order"


def run(panel: ShufflePanel, qtbot: QtBot) -> str:
    panel.run.click()
    qtbot.waitUntil(lambda: not panel.is_running(), timeout=PATIENCE)
    qtbot.waitUntil(panel.is_settled, timeout=PATIENCE)
    return panel.page.toPlainText()


def test_scuttlesort_ends_in_one_order(open_window: Open, tmp_path: Path, qtbot: QtBot) -> None:
    _, panel = open_panel(open_window, qtbot, tmp_path, "shuffle", DisorderedThread())
    assert isinstance(panel, ShufflePanel)
    assert panel.times.value() == 20
    panel.times.setValue(12)
    text = run(panel, qtbot)
    assert "scuttlesort gives the same order of 4 messages" in text
    assert "12 times shuffled" in text
    assert panel.histogram.isVisible()
    assert panel.copy_case.isHidden()
    panel.copy_command.click()
    assert "--by scuttlesort --delivery shuffled --times 12" in QGuiApplication.clipboard().text()


def test_the_fault_of_ssb_sort_is_shown_with_three_messages(
    open_window: Open, example_plugin: str, tmp_path: Path, qtbot: QtBot
) -> None:
    _, panel = open_panel(open_window, qtbot, tmp_path, "shuffle", ReplyBeforeCause())
    assert isinstance(panel, ShufflePanel)
    panel.by.setCurrentText(example_plugin)
    text = run(panel, qtbot)
    assert "ssb_sort:order depends on the order of arrival" in text
    assert "The smallest case has 3 messages" in text
    assert "“Good” follows" in text
    assert panel.two.isVisible()
    panel.copy_case.click()
    case = QGuiApplication.clipboard().text()
    assert len(read_graph(case).nodes) == len(json.loads(case)["nodes"]) == 3


def test_a_command_is_tested_and_both_deliveries_are_stepped_through(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    _, panel = open_panel(open_window, qtbot, tmp_path, "shuffle", DisorderedThread())
    assert isinstance(panel, ShufflePanel)
    program = tmp_path / "as it comes.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    ids = [node['id'] for node in json.loads(line)['nodes']]\n"
        "    print(json.dumps(ids), flush=True)\n"
    )
    command = shlex.join([sys.executable, str(program)])
    panel.by.choose(command)
    assert "depends on the order of arrival. The smallest case has 2 messages" in run(panel, qtbot)
    qtbot.waitUntil(lambda: "@" in panel.two.page.toPlainText(), timeout=PATIENCE)
    at_the_end = panel.two.page.toPlainText()
    for text in ("First delivery", "Second delivery", "Arrivals", "The order afterwards"):
        assert text in at_the_end
    assert at_the_end.count("≠") == 4  # two rows in each of the two orders
    panel.two.transport.back.click()
    one_step = panel.two.page.toPlainText()
    assert one_step.count("…") > at_the_end.count("…")
    assert "≠" not in one_step  # the messages differ: there are no two rows to compare
    panel.copy_command.click()
    copied = shlex.split(QGuiApplication.clipboard().text())
    assert copied[copied.index("--by") + 1] == command
    panel.by.choose("scuttlesort")
    assert "scuttlesort gives the same order" in run(panel, qtbot)
    assert panel.two.isHidden()


def test_a_command_that_cannot_be_started_is_reported(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    _, panel = open_panel(open_window, qtbot, tmp_path, "shuffle", DisorderedThread())
    assert isinstance(panel, ShufflePanel)
    panel.by.choose("./no-such-order")
    assert "There is no program ./no-such-order" in run(panel, qtbot)
    panel.by.choose("' x")
    assert "' x can't be started" in run(panel, qtbot)


def test_a_plugin_that_cannot_be_loaded_is_reported_and_another_can_be_tested(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    _, panel = open_panel(open_window, qtbot, tmp_path, "shuffle", DisorderedThread())
    assert isinstance(panel, ShufflePanel)
    panel.by.setCurrentText("nowhere:order")
    assert "can't be loaded" in run(panel, qtbot)
    panel.by.setCurrentText("pzp")
    assert run(panel, qtbot)


def test_a_test_continues_behind_another_panel_until_it_is_cancelled(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    window, panel = open_panel(open_window, qtbot, tmp_path, "shuffle", DisorderedThread())
    assert isinstance(panel, ShufflePanel)
    panel.times.setValue(10_000)
    panel.run.click()
    window.menus.action("panel_why").trigger()
    qtbot.waitUntil(lambda: panel.progress.value() > 1, timeout=PATIENCE)
    window.menus.action("panel_shuffle").trigger()
    assert panel.is_running()
    panel.cancel_test.click()
    assert not panel.is_running()
    assert "Stopped after" in panel.page.toPlainText()
    qtbot.waitUntil(panel.is_settled, timeout=PATIENCE)


TRACES = (DeliveryTrace(("a",), ((), ("a",))), DeliveryTrace(("a",), ((), ("a",))))
FAILED = ShuffleAnswer(False, (), ("It differs.",), {"nodes": []}, TRACES)


@pytest.fixture
def panel(tmp_path: Path, qtbot: QtBot) -> Iterator[ShufflePanel]:
    """A panel without a window, whose tests never end by themselves."""
    panel: Any = ShufflePanel(load("light"))
    qtbot.addWidget(panel)
    panel.resize(620, 560)
    talk = DisorderedThread()
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", talk.said))
        process = SilentProcess(library)
        panel.question_process = lambda: process
        session: Any = AnsweringSession(library)
        panel.show_place(session, talk.root.key, None)
        yield panel


def test_while_a_test_runs_its_progress_is_shown(panel: ShufflePanel) -> None:
    assert not panel.is_running()
    assert "A good order doesn't depend on the delivery." in panel.page.toPlainText()
    panel.run.click()
    assert panel.is_running()
    assert (panel.run.isHidden(), panel.progress.isHidden()) == (True, False)
    assert panel.page.toPlainText() == "0 of 21 delivered"
    assert (panel.progress.value(), panel.progress.maximum()) == (0, 21), "and one as written"
    assert not panel.progress.isTextVisible(), "the page says it"
    panel._show_trial(Trial(0, 5))
    assert panel.page.toPlainText() == "1 of 21 delivered"
    assert panel.progress.value() == 1
    assert not panel.histogram.isHidden()
    panel._show_trial(Trial(1, None))
    panel.cancel_test.click()
    assert panel.page.toPlainText() == "Stopped after 1 delivery."
    assert (panel.run.isHidden(), panel.progress.isHidden()) == (False, True)
    panel.stop_test()
    assert panel.page.toPlainText() == "Stopped after 1 delivery.", "it was stopped already"
    panel.run.click()
    panel.cancel_test.click()
    assert panel.page.toPlainText() == "Stopped after 0 deliveries."


def test_a_conversation_is_tested_by_its_own_order_as_often_as_its_length_allows(
    panel: ShufflePanel,
) -> None:
    session, root = panel.session, panel.address
    panel._suggest(("git", 1_000_000))
    assert (panel.by.chosen_value(), panel.times.value()) == ("git", usual_times(1_000_000))
    assert panel.times.value() < 20
    for address in ("", root):
        panel.show_place(session, address, None)
    assert (panel.by.chosen_value(), panel.times.value()) == ("scuttlesort", 20)


def test_a_counterexample_is_hidden_when_another_test_begins(panel: ShufflePanel) -> None:
    panel._show(FAILED)
    assert panel.page.toPlainText() == "The test failed\nIt differs."
    assert not panel.copy_case.isHidden()
    assert not panel.two.isHidden()
    panel.copy_case.click()
    assert QGuiApplication.clipboard().text() == '{"nodes": []}'
    panel.run.click()
    assert panel.copy_case.isHidden()
    assert panel.two.isHidden()
    panel._show(ShuffleAnswer(True, (), ("It is the same.",), None))
    assert panel.page.toPlainText() == "It is the same."
    assert panel.copy_case.isHidden()
    assert panel.histogram.isHidden()


def test_a_test_that_fails_ends_with_the_reason(panel: ShufflePanel) -> None:
    panel.run.click()
    panel._fail("The process ended.")
    assert not panel.is_running()
    assert panel.page.toPlainText() == "It can't be tested\nThe process ended."


def test_another_conversation_ends_the_test_and_a_new_message_does_not(
    panel: ShufflePanel,
) -> None:
    panel.run.click()
    panel.refresh()
    assert panel.is_running()
    panel.run_chosen()
    assert panel.page.toPlainText() == "0 of 21 delivered"
    panel.show_place(panel.session, "", None)
    assert not panel.is_running()
    assert "A good order" in panel.page.toPlainText()
    assert not panel.run.isEnabled()
    panel.run_chosen()
    assert not panel.is_running()


def test_every_part_has_the_theme(panel: ShufflePanel) -> None:
    panel._show(FAILED)
    panel._show_trials([4, 5])
    for name in ("dark", "light"):
        panel.set_theme(load(name))
        assert load(name).colors["text"] in panel.page.toHtml()
        assert load(name).colors["accent"] in panel.two.page.toHtml()
        painted = panel.histogram.grab().toImage()
        row = painted.height() // 2
        assert load(name).color("accent").rgb() in {
            painted.pixel(x, row) for x in range(painted.width())
        }


def test_controls_are_above_the_answer_and_buttons_to_copy_below(panel: ShufflePanel) -> None:
    panel._show(FAILED)
    panel.grab()  # forces a layout
    parts = panel.by, panel.page, panel.two, panel.copy_case
    tops = [each.mapTo(panel, QPoint()).y() for each in parts]
    assert tops == sorted(tops)
    case, command = (each.geometry() for each in (panel.copy_case, panel.copy_command))
    assert (case.top(), case.right() < command.left()) == (command.top(), True)
    assert panel.rect().contains(command)

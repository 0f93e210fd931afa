"""A child process reports in lines of JSON, stops on request, and ends with the window."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tanglescope.engine.system import child_processes
from tanglescope.viewer.workers.child_process import ChildEnd, ChildProcess

Run = Callable[[str], ChildProcess]

OUT = "import sys, os; out = sys.stderr.write\n"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, application: object) -> Iterator[Run]:
    child = ChildProcess()

    def start(code: str) -> ChildProcess:
        command = [sys.executable, "-c", OUT + code]
        monkeypatch.setattr(child_processes, "python", lambda *_: command)
        child.start("a module")
        return child

    yield start
    child.end(at_once=True)


def end_of(qtbot: QtBot, child: ChildProcess) -> ChildEnd:
    if child.is_running():
        with qtbot.waitSignal(child.ended, timeout=60_000) as ended:
            pass
        found = ended.args[0]
    assert not child.is_running()
    assert isinstance(found, ChildEnd)
    return found


def test_progress_comes_line_by_line_and_the_answer_at_the_end(run: Run, qtbot: QtBot) -> None:
    said: list[object] = []
    child = run(
        """
out('{"done": 1, "of": 2}\\n')
out('a library prints'); out('\\n{"done": 2, "of": 2}\\n{not JSON}\\n')
print('noise'); print('{"added": 3}')"""
    )
    child.reported.connect(said.append)
    assert end_of(qtbot, child) == ChildEnd({"added": 3}, is_explained=False)
    assert said == [{"done": 1, "of": 2}, {"done": 2, "of": 2}]


@pytest.mark.parametrize(
    ("code", "end"),
    [
        (
            'out(\'{"error": {"message": "No room."}}\\n\'); sys.exit(5)',
            ChildEnd(error="No room."),
        ),
        ('out("Error: No room.\\n"); sys.exit(5)', ChildEnd(None, "No room.", is_explained=False)),
        ("sys.exit(7)", ChildEnd(None, "status 7", is_explained=False)),
        (
            "print('{\"ok\": false}'); sys.exit(1)",
            ChildEnd({"ok": False}, "status 1", False, False),
        ),
        (
            'said = \'{"error": {"message": "No key."}}\\n\'; print(said); out(said); sys.exit(5)',
            ChildEnd(error="No key."),
        ),
        ("os.kill(os.getpid(), 15)", ChildEnd(None, "signal 15", is_explained=False)),
    ],
)
def test_what_went_wrong_is_reported(code: str, end: ChildEnd, run: Run, qtbot: QtBot) -> None:
    assert end_of(qtbot, run(code)) == end


def test_it_stops_when_it_is_asked_to(run: Run, qtbot: QtBot) -> None:
    child = run("out('{\"note\": \"Stopped.\"}\\n') if input() == 'cancel' else 0; sys.exit(130)")
    child.stop()
    assert end_of(qtbot, child).is_stopped


def test_what_was_done_before_it_could_stop_is_done(run: Run, qtbot: QtBot) -> None:
    child = run("input(); print('{}')")
    child.stop()
    end = end_of(qtbot, child)
    assert (end.is_stopped, end.error, end.answer) == (False, "", {})


def test_one_that_was_ended_reports_nothing(run: Run, qtbot: QtBot) -> None:
    child = run("import time; time.sleep(600)")
    ended: list[object] = []
    child.ended.connect(ended.append)
    child.end(at_once=True)
    qtbot.wait(1)
    assert not child.is_running()
    assert ended == []


def started(*words: object) -> "subprocess.Popen[bytes]":
    """A command as a window starts it."""
    code = (
        "import sys, time; from tanglescope.viewer import __main__ as m\n"
        "if sys.argv[-1] == 'wait': m.cli = lambda: time.sleep(600)\n"
        "sys.exit(m.main())"
    )
    command = child_processes.python("-c", code, "--as-child", "de", *map(str, words))
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen(command, env=child_processes.environment(), **pipes)


def test_a_command_ends_with_its_window() -> None:
    with started("wait") as process:
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(60) != 0


def test_a_command_says_in_the_language_of_the_window_what_is_wrong(tmp_path: Path) -> None:
    with started("check", "--json", "--database", tmp_path / "missing.db") as process:
        assert process.stderr is not None
        said = process.stderr.read()  # while its stdin is open
    assert "gibt es nicht" in json.loads(said.splitlines()[-1])["error"]["message"]

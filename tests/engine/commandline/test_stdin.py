"""`-` in place of an archive, for every command."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tanglescope.engine.archive.stdin import Spool
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.system.systems import ENDING
from tests.engine.commandline.graphs import run

LINES = '{"id":"a","after":[]}\n{"id":"b","after":["a"]}\n'
NAMED = '{"name":"mine","nodes":[{"id":"a","after":[]}]}\n'


def test_graphs_from_standard_input_are_imported(tmp_path: Path) -> None:
    database = str(tmp_path / "library.db")
    answer = run("import", "-", "--database", database, "--json", text=LINES)
    assert json.loads(answer.stdout)["added"] == 2
    assert run("import", "-", "--database", database, text=NAMED + LINES).exit_code == 0
    listed = run("conversations", "--database", database, "--json").stdout.splitlines()
    assert [json.loads(line)["address"] for line in listed] == ["graph:mine", "graph:stdin"]
    assert run("check", "--database", database).exit_code == 0


def test_standard_input_is_verified() -> None:
    answers = [
        json.loads(line) for line in run("verify", "-", "--json", text=LINES).stdout.splitlines()
    ]
    assert [each["verdict"] for each in answers] == ["unverified", "unverified"]


def test_a_drawing_comes_this_way_too(tmp_path: Path) -> None:
    database = str(tmp_path / "library.db")
    assert run("import", "-", "--database", database, text="digraph { a -> b }").exit_code == 0
    shown = run("show", "graph:stdin", "--database", database, "--format", "json")
    assert [each["key"] for each in json.loads(shown.stdout)["messages"]] == ["a", "b"]


@pytest.mark.parametrize("number", ENDING)
def test_a_command_that_is_ended_leaves_nothing_of_standard_input(
    tmp_path: Path, number: signal.Signals
) -> None:
    command = [sys.executable, "-P", "-m", "tanglescope.viewer", "verify", "-"]
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=environment) as process:
        assert process.stdin is not None
        process.stdin.write(LINES.encode())
        process.stdin.flush()
        while not any(file.stat().st_size for file in tmp_path.rglob("stdin")):
            assert process.poll() is None
        process.send_signal(number)
    assert process.returncode == 128 + number
    assert list(tmp_path.iterdir()) == []


def test_a_command_whose_standard_input_cannot_be_kept_leaves_nothing_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise TanglescopeError("Standard input can't be kept: No space left on device.")

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(Spool, "fill", fail)
    before = signal.getsignal(signal.SIGTERM)
    assert "can't be kept" in run("verify", "-", text=LINES).stderr
    assert list(tmp_path.iterdir()) == []
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.parametrize(
    "command",
    [
        ("verify", "-"),
        ("verify", "-", "--json"),
        ("import", "-"),
        ("import", "-", "--json"),
        ("tangle", "-", "--name", "thread", "--root", "x"),
    ],
)
@pytest.mark.parametrize("text", ["Dear Ann,", '{"a":1}\n', "PK\x03\x04"])
def test_messages_about_standard_input_call_it_that(
    tmp_path: Path, command: tuple[str, ...], text: str
) -> None:
    database = ["--database", str(tmp_path / "library.db")] if command[0] == "import" else []
    answer = run(*command, *database, text=text)
    assert answer.exit_code == 3
    assert "tanglescope-stdin-" not in answer.output
    assert "tandard input" in answer.stderr or "stdin, line 1" in answer.stderr

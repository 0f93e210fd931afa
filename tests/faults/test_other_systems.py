"""The engine on a system without `fcntl`, `resource`, fork, /proc, owners and signals of Unix."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tanglescope import resources
from tests.house.repository import ROOT, name, tracked

CALL = "import {there}sys; from tanglescope.viewer.__main__ import main; sys.exit(main())"
ELSEWHERE = "tests.elsewhere, "
ONLY_SOME = re.compile(
    r"^\s*(?:import|from) (?:fcntl|grp|pwd|termios|tty)\b|\bos\.(?:fork|killpg|pread|pwrite|getuid"
    r"|geteuid|fchmod|mkfifo|O_NO\w+|O_CLOEXEC|O_DIRECTORY)\b|\bsignal\.SIG(?:HUP|USR|ALRM|PIPE)\b",
    re.MULTILINE,
)
GUARDED = {"engine/system/systems.py", "engine/linear/orders/own.py"}


def call(folder: Path, *words: str, elsewhere: bool, stdin: bytes = b"") -> tuple[int, str]:
    """Call a command in a process of its own; its exit code and its answer."""
    program = CALL.format(there=ELSEWHERE if elsewhere else "")
    done = subprocess.run(
        [sys.executable, "-P", "-c", program, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input=stdin,
        capture_output=True,
        check=False,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done.returncode, done.stdout.decode()


def commands(archive: Path) -> list[list[str]]:
    return [
        ["import", str(archive), "--json", "--engine", "direct"],
        ["threads", "--json"],
        ["check", "--json"],
        ["backup", "copy.db"],
        ["restore", "copy.db"],
        ["search", "oak", "--json"],
        ["site", "--all", "pages", "--json"],
        ["verify", str(archive), "--json", "--threads", "2"],
    ]


def without_times(answer: str) -> object:
    """An answer without what differs from run to run."""
    told = [json.loads(line) for line in answer.splitlines() if line.startswith(("{", "["))]
    text = json.dumps(told)
    return re.sub(r'"(seconds|took|received|checked|database)": [^,}]+', "", text)


def test_every_command_answers_as_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers: dict[bool, list[tuple[int, object]]] = {True: [], False: []}
    with resources.sample_archive() as archive:
        for elsewhere, said in answers.items():
            folder = tmp_path / "run"
            folder.mkdir()
            monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
            for words in commands(archive):
                status, answer = call(folder, *words, elsewhere=elsewhere)
                said.append((status, without_times(answer)))
            piped = call(folder, "verify", "-", elsewhere=elsewhere, stdin=archive.read_bytes())
            said.append(piped)
            folder.rename(tmp_path / f"ran {elsewhere}")
    for there, here in zip(answers[True], answers[False], strict=True):
        assert there == here
    assert {status for status, _ in answers[True]} == {0, 1}  # `verify`: a feed is forked


def test_every_module_can_be_imported(tmp_path: Path) -> None:
    program = (
        "import tests.elsewhere, importlib, pkgutil; from tanglescope import engine\n"
        "for each in pkgutil.walk_packages(engine.__path__, 'tanglescope.engine.'):\n"
        "    each.name.endswith('__main__') or importlib.import_module(each.name)\n"
    )
    subprocess.run(
        [sys.executable, "-P", "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
    )


def test_what_only_some_systems_have_is_in_one_module() -> None:
    found = {
        name(file): match[0].strip()
        for file in tracked("engine/*.py", "engine/**/*.py")
        if name(file) not in GUARDED and (match := ONLY_SOME.search(file.read_text()))
    }
    assert found == {}

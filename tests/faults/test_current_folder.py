"""A current folder full of code: users unpack foreign archives and run the program there."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tanglescope.engine.commandline import COMMANDS
from tanglescope.engine.library import Library
from tanglescope.viewer.dialogs.import_dialog import ImportDialog
from tanglescope.viewer.window_commands import VIEWS
from tests.engine.store.libraries import write
from tests.quick import mostly_slow
from tests.viewer.windows import Open, Talk, wait_for_rows

PROGRAM = Path(sys.executable).with_name("tanglescope")
PATIENCE = 120_000

ALL = """
import json, os, sys
from tanglescope.viewer.__main__ import main
for words in json.loads(sys.argv[1]):
    if not os.fork():
        sys.argv[1:] = words
        sys.exit(main())
    status = os.waitstatus_to_exitcode(os.wait()[1])
    if status not in (0, 1, 3):
        sys.exit(f"{words}: {status}")
"""
"""Commands, each in a process of its own, where Python was started and has imported them once."""


class Folder:
    """A folder with a module for every name that Python may import; each records that it ran."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._noticed = path.parent / "executed"
        path.mkdir()
        program = f"open({str(self._noticed)!r}, 'a').write(__name__ + '\\n')\n"
        customized = {"sitecustomize", "usercustomize"}
        for name in sys.stdlib_module_names | set(packages_distributions()) | customized:
            (path / f"{name}.py").write_text(program)
        for name in ("tanglescope", "pyspark"):
            (path / f"{name}.py").unlink(missing_ok=True)
            (path / name).mkdir()
            (path / name / "__init__.py").write_text(program)

    def executed(self) -> list[str]:
        """The modules of the folder that ran."""
        return self._noticed.read_text().split() if self._noticed.exists() else []


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "unpacked")


@pytest.fixture
def large(talk: Talk, tmp_path: Path) -> Path:
    """An archive large enough to be checked in several processes."""
    line = talk.said[-1].line
    return write(tmp_path / "log.ndjson", talk.said + [talk.said[-1]] * ((5 << 20) // len(line)))


@pytest.fixture
def database(talk: Talk, tmp_path: Path) -> Path:
    path = tmp_path / "own.db"
    with Library.open(path) as library:
        library.ingest(write(tmp_path / "small.ndjson", talk.said))
    return path


def call(folder: Folder, *words: str | Path, program: tuple[str, ...] = (str(PROGRAM),)) -> None:
    """Run the program in the folder, as a shell would."""
    done = subprocess.run(
        [*program, *map(str, words)],
        cwd=folder.path,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": ""},
        capture_output=True,
        check=False,
        timeout=300,
    )
    assert folder.executed() == []
    assert done.returncode in (0, 3), done.stderr  # 3 if an archive has bad records
    assert b"Traceback" not in done.stderr


def test_a_python_without_a_safe_path_would_execute_it(folder: Folder) -> None:
    subprocess.run([sys.executable, "-c", "import orjson"], cwd=folder.path, check=True)
    assert folder.executed() == ["orjson"]


@pytest.mark.parametrize(
    "chosen",
    [
        pytest.param(("import", "show", "verify"), id="those that start others"),
        pytest.param(tuple(COMMANDS), id="all", marks=pytest.mark.slow),
    ],
)
def test_no_command_executes_it(
    folder: Folder, database: Path, large: Path, talk: Talk, tmp_path: Path, chosen: tuple[str, ...]
) -> None:
    at, graph = ("--database", database), tmp_path / "graph.ndjson"
    graph.write_text(
        '{"name": "a", "nodes": [{"id": "x", "after": []}, {"id": "y", "after": ["x"]}]}\n'
    )
    words: dict[str, tuple[str | Path, ...]] = {
        "backup": (tmp_path / "copy.db", *at),
        "check": at,
        "compare": ("--thread", talk.root.key, "--by", "scuttlesort", "--by", "timestamp", *at),
        "explain": ("--thread", talk.root.key, talk.answers[-1].key, *at),
        "import": (large, "--database", tmp_path / "new.db"),
        "linearize": (graph, "--by", "scuttlesort"),
        "search": ("bread", *at),
        "show": (talk.root.key, "--format", "png", *at),
        "shuffle": ("--thread", talk.root.key, *at),
        "simulate": ("--events", "20", "--feeds", "2", "--delivery", "in_order", "--seed", "1"),
        "threads": at,
        "verify": (large, "--threads", "2"),
    }
    program = tmp_path / "program" / "all.py"
    program.parent.mkdir()
    program.write_text(ALL)
    commands = [[name, *map(str, words.get(name, ("--help",)))] for name in chosen]
    call(folder, json.dumps(commands), program=(sys.executable, str(program)))
    call(folder, "--version")


@pytest.mark.parametrize(
    "view",
    mostly_slow(VIEWS, "replay"),
)
def test_no_picture_of_the_window_executes_it(
    folder: Folder, database: Path, talk: Talk, view: str
) -> None:
    call(
        folder,
        "screenshot",
        "out.png",
        "--view",
        view,
        "--thread",
        talk.root.key,
        "--database",
        database,
    )


@pytest.mark.slow
@pytest.mark.spark
def test_neither_spark_nor_its_workers_execute_it(
    folder: Folder, large: Path, tmp_path: Path
) -> None:
    call(folder, "import", large, "--master", "local[2,3]", "--database", tmp_path / "new.db")


def test_a_module_that_is_called_with_a_safe_path_does_not_execute_it(
    folder: Folder, database: Path
) -> None:
    call(
        folder,
        "check",
        "--database",
        database,
        program=(sys.executable, "-P", "-m", "tanglescope.viewer"),
    )


@pytest.fixture
def inside(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> Iterator[Folder]:
    """Change to the folder in this process, with the safe import path of the program."""
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place])
    monkeypatch.chdir(folder.path)
    return folder


def test_an_import_from_the_window_does_not_execute_it(
    inside: Folder, open_window: Open, large: Path, talk: Talk, qtbot: QtBot
) -> None:
    window = open_window()
    window.menus.action("import").trigger()
    (dialog,) = window.findChildren(ImportDialog)
    dialog.add([large])
    qtbot.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(dialog.start.isVisible, timeout=PATIENCE)
    assert f"{len(talk.said)} messages added" in dialog.outcome.text()
    assert inside.executed() == []


@pytest.mark.parametrize("panel", mostly_slow(["replay", "shuffle"], "replay"))
def test_the_process_of_the_debugger_does_not_execute_it(
    inside: Folder, open_window: Open, database: Path, talk: Talk, qtbot: QtBot, panel: str
) -> None:
    window = open_window(database)
    window.open_thread(talk.root.key)
    wait_for_rows(qtbot, window, len(talk.answers))
    window.show_view(panel)
    qtbot.waitUntil(window.is_settled, timeout=PATIENCE)
    assert inside.executed() == []

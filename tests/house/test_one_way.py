"""Work in the background is done in one way, databases opened in one, and JSON printed in one."""

import re

import pytest

from tests.house.repository import name, tracked

OF_ITS_OWN = re.compile(
    r"""sys\.executable,\s*"-[mc]\b"""
    r"""|\b(?:get_context|set_start_method|multiprocessing\.(?:Process|Pool|Queue))\("""
    r"""|\bProcessPoolExecutor\((?!processes, context\(\))"""
)
EXEMPT = {
    "engine/system/child_processes.py": "it is the one way",
    "tools/prepare/environment.py": "it runs before anything is installed, in the checkout",
}


def test_every_child_is_started_with_a_safe_path() -> None:
    files = tracked("engine/*.py", "viewer/*.py", "resources/*.py", "tools/*.py", "bench/*.py")
    found = [
        f"{name(file)}: {match[0]}"
        for file in files
        if name(file) not in EXEMPT
        for match in OF_ITS_OWN.finditer(file.read_text())
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        '[sys.executable, "-m", "tanglescope.viewer"]',
        'process.start(sys.executable, "-c", program)',
        'context = get_context("spawn")',
        "multiprocessing.Process(target=watch)",
        "with ProcessPoolExecutor(2) as pool:",
    ],
)
def test_the_search_for_others_finds_them(line: str) -> None:
    assert OF_ITS_OWN.search(line)


WAYS = {
    "QProcess(": {"viewer/workers/child_process.py"},
    "(QThread)": {"viewer/workers/worker.py"},
    "Pipe(": {
        "engine/archive/corestore/storage.py",  # with limits, for files of others
        "engine/archive/processes.py",  # many at once
        "engine/system/child_processes.py",
    },
    "QThreadPool": set(),
    "QRunnable": set(),
    "threading.Thread(": {"engine/system/child_processes.py"},
}
"""The ways of working in the background, and the modules that have them.

In the window: threads are `Worker`s, commands and imports run in a `ChildProcess`, and what answers
again and again in a `PipedProcess`.
"""


@pytest.mark.parametrize("way", WAYS)
def test_the_window_works_in_the_background_in_one_way(way: str) -> None:
    files = tracked("engine/*.py", "viewer/*.py")
    assert {name(file) for file in files if way in file.read_text()} == WAYS[way]


def test_every_command_prints_json_in_one_way() -> None:
    """`json_line` escapes terminal commands; text may quote a value with `json.dumps`."""
    printed = re.compile(r"orjson\.dumps|echo\(json\.dumps|write\(json\.dumps")
    files = tracked("engine/commandline/*.py", "engine/pipeline/__main__.py", "viewer/__main__.py")
    assert [name(file) for file in files if printed.search(file.read_text())] == []


CONNECTED = re.compile(r"""sqlite3\.connect\((?!""|":memory:"|place,)|import connect\b.*sqlite3""")


def test_every_file_of_a_database_is_opened_in_one_way() -> None:
    """`opening` decides which files beside a database SQLite may see.

    The ledger of a rescue isn't one that a user opens: it is in the program's own cache.
    """
    files = tracked("engine/*.py", "viewer/*.py", "resources/*.py", "tools/*.py")
    found = {name(file) for file in files if CONNECTED.search(file.read_text())}
    assert found == {"engine/store/files/opening.py", "engine/rescue/ledger.py"}


DERIVED = re.compile(r"""with_name\((?!_|free|name)|with_suffix\(|with_stem\(""")

NAMED_AFTER = {
    "engine/archive/graphs/pieces.py": "a name of a graph, not of a file",
    "engine/archive/logs/blocks.py": "reads only, what async-append-only-log writes",
    "engine/archive/opening.py": "only the time and size of the log that SQLite names so",
    "engine/system/files.py": "`Beside`, random names, and names of which only inodes are compared",
    "engine/pipeline/building.py": "`Beside.BUILDING`, with the ends of `COMPANIONS`",
    "engine/pipeline/disk_space.py": "looks at the size of the log",
    "engine/pipeline/files/staging.py": "a random name, with `Beside.PARTS`",
    "engine/pipeline/files/parts.py": "random names",
    "engine/pipeline/spark/session.py": "of this package",
    "engine/pipeline/publishing.py": "removes a database with `COMPANIONS`",
    "engine/site/folder.py": "removed or created without following links: test_folder.py",
    "engine/store/files/backup.py": "a free name for a copy, and ends of `Beside`",
    "engine/store/files/collections.py": "removes a database with `COMPANIONS`",
    "engine/store/files/database.py": "`COMPANIONS`, of which only permissions and size are used",
    "engine/store/files/known_databases.py": "identifies the log",
    "engine/store/files/opening.py": "`COMPANIONS`: test_strangers_databases.py; random names",
    "engine/store/files/private_table.py": "in the user's own folder",
    "viewer/actions/exporting.py": "a name that the user is asked about",
    "viewer/app.py": "in a folder of its own",
    "viewer/crash.py": "in the user's own folder",
    "viewer/settings.py": "in the user's own folder",
}
"""Who derives a name from the path of another file, and why that is safe.

`tests/faults/test_names_beside.py` attacks each name of `engine.system.files.Beside`.
"""


def test_every_name_that_is_derived_from_a_path_is_known() -> None:
    files = tracked("engine/*.py", "viewer/*.py")
    found = {name(file) for file in files if DERIVED.search(file.read_text())}
    assert found == NAMED_AFTER.keys()


@pytest.mark.parametrize(
    "line", ['path.with_name(f".{path.name}.importing")', 'path.with_suffix(".lock")']
)
def test_the_search_for_names_finds_them(line: str) -> None:
    assert DERIVED.search(line)

"""Child processes are started in one way, databases opened in one, and JSON printed in one."""

import re

import pytest

from tests.house.repository import name, tracked

OF_ITS_OWN = re.compile(
    r"""sys\.executable,\s*"-[mc]\b"""
    r"""|\b(?:get_context|set_start_method|multiprocessing\.(?:Process|Pool|Queue))\("""
    r"""|\bProcessPoolExecutor\((?!processes, context\(\))"""
)
EXEMPT = {
    "engine/child_processes.py": "it is the one way",
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
        '[sys.executable, "-m", "viewer"]',
        'process.start(sys.executable, "-c", program)',
        'context = get_context("spawn")',
        "multiprocessing.Process(target=watch)",
        "with ProcessPoolExecutor(2) as pool:",
    ],
)
def test_the_search_for_others_finds_them(line: str) -> None:
    assert OF_ITS_OWN.search(line)


def test_every_command_prints_json_in_one_way() -> None:
    """`json_line` escapes terminal commands; text may quote a value with `json.dumps`."""
    printed = re.compile(r"orjson\.dumps|echo\(json\.dumps|write\(json\.dumps")
    files = tracked("engine/commandline/*.py", "engine/pipeline/__main__.py", "viewer/__main__.py")
    assert [name(file) for file in files if printed.search(file.read_text())] == []


CONNECTED = re.compile(r"""sqlite3\.connect\((?!""|":memory:"|place,)|import connect\b.*sqlite3""")


def test_every_file_of_a_database_is_opened_in_one_way() -> None:
    """`opening` decides which files beside a database SQLite may see."""
    files = tracked("engine/*.py", "viewer/*.py", "resources/*.py", "tools/*.py")
    found = {name(file) for file in files if CONNECTED.search(file.read_text())}
    assert found == {"engine/store/files/opening.py"}


BESIDE = re.compile(r"""with_name\(\s*f"\.\{(?!token_hex|uuid)""")


def test_every_fixed_name_beside_a_file_of_the_user_is_listed() -> None:
    """`tests/faults/test_names_beside.py` attacks each name of `engine.files.Beside`."""
    files = tracked("engine/*.py", "viewer/*.py")
    assert [name(file) for file in files if BESIDE.search(file.read_text())] == []


@pytest.mark.parametrize("line", ['path.with_name(f".{path.name}.importing")'])
def test_the_search_for_names_finds_them(line: str) -> None:
    assert BESIDE.search(line)

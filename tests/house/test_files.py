import ast
import re
from pathlib import Path

import pytest

from tests.house.repository import ROOT, name, text, tracked

LONGEST = 800  # lines; a longer file has more than one subject
LARGEST = 1 << 20

# Folders of one user. Spelled in parts, so that this file doesn't contain them.
HOMES = re.compile(r"(?<![\w.~/:$}-])/" + "(?:home|root|Users|work|tmp|opt)" + r"/[\w.]")


def test_no_file_names_a_folder_of_one_machine() -> None:
    found = [
        f"{name(file)}: {match[0]}"
        for file in tracked()
        if (content := text(file)) is not None
        for match in HOMES.finditer(content)
    ]
    assert not found


@pytest.mark.parametrize(
    ("line", "told"),
    [("see /" + "home/ann/x", True), ("'/" + "work/main'", True), ("docs/" + "home/x", False)],
)
def test_the_search_for_such_folders_finds_them(line: str, told: bool) -> None:
    assert bool(HOMES.search(line)) is told


def test_no_module_is_too_long() -> None:
    lengths = {name(file): len(file.read_text().splitlines()) for file in tracked("*.py")}
    assert not {file: lines for file, lines in lengths.items() if lines > LONGEST}


def test_no_file_is_too_large() -> None:
    assert not [name(file) for file in tracked() if file.stat().st_size > LARGEST]


@pytest.mark.parametrize("package", ["engine", "viewer", "resources", "tools"])
def test_every_package_says_why_it_exists(package: str) -> None:
    files = tracked(f"{package}/**/__init__.py", f"{package}/__init__.py")
    assert files
    assert not [name(file) for file in files if not ast.get_docstring(ast.parse(file.read_text()))]


def test_every_folder_with_tests_is_a_package() -> None:
    folders = {file.parent for file in tracked("tests/**/test_*.py")}
    assert not [name(folder) for folder in folders if not (folder / "__init__.py").exists()]


def test_what_may_be_executed_says_by_what() -> None:
    scripts = [file for file in tracked() if file.stat().st_mode & 0o111]
    assert {ROOT / "tools" / "find-python", ROOT / ".ci" / "run"} <= set(scripts)
    assert not [name(file) for file in scripts if not starts_with_shebang(file)]


def starts_with_shebang(file: Path) -> bool:
    with file.open("rb") as script:
        return script.read(2) == b"#!"


CHANGING = re.compile(
    r"gzip\.compress\((?!.*mtime=)|(?:time|datetime|date)\.(?:time|now|today)\(|uuid4\(|urandom\("
    r"|token_(?:bytes|hex)\(|random\.(?:random|randbytes|randint|choice)\("
)


def called_on_import(module: ast.Module) -> list[str]:
    """The calls that a test module makes on import: each process of a run makes its own."""
    values = [node for node in module.body if isinstance(node, ast.Assign | ast.AnnAssign)]
    functions = [node for node in module.body if isinstance(node, ast.FunctionDef)]
    decorators = [each for function in functions for each in function.decorator_list]
    parts = [part for each in [*values, *decorators] for part in ast.walk(each)]
    return [ast.unparse(part) for part in parts if isinstance(part, ast.Call)]


def test_each_process_of_a_run_finds_tests_of_the_same_names() -> None:
    """A name may contain a parameter. Compressed bytes contain their time of compression."""
    found = [
        f"{name(file)}: {line}"
        for file in tracked("tests/*.py")
        for line in called_on_import(ast.parse(file.read_text()))
        if CHANGING.match(line)
    ]
    assert not found


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("A = gzip.compress(b'a')", True),
        ("A = gzip.compress(b'a', mtime=0)", False),
        ("@mark.parametrize('begin', [gzip.compress(b'a')])\ndef test(begin): pass", True),
        ("def test(): gzip.compress(b'a')", False),
        ("NOW: float = time.time()", True),
    ],
)
def test_the_search_for_changing_names_finds_them(code: str, changes: bool) -> None:
    assert any(map(CHANGING.match, called_on_import(ast.parse(code)))) is changes

"""The kit's wheel, in the environment of another project: offline, with what that project lists."""

import ast
import base64
import hashlib
import subprocess
import sys
import tomllib
import venv
import zipfile
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tools.dist import KIT, ROOT, build_wheel, packaged_in_kit

LINE = "tanglescope-kit"
TESTS = """
from tanglescope.engine import LINEARIZERS

def test_scuttlesort(assert_convergent):
    assert_convergent(LINEARIZERS["scuttlesort"].answer)

def test_by_arrival(assert_convergent):
    assert_convergent(lambda graph: [node.id for node in graph.nodes])
"""
ROOTS = (
    "tanglescope.engine.kit",
    "tanglescope.engine.pytest_plugin",
    "tanglescope.engine.linear.orders.named",
)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a test, an environment with its requirements, and nothing else."""
    folder = tmp_path_factory.mktemp("project")
    index = folder / "index"
    index.mkdir()
    build_wheel(KIT, index)
    for name in _needed({"orjson", "pytest"}):
        _as_wheel(distribution(name), index)
    (folder / "requirements.txt").write_text(f"pytest\n{LINE}\n")
    (folder / "test_orders.py").write_text(TESTS)
    venv.create(folder / "venv")
    pip = [sys.executable, "-m", "pip", "--isolated", "--python", str(folder / "venv")]
    offline = ["--quiet", "--no-cache-dir", "--no-index", "--find-links", str(index)]
    subprocess.run(
        [*pip, "install", *offline, "-r", str(folder / "requirements.txt")], check=True, cwd=folder
    )
    return folder


def _needed(names: set[str]) -> set[str]:
    """Distributions with all that they require on this system."""
    found = set(names)
    for name in names:
        required = map(Requirement, distribution(name).requires or [])
        wanted = {each.name for each in required if not each.marker or each.marker.evaluate()}
        found |= _needed(wanted)
    return found


def _as_wheel(installed: Distribution, folder: Path) -> None:
    """Pack an installed distribution again."""
    tag = next(
        line.removeprefix("Tag: ")
        for line in (installed.read_text("WHEEL") or "").splitlines()
        if line.startswith("Tag: ")
    )
    name = installed.metadata["Name"].replace("-", "_")
    files = [each for each in installed.files or [] if ".." not in each.parts]
    [record] = [each for each in files if each.name == "RECORD"]
    with zipfile.ZipFile(folder / f"{name}-{installed.version}-{tag}.whl", "w") as wheel:
        lines = []
        for file in files:
            if file.suffix == ".pyc" or file.name in ("RECORD", "INSTALLER", "REQUESTED"):
                continue
            content = Path(str(file.locate())).read_bytes()
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
            wheel.writestr(str(file), content)
            lines.append(f"{file},sha256={digest.decode()},{len(content)}\n")
        wheel.writestr(str(record), "".join([*lines, f"{record},,\n"]))


def _python(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(project / "venv" / "bin" / "python"), "-I", *arguments]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)


def test_a_project_tests_its_order_with_one_line_of_requirements(project: Path) -> None:
    run = _python(project, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_orders.py")
    assert "1 failed, 1 passed" in run.stdout, run.stdout + run.stderr
    assert "isn't convergent: two deliveries of the same events end in two orders" in run.stdout


def test_it_brings_orjson_and_nothing_else(project: Path) -> None:
    run = _python(
        project,
        "-c",
        "from importlib.metadata import distributions\n"
        "print(*(each.metadata['Name'].lower() for each in distributions()))",
    )
    assert set(run.stdout.split()) == _needed({"pytest"}) | {LINE, "orjson"}


def test_it_takes_less_than_five_megabytes(project: Path) -> None:
    [packages] = (project / "venv").glob("lib/python*/site-packages")
    parts = [packages / "tanglescope", *packages.glob("orjson*")]
    files = (file for part in parts for file in part.rglob("*") if file.is_file())
    size = sum(file.stat().st_size for file in files)  # with the bytecode, which pip compiles
    assert 1_000_000 < size < 5_000_000


def test_every_order_of_the_kit_works(project: Path) -> None:
    run = _python(
        project,
        "-c",
        "from tanglescope.engine import LINEARIZERS\n"
        "from tanglescope.engine.kit import hostile_cases\n"
        "for case in hostile_cases(20):\n"
        "    for order in LINEARIZERS.values():\n"
        "        order.answer(case.graph)\n"
        "print(len(LINEARIZERS))",
    )
    assert int(run.stdout or 0) > 5, run.stderr


def test_all_that_it_holds_can_be_imported(project: Path) -> None:
    run = _python(
        project,
        "-c",
        "import tanglescope\n"
        "from importlib import import_module\n"
        "from pkgutil import walk_packages\n"
        "for each in walk_packages(tanglescope.__path__, 'tanglescope.'):\n"
        "    import_module(each.name)\n",
    )
    assert run.returncode == 0, run.stderr


def test_a_name_that_it_lacks_is_refused_in_words(project: Path) -> None:
    run = _python(project, "-c", "from tanglescope.engine import Library")
    assert "ImportError: Library isn't in tanglescope-kit: install tanglescope" in run.stderr


def test_it_holds_all_that_its_modules_import() -> None:
    held = packaged_in_kit()
    seen: set[str] = set()
    left = list(ROOTS)
    while left:
        module = left.pop()
        path = _file(module)
        if path is None or path in seen:
            continue
        seen.add(path)
        left += _imported(ast.parse((ROOT / path).read_text()))
    assert len(seen) > 50
    assert seen <= held


def _file(module: str) -> str | None:
    """The file of a module in this checkout, if it is one of ours."""
    place = module.replace(".", "/")
    candidates = (f"{place}.py", f"{place}/__init__.py")
    return next((each for each in candidates if (ROOT / each).is_file()), None)


def _imported(tree: ast.Module) -> list[str]:
    """The modules that a module imports at any time."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [each.name for each in node.names]
        elif (
            isinstance(node, ast.ImportFrom) and node.module and node.module != "tanglescope.engine"
        ):
            found += [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
    return found


def test_it_requires_what_the_program_requires() -> None:
    """The same limits, so that one environment can have both."""
    programs = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    kits = tomllib.loads((KIT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert set(kits) < set(programs)

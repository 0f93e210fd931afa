"""The examples in the documents run and print the documented output."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tanglescope import resources
from tests.house.repository import ROOT, tracked

EXAMPLE = re.compile(r"^```python\n(.*?)^```(?:\n\n```text\n(.*?)^```)?", re.DOTALL | re.MULTILINE)


def examples() -> list[tuple[str, str, str]]:
    """Name, program and output of every example."""
    return [
        (f"{document.name} {number}", program, output)
        for document in tracked("*.md")
        for number, (program, output) in enumerate(EXAMPLE.findall(document.read_text()), 1)
    ]


def test_the_library_is_explained_by_examples() -> None:
    assert sum(name.startswith("library.md") for name, _, _ in examples()) >= 5


@pytest.mark.parametrize(
    ("program", "output"), [pytest.param(p, o, id=n) for n, p, o in examples()]
)
def test_an_example_prints_what_the_document_says(
    program: str, output: str, tmp_path: Path
) -> None:
    for package in re.findall(r"^import (\w+)", program, re.MULTILINE):
        pytest.importorskip(package, reason=f"{package} isn't installed")
    with resources.sample_archive() as archive:
        (tmp_path / "log.ndjson").write_bytes(archive.read_bytes())
    (tmp_path / "example.py").write_text(program)
    run = subprocess.run(
        [sys.executable, "-W", "error", "example.py"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.stderr == ""
    assert run.stdout == output

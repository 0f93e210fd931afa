import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from string import Template

import pytest

from tests.engine.commandline.graphs import run
from tests.house.repository import ROOT

PAGE = ROOT / "docs" / "debugging.md"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def examples() -> Iterator[tuple[str, str]]:
    """The commands of the page, each with its documented output."""
    for block in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = example.partition("\n")
            yield command, output


@pytest.fixture
def _checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the files that the page reads."""
    for name in ("resources/samples", "docs/examples"):
        shutil.copytree(ROOT / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_checkout")
def test_the_commands_of_the_page_print_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    variables: dict[str, str] = {}
    shown, printed = [], []
    for command, output in examples():
        words = shlex.split(Template(command).substitute(variables))
        while words and (setting := re.fullmatch(r"([A-Z]+)=(.+)", words[0])):
            variables[setting[1]] = setting[2]
            del words[0]
        if words:
            monkeypatch.syspath_prepend(variables.get("PYTHONPATH", "."))
            assert words[0] == "tanglescope"
            result = run(*words[1:])
            assert not result.stderr
            printed.append((command, result.stdout))
            shown.append((command, output))
    assert len(shown) > 8
    assert printed == shown

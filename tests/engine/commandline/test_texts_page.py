"""Every command of docs/texts.md prints what the page says."""

import re
import shlex
import shutil
from functools import cache
from pathlib import Path
from string import Template

import pytest

from tests.engine.commandline.graphs import run
from tests.engine.reduce.scenarios import EXAMPLE
from tests.house.repository import ROOT

PAGE = (ROOT / "docs" / "texts.md").read_text(encoding="utf-8")
SETUP = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)[0].splitlines()
ROWS = re.findall(r"^\| (.+) \| `tanglescope (.+?)` \| (`.+`) \|$", PAGE, re.MULTILINE)
VARIABLES = dict(line.split("=", 1) for line in SETUP if not line.startswith("tanglescope"))


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the commands of the page are run, after its first lines."""
    folder = tmp_path_factory.mktemp("texts")
    shutil.copytree(ROOT / "resources" / "samples", folder, dirs_exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        (command,) = (line for line in SETUP if line.startswith("tanglescope"))
        assert run(*shlex.split(command)[1:]).exit_code == 0
    return folder


@cache
def output(command: str) -> str:
    """What a command prints; many rows show different parts of it."""
    return run(*shlex.split(Template(command).substitute(VARIABLES))).stdout


def test_the_page_counts_its_rows() -> None:
    assert f"{len(ROWS)} rows" in PAGE
    assert PAGE.count("| `tanglescope ") == len(ROWS)
    assert len({(claim, command) for claim, command, _ in ROWS}) == len(ROWS)


def test_the_page_names_the_messages_of_the_samples() -> None:
    samples = "".join(
        (ROOT / "resources" / "samples" / name).read_text()
        for name in ("texts.ndjson", "odd.ndjson", "set.ndjson")
    )
    assert [name for name, value in VARIABLES.items() if value not in samples] == []


def test_the_sample_of_a_set_is_what_pzp_set_recorded(samples: Path) -> None:
    assert all(id_ in (samples / "set.ndjson").read_text() for id_ in EXAMPLE["msgs"])


@pytest.mark.parametrize(
    ("command", "printed"), [pytest.param(*row[1:], id=row[0][:60]) for row in ROWS]
)
def test_a_command_shows_what_the_text_says(
    command: str, printed: str, samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(samples)
    found, place = output(command), 0
    for part in re.findall("`([^`]+)`", printed.replace("\\|", "|")):
        assert part in found[place:]
        place = found.index(part, place) + len(part)


if __name__ == "__main__":
    counted = re.sub(r"\b\d+ rows\b", f"{len(ROWS)} rows", PAGE)
    (ROOT / "docs" / "texts.md").write_text(counted, encoding="utf-8")

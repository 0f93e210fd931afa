import re

import pytest

from tanglescope.viewer.command_line import cli
from tests.house.repository import ROOT

README = (ROOT / "README.md").read_text()


def named_commands() -> list[str]:
    return re.findall(r"^\| `tanglescope ([a-z-]+)", README, re.MULTILINE)


def test_the_readme_names_every_command_and_no_other() -> None:
    assert sorted(named_commands()) == sorted(cli.table)


@pytest.mark.parametrize("command", ["make run", "make test"])
def test_the_readme_shows_the_two_commands(command: str) -> None:
    assert re.search(f"^    {command}\\b", README, re.MULTILINE)


@pytest.mark.parametrize("name", cli.table)
def test_the_list_of_commands_holds_whole_sentences(name: str) -> None:
    command = cli.get_command(None, name)
    # The text that Click prints in a terminal of 80 columns.
    room = 80 - 8 - max(map(len, cli.table))
    assert re.fullmatch(r"[A-Z].+\.", command.get_short_help_str(limit=room))
    assert not command.get_short_help_str(limit=room).endswith("...")

"""Commands are found by name, and wait for nothing that they don't use."""

import subprocess
import sys

import click
import pytest

from engine.commandline import COMMANDS, Commands

LOADED = """
import sys
from viewer.__main__ import doors
doors.commands["verify"]
print(sorted({"engine.library", "sqlite_utils", "pyspark", "PySide6"} & set(sys.modules)))
"""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_where_the_table_says(name: str) -> None:
    assert Commands()[name].name == name


def test_commands_can_be_added_and_taken_away() -> None:
    commands = Commands()
    commands["other"] = click.Command("other")
    assert set(commands) == {*COMMANDS, "other"}
    del commands["other"]
    assert "other" not in commands
    assert len(commands) == len(COMMANDS)


def test_verify_does_not_wait_for_what_other_commands_need() -> None:
    answer = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )
    assert answer.stdout == "[]\n"

"""What shells and `man` read is made from the help of the commands."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from tanglescope.engine.commandline.common import streams
from tanglescope.viewer.command_line import cli

SHELLS = ("bash", "zsh", "fish")


def run(*words: str) -> str:
    result = CliRunner().invoke(cli, list(words), prog_name="tanglescope")
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_gets_a_script_that_asks_the_program(shell: str) -> None:
    script = run("completion", shell)
    assert f"_TANGLESCOPE_COMPLETE={shell}_complete" in script
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=script, text=True, check=True)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("sta", {"state", "sta"}),
        ("conversations --ki", {"--kind"}),
        ("show x --by scut", {"scuttlesort"}),
        ("completion ", {"bash", "fish", "zsh"}),
    ],
)
def test_a_shell_is_told_commands_options_and_values(typed: str, found: set[str]) -> None:
    words = ["tanglescope", *typed.split(" ")]
    answer = CliRunner().invoke(
        cli,
        [],
        prog_name="tanglescope",
        env={
            "_TANGLESCOPE_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(words),
            "COMP_CWORD": str(len(words) - 1),
        },
    )
    assert {line.partition(",")[2] for line in answer.stdout.splitlines()} == found


def test_the_manual_page_has_every_command_and_option(tmp_path: Path) -> None:
    page = run("man")
    sections = re.findall(r"^\.SS (.*)$", page, re.MULTILINE)
    assert [name.replace("\\-", "-") for name in sections] == sorted(cli.table)
    options = {
        option
        for command in cli.all_commands().values()
        for parameter in command.params
        if not getattr(parameter, "hidden", False)
        for option in parameter.opts
        if option.startswith("--")
    }
    assert not [option for option in options if option.replace("-", "\\-") not in page]
    assert ".B 130" in page
    if man := shutil.which("man"):
        (tmp_path / "tanglescope.1").write_text(page)
        words = [man, "--warnings", "-l", "tanglescope.1"]
        said = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert said.stderr == ""


class _Terminal(streams._Printed):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("variables", "printed"),
    [
        ({"TERM": "xterm"}, "\x1b[31mno\x1b[0m \\x1b[31mfake"),
        ({"TERM": "xterm", "NO_COLOR": "1"}, "no \\x1b[31mfake"),
        ({"TERM": "dumb"}, "no \\x1b[31mfake"),
    ],
)
def test_only_the_program_colours_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], printed: str
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    with (tmp_path / "out").open("w+", encoding="utf-8") as file:
        terminal = _Terminal(file.buffer, file)
        monkeypatch.setattr("sys.stdout", terminal)
        terminal.write(f"{streams.style_text('no', streams.RED)} \x1b[31mfake")
        terminal.flush()
        terminal.detach()
    assert (tmp_path / "out").read_text() == printed

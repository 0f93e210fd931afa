"""`tanglescope completion`, `man` and `install-desktop`: what a system knows of the program."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from tanglescope import engine
from tanglescope.engine.commandline.common.group import CommandGroup
from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.store.files.schema import APPLICATION
from tanglescope.engine.system import child_processes

_SHELLS = ("bash", "fish", "zsh")
_MEANINGS = {
    ExitCode.YES: "Yes, or done.",
    ExitCode.NO: "The answer is no: not valid, not equal, not convergent.",
    ExitCode.USAGE: "The command isn't used right.",
    ExitCode.BAD_INPUT: "The input is bad, as a whole or in part.",
    ExitCode.NOT_FOUND: "There is no such conversation, message, database or archive.",
    ExitCode.NOT_POSSIBLE: "It isn't possible here.",
    ExitCode.STOPPED: "It was stopped.",
}


@click.command()
@click.argument("shell", type=click.Choice(_SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print a script that completes commands in SHELL.

    For bash: eval "$(tanglescope completion bash)", for instance in ~/.bashrc; the same for zsh.
    For fish: tanglescope completion fish > ~/.config/fish/completions/tanglescope.fish
    """
    found = get_completion_class(shell)
    assert found is not None
    root = context.find_root().command
    click.echo(found(root, {}, "tanglescope", "_TANGLESCOPE_COMPLETE").source())


@click.command()
@click.pass_context
def man(context: click.Context) -> None:
    """Print the manual page of all commands, for `man`.

    To read it: tanglescope man > tanglescope.1 && man ./tanglescope.1
    """
    root = context.find_root().command
    assert isinstance(root, CommandGroup)
    click.echo("\n".join(_page(root)))


def _page(root: CommandGroup) -> Iterator[str]:
    yield f'.TH TANGLESCOPE 1 "" "Tanglescope {engine.__version__}"'
    yield ".SH NAME"
    yield _text(f"tanglescope - {(root.help or '').rstrip('.')}")
    yield ".SH SYNOPSIS"
    yield ".B tanglescope"
    yield r"[\fIPATH\fR | \fICOMMAND\fR [\fIOPTION\fR...]]"
    yield ".SH DESCRIPTION"
    yield "Without a command, the window is opened, on \\fIPATH\\fR if it is given."
    yield ".SH COMMANDS"
    for name, command in root.all_commands().items():
        with click.Context(command, info_name=name) as context:
            yield from _command(name, command, context)
    yield ".SH EXIT STATUS"
    for code, meaning in _MEANINGS.items():
        yield from (".TP", f".B {code:d}", _text(meaning))
    yield ".SH ENVIRONMENT"
    yield from (".TP", ".B NO_COLOR", "If it is set, nothing is printed in colour.")


def _command(name: str, command: click.Command, context: click.Context) -> Iterator[str]:
    yield f".SS {_text(name)}"
    yield _text(" ".join((f"tanglescope {name}", *command.collect_usage_pieces(context))))
    for paragraph in (command.help or "").split("\n\n"):
        yield ".PP"
        yield _text(" ".join(paragraph.replace("\b", "").split()))
    # Arguments come first, wherever they are added.
    for parameter in sorted(command.params, key=lambda each: isinstance(each, click.Option)):
        if (record := parameter.get_help_record(context)) is not None:
            yield from (".TP", f".B {_text(record[0])}", _text(record[1]))


def _text(line: str) -> str:
    """A line for troff, in which dashes stay dashes, and nothing is a request."""
    line = line.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{line}" if line.startswith((".", "'")) else line


_PLACES = {
    "tanglescope.desktop": "applications/tanglescope.desktop",
    "tanglescope-mime.xml": "mime/packages/tanglescope.xml",
    "tanglescope.metainfo.xml": "metainfo/tanglescope.metainfo.xml",
    "tanglescope.svg": "icons/hicolor/scalable/apps/tanglescope.svg",
}
_INDEXES = (("update-mime-database", "mime"), ("update-desktop-database", "applications"))


@click.command("install-desktop")
@click.option("--remove", is_flag=True, help="Remove it again.")
def install_desktop(remove: bool) -> None:
    """Add Tanglescope to the menu of your desktop. Its databases get its icon."""
    if sys.platform in ("win32", "darwin"):
        raise TanglescopeError(
            "This needs a desktop that follows freedesktop.org, such as those of Linux."
        )
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    for place, text in desktop_files(_call()):
        if remove:
            (data / place).unlink(missing_ok=True)
        else:
            (data / place).parent.mkdir(parents=True, exist_ok=True)
            (data / place).write_text(text, "utf-8")
    # Without the command, a desktop notices a changed folder by itself.
    for command, folder in _INDEXES:
        if (found := shutil.which(command)) and (data / folder).is_dir():
            subprocess.run([found, str(data / folder)], capture_output=True, check=False)
    click.echo(f"Tanglescope is {'no longer' if remove else 'now'} in the menu: {data}.")


def desktop_files(call: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The files that desktops read below a `share` folder, for a program that is started so."""
    for name, place in _PLACES.items():
        folder = "icons" if name.endswith(".svg") else "desktop"
        text = (files("tanglescope.resources") / folder / name).read_text("utf-8")
        yield (
            place,
            text.replace("@exec@", " ".join(_quote_word(word) for word in call))
            .replace("@try@", _escape_value(call[0]))
            .replace("@application@", f"0x{APPLICATION:08x}"),
        )


def _call() -> list[str]:
    """The command that starts this program: the script beside this Python, or else a module."""
    command = Path(sys.executable).parent / "tanglescope"
    return (
        [str(command)] if command.exists() else child_processes.python("-m", "tanglescope.viewer")
    )


def _quote_word(word: str) -> str:
    """A word of a command line as the Desktop Entry Specification quotes it."""
    plain = word.replace("%", "%%")  # %f and others are fields, in quotes or not
    if shlex.quote(plain) != plain:
        escaped = re.sub(r'["`$\\]', r"\\\g<0>", plain)
        plain = f'"{escaped}"'
    return _escape_value(plain)


def _escape_value(text: str) -> str:
    """A text as a value of a desktop entry."""
    for sign, escape in (("\\", "\\\\"), ("\n", "\\n"), ("\t", "\\t"), ("\r", "\\r")):
        text = text.replace(sign, escape)
    return text

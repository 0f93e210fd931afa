"""`tanglescope completion` and `tanglescope man`: for shells and for `man`, made from the help."""

from collections.abc import Iterator

import click
from click.shell_completion import get_completion_class

from tanglescope import engine
from tanglescope.engine.commandline.common.group import CommandGroup
from tanglescope.engine.errors import ExitCode

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

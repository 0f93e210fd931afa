"""The command group: turns errors into one line of text, or into JSON, and an exit code."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import click

from tanglescope.engine.commandline import COMMANDS, ListedCommand
from tanglescope.engine.commandline.common.answers import print_json
from tanglescope.engine.commandline.common.streams import RED, style_text
from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.language.readable import error_answer
from tanglescope.engine.language.wording import tr
from tanglescope.engine.system.files import describe_os_error, system_message

_JSON_OF_SHOW = (["--format", "json"], ["--format=json"])
"""What asks `show` for JSON, too; `export` writes its format to a file, not to stdout."""


class CommandGroup(click.Group):
    """Commands that end with 0, with 2 for bad usage, or with a clear line and another code."""

    _wants_json = False

    def __init__(
        self, *arguments: Any, table: Mapping[str, ListedCommand] = COMMANDS, **more: Any
    ) -> None:
        super().__init__(*arguments, **more)
        self.table = table

    def make_context(
        self, info_name: str | None, args: list[str], *arguments: Any, **more: Any
    ) -> click.Context:
        """Parse the arguments; `--help` and `--version` are handled here."""
        self._wants_json = _wants_json(args)
        with _in_words(as_json=self._wants_json):
            return super().make_context(info_name, args, *arguments, **more)

    def list_commands(self, _: click.Context) -> list[str]:
        """The names of the commands."""
        return sorted(self.table)

    def get_command(self, _: click.Context, name: str) -> click.Command | None:
        """The command of a name, imported on first use; None if there is none."""
        entry = self.table.get(name)
        return None if entry is None else entry.load()

    def all_commands(self) -> dict[str, click.Command]:
        """Every command by its name."""
        return {name: entry.load() for name, entry in sorted(self.table.items())}

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, entry.summary) for name, entry in sorted(self.table.items())]
            )

    def invoke(self, context: click.Context) -> Any:
        """Run the command; an error for users becomes one line on stderr, or JSON on stdout."""
        with _in_words(as_json=self._wants_json):
            return super().invoke(context)


def _wants_json(words: Sequence[str]) -> bool:
    """Whether JSON is asked for; also of a command line that can't be parsed."""
    given = list(words[: words.index("--")] if "--" in words else words)
    return "--json" in given or any(
        given[place : place + len(wanted)] == wanted
        for wanted in (_JSON_OF_SHOW if given[:1] == ["show"] else ())
        for place in range(len(given))
    )


@contextmanager
def _in_words(*, as_json: bool) -> Iterator[None]:
    """Report an exception, and end the process with its exit code."""
    try:
        yield
    except TanglescopeError as error:
        said = " ".join(filter(None, (str(error), error.at_command_line)))
        _end(said, error.exit_code, error.code, error.place, as_json=as_json)
    except click.UsageError as error:
        if not as_json:
            raise
        code = ExitCode.USAGE
        _end(error.format_message(), code, code.word, _wrong_part(error), as_json=True)
    except KeyboardInterrupt:
        click.echo("\nStopped.", err=True)
        sys.exit(ExitCode.STOPPED)
    except BrokenPipeError:
        _write_no_more()  # the program that reads our output has closed it
        sys.exit(ExitCode.YES)
    except OSError as error:
        try:
            sys.stdout.flush()
        except OSError:
            _write_no_more()
            as_json = False
        is_missing = isinstance(error, FileNotFoundError)
        code = ExitCode.NOT_FOUND if is_missing else ExitCode.NOT_POSSIBLE
        place = None if error.filename is None else os.fsdecode(error.filename)
        _end(describe_os_error(error), code, code.word, place, as_json=as_json)
    except Exception as error:
        # Only commands that use a database have loaded this.
        sqlite3 = sys.modules.get("sqlite3")
        if sqlite3 is None or not isinstance(error, sqlite3.DatabaseError):
            raise
        said = tr(
            "The database can't be read: {why}. Import the archives into a new one, or"
            " restore a backup with `tanglescope restore`.",
            why=system_message(error),
        )
        code = ExitCode.BAD_INPUT
        _end(said, code, code.word, None, as_json=as_json)


def _wrong_part(error: click.UsageError) -> str | None:
    """The option or argument that an error is about, if it is about one."""
    if not isinstance(error, click.BadParameter):
        return None
    if isinstance(error.param, click.Option):
        return error.param.opts[0]
    hint = error.param_hint if error.param is None else error.param.human_readable_name
    return hint if hint is None or isinstance(hint, str) else " ".join(hint)


def _end(said: str, exit_code: int, code: str, place: str | None, *, as_json: bool) -> None:
    """Print an error and end the process.

    In JSON it takes the place of the answer, and is on stderr, too, if the answer goes elsewhere.
    """
    said = _name_stdin(said)
    if as_json:
        print_json(error_answer(said, code, place))
        if not sys.stdout.isatty():
            print_json(error_answer(said, code, place), err=True)
    else:
        click.echo(f"{style_text('Error:', RED, err=True)} {said}", err=True)
    sys.exit(exit_code)


def _name_stdin(text: str) -> str:
    """A text in which standard input has its name."""
    # Only commands that have read it have loaded this.
    stdin = sys.modules.get("tanglescope.engine.archive.stdin")
    return text if stdin is None else str(stdin.naming_stdin(text))


def _write_no_more() -> None:
    """Discard unwritten output: Python would try again at exit and report an error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

"""The command group: turns errors into one line of text and an exit code."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from engine.commandline import Commands
from engine.errors import TanglescopeError
from engine.files import described, system_message
from engine.wording import tr


class CommandGroup(click.Group):
    """Commands that end with 0, with 2 for bad usage, or with a clear line and another code."""

    _is_listing = False

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        """Parse the arguments; `--help` and `--version` are handled here."""
        with _in_words():
            return super().make_context(*arguments, **more)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command of a name; while commands are listed, one with only its help."""
        if isinstance(self.commands, Commands) and name in self.commands and self._is_listing:
            return self.commands.summary(name)
        return super().get_command(context, name)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        self._is_listing = True
        try:
            super().format_commands(context, formatter)
        finally:
            self._is_listing = False

    def invoke(self, context: click.Context) -> Any:
        """Run the command; an error for users becomes one line on stderr."""
        with _in_words():
            return super().invoke(context)


@contextmanager
def _in_words() -> Iterator[None]:
    try:
        yield
    except TanglescopeError as error:
        said = filter(None, (str(error), error.at_command_line))
        click.ClickException(_named(" ".join(said))).show()
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        click.echo("\nStopped.", err=True)
        sys.exit(1)
    except BrokenPipeError:
        _write_no_more()  # the program that reads our output has closed it
        sys.exit(0)
    except OSError as error:
        try:
            sys.stdout.flush()
        except OSError:
            _write_no_more()
        raise click.ClickException(_named(described(error))) from error
    except Exception as error:
        # Only commands that use a database have loaded this.
        sqlite3 = sys.modules.get("sqlite3")
        if sqlite3 is None or not isinstance(error, sqlite3.DatabaseError):
            raise
        raise click.ClickException(
            tr(
                "The database can't be read: {why}. Import the archives into a new one, or"
                " restore a backup with `tanglescope restore`.",
                why=system_message(error),
            )
        ) from error


def _named(text: str) -> str:
    """A text in which standard input has its name."""
    # Only commands that have read it have loaded this.
    stdin = sys.modules.get("engine.archive.stdin")
    return text if stdin is None else str(stdin.naming_stdin(text))


def _write_no_more() -> None:
    """Discard unwritten output: Python would try again at exit and report an error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

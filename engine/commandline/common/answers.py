"""What commands print: answers as text or as JSON, and notes and progress on stderr."""

import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, AnyStr, TypeVar

import click

from tanglescope.engine.errors import ExitCode
from tanglescope.engine.language.readable import error_answer, json_line

JSON_KEY = "tanglescope.json"
"""The key of the context that says whether JSON is asked for."""

_STDIN = ("-", "<stdin>")
_WIDTH = 70
_Item = TypeVar("_Item")


def wants_json() -> bool:
    """Whether the command that runs has the option `--json`."""
    return bool(click.get_current_context().meta.get(JSON_KEY))


def print_json(answer: object, *, err: bool = False) -> None:
    """Print one JSON value on a line of its own."""
    click.echo(json_line(answer), err=err)


def print_lines(lines: Iterable[str]) -> None:
    """Print lines of text as they are made."""
    for line in lines:
        click.echo(line)


def print_answer(answer: Callable[[], object], lines: Iterable[str]) -> None:
    """Print an answer as JSON or as lines of text; what isn't printed isn't made."""
    if wants_json():
        print_json(answer())
    else:
        print_lines(lines)


def print_each(
    items: Iterable[_Item],
    answer: Callable[[_Item], object],
    line: Callable[[_Item], str],
    none: str,
) -> None:
    """Print a list, one item a line; without JSON, stderr says that there is `none`."""
    is_empty = True
    for item in items:
        is_empty = False
        if wants_json():
            print_json(answer(item))
        else:
            click.echo(line(item))
    if is_empty and not wants_json():
        click.echo(none, err=True)


def note(line: str) -> None:
    """Report information that isn't an error on stderr."""
    if wants_json():
        print_json({"note": line}, err=True)
    else:
        click.echo(line, err=True)


def complain(said: str, place: Path | str | None = None, code: str | None = None) -> None:
    """Report on stderr that part of the input is bad, after everything else was answered."""
    if wants_json():
        where = None if place is None else str(place)
        print_json(error_answer(said, code or ExitCode.BAD_INPUT.word, where), err=True)
    else:
        click.echo(said, err=True)


def report_progress(answer: Mapping[str, Any], line: str) -> None:
    """Report progress on stderr: as JSON, or to a terminal in a line that is overwritten."""
    if wants_json():
        print_json(answer, err=True)
    elif sys.stderr.isatty():
        click.echo(f"\r{line:<{_WIDTH}}", nl=False, err=True)


def end_progress() -> None:
    """Clear the line with the progress."""
    if sys.stderr.isatty() and not wants_json():
        click.echo(f"\r{'':<{_WIDTH}}\r", nl=False, err=True)


@contextmanager
def said_when_stopped(sentence: str) -> Iterator[None]:
    """End with a sentence about what was done so far on Ctrl+C, or if the window ends this."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        note(sentence if wants_json() else f"\n{sentence}")
        sys.exit(ExitCode.STOPPED)
    finally:
        signal.signal(signal.SIGTERM, before)


def first_of(problem: str, count: int) -> str:
    """The first of some problems, and how many more there are, on one line."""
    return f"{problem} (and {count - 1:,} more)" if count > 1 else problem


def name_of_file(file: IO[AnyStr] | Path) -> str:
    """The name of a file at the beginning of a sentence."""
    name = str(file if isinstance(file, Path) else getattr(file, "name", "-"))
    return "Standard input" if name in _STDIN else name

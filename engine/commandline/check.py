"""`tanglescope check`, `backup` and `restore`: whether a database is sound, and copies of it."""

import os
import sys
from dataclasses import asdict
from pathlib import Path

import click

from tanglescope.engine.archive.keyrings import read_keys
from tanglescope.engine.commandline.common.opening import opened
from tanglescope.engine.commandline.common.options import (
    ExistingPath,
    database_option,
    database_path,
    group_keys_option,
    hmac_key_option,
    json_option,
    print_json,
    said_when_stopped,
)
from tanglescope.engine.errors import ExitCode
from tanglescope.engine.message.identity import read_identity
from tanglescope.engine.message.private import Keyring
from tanglescope.engine.store.check.running import Advance, Checkup
from tanglescope.engine.store.files.backup import back_up
from tanglescope.engine.store.files.backup import restore as restore_database
from tanglescope.engine.store.files.database import remember_checked
from tanglescope.engine.wording import counted

_IDLE = 19
"""The lowest priority."""


@click.command()
@database_option
@click.option(
    "--quick",
    is_flag=True,
    help="Don't check signatures, the search index and archives.",
)
@click.option("--idle", is_flag=True, help="Run while other programs have nothing to do.")
@hmac_key_option
@click.option(
    "--secret",
    type=ExistingPath(path_type=Path),
    help="The identity with which stored private texts are verified.",
)
@group_keys_option
@json_option
def check(
    database: Path | None,
    quick: bool,
    idle: bool,
    hmac_key: bytes | None,
    secret: Path | None,
    group_keys: Path | None,
    as_json: bool,
) -> None:
    """Check a database against its signed messages.

    Derive everything that can be derived again, and compare it with what is stored.
    """
    if idle and hasattr(os, "nice"):
        os.nice(_IDLE)
    with opened(database) as library:
        found = library.check(
            quick=quick,
            hmac_key=hmac_key,
            keyring=_keyring(secret, group_keys),
            on_progress=_report_json if as_json else report_person,
        )
    if found.ok and not quick:
        remember_checked(database_path(database))
    if as_json:
        problems = [problem._asdict() for problem in found.problems]
        print_json(asdict(found) | {"problems": problems})
    else:
        end_report()
        _report(found)
    sys.exit(ExitCode.YES if found.ok else ExitCode.NO)


def _keyring(secret: Path | None, group_keys: Path | None) -> Keyring | None:
    if secret is None and group_keys is None:
        return None
    keyring = Keyring(None if secret is None else read_identity(secret))
    return keyring if group_keys is None else keyring.with_keys(read_keys(group_keys))


def _report(found: Checkup) -> None:
    click.echo(f"{counted(found.messages, 'message')} in {counted(found.threads, 'thread')}.")
    for problem in found.problems:
        click.echo(_plain(f"{problem.where}: {problem.what}"))
    if found.left_out:
        click.echo(f"Left out by --quick: {', '.join(found.left_out)}.")
    if found.unproven:
        click.echo(f"A database can't prove: {'; '.join(found.unproven)}.")
    if found.ok:
        click.echo("Everything agrees.")
    else:
        click.echo(
            f"{counted(len(found.problems), 'problem')}. Import the archives into a new database."
        )


def _plain(line: str) -> str:
    """A line that may hold text from a damaged database, without control characters."""
    return "".join(each if each.isprintable() else f"\\u{ord(each):04x}" for each in line)


def _report_json(advance: Advance) -> None:
    print_json({"stage": "checking"} | asdict(advance), err=True)


def report_person(advance: Advance) -> None:
    """Show the progress of a check on a terminal, in a line that is overwritten."""
    if sys.stderr.isatty():
        left = "" if advance.seconds_left is None else f", {advance.seconds_left:,.0f} s left"
        line = f"checking: {100 * advance.done // advance.total}%{left}"
        click.echo(f"\r{line:<70}", nl=False, err=True)


def end_report() -> None:
    """Clear the line with the progress."""
    if sys.stderr.isatty():
        click.echo(f"\r{'':<70}\r", nl=False, err=True)


_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=_FILE)
@database_option
def backup(file: Path, database: Path | None) -> None:
    """Copy a database to FILE, even while a window has it open."""
    with said_when_stopped("Stopped. No backup was written."):
        back_up(database_path(database, read_only=True), file)
    click.echo(f"{file} holds {file.stat().st_size:,} bytes.")


@click.command()
@click.argument("file", type=_FILE)
@database_option
@hmac_key_option
def restore(file: Path, database: Path | None, hmac_key: bytes | None) -> None:
    """Restore a database from the backup FILE.

    The backup is fully checked first. The previous database is kept beside the restored one.
    """
    path = database_path(database)
    with said_when_stopped("Stopped. Nothing was restored."):
        kept = restore_database(file, path, hmac_key=hmac_key, on_progress=report_person)
    end_report()
    former = f" The previous database is {kept}." if kept else ""
    click.echo(f"Restored {file} to {path}.{former}")

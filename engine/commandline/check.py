"""`tanglescope check`, `backup` and `restore`: whether a database is sound, and copies of it."""

import os
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from tanglescope.engine.archive.keyrings import read_keys
from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import (
    end_progress,
    print_answer,
    report_progress,
    said_when_stopped,
)
from tanglescope.engine.commandline.common.opening import database_path, library_in
from tanglescope.engine.errors import ExitCode
from tanglescope.engine.language.wording import count_noun
from tanglescope.engine.message.identity import read_identity
from tanglescope.engine.message.private import Keyring
from tanglescope.engine.store.check.running import Advance, Checkup
from tanglescope.engine.store.files.backup import back_up
from tanglescope.engine.store.files.backup import restore as restore_database
from tanglescope.engine.store.files.database import remember_checked

_GIVES_WAY = 10
"""The niceness of a check in the background.

Beside a busy program, it gets a tenth of a processor. With the lowest priority, 19, that would be a
hundredth, so that a check would take hours on a machine that is always busy.
"""


@click.command()
@options.database
@options.flag("--quick", "Don't check signatures, the search index and archives.")
@options.flag("--idle", "Give way to other programs, and take a small share if these are busy.")
@options.hmac_key
@options.path("--secret", "The identity with which stored private texts are verified.")
@options.group_keys
@options.json()
def check(
    database: Path | None,
    quick: bool,
    idle: bool,
    hmac_key: bytes | None,
    secret: Path | None,
    group_keys: Path | None,
) -> None:
    """Check a database against its signed messages.

    Derive everything that can be derived again, and compare it with what is stored.
    """
    if idle and hasattr(os, "nice"):
        os.nice(_GIVES_WAY)
    with library_in(database) as library:
        found = library.check(
            quick=quick,
            hmac_key=hmac_key,
            keyring=_keyring(secret, group_keys),
            on_progress=_report,
        )
    if found.ok and not quick:
        remember_checked(database_path(database))
    end_progress()
    print_answer(lambda: _answer(found), _lines(found))
    sys.exit(ExitCode.YES if found.ok else ExitCode.NO)


def _keyring(secret: Path | None, group_keys: Path | None) -> Keyring | None:
    if secret is None and group_keys is None:
        return None
    keyring = Keyring(None if secret is None else read_identity(secret))
    return keyring if group_keys is None else keyring.with_keys(read_keys(group_keys))


def _answer(found: Checkup) -> dict[str, Any]:
    return asdict(found) | {"problems": [problem._asdict() for problem in found.problems]}


def _lines(found: Checkup) -> Iterator[str]:
    yield f"{count_noun(found.messages, 'message')} in {count_noun(found.threads, 'thread')}."
    for problem in found.problems:
        yield _plain(f"{problem.where}: {problem.what}")
    if found.left_out:
        yield f"Left out by --quick: {', '.join(found.left_out)}."
    if found.unproven:
        yield f"A database can't prove: {'; '.join(found.unproven)}."
    if found.ok:
        yield "Everything agrees."
    else:
        problems = count_noun(len(found.problems), "problem")
        yield f"{problems}. Import the archives into a new database."


def _plain(line: str) -> str:
    """A line that may hold text from a damaged database, without control characters."""
    return "".join(each if each.isprintable() else f"\\u{ord(each):04x}" for each in line)


def _report(advance: Advance) -> None:
    left = "" if advance.seconds_left is None else f", {advance.seconds_left:,.0f} s left"
    report_progress(
        {"stage": "checking", **asdict(advance)},
        f"checking: {100 * advance.done // advance.total}%{left}",
    )


_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=_FILE)
@options.database
def backup(file: Path, database: Path | None) -> None:
    """Copy a database to FILE, even while a window has it open."""
    with said_when_stopped("Stopped. No backup was written."):
        back_up(database_path(database, read_only=True), file)
    click.echo(f"{file} holds {file.stat().st_size:,} bytes.")


@click.command()
@click.argument("file", type=_FILE)
@options.database
@options.hmac_key
def restore(file: Path, database: Path | None, hmac_key: bytes | None) -> None:
    """Restore a database from the backup FILE.

    The backup is fully checked first. The previous database is kept beside the restored one.
    """
    path = database_path(database)
    with said_when_stopped("Stopped. Nothing was restored."):
        kept = restore_database(file, path, hmac_key=hmac_key, on_progress=_report)
    end_progress()
    former = f" The previous database is {kept}." if kept else ""
    click.echo(f"Restored {file} to {path}.{former}")

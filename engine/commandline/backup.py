"""`tanglescope backup` and `tanglescope restore`: a database as one file, and back."""

from pathlib import Path

import click

from tanglescope.engine.commandline.check import end_report, report_person
from tanglescope.engine.commandline.common.options import (
    database_option,
    database_path,
    hmac_key_option,
    said_when_stopped,
)
from tanglescope.engine.store.files.backup import back_up
from tanglescope.engine.store.files.backup import restore as restored

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
        kept = restored(file, path, hmac_key=hmac_key, on_progress=report_person)
    end_report()
    former = f" The previous database is {kept}." if kept else ""
    click.echo(f"Restored {file} to {path}.{former}")

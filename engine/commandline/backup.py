"""`tanglescope backup` and `tanglescope restore`: a database as one file, and back."""

from pathlib import Path

import click

from engine.commandline.options import database_option, database_path
from engine.store.backup import back_up
from engine.store.backup import restore as restored

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=_FILE)
@database_option
def backup(file: Path, database: Path | None) -> None:
    """Copy a database into FILE, also while a window is open on it."""
    back_up(database_path(database, read_only=True), file)
    click.echo(f"{file} holds {file.stat().st_size:,} bytes.")


@click.command()
@click.argument("file", type=_FILE)
@database_option
def restore(file: Path, database: Path | None) -> None:
    """Make a database what FILE holds. What it held before is kept beside it."""
    path = database_path(database)
    kept = restored(file, path)
    click.echo(f"{path} holds what {file} holds." + (f" Before: {kept}" if kept else ""))

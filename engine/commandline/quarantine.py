"""`tanglescope quarantine`: every bad record of a database."""

from pathlib import Path

import click

from tanglescope.engine.commandline.common.opening import opened
from tanglescope.engine.commandline.common.options import (
    database_option,
    json_option,
    print_json,
)
from tanglescope.engine.store.exporting import as_bad


@click.command()
@click.argument("file", required=False)
@database_option
@json_option
def quarantine(file: str | None, database: Path | None, as_json: bool) -> None:
    """List the bad records with their places and rules.

    FILE is anything that can be imported, or - for standard input.

    With --json, each line has the whole record, as `text`, or as `base64` if it isn't text.
    """
    if file is not None and database is not None:
        raise click.UsageError("a file and --database can't be combined")
    with opened(database if file is None else Path(file)) as library:
        is_empty = True
        for record in library.bad_records():
            is_empty = False
            if as_json:
                print_json(as_bad(record))
            else:
                click.echo(f"{record.in_words()}.")
    if is_empty and not as_json:
        click.echo("There are no bad records here.", err=True)

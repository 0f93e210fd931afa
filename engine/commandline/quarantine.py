"""`tanglescope quarantine`: every bad record of a database."""

from pathlib import Path

import click

from engine.commandline.common.options import database_option, json_option, opened, print_json
from engine.store.exporting import as_bad


@click.command()
@database_option
@json_option
def quarantine(database: Path | None, as_json: bool) -> None:
    """List the bad records with their places and rules.

    With --json, each line has the whole record, as `text`, or as `base64` if it isn't text.
    """
    with opened(database) as library:
        is_empty = True
        for record in library.bad_records():
            is_empty = False
            if as_json:
                print_json(as_bad(record))
            else:
                click.echo(f"{record.in_words()}.")
    if is_empty and not as_json:
        click.echo("There are no bad records here.", err=True)

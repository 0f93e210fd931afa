"""`tanglescope quarantine`: every bad record of a database."""

from pathlib import Path

import click

from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import print_each
from tanglescope.engine.commandline.common.opening import opened
from tanglescope.engine.library import QuarantinedRecord


@click.command()
@click.argument("file", required=False)
@options.database
@options.json()
def quarantine(file: str | None, database: Path | None) -> None:
    """List the bad records with their places and rules.

    FILE is anything that can be imported, or - for standard input.

    With --json, each line has the whole record, as `text`, or as `base64` if it isn't text.
    """
    if file is not None and database is not None:
        raise click.UsageError("a file and --database can't be combined")
    with opened(database if file is None else Path(file)) as library:
        print_each(
            library.quarantine.whole(),
            QuarantinedRecord.as_json,
            lambda record: f"{record.in_words()}.",
            none="There are no bad records here.",
        )

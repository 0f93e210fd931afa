"""`tanglescope check`: whether everything in a database agrees."""

import sys
from dataclasses import asdict
from pathlib import Path

import click

from engine.commandline.options import database_option, json_option, opened, print_json


@click.command()
@database_option
@json_option
def check(database: Path | None, as_json: bool) -> None:
    """Check a database: keys against texts, links, feeds, and every order against its ranks."""
    with opened(database) as library:
        found = library.check()
    if as_json:
        print_json(asdict(found))
    else:
        click.echo(f"{found.messages} messages in {found.threads} threads.")
        for problem in found.problems:
            click.echo(problem)
        click.echo("Everything agrees." if found.ok else f"{len(found.problems)} problems.")
    sys.exit(0 if found.ok else 1)

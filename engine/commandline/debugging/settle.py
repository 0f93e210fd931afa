"""`tanglescope settle`: the fewest next entries after which an Autobase is confirmed."""

from pathlib import Path

import click

from tanglescope.engine.commandline.common.options import json_option, print_json
from tanglescope.engine.commandline.common.subject import (
    conversation_options,
    line_option,
    opened_subject,
    target_of,
)
from tanglescope.engine.debug.explaining.autobase_places import (
    settlement_answer,
    settlement_in_words,
)
from tanglescope.engine.debug.explaining.ordering import AUTOBASE
from tanglescope.engine.errors import ExitCode
from tanglescope.engine.linear.autobase.settlement import Unsettled, settlement


@click.command()
@click.argument("source", required=False, metavar="[FILE or ADDRESS]")
@click.option("--entry", metavar="ID", help="Confirm this entry. The default is everything.")
@click.option(
    "--without",
    multiple=True,
    metavar="WRITER",
    help="A writer who writes nothing any more. Can be given several times.",
)
@line_option
@conversation_options
@json_option
@click.pass_context
def settle(
    context: click.Context,
    source: str | None,
    entry: str | None,
    without: tuple[str, ...],
    line: int,
    address: str | None,
    database: Path | None,
    group_keys: Path | None,
    as_json: bool,
) -> None:
    """Find the fewest entries that confirm an Autobase.

    With --entry, those that confirm one entry. They are written one after the other, and each
    knows everything that is there. The exit code is 1 if no entries confirm it.
    """
    place = target_of(source, database, address, group_keys, line)
    with opened_subject(place, AUTOBASE) as subject:
        name = None if entry is None else subject.find(entry)
        writers = [subject.find_writer(each) for each in without]
        found = settlement(subject.graph, name, writers)
        if as_json:
            print_json(settlement_answer(found, name, subject.label))
        else:
            for text in settlement_in_words(found, name, subject.label, subject.author):
                click.echo(text)
    if isinstance(found, Unsettled):
        context.exit(ExitCode.NO)

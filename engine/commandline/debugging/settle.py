"""`tanglescope settle`: the fewest next entries after which an Autobase is confirmed."""

import sys

import click

from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import print_answer
from tanglescope.engine.commandline.common.subject import FILE_OR_ADDRESS, Target, opened_subject
from tanglescope.engine.debug.explaining.autobase_places import (
    settlement_answer,
    settlement_in_words,
)
from tanglescope.engine.debug.explaining.ordering import AUTOBASE
from tanglescope.engine.errors import ExitCode
from tanglescope.engine.linear.autobase.settlement import Unsettled, settlement


@click.command()
@click.option("--entry", metavar="ID", help="Confirm this entry. The default is everything.")
@click.option(
    "--without",
    multiple=True,
    metavar="WRITER",
    help="A writer who writes nothing any more. Can be given several times.",
)
@FILE_OR_ADDRESS
@options.json()
def settle(entry: str | None, without: tuple[str, ...], place: Target) -> None:
    """Find the fewest entries that confirm an Autobase.

    With --entry, those that confirm one entry. They are written one after the other, and each
    knows everything that is there. The exit code is 1 if no entries confirm it.
    """
    with opened_subject(place, AUTOBASE) as subject:
        name = None if entry is None else subject.find(entry)
        writers = [subject.find_writer(each) for each in without]
        found = settlement(subject.graph, name, writers)
        print_answer(
            lambda: settlement_answer(found, name, subject.label),
            settlement_in_words(found, name, subject.label, subject.author),
        )
    if isinstance(found, Unsettled):
        sys.exit(ExitCode.NO)

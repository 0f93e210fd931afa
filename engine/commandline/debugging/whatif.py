"""`tanglescope whatif` and `settle`: entries that don't exist, or don't exist yet."""

import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import click

from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import print_answer
from tanglescope.engine.commandline.common.opening import Target
from tanglescope.engine.commandline.common.subject import (
    FILE_OR_ADDRESS,
    CommandSubject,
    UnclearMessage,
    UnclearWriter,
    opened_subject,
)
from tanglescope.engine.debug.explaining.autobase_places import (
    moves_answer,
    moves_in_words,
    settlement_answer,
    settlement_in_words,
)
from tanglescope.engine.debug.explaining.ordering import AUTOBASE
from tanglescope.engine.debug.supposing import Outcome, SupposedEntry, Supposition, outcome
from tanglescope.engine.errors import ExitCode
from tanglescope.engine.language.wording import count_noun, list_first
from tanglescope.engine.linear.autobase.settlement import Unsettled, settlement

_LISTED = 5


@click.command()
@click.option(
    "--add",
    "additions",
    multiple=True,
    metavar="WRITER[:ID,ID...]",
    help="An entry of this writer after these entries; without ids, after everything.",
)
@click.option(
    "--drop",
    "dropped",
    multiple=True,
    metavar="WRITER",
    help="Leave out all entries of this writer.",
)
@click.option("--hold", "held", multiple=True, metavar="ID", help="Hold back this entry.")
@options.by("The order. The default is the conversation's own.")
@FILE_OR_ADDRESS
@options.json()
def whatif(
    additions: tuple[str, ...],
    dropped: tuple[str, ...],
    held: tuple[str, ...],
    by: str | None,
    place: Target,
) -> None:
    """Show an order with supposed entries, or without some.

    Entries that refer to one that is left out wait for it. Nothing is stored.
    """
    if not (additions or dropped or held):
        raise click.UsageError("Give --add, --drop or --hold.")
    with opened_subject(place, by) as subject:
        supposition = Supposition(
            tuple(_addition(each, subject) for each in additions),
            frozenset(subject.find_writer(each) for each in dropped),
            frozenset(subject.find(each) for each in held),
        )
        found = outcome(subject.graph, supposition, subject.by)
        print_answer(lambda: _answer(found, subject.by), _lines(found, subject))


def _addition(typed: str, subject: CommandSubject) -> SupposedEntry:
    """`WRITER`, `WRITER:ID,ID` or `WRITER:after ID`. Keys and ids may have colons, too."""
    try:
        return SupposedEntry(subject.find_writer(typed))
    except UnclearWriter:
        places = [place for place, letter in enumerate(typed) if letter == ":"]
        for place in places:
            try:
                writer = subject.find_writer(typed[:place])
            except UnclearWriter:
                continue
            ids = typed[place + 1 :].removeprefix("after ").split(",")
            try:
                return SupposedEntry(writer, tuple(subject.find(each.strip()) for each in ids))
            except UnclearMessage:
                if place == places[-1]:
                    raise
        raise


def _answer(found: Outcome, by: str) -> dict[str, Any]:
    answer = asdict(found)
    answer["before"] = {"order": found.before, "confirmed": found.confirmed_before}
    del answer["confirmed_before"]
    answer["moves"] = moves_answer(found.moves)
    return {"by": by, **answer}


def _lines(found: Outcome, subject: CommandSubject) -> Iterator[str]:
    for entry in found.entries:
        row = found.order.index(entry.id) + 1
        after = list_first(entry.after, _LISTED, subject.label) or "nothing"
        yield f"{entry.id} by {subject.author(entry.writer)}, after {after}: row {row:,}"
    for names, what in ((found.left_out, "left out"), (found.waiting, "waiting for these")):
        if names:
            amount = count_noun(len(names), "entry", "entries")
            yield f"{amount} {what}: {list_first(names, _LISTED, subject.label)}"
    if found.confirmed is not None:
        yield f"Confirmed: {found.confirmed_before:,} now, {found.confirmed:,} then."
    yield from moves_in_words(found.moves, subject.label)


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

"""`tanglescope edits`: the edits needed to keep a real graph in order while it arrives."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import click

from tanglescope.engine.archive.record import ArchiveError, Dialect
from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import print_answer, wants_json
from tanglescope.engine.commandline.common.sources import stored
from tanglescope.engine.commandline.common.subject import FILE, Target, opened_subject
from tanglescope.engine.debug.explaining.ordering import SCUTTLESORT
from tanglescope.engine.debug.shuffling.edit_counts import (
    DELIVERED,
    HEADING,
    SEEDS,
    EditCounts,
    count_edits,
    recorded_edits,
    row,
)
from tanglescope.engine.sources import open_source
from tanglescope.engine.wording import counted

_EVERYTHING = "everything"


@click.command()
@options.count("--seeds", "The number of runs of each random delivery.", SEEDS, most=1_000)
@options.by("The order whose edits are counted.", default=SCUTTLESORT, show_default=True)
@click.option("--name", help="The name of the row. The default is the kind of what is delivered.")
@FILE
@options.json()
def edits(seeds: int, by: str, name: str | None, place: Target) -> None:
    """Count the edits per message of a real graph.

    A conversation, everything in an archive of signed messages, or a graph in FILE is delivered in
    order, late by 8 messages on average, by random feed and feed by feed. The answer is a row of
    the tables in the manual's page of benchmarks: edits per message as the median of the runs, with
    the minimum and the maximum; the median, 99th percentile and maximum of a single message by
    random feed; and the figure of the ScuttleSort report for as many feeds.

    The row holds no text, name or id, so you can share it. Where the source records how
    messages were received, stderr says how many edits that took.
    """
    with opened_subject(_with_everything(place)) as subject:
        kind = "graph" if subject.conversation is None else subject.conversation.address.kind
        counts = count_edits(subject.graph, seeds, _report, by)
        recorded = recorded_edits(subject.graph, by)
        print_answer(lambda: _answer(name or kind, counts, recorded), _lines(name or kind, counts))
    if not wants_json():
        for way, each in recorded.items():
            click.echo(f"{way}: {each:.2f}", err=True)


def _answer(called: str, counts: EditCounts, recorded: Mapping[str, float]) -> dict[str, Any]:
    return {
        "name": called,
        "messages": counts.messages,
        "writers": counts.writers,
        "edits_per_message": {way: counts.per_message(way) for way in DELIVERED},
        "percentiles": {
            way: dict(zip(("p50", "p99", "max"), counts.percentiles(way), strict=True))
            for way in DELIVERED
        },
        "report": counts.report,
        "over_two": counts.over_two,
        "recorded": recorded,
    }


def _lines(called: str, counts: EditCounts) -> Iterator[str]:
    yield from HEADING
    yield row(called, counts)
    if counts.over_two:
        yield ""
        yield f"{counted(counts.over_two, 'message')} would exceed a limit of two references."


def _with_everything(target: Target) -> Target:
    """The target, with everything as the conversation of an archive of signed messages."""
    if target.file is None or target.address is not None:
        return target
    file = stored(target.file)
    target = replace(target, file=file)
    with suppress(ArchiveError):  # what is wrong is said when it is read
        reader = open_source(file)
        if reader.dialect is Dialect.CLASSIC and reader.format != "database":
            return replace(target, address=_EVERYTHING)
    return target


def _report(way: str, seed: int) -> None:
    if sys.stderr.isatty():
        click.echo(f"{DELIVERED[way]}, run {seed + 1}", err=True)

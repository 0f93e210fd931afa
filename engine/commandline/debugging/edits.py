"""`tanglescope edits`: the edits needed to keep a real graph in order while it arrives."""

import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import click

from tanglescope.engine.archive.record import ArchiveError, Dialect
from tanglescope.engine.commandline.common.options import by_option, json_option, print_json
from tanglescope.engine.commandline.common.sources import SOURCE, stored
from tanglescope.engine.commandline.common.subject import (
    Target,
    conversation_options,
    line_option,
    opened_subject,
)
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
@click.argument("file", type=SOURCE, required=False)
@click.option(
    "--seeds",
    type=click.IntRange(1, 1_000),
    default=SEEDS,
    show_default=True,
    help="The number of runs of each random delivery.",
)
@by_option("The order whose edits are counted.", default=SCUTTLESORT, show_default=True)
@click.option("--name", help="The name of the row. The default is the kind of what is delivered.")
@line_option
@conversation_options
@json_option
def edits(
    file: Path | None,
    seeds: int,
    by: str,
    name: str | None,
    line: int,
    address: str | None,
    database: Path | None,
    group_keys: Path | None,
    as_json: bool,
) -> None:
    """Count the edits per message of a real graph.

    A conversation, everything in an archive of signed messages, or a graph in FILE is delivered in
    order, late by 8 messages on average, by random feed and feed by feed. The answer is a row of
    the tables in the manual's page of benchmarks: edits per message as the median of the runs, with
    the minimum and the maximum; the median, 99th percentile and maximum of a single message by
    random feed; and the figure of the ScuttleSort report for as many feeds.

    The row holds no text, name or id, so you can share it. Where the source records how
    messages were received, stderr says how many edits that took.
    """
    target = _with_everything(Target(database, address, group_keys, file, line))
    with opened_subject(target) as subject:
        kind = "graph" if subject.conversation is None else subject.conversation.address.kind
        report = _report if sys.stderr.isatty() else _silent
        counts = count_edits(subject.graph, seeds, report, by)
        recorded = recorded_edits(subject.graph, by)
        _print(name or kind, counts, recorded, as_json=as_json)


def _print(
    called: str, counts: EditCounts, recorded: Mapping[str, float], *, as_json: bool
) -> None:
    if as_json:
        heading = {"name": called, "messages": counts.messages, "writers": counts.writers}
        figures = {
            "edits_per_message": {way: counts.per_message(way) for way in DELIVERED},
            "percentiles": {
                way: dict(zip(("p50", "p99", "max"), counts.percentiles(way), strict=True))
                for way in DELIVERED
            },
        }
        limits = {"report": counts.report, "over_two": counts.over_two}
        print_json({**heading, **figures, **limits, "recorded": recorded})
    else:
        click.echo("\n".join((*HEADING, row(called, counts))))
        if counts.over_two:
            exceeding = counted(counts.over_two, "message")
            click.echo(f"\n{exceeding} would exceed a limit of two references.")
        for way, each in recorded.items():
            click.echo(f"{way}: {each:.2f}", err=True)


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
    click.echo(f"{DELIVERED[way]}, run {seed + 1}", err=True)


def _silent(_way: str, _seed: int) -> None:
    """Report nothing, because there is no terminal."""

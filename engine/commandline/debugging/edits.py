"""`tanglescope edits`: the edits needed to keep a real graph in order while it arrives."""

import sys
from pathlib import Path

import click

from engine.commandline.common.options import json_option, print_json
from engine.commandline.common.sources import SOURCE
from engine.commandline.common.subject import (
    Target,
    conversation_options,
    line_option,
    opened_subject,
)
from engine.debug.shuffling.edit_counts import (
    DELIVERED,
    HEADING,
    SEEDS,
    count_edits,
    recorded_edits,
    row,
)


@click.command()
@click.argument("file", type=SOURCE, required=False)
@click.option(
    "--seeds",
    type=click.IntRange(1, 1_000),
    default=SEEDS,
    show_default=True,
    help="The number of runs of each random delivery.",
)
@click.option(
    "--name", help="The name of the row. The default is the address, or the name of the graph."
)
@line_option
@conversation_options
@json_option
def edits(
    file: Path | None,
    seeds: int,
    name: str | None,
    line: int,
    address: str | None,
    database: Path | None,
    group_keys: Path | None,
    as_json: bool,
) -> None:
    """Count the edits per message of a real graph.

    A conversation, or a graph in FILE, is delivered in order, late by 8 messages on average,
    by random feed and feed by feed. The answer is a row of the table "Real data" in the
    manual's page of benchmarks: the median of the runs, with the minimum and the maximum. It
    reveals nothing about the messages or their authors. Where the source records how messages were
    received, stderr says how many edits that took.
    """
    with opened_subject(Target(database, address, group_keys, file, line)) as subject:
        called = name or address or str(subject.graph.name or "graph")
        counts = count_edits(subject.graph, seeds, _report if sys.stderr.isatty() else _silent)
        recorded = recorded_edits(subject.graph)
    if as_json:
        per_message = {way: counts.per_message(way) for way in DELIVERED}
        heading = {"name": called, "messages": counts.messages, "writers": counts.writers}
        print_json({**heading, "edits_per_message": per_message, "recorded": recorded})
    else:
        click.echo("\n".join((*HEADING, row(called, counts))))
        for way, each in recorded.items():
            click.echo(f"{way}: {each:.2f}", err=True)


def _report(way: str, seed: int) -> None:
    click.echo(f"{DELIVERED[way]}, run {seed + 1}", err=True)


def _silent(_way: str, _seed: int) -> None:
    """Report nothing, because there is no terminal."""
